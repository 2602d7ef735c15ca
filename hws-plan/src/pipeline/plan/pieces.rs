//! The rows of a unit in pieces: consecutive rows that take the same time. All blocks of a kernel have one estimate, so
//! each piece is a kernel.

use super::draft::Unit;
use crate::pipeline::times::Times;

/// Consecutive rows that take the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Its first row.
    pub(super) first: i64,
    /// Its number of rows, at least 1.
    pub(super) rows: i64,
    /// Cycles of each row.
    pub(super) time: i64,
}

impl Piece {
    /// The row after the last one.
    pub(super) const fn end(self) -> i64 {
        self.first + self.rows
    }

    /// How many rows of the piece are among this many first rows of the unit.
    pub(super) fn among(self, rows: i64) -> i64 {
        (rows - self.first).clamp(0, self.rows)
    }
}

/// All rows of a unit, in order.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    pub(super) unit: Unit,
    pub(super) pieces: Vec<Piece>,
}

impl Pieces {
    /// Cuts this many rows into the longest pieces.
    pub(super) fn of(unit: Unit, times: &Times, rows: i64) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        for row in 0..rows {
            let time = times.of(row);
            match pieces.last_mut().filter(|piece| piece.time == time) {
                Some(piece) => piece.rows += 1,
                None => pieces.push(Piece { first: row, rows: 1, time }),
            }
        }
        Self { unit, pieces }
    }

    /// Returns whether all rows take the same time.
    pub(super) const fn is_whole(&self) -> bool {
        self.pieces.len() == 1
    }

    /// The name of the kernel of a piece: that of the unit or, if it has several, also the number of the first row.
    pub(super) fn name(&self, piece: &Piece) -> String {
        if self.is_whole() { self.unit.0.to_owned() } else { format!("{}.{}", self.unit.0, piece.first) }
    }

    /// The piece with a row.
    pub(super) fn with_row(&self, row: i64) -> Option<&Piece> {
        self.pieces.get(self.pieces.partition_point(|piece| piece.end() <= row))
    }

    /// The pieces that have the last of the first n rows, for some n of `needs`, which never falls; 0 rows need none.
    pub(super) fn with_last_of<'a>(&'a self, needs: &'a [i64]) -> impl Iterator<Item = &'a Piece> + 'a {
        let (least, most) = (needs.first().copied().unwrap_or(0), needs.last().copied().unwrap_or(0));
        let from = self.pieces.partition_point(|piece| piece.end() < least);
        let near = self.pieces[from..].iter().take_while(move |piece| piece.first < most);
        near.filter(|piece| {
            let after = needs.partition_point(|&rows| rows <= piece.first);
            needs.get(after).is_some_and(|&rows| rows <= piece.end())
        })
    }
}
