//! The state of a SIP in a snapshot, which can express only what I4 allows (scheduler.md §7.1, §7.2).

use core::fmt;

use hws_types::{LaunchId, Sip};
use serde::{Deserialize, Serialize};

use super::error::RestoreError;
use crate::Hws;
use crate::launch_table::LaunchTable;
use crate::sip_status::{SipLaunch, SipStatus};

/// The state of one SIP.
///
/// An idle SIP is pre-idle, has a remaining time of 0, and does not count down. A SIP with only a running launch
/// counts down; one with a pending launch does not, and is not pre-idle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum SipState {
    Idle,
    Running { launch: LaunchId, pre_idle: bool, remain: u32 },
    Pending { running: LaunchId, pending: LaunchId, remain: u32 },
}

impl SipState {
    pub(super) fn of(sips: &SipStatus, sip: Sip) -> Self {
        let remain = sips.remain(sip);
        match (sips.running_launch(sip), sips.pending_launch(sip)) {
            (Some(running), Some(pending)) => Self::Pending { running, pending, remain },
            (Some(launch), None) => {
                Self::Running { launch, pre_idle: sips.pre_idle().contains(sip.mask()), remain }
            }
            (None, _) => Self::Idle,
        }
    }

    /// Brings an idle SIP into this state.
    pub(super) fn rebuild(&self, sip: Sip, launches: &LaunchTable, sips: &mut SipStatus) {
        let launch = |id, remain| {
            let is_delivered = launches.get(id).is_some_and(|launch| launch.paths.mdma());
            SipLaunch { id, est: remain, delay: 0, is_delivered }
        };
        match *self {
            Self::Idle => {}
            Self::Running { launch: id, pre_idle, remain } => {
                sips.launch(sip.mask(), launch(id, remain));
                if pre_idle {
                    sips.set_pre_idle(sip.mask());
                }
            }
            Self::Pending { running, pending, remain } => {
                sips.launch(sip.mask(), launch(running, 0));
                sips.launch(sip.mask(), launch(pending, remain));
            }
        }
    }
}

/// An inconsistency of a SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SipFault {
    /// Its running or pending launch is not live.
    NotLive {
        /// The launch.
        id: LaunchId,
    },
    /// The same launch is running and pending.
    Twice {
        /// The launch.
        id: LaunchId,
    },
}

impl fmt::Display for SipFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotLive { id } => write!(f, "it runs or holds launch {}, which must be live", id.get()),
            Self::Twice { id } => {
                write!(f, "launch {} is both running and pending on it; the two must differ", id.get())
            }
        }
    }
}

/// Whether a live launch has exactly the SIPs that are due is checked with the launches.
pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let sips = &hws.tables.sips;
    for sip in Sip::all() {
        let places = [sips.running_launch(sip), sips.pending_launch(sip)];
        if let Some(id) = places.into_iter().flatten().find(|&id| hws.tables.launches.get(id).is_none()) {
            return Err(RestoreError::Sip { sip, fault: SipFault::NotLive { id } });
        }
        if let [Some(id), Some(pending)] = places
            && id == pending
        {
            return Err(RestoreError::Sip { sip, fault: SipFault::Twice { id } });
        }
    }
    Ok(())
}
