//! Firmware-owned SIPs: present, idle and not reserved (scheduler.md §8.4; I5).

use core::fmt;

use super::error::RestoreError;
use crate::Hws;

/// An inconsistency of a SIP that firmware owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnershipFault {
    /// The machine does not have it.
    Absent,
    /// It is not idle.
    Busy,
    /// It is reserved.
    Reserved,
}

impl fmt::Display for OwnershipFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Absent => "firmware owns it; an owned SIP must be present",
            Self::Busy => "firmware owns it; an owned SIP must be idle",
            Self::Reserved => "firmware owns it; an owned SIP must not be reserved",
        })
    }
}

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let (tables, owned) = (&hws.tables, hws.tables.ownership.owned());
    let wrong = [
        (owned - tables.present(), OwnershipFault::Absent),
        (owned - tables.sips.idle(), OwnershipFault::Busy),
        (owned & tables.reservations.all(), OwnershipFault::Reserved),
    ];
    let first = wrong.into_iter().find_map(|(sips, fault)| Some((sips.first()?, fault)));
    first.map_or(Ok(()), |(sip, fault)| Err(RestoreError::Ownership { sip, fault }))
}
