//! The self-test of event streams: a copy of A without one event must differ there and nowhere else.

use super::Comparison;
use super::streams::Found;
use crate::diff::report::DiffReport;
use crate::diff::self_test::mixed;

/// Runs the test and notes its result.
pub(super) fn run(report: &mut DiffReport, comparison: &Comparison<'_>, seed: u64) {
    report.note_self_test(attempt(comparison, seed));
}

fn attempt(comparison: &Comparison<'_>, seed: u64) -> Result<String, String> {
    let mut streams = comparison.streams();
    streams.values_mut().for_each(|stream| stream.events[1] = stream.events[0].clone());
    let total: usize = streams.values().map(|stream| stream.events[0].len()).sum();
    if total == 0 {
        return Err("no event was compared".to_owned());
    }
    let mut number = (mixed(seed) % total as u64) as usize;
    let chosen = streams.iter_mut().find_map(|(key, stream)| {
        let count = stream.events[1].len();
        if number < count {
            return Some((*key, stream.events[1].remove(number)));
        }
        number -= count;
        None
    });
    let (key, place) = chosen.ok_or("no event was chosen")?;
    let a = &comparison.sides[0];
    let rules = super::Rules { offset: 0, reorder: 0, slack: 0 };
    let matcher = super::Matcher { a, b: a, rules };
    for (key, stream) in &mut streams {
        matcher.run(stream, &comparison.shape.kinds[&key.0]);
    }
    let found: Vec<_> =
        streams.iter().flat_map(|(key, it)| it.found.iter().map(|found| (*key, *found))).collect();
    let (event, cycle) = (&a.events[place], a.events[place].cycle);
    let what = format!("`{}` left out at cycle {cycle} of a copy of A", a.describe(event, &comparison.names));
    match found.as_slice() {
        [(stream, Found::OnlyA(at))] if *stream == key && a.events[*at].cycle == cycle => {
            Ok(format!("{what}: found there"))
        }
        [] => Err(format!("{what} was not found")),
        _ => Err(format!("{what} was found elsewhere")),
    }
}
