//! Reservations: possible for their R-tasks (I5; scheduler.md §6.6).

use core::fmt;

use hws_types::{Entry, SipMask};

use super::error::RestoreError;
use crate::Hws;
use crate::kernel::Kernel;

/// An inconsistency of a reservation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReservationFault {
    /// The kernel has nothing to launch or no DAG slot, so it was never a P-task.
    NotPTask,
    /// Some SIPs are outside the affinity of the kernel, or absent.
    Outside {
        /// The reserved SIPs.
        reserved: SipMask,
        /// The present SIPs in its affinity.
        inside: SipMask,
    },
    /// The SIPs are not the blocks of one launch.
    Shape {
        /// The reserved SIPs.
        reserved: SipMask,
        /// The number of blocks of one launch.
        blocks: u16,
        /// The number of SIPs of a block.
        threads: u32,
    },
    /// Another R-task has reserved SIPs in the same cluster.
    SharedCluster {
        /// The entry of the other R-task.
        other: Entry,
    },
}

impl fmt::Display for ReservationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPTask => {
                f.write_str("it reserves SIPs but could not launch as a P-task; only P-tasks are promoted")
            }
            Self::Outside { reserved, inside } => {
                write!(
                    f,
                    "it reserves {reserved}, which must lie within its affinity and the present SIPs, {inside}"
                )
            }
            Self::Shape { reserved, blocks, threads } => {
                write!(f, "it reserves {reserved}, which must be {blocks} aligned blocks of {threads} SIPs")
            }
            Self::SharedCluster { other } => {
                write!(
                    f,
                    "it reserves SIPs in the same cluster as entry {}; at most one R-task may",
                    other.get()
                )
            }
        }
    }
}

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    hws.tables.rs.r_tasks().try_for_each(|(entry, kernel)| {
        let shape = check_shape(hws, kernel).and_then(|()| check_clusters(hws, entry, kernel));
        shape.map_err(|fault| RestoreError::Reservation { entry, fault })
    })
}

fn check_shape(hws: &Hws, kernel: &Kernel) -> Result<(), ReservationFault> {
    let (reserved, inside) = (kernel.reserved, kernel.affinity() & hws.tables.present());
    let (blocks, threads) = (kernel.blocks_per_launch(), kernel.threads.get());
    let whole = reserved.blocks(kernel.threads).fold(SipMask::EMPTY, |all, block| all | block);
    if !kernel.is_eligible() || kernel.dag_slot.is_none() {
        return Err(ReservationFault::NotPTask);
    }
    if !inside.contains(reserved) {
        return Err(ReservationFault::Outside { reserved, inside });
    }
    if whole != reserved || reserved.len() != u32::from(blocks) * threads {
        return Err(ReservationFault::Shape { reserved, blocks, threads });
    }
    Ok(())
}

fn check_clusters(hws: &Hws, entry: Entry, kernel: &Kernel) -> Result<(), ReservationFault> {
    let clusters = hws.tables.topology().clusters_touched(kernel.reserved);
    let mut before = hws.tables.rs.r_tasks().take_while(|(other, _)| *other != entry);
    match before.find(|(_, other)| other.reserved.intersects(clusters)) {
        Some((other, _)) => Err(ReservationFault::SharedCluster { other }),
        None => Ok(()),
    }
}
