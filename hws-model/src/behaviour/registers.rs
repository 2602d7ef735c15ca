//! The RW registers, as differences from their reset values.

use hws_regs::RegFile;

use super::bytes::Bytes;

pub(super) fn write<E: Extend<u8>>(out: &mut Bytes<'_, E>, regs: &RegFile) {
    let reset = const { &RegFile::reset() };
    differences(out, single(regs), single(reset));
    differences(out, usage(regs), usage(reset));
    differences(out, scale(regs), scale(reset));
    differences(out, map(regs), map(reset));
}

fn differences<E: Extend<u8>>(
    out: &mut Bytes<'_, E>,
    words: impl Iterator<Item = u32> + Clone,
    reset: impl Iterator<Item = u32> + Clone,
) {
    out.sparse(words.zip(reset).map(|(word, reset)| word ^ reset));
}

fn single(regs: &RegFile) -> impl Iterator<Item = u32> + Clone {
    let RegFile { hws_ctrl, hws_work_mode, sip_topology, tdp_cfg, time_unit, .. } = *regs;
    let RegFile { enable_second_rsc_sch, enable_early_launch_sip, early_launch_mode, .. } = *regs;
    let RegFile { pre_idle_offset, launch_sip_delay, promote, rsvd_sip_backfill_margin_offset, .. } = *regs;
    let RegFile { sip_fillup_task_first, use_rsvd_sip_first, p_top_k, dyn_dag_prio, .. } = *regs;
    let RegFile { dag_cmd_tag, dag_cmd_total, fw_task_td_addr, irq_enable, .. } = *regs;
    let control = [hws_ctrl.bits(), hws_work_mode.bits(), sip_topology.bits(), tdp_cfg.bits()];
    let time = [time_unit.bits(), pre_idle_offset.bits(), launch_sip_delay.bits()];
    let early = [enable_early_launch_sip.bits(), early_launch_mode.bits()];
    let reserved = [promote.bits(), rsvd_sip_backfill_margin_offset.bits(), use_rsvd_sip_first.bits()];
    let order = [sip_fillup_task_first.bits(), p_top_k.bits(), dyn_dag_prio.bits()];
    let operands = [dag_cmd_tag.bits(), dag_cmd_total.bits(), fw_task_td_addr.bits()];
    let others = [enable_second_rsc_sch.bits(), irq_enable.bits()];
    control.into_iter().chain(time).chain(early).chain(reserved).chain(order).chain(operands).chain(others)
}

fn usage(regs: &RegFile) -> impl Iterator<Item = u32> + Clone {
    regs.sip_usage_mask.iter().flatten().map(|mask| mask.bits())
}

fn scale(regs: &RegFile) -> impl Iterator<Item = u32> + Clone {
    regs.scale_ratio_table_rank.iter().map(|scale| scale.bits())
}

fn map(regs: &RegFile) -> impl Iterator<Item = u32> + Clone {
    regs.xmc_sip_map.iter().map(|map| map.bits())
}
