//! Errors when kernels are added to the resolver.

use thiserror::Error;

/// Why kernels cannot be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum HdrError {
    /// Two kernels have the same kernel_id.
    #[error("kernel {kernel} is given twice (every kernel of a run needs its own kernel_id)")]
    Duplicate {
        /// The kernel_id.
        kernel: u32,
    },
    /// A predecessor does not exist and was not announced.
    #[error(
        "kernel {kernel} waits for kernel {predecessor}, which does not exist; add it or remove the dependency"
    )]
    UnknownPredecessor {
        /// The kernel that waits.
        kernel: u32,
        /// The kernel it waits for.
        predecessor: u32,
    },
    /// Kernels wait for each other.
    #[error("kernel {kernel} waits for itself through its predecessors (break the cycle)")]
    Cycle {
        /// A kernel of the cycle, or one that depends on it.
        kernel: u32,
    },
}
