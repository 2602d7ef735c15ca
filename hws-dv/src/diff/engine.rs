//! The comparison itself: both sides in step, lanes judged only when they change.

mod firsts;

use super::align::{Aligner, Next};
use super::batch::{Change, Edge};
use super::delay::Delays;
use super::history::History;
use super::lane::{State, judge, judge_real};
use super::merged::{MergedFile, Step};
use super::options::{DiffOptions, XRule};
use super::pair::Pair;
use super::place::{Alone, LaneFirst, Place, Row};
use super::plan::ABSENT;
use super::self_test::mixed;
use super::side::Reading;
use super::skip::Skips;
use super::waiver::Waivers;
use crate::wave::Bits;

/// The cycles around the first difference that hints look at.
pub(super) const WINDOW: usize = 16;

/// Everything that a comparison finds.
pub(super) struct Engine<'e> {
    options: &'e DiffOptions,
    a: Vec<Bits>,
    b: Vec<Bits>,
    pub(super) care: Vec<u64>,
    is_volatile: Vec<bool>,
    is_real: Vec<bool>,
    /// The edges of A have numbers of their own.
    pub(super) is_numbered: bool,
    state: Vec<State>,
    since: Vec<u64>,
    pub(super) counts: Vec<[u64; State::COUNT]>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// The bits of each lane that a side has changed since the first edge.
    changed: Vec<u64>,
    /// Lanes that differ and have not been recorded.
    waiting: Vec<u32>,
    is_recorded: Vec<bool>,
    pub(super) firsts: Vec<LaneFirst>,
    history: History,
    watched: Vec<u32>,
    pub(super) rows: Vec<Row>,
    rows_left: usize,
    /// The first edge has been applied.
    has_begun: bool,
    pub(super) cycles: u64,
    pub(super) skipped: u64,
    /// Edges without a partner between others, and behind the last edge of the other side.
    pub(super) alone: [Alone; 2],
    pub(super) surplus: [Alone; 2],
    pub(super) waivers: Waivers,
    /// Writes every cycle.
    pub(super) recorder: Option<MergedFile>,
    /// A random compared cycle, for the self-test.
    picked: Option<Place>,
}

impl<'e> Engine<'e> {
    pub(super) fn new(pairs: &[Pair], care: Vec<u64>, options: &'e DiffOptions) -> Self {
        let lanes = care.len();
        let (mut is_volatile, mut is_real) = (vec![false; lanes], vec![false; lanes]);
        pairs.iter().filter(|pair| pair.is_real).for_each(|pair| is_real[pair.lane] = true);
        for pair in pairs.iter().filter(|pair| pair.is_volatile) {
            is_volatile[pair.lane..pair.lane + pair.words()].fill(true);
        }
        Self {
            options,
            a: vec![ABSENT; lanes],
            b: vec![ABSENT; lanes],
            care,
            is_volatile,
            is_real,
            is_numbered: options.cycle.is_some(),
            state: vec![State::Absent; lanes],
            since: vec![0; lanes],
            counts: vec![[0; State::COUNT]; lanes],
            touched: Vec::new(),
            is_touched: vec![false; lanes],
            changed: vec![0; lanes],
            waiting: Vec::new(),
            is_recorded: vec![false; lanes],
            firsts: Vec::new(),
            history: History::new(options.around.max(WINDOW)),
            watched: Vec::new(),
            rows: Vec::new(),
            rows_left: 0,
            has_begun: false,
            cycles: 0,
            skipped: 0,
            alone: [Alone::default(); 2],
            surplus: [Alone::default(); 2],
            waivers: Waivers::new(pairs, options),
            recorder: None,
            picked: None,
        }
    }

    /// Compares both sides to their ends.
    pub(super) fn run(&mut self, a: &mut Reading, b: &mut Reading, mut delays: Delays) {
        let lead = (!self.options.offsets.is_empty()).then_some(delays.lead);
        let (mut aligner, mut skips) = (Aligner::new(lead), Skips::new(&self.options.skips));
        let (mut number_a, mut number_b) = (0, 0);
        loop {
            match aligner.next(a, b) {
                Next::Both(edge_a, edge_b) => {
                    let cycle = if self.is_numbered { edge_a.cycle } else { number_a };
                    self.history.begin(cycle);
                    self.apply(a.take(), false);
                    self.apply_delayed(b.take(), &mut delays);
                    let place = Place {
                        edge_a: number_a,
                        cycle,
                        epoch: edge_a.epoch,
                        time_a: edge_a.time,
                        time_b: edge_b.time,
                        is_last_a: edge_a.is_last,
                        is_last_b: edge_b.is_last,
                    };
                    // Before every class has begun there is nothing to compare with.
                    let has_begun = number_a as i64 >= -delays.smallest;
                    let is_skipped = skips.cover(cycle, &edge_a) || !has_begun;
                    self.reconsider(cycle, &edge_a);
                    self.settle(place, is_skipped);
                    (number_a, number_b) = (number_a + 1, number_b + 1);
                }
                Next::OnlyA(edge) => {
                    let cycle = if self.is_numbered { edge.cycle } else { number_a };
                    let has_more = b.peek().is_some();
                    self.note_alone(0, has_more, cycle, &edge);
                    self.apply(a.take(), false);
                    number_a += 1;
                }
                Next::OnlyB(edge) => {
                    let cycle = if self.options.cycle.is_some() { edge.cycle } else { number_b };
                    let has_more = a.peek().is_some();
                    self.note_alone(1, has_more, cycle, &edge);
                    self.apply_delayed(b.take(), &mut delays);
                    number_b += 1;
                }
                Next::End => break,
            }
        }
        self.close();
    }

    fn note_alone(&mut self, side: usize, is_between: bool, cycle: u64, edge: &Edge) {
        let list = if is_between { &mut self.alone } else { &mut self.surplus };
        list[side].add(cycle, edge);
    }

    fn apply(&mut self, changes: &[Change], is_b: bool) {
        for change in changes {
            self.apply_one(*change, is_b);
        }
    }

    fn apply_delayed(&mut self, changes: &[Change], delays: &mut Delays) {
        if delays.is_empty() {
            self.apply(changes, true);
        } else {
            delays.pass(changes, |change| self.apply_one(change, true));
        }
    }

    #[inline]
    fn apply_one(&mut self, Change { lane, value }: Change, is_b: bool) {
        let place = lane as usize;
        let old = if is_b { &mut self.b[place] } else { &mut self.a[place] };
        let old = std::mem::replace(old, value);
        self.history.replaced(lane, is_b, old);
        if self.has_begun {
            self.changed[place] |= (old.value ^ value.value) | (old.unknown ^ value.unknown);
        }
        if !std::mem::replace(&mut self.is_touched[place], true) {
            self.touched.push(lane);
        }
    }

    fn settle(&mut self, place: Place, is_skipped: bool) {
        self.has_begun = true;
        let touched = if self.recorder.is_some() { self.touched.clone() } else { Vec::new() };
        self.judge_touched(self.options.x);
        if let Some(recorder) = &mut self.recorder {
            let (values, states) = ([&self.a[..], &self.b[..]], &self.state[..]);
            recorder.step(&Step { place, touched: &touched, values, states });
        }
        if is_skipped {
            self.skipped += 1;
        } else {
            self.cycles += 1;
            self.pick(place);
            self.record(place);
        }
        if self.rows_left > 0 {
            self.rows_left -= 1;
            self.rows.push((place.cycle, self.watched_values()));
        }
    }

    /// Windows of waivers open and close although no value changes.
    fn reconsider(&mut self, cycle: u64, edge: &Edge) {
        for lane in self.waivers.advance(cycle, edge) {
            if !std::mem::replace(&mut self.is_touched[lane as usize], true) {
                self.touched.push(lane);
            }
        }
    }

    fn judge_touched(&mut self, rule: XRule) {
        for lane in self.touched.drain(..) {
            let place = lane as usize;
            self.is_touched[place] = false;
            let (a, b, care) = (self.a[place], self.b[place], self.care[place]);
            let judge = |care| {
                if self.is_real[place] {
                    judge_real(a, b, care, (rule, self.options.epsilon))
                } else {
                    judge(a, b, care, rule)
                }
            };
            let mut state = judge(care);
            if self.options.ignore_initial
                && state.is_difference()
                && !judge(care & self.changed[place]).is_difference()
            {
                state = State::Unknown;
            }
            if self.waivers.judge(lane, state.is_difference(), self.cycles) {
                state = State::Waived;
            }
            let old = self.state[place];
            if state != old {
                self.counts[place][old as usize] += self.cycles - self.since[place];
                self.since[place] = self.cycles;
                self.state[place] = state;
                if state.is_difference() && !self.is_recorded[place] && !self.is_volatile[place] {
                    self.waiting.push(lane);
                }
            }
        }
    }

    /// Every compared cycle is picked with the same probability: the n-th replaces the others in one of n cases.
    fn pick(&mut self, place: Place) {
        if let Some(seed) = self.options.self_test
            && mixed(seed ^ self.cycles).is_multiple_of(self.cycles)
        {
            self.picked = Some(place);
        }
    }

    pub(super) fn picked(&self) -> Option<Place> {
        self.picked
    }

    /// Counts the last states.
    fn close(&mut self) {
        for (lane, state) in self.state.iter().enumerate() {
            self.counts[lane][*state as usize] += self.cycles - self.since[lane];
            self.since[lane] = self.cycles;
        }
        self.waivers.close(self.cycles);
    }
}
