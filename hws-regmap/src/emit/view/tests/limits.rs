//! The legal values of fields, each set of them once.

use crate::model::{MapField, MapLegal};
use serde::Serialize;

/// A set of legal values.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Limit {
    /// `any`, `range` (`low` to `high`), `multiple` (of `low`, up to `high`) or `named` (the values from number `low` on, up
    /// to but not including number `high`).
    kind: &'static str,
    low: u64,
    high: u64,
}

/// Every set.
pub(super) struct Limits {
    pub(super) rows: Vec<Limit>,
    pub(super) values: Vec<u64>,
}

impl Limits {
    /// Creates the table; its row 0 allows any value.
    pub(super) fn new() -> Self {
        Self { rows: vec![Limit { kind: "any", low: 0, high: 0 }], values: Vec::new() }
    }

    /// Returns the number of the row with the legal values of the field.
    pub(super) fn number(&mut self, field: &MapField) -> usize {
        let row = match &field.legal {
            MapLegal::Range { min, max } => Limit { kind: "range", low: *min, high: *max },
            MapLegal::MultipleOf(step) => {
                Limit { kind: "multiple", low: *step, high: field.max() - field.max() % step }
            }
            MapLegal::Enumerated(list) if !list.is_open => {
                let values: Vec<u64> = list.variants.iter().map(|variant| variant.value.value).collect();
                let (low, high) = self.places(&values);
                Limit { kind: "named", low, high }
            }
            MapLegal::Any | MapLegal::Enumerated(_) => return 0,
        };
        let known = self.rows.iter().position(|other| *other == row);
        known.unwrap_or_else(|| {
            self.rows.push(row);
            self.rows.len() - 1
        })
    }

    /// Returns where the values are in the table of values.
    fn places(&mut self, values: &[u64]) -> (u64, u64) {
        let known = self.values.windows(values.len().max(1)).position(|other| other == values);
        let first = known.unwrap_or_else(|| {
            self.values.extend(values);
            self.values.len() - values.len()
        });
        (first as u64, (first + values.len()) as u64)
    }
}
