//! Turns the changes of one side into sampled edges.
//!
//! All changes of one time stamp settle before anything is looked at. The cost follows the changes: an edge carries
//! only the lanes that changed since the edge before.

use super::batch::{Batch, Change, Edge};
use super::plan::{Feed, Numbering, Sampling, SidePlan};
use crate::expr::Expr;
use crate::wave::{Bits, WaveFlow, WaveSink};
use crate::words::words;

/// Takes full batches; the reader stops when it returns [`WaveFlow::Stop`].
pub(super) type Send<'s> = &'s mut dyn FnMut(Batch) -> WaveFlow;

/// The lane of a signal that needs more than a plain copy.
const SLOW: u32 = u32::MAX;

/// What reading has shown besides edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) stamps: u64,
    pub(super) ticks: u64,
    /// Edges that were sampled.
    pub(super) sampled: u64,
    /// Edges without a known cycle.
    pub(super) unnumbered: u64,
    /// The lane and bit that the self-test flipped.
    pub(super) flipped: Option<(usize, u32)>,
}

pub(super) struct Sampler<'p, 's> {
    plan: &'p SidePlan,
    /// The lane of a signal that is compared after the edge and fits one word.
    fast: Vec<u32>,
    values: Vec<Bits>,
    /// Changes of this time stamp of lanes that are sampled before it.
    pending: Vec<Change>,
    is_dirty: Vec<bool>,
    dirty: Vec<u32>,
    clock: Option<u64>,
    time: u64,
    has_time: bool,
    was_reset: bool,
    has_run: bool,
    epoch: u32,
    in_epoch: u64,
    last_cycle: u64,
    /// A flipped lane returns to its value at the next edge.
    flipped_back: Option<(u32, u64)>,
    batch: Batch,
    send: Send<'s>,
    pub(super) seen: Seen,
    is_stopped: bool,
}

impl<'p, 's> Sampler<'p, 's> {
    pub(super) fn new(plan: &'p SidePlan, send: Send<'s>) -> Self {
        let fast = plan.feeds.iter().map(|feeds| match feeds.as_slice() {
            [Feed::Whole { lane, width }] if *width <= 64 && !plan.before[*lane as usize] => *lane,
            _ => SLOW,
        });
        Self {
            plan,
            fast: fast.collect(),
            values: plan.initial.clone(),
            pending: Vec::new(),
            is_dirty: vec![true; plan.compared],
            dirty: (0..plan.compared as u32).collect(),
            clock: None,
            time: 0,
            has_time: false,
            was_reset: false,
            has_run: false,
            epoch: 1,
            in_epoch: 0,
            last_cycle: 0,
            flipped_back: None,
            batch: Batch::default(),
            send,
            seen: Seen::default(),
            is_stopped: false,
        }
    }

    /// Sends what is left.
    pub(super) fn finish(mut self) -> Seen {
        let batch = std::mem::take(&mut self.batch);
        // Nobody waits for more after the last batch.
        let _ = (self.send)(batch);
        self.seen
    }

    #[inline]
    fn set(&mut self, lane: u32, value: Bits) {
        let place = lane as usize;
        if self.values[place] != value {
            self.values[place] = value;
            self.touch(lane);
        }
    }

    fn touch(&mut self, lane: u32) {
        if let Some(is_dirty) = self.is_dirty.get_mut(lane as usize)
            && !std::mem::replace(is_dirty, true)
        {
            self.dirty.push(lane);
        }
    }

    /// One word of a signal.
    fn put(&mut self, lane: u32, value: Bits) {
        if self.plan.before[lane as usize] {
            self.pending.push(Change { lane, value });
        } else {
            self.set(lane, value);
        }
    }

    fn slow(&mut self, slot: usize, value: Bits) {
        let plan = self.plan;
        for feed in &plan.feeds[slot] {
            match *feed {
                Feed::Whole { lane, width } if width <= 64 => self.put(lane, value),
                Feed::Digits { lane, width } if width <= 64 => self.put(lane, value.lowest(width)),
                // `wide` has delivered all words.
                Feed::Whole { .. } | Feed::Digits { .. } => (),
                Feed::ToReal { lane } => {
                    // A negative number fills the word.
                    let real = value.get().map(|value| Bits::known((value as i64 as f64).to_bits()));
                    self.put(lane, real.unwrap_or(Bits::all_unknown(64)));
                }
                Feed::OneOf { lane, bit } => {
                    let Bits { value, unknown } = value;
                    self.put(lane, Bits { value: value >> bit & 1, unknown: unknown >> bit & 1 });
                }
                Feed::Bit { lane, bit } => {
                    let later = self
                        .pending
                        .iter()
                        .rev()
                        .find(|change| change.lane == lane)
                        .map(|change| change.value);
                    let now = later.unwrap_or(self.values[lane as usize]);
                    self.put(lane, now.with_bit(bit.into(), value));
                }
            }
        }
    }

    /// The time stamp is complete.
    fn settle(&mut self, is_last: bool) -> WaveFlow {
        let is_edge = match &self.plan.sampling {
            Sampling::Clock { clock, is_falling } => self.is_clock_edge(clock, *is_falling),
            Sampling::Rows => true,
            Sampling::End => is_last,
        };
        let flow = if is_edge { self.edge(is_last) } else { WaveFlow::Continue };
        let mut pending = std::mem::take(&mut self.pending);
        pending.drain(..).for_each(|Change { lane, value }| self.set(lane, value));
        self.pending = pending;
        flow
    }

    fn is_clock_edge(&mut self, clock: &Expr, is_falling: bool) -> bool {
        let now = clock.eval(&self.values).map(|value| value & 1);
        let before = std::mem::replace(&mut self.clock, now);
        let (from, to) = if is_falling { (1, 0) } else { (0, 1) };
        before == Some(from) && now == Some(to)
    }

    fn edge(&mut self, is_last: bool) -> WaveFlow {
        self.seen.ticks += 1;
        if self.plan.enable.as_ref().is_some_and(|enable| !enable.holds(&self.values)) {
            return WaveFlow::Continue;
        }
        let is_new_epoch = self.count_epochs();
        let cycle = match self.plan.numbering {
            Numbering::Edges => self.in_epoch,
            Numbering::Time(factor) => self.time.saturating_mul(factor),
            Numbering::Lane(lane) => match self.values[lane].get() {
                Some(cycle) => cycle,
                None => {
                    self.seen.unnumbered += 1;
                    return WaveFlow::Continue;
                }
            },
        };
        let is_numbered = matches!(self.plan.numbering, Numbering::Lane(_));
        if cycle < self.last_cycle && !is_new_epoch && is_numbered {
            self.epoch += 1;
        }
        self.last_cycle = cycle;
        self.flip();
        self.in_epoch += 1;
        self.seen.sampled += 1;
        let values = &self.values;
        for lane in self.dirty.drain(..) {
            self.is_dirty[lane as usize] = false;
            self.batch.changes.push(Change { lane, value: values[lane as usize] });
        }
        let end = self.batch.changes.len() as u32;
        let holds = |(bit, condition): (usize, &Expr)| u64::from(condition.holds(values)) << bit;
        let conditions = self.plan.conditions.iter().enumerate().map(holds).sum();
        self.batch.edges.push(Edge { time: self.time, epoch: self.epoch, cycle, conditions, is_last, end });
        self.end_flip();
        if self.batch.is_full() { (self.send)(std::mem::take(&mut self.batch)) } else { WaveFlow::Continue }
    }

    /// A reset after a time without one begins an epoch; returns whether it does here.
    fn count_epochs(&mut self) -> bool {
        let Some(reset) = &self.plan.reset else { return false };
        let is_reset = reset.holds(&self.values);
        let is_new = is_reset && !self.was_reset && self.has_run;
        if is_new {
            self.epoch += 1;
            self.in_epoch = 0;
        }
        self.has_run |= !is_reset;
        self.was_reset = is_reset;
        is_new
    }

    /// The self-test: flips a bit of the first lane, from a random one on, that has a known value.
    fn flip(&mut self) {
        let Some(flip) = self.plan.flip.as_ref().filter(|flip| flip.edge == self.seen.sampled) else {
            return;
        };
        let total = flip.bits.len();
        let lanes = (0..total).map(|step| (flip.start as usize % total + step) % total);
        let usable = |lane: &usize| flip.bits[*lane] != 0 && self.values[*lane].unknown == 0;
        let Some(lane) = lanes.into_iter().find(usable) else { return };
        let bit = chosen_bit(flip.bits[lane], flip.start);
        self.values[lane].value ^= bit;
        self.touch(lane as u32);
        self.seen.flipped = Some((lane, bit.trailing_zeros()));
        self.flipped_back = Some((lane as u32, bit));
    }

    fn end_flip(&mut self) {
        if let Some((lane, bit)) = self.flipped_back.take() {
            self.values[lane as usize].value ^= bit;
            self.touch(lane);
        }
    }
}

impl WaveSink for Sampler<'_, '_> {
    fn time(&mut self, time: u64) -> WaveFlow {
        if self.has_time && self.settle(false) == WaveFlow::Stop {
            self.is_stopped = true;
            return WaveFlow::Stop;
        }
        self.seen.stamps += 1;
        self.has_time = true;
        self.time = time;
        WaveFlow::Continue
    }

    #[inline]
    fn change(&mut self, slot: usize, value: Bits) {
        match self.fast[slot] {
            SLOW => self.slow(slot, value),
            lane => self.set(lane, value),
        }
    }

    fn wide(&mut self, slot: usize, digits: &[u8]) {
        let plan = self.plan;
        for feed in &plan.feeds[slot] {
            if let Feed::Whole { lane, width } | Feed::Digits { lane, width } = *feed
                && width > 64
            {
                words(digits, width).zip(lane..).for_each(|(value, lane)| self.put(lane, value));
            }
        }
    }

    fn end(&mut self) {
        if self.has_time && !self.is_stopped {
            // The reader has ended; there is nothing to stop.
            let _ = self.settle(true);
        }
    }
}

/// One of the bits.
fn chosen_bit(bits: u64, random: u64) -> u64 {
    let number = (random >> 32) % u64::from(bits.count_ones().max(1));
    let rest = (0..number).fold(bits, |rest, _| rest & (rest - 1));
    rest & rest.wrapping_neg()
}
