//! ONNX models in the making.

use prost::Message;

use crate::import::onnx::proto::*;

pub(super) const FLOAT: i32 = 1;
pub(super) const INT64: i32 = 7;

/// A model with the names o0, o1, … or others for its outputs.
#[derive(Clone)]
pub(super) struct Build(pub(super) ModelProto);

impl Build {
    /// An empty graph.
    pub(super) fn new(opset: i64) -> Self {
        let graph = Some(GraphProto::default());
        let opset_import = vec![OperatorSetIdProto { domain: String::new(), version: opset }];
        Self(ModelProto { ir_version: Some(8), graph, opset_import, functions: Vec::new() })
    }

    pub(super) fn graph(&mut self) -> &mut GraphProto {
        self.0.graph.get_or_insert_default()
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
        self.graph().initializer.push(integers(name, INT64, &[values.len() as i64], values));
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
        self.0.encode_to_vec()
    }
}

/// A constant whose integers are stored as raw data.
pub(super) fn integers(name: &str, data_type: i32, dims: &[i64], values: &[i64]) -> TensorProto {
    let raw = values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let raw_data = (data_type == INT64).then(|| raw.into());
    TensorProto { name: name.to_owned(), data_type, dims: dims.to_vec(), raw_data, ..Default::default() }
}

fn info(name: &str, elem_type: i32, dims: &[i64]) -> ValueInfoProto {
    typed(name, elem_type, dims.iter().map(|&dim| Some(Dimension::Value(dim))).collect())
}

fn typed(name: &str, elem_type: i32, dims: Vec<Option<Dimension>>) -> ValueInfoProto {
    let dim = dims.into_iter().map(|value| DimensionProto { value }).collect();
    let tensor_type = Some(TensorTypeProto { elem_type, shape: Some(TensorShapeProto { dim }) });
    ValueInfoProto { name: name.to_owned(), r#type: Some(TypeProto { tensor_type }) }
}

pub(super) fn int(name: &str, value: i64) -> AttributeProto {
    AttributeProto { name: name.into(), i: Some(value), kind: 2, ..Default::default() }
}

pub(super) fn ints(name: &str, values: &[i64]) -> AttributeProto {
    AttributeProto { name: name.into(), ints: values.to_vec(), kind: 7, ..Default::default() }
}

pub(super) fn word(name: &str, value: &str) -> AttributeProto {
    let s = Some(value.as_bytes().to_vec().into());
    AttributeProto { name: name.into(), s, kind: 3, ..Default::default() }
}

pub(super) fn tensor(name: &str, value: TensorProto) -> AttributeProto {
    AttributeProto { name: name.into(), t: Some(value), kind: 4, ..Default::default() }
}
