//! L2 for prefetches: every request is granted at once, in the VG that has the fewest grants.
//!
//! The prefetch collects the grants, its kernel uses them: both descriptors count them, and the
//! kernel's is written first, because the HDR may push it as soon as the prefetch has them all.

use hws_types::{Entry, SipMask, TaskDescriptor, TaskIds};

use super::{Amos, Board};
use crate::observer::Observer;
use crate::run::error::RunError;
use crate::workload::Role;

impl Amos<'_> {
    /// Answers one L2_ALLOC_REQ that names the VGs `vgs`.
    pub(super) fn grant_l2<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        kernel_id: u32,
        ids: TaskIds,
        entry: Entry,
        vgs: u8,
    ) -> Result<(), RunError> {
        let Some((graph, dag, kernel)) = self.locate(kernel_id) else { return Ok(()) };
        let Role::PrefetchOf(other) = kernel.role else { return Ok(()) };
        let (prefetch, user) = (kernel_id, self.graphs[graph].first + other as u32);
        let Some(vg) = self.least_granted(&self.kernels[prefetch as usize].td, vgs) else { return Ok(()) };
        for (kernel_id, kernel) in [(user, &dag.kernels[other]), (prefetch, kernel)] {
            let td = &mut self.kernels[kernel_id as usize].td;
            td.l2_done[vg] = td.l2_done[vg].wrapping_add(1);
            let td = *td;
            self.write_descriptor(board, dag, kernel, &td)?;
        }
        let doing = RunError::while_doing(format!("grant L2 to {}/{}", dag.name, kernel.name));
        self.driver(board).refresh_descriptor(entry, ids).map_err(doing)
    }

    /// The VG with the fewest grants for the blocks that fit there, ties to the lowest: the blocks of
    /// a cooperative kernel need a grant in each place that they take together.
    fn least_granted(&self, td: &TaskDescriptor, vgs: u8) -> Option<usize> {
        let topology = self.workload.hardware.topology;
        let usable = SipMask(td.affinity) & topology.present();
        let places = |vg| (usable & topology.cluster_mask(vg)).len() / u32::from(td.thread_num.max(1));
        let named = topology.clusters().filter(|vg| vgs >> vg.get() & 1 == 1);
        let full_rounds = |vg: &hws_types::Cluster| u32::from(td.l2_done[vg.index()]) / places(*vg).max(1);
        named.min_by_key(|vg| (full_rounds(vg), vg.index())).map(|vg| vg.index())
    }
}
