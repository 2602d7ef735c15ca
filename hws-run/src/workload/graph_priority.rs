//! Priorities of graphs, expressed in the priorities of their kernels (scheduler.md §4).
//!
//! The HWS has no register for the priority of a graph. It compares offline priorities in the O-pool and, of dynamic
//! graphs, in the P-pool; that of a static graph it divides by the one of the graph's critical path, so that a common factor
//! of its kernels cancels out (§4.3). If some graph of a workload has a priority, therefore:
//!
//! * the upper bits of every offline priority are the priority of the graph, the lower [`RANK_BITS`] that of the kernel. If
//!   those of the workload need more bits, all of them are shifted right together, and stay above 0 if they were;
//! * a graph with a priority above 0 is opened as a dynamic one.
//!
//! Without such a graph nothing changes.

use super::{Dag, GraphKind};

/// The highest priority of a graph; the lowest is 0, the default.
pub const GRAPH_PRIORITY_MOST: u8 = (1 << (u32::BITS - RANK_BITS)) - 1;
/// The bits of an offline priority that the rank of a kernel keeps.
const RANK_BITS: u32 = 28;

/// Lets the kernels of graphs with a higher priority precede the others.
pub(super) fn apply(dags: &mut [Dag]) {
    if dags.iter().all(|dag| dag.priority == 0) {
        return;
    }
    let highest = dags.iter().flat_map(|dag| &dag.kernels).map(|kernel| kernel.priority).max().unwrap_or(0);
    let shift = (u32::BITS - highest.leading_zeros()).saturating_sub(RANK_BITS);
    for dag in dags {
        if dag.priority > 0 {
            dag.kind = GraphKind::Dynamic;
        }
        let level = u32::from(dag.priority) << RANK_BITS;
        for kernel in &mut dag.kernels {
            kernel.priority = level | (kernel.priority >> shift).max(kernel.priority.min(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use hws_types::ThreadNum;

    use super::*;
    use crate::workload::Kernel;

    fn graph(priority: u8, ranks: &[u32]) -> Dag {
        let kernel = |&priority: &u32| Kernel { priority, ..Kernel::new("k", ThreadNum::ONE, 1, 1) };
        Dag { priority, ..Dag::new("g", ranks.iter().map(kernel).collect()) }
    }

    fn priorities(dags: &[Dag]) -> Vec<u32> {
        dags.iter().flat_map(|dag| &dag.kernels).map(|kernel| kernel.priority).collect()
    }

    #[test]
    fn nothing_changes_without_a_priority() {
        let mut dags = [graph(0, &[u32::MAX, 0]), graph(0, &[7])];
        let before = dags.clone();
        apply(&mut dags);
        assert_eq!(dags, before);
    }

    #[test]
    fn the_upper_bits_are_the_priority_of_the_graph() {
        let mut dags = [graph(0, &[900, 0]), graph(2, &[5]), graph(GRAPH_PRIORITY_MOST, &[0x0FFF_FFFF, 0])];
        apply(&mut dags);
        assert_eq!(priorities(&dags), [900, 0, 0x2000_0005, 0xFFFF_FFFF, 0xF000_0000]);
        let kinds = dags.map(|dag| dag.kind);
        assert_eq!(kinds, [GraphKind::Static, GraphKind::Dynamic, GraphKind::Dynamic]);
    }

    /// 2^29 needs two bits too many.
    #[test]
    fn long_ranks_are_shifted_together_and_stay_above_zero() {
        let mut dags = [graph(0, &[1 << 29, 4, 3, 0]), graph(1, &[8])];
        apply(&mut dags);
        assert_eq!(priorities(&dags), [1 << 27, 1, 1, 0, 0x1000_0002]);
    }
}
