//! The features of a stimulus, each of which is on or off for its whole length.

use super::numbers::Numbers;

/// The features of one stimulus.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    /// The reference environment is attached; otherwise reports are written by hand.
    pub(super) sip_array: bool,
    /// ENABLE_EARLY_LAUNCH_SIP.
    pub(super) early_launch: bool,
    /// ENABLE_SECOND_RSC_SCH, grants, allocation-only kernels.
    pub(super) second_resources: bool,
    /// Cooperative kernels.
    pub(super) coop: bool,
    /// A harvested or smaller machine, affinities and usage masks with holes.
    pub(super) topology: bool,
    /// HRM_FW_CLAIM and RELEASE.
    pub(super) claims: bool,
    /// Tasks come through FW_TASK_PUSH too.
    pub(super) firmware_tasks: bool,
    /// The MIH path is used, and OUT_PATH changes.
    pub(super) mih_path: bool,
    /// Firmware does not read messages.
    pub(super) deaf_firmware: bool,
    /// Descriptors that have to be rejected.
    pub(super) bad_descriptors: bool,
    /// Any register is written, any offset accessed, reports are forged.
    pub(super) chaos: bool,
    /// Soft resets.
    pub(super) resets: bool,
    /// Many DAG tags.
    pub(super) many_tags: bool,
    /// Blocks wait for triggers.
    pub(super) triggers: bool,
    /// Configuration changes while kernels run.
    pub(super) live_changes: bool,
    /// Many more tasks than SIPs, most of them large.
    pub(super) crowded: bool,
    /// Kernels may use only a few SIPs and compete for them.
    pub(super) narrow: bool,
    /// Estimates are far from the real times.
    pub(super) bad_estimates: bool,
}

impl Features {
    /// Every other seed has a topology of its own; the other features are random.
    pub(super) fn new(numbers: &mut Numbers, seed: u64) -> Self {
        let mut is_on = |times| numbers.chance(times, 16);
        Self {
            sip_array: is_on(13),
            early_launch: is_on(8),
            second_resources: is_on(8),
            coop: is_on(7),
            topology: !seed.is_multiple_of(2),
            claims: is_on(4),
            firmware_tasks: is_on(4),
            mih_path: is_on(6),
            deaf_firmware: is_on(3),
            bad_descriptors: is_on(4),
            chaos: is_on(3),
            resets: is_on(4),
            many_tags: is_on(4),
            triggers: is_on(4),
            live_changes: is_on(7),
            crowded: is_on(8),
            narrow: is_on(4),
            bad_estimates: is_on(6),
        }
    }
}
