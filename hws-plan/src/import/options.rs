//! Options of the importers.

use std::collections::BTreeMap;

use crate::cost::CostModel;

/// Options of the importers; only those of ONNX and Task IR use them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportOptions {
    /// Fuses elementwise operators into the kernel of their producer.
    pub fuse: bool,
    /// Values of the dimensions that a model leaves open, by name; dimensions without a name are `INPUT.AXIS`.
    pub dims: BTreeMap<String, u64>,
    /// Most SIPs of a block: the SIPs of a cluster.
    pub threads_most: u32,
    /// The cycles of operations and bytes.
    pub cost: CostModel,
}

/// No fusion, no dimensions, a cluster of 16, the default rates.
impl Default for ImportOptions {
    fn default() -> Self {
        Self { fuse: false, dims: BTreeMap::new(), threads_most: 16, cost: CostModel::default() }
    }
}
