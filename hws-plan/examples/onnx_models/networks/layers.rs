//! The layers that the networks share, for one image of a batch of 1.

use hws_plan::import::onnx::{OnnxAttribute, OnnxBuilder};

/// Softmax and Dropout without a `ratio` have had their present meaning since 13; this is the version of 2022.
const OPSET: i64 = 17;

/// Classes of ImageNet.
const CLASSES: i64 = 1000;

/// Channels of square maps.
#[derive(Clone, Debug)]
pub(super) struct Maps {
    name: String,
    pub(super) channels: i64,
    /// Height and width.
    pub(super) size: i64,
}

/// A square window: of a convolution or of a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) size: i64,
    pub(super) stride: i64,
    /// On each of the four sides.
    pub(super) pad: i64,
}

impl Window {
    /// 1 x 1, on every value.
    pub(super) const POINT: Self = Self { size: 1, stride: 1, pad: 0 };

    /// 3 x 3, padded so that a stride of 1 keeps the size.
    pub(super) fn three(stride: i64) -> Self {
        Self { size: 3, stride, pad: 1 }
    }

    /// Size of the maps that it makes of maps of a size.
    fn over(self, size: i64) -> i64 {
        (size + 2 * self.pad - self.size) / self.stride + 1
    }

    fn attributes(self) -> Vec<OnnxAttribute> {
        vec![
            OnnxAttribute::ints("kernel_shape", &[self.size; 2]),
            OnnxAttribute::ints("strides", &[self.stride; 2]),
            OnnxAttribute::ints("pads", &[self.pad; 4]),
        ]
    }
}

/// What follows the multiply-adds of a convolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    /// A bias for each channel, and ReLU.
    BiasRelu,
    /// Batch normalisation, which has the bias.
    Norm,
    /// Batch normalisation and ReLU.
    NormRelu,
}

/// A network in the making.
pub(super) struct Network {
    model: OnnxBuilder,
}

impl Network {
    /// A network and its input, a colour image.
    pub(super) fn new(name: &str, size: i64) -> (Self, Maps) {
        let mut model = OnnxBuilder::new(name, OPSET);
        model.input("image", &[1, 3, size, size]);
        (Self { model }, Maps { name: "image".to_owned(), channels: 3, size })
    }

    /// A convolution of all channels to `channels` new ones.
    pub(super) fn conv(
        &mut self,
        name: &str,
        from: &Maps,
        channels: i64,
        window: Window,
        then: Then,
    ) -> Maps {
        self.grouped(name, from, (channels, 1), window, then)
    }

    /// A convolution of each channel by itself.
    pub(super) fn depthwise(&mut self, name: &str, from: &Maps, window: Window, then: Then) -> Maps {
        self.grouped(name, from, (from.channels, from.channels), window, then)
    }

    fn grouped(
        &mut self,
        name: &str,
        from: &Maps,
        (channels, groups): (i64, i64),
        window: Window,
        then: Then,
    ) -> Maps {
        let (weights, bias) = (format!("{name}.weights"), format!("{name}.bias"));
        self.model.weights(&weights, &[channels, from.channels / groups, window.size, window.size]);
        let mut inputs = vec![from.name.as_str(), &weights];
        if then == Then::BiasRelu {
            self.model.weights(&bias, &[channels]);
            inputs.push(&bias);
        }
        let mut attributes = window.attributes();
        if groups > 1 {
            attributes.push(OnnxAttribute::int("group", groups));
        }
        self.model.node("Conv", &inputs, name, attributes);
        let maps = Maps { name: name.to_owned(), channels, size: window.over(from.size) };
        match then {
            Then::BiasRelu => self.relu(&maps),
            Then::Norm => self.norm(&maps),
            Then::NormRelu => {
                let maps = self.norm(&maps);
                self.relu(&maps)
            }
        }
    }

    fn norm(&mut self, from: &Maps) -> Maps {
        let parts = ["scale", "shift", "mean", "variance"].map(|part| format!("{}.{part}", from.name));
        for part in &parts {
            self.model.weights(part, &[from.channels]);
        }
        let [scale, shift, mean, variance] = &parts;
        self.same("BatchNormalization", from, &[scale, shift, mean, variance], "norm")
    }

    pub(super) fn relu(&mut self, from: &Maps) -> Maps {
        self.same("Relu", from, &[], "relu")
    }

    /// What is skipped when a network is not being trained.
    pub(super) fn dropout(&mut self, from: &Maps) -> Maps {
        self.same("Dropout", from, &[], "dropout")
    }

    /// The sum of maps of one shape.
    pub(super) fn add(&mut self, from: &Maps, other: &Maps) -> Maps {
        self.same("Add", from, &[&other.name], "sum")
    }

    /// An operator whose result has the shape of its first input.
    fn same(&mut self, op: &str, from: &Maps, others: &[&str], suffix: &str) -> Maps {
        let maps = Maps { name: format!("{}.{suffix}", from.name), ..from.clone() };
        self.model.node(op, &[&[from.name.as_str()], others].concat(), &maps.name, Vec::new());
        maps
    }

    pub(super) fn max_pool(&mut self, name: &str, from: &Maps, window: Window) -> Maps {
        self.model.node("MaxPool", &[&from.name], name, window.attributes());
        Maps { name: name.to_owned(), size: window.over(from.size), ..*from }
    }

    /// The channels of both.
    pub(super) fn concat(&mut self, name: &str, one: &Maps, other: &Maps) -> Maps {
        self.model.node("Concat", &[&one.name, &other.name], name, vec![OnnxAttribute::int("axis", 1)]);
        Maps { name: name.to_owned(), channels: one.channels + other.channels, size: one.size }
    }

    /// The mean of each channel.
    fn means(&mut self, from: &Maps) -> Maps {
        self.model.node("GlobalAveragePool", &[&from.name], "pool", Vec::new());
        Maps { name: "pool".to_owned(), size: 1, ..*from }
    }

    /// The end of a network whose last convolution has a channel for each class.
    pub(super) fn classes_of_channels(mut self, from: &Maps) -> Vec<u8> {
        let means = self.means(from);
        self.probabilities(&means)
    }

    /// The end of a network with a fully connected layer from channels to classes.
    pub(super) fn classes_by_layer(mut self, from: &Maps) -> Vec<u8> {
        let means = self.means(from);
        self.model.node("Flatten", &[&means.name], "features", Vec::new());
        self.model.weights("classes.weights", &[CLASSES, from.channels]).weights("classes.bias", &[CLASSES]);
        let transposed = vec![OnnxAttribute::int("transB", 1)];
        self.model.node("Gemm", &["features", "classes.weights", "classes.bias"], "classes", transposed);
        self.model.node("Softmax", &["classes"], "probabilities", vec![OnnxAttribute::int("axis", 1)]);
        self.model.output("probabilities", &[1, CLASSES]).to_bytes()
    }

    fn probabilities(mut self, from: &Maps) -> Vec<u8> {
        self.model.node("Softmax", &[&from.name], "probabilities", vec![OnnxAttribute::int("axis", 1)]);
        self.model.output("probabilities", &[1, CLASSES, 1, 1]).to_bytes()
    }
}
