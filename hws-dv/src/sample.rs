//! Sampling at clock edges: inputs just before the time stamp of the edge, everything else at its end.
//!
//! All changes of one time stamp settle before anything is looked at, so glitches of no width do not count. The cost
//! follows the changes: nothing is done for a signal that keeps its value.

use crate::map::{ClockEdge, Feed, Port, SamplePoint, SignalTarget};
use crate::wave::{Bits, WaveFlow, WaveSink};

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
    values: Vec<Bits>,
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

impl<F: AsRef<[Vec<Feed>]>, S: EdgeSink> Sampler<F, S> {
    /// Creates a sampler; `feeds` gives the targets of each selected signal.
    pub fn new(feeds: F, targets: usize, edge: ClockEdge, point: SamplePoint, sink: S) -> Self {
        Self {
            sink,
            values: initial(feeds.as_ref(), targets),
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
        if !self.has_edge() {
            self.is_after_gap |= self.has_edges && self.values[Port::Clk as usize].unknown != 0;
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
                if feed.target as usize >= SignalTarget::CNT_CYCLE {
                    self.changed.push(feed.target);
                }
            }
        }
    }

    fn end(&mut self) {
        self.settle(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the sink saw: time, bus_valid before, irq after.
    #[derive(Default)]
    struct Seen(Vec<(u64, Option<u64>, Option<u64>)>);

    impl EdgeSink for Seen {
        fn edge(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
            let input = edge.inputs[Port::BusValid as usize].get();
            self.0.push((edge.time, input, edge.values[Port::Irq as usize].get()));
            AfterEdge::Clear
        }
    }

    fn feeds() -> Vec<Vec<Feed>> {
        let of = |port: Port| vec![Feed { target: port as u32, bit: None }];
        vec![of(Port::Clk), of(Port::BusValid), of(Port::Irq)]
    }

    fn seen(
        edge: ClockEdge,
        point: SamplePoint,
        steps: &[(u64, usize, u64)],
    ) -> Vec<(u64, Option<u64>, Option<u64>)> {
        let feeds = feeds();
        let mut sampler = Sampler::new(&feeds, SignalTarget::all().len(), edge, point, Seen::default());
        let mut now = None;
        for &(time, slot, value) in steps {
            if now != Some(time) {
                now = Some(time);
                assert_eq!(sampler.time(time), WaveFlow::Continue);
            }
            sampler.change(slot, Bits::known(value));
        }
        sampler.end();
        sampler.into_sink().0
    }

    const STEPS: [(u64, usize, u64); 8] =
        [(0, 0, 0), (0, 1, 1), (0, 2, 0), (5, 0, 1), (5, 1, 0), (5, 2, 1), (10, 0, 0), (15, 0, 1)];

    #[test]
    fn inputs_are_those_before_the_edge_and_outputs_those_after_it() {
        let seen = seen(ClockEdge::Rising, SamplePoint::Before, &STEPS);
        assert_eq!(seen, [(5, Some(1), Some(1)), (15, Some(0), Some(1))]);
    }

    #[test]
    fn values_before_the_first_time_stamp_are_those_at_the_beginning() {
        let feeds = feeds();
        let (edge, point) = (ClockEdge::Rising, SamplePoint::Before);
        let mut sampler = Sampler::new(&feeds, SignalTarget::all().len(), edge, point, Seen::default());
        sampler.change(0, Bits::known(0));
        sampler.change(1, Bits::known(1));
        assert_eq!(sampler.time(10), WaveFlow::Continue);
        sampler.change(0, Bits::known(1));
        sampler.end();
        assert_eq!(sampler.into_sink().0, [(10, Some(1), None)]);
    }

    #[test]
    fn edge_and_sample_point_can_be_chosen() {
        assert_eq!(seen(ClockEdge::Falling, SamplePoint::Before, &STEPS), [(10, Some(0), Some(1))]);
        assert_eq!(seen(ClockEdge::Rising, SamplePoint::After, &STEPS)[0], (5, Some(0), Some(1)));
    }

    #[test]
    fn a_glitch_of_no_width_is_not_an_edge() {
        let steps = [(0, 0, 0), (5, 0, 1), (5, 0, 0), (9, 0, 1)];
        let edges: Vec<u64> =
            seen(ClockEdge::Rising, SamplePoint::Before, &steps).iter().map(|edge| edge.0).collect();
        assert_eq!(edges, [9]);
    }
}
