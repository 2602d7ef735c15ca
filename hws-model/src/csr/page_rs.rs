//! The RS page: the Ready Station as firmware and verification see it (registers.md §8).

use hws_regs::{RegId, RsDims, RsFail, RsFlags, RsIds, RsProgress, RsRscOpen, RsRscReq};
use hws_types::{Entry, Source};

use crate::Hws;
use crate::kernel::Kernel;
use crate::second_resource::Supply;

/// A word of the page.
type Word = fn(&Hws, Entry, &Kernel) -> u32;

impl Hws {
    /// `None` for a register of another page; all zero when the entry is not valid.
    pub(super) fn peek_rs(&self, id: RegId) -> Option<u32> {
        let (entry, word): (u8, Word) = match id {
            RegId::RsFlags(i) => (i, |_, _, kernel| flags(kernel).bits()),
            RegId::RsKernelId(i) => (i, |_, _, kernel| kernel.td.kernel_id),
            RegId::RsKernelSeq(i) => (i, |_, _, kernel| kernel.seq32()),
            RegId::RsIds(i) => (i, |_, _, kernel| ids(kernel).bits()),
            RegId::RsDims(i) => (i, |_, _, kernel| dims(kernel).bits()),
            RegId::RsProgress(i) => (i, |_, _, kernel| progress(kernel).bits()),
            RegId::RsOfflinePriority(i) => (i, |_, _, kernel| kernel.offline_priority),
            RegId::RsOnlinePriority(i) => (i, |_, _, kernel| kernel.online_priority),
            RegId::RsAffinity(i) => (i, |_, _, kernel| kernel.td.affinity),
            RegId::RsEstExecTime(i) => (i, |_, _, kernel| kernel.td.est_exec_time),
            RegId::RsFail(i) => (i, |_, _, kernel| fail(kernel).bits()),
            RegId::RsReserved(i) => (i, |_, _, kernel| kernel.reserved.0),
            RegId::RsAgeRow(i) => (i, |hws, entry, _| hws.core.rs.younger(entry).0),
            RegId::RsRscOpen(i) => (i, |hws, _, kernel| hws.rsc_open(kernel).bits()),
            RegId::RsRscReq(i) => (i, |_, _, kernel| rsc_req(kernel).bits()),
            _ => return None,
        };
        let entry = Entry::wrapping(u32::from(entry));
        Some(self.core.rs.get(entry).map_or(0, |kernel| word(self, entry, kernel)))
    }

    /// Live; all 0 while second resources are off.
    fn rsc_open(&self, kernel: &Kernel) -> RsRscOpen {
        let none = RsRscOpen::from_bits(0);
        if !self.core.second_resources() {
            return none;
        }
        let supply = Supply::new(kernel.needs(), kernel.grants, self.core.pools, self.core.topology());
        none.with_vg_masked(u32::from(supply.open_vgs())).with_die_masked(u32::from(supply.open_dies()))
    }
}

fn flags(kernel: &Kernel) -> RsFlags {
    let td = &kernel.td;
    RsFlags::from_bits(0)
        .with_valid(true)
        .with_r_flag(!kernel.reserved.is_empty())
        .with_on_cp(td.on_cp)
        .with_coop(td.coop)
        .with_out_mdma(td.out_path_mdma)
        .with_out_mih(td.out_path_mih)
        .with_src(kernel.ids.source == Source::Firmware)
        .with_sip_alloc(td.enable_sip_alloc)
        .with_l2_alloc(td.enable_l2_alloc)
        .with_vc_alloc(td.enable_vc_alloc)
        .with_dag_slot_masked(kernel.dag_slot.map_or(0, Entry::get))
        .with_dag_slot_valid(kernel.dag_slot.is_some())
        .with_ctx_masked(u32::from(kernel.ctx))
}

fn ids(kernel: &Kernel) -> RsIds {
    RsIds::from_bits(0)
        .with_hdr_entry_id_masked(u32::from(kernel.ids.hdr_entry_id))
        .with_hdr_id_masked(u32::from(kernel.ids.hdr_id))
        .with_dag_tag_masked(u32::from(kernel.td.dag_tag))
}

fn dims(kernel: &Kernel) -> RsDims {
    RsDims::from_bits(0)
        .with_thread_num_masked(kernel.threads.get())
        .with_block_num_masked(u32::from(kernel.td.block_num))
}

fn progress(kernel: &Kernel) -> RsProgress {
    RsProgress::from_bits(0)
        .with_launched_masked(u32::from(kernel.launched))
        .with_trigger_masked(u32::from(kernel.trigger))
}

fn fail(kernel: &Kernel) -> RsFail {
    RsFail::from_bits(0)
        .with_times_masked(u32::from(kernel.fail_times))
        .with_start_block_masked(u32::from(kernel.td.start_block_idx))
}

fn rsc_req(kernel: &Kernel) -> RsRscReq {
    RsRscReq::from_bits(0)
        .with_l2_masked(kernel.grants.l2.requested)
        .with_vc_masked(kernel.grants.vc.requested)
}
