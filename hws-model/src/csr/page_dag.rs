//! The DAG page: the DAG table as seen by firmware and verification (registers.md §9).

use hws_regs::DagFlags;

use crate::Hws;
use crate::dag_table::{Dag, DagSlot};

impl Hws {
    /// The highest offline_priority among the resident kernels of the slot that are not R-tasks.
    pub(super) fn top_offline(&self, slot: DagSlot) -> u32 {
        let of_slot = self.tables.rs.iter().map(|(_, kernel)| kernel);
        let others = of_slot.filter(|kernel| kernel.dag_slot == Some(slot) && kernel.reserved.is_empty());
        others.map(|kernel| kernel.offline_priority).max().unwrap_or(0)
    }
}

pub(super) fn flags(dag: &Dag) -> DagFlags {
    DagFlags::from_bits(0).with_valid(true).with_dynamic(dag.dynamic).with_tag_masked(u32::from(dag.tag))
}
