//! `hws check`: the verdict on dumps, and its reports.

mod cluster;
mod episode;
mod groups;
pub(crate) mod json;
pub(crate) mod junit;
mod parts;
mod register_bits;
mod suggest;
pub(crate) mod text;
mod verdict;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hws_input::{Diagnostic, Place, grouped};
use hws_plain::Mutant;

use crate::cause::{Cause, CauseProgress};
use crate::diff::{Waiver, WaiverUse};
use crate::input::{self, OpenOptions};
use crate::lockstep::{Divergence, LockstepObserver, LockstepOutcome, RecordedInputs, Tally};
use crate::map::{Binding, NameMap, Port, SignalTarget};
use crate::start::{self, CheckStart, StartPlace};
use crate::wave::{Cut, UNREADABLE, WaveEnd, WaveError, WaveReader};

use parts::Part;
pub(crate) use parts::Parts;

pub use cluster::{Cluster, clusters};
pub use episode::{AfterEpisode, Episode, Judge};
pub(crate) use json::bits;
pub use json::json;
pub use junit::junit;
pub use register_bits::{ComparedBits, DEFAULT_MIN_COVERAGE, NarrowSignal};
pub use suggest::suggest_map;
pub use text::{DumpText, Summary};
pub use verdict::DumpVerdict;

/// What becomes of outputs and registers with unknown bits. An unknown control is not among them: it ends the comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownRule {
    /// The first is a difference.
    Strict,
    /// They are counted and listed, not compared.
    #[default]
    Report,
    /// They are counted, not compared.
    Ignore,
}

impl UnknownRule {
    /// All rules, with their words.
    pub const WORDS: [(&'static str, Self); 3] =
        [("strict", Self::Strict), ("report", Self::Report), ("ignore", Self::Ignore)];
}

/// What is asked of a check.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// Fewer compared values are too few; 0 counts as 1.
    pub min_compared: u64,
    /// Keep the inputs of the dump in the report.
    pub records_inputs: bool,
    /// Where the comparison begins.
    pub start: CheckStart,
    /// What becomes of outputs and registers with unknown bits.
    pub unknown: UnknownRule,
    /// The percentage of the map's register bits below which an equal dump is [`DumpVerdict::Partial`]; `None` is
    /// [`DEFAULT_MIN_COVERAGE`].
    pub min_coverage: Option<u8>,
    /// The names of an FST that was not closed, as in [`OpenOptions`].
    pub hierarchy: Option<PathBuf>,
    /// The differences that are known: the comparison goes on after them.
    pub waivers: Vec<Waiver>,
    /// The places of the waivers that another dump needs: they may be unused in this one.
    pub needed_elsewhere: Vec<usize>,
    /// The comparison ends at this unknown difference; 0 counts as 1.
    pub max_differences: usize,
    /// How many hypotheses on the [cause](Cause) of a difference are listed; 0: they are not searched.
    pub causes: usize,
    /// Where the search for it says how far it is.
    pub progress: Arc<CauseProgress>,
}

impl CheckOptions {
    /// How a dump is opened.
    pub(crate) fn opening(&self) -> OpenOptions<'_> {
        OpenOptions { tables: None, hierarchy: self.hierarchy.as_deref() }
    }

    /// Whether the comparison may go on after a difference.
    fn goes_on(&self) -> bool {
        !self.waivers.is_empty() || self.max_differences > 1
    }
}

/// What a dump was compared with: the coverage of the comparison.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The scope of the HWS.
    pub scope: String,
    /// The number of signals that were compared.
    pub signals: usize,
    /// The signals that the dump does not have.
    pub missing: Vec<SignalTarget>,
    /// The signals that the map excludes.
    pub ignored: Vec<SignalTarget>,
    /// The signals with unknown bits, and how many of their values were not compared.
    pub unknown: Vec<(SignalTarget, u64)>,
    /// Those of them that were never compared: their values were unknown every time.
    pub never_compared: Vec<SignalTarget>,
    /// The signals that have fewer bits than the port, lane or register with which they are compared.
    pub narrow: Vec<NarrowSignal>,
    /// The bits of the map's registers that were compared; `None` if the dump could not be brought together with the map.
    pub register_bits: Option<ComparedBits>,
}

/// The result for one dump.
#[derive(Clone, Debug)]
pub struct DumpReport {
    /// The name of the dump.
    pub file: String,
    /// The size of the file in bytes; `None` if it is not a file.
    pub size: Option<u64>,
    /// The verdict.
    pub verdict: DumpVerdict,
    /// Why the dump could not be compared, or not to its end: one sentence.
    pub problem: Option<String>,
    /// The code of a problem for which the dump is [unreadable](DumpVerdict::Unreadable).
    pub problem_code: &'static str,
    /// Oddities of the dump.
    pub warnings: Vec<String>,
    /// The first difference that is not waived.
    pub divergence: Option<Box<Divergence>>,
    /// All differences, if the comparison may go on after one.
    pub episodes: Vec<Episode>,
    /// The waivers, and what they have covered.
    pub waivers: Vec<WaiverUse>,
    /// What was compared with what.
    pub coverage: Coverage,
    /// The counts.
    pub tally: Tally,
    /// The inputs up to the first difference, if they were asked for.
    pub inputs: Option<RecordedInputs>,
    /// Where the comparison began, if not at power-on.
    pub start: Option<StartPlace>,
    /// Where the dump ends too early.
    pub cut: Option<Cut>,
    /// The cause of the first difference, if it was to be [searched](CheckOptions::causes).
    pub cause: Option<Cause>,
    /// How many hypotheses on it are listed.
    pub causes: usize,
}

/// Compares one dump with the model.
#[must_use]
pub fn check(path: &Path, map: &NameMap, options: &CheckOptions) -> DumpReport {
    check_observed(path, map, options, &mut ())
}

/// Compares like [`check()`], with an observer of the steps in which both agree.
#[must_use]
pub fn check_observed(
    path: &Path,
    map: &NameMap,
    options: &CheckOptions,
    observer: &mut dyn LockstepObserver,
) -> DumpReport {
    let mut report = DumpReport::unread(input::name(path));
    report.size = std::fs::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len());
    match input::open(path, options.opening()) {
        Err(error) => {
            report.problem_code = error.code();
            report.problem = Some(error.to_string());
        }
        Ok(dump) => match Binding::new(map, dump.hierarchy()) {
            Err(error) => report.problem = Some(error.to_string()),
            Ok(binding) => match start::find(options, path, map, &binding) {
                Err(problem) => report.problem = Some(problem),
                Ok(start) => {
                    report.start = start;
                    let parts = Parts { path, map, binding: Arc::new(binding), options };
                    report.compare(dump, &parts, observer);
                    report.search_cause(&parts);
                }
            },
        },
    }
    report
}

impl DumpReport {
    /// Returns the broken rules that explain the first difference, the best first.
    #[must_use]
    pub fn suspects(&self) -> Vec<Mutant> {
        match &self.cause {
            Some(Cause::Searched { suspects, .. }) => suspects.iter().map(|suspect| suspect.mutant).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the rule that is most likely broken: that of the cause, otherwise that of what differs.
    #[must_use]
    pub fn rule(&self) -> &'static str {
        let suspect = self.suspects().first().map(|suspect| suspect.rule().cite());
        suspect.unwrap_or_else(|| self.divergence.as_ref().map_or("", |found| found.cite()))
    }

    /// Returns the problem with the name of the file.
    #[must_use]
    pub fn refusal(&self) -> Option<Diagnostic> {
        let problem = self.problem.as_ref()?;
        Some(Diagnostic::new(self.problem_code, Place::UNKNOWN, problem).in_file(&self.file))
    }

    /// The report of a dump that has not been read yet.
    pub(crate) fn unread(file: String) -> Self {
        Self {
            file,
            size: None,
            verdict: DumpVerdict::Unreadable,
            problem: None,
            problem_code: UNREADABLE,
            warnings: Vec::new(),
            divergence: None,
            episodes: Vec::new(),
            waivers: Vec::new(),
            coverage: Coverage::default(),
            tally: Tally::default(),
            inputs: None,
            start: None,
            cut: None,
            cause: None,
            causes: 0,
        }
    }

    /// A machine with one broken rule cannot pass differences that are known, or begin in the middle.
    fn search_cause(&mut self, parts: &Parts<'_>) {
        let options = parts.options;
        let Some(divergence) = self.divergence.as_deref().filter(|_| options.causes > 0) else { return };
        self.causes = options.causes;
        self.cause = Some(if self.start.is_some() {
            Cause::not_searched("the comparison does not begin at power-on")
        } else if options.goes_on() {
            Cause::not_searched(
                "the comparison goes on after differences; take out --waivers and --max-differences",
            )
        } else {
            Cause::of(parts, divergence)
        });
    }

    fn compare(&mut self, dump: Box<dyn WaveReader>, parts: &Parts<'_>, observer: &mut dyn LockstepObserver) {
        let part = self.in_parts(dump, parts, observer);
        let Part { end, outcome, stamps } = part;
        self.conclude(end, outcome, &parts.binding, stamps, parts.options);
        self.warnings.extend(self.divergence.as_deref().and_then(left_out));
        self.judge_episodes(&parts.options.needed_elsewhere);
    }

    /// Stale waivers, and what was not compared after a difference that is waived.
    fn judge_episodes(&mut self, needed_elsewhere: &[usize]) {
        if !matches!(self.verdict, DumpVerdict::Equal | DumpVerdict::Partial) {
            return;
        }
        let counts =
            |(place, it): &(usize, &WaiverUse)| it.waiver.is_expired || !needed_elsewhere.contains(place);
        let waivers = self.waivers.iter().enumerate().filter(counts);
        let stale: Vec<String> = waivers.filter_map(|(_, it)| it.stale()).collect();
        if !stale.is_empty() {
            (self.verdict, self.problem) = (DumpVerdict::StaleWaiver, Some(stale.join("; ")));
            return;
        }
        if let Some(reason) = self.not_judged() {
            let problem = format!("equal, but for what is waived, PARTIAL: {reason}");
            (self.verdict, self.problem) = (DumpVerdict::Partial, Some(problem));
        }
    }

    /// What a comparison that went on did not judge.
    fn not_judged(&self) -> Option<String> {
        let doubtful = self.episodes.iter().find(|it| !it.meanwhile.is_empty());
        if let Some(Episode { divergence, meanwhile, .. }) = doubtful {
            let names = text::first_names(meanwhile.iter().map(String::as_str), 8);
            return Some(format!(
                "after the difference at tick {}, {names} differed, too, before everything agreed again; waive them, or \
                 look whether they follow from it",
                divergence.cycle
            ));
        }
        match self.episodes.last() {
            Some(Episode { divergence, after: AfterEpisode::Nothing { reason }, .. }) => {
                Some(format!("nothing is compared after tick {}: {reason}", divergence.cycle))
            }
            _ => None,
        }
    }

    fn cover(&mut self, binding: &Binding, tally: &Tally, rule: UnknownRule) {
        let is_listed = rule != UnknownRule::Ignore;
        self.coverage = Coverage {
            scope: binding.scope.clone(),
            signals: (0..binding.targets.len()).filter(|&place| binding.compares(place)).count(),
            missing: binding.missing.clone(),
            ignored: binding.ignored.clone(),
            unknown: tally.unknown_signals(&binding.targets).filter(|_| is_listed).collect(),
            never_compared: tally.never_known(&binding.targets).filter(|_| is_listed).collect(),
            narrow: register_bits::narrow(binding),
            register_bits: Some(register_bits::register_bits(binding, tally)),
        };
    }

    /// The verdict on what a lock-step has found.
    pub(crate) fn conclude(
        &mut self,
        end: Result<WaveEnd, WaveError>,
        outcome: LockstepOutcome,
        binding: &Binding,
        stamps: u64,
        options: &CheckOptions,
    ) {
        self.cover(binding, &outcome.tally, options.unknown);
        let LockstepOutcome { divergence, lost, cut_at_end, tally, inputs, .. } = outcome;
        self.divergence = divergence;
        self.inputs = inputs;
        self.tally = tally;
        let so_far = self.so_far();
        let mut error = None;
        match end {
            Ok(end) => (self.cut, self.warnings) = (end.cut, end.warnings),
            Err(reason) => error = Some(reason),
        }
        if !self.episodes.is_empty() && self.divergence.is_some() {
            // What ended a comparison that went on after its first difference.
            let cut = self.cut.as_ref().map(ToString::to_string);
            let end = error
                .as_ref()
                .map(ToString::to_string)
                .or_else(|| lost.as_ref().map(ToString::to_string))
                .or(cut);
            self.warnings.extend(
                end.map(|end| {
                    format!("the comparison ends after {} ticks: {end}", grouped(self.tally.ticks))
                }),
            );
        }
        (self.verdict, self.problem) = if self.divergence.is_some() {
            (DumpVerdict::Differ, None)
        } else if let Some(error) = error {
            (DumpVerdict::Unreadable, Some(format!("{error}; {so_far}")))
        } else if let Some(lost) = lost {
            (DumpVerdict::Unreadable, Some(format!("{lost}; {so_far}")))
        } else if let Some(cut) = &self.cut {
            let edges = self.tally.edges;
            (DumpVerdict::Unreadable, Some(format!("{cut}, {} edges compared; {so_far}", grouped(edges))))
        } else if let Some(first) = cut_at_end {
            let reason = format!(
                "its last time stamp differs ({first}), but nothing follows it: the file may be cut there"
            );
            (DumpVerdict::Unreadable, Some(format!("{reason}; {so_far}")))
        } else {
            self.judge_amount(binding, stamps, options)
        };
    }

    /// Equal, if enough was compared.
    fn judge_amount(
        &self,
        binding: &Binding,
        stamps: u64,
        options: &CheckOptions,
    ) -> (DumpVerdict, Option<String>) {
        let clock = binding.port(Port::Clk).map_or("clk", |bound| &bound.path);
        let Tally { edges, ticks, accesses, compared, .. } = self.tally;
        let problem = if edges == 0 {
            format!(
                "the clock `{clock}` never ticks in {stamps} time stamps: nothing was compared; name the clock in a \
                     map (`clock: NAME`)"
            )
        } else if ticks == 0 && accesses == 0 {
            format!(
                "the dump has {} clock edges but neither a tick nor a bus access: nothing was compared",
                grouped(edges)
            )
        } else if compared < options.min_compared.max(1) {
            format!(
                "only {} values were compared, fewer than {}",
                grouped(compared),
                grouped(options.min_compared)
            )
        } else {
            return self.judge_coverage(options.min_coverage.unwrap_or(DEFAULT_MIN_COVERAGE));
        };
        (DumpVerdict::TooLittle, Some(problem))
    }

    /// Equal, if enough of the registers, and of the values, was compared.
    fn judge_coverage(&self, enough: u8) -> (DumpVerdict, Option<String>) {
        let compared = self.tally.compared;
        let values = ComparedBits { compared, of: compared + self.tally.not_compared() };
        if !values.reaches(enough) {
            let problem = format!(
                "equal, PARTIAL ({} % of values): the others had unknown bits, and fewer than {enough} % were compared; `--min-coverage \
                 {}` accepts that",
                values.percent(),
                values.permille() / 10
            );
            return (DumpVerdict::Partial, Some(problem));
        }
        let Some(bits) = self.coverage.register_bits.filter(|bits| !bits.reaches(enough)) else {
            return (DumpVerdict::Equal, None);
        };
        let problem = format!(
            "equal, PARTIAL ({} % of register bits): fewer than {enough} % of the map's register bits were compared; map more \
             registers, or accept it with `--min-coverage {}`",
            bits.percent(),
            bits.permille() / 10
        );
        (DumpVerdict::Partial, Some(problem))
    }

    fn so_far(&self) -> String {
        let ticks = self.tally.ticks;
        match (ticks, self.tally.compared) {
            (_, 0) => "nothing was compared".to_owned(),
            (1, _) => "1 tick compared, equal so far".to_owned(),
            _ => format!("{} ticks compared, equal so far", grouped(ticks)),
        }
    }
}

/// A counter that is ahead may be that of a dump without idle ticks. A map that says so does not let it get ahead.
fn left_out(divergence: &Divergence) -> Option<String> {
    let cycle = divergence.differences.iter().find(|it| it.signal == Port::Cycle.name())?;
    let (rtl, before) = (cycle.rtl.get()?, cycle.model.saturating_sub(1));
    (rtl > cycle.model).then(|| {
        format!(
            "`cycle` goes from {before} to {rtl} at this tick: if the dump leaves out ticks in which nothing happens, as that of \
             `hws replay` without --every-tick does, say `idle: skipped` in a map"
        )
    })
}
