//! The targets of a binding whose values are computed from signals: expressions and fields.

use std::collections::BTreeMap;

use crate::expr::Expr;
use crate::wave::{Bits, SignalId};

/// What a lock-step computes from the signals of a dump. The places of signals follow those of targets.
#[derive(Clone, Debug, Default)]
pub struct Computed {
    pub(crate) targets: Vec<ComputedTarget>,
    pub(crate) cells: Cells,
    /// By the selected signal: the words above the lowest one, and their places.
    pub(crate) wide: Vec<Vec<(u32, u32)>>,
    /// The place of the enable of the clock, if the map has one.
    pub(crate) enable: Option<usize>,
}

/// A target, and what makes up its value.
#[derive(Clone, Debug)]
pub(crate) struct ComputedTarget {
    pub(crate) place: usize,
    pub(crate) pieces: Vec<Piece>,
}

/// Bits of a target.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) low: u32,
    pub(crate) width: u32,
    pub(crate) expr: Expr,
}

impl Computed {
    /// Whether every target is a signal of the dump.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }
}

impl ComputedTarget {
    pub(crate) fn value(&self, values: &[Bits]) -> Bits {
        self.pieces.iter().fold(Bits::default(), |whole, piece| {
            let bits = piece.expr.bits(values).lowest(piece.width);
            Bits {
                value: whole.value | bits.value << piece.low,
                unknown: whole.unknown | bits.unknown << piece.low,
            }
        })
    }
}

/// The words of signals that expressions read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    /// The place of the first one.
    pub(crate) first: usize,
    pub(crate) all: Vec<Cell>,
    numbers: BTreeMap<Cell, usize>,
}

/// One word of 64 bits of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub(crate) signal: SignalId,
    pub(crate) word: u32,
}

impl Cells {
    /// The places begin with this one.
    pub(crate) fn from(first: usize) -> Self {
        Self { first, ..Self::default() }
    }

    /// The place of a word.
    pub(crate) fn place(&mut self, cell: Cell) -> usize {
        let next = self.all.len();
        let number = *self.numbers.entry(cell).or_insert(next);
        if number == next {
            self.all.push(cell);
        }
        self.first + number
    }
}
