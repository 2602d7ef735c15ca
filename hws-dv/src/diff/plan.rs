//! What one side reads, and how it samples.

mod steps;

use std::collections::HashMap;

use super::DiffError;
use super::class::{Class, Targets};
use super::names::Names;
use super::options::{DiffOptions, PerClass, SampleAt};
use super::pair::{Pair, Pairing, Source, is_before};
use crate::expr::{Expr, Leaf};
use crate::wave::{Bits, SignalId, Steps, VariableKind};

pub(super) use steps::{Numbering, Sampling};

/// The value of a signal that has not been dumped yet: a value that no reader delivers.
pub(super) const ABSENT: Bits = Bits { value: u64::MAX, unknown: u64::MAX };

/// Where a change goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feed {
    /// The first lane, and the width of the signal.
    Whole { lane: u32, width: u32 },
    /// The first lane, and the bits that are compared, of a column or word without a declared width.
    Digits { lane: u32, width: u32 },
    /// The lane of a real, for a column of whole numbers.
    ToReal { lane: u32 },
    /// One bit of a lane.
    Bit { lane: u32, bit: u8 },
    /// This bit of the signal is the lane.
    OneOf { lane: u32, bit: u8 },
}

/// What one side does.
#[derive(Clone, Debug)]
pub(super) struct SidePlan {
    pub(super) select: Vec<SignalId>,
    /// The lanes of each selected signal.
    pub(super) feeds: Vec<Vec<Feed>>,
    /// The lanes that are compared; those of expressions follow.
    pub(super) compared: usize,
    /// The value of each lane before the first change.
    pub(super) initial: Vec<Bits>,
    /// The lanes that are sampled before the edge.
    pub(super) before: Vec<bool>,
    pub(super) sampling: Sampling,
    pub(super) enable: Option<Expr>,
    pub(super) numbering: Numbering,
    /// The conditions of windows: `while`, `until`, `after`.
    pub(super) conditions: Vec<Expr>,
    /// Reset is active.
    pub(super) reset: Option<Expr>,
    /// The signals that say when the side is sampled, and in which cycle: equal values of theirs say nothing.
    pub(super) steering: Vec<SignalId>,
    /// What the self-test changes.
    pub(super) flip: Option<Flip>,
}

/// The option whose signals are equal at every sample.
const CLOCK_OPTION: &str = "--clock";

/// One bit that the self-test flips.
#[derive(Clone, Debug)]
pub(super) struct Flip {
    /// The number of the sampled edge.
    pub(super) edge: u64,
    /// Chooses the lane and the bit.
    pub(super) start: u64,
    /// The bits of each lane that may be flipped.
    pub(super) bits: Vec<u64>,
}

impl SidePlan {
    /// The plan of a side; `is_a` chooses the sources of the pairs, and A has the conditions of windows.
    pub(super) fn new(pairing: &Pairing<'_>, options: &DiffOptions, is_a: bool) -> Result<Self, DiffError> {
        let mut plan = Builder::of_side(pairing, options, is_a);
        for pair in &pairing.pairs {
            plan.pair(pair, if is_a { &pair.a } else { &pair.b });
        }
        plan.finish(options, is_a)
    }

    /// A plan with one lane, the lowest word, for each variable.
    pub(super) fn of_variables(
        pairing: &Pairing<'_>,
        numbers: &[usize],
        options: &DiffOptions,
        is_a: bool,
    ) -> Result<Self, DiffError> {
        let mut plan = Builder::of_side(pairing, options, is_a);
        for &number in numbers {
            plan.extra(number, None);
        }
        plan.finish(options, is_a)
    }
}

struct Builder<'n> {
    names: &'n Names<'n>,
    samples: &'n [PerClass<SampleAt>],
    slots: HashMap<SignalId, usize>,
    select: Vec<SignalId>,
    feeds: Vec<Vec<Feed>>,
    initial: Vec<Bits>,
    before: Vec<bool>,
    targets: &'n Targets,
    hws: std::collections::HashSet<u32>,
    /// The lanes of the variables of expressions.
    extra: HashMap<(usize, bool), usize>,
    steering: Vec<SignalId>,
    /// One side is a memory image.
    samples_once: bool,
    time_factor: u64,
    /// A reset does not begin an epoch: times, and the numbers of rows, count on.
    counts_on: bool,
}

impl<'n> Builder<'n> {
    fn of_side(pairing: &'n Pairing<'n>, options: &'n DiffOptions, is_a: bool) -> Self {
        let (names, side) = if is_a { (&pairing.a, &options.a) } else { (&pairing.b, &options.b) };
        let samples_once = [&pairing.a, &pairing.b].iter().any(|names| names.steps() == Steps::Snapshot);
        let has_numbers = [&pairing.a, &pairing.b]
            .iter()
            .any(|names| matches!(names.steps(), Steps::Rows { cycle: Some(_) }));
        let (slots, extra) = Default::default();
        let (select, feeds, initial, before) = Default::default();
        Self {
            names,
            samples: &side.samples,
            slots,
            select,
            feeds,
            initial,
            before,
            targets: &pairing.targets,
            hws: pairing.targets.scopes(names.hierarchy),
            extra,
            steering: Vec::new(),
            samples_once,
            time_factor: steps::time_factor(pairing, is_a),
            counts_on: options.by_time || options.cycle.is_none() && has_numbers,
        }
    }

    /// Whether the signals of a class are sampled before the edge; rows and memories have no edge.
    fn is_before(&self, class: Class) -> bool {
        !self.samples_once && self.names.steps() == Steps::Edges && is_before(self.samples, class)
    }

    fn feed(&mut self, id: SignalId, feed: Feed) {
        let slot = *self.slots.entry(id).or_insert_with(|| {
            self.select.push(id);
            self.feeds.push(Vec::new());
            self.select.len() - 1
        });
        self.feeds[slot].push(feed);
    }

    fn pair(&mut self, pair: &Pair, source: &Source) {
        let lane = self.initial.len();
        let before = self.is_before(pair.class);
        self.before.extend(std::iter::repeat_n(before, pair.words()));
        match source {
            Source::Whole(number) => {
                self.initial.extend(std::iter::repeat_n(ABSENT, pair.words()));
                let variable = self.names.variable(*number);
                let first = lane as u32;
                let feed = match variable.kind {
                    VariableKind::Digits { .. } if pair.is_real => Feed::ToReal { lane: first },
                    VariableKind::Digits { .. } => Feed::Digits { lane: first, width: pair.width },
                    _ => {
                        // The words above the narrower side are 0.
                        let words = variable.width.div_ceil(64).max(1) as usize;
                        self.initial[lane + words..].fill(Bits::default());
                        Feed::Whole { lane: first, width: variable.width }
                    }
                };
                self.feed(variable.id, feed);
            }
            Source::Bit(number, bit) => {
                self.initial.push(ABSENT);
                let feed = Feed::OneOf { lane: lane as u32, bit: *bit as u8 };
                self.feed(self.names.variable(*number).id, feed);
            }
            Source::Bits(bits) => {
                let word = |word: usize| {
                    Bits::all_unknown((bits.len() as u32).saturating_sub(64 * word as u32).min(64))
                };
                self.initial.extend((0..pair.words()).map(word));
                for (bit, number) in bits.iter().enumerate() {
                    let feed = Feed::Bit { lane: (lane + bit / 64) as u32, bit: (bit % 64) as u8 };
                    self.feed(self.names.variable(*number).id, feed);
                }
            }
        }
    }

    /// The lane of a variable that an expression reads; `at` overrides the sample point of its class.
    fn extra(&mut self, number: usize, at: Option<bool>) -> usize {
        let variable = self.names.variable(number);
        let class = if self.hws.contains(&variable.scope) {
            self.targets.class(&variable.name)
        } else {
            Class::Other
        };
        let before = at.unwrap_or_else(|| self.is_before(class));
        if let Some(&lane) = self.extra.get(&(number, before)) {
            return lane;
        }
        let lane = self.initial.len();
        self.initial.push(ABSENT);
        self.before.push(before);
        // Only the lowest word is used.
        self.feed(variable.id, Feed::Whole { lane: lane as u32, width: variable.width.min(64) });
        self.extra.insert((number, before), lane);
        lane
    }

    fn expr(&mut self, option: &str, text: &str, at: Option<bool>) -> Result<Expr, DiffError> {
        let names = self.names;
        let steers = option == CLOCK_OPTION;
        let mut lane = |name: &str| {
            let leaf = names.leaf(name)?;
            if names.variable(leaf.signal).width == 0 {
                return Err(format!("`{name}` is a real, a string or an event"));
            }
            if steers {
                self.steering.push(names.variable(leaf.signal).id);
            }
            Ok(Expr::Signal(Leaf { signal: self.extra(leaf.signal, at), ..leaf }))
        };
        Expr::parse(text, &mut lane).map_err(|reason| DiffError::new(format!("{option}: {reason}")))
    }

    fn finish(mut self, options: &DiffOptions, is_a: bool) -> Result<SidePlan, DiffError> {
        let side = if is_a { &options.a } else { &options.b };
        let compared = self.initial.len();
        let sampling = self.sampling(side)?;
        let is_edge = !matches!(sampling, Sampling::End);
        let enable = side.enable.as_deref().filter(|_| is_edge);
        let enable = enable.map(|text| self.expr("--enable", text, None)).transpose()?;
        let numbering = if is_edge { self.numbering(options)? } else { Numbering::Edges };
        let conditions = if is_a { self.conditions(options)? } else { Vec::new() };
        let reset = self.reset().filter(|_| !self.counts_on);
        let Self { select, feeds, initial, before, steering, .. } = self;
        let flip = None;
        Ok(SidePlan {
            select,
            feeds,
            compared,
            initial,
            before,
            sampling,
            enable,
            numbering,
            conditions,
            reset,
            steering,
            flip,
        })
    }

    fn conditions(&mut self, options: &DiffOptions) -> Result<Vec<Expr>, DiffError> {
        if options.conditions().count() > 64 {
            let reason = "more than 64 expressions in --skip and --waivers; join some with `||`";
            return Err(DiffError::new(reason));
        }
        options.conditions().map(|(option, text)| self.expr(option, text, None)).collect()
    }

    /// `rst_n` of the HWS, if the dump has it.
    fn reset(&mut self) -> Option<Expr> {
        let number = self.names.get("rst_n").filter(|&number| self.names.variable(number).width == 1)?;
        Some(Expr::Not(Box::new(Expr::Signal(Leaf { signal: self.extra(number, None), low: 0, width: 1 }))))
    }
}
