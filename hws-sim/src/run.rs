//! A run: firmware and HWS take a workload from power-on until everything is drained.

mod record;

pub use record::{DagRecord, ErrorRecord, KernelRecord, RunRecord, StuckKernel, Traffic};
