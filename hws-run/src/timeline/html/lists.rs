//! The lists of a timeline, column by column.

mod blocks;
mod firmware;
mod kernels;
mod spans;

pub(super) use blocks::RunList;
pub(super) use firmware::FirmwareList;
pub(super) use kernels::KernelList;
pub(super) use spans::{AttemptList, OwnedList, ReservationList, ResidentList, TroubleList, WaitList};

/// The first of consecutive values that are alike, and their number.
fn groups<T: Copy>(
    values: impl Iterator<Item = T>,
    are_alike: fn(&T, &T) -> bool,
) -> impl Iterator<Item = (T, u64)> {
    let mut values = values.peekable();
    std::iter::from_fn(move || {
        let first = values.next()?;
        let (mut last, mut count) = (first, 1);
        while let Some(next) = values.next_if(|next| are_alike(&last, next)) {
            (last, count) = (next, count + 1);
        }
        Some((first, count))
    })
}
