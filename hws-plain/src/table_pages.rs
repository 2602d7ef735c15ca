//! What the DAG and LAUNCH pages show (registers.md §9, §10).

use hws_regs::{DagFlags, LaunchInfo};
use hws_types::Source;

use super::PlainHws;
use super::dags::DagSlot;
use super::kernel::Kernel;
use super::sips::Launch;

impl PlainHws {
    /// The highest offline_priority of the slot's resident non-R kernels, 0 if none.
    pub(super) fn top_offline(&self, slot: usize) -> u32 {
        let of_slot = |kernel: &Kernel| kernel.dag_slot == Some(slot);
        let counts = |kernel: &Kernel| {
            rule!(TopOfflineOfR, !kernel.r_flag, true)
                && rule!(TopOfflineEligible, true, kernel.is_eligible())
                && rule!(TopOfflineWithSips, true, kernel.td.enable_sip_alloc)
        };
        let members =
            || self.kernels().map(|(_, kernel)| kernel).filter(|kernel| of_slot(kernel) && counts(kernel));
        let offline =
            |kernel: &Kernel| rule!(TopOfflineAsGiven, kernel.offline_priority, kernel.td.offline_priority);
        let highest = members().map(offline).max().unwrap_or(0);
        let lowest = members().map(offline).min().unwrap_or(0);
        let oldest = members().min_by_key(|kernel| kernel.seq).map_or(0, offline);
        let highest = rule!(TopOfflineLowest, highest, lowest);
        let highest = rule!(TopOfflineOldest, highest, oldest);
        let online = members().map(|kernel| kernel.online_priority).max().unwrap_or(0);
        rule!(TopOfflineOnline, highest, online)
    }
}

pub(super) fn dag_flags(dag: &DagSlot) -> DagFlags {
    let is_dynamic = rule!(DynamicNotShown, dag.is_dynamic, false);
    DagFlags::from_bits(0).with_valid(true).with_dynamic(is_dynamic).with_tag_masked(dag.tag.into())
}

pub(super) fn dag_total(dag: &DagSlot) -> u32 {
    rule!(TotalLeft, dag.total, dag.total.saturating_sub(dag.finish))
}

pub(super) fn dag_finish(dag: &DagSlot) -> u32 {
    rule!(FinishUpToTotal, dag.finish, dag.finish.min(dag.total))
}

/// Which paths were on at the launch.
pub(super) fn launch_info(launch: &Launch) -> LaunchInfo {
    let (mdma, mih) = rule!(LaunchPathsAsked, (launch.mdma, launch.mih), launch.asked);
    let (mdma, mih) = rule!(LaunchPathsSwapped, (mdma, mih), (mih, mdma));
    let (hdr, entry) = (u32::from(launch.ids.hdr_id), u32::from(launch.ids.hdr_entry_id));
    let (hdr, entry) = rule!(LaunchIdsSwapped, (hdr, entry), (entry, hdr));
    LaunchInfo::from_bits(0)
        .with_valid(true)
        .with_out_mdma(mdma)
        .with_out_mih(mih)
        .with_src(rule!(LaunchSourceHdr, launch.ids.source == Source::Firmware, false))
        .with_hdr_id_masked(hdr)
        .with_entry_id_masked(entry)
        .with_block_id_masked(rule!(LaunchBlockZero, launch.block_id, 0).into())
}

pub(super) fn launch_sips(launch: &Launch) -> u32 {
    rule!(LaunchSipsLeft, launch.sips, launch.sips - launch.done).0
}

pub(super) fn launch_done(launch: &Launch) -> u32 {
    let done = rule!(DoneNotShown, launch.done, launch.done - launch.sips);
    rule!(DoneIsLeft, done, launch.sips - launch.done).0
}
