//! ONNX models written node by node, over the same messages that are read.

use prost::Message;

use super::proto::{
    AttributeProto, Dimension, DimensionProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto,
    TensorProto, TensorShapeProto, TensorTypeProto, TypeProto, ValueInfoProto,
};

/// `TensorProto.DataType` of 32-bit floats.
pub(super) const FLOAT: i32 = 1;
/// `TensorProto.DataType` of 64-bit integers.
pub(super) const INT64: i32 = 7;

/// The version of the file format (`Version.IR_VERSION_2021_7_30`), read by every ONNX tool since 2021.
const IR_VERSION: i64 = 8;

/// A model of 32-bit floats in the making.
///
/// The networks of `examples/models` are written with it; `cargo run -p hws-plan --example onnx_models` shows how.
///
/// ```
/// use hws_plan::import::ImportOptions;
/// use hws_plan::import::onnx::{OnnxAttribute, OnnxBuilder, read};
///
/// let mut model = OnnxBuilder::new("one convolution", 17);
/// model.input("image", &[1, 3, 8, 8]).weights("filter", &[16, 3, 3, 3]);
/// model.node("Conv", &["image", "filter"], "features", vec![OnnxAttribute::ints("pads", &[1, 1, 1, 1])]);
/// model.output("features", &[1, 16, 8, 8]);
/// let read = read(&model.to_bytes(), &ImportOptions::default()).unwrap();
/// assert_eq!(read.kernels[0].macs, 16 * 8 * 8 * 3 * 3 * 3);
/// ```
#[derive(Clone, Debug)]
pub struct OnnxBuilder(pub(super) ModelProto);

impl OnnxBuilder {
    /// Creates an empty graph with a name and a version of the default operator set.
    #[must_use]
    pub fn new(name: &str, opset: i64) -> Self {
        let name = Some(name.as_bytes().to_vec().into());
        let graph = Some(GraphProto { name, ..GraphProto::default() });
        let opset_import = vec![OperatorSetIdProto { domain: String::new(), version: opset }];
        Self(ModelProto { ir_version: Some(IR_VERSION), graph, opset_import, functions: Vec::new() })
    }

    /// Adds an input of the graph.
    pub fn input(&mut self, name: &str, dims: &[i64]) -> &mut Self {
        self.graph().input.push(info(name, FLOAT, dims));
        self
    }

    /// Adds an output of the graph: a tensor that a node makes.
    pub fn output(&mut self, name: &str, dims: &[i64]) -> &mut Self {
        self.graph().output.push(info(name, FLOAT, dims));
        self
    }

    /// Adds a constant list of integers, such as a shape.
    pub fn integers(&mut self, name: &str, values: &[i64]) -> &mut Self {
        let tensor = integers(name, INT64, &[values.len() as i64], values);
        self.graph().initializer.push(tensor);
        self
    }

    /// Adds weights: zeros that a `ConstantOfShape` makes, so that the file holds their shape and no values.
    pub fn weights(&mut self, name: &str, dims: &[i64]) -> &mut Self {
        let shape = format!("{name}.shape");
        self.integers(&shape, dims).node("ConstantOfShape", &[&shape], name, Vec::new())
    }

    /// Adds a node with one output; an empty name leaves out an optional input.
    pub fn node(
        &mut self,
        op: &str,
        inputs: &[&str],
        output: &str,
        attributes: Vec<OnnxAttribute>,
    ) -> &mut Self {
        self.graph().node.push(NodeProto {
            input: inputs.iter().map(|&name| name.to_owned()).collect(),
            output: vec![output.to_owned()],
            op_type: op.to_owned(),
            attribute: attributes.into_iter().map(|attribute| attribute.0).collect(),
            ..NodeProto::default()
        });
        self
    }

    /// Returns the encoded file. The same calls give the same bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.encode_to_vec()
    }

    pub(super) fn graph(&mut self) -> &mut GraphProto {
        self.0.graph.get_or_insert_default()
    }
}

/// A parameter of an operator.
#[derive(Clone, Debug)]
pub struct OnnxAttribute(pub(super) AttributeProto);

impl OnnxAttribute {
    /// Creates an integer attribute, such as `group`.
    #[must_use]
    pub fn int(name: &str, value: i64) -> Self {
        Self(AttributeProto { name: name.into(), i: Some(value), kind: 2, ..Default::default() })
    }

    /// Creates an attribute with a list of integers, such as `strides`.
    #[must_use]
    pub fn ints(name: &str, values: &[i64]) -> Self {
        Self(AttributeProto { name: name.into(), ints: values.to_vec(), kind: 7, ..Default::default() })
    }
}

/// Returns a constant whose integers are stored as raw data.
pub(super) fn integers(name: &str, data_type: i32, dims: &[i64], values: &[i64]) -> TensorProto {
    let raw = values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let raw_data = (data_type == INT64).then(|| raw.into());
    TensorProto { name: name.to_owned(), data_type, dims: dims.to_vec(), raw_data, ..Default::default() }
}

/// Returns the name, type and shape of a tensor.
pub(super) fn info(name: &str, elem_type: i32, dims: &[i64]) -> ValueInfoProto {
    typed(name, elem_type, dims.iter().map(|&dim| Some(Dimension::Value(dim))).collect())
}

/// Returns the same with dimensions that may be open.
pub(super) fn typed(name: &str, elem_type: i32, dims: Vec<Option<Dimension>>) -> ValueInfoProto {
    let dim = dims.into_iter().map(|value| DimensionProto { value }).collect();
    let tensor_type = Some(TensorTypeProto { elem_type, shape: Some(TensorShapeProto { dim }) });
    ValueInfoProto { name: name.to_owned(), r#type: Some(TypeProto { tensor_type, ..TypeProto::default() }) }
}
