//! The LAUNCH page: the launch table as firmware and verification see it (registers.md §10).

use hws_regs::{LaunchInfo, RegId};
use hws_types::{LaunchId, Source};

use crate::Hws;
use crate::launch_table::Launch;

impl Hws {
    /// `None` for a register of another page; all zero when the entry is not valid.
    pub(super) fn peek_launch(&self, id: RegId) -> Option<u32> {
        let (entry, word): (u8, fn(&Launch) -> u32) = match id {
            RegId::LaunchInfo(i) => (i, |launch| info(launch).bits()),
            RegId::LaunchSipMask(i) => (i, |launch| launch.mask.0),
            RegId::LaunchDoneMask(i) => (i, |launch| launch.done.0),
            RegId::LaunchKernelSeq(i) => (i, |launch| launch.kernel_seq),
            _ => return None,
        };
        Some(self.core.launches.get(LaunchId::wrapping(u32::from(entry))).map_or(0, word))
    }
}

fn info(launch: &Launch) -> LaunchInfo {
    LaunchInfo::from_bits(0)
        .with_valid(true)
        .with_out_mdma(launch.out_mdma)
        .with_out_mih(launch.out_mih)
        .with_src(launch.of.ids.source == Source::Firmware)
        .with_hdr_id_masked(u32::from(launch.of.ids.hdr_id))
        .with_entry_id_masked(u32::from(launch.of.ids.hdr_entry_id))
        .with_block_id_masked(u32::from(launch.of.block_id))
}
