//! Options for reading a workload, and the loader of the files it names.

use std::collections::BTreeMap;
use std::io;
use std::num::{NonZeroU32, NonZeroU64};

use hws_plan::import;
use hws_plan::import::onnx::{UnknownOp, UserRules};

use super::Hardware;

/// Where the kernels of an imported graph may run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mapping {
    /// Anywhere: the HWS decides.
    #[default]
    Dynamic,
    /// As in the file: core *i* is logical SIP *i*, and the order on each core is kept.
    Static,
}

/// Options for reading a workload that are not in its file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ReadOptions {
    /// Mapping of imported graphs.
    pub mapping: Mapping,
    /// The factor of imported times (0 counts as 1). By default, the smallest power of ten that makes their mean at
    /// least [`MEAN_EST_CYCLES`](super::MEAN_EST_CYCLES), or as long as a plan asks for, and 1 for graphs whose times are cycles (ONNX models).
    pub est_scale: Option<u64>,
    /// Whether to fuse operators of ONNX models ([`import::ImportOptions::fuse`]).
    pub fuse: bool,
    /// Values of dimensions that ONNX models leave open ([`import::ImportOptions::dims`]).
    pub dims: BTreeMap<String, u64>,
    /// What operators of ONNX models without a rule count as ([`import::ImportOptions::unknown_op`]).
    pub unknown_op: Option<UnknownOp>,
    /// Rules for operators of ONNX models ([`import::ImportOptions::rules`]).
    pub rules: UserRules,
    /// How many instances of each graph of a plan that repeats are run, from the first on; all if none.
    pub instances: Option<NonZeroU32>,
    /// Bytes per unit of a file's times: the bytes on the edges of an imported graph then take time, rounded up, which
    /// also counts in its priorities; the loads of a Gemini schedule take time on one channel (planner G17). If none,
    /// bytes take no time.
    pub bw: Option<NonZeroU64>,
    /// Transfers and loads take no time in the run, whatever the files say; priorities are the same.
    pub no_transfers: bool,
}

impl ReadOptions {
    /// The options of an importer for a machine.
    pub(super) fn import(&self, hardware: &Hardware) -> import::ImportOptions {
        let threads_most = hardware.topology.cluster_sip_num();
        import::ImportOptions { threads_most, cost: hardware.cost, ..self.import_by_default() }
    }

    /// The options of an importer for the default machine.
    #[must_use]
    pub fn import_by_default(&self) -> import::ImportOptions {
        import::ImportOptions {
            fuse: self.fuse,
            dims: self.dims.clone(),
            unknown_op: self.unknown_op,
            rules: self.rules.clone(),
            ..import::ImportOptions::default()
        }
    }
}

/// Loads the files that a workload names with `import:`.
///
/// The path is passed as written; it is relative to the workload file, whose folder the loader must supply.
/// Any `FnMut(&str) -> io::Result<Vec<u8>>` is a loader.
pub trait Loader {
    /// Reads a whole file.
    ///
    /// # Errors
    /// Those of the file system.
    fn load(&mut self, path: &str) -> io::Result<Vec<u8>>;
}

impl<F: FnMut(&str) -> io::Result<Vec<u8>>> Loader for F {
    fn load(&mut self, path: &str) -> io::Result<Vec<u8>> {
        self(path)
    }
}
