//! The DAG page: the DAG table as firmware and verification see it (registers.md §9).

use hws_regs::{DagFlags, RegId};

use crate::Hws;
use crate::dag_table::{Dag, DagSlot};

/// A word of the page.
type Word = fn(&Hws, DagSlot, &Dag) -> u32;

impl Hws {
    /// `None` for a register of another page; all zero when the slot is not valid.
    pub(super) fn peek_dag(&self, id: RegId) -> Option<u32> {
        let (slot, word): (u8, Word) = match id {
            RegId::DagFlags(i) => (i, |_, _, dag| flags(dag).bits()),
            RegId::DagTotal(i) => (i, |_, _, dag| dag.total),
            RegId::DagFinish(i) => (i, |_, _, dag| dag.finish),
            RegId::DagCpPriority(i) => (i, |_, _, dag| dag.cp_priority),
            RegId::DagTopOffline(i) => (i, |hws, slot, _| hws.top_offline(slot)),
            _ => return None,
        };
        let slot = DagSlot::wrapping(u32::from(slot));
        Some(self.core.dags.get(slot).map_or(0, |dag| word(self, slot, dag)))
    }

    /// The highest offline_priority of resident non-R kernels of the slot.
    fn top_offline(&self, slot: DagSlot) -> u32 {
        let of_slot = self.core.rs.iter().map(|(_, kernel)| kernel);
        let others = of_slot.filter(|kernel| kernel.dag_slot == Some(slot) && kernel.reserved.is_empty());
        others.map(|kernel| kernel.offline_priority).max().unwrap_or(0)
    }
}

fn flags(dag: &Dag) -> DagFlags {
    DagFlags::from_bits(0).with_valid(true).with_dynamic(dag.dynamic).with_tag_masked(u32::from(dag.tag))
}
