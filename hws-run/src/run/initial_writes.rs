//! Everything that firmware writes before a kernel runs: at power-on, and for every graph that it opens. The
//! firmware of a run makes the writes, on a machine without a resolver, so that no kernel is ever pushed.

use std::cell::RefCell;

use hws_model::{Event, EventSink};
use hws_sim::Observer;
use hws_sim::stimulus::Op;
use hws_types::Cycle;

use super::amos::Amos;
use super::board;
use super::error::RunError;
use super::policy::Reference;
use crate::workload::Workload;

/// The operations of firmware, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct InitialWrites {
    /// At power-on.
    pub(crate) bring_up: Vec<Op>,
    /// For each graph, with its index, in the order of arrival.
    pub(crate) graphs: Vec<(usize, Vec<Op>)>,
}

/// Collects operations.
#[derive(Debug)]
struct Collector<'c>(&'c RefCell<Vec<Op>>);

impl EventSink for Collector<'_> {
    fn event(&mut self, _: Cycle, _: Event) {}
}

impl Observer for Collector<'_> {
    fn operation(&mut self, _at: Cycle, op: &Op) {
        self.0.borrow_mut().push(op.clone());
    }
}

/// Brings the HWS up and opens all graphs, as if each had drained before its tag is needed again.
///
/// # Errors
/// [`RunError`] when the firmware could not continue.
pub(crate) fn initial_writes(workload: &Workload) -> Result<InitialWrites, RunError> {
    let ops = RefCell::new(Vec::new());
    let (mut policy, mut collector) = (Reference, Collector(&ops));
    let observer: &mut dyn Observer = &mut collector;
    let mut board = board::bare_machine(0, observer);
    let mut amos = Amos::new(workload, &mut policy);
    amos.bring_up(&mut board)?;
    let bring_up = ops.take();
    let mut graphs = Vec::new();
    while let Some(graph) = amos.open_next(&mut board)? {
        graphs.push((graph, ops.take()));
    }
    Ok(InitialWrites { bring_up, graphs })
}
