//! `sweep.html`: a page that shows the runs of a sweep, contained in one file, that works without a network.
//!
//! It shows any [`SweepTable`]: of a sweep, of the merged parts of one, of a tuning. Columns before `seed` are settings, those after
//! `problem` are metrics; each value of a column `workload` is shown by itself. The same rows give the same bytes.
//!
//! A page of very many runs leaves some of them out, and says so; see `page/keep.rs`.
//!
//! docs/sweeps.md explains how to read the page.

mod columns;
mod combinations;
mod data;
mod direction;
mod effects;
mod figure;
mod keep;
mod measure;
mod ranking;
mod section;
mod series;

use std::io;

use hws_page::Page;
use thiserror::Error;

use super::SweepTable;
use columns::Columns;
use data::Data;

const PAGE: Page<'_> = Page {
    frame: include_str!("page/page.html"),
    styles: &[include_str!("page/page.css")],
    modules: &MODULES,
};

/// What the page does, each module after those that it imports.
const MODULES: [&str; 18] = [
    include_str!("page/scale.mjs"),
    include_str!("page/statistics.mjs"),
    include_str!("page/figures.mjs"),
    include_str!("page/ramp.mjs"),
    include_str!("page/svg.mjs"),
    include_str!("page/model.mjs"),
    include_str!("page/axes.mjs"),
    include_str!("page/effects.mjs"),
    include_str!("page/boxes.mjs"),
    include_str!("page/points.mjs"),
    include_str!("page/scatter.mjs"),
    include_str!("page/parallel.mjs"),
    include_str!("page/brushing.mjs"),
    include_str!("page/rows.mjs"),
    include_str!("page/summary.mjs"),
    include_str!("page/choices.mjs"),
    include_str!("page/state.mjs"),
    include_str!("page/main.mjs"),
];

/// Writes the page of a table, in UTF-8.
///
/// # Errors
/// Those of `out`; and [`io::ErrorKind::InvalidInput`], with nothing written, if the table has no column `seed`, `drained` or `problem`.
pub fn write(table: &SweepTable, out: &mut impl io::Write) -> io::Result<()> {
    let columns = Columns::find(table).ok_or_else(|| hws_page::refused(NotASweep))?;
    PAGE.write(&Data::new(table, &columns), out)
}

#[derive(Debug, Error)]
#[error("not the table of a sweep: a column `seed`, `drained` or `problem` is missing")]
struct NotASweep;

#[cfg(test)]
mod tests;
