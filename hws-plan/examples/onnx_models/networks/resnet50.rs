//! ResNet-50: Table 1 of He et al., "Deep Residual Learning for Image Recognition" (CVPR 2016).
//!
//! As in the table, the first 1 x 1 convolution of conv3_1, conv4_1 and conv5_1 has the stride of 2, and so has
//! the projection beside it (option B of the paper). Later variants move the stride to the 3 x 3 convolution.

use super::layers::{Maps, Network, Then, Window};

/// Blocks and inner channels of conv2_x to conv5_x; a block returns 4 x its inner channels.
const STAGES: [(u32, i64); 4] = [(3, 64), (4, 128), (6, 256), (3, 512)];

/// The file.
pub(super) fn model() -> Vec<u8> {
    let (mut network, image) = Network::new("ResNet-50", 224);
    let first = Window { size: 7, stride: 2, pad: 3 };
    let maps = network.conv("conv1", &image, 64, first, Then::NormRelu);
    let mut maps = network.max_pool("conv2_x.pool", &maps, Window::three(2));
    for (stage, (blocks, inner)) in (2..).zip(STAGES) {
        for block in 1..=blocks {
            let stride = if stage > 2 && block == 1 { 2 } else { 1 };
            maps = bottleneck(&mut network, &format!("conv{stage}_{block}"), &maps, inner, stride);
        }
    }
    network.classes_by_layer(&maps)
}

/// 1 x 1, 3 x 3, 1 x 1, and a projection where the shape changes.
fn bottleneck(network: &mut Network, name: &str, from: &Maps, inner: i64, stride: i64) -> Maps {
    let point = Window { stride, ..Window::POINT };
    let reduced = network.conv(&format!("{name}.reduce"), from, inner, point, Then::NormRelu);
    let middle = network.conv(&format!("{name}.conv3x3"), &reduced, inner, Window::three(1), Then::NormRelu);
    let outer = 4 * inner;
    let expanded = network.conv(&format!("{name}.expand"), &middle, outer, Window::POINT, Then::Norm);
    let shortcut = if from.channels == outer {
        from.clone()
    } else {
        network.conv(&format!("{name}.project"), from, outer, point, Then::Norm)
    };
    let sum = network.add(&expanded, &shortcut);
    network.relu(&sum)
}
