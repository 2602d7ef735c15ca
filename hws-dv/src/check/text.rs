//! The report as text, and the last line that programs read.

use std::fmt;

use hws_input::{counted, grouped};

use super::groups::grouped as groups;
use super::{ComparedBits, DumpReport, DumpVerdict, Episode, clusters};
use crate::lockstep::{Divergence, Moment};

/// The most differences that are listed; the JSON has all of them.
const LISTED: usize = 40;
/// The most names in a list of signals.
const NAMED: usize = 12;

/// The report on one dump.
#[derive(Clone, Copy, Debug)]
pub struct DumpText<'a>(
    /// The report.
    pub &'a DumpReport,
);

/// What follows the reports: clusters, if there are several dumps, and the verdict.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a>(
    /// The reports.
    pub &'a [DumpReport],
);

impl fmt::Display for DumpText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        match (&report.problem, &report.divergence) {
            (Some(problem), _) => writeln!(f, "{}: {problem}", report.file)?,
            (None, Some(divergence)) => writeln!(f, "{}: differs {}", report.file, moment(divergence))?,
            (None, None) if report.episodes.is_empty() => writeln!(f, "{}: equal", report.file)?,
            (None, None) => {
                let known = counted(report.episodes.len() as u64, "waived difference");
                writeln!(f, "{}: equal, but for {known}", report.file)?;
            }
        }
        report.warnings.iter().try_for_each(|warning| writeln!(f, "  warning: {warning}"))?;
        let causes = report.cause.iter().flat_map(|cause| cause.lines(report.causes));
        causes.into_iter().try_for_each(|line| writeln!(f, "  {line}"))?;
        if let Some(divergence) = &report.divergence {
            show_divergence(divergence, f)?;
        }
        report
            .episodes
            .iter()
            .enumerate()
            .try_for_each(|(number, it)| show_episode(report, number, it, f))?;
        if report.tally.edges > 0 {
            show_coverage(report, f)?;
        }
        Ok(())
    }
}

/// "at tick 1582", "before tick 319 (bus access)".
fn moment(divergence: &Divergence) -> String {
    let cycle = divergence.cycle;
    let at = match divergence.moment {
        Moment::Tick => format!("at tick {cycle}"),
        Moment::Access => format!("before tick {cycle} (bus access)"),
        Moment::Push => format!("before tick {cycle} (HDR push)"),
        Moment::Idle => format!("before tick {cycle} (no access)"),
    };
    if divergence.epoch > 1 { format!("{at}, after power-on reset {}", divergence.epoch) } else { at }
}

/// "tick 1582", the prefix of each line.
fn prefix(divergence: &Divergence) -> String {
    let before = if divergence.moment == Moment::Tick { "" } else { "before " };
    format!("{before}tick {}", divergence.cycle)
}

fn show_divergence(divergence: &Divergence, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let prefix = prefix(divergence);
    let all = &divergence.differences;
    for difference in all.iter().take(LISTED) {
        writeln!(f, "  {prefix}: {difference}")?;
    }
    if all.len() > LISTED {
        writeln!(f, "  {prefix}: {} more signals differ (--json lists all)", all.len() - LISTED)?;
    }
    writeln!(f, "  in the dump: {}", first_names(all.iter().map(|it| it.path.as_str()), NAMED))?;
    writeln!(f, "  time {}, clock edge {}", grouped(divergence.time), grouped(divergence.edge))?;
    writeln!(f, "  rule: {}", divergence.cite())?;
    let parts: [(&str, &[String]); 6] = [
        ("the rule reads", &divergence.rule_inputs),
        ("decision as latched by the model", &divergence.decision),
        ("events from the first difference on", &divergence.events),
        ("origins", &divergence.origins),
        ("inputs since the last agreement", &divergence.inputs),
        ("inputs before that", &divergence.earlier),
    ];
    for (title, lines) in parts.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        writeln!(f, "  {title}:")?;
        lines.iter().try_for_each(|line| writeln!(f, "    {line}"))?;
    }
    Ok(())
}

/// "difference 1: at tick 312: irq (scheduler.md §6.6), waived by known.yaml:1:3 (late, bug 12); compared again from …".
fn show_episode(
    report: &DumpReport,
    number: usize,
    episode: &Episode,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let divergence = &episode.divergence;
    let names = first_names(divergence.differences.iter().map(|it| it.signal.as_str()), NAMED);
    write!(f, "  difference {}: {}: {names}", number + 1, moment(divergence))?;
    write!(f, " ({})", divergence.cite())?;
    if !episode.beside.is_empty() {
        write!(
            f,
            ", while {} {} known to differ",
            first_names(episode.beside.iter().map(String::as_str), NAMED),
            if episode.beside.len() == 1 { "is" } else { "are" }
        )?;
    }
    if episode.waivers.is_empty() {
        write!(f, ", not waived")?;
    }
    for &place in &episode.waivers {
        let waiver = &report.waivers[place].waiver;
        let bug = waiver.bug.as_ref().map_or(String::new(), |bug| format!(", bug {bug}"));
        write!(f, ", waived by {} ({}{bug})", waiver.place, waiver.reason)?;
    }
    if !episode.meanwhile.is_empty() {
        write!(
            f,
            "; until then {} differed, too, not waived",
            first_names(episode.meanwhile.iter().map(String::as_str), NAMED)
        )?;
    }
    writeln!(f, "; {}", episode.after)
}

fn show_coverage(report: &DumpReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (tally, coverage) = (&report.tally, &report.coverage);
    writeln!(
        f,
        "  {} ticks, {} bus accesses, {} HDR pushes agree; {} values compared ({} bits), {} not compared (unknown bits)",
        grouped(tally.ticks),
        grouped(tally.accesses),
        grouped(tally.pushes),
        grouped(tally.compared),
        grouped(tally.compared_bits),
        grouped(tally.not_compared())
    )?;
    if tally.known_to_differ + tally.unsettled_edges > 0 {
        let (values, edges) = (grouped(tally.known_to_differ), grouped(tally.unsettled_edges));
        writeln!(f, "  {values} values known to differ; {edges} edges after differences are not compared")?;
    }
    if let Some(start) = &report.start {
        let origin = if start.is_snapshot { "the snapshot" } else { "the registers of a quiet HWS" };
        writeln!(f, "  from cycle {} on, in the state of {origin}", grouped(start.cycle()))?;
        let taken = start.taken.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>();
        if !taken.is_empty() {
            writeln!(f, "  taken from the dump, because no register shows it there: {}", taken.join(", "))?;
        }
    }
    let scope = if coverage.scope.is_empty() { "the root" } else { &coverage.scope };
    writeln!(f, "  {} signals in scope {scope}", grouped(coverage.signals as u64))?;
    coverage.register_bits.iter().try_for_each(|bits| writeln!(f, "  register bits compared: {bits}"))?;
    let narrow: Vec<String> = coverage.narrow.iter().map(ToString::to_string).collect();
    list("narrower than what they are compared with", &narrow, f)?;
    list("not in the dump, not compared", &groups(&coverage.missing), f)?;
    list("excluded by the map", &groups(&coverage.ignored), f)?;
    let unknown = coverage.unknown.iter().map(|(target, count)| (target.name(), *count));
    list("with unknown bits", &times(unknown), f)?;
    let never = coverage.never_compared.iter().map(|target| target.name()).collect::<Vec<_>>();
    list("never compared, unknown every time", &never, f)
}

/// Names with counts: "irq (3 times)".
pub(crate) fn times<N: fmt::Display>(counted: impl IntoIterator<Item = (N, u64)>) -> Vec<String> {
    counted.into_iter().map(|(name, count)| format!("{name} ({count} times)")).collect()
}

/// One line: the first names of a list, and how many more there are.
pub(crate) fn list(title: &str, names: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match names.len() {
        0 => Ok(()),
        count if count > NAMED => {
            writeln!(f, "  {title}: {}, {} more (--json lists all)", names[..NAMED].join(", "), count - NAMED)
        }
        _ => writeln!(f, "  {title}: {}", names.join(", ")),
    }
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.len() > 1 {
            self.table(f)?;
        }
        writeln!(f, "{}", self.last_line())
    }
}

impl Summary<'_> {
    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clusters = clusters(self.0);
        if clusters.is_empty() {
            return Ok(());
        }
        let width = |text: fn(&super::Cluster) -> usize| clusters.iter().map(text).max().unwrap_or(0);
        let (signal, rule) =
            (width(|it| it.signal.len()).max(12), width(|it| it.rule.chars().count()).max(4));
        writeln!(f, "{:signal$}  {:rule$}  dumps  smallest dump", "first signal", "rule")?;
        clusters.iter().try_for_each(|cluster| {
            let super::Cluster { smallest, cycle, count, .. } = cluster;
            writeln!(
                f,
                "{:signal$}  {:rule$}  {count:5}  {smallest} (cycle {cycle})",
                cluster.signal, cluster.rule
            )
        })
    }

    /// The smallest part of the register bits that a dump covers; unknown, if one could not be read.
    fn least_register_bits(&self) -> String {
        let of: Option<Vec<ComparedBits>> =
            self.0.iter().map(|report| report.coverage.register_bits).collect();
        let least = of.and_then(|of| of.into_iter().min_by_key(|bits| bits.permille()));
        least.map_or("unknown".to_owned(), |bits| format!("{}%", bits.percent()))
    }

    /// `verdict: differ dumps=2 equal=1 …`: words that programs can split at blanks.
    fn last_line(&self) -> String {
        let verdict = DumpVerdict::worst(self.0.iter().map(|report| report.verdict));
        let count = |of: DumpVerdict| self.0.iter().filter(|report| report.verdict == of).count();
        let sum = |of: fn(&DumpReport) -> u64| self.0.iter().map(of).sum::<u64>();
        let first = self.0.iter().find_map(|report| report.divergence.as_ref());
        let first = first
            .map_or(String::new(), |first| format!(" cycle={} signal={}", first.cycle, first.first_signal()));
        format!(
            "verdict: {} dumps={} equal={} differ={} unreadable={} too_little={} partial={} stale={} ticks={} compared={} bits={} \
             register_bits={} not_compared={} missing={}{first}",
            verdict.word(),
            self.0.len(),
            count(DumpVerdict::Equal),
            count(DumpVerdict::Differ),
            count(DumpVerdict::Unreadable),
            count(DumpVerdict::TooLittle),
            count(DumpVerdict::Partial),
            count(DumpVerdict::StaleWaiver),
            sum(|report| report.tally.ticks),
            sum(|report| report.tally.compared),
            sum(|report| report.tally.compared_bits),
            self.least_register_bits(),
            sum(|report| report.tally.not_compared()),
            sum(|report| report.coverage.missing.len() as u64),
        )
    }
}

/// The first names of a list, with an ellipsis if there are more.
pub(super) fn first_names<'n>(names: impl Iterator<Item = &'n str>, most: usize) -> String {
    let mut names = names.peekable();
    let shown = names.by_ref().take(most).collect::<Vec<_>>().join(", ");
    if names.peek().is_some() { shown + ", …" } else { shown }
}
