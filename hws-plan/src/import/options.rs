//! Options of the importers.

use std::collections::BTreeMap;

use super::onnx::{UnknownOp, UserRules};
use crate::cost::CostModel;

/// Options of the importers; only those of ONNX and Task IR use them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportOptions {
    /// Fuses elementwise operators into the kernel of their producer.
    pub fuse: bool,
    /// Values of the dimensions that a model leaves open, by name; dimensions without a name are `TENSOR.AXIS`. An input of
    /// one integer or truth value is given by its name.
    pub dims: BTreeMap<String, u64>,
    /// What ONNX operators without a rule count as; without it, they are refused.
    pub unknown_op: Option<UnknownOp>,
    /// Rules of the user for ONNX operators; they take precedence over those of the table.
    pub rules: UserRules,
    /// Most SIPs of a block: the SIPs of a cluster.
    pub threads_most: u32,
    /// The cycles of operations and bytes.
    pub cost: CostModel,
}

/// No fusion, no dimensions, no further rules, a cluster of 16, the default rates.
impl Default for ImportOptions {
    fn default() -> Self {
        let (fuse, dims, unknown_op, rules) = (false, BTreeMap::new(), None, UserRules::default());
        Self { fuse, dims, unknown_op, rules, threads_most: 16, cost: CostModel::default() }
    }
}
