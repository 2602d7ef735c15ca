//! The answer for a row pipeline.

use std::{fmt, io};

use serde_json::Value;

use super::input::Problem;
use super::json::{Deadlock, Ended, Events, Report, name};
use super::overlap::full_overlap_pipeline_num;
use crate::input::{InputError, InputNode};
use crate::pipeline::credits::Credits;
use crate::pipeline::event_loop::{Event, Run, timeline};
use crate::pipeline::shape::BufferBytes;
use crate::{PlannerAnswer, TextTable};

/// Events that the tables show.
const SHOWN: usize = 60;

/// A row pipeline and the result of its run.
#[derive(Clone, Debug)]
pub(crate) struct RowPipeline {
    pub(super) problem: Problem,
    run: Run,
    events: Vec<Event>,
    /// The buffer; `None` after a deadlock.
    buffer: Option<BufferBytes>,
}

impl RowPipeline {
    /// Reads an input and runs it.
    pub(crate) fn of(root: &InputNode<'_, '_>) -> Result<Self, InputError> {
        let mut pipeline = Self::timeline(root)?;
        if !pipeline.is_deadlock() {
            pipeline.buffer = Some(pipeline.buffer_bytes()?);
        }
        Ok(pipeline)
    }

    /// Returns the same without the size of the buffer.
    pub(crate) fn timeline(root: &InputNode<'_, '_>) -> Result<Self, InputError> {
        let problem = Problem::read(root)?;
        let (run, events) = timeline(&problem.credits);
        Ok(Self { problem, run, events, buffer: None })
    }

    /// Its credit rules.
    pub(crate) fn credits(&self) -> &Credits {
        &self.problem.credits
    }

    /// Cycles until firmware passes on a credit.
    pub(crate) fn fw_latency(&self) -> i64 {
        self.problem.fw_latency
    }

    /// Returns how it ended.
    pub(crate) fn run(&self) -> Run {
        self.run
    }

    /// Returns the size of the buffer.
    pub(crate) fn buffer_bytes(&self) -> Result<BufferBytes, InputError> {
        self.problem.shape.buffer_bytes(self.credits().pipeline_num)
    }

    /// Returns whether Axon and Soma wait for each other.
    pub(crate) fn is_deadlock(&self) -> bool {
        self.run.is_stuck(self.credits())
    }

    /// Warnings for people (J6).
    pub(crate) fn warnings(&self) -> Vec<&'static str> {
        let is_one = self.credits().pipeline_num == 1 && !self.is_deadlock();
        is_one.then_some("pipeline_num 1 gives no overlap: Axon and Soma take turns").into_iter().collect()
    }

    /// Why nothing can continue.
    pub(crate) fn reason(&self) -> String {
        let (credits, run) = (self.credits(), self.run);
        let output = run.outputs_done;
        let need = credits.rows_needed(output) - credits.released(output);
        let (count, most) = (run.count, credits.pipeline_num);
        format!(
            "output row {output} needs {need} rows, {count} are there, and pipeline_num {most} does not let Axon write more"
        )
    }

    fn report(&self) -> Report<'_> {
        let (credits, run, events) = (self.credits(), self.run, Events(&self.events));
        let Some(buffer) = self.buffer else {
            return Report::Deadlock(Deadlock {
                deadlock: true,
                at: run.at,
                rows_in: run.rows_done,
                rows_out: run.outputs_done,
                cnt: run.count,
                reason: self.reason(),
                events,
            });
        };
        let (axon_stall, soma_wait) = self.idle();
        Report::Ended(Ended {
            deadlock: false,
            total: run.consumer_end,
            axon_end: run.producer_end,
            rows_in: run.rows_done,
            n_out: credits.outputs,
            peak_cnt: run.peak,
            axon_stall,
            soma_wait,
            buffer_bytes: buffer.plain,
            buffer_bytes_padded: buffer.padded,
            is_graph_pipeline: credits.pipeline_num >= credits.rows,
            full_overlap_pipeline_num: full_overlap_pipeline_num(&self.problem),
            warnings: self.warnings(),
            events,
        })
    }

    /// Idle cycles with rows left, of Axon and of Soma.
    fn idle(&self) -> (i64, i64) {
        let (credits, run) = (self.credits(), self.run);
        let axon = run.producer_end - credits.producer.sum(credits.rows);
        (axon, run.consumer_end - credits.consumer.sum(credits.outputs))
    }

    fn units(&self) -> TextTable {
        let (credits, run) = (self.credits(), self.run);
        let mut table = TextTable::new(&["unit", "rows", "busy", "idle", "end"]);
        let (axon, soma) = self.idle();
        let mut row = |unit: &str, rows: i64, idle: i64, end: i64| {
            table.row([
                unit.to_owned(),
                rows.to_string(),
                (end - idle).to_string(),
                idle.to_string(),
                end.to_string(),
            ]);
        };
        row("Axon", credits.rows, axon, run.producer_end);
        row("Soma1", credits.outputs, soma, run.consumer_end);
        table
    }

    fn shown_events(&self) -> TextTable {
        let mut table = TextTable::new(&["event", "row", "cycle", "count"]);
        for event in self.events.iter().take(SHOWN) {
            let numbers = [event.row, event.time, event.count].map(|number| number.to_string());
            table.row(std::iter::once(name(event.kind).to_owned()).chain(numbers));
        }
        table
    }
}

impl PlannerAnswer for RowPipeline {
    fn json(&self) -> Value {
        self.report().json()
    }

    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.report().write(out)
    }

    fn is_good(&self) -> bool {
        !self.is_deadlock()
    }
}

impl fmt::Display for RowPipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (credits, run) = (self.credits(), self.run);
        match self.buffer {
            None => writeln!(f, "deadlock at cycle {}: {}", run.at, self.reason())?,
            Some(buffer) => {
                writeln!(f, "{}", self.units())?;
                writeln!(f, "total {} cycles", run.consumer_end)?;
                writeln!(f, "rows waiting: at most {} of pipeline_num {}", run.peak, credits.pipeline_num)?;
                writeln!(f, "buffer: {buffer}")?;
                match full_overlap_pipeline_num(&self.problem) {
                    Some(rows) => writeln!(f, "full overlap from pipeline_num {rows} on")?,
                    None => writeln!(f, "full overlap: no formula, times differ by row")?,
                }
                self.warnings().iter().try_for_each(|warning| writeln!(f, "warning: {warning}"))?;
            }
        }
        write!(f, "\n{}", self.shown_events())?;
        match self.events.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "… and {more} more events (--json prints all)"),
        }
    }
}
