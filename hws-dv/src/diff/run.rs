//! One comparison from its two files to its report.

use std::path::{Path, PathBuf};

use super::collect::{care, collect};
use super::delay::Delays;
use super::engine::Engine;
use super::hint::hints;
use super::merged::Sources;
use super::options::DiffOptions;
use super::pair::Pairing;
use super::plan::{Numbering, SidePlan};
use super::report::DiffReport;
use super::side::{Opened, Opening};
use super::verdict::{Ends, PAIR_MORE, judge};
use super::{DiffError, events, merged, self_test, waiver};
use crate::check::DumpVerdict;
use crate::input;

/// Compares two dumps.
///
/// Options that do not fit the dumps make the verdict [`DumpVerdict::Unreadable`], with the reason in
/// [`DiffReport::problem`].
#[must_use]
pub fn diff(a: &Path, b: &Path, options: &DiffOptions) -> DiffReport {
    let report = DiffReport::new([input::name(a), input::name(b)]);
    if events::is_wanted(a, b, options) {
        return events::diff(report, a, b, options);
    }
    if options.reorder > 0 || options.slack > 0 {
        return report.fail("--reorder and --slack concern event streams: give --events, or an event log");
    }
    if let Some(reason) = merged::refusal([a, b], options) {
        return report.fail(reason);
    }
    let (opening_a, opening_b) = (Opening::new(a, &options.a), Opening::new(b, &options.b));
    let (opened_a, opened_b) = (opening_a.wait(), opening_b.wait());
    match (opened_a, opened_b) {
        (Ok(opened_a), Ok(opened_b)) => compare(report, opened_a, opened_b, (a, b), options),
        (a, b) => report.refuse([a.err(), b.err()].into_iter().flatten().map(|found| *found).collect()),
    }
}

fn compare(
    mut report: DiffReport,
    a: Opened,
    b: Opened,
    paths: (&Path, &Path),
    options: &DiffOptions,
) -> DiffReport {
    match compared(&mut report, a, b, paths, options) {
        Ok(()) => report,
        Err(error) => report.refuse(vec![*error.into_diagnostic()]),
    }
}

fn compared(
    report: &mut DiffReport,
    mut a: Opened,
    mut b: Opened,
    paths: (&Path, &Path),
    options: &DiffOptions,
) -> Result<(), DiffError> {
    let (hierarchy_a, hierarchy_b) = (std::mem::take(&mut a.hierarchy), std::mem::take(&mut b.hierarchy));
    let options = &options.in_stamps(hierarchy_a.timing())?;
    let mut pairing = Pairing::new(&hierarchy_a, &hierarchy_b, options)?;
    describe(report, &pairing, options.by_time);
    if pairing.pairs.is_empty() {
        report.verdict = DumpVerdict::TooLittle;
        return Err(DiffError::new(format!("{NO_PAIR}: {PAIR_MORE}")));
    }
    waiver::check(&pairing.pairs, &options.waivers)?;
    let (plan_a, plan_b) = plans(&pairing, options, report)?;
    pairing.note_steering(&plan_a.steering, &plan_b.steering);
    let plans = options.waveform.is_some().then(|| (plan_a.clone(), plan_b.clone()));
    let plan_of_copy = options.self_test.map(|_| plan_a.clone());
    let engine = run(&pairing, options, (a, plan_a), (b, plan_b), report);
    if let (Some(path), Some(plans)) = (&options.waveform, plans) {
        merged::write(report, &pairing, &engine, Sources { paths, plans }, (path, options));
    }
    if let (Some(seed), Some(plan)) = (options.self_test, plan_of_copy) {
        let a: PathBuf = paths.0.to_owned();
        self_test::run(report, &pairing, (&a, paths.1), plan, (engine.picked(), seed), options);
    }
    Ok(())
}

const NO_PAIR: &str = "no signal of the one dump has a partner in the other";

/// Reads both dumps, and fills the report.
fn run<'p>(
    pairing: &'p Pairing<'_>,
    options: &'p DiffOptions,
    (a, plan_a): (Opened, SidePlan),
    (b, plan_b): (Opened, SidePlan),
    report: &mut DiffReport,
) -> Engine<'p> {
    let is_numbered = matches!(plan_a.numbering, Numbering::Lane(_));
    let (mut reading_a, mut reading_b) = (a.start(plan_a), b.start(plan_b));
    let mut engine = Engine::new(&pairing.pairs, care(pairing, options), options);
    engine.is_numbered = is_numbered;
    let delays = Delays::new(&pairing.pairs, pairing.lanes, &options.offsets);
    engine.run(&mut reading_a, &mut reading_b, delays);
    let ended = [reading_a.end(), reading_b.end()];
    collect(report, pairing, &engine, options);
    report.hints = hints(report, pairing, &engine);
    judge(report, pairing, &engine, Ends::new(ended), options);
    engine
}

fn plans(
    pairing: &Pairing<'_>,
    options: &DiffOptions,
    report: &DiffReport,
) -> Result<(SidePlan, SidePlan), DiffError> {
    let of = |is_a: bool| {
        let file = &report.files[usize::from(!is_a)];
        SidePlan::new(pairing, options, is_a).map_err(|error| DiffError::new(format!("{file}: {error}")))
    };
    Ok((of(true)?, of(false)?))
}

fn describe(report: &mut DiffReport, pairing: &Pairing<'_>, by_time: bool) {
    report.scopes = [pairing.a.prefix.clone(), pairing.b.prefix.clone()];
    report.signals = pairing.pairs.len();
    report.aliases = pairing.pairs.iter().map(|pair| pair.aliases.len()).sum();
    report.unmapped =
        pairing.alone.each_ref().map(|alone| alone.iter().map(|named| named.name.to_string()).collect());
    report.not_digital = pairing.not_digital.clone();
    report.ignored = pairing.ignored;
    report.timing = [&pairing.a, &pairing.b].map(|names| names.hierarchy.timing());
    report.warnings =
        pairing.widths.iter().map(|width| format!("{width}: the upper bits count as 0")).collect();
    report.warnings.extend(pairing.partial.iter().cloned());
    for (names, file) in [&pairing.a, &pairing.b].into_iter().zip(&report.files) {
        if let Some(first) = names.hidden.first() {
            let count = names.hidden.len();
            report.warnings.push(format!(
                "{file}: {count} signals have the name of another one, and are not compared; the first is `{first}`"
            ));
        }
    }
    if by_time && report.timing[0].unit.is_some() != report.timing[1].unit.is_some() {
        let reason =
            "--by-time: only one dump states its time scale; time stamps are taken to be of one unit";
        report.warnings.push(reason.to_owned());
    }
}
