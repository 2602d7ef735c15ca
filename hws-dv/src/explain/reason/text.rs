//! Reasons as text.

use std::fmt;

use hws_types::SipMask;

use super::{Precedence, Reason};
use crate::explain::words::{Sips, count};

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPushed => f.write_str("not pushed: its dependencies are outside the HWS"),
            Self::Loader => {
                f.write_str("loader: the descriptors before it, its own, or no free entry (§2.2)")
            }
            Self::InFlight => {
                f.write_str("admitted while an attempt was in flight, which cannot see it (§3.1)")
            }
            Self::Disabled => f.write_str("HWS_CTRL.ENABLE is 0 (§3.1)"),
            Self::Launching => f.write_str("the attempt in flight launches it"),
            Self::Trigger { launched, trigger, blocks } => write!(
                f,
                "trigger: {launched} of {} launched, and the trigger allows {trigger} (§4.1)",
                count(*blocks, "block")
            ),
            Self::AllocationOnly => f.write_str("allocation only: it waits for L2 grants (§9.4)"),
            Self::UsageMask { excluded } => {
                write!(f, "usage mask: it excludes {} of the affinity (§5.1)", Sips(*excluded))
            }
            Self::Affinity { excluded } => {
                write!(f, "affinity: the free places include {} outside it (§5.1)", Sips(*excluded))
            }
            Self::Owned { sips } => write!(f, "firmware owns {} of its places (§8.4)", Sips(*sips)),
            Self::EarlyLaunch { sips } => {
                write!(f, "early launch is off: {} only pre-idle (§7.1)", are(*sips))
            }
            Self::Fragmentation { ready, needed } => write!(
                f,
                "fragmentation: {} ready for it, {needed} needed, but no aligned place is free (§5.2)",
                are(*ready)
            ),
            Self::Busy { ready, needed } => {
                write!(f, "busy: {} ready for it, {needed} needed (§5.2)", are(*ready))
            }
            Self::SecondResources { open_vgs, open_dies } => {
                write!(f, "second resources: open VGs {open_vgs:#04x}, open dies {open_dies:#x} (§9.1)")
            }
            Self::Reserved { by: Some(by), sips } => {
                write!(f, "reserved: {} reserved for {by} and not open to backfill (§5.5)", are(*sips))
            }
            Self::Reserved { by: None, sips } => write!(f, "reserved: {} reserved (§5.5)", are(*sips)),
            Self::Outranked { by, because } => {
                write!(f, "outranked: it has a place, but {by} comes first: {because}")
            }
        }
    }
}

/// The SIPs with their verb.
fn are(sips: SipMask) -> String {
    if sips.is_empty() {
        "no SIP is".to_owned()
    } else if sips.len() == 1 {
        format!("{} is", Sips(sips))
    } else {
        format!("{} are", Sips(sips))
    }
}

impl fmt::Display for Precedence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pool => "its pool precedes (§5.6)",
            Self::FillUp => "it is a fill-up, and SIP_FILLUP_TASK_FIRST is on (§5.6)",
            Self::OnlinePriority => "its online_priority is higher (§4.4)",
            Self::OfflinePriority => "its offline_priority is higher (§4.4)",
            Self::Age => "it is older (§4.4)",
        })
    }
}
