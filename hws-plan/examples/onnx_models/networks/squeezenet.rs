//! SqueezeNet 1.0: Table 1 of Iandola et al., "SqueezeNet: AlexNet-level accuracy with 50x fewer parameters and
//! < 0.5 MB model size" (arXiv:1602.07360).
//!
//! The table's sizes (111 after conv1, 55, 27 and 13 after the pools) are those of an image of 227 x 227, to which
//! the authors' network crops its images; the 224 in the table's first row does not give them.

use super::layers::{Maps, Network, Then, Window};

/// `s1x1`, and `e1x1` = `e3x3`, of fire2 to fire9.
const FIRES: [(i64, i64); 8] =
    [(16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256), (64, 256)];

/// 3 x 3, stride 2, without padding.
const POOL: Window = Window { size: 3, stride: 2, pad: 0 };

/// The file.
pub(super) fn model() -> Vec<u8> {
    let (mut network, image) = Network::new("SqueezeNet 1.0", 227);
    let first = Window { size: 7, stride: 2, pad: 0 };
    let maps = network.conv("conv1", &image, 96, first, Then::BiasRelu);
    let mut maps = network.max_pool("maxpool1", &maps, POOL);
    for (number, (squeezed, expanded)) in (2..).zip(FIRES) {
        maps = fire(&mut network, &format!("fire{number}"), &maps, squeezed, expanded);
        if matches!(number, 4 | 8) {
            maps = network.max_pool(&format!("maxpool{number}"), &maps, POOL);
        }
    }
    let maps = network.dropout(&maps);
    let maps = network.conv("conv10", &maps, 1000, Window::POINT, Then::BiasRelu);
    network.classes_of_channels(&maps)
}

/// A layer that squeezes the channels, and two that expand them again.
fn fire(network: &mut Network, name: &str, from: &Maps, squeezed: i64, expanded: i64) -> Maps {
    let mut conv = |part: &str, from: &Maps, channels, window| {
        network.conv(&format!("{name}.{part}"), from, channels, window, Then::BiasRelu)
    };
    let squeeze = conv("squeeze1x1", from, squeezed, Window::POINT);
    let points = conv("expand1x1", &squeeze, expanded, Window::POINT);
    let windows = conv("expand3x3", &squeeze, expanded, Window::three(1));
    network.concat(name, &points, &windows)
}
