//! What a SIP does, as a snapshot has it: only states that I4 allows can be said (scheduler.md §7.1, §7.2).

use core::fmt;

use hws_types::{LaunchId, Sip};
use serde::{Deserialize, Serialize};

use super::error::RestoreError;
use crate::Hws;
use crate::launch_table::LaunchTable;
use crate::sip_status::{SipLaunch, SipStatus};

/// One SIP.
///
/// An idle SIP is pre-idle, nothing remains on it, and it does not count. A running one counts; one that
/// holds something pending does not, and is not pre-idle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
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

    /// Does to an idle SIP what brings it here.
    pub(super) fn rebuild(&self, sip: Sip, launches: &LaunchTable, sips: &mut SipStatus) {
        let launch = |id, remain| {
            let is_delivered = launches.get(id).is_some_and(|launch| launch.out_mdma);
            SipLaunch { id, est: remain, delay: 0, is_delivered }
        };
        match *self {
            Self::Idle => {}
            Self::Running { launch: id, pre_idle, remain } => {
                sips.launch(sip, launch(id, remain));
                if pre_idle {
                    sips.set_pre_idle(sip.mask());
                }
            }
            Self::Pending { running, pending, remain } => {
                sips.launch(sip, launch(running, 0));
                sips.launch(sip, launch(pending, remain));
            }
        }
    }
}

/// What is wrong with a SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SipFault {
    /// It runs or holds a launch that is not live.
    NotLive {
        /// The launch.
        id: LaunchId,
    },
    /// The launch that it runs waits behind itself.
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
                write!(f, "launch {} runs and waits on it; two different ones must", id.get())
            }
        }
    }
}

/// That a live launch has exactly the SIPs that are due is checked with the launches.
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
