//! A kernel of a configuration.

use hws_types::TaskDescriptor;

/// A kernel, of which at most one instance is on its way at any time.
#[derive(Clone, PartialEq, Debug)]
pub struct SmallKernel {
    /// Its name in stories and tables.
    pub name: String,
    /// Its descriptor. kernel_id is its index in the configuration.
    pub td: TaskDescriptor,
    /// How often it is pushed.
    pub times: Repetition,
    /// The indices of the kernels that have to finish before it is pushed for the first time.
    pub after: Vec<usize>,
}

/// How often a kernel is pushed, each time after its last instance has finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// This many times, at least once.
    Times(u8),
    /// Without end.
    Forever,
}
