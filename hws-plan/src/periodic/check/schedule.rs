//! Reading a schedule to be checked.

use std::ops::RangeInclusive;

use crate::input::{InputError, InputNode};
use crate::periodic::arrange::MOST_COPIES;
use crate::periodic::input::{LEAST, MOST_PES};

/// Limit of T, st and R, which may be larger than other integers.
const LARGEST: i64 = (1 << 62) - 1;
/// Limit of every other integer.
const WHOLE: RangeInclusive<i64> = LEAST..=-LEAST;

/// A copy of a node by id and copy number, as in an input.
pub(super) type Name = (i64, i64);

/// A schedule as given; only the ranges of its values are checked.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    /// Length of a period, at least 1.
    pub(crate) t: i64,
    /// Iterations of a period.
    pub(crate) i_period: usize,
    /// PEs.
    pub(crate) pes: usize,
    /// PE and start.
    pub(super) placements: Vec<(Name, (i64, i64))>,
    /// R.
    pub(super) retiming: Vec<(Name, i64)>,
    /// From, to, copy.
    pub(super) cached: Vec<(i64, i64, i64)>,
}

impl Schedule {
    pub(in crate::periodic) fn read(schedule: &InputNode<'_, '_>) -> Result<Self, InputError> {
        schedule.has_only(&["T", "i_period", "pes", "placements", "retiming", "cached"])?;
        let whole = |node: &InputNode<'_, '_>, key| node.key(key)?.integer(WHOLE);
        let large = |node: &InputNode<'_, '_>, key| node.key(key)?.integer(-LARGEST..=LARGEST);
        let size = |key| -> Result<usize, InputError> {
            Ok(schedule.key(key)?.integer(1..=MOST_PES)?.unsigned_abs() as usize)
        };
        let name = |node: &InputNode<'_, '_>| -> Result<Name, InputError> {
            Ok((whole(node, "id")?, whole(node, "r")?))
        };
        Ok(Self {
            t: schedule.key("T")?.integer(1..=LARGEST)?,
            i_period: size("i_period")?,
            pes: size("pes")?,
            placements: records(schedule, "placements", &["id", "r", "pe", "st", "ed"], |node| {
                Ok((name(node)?, (whole(node, "pe")?, large(node, "st")?)))
            })?,
            retiming: records(schedule, "retiming", &["id", "r", "R"], |node| {
                Ok((name(node)?, large(node, "R")?))
            })?,
            cached: records(schedule, "cached", &["from", "to", "r"], |node| {
                Ok((whole(node, "from")?, whole(node, "to")?, whole(node, "r")?))
            })?,
        })
    }
}

fn records<T>(
    schedule: &InputNode<'_, '_>,
    key: &str,
    known: &[&str],
    read: impl Fn(&InputNode<'_, '_>) -> Result<T, InputError>,
) -> Result<Vec<T>, InputError> {
    let record = |node: &InputNode<'_, '_>| {
        node.has_only(known)?;
        read(node)
    };
    schedule.key(key)?.list_of(MOST_COPIES)?.iter().map(record).collect()
}
