//! MobileNet, width 1.0, 224 x 224: Table 1 of Howard et al., "MobileNets: Efficient Convolutional Neural Networks
//! for Mobile Vision Applications" (arXiv:1704.04861).
//!
//! The last depthwise convolution, for which the table gives a stride of 2 between maps of one size, has the stride
//! of 1 that its sizes need.

use super::layers::{Network, Then, Window};

/// Stride of each depthwise convolution, and channels after the 1 x 1 convolution behind it.
const PAIRS: [(i64, i64); 13] = [
    (1, 64),
    (2, 128),
    (1, 128),
    (2, 256),
    (1, 256),
    (2, 512),
    (1, 512),
    (1, 512),
    (1, 512),
    (1, 512),
    (1, 512),
    (2, 1024),
    (1, 1024),
];

/// The file.
pub(super) fn model() -> Vec<u8> {
    let (mut network, image) = Network::new("MobileNet", 224);
    let mut maps = network.conv("conv1", &image, 32, Window::three(2), Then::NormRelu);
    for (number, (stride, channels)) in (2..).zip(PAIRS) {
        maps = network.depthwise(
            &format!("conv{number}.depthwise"),
            &maps,
            Window::three(stride),
            Then::NormRelu,
        );
        maps =
            network.conv(&format!("conv{number}.pointwise"), &maps, channels, Window::POINT, Then::NormRelu);
    }
    network.classes_by_layer(&maps)
}
