//! The effect of a larger buffer: the same rows with pipeline_num 1, 2, ….

use std::fmt;

use serde_json::{Value, json};

use super::pipeline::RowPipeline;
use crate::input::InputError;
use crate::pipeline::credits::Credits;
use crate::pipeline::event_loop::{Run, run};
use crate::{PlannerAnswer, TextTable};

/// A row pipeline with several sizes of its buffer.
#[derive(Clone, Debug)]
pub struct WhatIf {
    rows: Vec<WhatIfRow>,
    least_for_best: i64,
    best_total: i64,
}

/// One size of the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhatIfRow {
    /// Rows the buffer holds.
    pub pipeline_num: i64,
    /// Last finish of Soma in cycles; `None` for a deadlock.
    pub total: Option<i64>,
    /// Largest count of rows waiting.
    pub peak_cnt: i64,
    /// Bytes of the buffer.
    pub buffer_bytes: i64,
}

impl WhatIf {
    /// Runs a pipeline with pipeline_num 1 to `last`.
    pub(crate) fn of(pipeline: &RowPipeline, last: i64) -> Result<Self, InputError> {
        let row = |pipeline_num| {
            let (credits, run) = with(pipeline.credits(), pipeline_num);
            let buffer = pipeline.problem.shape.buffer_bytes(pipeline_num)?;
            Ok::<_, InputError>(WhatIfRow {
                pipeline_num,
                total: ends(&credits, &run),
                peak_cnt: run.peak,
                buffer_bytes: buffer.plain,
            })
        };
        let rows = (1..=last).map(row).collect::<Result<_, InputError>>()?;
        let (least_for_best, best_total) = least_for_best(pipeline.credits());
        Ok(Self { rows, least_for_best, best_total })
    }

    /// Rows of the table, by pipeline_num.
    pub fn rows(&self) -> &[WhatIfRow] {
        &self.rows
    }

    /// Returns the least pipeline_num from which the total no longer falls, and that total in cycles.
    pub fn least_for_best(&self) -> (i64, i64) {
        (self.least_for_best, self.best_total)
    }
}

/// Returns the same rows with another buffer.
fn with(credits: &Credits, pipeline_num: i64) -> (Credits, Run) {
    let credits = Credits { pipeline_num, ..credits.clone() };
    let run = run(&credits, &mut |_| ());
    (credits, run)
}

fn ends(credits: &Credits, run: &Run) -> Option<i64> {
    (!run.is_stuck(credits)).then_some(run.consumer_end)
}

/// A larger buffer delays no event, so totals never rise with it, and bisection finds the smallest of the best
/// sizes. A buffer for all rows never holds Axon back.
fn least_for_best(credits: &Credits) -> (i64, i64) {
    let best = with(credits, credits.rows).1.consumer_end;
    let is_best = |pipeline_num| {
        let (credits, run) = with(credits, pipeline_num);
        ends(&credits, &run) == Some(best)
    };
    // `low` is too small, `high` suffices.
    let (mut low, mut high) = (0, credits.rows);
    while high - low > 1 {
        let middle = (low + high) / 2;
        *if is_best(middle) { &mut high } else { &mut low } = middle;
    }
    (high, best)
}

impl PlannerAnswer for WhatIf {
    fn json(&self) -> Value {
        let row = |row: &WhatIfRow| {
            json!({
                "pipeline_num": row.pipeline_num,
                "deadlock": row.total.is_none(),
                "total": row.total,
                "peak_cnt": row.peak_cnt,
                "buffer_bytes": row.buffer_bytes,
            })
        };
        json!({
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
            "least_for_best": self.least_for_best,
            "best_total": self.best_total,
        })
    }
}

impl fmt::Display for WhatIf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = TextTable::new(&["pipeline_num", "total", "most waiting", "bytes"]);
        for row in &self.rows {
            let total = row.total.map_or("deadlock".to_owned(), |total| total.to_string());
            let numbers = [row.peak_cnt, row.buffer_bytes].map(|number| number.to_string());
            table.row([row.pipeline_num.to_string(), total].into_iter().chain(numbers));
        }
        writeln!(f, "{table}")?;
        writeln!(f, "from pipeline_num {} on the total stays {}", self.least_for_best, self.best_total)
    }
}
