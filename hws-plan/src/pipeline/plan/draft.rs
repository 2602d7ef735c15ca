//! A plan under construction: kernels, their times and their dependencies.

use std::fmt;

use crate::input::{InputError, InputFault};
use crate::pipeline::credits::Credits;
use crate::pipeline::event_loop::{Event, Kind, timeline};
use crate::plan::{
    DepKind, Plan, PlanBuffer, PlanCredit, PlanDag, PlanDagKind, PlanDep, PlanKernel, PlanOn, PlanParams,
    PlanSlot, PlanTimeUnit, PlanTriggers, Provenance, Time, VERSION,
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

    /// Adds a kernel of one block, unless it takes no time.
    pub(super) fn block(&mut self, unit: Unit, start: i64, time: i64, after: &[(&str, DepKind)]) {
        if time > 0 {
            let known = |name: &str| self.kernels.iter().position(|kernel| kernel.id == name);
            let after = after.iter().filter_map(|&(name, kind)| Some((known(name)?, kind))).collect();
            self.kernel(unit, 1, time, after);
            self.slot(unit, 0, start, start + time);
        }
    }

    /// Adds two kernels that pipeline rows; if times differ by row, the longest one of the unit counts for all.
    /// Returns when each of them ends.
    pub(super) fn stream(
        &mut self,
        [producer, consumer]: [Unit; 2],
        exact: &Credits,
    ) -> Result<(i64, i64), InputError> {
        let credits = exact.at_the_longest();
        if exact.producer.same().is_none() || exact.consumer.same().is_none() {
            let (row, output) = (credits.producer.longest(), credits.consumer.longest());
            let note =
                format!("times differ by row: every row is planned with the longest, {row} and {output}");
            self.note(note);
        }
        let (rows, outputs) = (blocks(credits.rows)?, blocks(credits.outputs)?);
        let of_rows = (0..credits.outputs).map(|output| narrow(credits.rows_needed(output))).collect();
        let of_outputs = (0..credits.rows).map(|row| narrow(credits.outputs_needed(row))).collect();
        let at = self.kernel(producer, rows, credits.producer.longest(), Vec::new());
        self.kernel(consumer, outputs, credits.consumer.longest(), Vec::new());
        self.weights[at + 1].1.push(at);
        for (kernel, other, need) in [(at, consumer, of_outputs), (at + 1, producer, of_rows)] {
            let kernel = &mut self.kernels[kernel];
            kernel.triggers = PlanTriggers::Credits(vec![PlanCredit { kernel: other.0.to_owned(), need }]);
            // Places beyond the number of rows would never be used.
            let queue = credits.pipeline_num.min(kernel.block_num.into());
            kernel.params = Some(PlanParams { entry_bytes: ENTRY_BYTES, queue: narrow(queue) });
        }
        let (run, events) = timeline(&credits);
        self.stream_slots(producer, consumer, &events);
        Ok((run.producer_end, run.consumer_end))
    }

    fn stream_slots(&mut self, producer: Unit, consumer: Unit, events: &[Event]) {
        let (mut produced_from, mut consumed_from) = (0, 0);
        for event in events {
            match event.kind {
                Kind::ProducerStart => produced_from = event.time,
                Kind::ConsumerStart => consumed_from = event.time,
                Kind::ProducerDone => self.slot(producer, event.row, produced_from, event.time),
                Kind::ConsumerDone => self.slot(consumer, event.row, consumed_from, event.time),
            }
        }
    }

    /// Adds the memory between two units.
    pub(super) fn buffer(&mut self, kind: &str, bytes: i64, units: [Unit; 2]) {
        self.buffers.push(PlanBuffer {
            id: kind.to_owned(),
            kind: kind.to_owned(),
            bytes: bytes.unsigned_abs(),
            dag: Some(self.dag.to_owned()),
            kernels: units.map(|unit| unit.0.to_owned()).into(),
            sip: None,
        });
    }

    /// Returns whether there is no kernel, since no unit takes time.
    pub(super) fn is_empty(&self) -> bool {
        self.kernels.is_empty()
    }

    /// Adds a kernel and returns its index.
    fn kernel(&mut self, unit: Unit, block_num: u16, est: i64, after: Vec<(usize, DepKind)>) -> usize {
        let dep = |&(pred, kind): &(usize, DepKind)| PlanDep {
            kernel: self.kernels[pred].id.clone(),
            dag: None,
            on: PlanOn::Finish,
            kind,
            transfer: 0,
        };
        let kernel = PlanKernel {
            id: unit.0.to_owned(),
            dag: self.dag.to_owned(),
            block_num,
            thread_num: 1,
            est: est.unsigned_abs(),
            priority: 0,
            on_cp: false,
            affinity: 1 << unit.1,
            ctx: 0,
            coop: false,
            deps: after.iter().map(dep).collect(),
            triggers: PlanTriggers::All,
            l2_bytes: None,
            params: None,
            prefetch: None,
            load: false,
        };
        self.kernels.push(kernel);
        let busy = est.unsigned_abs() * u64::from(block_num);
        let mut preds: Vec<usize> = after.into_iter().map(|(pred, _)| pred).collect();
        preds.sort_unstable();
        self.weights.push((busy, preds));
        self.kernels.len() - 1
    }

    fn slot(&mut self, Unit(kernel, sip): Unit, block: i64, start: i64, end: i64) {
        let (dag, kernel) = (self.dag.to_owned(), kernel.to_owned());
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
            hws_plan: VERSION,
            name: self.dag.to_owned(),
            provenance: self.provenance,
            time: Time { unit: PlanTimeUnit::Units, scale: [1, 1] },
            machine: None,
            dags: vec![PlanDag { id: self.dag.to_owned(), arrival: 0, kind: PlanDagKind::Static }],
            kernels: self.kernels,
            slots: self.slots,
            fifos: Vec::new(),
            buffers: self.buffers,
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
