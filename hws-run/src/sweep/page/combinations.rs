//! The combinations of settings of some rows, and their seeds.

use std::collections::BTreeMap;

use super::columns::Columns;
use crate::sweep::{Cell, SweepTable};

/// A setting with its values: numbers ascending, words in the order of the table; none: not set, so as in the workload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setting {
    pub(super) name: String,
    pub(super) values: Vec<Option<String>>,
    pub(super) is_numeric: bool,
}

/// The runs with one value of each setting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Combination {
    /// The value of each setting, as a place in its values.
    pub(super) values: Vec<usize>,
    /// The rows of its runs, in the order of the seeds.
    pub(super) rows: Vec<usize>,
}

/// The combinations of some rows, in the order of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Combinations {
    pub(super) settings: Vec<Setting>,
    pub(super) list: Vec<Combination>,
    /// Every seed, ascending.
    pub(super) seeds: Vec<u64>,
}

impl Combinations {
    pub(super) fn new(table: &SweepTable, columns: &Columns, rows: &[usize]) -> Self {
        let found = columns.settings.iter().map(|&column| setting(table, column, rows));
        let (settings, places): (Vec<Setting>, Vec<Vec<usize>>) = found.unzip();
        let mut known: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        let mut list: Vec<Combination> = Vec::new();
        for (at, &row) in rows.iter().enumerate() {
            let values: Vec<usize> = places.iter().map(|places| places[at]).collect();
            let next = list.len();
            let index = *known.entry(values.clone()).or_insert(next);
            if index == next {
                list.push(Combination { values, rows: Vec::new() });
            }
            list[index].rows.push(row);
        }
        for combination in &mut list {
            combination.rows.sort_by_key(|&row| seed(table, columns, row));
        }
        let mut seeds: Vec<u64> = rows.iter().map(|&row| seed(table, columns, row)).collect();
        seeds.sort_unstable();
        seeds.dedup();
        Self { settings, list, seeds }
    }

    /// The place of the seed of a row.
    pub(super) fn seed_of(&self, table: &SweepTable, columns: &Columns, row: usize) -> usize {
        // Every seed of a row is in the list.
        self.seeds.binary_search(&seed(table, columns, row)).unwrap_or_default()
    }
}

fn seed(table: &SweepTable, columns: &Columns, row: usize) -> u64 {
    match table.rows[row][columns.seed] {
        Cell::U64(seed) => seed,
        _ => 0,
    }
}

/// Returns a setting, and the place of its value in each row.
fn setting(table: &SweepTable, column: usize, rows: &[usize]) -> (Setting, Vec<usize>) {
    let mut values: Vec<Option<String>> = Vec::new();
    let mut known: BTreeMap<Option<String>, usize> = BTreeMap::new();
    let mut of_row = |&row: &usize| {
        let cell = &table.rows[row][column];
        let text = (*cell != Cell::Null).then(|| cell.to_string());
        *known.entry(text).or_insert_with_key(|text| {
            values.push(text.clone());
            values.len() - 1
        })
    };
    let mut places: Vec<usize> = rows.iter().map(&mut of_row).collect();
    let numbers: Option<Vec<i128>> = values.iter().map(|value| value.as_ref()?.parse().ok()).collect();
    if let Some(numbers) = &numbers {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by_key(|&value| numbers[value]);
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &value)| rank[value] = place);
        places.iter_mut().for_each(|place| *place = rank[*place]);
        values = order.iter().map(|&value| std::mem::take(&mut values[value])).collect();
    }
    let name = table.columns[column].name.clone();
    (Setting { name, values, is_numeric: numbers.is_some() }, places)
}
