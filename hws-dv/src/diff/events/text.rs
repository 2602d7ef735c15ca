//! The report on event streams as text.

use std::fmt;

use hws_input::grouped;

use super::report::{EventDifference, EventReport, ShownEvent};
use crate::check::text::{list, times};
use crate::diff::report::DiffReport;

/// The most differences of the first cycle, and of later ones, that are listed.
const LISTED: usize = 40;
const LATER: usize = 20;

/// "differ at cycle 1582: 2 events".
pub(in crate::diff) fn headline(events: &EventReport) -> Option<String> {
    let first = events.first();
    let epoch = first.first()?.epoch;
    let epoch = if epoch > 1 { format!(", after reset {epoch}") } else { String::new() };
    let plural = if first.len() == 1 { "" } else { "s" };
    Some(format!("differ at cycle {}{epoch}: {} event{plural}", first[0].cycle, first.len()))
}

/// Everything between the headline and the coverage.
pub(in crate::diff) fn text(
    report: &DiffReport,
    events: &EventReport,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let first = events.first();
    first.iter().take(LISTED).try_for_each(|it| writeln!(f, "  {}", Shown(it)))?;
    more(first.len(), LISTED, f)?;
    around(events, f)?;
    report.hints.iter().try_for_each(|hint| writeln!(f, "  hint: {hint}"))?;
    let later = &events.differences[first.len()..];
    if !later.is_empty() {
        writeln!(f, "  later:")?;
        later.iter().take(LATER).try_for_each(|it| writeln!(f, "    {}", Shown(it)))?;
        more(events.differing as usize - first.len(), LATER, f)?;
    }
    streams(events, f)?;
    coverage(report, events, f)
}

fn more(count: usize, listed: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if count > listed {
        writeln!(f, "  {} more (--json lists them)", grouped((count - listed) as u64))
    } else {
        Ok(())
    }
}

/// "cycle 1582: promote entry 0: only in A: promote entry 0 seq 2 mask 0x70000 (time 5)".
struct Shown<'a>(&'a EventDifference);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let it = self.0;
        write!(f, "cycle {}: stream `{}`, {}", it.cycle, it.stream, it.state.word())?;
        if !it.fields.is_empty() {
            write!(f, " ({})", it.fields.join(", "))?;
        }
        let side = |name: &str, event: &Option<ShownEvent>| {
            event.as_ref().map_or(String::new(), |ShownEvent { cycle, place, text, .. }| {
                format!("\n      {name} cycle {cycle}, {place}: {text}")
            })
        };
        write!(f, "{}{}", side("A", &it.a), side("B", &it.b))
    }
}

fn around(events: &EventReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(first) = events.differences.first().filter(|_| !events.around.is_empty()) else { return Ok(()) };
    writeln!(f, "  around it (events of both sides, of A only, of B only):")?;
    for line in &events.around {
        let mark = if line.cycle == first.cycle { '>' } else { ' ' };
        let side = |is: bool, name: char| if is { name } else { ' ' };
        let (a, b) = (side(line.is_in_a, 'A'), side(line.is_in_b, 'B'));
        writeln!(f, "   {mark}{:>10}  {a}{b}  {}", line.cycle, line.text)?;
    }
    Ok(())
}

/// The streams that differ.
fn streams(events: &EventReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let differing: Vec<String> = events
        .streams
        .iter()
        .filter(|stream| stream.differing > 0)
        .map(|it| format!("`{}` ({} of {} and {})", it.name, it.differing, it.a, it.b))
        .collect();
    list("streams that differ (differences of events in A and B)", &differing, f)
}

fn coverage(report: &DiffReport, events: &EventReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let counts = &report.counts;
    writeln!(
        f,
        "  {} events of A and {} of B in {} streams; {} compared, {} differ, {} waived, {} in another order within the \
         bound, {} skipped",
        grouped(events.events[0]),
        grouped(events.events[1]),
        grouped(events.streams.len() as u64),
        grouped(counts.compared),
        grouped(counts.differing),
        grouped(counts.waived),
        grouped(events.reordered),
        grouped(counts.skipped)
    )?;
    for (side, name) in ["A", "B"].into_iter().enumerate() {
        let kinds = times(events.only[side].iter().map(|(kind, count)| (kind, *count)));
        list(&format!("kinds only in {name}, not compared"), &kinds, f)?;
        list(&format!("fields only in {name}, not compared"), &events.fields_only[side], f)?;
    }
    Ok(())
}
