//! ResNet-50, batch 1, 224 x 224: a kernel per convolution, pool and the classifier.
//!
//! Batch normalisation, ReLU and the residual addition are part of the convolution before them, so
//! the last convolution of a block also waits for the shortcut. The first 1x1 convolution of conv3_1,
//! conv4_1 and conv5_1 and the projection beside it have stride 2, as in the paper.

use super::ExampleKernel;
use super::builder::{Builder, Cut};
use crate::cost::KernelWork;

/// (output width = height, blocks, inner channels) of conv2_x to conv5_x; outputs are 4 x wider.
const STAGES: [(u64, u32, u64); 4] = [(56, 3, 64), (28, 4, 128), (14, 6, 256), (7, 3, 512)];

/// A square convolution.
struct Conv {
    kernel: u64,
    from: u64,
    to: u64,
    size_in: u64,
    size_out: u64,
    /// More bytes to read: the shortcut of a residual addition.
    added: u64,
}

impl Conv {
    fn work(&self) -> KernelWork {
        let outputs = self.size_out * self.size_out * self.to;
        let weights = self.kernel * self.kernel * self.from * self.to;
        let inputs = self.size_in * self.size_in * self.from;
        KernelWork {
            ops: 2 * outputs * self.kernel * self.kernel * self.from,
            bytes: inputs + weights + outputs + self.added,
        }
    }
}

/// The tensor that the next block reads.
#[derive(Clone, Copy)]
struct Tensor {
    kernel: usize,
    channels: u64,
    size: u64,
}

pub(super) fn kernels() -> Vec<ExampleKernel> {
    let mut builder = Builder::default();
    let mut tensor = stem(&mut builder);
    for (stage, &(size, blocks, inner)) in STAGES.iter().enumerate() {
        for block in 1..=blocks {
            tensor = bottleneck(&mut builder, &format!("conv{}_{block}", stage + 2), tensor, size, inner);
        }
    }
    head(&mut builder, tensor);
    builder.kernels
}

/// conv1 (7x7, 64, stride 2) and the 3x3 max pool with stride 2.
fn stem(builder: &mut Builder) -> Tensor {
    let conv = Conv { kernel: 7, from: 3, to: 64, size_in: 224, size_out: 112, added: 0 };
    let conv1 = builder.add("conv1".into(), 16, Cut::ByTime, conv.work(), &[]);
    let pool = KernelWork { ops: 9 * 56 * 56 * 64, bytes: (112 * 112 + 56 * 56) * 64 };
    let kernel = builder.add("maxpool".into(), 2, Cut::ByTime, pool, &[conv1]);
    Tensor { kernel, channels: 64, size: 56 }
}

/// 1x1, 3x3, 1x1, and a projection where the shape changes.
fn bottleneck(builder: &mut Builder, name: &str, input: Tensor, size: u64, inner: u64) -> Tensor {
    let outer = 4 * inner;
    let conv = |kernel, from, to, size_in| Conv { kernel, from, to, size_in, size_out: size, added: 0 };
    let mut add = |part: &str, threads, conv: Conv, deps: &[usize]| {
        builder.add(format!("{name}.{part}"), threads, Cut::ByTime, conv.work(), deps)
    };
    let reduce = add("reduce", 4, conv(1, input.channels, inner, input.size), &[input.kernel]);
    let middle = add("conv3x3", 8, conv(3, inner, inner, size), &[reduce]);
    let shortcut = if input.channels == outer {
        input.kernel
    } else {
        add("project", 3, conv(1, input.channels, outer, input.size), &[input.kernel])
    };
    let expand = Conv { added: size * size * outer, ..conv(1, inner, outer, size) };
    let kernel = add("expand", 6, expand, &[middle, shortcut]);
    Tensor { kernel, channels: outer, size }
}

/// Global average pool and the 1000-way classifier.
fn head(builder: &mut Builder, input: Tensor) {
    let elements = input.size * input.size * input.channels;
    let pool = KernelWork { ops: elements, bytes: elements + input.channels };
    let pool = builder.add("avgpool".into(), 1, Cut::ByTime, pool, &[input.kernel]);
    let weights = input.channels * 1000;
    let classify = KernelWork { ops: 2 * weights, bytes: input.channels + weights + 1000 };
    builder.add("fc".into(), 2, Cut::ByTime, classify, &[pool]);
}
