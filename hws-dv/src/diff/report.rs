//! What a comparison has found, ready to be shown.

use hws_regs::RegId;

use super::class::Class;
use super::events::EventReport;
use super::lane::State;
use super::waiver::WaiverUse;
use hws_input::{Diagnostic, Place};

use crate::check::{ComparedBits, DumpVerdict};
use crate::wave::{Bits, Cut, Timing};

/// A field of a register that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiffField {
    /// The name.
    pub name: &'static str,
    /// Its value in A.
    pub a: u32,
    /// Its value in B.
    pub b: u32,
}

/// A signal, or 64 bits of a wider one, at the first cycle at which it differs.
#[derive(Clone, Debug)]
pub struct SignalDifference {
    /// The name below the scope of A.
    pub signal: String,
    /// The range of a part of a wide signal: high and low bit.
    pub range: Option<(u32, u32)>,
    /// The number of bits, of the signal or of the part.
    pub width: u32,
    /// The class.
    pub class: Class,
    /// The cycle.
    pub cycle: u64,
    /// The run in the dump, from 1; a reset begins the next one.
    pub epoch: u32,
    /// The time stamp in A.
    pub time_a: u64,
    /// The time stamp in B.
    pub time_b: u64,
    /// The value in A.
    pub a: Bits,
    /// The value in B.
    pub b: Bits,
    /// The values are the bits of real numbers.
    pub is_real: bool,
    /// The bits that differ.
    pub bits: u64,
    /// Why it is a difference.
    pub state: State,
    /// The register that it is.
    pub register: Option<RegId>,
    /// The fields that differ, if it is a register with several.
    pub fields: Vec<DiffField>,
    /// In how many compared cycles it differs.
    pub count: u64,
}

/// The values of some signals around the first difference.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The signals.
    pub signals: Vec<String>,
    /// The signals that are real numbers.
    pub is_real: Vec<bool>,
    /// The cycles, with the value of each signal in A and in B.
    pub rows: Vec<(u64, Vec<(Bits, Bits)>)>,
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiffCounts {
    /// Cycles that were compared.
    pub cycles: u64,
    /// Cycles that were skipped.
    pub skipped_cycles: u64,
    /// Values that were compared: one per signal (of a wide one per 64 bits) and cycle.
    pub compared: u64,
    /// Values that differ.
    pub differing: u64,
    /// Values that differ and are waived.
    pub waived: u64,
    /// Values of which masked bits were not compared.
    pub masked: u64,
    /// Values in skipped cycles.
    pub skipped: u64,
    /// Values that were not compared, because bits are unknown on one side.
    pub unknown: u64,
}

/// Several signals of one array or name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffGroup {
    /// The name without indices.
    pub name: String,
    /// The number of signals.
    pub signals: usize,
    /// Values that were compared.
    pub compared: u64,
    /// The first difference, as an index of [`DiffReport::differences`].
    pub first: Option<usize>,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct DiffReport {
    /// The names of the dumps.
    pub files: [String; 2],
    /// The verdict.
    pub verdict: DumpVerdict,
    /// Why the comparison is not complete, or why it failed: one sentence.
    pub problem: Option<String>,
    /// The same for programs: what is refused, and in which file; empty if something was compared.
    pub refused: Vec<Diagnostic>,
    /// What else should be known.
    pub warnings: Vec<String>,
    /// Where each dump ends too early.
    pub cuts: [Option<Cut>; 2],
    /// The scopes below which names were paired.
    pub scopes: [String; 2],
    /// The unit of time of each dump.
    pub timing: [Timing; 2],
    /// The first difference of each signal, by cycle; those of the first cycle come first.
    pub differences: Vec<SignalDifference>,
    /// The surroundings of the first difference.
    pub context: Context,
    /// What the differences look like, and what to try.
    pub hints: Vec<String>,
    /// The counts.
    pub counts: DiffCounts,
    /// The number of pairs of signals, and of further names of the same signals.
    pub signals: usize,
    /// Further names of the same signals.
    pub aliases: usize,
    /// The bits that were compared, of those of the side that has more; `None` of event streams.
    pub bits: Option<ComparedBits>,
    /// The signals of each side that have no partner.
    pub unmapped: [Vec<String>; 2],
    /// Reals, strings and events, which are not compared.
    pub not_digital: Vec<String>,
    /// The number of pairs that options exclude.
    pub ignored: usize,
    /// Signals with values that were not compared because of unknown bits, and how many.
    pub unknown: Vec<(String, u64)>,
    /// Volatile signals, and in how many cycles they differ.
    pub volatile: Vec<(String, u64)>,
    /// The result for event streams, if those were compared.
    pub events: Option<EventReport>,
    /// The merged waveform: what it has, or why it could not be written.
    pub waveform: Option<Result<String, String>>,
    /// The waivers, and what they have done.
    pub waivers: Vec<WaiverUse>,
    /// The result of the self-test.
    pub self_test: Option<String>,
    /// The pairs by name.
    pub groups: Vec<DiffGroup>,
}

impl DiffReport {
    pub(super) fn new(files: [String; 2]) -> Self {
        Self {
            files,
            verdict: DumpVerdict::Unreadable,
            problem: None,
            refused: Vec::new(),
            warnings: Vec::new(),
            cuts: [None, None],
            scopes: Default::default(),
            timing: Default::default(),
            differences: Vec::new(),
            context: Context::default(),
            hints: Vec::new(),
            counts: DiffCounts::default(),
            signals: 0,
            aliases: 0,
            bits: None,
            unmapped: Default::default(),
            not_digital: Vec::new(),
            ignored: 0,
            unknown: Vec::new(),
            volatile: Vec::new(),
            events: None,
            waveform: None,
            waivers: Vec::new(),
            self_test: None,
            groups: Vec::new(),
        }
    }

    /// Returns what differs at the first divergent cycle.
    #[must_use]
    pub fn first(&self) -> &[SignalDifference] {
        let same = |it: &&SignalDifference| {
            let first = &self.differences[0];
            (it.cycle, it.epoch, it.time_a) == (first.cycle, first.epoch, first.time_a)
        };
        let count = self.differences.iter().take_while(same).count();
        &self.differences[..count]
    }

    /// Notes the result of the self-test; if it failed, equality is worth nothing.
    pub(super) fn note_self_test(&mut self, result: Result<String, String>) {
        self.self_test = Some(result.unwrap_or_else(|reason| {
            if self.verdict == DumpVerdict::Equal {
                self.verdict = DumpVerdict::TooLittle;
                self.problem = Some(format!("the self-test failed: {reason}"));
            }
            format!("failed: {reason}")
        }));
    }

    pub(super) fn fail(self, problem: impl Into<String>) -> Self {
        self.refuse(vec![Diagnostic::new("not-comparable", Place::UNKNOWN, problem)])
    }

    /// Notes what makes a comparison impossible; the first of it is the problem.
    pub(super) fn refuse(mut self, refused: Vec<Diagnostic>) -> Self {
        self.problem = refused.first().map(ToString::to_string);
        self.refused = refused;
        self
    }
}

impl SignalDifference {
    /// Returns the values of A and of B as they are shown.
    #[must_use]
    pub fn values(&self) -> [String; 2] {
        [self.a, self.b].map(|value| shown(value, self.is_real))
    }
}

/// Returns a value as it is shown: a vector in hexadecimal, a real in decimal.
pub(super) fn shown(value: Bits, is_real: bool) -> String {
    match value.get() {
        Some(bits) if is_real => format!("{:?}", f64::from_bits(bits)),
        _ => value.to_string(),
    }
}
