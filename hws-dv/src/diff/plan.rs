//! What one side reads, and how it samples.

use std::collections::HashMap;

use super::DiffError;
use super::expr::{Expr, Leaf};
use super::names::Names;
use super::options::{DiffOptions, PerClass, SampleAt, SideOptions};
use super::pair::{Pair, Source, is_before};
use crate::wave::{Bits, SignalId};

/// The value of a signal that has not been dumped yet: a value that no reader delivers.
pub(super) const ABSENT: Bits = Bits { value: u64::MAX, unknown: u64::MAX };

/// The default name of the clock.
const CLOCK: &str = "clk";

/// Where a change goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feed {
    /// The first lane, and the width of the signal.
    Whole { lane: u32, width: u32 },
    /// One bit of a lane.
    Bit { lane: u32, bit: u8 },
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
    pub(super) clock: Expr,
    pub(super) is_falling: bool,
    pub(super) enable: Option<Expr>,
    pub(super) cycle: Option<usize>,
    /// The conditions of windows: `while`, `until`, `after`.
    pub(super) conditions: Vec<Expr>,
    /// Reset is active.
    pub(super) reset: Option<Expr>,
    /// What the self-test changes.
    pub(super) flip: Option<Flip>,
}

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
    pub(super) fn new(
        names: &Names<'_>,
        pairs: &[Pair],
        options: &DiffOptions,
        is_a: bool,
    ) -> Result<Self, DiffError> {
        let side = if is_a { &options.a } else { &options.b };
        let mut plan = Builder::new(names, &side.samples);
        for pair in pairs {
            plan.pair(pair, if is_a { &pair.a } else { &pair.b });
        }
        plan.finish(side, options, is_a)
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
    targets: super::class::Targets,
    hws: std::collections::HashSet<u32>,
    /// The lanes of the variables of expressions.
    extra: HashMap<(usize, bool), usize>,
}

impl<'n> Builder<'n> {
    fn new(names: &'n Names<'n>, samples: &'n [PerClass<SampleAt>]) -> Self {
        let targets = super::class::Targets::new();
        let hws = targets.scopes(names.hierarchy);
        let (slots, extra) = Default::default();
        let (select, feeds, initial, before) = Default::default();
        Self { names, samples, slots, select, feeds, initial, before, targets, hws, extra }
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
        let before = is_before(self.samples, pair.class);
        self.before.extend(std::iter::repeat_n(before, pair.words()));
        match source {
            Source::Whole(number) => {
                self.initial.extend(std::iter::repeat_n(ABSENT, pair.words()));
                let variable = self.names.variable(*number);
                // The words above the narrower side are 0.
                let words = variable.width.div_ceil(64).max(1) as usize;
                self.initial[lane + words..].fill(Bits::default());
                self.feed(variable.id, Feed::Whole { lane: lane as u32, width: variable.width });
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
            super::class::Class::Other
        };
        let before = at.unwrap_or_else(|| is_before(self.samples, class));
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
        let mut lane = |name: &str| {
            let leaf = names.leaf(name)?;
            if names.variable(leaf.signal).width == 0 {
                return Err(format!("`{name}` is a real, a string or an event"));
            }
            Ok(Leaf { signal: self.extra(leaf.signal, at), bit: leaf.bit })
        };
        Expr::parse(text, &mut lane).map_err(|reason| DiffError::new(format!("{option}: {reason}")))
    }

    fn finish(
        mut self,
        side: &SideOptions,
        options: &DiffOptions,
        is_a: bool,
    ) -> Result<SidePlan, DiffError> {
        let compared = self.initial.len();
        let (text, is_falling) = clock_text(side.clock.as_deref().unwrap_or(CLOCK));
        // The clock is looked at after each time stamp.
        let clock = self.expr("--clock", text, Some(false)).map_err(|error| no_clock(error, side))?;
        let enable = side.enable.as_deref().map(|text| self.expr("--enable", text, None)).transpose()?;
        let cycle = options.cycle.as_deref().map(|name| self.cycle(name)).transpose()?;
        let conditions = if is_a { self.conditions(options)? } else { Vec::new() };
        let reset = self.reset();
        let Self { select, feeds, initial, before, .. } = self;
        let flip = None;
        Ok(SidePlan {
            select,
            feeds,
            compared,
            initial,
            before,
            clock,
            is_falling,
            enable,
            cycle,
            conditions,
            reset,
            flip,
        })
    }

    fn cycle(&mut self, name: &str) -> Result<usize, DiffError> {
        let number = self.names.find(name);
        let number =
            number.ok_or_else(|| DiffError::new(format!("--cycle: {}", self.names.missing(name))))?;
        match self.names.variable(number).width {
            1..=64 => Ok(self.extra(number, None)),
            width => Err(DiffError::new(format!("--cycle: `{name}` has {width} bits; expected 1 to 64"))),
        }
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
        Some(Expr::Not(Box::new(Expr::Signal(self.extra(number, None)))))
    }
}

/// `negedge clk` works at falling edges.
fn clock_text(text: &str) -> (&str, bool) {
    match text.strip_prefix("negedge ") {
        Some(rest) => (rest, true),
        None => (text.strip_prefix("posedge ").unwrap_or(text), false),
    }
}

fn no_clock(error: DiffError, side: &SideOptions) -> DiffError {
    match side.clock {
        Some(_) => error,
        None => DiffError::new(format!("{error}; name the clock with --clock")),
    }
}
