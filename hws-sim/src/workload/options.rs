//! How a workload is to be read, and how the files it names are found.

use std::io;

/// Where the kernels of an imported graph may run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mapping {
    /// Anywhere: the HWS decides.
    #[default]
    Dynamic,
    /// As in the file: core *i* is logical SIP *i*, and each core keeps its order.
    Static,
}

/// What the file does not say.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ReadOptions {
    /// For imported graphs only.
    pub mapping: Mapping,
    /// What imported times are multiplied by (0 counts as 1). By default the smallest power of ten
    /// that makes their mean at least [`MEAN_EST_CYCLES`](super::MEAN_EST_CYCLES).
    pub est_scale: Option<u64>,
}

/// Gives the bytes of the files that a workload names with `import:`.
///
/// A path is given as it is written; it is relative to the workload file, which the loader knows.
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
