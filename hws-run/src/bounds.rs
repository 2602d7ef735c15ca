//! The bounds of a workload: the makespan that no schedule beats, and the one that list scheduling stays below
//! if it costs nothing. [`report`](crate::report) defines them.

mod paths;

use hws_plan::bounds;

use crate::workload::{Dag, Kernel, Role, Workload, rounds};
pub(crate) use paths::Paths;

/// The bounds of a workload, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// No schedule is shorter.
    pub(crate) lower: u128,
    /// Graham's bound, from the latest arrival on.
    pub(crate) graham: u128,
    /// Kernels on the longest chain.
    pub(crate) chain: u128,
}

impl Bounds {
    /// The bounds of a workload with these paths, on its machine.
    pub(crate) fn of(workload: &Workload, paths: &Paths) -> Self {
        Self::on(workload, paths, workload.hardware.topology.present().len())
    }

    /// The bounds if only this number of SIPs is used.
    pub(crate) fn on(workload: &Workload, paths: &Paths, sips: u32) -> Self {
        let work = total_work(workload, &workload.dags);
        let latest = workload.dags.iter().map(|dag| u128::from(dag.arrival.0)).max().unwrap_or(0);
        let graham = match workload.has_transfers() {
            false => bounds::Bounds::from_totals(paths.longest, work, sips).graham(),
            // While a transfer of the path goes on, all SIPs may be idle.
            true => paths.longest.saturating_add(work.div_ceil(sips.max(1).into())),
        };
        Self {
            lower: bounds::Bounds::from_totals(paths.end, work, sips).lower,
            graham: graham.saturating_add(latest),
            chain: paths.chain,
        }
    }
}

/// SIP cycles of all blocks of these graphs.
pub(crate) fn total_work(workload: &Workload, dags: &[Dag]) -> u128 {
    let kernels = dags.iter().flat_map(|dag| &dag.kernels);
    kernels.map(|kernel| work(workload, kernel)).fold(0, u128::saturating_add)
}

/// Fewest cycles from the start of the first block to the end of the last one.
fn length(workload: &Workload, kernel: &Kernel) -> u128 {
    block_cycles(workload, kernel) * u128::from(rounds(kernel, workload.hardware.topology))
}

/// SIP cycles of all blocks of a kernel.
fn work(workload: &Workload, kernel: &Kernel) -> u128 {
    let sips = if kernel.runs() { kernel.threads.get() } else { 0 };
    block_cycles(workload, kernel) * u128::from(sips) * u128::from(kernel.blocks)
}

/// A prefetch takes no time.
fn block_cycles(workload: &Workload, kernel: &Kernel) -> u128 {
    match kernel.role {
        Role::PrefetchOf(_) => 0,
        Role::Compute | Role::ComputeAfter(_) | Role::Load => workload.block_cycles(kernel).into(),
    }
}

/// The nearest number of 64 bits.
pub(crate) fn narrow(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
