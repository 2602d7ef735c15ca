//! VC runs of live launches: within the pool of their die, and disjoint (I13; scheduler.md §9.2).

use core::fmt;

use hws_types::{Die, LaunchId};

use super::error::RestoreError;
use crate::Hws;
use crate::launch_table::{Launch, VcRun};
use crate::second_resource::VcPools;

/// An inconsistency of the VCs of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VcRunFault {
    /// The run does not fit into a pool, or is empty and does not begin at 0.
    Shape {
        /// The first VC.
        base: u8,
        /// The number of VCs.
        num: u8,
    },
    /// Another launch on the die has some of the VCs.
    Shared {
        /// The other launch.
        other: LaunchId,
    },
}

impl fmt::Display for VcRunFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { base, num } => {
                write!(
                    f,
                    "{num} VCs from {base}; a run must lie within the {} VCs of its pool, an empty one at 0",
                    VcPools::VCS
                )
            }
            Self::Shared { other } => {
                write!(f, "it has VCs of launch {}; the runs of a die must be disjoint", other.get())
            }
        }
    }
}

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    hws.tables.launches.iter().try_for_each(|(id, launch)| {
        check_run(hws, id, launch).map_err(|fault| RestoreError::VcRun { id, fault })
    })
}

fn check_run(hws: &Hws, id: LaunchId, launch: &Launch) -> Result<(), VcRunFault> {
    let VcRun { base, num } = launch.vc_run;
    if u32::from(base) + u32::from(num) > u32::from(VcPools::VCS) || num == 0 && base != 0 {
        return Err(VcRunFault::Shape { base, num });
    }
    let shares =
        |other: &Launch| die(other) == die(launch) && other.vc_run.bits() & launch.vc_run.bits() != 0;
    let mut before = hws.tables.launches.iter().take_while(|(other, _)| *other != id);
    match before.find(|(_, other)| shares(other)) {
        Some((other, _)) => Err(VcRunFault::Shared { other }),
        None => Ok(()),
    }
}

fn die(launch: &Launch) -> Option<Die> {
    launch.mask.first().map(Die::from_sip)
}
