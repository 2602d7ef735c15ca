//! The verdict on two dumps.

use hws_input::grouped;

use super::collect::compared;
use super::engine::Engine;
use super::options::DiffOptions;
use super::pair::{Pair, Pairing};
use super::place::Alone;
use super::report::DiffReport;
use super::side::Ended;
use super::waiver::WaiverUse;
use crate::check::{ComparedBits, DEFAULT_MIN_COVERAGE, DumpVerdict};
use crate::wave::Cut;

/// How both sides ended.
pub(super) struct Ends {
    sides: [Side; 2],
}

#[derive(Default)]
struct Side {
    /// Why the dump ends too early: "ends inside a value change at byte 7: the file is cut".
    broken: Option<String>,
    cut: Option<Cut>,
    may_end_anywhere: bool,
    stamps: u64,
    ticks: u64,
    sampled: u64,
    unnumbered: u64,
    warnings: Vec<String>,
}

impl Ends {
    pub(super) fn new(ended: [Option<Ended>; 2]) -> Self {
        Self { sides: ended.map(Side::new) }
    }
}

impl Side {
    fn new(ended: Option<Ended>) -> Self {
        let Some(Ended { read, seen, may_end_anywhere }) = ended else {
            let broken = Some("reading failed without a reason".to_owned());
            return Self { broken, ..Self::default() };
        };
        let (broken, cut, warnings) = match read {
            Err(error) => (Some(error.to_string()), None, Vec::new()),
            Ok(end) => (end.cut.as_ref().map(Cut::to_string), end.cut, end.warnings),
        };
        let (stamps, ticks, sampled, unnumbered) = (seen.stamps, seen.ticks, seen.sampled, seen.unnumbered);
        Self { broken, cut, may_end_anywhere, stamps, ticks, sampled, unnumbered, warnings }
    }
}

const SIDES: [&str; 2] = ["A", "B"];

/// What to do if too few signals are paired.
pub(super) const PAIR_MORE: &str =
    "give the scopes with --prefix-a and --prefix-b, or a map with --map (--suggest-map proposes one)";

/// Fills verdict, problem and warnings of the report.
pub(super) fn judge(
    report: &mut DiffReport,
    pairing: &Pairing<'_>,
    engine: &Engine<'_>,
    ends: Ends,
    options: &DiffOptions,
) {
    let broken = broken(report, &ends);
    report.cuts = ends.sides.each_ref().map(|side| side.cut.clone());
    let says_something = report.counts.compared > 0 && only_steering(report, pairing, engine).is_none();
    warn(report, &ends, engine);
    let lengths = if broken.is_some() { None } else { unequal_lengths(report, engine, options) };
    let doubtful = doubtful_end(report, engine, &ends);
    let so_far = so_far(report, says_something);
    let equal = report.differences.is_empty();
    let too_little = too_little(report, pairing, engine, &ends, options);
    let bits = pairing.bits(options, |pair| compared(pair, engine) > 0);
    report.bits = Some(bits);
    (report.verdict, report.problem) = if let Some(reason) = doubtful {
        report.differences.clear();
        (
            DumpVerdict::Unreadable,
            Some(format!("{reason}; {}", so_far_equal(report.counts.cycles.saturating_sub(1)))),
        )
    } else if !equal {
        (DumpVerdict::Differ, broken.map(|reason| format!("{reason}, after the first difference")))
    } else if let Some(reason) = broken {
        (DumpVerdict::Unreadable, Some(format!("{reason}{}; {so_far}", edges(report))))
    } else if let Some(reason) = lengths.filter(|_| says_something) {
        (DumpVerdict::Differ, Some(reason))
    } else if let Some(reason) = too_little {
        (DumpVerdict::TooLittle, Some(reason))
    } else if let Some(reason) = stale(report) {
        (DumpVerdict::StaleWaiver, Some(reason))
    } else if let Some(reason) = partial(bits, options) {
        (DumpVerdict::Partial, Some(reason))
    } else {
        (DumpVerdict::Equal, None)
    };
}

/// Why equality says too little of what there is.
fn partial(bits: ComparedBits, options: &DiffOptions) -> Option<String> {
    let enough = options.min_coverage.unwrap_or(DEFAULT_MIN_COVERAGE);
    (!bits.reaches(enough)).then(|| {
        format!(
            "equal, PARTIAL ({} % of the bits of the side that has more): fewer than {enough} % were compared; {PAIR_MORE}, leave \
             signals out with --only or --ignore, or accept it with `--min-coverage {}`",
            bits.percent(),
            bits.permille() / 10
        )
    })
}

/// Waivers that have expired or waive nothing.
pub(super) fn stale(report: &DiffReport) -> Option<String> {
    let stale: Vec<String> = report.waivers.iter().filter_map(WaiverUse::stale).collect();
    (!stale.is_empty()).then(|| stale.join("; "))
}

fn broken(report: &DiffReport, ends: &Ends) -> Option<String> {
    let side =
        ends.sides.iter().zip(&report.files).find_map(|(side, file)| Some((side.broken.as_ref()?, file)));
    side.map(|(reason, file)| format!("{file}: {reason}"))
}

fn so_far(report: &DiffReport, says_something: bool) -> String {
    if says_something { so_far_equal(report.counts.cycles) } else { "nothing was compared".to_owned() }
}

/// ", 12 edges compared" behind "the file is cut at time 7".
fn edges(report: &DiffReport) -> String {
    let is_at_a_time = report.cuts.iter().flatten().any(|cut| cut.time.is_some());
    if is_at_a_time { format!(", {} edges compared", grouped(report.counts.cycles)) } else { String::new() }
}

fn so_far_equal(cycles: u64) -> String {
    format!("{} cycles compared, equal so far", grouped(cycles))
}

/// The last time stamp of a text that ends before the other side may be cut at a line end.
fn doubtful_end(report: &DiffReport, engine: &Engine<'_>, ends: &Ends) -> Option<String> {
    let first = engine.firsts.first()?.place;
    let side = [first.is_last_a, first.is_last_b].iter().position(|is_last| *is_last)?;
    let goes_on = engine.surplus[1 - side].count > 0;
    (goes_on && ends.sides[side].may_end_anywhere).then(|| {
        format!(
            "{}: its last time stamp differs, but nothing follows it: the file may be cut there",
            report.files[side]
        )
    })
}

fn more(count: u64) -> String {
    if count == 1 { "1 more cycle".to_owned() } else { format!("{} more cycles", grouped(count)) }
}

/// One side has cycles that the other one does not have.
fn unequal_lengths(report: &mut DiffReport, engine: &Engine<'_>, options: &DiffOptions) -> Option<String> {
    let slack = options.offsets.iter().map(|offset| offset.value.unsigned_abs()).max().unwrap_or(0);
    let longer = |alone: &[Alone; 2]| alone.iter().position(|alone| alone.count > slack);
    let inside = longer(&engine.alone).map(|side| {
        let Alone { count, first: (cycle, time) } = engine.alone[side];
        let time = report.timing[side].shown(time);
        let (here, there) = (SIDES[side], SIDES[1 - side]);
        format!(
            "{} cycles of {here} are not in {there}, the first is cycle {cycle} at time {time}",
            grouped(count)
        )
    });
    let behind = longer(&engine.surplus).map(|side| {
        let (here, there) = (SIDES[side], SIDES[1 - side]);
        let Alone { count, first: (cycle, time) } = engine.surplus[side];
        let time = report.timing[side].shown(time);
        format!(
            "{there} ({}) is shorter: {here} has {}, from cycle {cycle} at time {time} on",
            report.files[1 - side],
            more(count)
        )
    });
    let reason = inside.or(behind)?;
    if options.allow_shorter {
        report.warnings.push(reason);
        return None;
    }
    Some(format!("{reason}; --allow-shorter accepts that"))
}

fn warn(report: &mut DiffReport, ends: &Ends, engine: &Engine<'_>) {
    for (side, file) in ends.sides.iter().zip(&report.files) {
        report.warnings.extend(side.warnings.iter().map(|warning| format!("{file}: {warning}")));
        if side.unnumbered > 0 {
            let count = grouped(side.unnumbered);
            report.warnings.push(format!("{file}: {count} edges are left out: their cycle is unknown"));
        }
    }
    if engine.cycles == 0 && engine.skipped > 0 {
        report.warnings.push(format!("all {} cycles are skipped", grouped(engine.skipped)));
    }
}

/// Why the comparison says too little.
fn too_little(
    report: &DiffReport,
    pairing: &Pairing<'_>,
    engine: &Engine<'_>,
    ends: &Ends,
    options: &DiffOptions,
) -> Option<String> {
    let silent = ends.sides.iter().zip(&report.files).find(|(side, _)| side.sampled == 0);
    if let Some((side, file)) = silent {
        return Some(match side.ticks {
            0 => format!(
                "{file}: the clock never ticks in {} time stamps: nothing was compared; name the clock with --clock",
                grouped(side.stamps)
            ),
            ticks => format!(
                "{file}: none of {} clock edges is sampled (--enable, --cycle): nothing was compared",
                grouped(ticks)
            ),
        });
    }
    for pattern in &options.require {
        let named = pairing.pairs.iter().filter(|pair| pair.is_named(pattern));
        if !named.clone().any(|pair| compared(pair, engine) > 0) {
            let why =
                if named.count() == 0 { "fits no signal that both dumps have" } else { "was never compared" };
            return Some(format!("`--require {pattern}` {why}"));
        }
    }
    if let Some(reason) = only_steering(report, pairing, engine) {
        return Some(reason);
    }
    let needed = options.min_compared.max(1);
    (report.counts.compared < needed).then(|| {
        let compared = grouped(report.counts.compared);
        format!("only {compared} values were compared, fewer than {}", grouped(needed))
    })
}

/// The clock, and the signal that numbers the cycles, are equal at every sample: without another signal that was
/// compared, equality says nothing.
fn only_steering(report: &DiffReport, pairing: &Pairing<'_>, engine: &Engine<'_>) -> Option<String> {
    let (steering, others): (Vec<&Pair>, Vec<&Pair>) =
        pairing.pairs.iter().filter(|pair| compared(pair, engine) > 0).partition(|pair| pair.is_steering);
    if steering.is_empty() || !others.is_empty() {
        return None;
    }
    let names: Vec<String> = steering.iter().map(|pair| format!("`{}`", pair.name)).collect();
    let remedy = if report.ignored > 0 { "compare more signals (--only, --ignore)" } else { PAIR_MORE };
    Some(format!("nothing but {} was compared, which chooses the samples; {remedy}", names.join(" and ")))
}
