//! The LAUNCH page: the launch table as seen by firmware and verification (registers.md §10).

use hws_regs::LaunchInfo;
use hws_types::Source;

use crate::launch_table::Launch;

pub(super) fn info(launch: &Launch) -> LaunchInfo {
    LaunchInfo::from_bits(0)
        .with_valid(true)
        .with_out_mdma(launch.paths.mdma())
        .with_out_mih(launch.paths.mih())
        .with_src(launch.ids.source == Source::Firmware)
        .with_hdr_id_masked(u32::from(launch.ids.hdr_id))
        .with_entry_id_masked(u32::from(launch.ids.hdr_entry_id))
        .with_block_id_masked(u32::from(launch.block_id))
}
