//! The lists of a timeline, column by column.

mod blocks;
mod firmware;
mod kernels;
mod spans;

pub(super) use blocks::RunList;
pub(super) use firmware::FirmwareList;
pub(super) use kernels::KernelList;
pub(super) use spans::{AttemptList, OwnedList, ReservationList, ResidentList, TroubleList, WaitList};
