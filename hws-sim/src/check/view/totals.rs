//! The counters of events that nothing else in a view follows.

use hws_regs::RegId;

/// A place in [`View::totals`](super::View::totals).
#[derive(Clone, Copy, Debug)]
pub(in crate::check) enum Total {
    Attempt,
    Fail,
    LaunchR,
    LaunchP,
    LaunchO,
    Backfill,
    Early,
    Promote,
    Cancel,
}

/// The registers, in the order of their places.
pub(in crate::check) const TOTALS: [RegId; Total::COUNT] = [
    RegId::CntAttempt,
    RegId::CntFail,
    RegId::CntLaunchR,
    RegId::CntLaunchP,
    RegId::CntLaunchO,
    RegId::CntBackfill,
    RegId::CntEarly,
    RegId::CntPromote,
    RegId::CntCancel,
];

impl Total {
    pub(in crate::check) const COUNT: usize = Self::Cancel as usize + 1;
}
