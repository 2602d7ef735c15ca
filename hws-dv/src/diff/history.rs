//! The last cycles, stored as the values that they replaced: enough to show what came before a difference.

use std::collections::VecDeque;

use crate::wave::Bits;

/// What a cycle replaced in one lane of one side.
#[derive(Clone, Copy, Debug)]
struct Replaced {
    lane: u32,
    is_b: bool,
    value: Bits,
}

/// A cycle of the past.
#[derive(Debug, Default)]
struct Step {
    cycle: u64,
    replaced: Vec<Replaced>,
}

/// The last cycles.
#[derive(Debug)]
pub(super) struct History {
    depth: usize,
    is_on: bool,
    steps: VecDeque<Step>,
}

impl History {
    pub(super) fn new(depth: usize) -> Self {
        Self { depth, is_on: true, steps: VecDeque::new() }
    }

    /// Begins a cycle.
    pub(super) fn begin(&mut self, cycle: u64) {
        if !self.is_on {
            return;
        }
        let mut step = if self.steps.len() > self.depth {
            self.steps.pop_front().unwrap_or_default()
        } else {
            Step::default()
        };
        step.replaced.clear();
        step.cycle = cycle;
        self.steps.push_back(step);
    }

    #[inline]
    pub(super) fn replaced(&mut self, lane: u32, is_b: bool, value: Bits) {
        if let Some(step) = self.steps.back_mut() {
            step.replaced.push(Replaced { lane, is_b, value });
        }
    }

    /// The values of the lanes in the cycles before the last one, the oldest first; `now` are those of the last.
    pub(super) fn before(&self, lanes: &[u32], now: &[(Bits, Bits)]) -> Vec<(u64, Vec<(Bits, Bits)>)> {
        let (mut values, mut rows) = (now.to_vec(), Vec::new());
        let cycles = self.steps.iter().rev().skip(1).map(|step| step.cycle);
        for (step, cycle) in self.steps.iter().rev().zip(cycles) {
            for replaced in step.replaced.iter().rev() {
                if let Some(place) = lanes.iter().position(|lane| *lane == replaced.lane) {
                    let side = if replaced.is_b { &mut values[place].1 } else { &mut values[place].0 };
                    *side = replaced.value;
                }
            }
            rows.push((cycle, values.clone()));
        }
        rows.reverse();
        rows
    }

    /// Nothing more is needed.
    pub(super) fn stop(&mut self) {
        self.is_on = false;
        self.steps.clear();
    }
}
