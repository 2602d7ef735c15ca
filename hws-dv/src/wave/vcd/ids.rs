//! The identifier codes of a VCD, and the place of each in the selection.
//!
//! A code is a number to the base 94; simulators count upwards, so short codes are looked up in a table.

use std::collections::HashMap;

use crate::wave::SignalId;

/// Codes below this number are in the table: all codes of three characters.
const TABLE: usize = 94 + 94 * 94 + 94 * 94 * 94;
const UNDECLARED: u32 = u32::MAX;
const NOT_SELECTED: u32 = u32::MAX - 1;

/// All codes of a dump.
#[derive(Default)]
pub(super) struct Ids {
    short: Vec<u32>,
    long: HashMap<Vec<u8>, u32>,
    /// The width of each signal.
    widths: Vec<u32>,
    /// The place of each signal in the selection.
    slots: Vec<u32>,
}

/// What a code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selected {
    /// The place in the selection, and the width.
    Slot(usize, u32),
    /// The signal is not needed.
    Skipped,
    /// No variable has the code.
    Undeclared,
}

impl Ids {
    /// The signal of a code; declared with the given width unless it is known.
    pub(super) fn declare(&mut self, code: &[u8], width: u32) -> SignalId {
        let next = self.widths.len() as u32;
        let entry = match index(code) {
            Some(index) => {
                if self.short.len() <= index {
                    self.short.resize(index + 1, UNDECLARED);
                }
                &mut self.short[index]
            }
            None => self.long.entry(code.to_vec()).or_insert(UNDECLARED),
        };
        if *entry == UNDECLARED {
            *entry = next;
            self.widths.push(width);
        }
        SignalId(*entry)
    }

    pub(super) fn select(&mut self, select: &[SignalId]) {
        self.slots = vec![NOT_SELECTED; self.widths.len()];
        for (slot, id) in select.iter().enumerate() {
            if let Some(place) = self.slots.get_mut(id.0 as usize) {
                *place = slot as u32;
            }
        }
    }

    #[inline]
    pub(super) fn find(&self, code: &[u8]) -> Selected {
        let signal = match index(code) {
            Some(index) => self.short.get(index).copied(),
            None => self.long.get(code).copied(),
        };
        match signal {
            None | Some(UNDECLARED) => Selected::Undeclared,
            Some(signal) => match self.slots[signal as usize] {
                NOT_SELECTED => Selected::Skipped,
                slot => Selected::Slot(slot as usize, self.widths[signal as usize]),
            },
        }
    }
}

/// The number of a short code of printable characters.
#[inline]
fn index(code: &[u8]) -> Option<usize> {
    if code.is_empty() || code.len() > 4 {
        return None;
    }
    let mut number = 0;
    for &byte in code {
        if !byte.is_ascii_graphic() {
            return None;
        }
        number = number * 94 + usize::from(byte - b'!') + 1;
    }
    (number <= TABLE).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_every_length_are_found_and_aliases_share_a_signal() {
        let mut ids = Ids::default();
        let codes: [&[u8]; 5] = [b"!", b"!!", b"~~~", b"~~~~", b"a_long_code"];
        let signals: Vec<SignalId> = codes.iter().map(|code| ids.declare(code, 4)).collect();
        assert_eq!(ids.declare(b"!!", 9), signals[1], "an alias, whose width is that of the first");
        ids.select(&[signals[4], signals[1]]);
        let found = codes.map(|code| ids.find(code));
        let skipped = Selected::Skipped;
        assert_eq!(found, [skipped, Selected::Slot(1, 4), skipped, skipped, Selected::Slot(0, 4)]);
        assert_eq!([ids.find(b"\""), ids.find(b"????"), ids.find(b"")], [Selected::Undeclared; 3]);
    }
}
