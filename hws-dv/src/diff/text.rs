//! The report as text, and the last line that programs read.

use std::fmt;

use hws_input::{counted, grouped};

use super::events;
use super::lane::State;
use super::marked::Marked;
use super::report::{DiffReport, SignalDifference, shown};
use super::waiver::WaiverUse;
use crate::check::DumpVerdict;
use crate::check::text::{list, times};

/// The most differences of the first cycle that are listed; the JSON has all of them.
const LISTED: usize = 40;
/// The most later differences that are listed.
const LATER: usize = 20;

/// The report.
#[derive(Clone, Copy, Debug)]
pub struct DiffText<'a>(
    /// The report.
    pub &'a DiffReport,
);

impl fmt::Display for DiffText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        writeln!(
            f,
            "A: {}{}\nB: {}{}",
            report.files[0],
            scope(&report.scopes[0]),
            report.files[1],
            scope(&report.scopes[1])
        )?;
        headline(report, f)?;
        report.warnings.iter().try_for_each(|warning| writeln!(f, "  warning: {warning}"))?;
        match &report.events {
            Some(events) => events::text(report, events, f)?,
            None => signals(report, f)?,
        }
        report.waivers.iter().try_for_each(|waiver| waived(waiver, f))?;
        if let Some(result) = &report.self_test {
            writeln!(f, "  self-test: {result}")?;
        }
        match &report.waveform {
            Some(Ok(waveform)) => writeln!(f, "  waveform: {waveform}")?,
            Some(Err(reason)) => writeln!(f, "  no waveform: {reason}")?,
            None => (),
        }
        writeln!(f, "{}", last_line(report))
    }
}

fn signals(report: &DiffReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    differences(report, f)?;
    context(report, f)?;
    report.hints.iter().try_for_each(|hint| writeln!(f, "  hint: {hint}"))?;
    later(report, f)?;
    coverage(report, f)
}

fn scope(scope: &str) -> String {
    if scope.is_empty() { String::new() } else { format!(" (scope {scope})") }
}

fn headline(report: &DiffReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(headline) = report.events.as_ref().and_then(events::headline) {
        writeln!(f, "{headline}")?;
        return report.problem.iter().try_for_each(|problem| writeln!(f, "  {problem}"));
    }
    match (&report.problem, report.differences.first()) {
        (problem, Some(first)) => {
            let epoch =
                if first.epoch > 1 { format!(", after reset {}", first.epoch) } else { String::new() };
            let signals = counted(report.first().len(), "signal");
            writeln!(
                f,
                "differ at cycle {} (time {} in A, {} in B{epoch}): {signals}",
                first.cycle,
                report.timing[0].shown(first.time_a),
                report.timing[1].shown(first.time_b)
            )?;
            problem.iter().try_for_each(|problem| writeln!(f, "  {problem}"))
        }
        // It begins with "equal".
        (Some(problem), None) if report.verdict == DumpVerdict::Partial => writeln!(f, "{problem}"),
        (Some(problem), None) => writeln!(f, "{}: {problem}", report.verdict.word().replace('_', " ")),
        (None, None) => writeln!(f, "equal in {} cycles", grouped(report.counts.cycles)),
    }
}

fn differences(report: &DiffReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let first = report.first();
    for difference in first.iter().take(LISTED) {
        writeln!(f, "  cycle {}: {}", difference.cycle, Shown(difference))?;
        if difference.width > 1 && !difference.is_real {
            write!(f, "{}", Marked(difference))?;
        }
    }
    if first.len() > LISTED {
        writeln!(f, "  {} more signals differ there (--json lists all)", first.len() - LISTED)?;
    }
    Ok(())
}

/// One difference: `RS_FLAGS[3] (RS[3].FLAGS) A 0x1 B 0x3, bit 1: R_FLAG A 0 B 1`.
struct Shown<'a>(&'a SignalDifference);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let it = self.0;
        f.write_str(&it.signal)?;
        if let Some((high, low)) = it.range {
            write!(f, "[{high}:{low}]")?;
        }
        if let Some(name) = it.register.map(|id| id.to_string()).filter(|name| *name != it.signal) {
            write!(f, " ({name})")?;
        }
        let [a, b] = it.values();
        write!(f, " A {a} B {b}")?;
        if !it.is_real {
            write!(f, ", {}", bits(it.bits, it.range.map_or(0, |(_, low)| low)))?;
        }
        if it.state == State::BothUnknown {
            f.write_str(" (unknown on both sides)")?;
        }
        let fields: Vec<String> = it
            .fields
            .iter()
            .map(|field| format!("{} A {:#x} B {:#x}", field.name, field.a, field.b))
            .collect();
        if fields.is_empty() { Ok(()) } else { write!(f, ": {}", fields.join(", ")) }
    }
}

/// "bit 3", "bits 0-3, 7".
fn bits(bits: u64, low: u32) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for bit in (0..64).filter(|bit| bits >> bit & 1 == 1) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == bit + low => *last += 1,
            _ => ranges.push((bit + low, bit + low)),
        }
    }
    let one = |&(first, last): &(u32, u32)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    let word = if bits.count_ones() == 1 { "bit" } else { "bits" };
    format!("{word} {}", ranges.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// A table: a row per cycle, a column per signal; `A/B` where they differ.
fn context(report: &DiffReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (context, Some(first)) = (&report.context, report.differences.first()) else { return Ok(()) };
    if context.rows.is_empty() {
        return Ok(());
    }
    let cell = |((a, b), is_real): (&(crate::wave::Bits, crate::wave::Bits), &bool)| {
        let [a, b] = [a, b].map(|value| shown(*value, *is_real));
        if a == b { a } else { format!("{a} / {b}") }
    };
    let cells = |values: &[_]| values.iter().zip(&context.is_real).map(cell).collect();
    let rows: Vec<(u64, Vec<String>)> =
        context.rows.iter().map(|(cycle, values)| (*cycle, cells(values))).collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|(_, cells)| cells[column].chars().count());
        cells.chain([context.signals[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..context.signals.len()).map(width).collect();
    let line = |cells: &[String]| -> String {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    writeln!(f, "  around it (A / B where they differ):")?;
    writeln!(f, "    {:>10}  {}", "cycle", line(&context.signals))?;
    for (cycle, cells) in &rows {
        let mark = if *cycle == first.cycle { '>' } else { ' ' };
        writeln!(f, "   {mark}{cycle:>10}  {}", line(cells))?;
    }
    Ok(())
}

fn later(report: &DiffReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let later = &report.differences[report.first().len()..];
    if later.is_empty() {
        return Ok(());
    }
    writeln!(f, "  first differences of other signals:")?;
    for difference in later.iter().take(LATER) {
        writeln!(f, "    cycle {}: {}", difference.cycle, Shown(difference))?;
    }
    if later.len() > LATER {
        writeln!(f, "    {} more signals (--json lists all)", later.len() - LATER)?;
    }
    Ok(())
}

fn coverage(report: &DiffReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if report.signals == 0 {
        return Ok(());
    }
    let counts = &report.counts;
    writeln!(
        f,
        "  {} cycles compared, {} skipped; {} values compared, {} masked, {} waived, {} not compared (unknown on one \
         side)",
        grouped(counts.cycles),
        grouped(counts.skipped_cycles),
        grouped(counts.compared),
        grouped(counts.masked),
        grouped(counts.waived),
        grouped(counts.unknown)
    )?;
    writeln!(
        f,
        "  {} signals paired ({} further names of the same signals), {} excluded by options",
        grouped(report.signals as u64),
        grouped(report.aliases as u64),
        grouped(report.ignored as u64)
    )?;
    report
        .bits
        .iter()
        .try_for_each(|bits| writeln!(f, "  bits compared, of the side that has more: {bits}"))?;
    list("only in A", &report.unmapped[0], f)?;
    list("only in B", &report.unmapped[1], f)?;
    list("not compared (reals, strings, events)", &report.not_digital, f)?;
    list("unknown on one side", &times(with_counts(&report.unknown)), f)?;
    list("volatile, differing", &times(with_counts(&report.volatile)), f)
}

/// "waived 3 times: RS_FLAGS[3] (3 times): the reason (bug 12, expires 2027-01-31)", or why the waiver is stale.
fn waived(it: &WaiverUse, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let bug = it.waiver.bug.as_ref().map(|bug| format!("bug {bug}"));
    let expires = it.waiver.expires.map(|date| format!("until {date}"));
    let notes: Vec<String> = bug.into_iter().chain(expires).collect();
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    let reason = format!("{}{notes}", it.waiver.reason);
    match it.stale() {
        Some(stale) => writeln!(f, "  {stale}: {reason}"),
        None => list(&format!("waived {} times: {reason}", it.values()), &times(with_counts(&it.signals)), f),
    }
}

fn with_counts(list: &[(String, u64)]) -> impl Iterator<Item = (&str, u64)> {
    list.iter().map(|(name, count)| (name.as_str(), *count))
}

/// `verdict: differ cycles=…`: words that programs can split at blanks.
fn last_line(report: &DiffReport) -> String {
    let counts = &report.counts;
    let first = match &report.events {
        _ if report.verdict != DumpVerdict::Differ => None,
        None => report
            .differences
            .first()
            .map(|first| format!(" cycle={} time={} signal={}", first.cycle, first.time_a, first.signal)),
        Some(events) => events
            .differences
            .first()
            .map(|first| format!(" cycle={} stream={}", first.cycle, first.stream.replace(' ', "_"))),
    };
    let first = first.unwrap_or_default();
    format!(
        "verdict: {} cycles={} signals={} compared={} bits={} masked={} waived={} skipped={} unknown={} unmapped_a={} unmapped_b={}{first}",
        report.verdict.word(),
        counts.cycles,
        report.signals,
        counts.compared,
        report.bits.map_or("unknown".to_owned(), |bits| format!("{}%", bits.percent())),
        counts.masked,
        counts.waived,
        counts.skipped,
        counts.unknown,
        report.unmapped[0].len(),
        report.unmapped[1].len(),
    )
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn bits_are_listed_as_ranges() {
        assert_eq!(bits(0b1000, 0), "bit 3");
        assert_eq!(bits(0b1000_1111, 0), "bits 0-3, 7");
        assert_eq!(bits(1 << 63 | 1, 64), "bits 64, 127");
    }
}
