//! What is asked of a comparison of two dumps.

use std::path::PathBuf;

use super::DiffMap;
use super::class::Class;
use super::waiver::Waiver;
use crate::input::OpenOptions;
use crate::wave::TableOptions;

/// When a signal is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleAt {
    /// Just before the time stamp of the clock edge.
    Pre,
    /// At the end of the time stamp of the clock edge.
    Post,
}

/// How unknown bits are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XRule {
    /// Unknown equals unknown only.
    Strict,
    /// Unknown on one side fits everything; unknown on both sides is a difference.
    #[default]
    Wild,
    /// Unknown is 0.
    Zero,
}

/// A setting for all signals, or for one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerClass<T> {
    /// The class; `None` is all.
    pub class: Option<Class>,
    /// The setting.
    pub value: T,
}

/// The last setting that concerns a class.
pub(super) fn chosen<T: Copy>(settings: &[PerClass<T>], class: Class) -> Option<T> {
    settings
        .iter()
        .rev()
        .find(|setting| setting.class.is_none_or(|of| of == class))
        .map(|setting| setting.value)
}

/// What concerns one side.
#[derive(Clone, Debug, Default)]
pub struct SideOptions {
    /// The clock; `clk` if absent.
    pub clock: Option<String>,
    /// Only edges at which this holds are sampled.
    pub enable: Option<String>,
    /// Sample points other than those of the classes.
    pub samples: Vec<PerClass<SampleAt>>,
    /// The scope below which names are paired; found automatically if absent.
    pub prefix: Option<String>,
    /// How a table or a memory image is read.
    pub tables: TableOptions,
    /// The names of an FST that was not closed, as in [`OpenOptions`].
    pub hierarchy: Option<PathBuf>,
}

impl SideOptions {
    /// How a dump is opened.
    pub(super) fn opening(&self) -> OpenOptions<'_> {
        OpenOptions { tables: None, hierarchy: self.hierarchy.as_deref() }
    }
}

/// Cycles that are not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Skip {
    /// Both ends included.
    Cycles(u64, u64),
    /// Time stamps of A, both ends included.
    Times(u64, u64),
    /// Times of A in attoseconds, both ends included.
    Span(u128, u128),
    /// While the expression holds in A.
    While(String),
    /// Up to the first cycle at which the expression holds in A.
    Until(String),
    /// From the first cycle on at which the expression holds in A.
    After(String),
}

impl Skip {
    /// The expression that decides, if there is one.
    pub(super) fn condition(&self) -> Option<&str> {
        match self {
            Self::While(text) | Self::Until(text) | Self::After(text) => Some(text),
            Self::Cycles(..) | Self::Times(..) | Self::Span(..) => None,
        }
    }
}

/// Bits that are not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// The signals.
    pub pattern: String,
    /// The bits, in words of 64, the lowest first.
    pub words: Vec<u64>,
}

/// All options.
#[derive(Clone, Debug)]
pub struct DiffOptions {
    /// Side A.
    pub a: SideOptions,
    /// Side B.
    pub b: SideOptions,
    /// How names become those of the other side.
    pub map: Option<DiffMap>,
    /// The signal that numbers the cycles.
    pub cycle: Option<String>,
    /// B shows at cycle c + N what A shows at cycle c.
    pub offsets: Vec<PerClass<i64>>,
    /// Masks.
    pub masks: Vec<Mask>,
    /// Patterns of signals whose differences do not count.
    pub volatile: Vec<String>,
    /// Patterns of signals that are not read.
    pub ignore: Vec<String>,
    /// Patterns of the signals that are compared; all without one.
    pub only: Vec<String>,
    /// Patterns of signals that must have been compared.
    pub require: Vec<String>,
    /// Cycles that are not compared.
    pub skips: Vec<Skip>,
    /// Differences that are known.
    pub waivers: Vec<Waiver>,
    /// How unknown bits are compared.
    pub x: XRule,
    /// Reals that differ by no more are equal.
    pub epsilon: f64,
    /// Edges of equal time are compared, not those of equal number.
    pub by_time: bool,
    /// Cycles of context on both sides of the first difference.
    pub around: usize,
    /// Fewer compared values are too few.
    pub min_compared: u64,
    /// The percentage of the bits of the side that has more, below which equal dumps are
    /// [`DumpVerdict::Partial`](crate::check::DumpVerdict::Partial); `None` is
    /// [`DEFAULT_MIN_COVERAGE`](crate::check::DEFAULT_MIN_COVERAGE).
    pub min_coverage: Option<u8>,
    /// A bit is not compared while neither side has changed it since the first edge.
    pub ignore_initial: bool,
    /// One side may end earlier.
    pub allow_shorter: bool,
    /// Event streams are compared, even if both sides have signals.
    pub events: bool,
    /// Places by which events of a stream may be exchanged.
    pub reorder: usize,
    /// Cycles by which an event may be earlier or later.
    pub slack: u64,
    /// Where to write a merged waveform.
    pub waveform: Option<PathBuf>,
    /// The seed of the self-test, if one is wanted.
    pub self_test: Option<u64>,
}

impl Default for DiffOptions {
    fn default() -> Self {
        let (a, b): (SideOptions, SideOptions) = Default::default();
        let (map, cycle, offsets, masks, volatile, ignore, only, require, skips, waivers, self_test) =
            Default::default();
        let (x, around, min_compared) = (XRule::default(), 3, 1);
        let (epsilon, by_time) = (0.0, false);
        let min_coverage = None;
        let (ignore_initial, allow_shorter, events) = Default::default();
        let (reorder, slack, waveform) = Default::default();
        Self {
            a,
            b,
            map,
            cycle,
            offsets,
            masks,
            volatile,
            ignore,
            only,
            require,
            skips,
            waivers,
            x,
            epsilon,
            by_time,
            around,
            min_compared,
            min_coverage,
            ignore_initial,
            allow_shorter,
            events,
            reorder,
            slack,
            waveform,
            self_test,
        }
    }
}

impl DiffOptions {
    /// The conditions of windows, each with what to call it in errors: those of `--skip`, then those of waivers.
    pub(super) fn conditions(&self) -> impl Iterator<Item = (&str, &str)> {
        let skips = self.skips.iter().filter_map(|skip| Some(("--skip", skip.condition()?)));
        let waivers =
            self.waivers.iter().filter_map(|it| Some((it.place.as_str(), it.when.as_ref()?.1.condition()?)));
        skips.chain(waivers)
    }
}
