//! A soft reset, forced or not, returns everything to its reset state but the RW registers (scheduler.md §8.5).

use hws_types::Rule;

use super::violated;
use crate::check::view::{Touched, View, first_change};
use crate::check::violation::{Resource, Violation};

/// The state after a soft reset; writes of RW registers are checked as for any write.
pub(in crate::check) fn reset_clears(now: &View) -> Result<(), Violation> {
    let cleared = View { cycle: now.cycle, ..View::default() };
    match first_change(&cleared, now, &Touched::ALL, &[]) {
        Some(part) => Err(violated(
            now,
            Resource::Named(part.name()),
            "survives a soft reset".to_owned(),
            Rule::Scheduler8_5,
        )),
        None => Ok(()),
    }
}
