//! Sampling at clock edges: inputs just before the time stamp of the edge, everything else at its end.
//!
//! All changes of one time stamp settle before anything is looked at, so glitches of no width do not count. The cost
//! follows the changes: nothing is done for a signal that keeps its value.

mod evaluator;

use std::sync::Arc;

use crate::map::{Binding, ClockEdge, Computed, Feed, NameMap, Port, SamplePoint, SignalTarget};
use crate::wave::{Bits, WaveFlow, WaveSink};
use evaluator::Evaluator;

/// One clock edge.
#[derive(Clone, Copy, Debug)]
pub struct SampledEdge<'a> {
    /// The time stamp.
    pub time: u64,
    /// The ports up to [`Port::SAMPLED_BEFORE`], as sampled for this edge.
    pub inputs: &'a [Bits; Port::SAMPLED_BEFORE],
    /// All targets at the end of the time stamp.
    pub values: &'a [Bits],
    /// Registers that changed since the last edge at which the changes were cleared.
    pub changed: &'a [u32],
    /// The clock was unknown since the last edge, as `$dumpoff` leaves it.
    pub is_after_gap: bool,
    /// Nothing follows the time stamp in the file: its changes may not be complete.
    pub is_last: bool,
    /// The registers among the values are those after the edge; otherwise they are older.
    pub has_registers: bool,
}

/// What to do after an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterEdge {
    /// Go on, and keep collecting changes.
    Collect,
    /// Go on; the changes have been seen.
    Clear,
    /// Stop reading.
    Stop,
}

/// A receiver of clock edges.
pub trait EdgeSink {
    /// Called for every edge.
    fn edge(&mut self, edge: &SampledEdge<'_>) -> AfterEdge;
}

/// Nothing is known before the first change; of a split vector, only the bits that the dump has are unknown.
fn initial(feeds: &[Vec<Feed>], targets: usize) -> Vec<Bits> {
    let mut values = vec![Bits::all_unknown(Bits::MAX_WIDTH); targets];
    let split = || feeds.iter().flatten().filter_map(|feed| Some((feed.target as usize, feed.bit?)));
    split().for_each(|(target, _)| values[target] = Bits::default());
    split()
        .for_each(|(target, bit)| values[target] = values[target].with_bit(bit.into(), Bits::all_unknown(1)));
    values
}

/// Turns changes into clock edges. `F` has the targets of each selected signal.
#[derive(Debug)]
pub struct Sampler<F, S> {
    sink: S,
    feeds: F,
    /// Of targets, and after them of the signals that others are computed from.
    values: Vec<Bits>,
    evaluator: Evaluator,
    before: [Bits; Port::SAMPLED_BEFORE],
    clock_before: Bits,
    changed: Vec<u32>,
    time: u64,
    stamps: u64,
    edge: ClockEdge,
    point: SamplePoint,
    is_after_gap: bool,
    has_edges: bool,
    has_registers: bool,
    is_stopped: bool,
}

impl<S: EdgeSink + ?Sized> EdgeSink for &mut S {
    fn edge(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        (**self).edge(edge)
    }
}

impl<'b, S: EdgeSink> Sampler<&'b Vec<Vec<Feed>>, S> {
    /// Creates a sampler of the signals that are bound by a map.
    pub(crate) fn bound(binding: &'b Binding, map: &NameMap, sink: S) -> Self {
        let sampler = Self::new(&binding.feeds, binding.targets.len(), map.edge, map.inputs, sink);
        sampler.computing(&binding.computed)
    }
}

impl<F: AsRef<[Vec<Feed>]>, S: EdgeSink> Sampler<F, S> {
    /// Creates a sampler; `feeds` gives the targets of each selected signal.
    pub fn new(feeds: F, targets: usize, edge: ClockEdge, point: SamplePoint, sink: S) -> Self {
        Self {
            sink,
            values: initial(feeds.as_ref(), targets),
            evaluator: Evaluator::new(targets),
            feeds,
            before: [Bits::all_unknown(Bits::MAX_WIDTH); Port::SAMPLED_BEFORE],
            clock_before: Bits::all_unknown(1),
            changed: Vec::new(),
            time: 0,
            stamps: 0,
            edge,
            point,
            is_after_gap: false,
            has_edges: false,
            has_registers: true,
            is_stopped: false,
        }
    }

    /// The same, with targets that are computed from signals.
    #[must_use]
    pub fn computing(mut self, computed: &Arc<Computed>) -> Self {
        self.evaluator = self.evaluator.computing(computed, &mut self.values);
        self
    }

    /// Returns the number of time stamps so far.
    pub fn stamps(&self) -> u64 {
        self.stamps
    }

    /// Returns the receiver as it is now.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Returns the receiver.
    pub fn into_sink(self) -> S {
        self.sink
    }

    fn settle(&mut self, is_last: bool) -> WaveFlow {
        if self.is_stopped {
            return WaveFlow::Stop;
        }
        self.evaluator.run(&mut self.values, &mut self.changed);
        let is_enabled = self.evaluator.is_enabled(&self.values, self.point);
        if is_enabled.is_none() || !self.has_edge() {
            let is_unknown = is_enabled.is_none() || self.values[Port::Clk as usize].unknown != 0;
            self.is_after_gap |= self.has_edges && is_unknown;
            return WaveFlow::Continue;
        }
        if is_enabled == Some(false) {
            return WaveFlow::Continue;
        }
        if self.point == SamplePoint::After {
            self.before.copy_from_slice(&self.values[..Port::SAMPLED_BEFORE]);
        }
        self.deliver(is_last, S::edge)
    }

    /// The edge of a clock that only the caller sees, at `time`. The last values of the inputs are those that the caller
    /// has sampled for the edge, all others those after it; `has_registers` says whether those of the registers are.
    pub fn sampled(&mut self, time: u64, has_registers: bool) -> WaveFlow {
        self.stamps += 1;
        self.sampled_by(time, has_registers, S::edge)
    }

    /// As [`Self::sampled`], but something else than an edge is made of the values.
    pub fn sampled_by(
        &mut self,
        time: u64,
        has_registers: bool,
        act: impl FnOnce(&mut S, &SampledEdge<'_>) -> AfterEdge,
    ) -> WaveFlow {
        if self.is_stopped {
            return WaveFlow::Stop;
        }
        self.time = time;
        self.has_registers = has_registers;
        self.before.copy_from_slice(&self.values[..Port::SAMPLED_BEFORE]);
        self.deliver(false, act)
    }

    fn deliver(
        &mut self,
        is_last: bool,
        act: impl FnOnce(&mut S, &SampledEdge<'_>) -> AfterEdge,
    ) -> WaveFlow {
        self.has_edges = true;
        let edge = SampledEdge {
            time: self.time,
            inputs: &self.before,
            values: &self.values,
            changed: &self.changed,
            is_after_gap: std::mem::take(&mut self.is_after_gap),
            is_last,
            has_registers: self.has_registers,
        };
        match act(&mut self.sink, &edge) {
            AfterEdge::Collect => WaveFlow::Continue,
            AfterEdge::Clear => {
                self.changed.clear();
                WaveFlow::Continue
            }
            AfterEdge::Stop => {
                self.is_stopped = true;
                WaveFlow::Stop
            }
        }
    }

    fn has_edge(&self) -> bool {
        let (from, to) = (self.clock_before.get(), self.values[Port::Clk as usize].get());
        match self.edge {
            ClockEdge::Rising => (from, to) == (Some(0), Some(1)),
            ClockEdge::Falling => (from, to) == (Some(1), Some(0)),
        }
    }
}

impl<F: AsRef<[Vec<Feed>]>, S: EdgeSink> WaveSink for Sampler<F, S> {
    fn time(&mut self, time: u64) -> WaveFlow {
        let flow = self.settle(false);
        self.before.copy_from_slice(&self.values[..Port::SAMPLED_BEFORE]);
        self.clock_before = self.values[Port::Clk as usize];
        self.evaluator.sample_enable(&self.values);
        self.time = time;
        self.stamps += 1;
        flow
    }

    #[inline]
    fn change(&mut self, slot: usize, value: Bits) {
        for feed in &self.feeds.as_ref()[slot] {
            let place = &mut self.values[feed.target as usize];
            let new = feed.bit.map_or(value, |bit| place.with_bit(bit.into(), value));
            if *place != new {
                *place = new;
                if feed.target as usize >= SignalTarget::CNT_CYCLE && !self.evaluator.reads(feed.target) {
                    self.changed.push(feed.target);
                }
            }
        }
    }

    fn wide(&mut self, slot: usize, digits: &[u8]) {
        self.evaluator.wide(slot, digits, &mut self.values);
    }

    fn end(&mut self) {
        self.settle(true);
    }
}

#[cfg(test)]
mod tests;
