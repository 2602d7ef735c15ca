//! The RS page: the Ready Station as seen by firmware and verification (registers.md §8).

use hws_regs::{BlockTriggerCnt, RsDims, RsFail, RsFlags, RsIds, RsProgress, RsRscOpen, RsRscReq};
use hws_types::{Entry, Source};

use crate::Hws;
use crate::kernel::Kernel;
use crate::second_resource::Supply;

impl Hws {
    /// Live; all 0 while second resources are off.
    pub(super) fn rsc_open(&self, kernel: &Kernel) -> RsRscOpen {
        let none = RsRscOpen::from_bits(0);
        if !self.tables.second_resources() {
            return none;
        }
        let supply = Supply::new(kernel.needs(), kernel.grants, self.tables.vc_pools, self.tables.topology());
        none.with_vg_masked(u32::from(supply.open_vgs())).with_die_masked(u32::from(supply.open_dies()))
    }
}

/// BLOCK_TRIGGER_CNT: a read returns only the COUNT field of the command.
pub(super) fn trigger(kernel: &Kernel) -> BlockTriggerCnt {
    BlockTriggerCnt::from_bits(0).with_count_masked(u32::from(kernel.trigger))
}

pub(super) fn flags(kernel: &Kernel) -> RsFlags {
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

pub(super) fn ids(kernel: &Kernel) -> RsIds {
    RsIds::from_bits(0)
        .with_hdr_entry_id_masked(u32::from(kernel.ids.hdr_entry_id))
        .with_hdr_id_masked(u32::from(kernel.ids.hdr_id))
        .with_dag_tag_masked(u32::from(kernel.td.dag_tag))
}

pub(super) fn dims(kernel: &Kernel) -> RsDims {
    RsDims::from_bits(0)
        .with_thread_num_masked(kernel.threads.get())
        .with_block_num_masked(u32::from(kernel.td.block_num))
}

pub(super) fn progress(kernel: &Kernel) -> RsProgress {
    RsProgress::from_bits(0)
        .with_launched_masked(u32::from(kernel.launched))
        .with_trigger_masked(u32::from(kernel.trigger))
}

pub(super) fn fail(kernel: &Kernel) -> RsFail {
    RsFail::from_bits(0)
        .with_times_masked(u32::from(kernel.fail_times))
        .with_start_block_masked(u32::from(kernel.td.start_block_idx))
}

pub(super) fn rsc_req(kernel: &Kernel) -> RsRscReq {
    RsRscReq::from_bits(0)
        .with_l2_masked(kernel.grants.l2.requested)
        .with_vc_masked(kernel.grants.vc.requested)
}
