//! The builder of models, with what only tests put into one.

pub(super) use crate::import::onnx::builder::{FLOAT, INT64, integers};
use crate::import::onnx::builder::{OnnxAttribute, OnnxBuilder, info, typed};
use crate::import::onnx::proto::{
    AttributeProto, Dimension, GraphProto, NodeProto, TensorProto, ValueInfoProto,
};

/// A model, by value so that calls chain.
#[derive(Clone)]
pub(super) struct Build(pub(super) OnnxBuilder);

impl Build {
    /// An empty graph.
    pub(super) fn new(opset: i64) -> Self {
        Self(OnnxBuilder::new("", opset))
    }

    pub(super) fn graph(&mut self) -> &mut GraphProto {
        self.0.graph()
    }

    /// A graph input.
    pub(super) fn input(mut self, name: &str, elem_type: i32, dims: &[i64]) -> Self {
        self.graph().input.push(info(name, elem_type, dims));
        self
    }

    /// An input with named dimensions; an empty name leaves a dimension open.
    pub(super) fn open_input(mut self, name: &str, symbols: &[&str]) -> Self {
        let symbol = |&symbol: &&str| match symbol.parse() {
            Ok(value) => Some(Dimension::Value(value)),
            Err(_) if symbol.is_empty() => None,
            Err(_) => Some(Dimension::Symbol(symbol.to_owned())),
        };
        self.graph().input.push(typed(name, FLOAT, symbols.iter().map(symbol).collect()));
        self
    }

    /// A graph output of any type and shape.
    pub(super) fn output(mut self, name: &str) -> Self {
        self.graph().output.push(ValueInfoProto { name: name.to_owned(), r#type: None });
        self
    }

    /// A declaration of a tensor that a node makes.
    pub(super) fn declare(mut self, name: &str, elem_type: i32, dims: &[i64]) -> Self {
        self.graph().value_info.push(info(name, elem_type, dims));
        self
    }

    /// A constant without values.
    pub(super) fn weights(mut self, name: &str, data_type: i32, dims: &[i64]) -> Self {
        let tensor =
            TensorProto { name: name.to_owned(), data_type, dims: dims.to_vec(), ..Default::default() };
        self.graph().initializer.push(tensor);
        self
    }

    /// A list of integers.
    pub(super) fn list(mut self, name: &str, values: &[i64]) -> Self {
        self.0.integers(name, values);
        self
    }

    /// A node; names are separated by spaces, `-` is an input or output left out.
    pub(super) fn node(self, op: &str, inputs: &str, outputs: &str) -> Self {
        self.node_with(op, inputs, outputs, Vec::new())
    }

    pub(super) fn node_with(
        mut self,
        op: &str,
        inputs: &str,
        outputs: &str,
        attribute: Vec<AttributeProto>,
    ) -> Self {
        let names = |text: &str| {
            text.split_whitespace()
                .map(|name| if name == "-" { String::new() } else { name.into() })
                .collect()
        };
        let (input, output, op_type) = (names(inputs), names(outputs), op.to_owned());
        self.graph().node.push(NodeProto { input, output, op_type, attribute, ..Default::default() });
        self
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }
}

pub(super) fn int(name: &str, value: i64) -> AttributeProto {
    OnnxAttribute::int(name, value).0
}

pub(super) fn ints(name: &str, values: &[i64]) -> AttributeProto {
    OnnxAttribute::ints(name, values).0
}

pub(super) fn word(name: &str, value: &str) -> AttributeProto {
    let s = Some(value.as_bytes().to_vec().into());
    AttributeProto { name: name.into(), s, kind: 3, ..Default::default() }
}

pub(super) fn tensor(name: &str, value: TensorProto) -> AttributeProto {
    AttributeProto { name: name.into(), t: Some(value), kind: 4, ..Default::default() }
}
