//! The targets that are computed: each only if a signal that it reads has changed.

use std::sync::Arc;

use crate::map::{Computed, SamplePoint, SignalTarget};
use crate::wave::Bits;
use crate::words::words;

#[derive(Debug)]
pub(super) struct Evaluator {
    computed: Arc<Computed>,
    /// The place of the first value that is not a target.
    first: usize,
    /// The computed targets that read each word of a signal.
    readers: Vec<Vec<u32>>,
    is_stale: Vec<bool>,
    /// Those that are to be computed.
    stale: Vec<u32>,
    enable_before: Bits,
}

impl Evaluator {
    pub(super) fn new(targets: usize) -> Self {
        let (computed, readers, is_stale, stale) = Default::default();
        Self { computed, first: targets, readers, is_stale, stale, enable_before: Bits::all_unknown(1) }
    }

    /// Adds the values that targets are computed from.
    pub(super) fn computing(self, computed: &Arc<Computed>, values: &mut Vec<Bits>) -> Self {
        if computed.is_empty() {
            return self;
        }
        let cells = &computed.cells;
        values.resize(cells.first + cells.all.len(), Bits::all_unknown(Bits::MAX_WIDTH));
        let mut readers = vec![Vec::new(); cells.all.len()];
        for (number, target) in computed.targets.iter().enumerate() {
            // Computed anew from the first time stamp on.
            values[target.place] = Bits::default();
            for piece in &target.pieces {
                piece.expr.leaves(&mut |leaf| {
                    let of_cell: &mut Vec<u32> = &mut readers[leaf.signal - cells.first];
                    if of_cell.last() != Some(&(number as u32)) {
                        of_cell.push(number as u32);
                    }
                });
            }
            values[target.place] = target.value(values);
        }
        let count = computed.targets.len();
        let stale = (0..count as u32).collect();
        Self { computed: Arc::clone(computed), readers, is_stale: vec![true; count], stale, ..self }
    }

    /// A value has changed; returns whether targets are computed from it, and it is not a target.
    #[inline]
    pub(super) fn reads(&mut self, place: u32) -> bool {
        if (place as usize) < self.first {
            return false;
        }
        let cell = place as usize - self.computed.cells.first;
        for &target in &self.readers[cell] {
            if !std::mem::replace(&mut self.is_stale[target as usize], true) {
                self.stale.push(target);
            }
        }
        true
    }

    /// The words of a wide signal above the lowest one.
    pub(super) fn wide(&mut self, slot: usize, digits: &[u8], values: &mut [Bits]) {
        let computed = Arc::clone(&self.computed);
        let Some(places) = computed.wide.get(slot).filter(|places| !places.is_empty()) else { return };
        let last = places.iter().map(|(word, _)| *word).max().unwrap_or(0);
        let all: Vec<Bits> = words(digits, (last + 1) * Bits::MAX_WIDTH).collect();
        for &(word, place) in places {
            let new = all[word as usize];
            if std::mem::replace(&mut values[place as usize], new) != new {
                self.reads(place);
            }
        }
    }

    /// Computes what is stale, and notes the registers that have changed.
    pub(super) fn run(&mut self, values: &mut [Bits], changed: &mut Vec<u32>) {
        while let Some(number) = self.stale.pop() {
            self.is_stale[number as usize] = false;
            let target = &self.computed.targets[number as usize];
            let new = target.value(values);
            let is_register = (SignalTarget::CNT_CYCLE..self.first).contains(&target.place);
            if std::mem::replace(&mut values[target.place], new) != new && is_register {
                changed.push(target.place as u32);
            }
        }
    }

    /// A new time stamp begins.
    pub(super) fn sample_enable(&mut self, values: &[Bits]) {
        if let Some(place) = self.computed.enable {
            self.enable_before = values[place];
        }
    }

    /// Whether an edge of the clock counts; `None` if that is unknown.
    pub(super) fn is_enabled(&self, values: &[Bits], point: SamplePoint) -> Option<bool> {
        let Some(place) = self.computed.enable else { return Some(true) };
        let enable = if point == SamplePoint::After { values[place] } else { self.enable_before };
        enable.get().map(|value| value != 0)
    }
}
