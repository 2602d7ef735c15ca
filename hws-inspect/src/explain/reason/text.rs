//! Reasons as text.

use std::fmt;

use hws_types::Rule;

use super::{Precedence, Reason};
use crate::explain::words::{Sips, are, count};

impl Reason {
    /// The section of the specification that makes the kernel wait; `None` if nothing in the HWS does.
    pub(in crate::explain) const fn rule(&self) -> Option<Rule> {
        match self {
            Self::NotPushed | Self::BeforePush { .. } | Self::Launching => None,
            Self::Loader => Some(Rule::Scheduler2_2),
            Self::InFlight | Self::Disabled => Some(Rule::Scheduler3_1),
            Self::Trigger { .. } => Some(Rule::Scheduler4_1),
            Self::AllocationOnly => Some(Rule::Scheduler9_4),
            Self::UsageMask { .. } | Self::Affinity { .. } => Some(Rule::Scheduler5_1),
            Self::Owned { .. } => Some(Rule::Scheduler8_4),
            Self::EarlyLaunch { .. } => Some(Rule::Scheduler7_1),
            Self::Fragmentation { .. } | Self::Busy { .. } => Some(Rule::Scheduler5_2),
            Self::SecondResources { .. } => Some(Rule::Scheduler9_1),
            Self::Reserved { .. } => Some(Rule::Scheduler5_5),
            Self::Outranked { because, .. } => Some(because.rule()),
        }
    }

    /// The sentence without its section.
    fn sentence(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPushed => {
                f.write_str("not pushed: a stimulus shows only what reached the HWS, so not why")
            }
            Self::BeforePush { what } => write!(f, "not pushed: {what}"),
            Self::Loader => f.write_str("loader: the descriptors before it, its own, or no free entry"),
            Self::InFlight => f.write_str("admitted while an attempt was in flight, which cannot see it"),
            Self::Disabled => f.write_str("HWS_CTRL.ENABLE is 0"),
            Self::Launching => f.write_str("the attempt in flight launches it"),
            Self::Trigger { launched, trigger, blocks } => write!(
                f,
                "trigger: {launched} of {} launched, and the trigger allows {trigger}",
                count(*blocks, "block")
            ),
            Self::AllocationOnly => f.write_str("allocation only: it waits for L2 grants"),
            Self::UsageMask { excluded } => {
                write!(f, "usage mask: it excludes {} of the affinity", Sips(*excluded))
            }
            Self::Affinity { excluded } => {
                write!(f, "affinity: the free places include {} outside it", Sips(*excluded))
            }
            Self::Owned { sips } => write!(f, "firmware owns {} of its places", Sips(*sips)),
            Self::EarlyLaunch { sips } => {
                write!(f, "early launch is off: {} only pre-idle", are(*sips))
            }
            Self::Fragmentation { ready, needed } => write!(
                f,
                "fragmentation: {} ready for it, {needed} needed, but no aligned place is free",
                are(*ready)
            ),
            Self::Busy { ready, needed } => {
                write!(f, "busy: {} ready for it, {needed} needed", are(*ready))
            }
            Self::SecondResources { open_vgs, open_dies } => {
                write!(f, "second resources: open VGs {open_vgs:#04x}, open dies {open_dies:#x}")
            }
            Self::Reserved { by: Some(by), sips } => {
                write!(f, "reserved: {} reserved for {by} and not open to backfill", are(*sips))
            }
            Self::Reserved { by: None, sips } => write!(f, "reserved: {} reserved", are(*sips)),
            Self::Outranked { by, because } => {
                write!(f, "outranked: it has a place, but {by} comes first: {because}")
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence(f)?;
        match self.rule() {
            Some(rule) => write!(f, " ({})", rule.section()),
            None => Ok(()),
        }
    }
}

impl Precedence {
    /// The section of the specification.
    pub(in crate::explain) const fn rule(self) -> Rule {
        match self {
            Self::Pool | Self::FillUp => Rule::Scheduler5_6,
            Self::OnlinePriority | Self::OfflinePriority | Self::Age => Rule::Scheduler4_4,
        }
    }
}

impl fmt::Display for Precedence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pool => "its pool precedes",
            Self::FillUp => "it is a fill-up, and SIP_FILLUP_TASK_FIRST is on",
            Self::OnlinePriority => "its online_priority is higher",
            Self::OfflinePriority => "its offline_priority is higher",
            Self::Age => "it is older",
        })
    }
}
