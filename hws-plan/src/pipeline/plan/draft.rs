//! A plan under construction: kernels, their times and their dependencies.

use std::fmt;

use super::pieces::{Piece, Pieces};
use crate::input::{InputError, InputFault};
use crate::pipeline::credits::Credits;
use crate::pipeline::event_loop::{Event, Kind, timeline};
use crate::plan::{
    DepKind, Plan, PlanBuffer, PlanCredit, PlanDag, PlanDep, PlanKernel, PlanParams, PlanSlot, PlanTimeUnit,
    PlanTriggers, Provenance, Time,
};
use crate::{Task, TaskGraph, priorities};

/// Bytes of a block's parameters: the place of its row.
const ENTRY_BYTES: u16 = 8;

/// A unit: the name of its kernel and its SIP.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit(pub(super) &'static str, pub(super) u8);

/// A plan of one graph.
#[derive(Debug)]
pub(super) struct Draft {
    dag: &'static str,
    kernels: Vec<PlanKernel>,
    /// For each kernel, the name of its unit.
    units: Vec<&'static str>,
    /// For each kernel, its total cycles and its predecessors in the ranks.
    weights: Vec<(u64, Vec<usize>)>,
    slots: Vec<PlanSlot>,
    buffers: Vec<PlanBuffer>,
    provenance: Provenance,
}

impl Draft {
    pub(super) fn new(dag: &'static str) -> Self {
        let provenance = Provenance { planner: "pipeline".to_owned(), ..Provenance::default() };
        Self {
            dag,
            kernels: Vec::new(),
            units: Vec::new(),
            weights: Vec::new(),
            slots: Vec::new(),
            buffers: Vec::new(),
            provenance,
        }
    }

    /// Records an option for the provenance.
    pub(super) fn option(&mut self, key: &str, value: impl fmt::Display) {
        self.provenance.options.push(format!("{key}={value}"));
    }

    /// Adds a note for readers of the plan.
    pub(super) fn note(&mut self, note: String) {
        self.provenance.notes.push(note);
    }

    /// Adds a kernel of one block, unless it takes no time. It waits for the last kernels of other units.
    pub(super) fn block(&mut self, unit: Unit, start: i64, time: i64, after: &[(&str, DepKind)]) {
        if time > 0 {
            let known = |name: &str| self.units.iter().rposition(|&unit| unit == name);
            let after: Vec<(usize, DepKind)> =
                after.iter().filter_map(|&(name, kind)| Some((known(name)?, kind))).collect();
            self.kernel(unit, unit.0.to_owned(), (1, time), &after);
            self.slot(unit.0.to_owned(), unit.1, 0, (start, start + time));
        }
    }

    /// Adds the kernels of two units that pipeline rows, one for each piece of a unit, and returns when the units end.
    pub(super) fn stream(
        &mut self,
        [producer, consumer]: [Unit; 2],
        credits: &Credits,
    ) -> Result<(i64, i64), InputError> {
        blocks(credits.rows)?;
        blocks(credits.outputs)?;
        let rows = Pieces::of(producer, &credits.producer, credits.rows);
        let outputs = Pieces::of(consumer, &credits.consumer, credits.outputs);
        if !(rows.is_whole() && outputs.is_whole()) {
            let note = "times differ by row: consecutive rows that take the same time are a kernel";
            self.note(note.to_owned());
        }
        let first = self.kernels.len();
        self.row_kernels(&rows, credits.pipeline_num);
        let behind = self.kernels.len();
        self.row_kernels(&outputs, credits.pipeline_num);
        // Producers rank above consumers.
        self.weights[behind].1.push(behind - 1);
        self.wait(first, &rows, &outputs, |row| credits.outputs_needed(row));
        self.wait(behind, &outputs, &rows, |output| credits.rows_needed(output));
        let (run, events) = timeline(credits);
        self.stream_slots(&rows, &outputs, &events);
        Ok((run.producer_end, run.consumer_end))
    }

    /// Adds the kernels of a unit, which follow each other on its SIP.
    fn row_kernels(&mut self, rows: &Pieces, places: i64) {
        let mut before: Option<usize> = None;
        for piece in &rows.pieces {
            let after = before.map(|before| (before, DepKind::Order));
            let at =
                self.kernel(rows.unit, rows.name(piece), (narrow(piece.rows), piece.time), after.as_slice());
            // Places beyond the number of rows would never be used.
            let queue = narrow(places.min(piece.rows));
            self.kernels[at].params = Some(PlanParams { entry_bytes: ENTRY_BYTES, queue });
            before = Some(at);
        }
    }

    /// Makes the rows of a unit, whose kernels begin at `first`, wait for the first rows of another unit, `need` of
    /// them for each row. The kernels of the other unit run in order, so that a row waits only for the one with the
    /// last of the rows that it needs.
    fn wait(&mut self, first: usize, rows: &Pieces, others: &Pieces, need: impl Fn(i64) -> i64) {
        for (kernel, piece) in self.kernels[first..].iter_mut().zip(&rows.pieces) {
            let needs: Vec<i64> = (piece.first..piece.end()).map(&need).collect();
            let credit = |of: &Piece| PlanCredit {
                kernel: others.name(of),
                need: needs.iter().map(|&rows| narrow(of.among(rows))).collect(),
            };
            let credits: Vec<PlanCredit> = others.with_last_of(&needs).map(credit).collect();
            if !credits.is_empty() {
                kernel.triggers = PlanTriggers::Credits(credits);
            }
        }
    }

    fn stream_slots(&mut self, rows: &Pieces, outputs: &Pieces, events: &[Event]) {
        let (mut produced_from, mut consumed_from) = (0, 0);
        for event in events {
            match event.kind {
                Kind::ProducerStart => produced_from = event.time,
                Kind::ConsumerStart => consumed_from = event.time,
                Kind::ProducerDone => self.row_slot(rows, event.row, (produced_from, event.time)),
                Kind::ConsumerDone => self.row_slot(outputs, event.row, (consumed_from, event.time)),
            }
        }
    }

    fn row_slot(&mut self, rows: &Pieces, row: i64, time: (i64, i64)) {
        if let Some(piece) = rows.with_row(row) {
            self.slot(rows.name(piece), rows.unit.1, row - piece.first, time);
        }
    }

    /// Adds the memory between two units, whose kernels are there.
    pub(super) fn buffer(&mut self, kind: &str, bytes: i64, units: [Unit; 2]) {
        let kernels = self.kernels.iter().zip(&self.units);
        let users = kernels.filter(|(_, name)| units.iter().any(|unit| unit.0 == **name));
        self.buffers.push(PlanBuffer {
            id: kind.to_owned(),
            kind: kind.to_owned(),
            bytes: bytes.unsigned_abs(),
            dag: Some(self.dag.to_owned()),
            kernels: users.map(|(kernel, _)| kernel.id.clone()).collect(),
            sip: None,
        });
    }

    /// Returns whether there is no kernel, since no unit takes time.
    pub(super) fn is_empty(&self) -> bool {
        self.kernels.is_empty()
    }

    /// Adds a kernel and returns its index.
    fn kernel(
        &mut self,
        unit: Unit,
        id: String,
        (block_num, est): (u16, i64),
        after: &[(usize, DepKind)],
    ) -> usize {
        let dep = |&(pred, kind): &(usize, DepKind)| PlanDep::on_finish(&self.kernels[pred].id, kind);
        let kernel = PlanKernel {
            block_num,
            affinity: 1 << unit.1,
            deps: after.iter().map(dep).collect(),
            ..PlanKernel::new(id, self.dag, est.unsigned_abs())
        };
        self.kernels.push(kernel);
        self.units.push(unit.0);
        let busy = est.unsigned_abs() * u64::from(block_num);
        let mut preds: Vec<usize> = after.iter().map(|&(pred, _)| pred).collect();
        preds.sort_unstable();
        self.weights.push((busy, preds));
        self.kernels.len() - 1
    }

    fn slot(&mut self, kernel: String, sip: u8, block: i64, (start, end): (i64, i64)) {
        let dag = self.dag.to_owned();
        let (start, end) = (start.unsigned_abs(), end.unsigned_abs());
        self.slots.push(PlanSlot { dag, kernel, block: narrow(block), sip, start, end });
    }

    /// Returns the plan, with the upward ranks of the whole kernels as priorities.
    pub(super) fn finish(mut self, source: Option<&str>) -> Plan {
        let task = |(kernel, (time, preds)): (&PlanKernel, &(u64, Vec<usize>))| Task {
            id: kernel.id.clone(),
            time: *time,
            core: None,
            preds: preds.clone(),
        };
        let tasks = self.kernels.iter().zip(&self.weights).map(task).collect();
        let graph = TaskGraph::new(self.dag, tasks)
            .expect("names are unique, predecessors come earlier, times are below 2^49");
        let ranks = priorities(&graph);
        for (kernel, (&priority, &on_cp)) in
            self.kernels.iter_mut().zip(ranks.offline_priority.iter().zip(&ranks.on_cp))
        {
            (kernel.priority, kernel.on_cp) = (priority, on_cp);
        }
        self.provenance.source = source.map(str::to_owned);
        Plan {
            dags: vec![PlanDag::new(self.dag)],
            kernels: self.kernels,
            slots: self.slots,
            buffers: self.buffers,
            ..Plan::new(self.dag, self.provenance, Time::of(PlanTimeUnit::Units))
        }
    }
}

/// Returns a number of blocks, which has to fit the 16 bits of gridDim.
fn blocks(rows: i64) -> Result<u16, InputError> {
    let too_many = |_| format!("{rows} rows are more than the {} blocks of a kernel", u16::MAX);
    u16::try_from(rows).map_err(too_many).map_err(|what| infeasible(what, "split the map"))
}

/// Converts a row or a number of rows, which is at most the number of blocks of a kernel.
fn narrow(rows: i64) -> u16 {
    u16::try_from(rows).unwrap_or(u16::MAX)
}

/// Returns the refusal of an input that has no plan.
pub(super) fn infeasible(what: impl ToString, remedy: &'static str) -> InputError {
    InputError::new("", InputFault::Infeasible { what: format!("no plan: {}", what.to_string()), remedy })
}
