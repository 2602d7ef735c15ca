//! What a map composes becomes a part of the binding.

use std::sync::Arc;

use super::compose::{Composition, Given};
use super::{Binding, BoundTarget, Feed, Slots};
use crate::map::target::low_bits;

impl Binding {
    /// The targets that are computed, and the signals that are read for them.
    pub(super) fn compose(&mut self, made: Composition, slots: &mut Slots) {
        for (place, given) in &made.pieces {
            self.bound[*place] = Some(self.bind_given(*place, given));
        }
        let mut computed = made.computed(self.targets.len());
        for (number, cell) in computed.cells.all.iter().enumerate() {
            let (slot, place) = (self.slot(cell.signal, slots), (computed.cells.first + number) as u32);
            if cell.word == 0 {
                self.feeds[slot].push(Feed { target: place, bit: None });
            } else {
                computed.wide.resize_with(computed.wide.len().max(slot + 1), Vec::new);
                computed.wide[slot].push((cell.word, place));
            }
        }
        self.computed = Arc::new(computed);
    }

    fn bind_given(&self, place: usize, given: &[Given]) -> BoundTarget {
        let bits = given.iter().fold(0, |bits, it| bits | low_bits(it.piece.width) << it.piece.low);
        let more = if given.len() > 1 { ", …" } else { "" };
        let path = given.first().map_or_else(String::new, |first| format!("{}{more}", first.text));
        BoundTarget {
            path,
            width: u64::BITS - bits.leading_zeros(),
            bits,
            is_compared: self.is_compared(place),
        }
    }
}
