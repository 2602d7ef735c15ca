//! What an importer is told beside the file.

use std::collections::BTreeMap;

use crate::cost::CostModel;

/// Options of the importers; only ONNX models heed them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportOptions {
    /// Lets operators that work element by element go on with what their producer makes, as one kernel.
    pub fuse: bool,
    /// Values of the dimensions that a model leaves open, by name; `INPUT.AXIS` for those without one.
    pub dims: BTreeMap<String, u64>,
    /// Most SIPs of a block: what a cluster of the machine has.
    pub threads_most: u32,
    /// What operations and bytes cost.
    pub cost: CostModel,
}

/// No fusion, no dimensions, a cluster of 16, the default rates.
impl Default for ImportOptions {
    fn default() -> Self {
        Self { fuse: false, dims: BTreeMap::new(), threads_most: 16, cost: CostModel::default() }
    }
}
