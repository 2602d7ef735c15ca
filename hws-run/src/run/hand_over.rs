//! What firmware writes before anything runs: power-on, then every graph opened, on a machine without a
//! resolver, so that no kernel is ever pushed. It is the firmware of a run that does it.

use hws_model::{Config, Event, EventSink, Hws};
use hws_types::Cycle;

use super::amos::Amos;
use super::error::RunError;
use super::policy::Reference;
use super::watch::Watch;
use crate::workload::Workload;
use hws_sim::Machine;
use hws_sim::Observer;
use hws_sim::stimulus::Op;

/// The operations of firmware, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct HandOver {
    /// At power-on.
    pub(crate) bring_up: Vec<Op>,
    /// For each graph, by its index, in the order of arrival.
    pub(crate) graphs: Vec<(usize, Vec<Op>)>,
}

/// Keeps the operations.
#[derive(Debug, Default)]
struct Keeper(Vec<Op>);

impl EventSink for Keeper {
    fn event(&mut self, _: Cycle, _: Event) {}
}

impl Observer for Keeper {
    fn operation(&mut self, _at: Cycle, op: &Op) {
        self.0.push(op.clone());
    }
}

/// Brings the HWS up and opens all graphs, as if each had drained before its tag is needed again.
///
/// # Errors
/// [`RunError`] when the firmware could not go on.
pub(crate) fn hand_over(workload: &Workload) -> Result<HandOver, RunError> {
    let mut policy = Reference;
    let mut board = Machine::new(Hws::new(Config::default()), (Watch::default(), Keeper::default()));
    let mut amos = Amos::new(workload, &mut policy);
    amos.bring_up(&mut board)?;
    let bring_up = std::mem::take(&mut board.observer_mut().1.0);
    let mut graphs = Vec::new();
    while let Some(graph) = amos.open_next(&mut board)? {
        graphs.push((graph, std::mem::take(&mut board.observer_mut().1.0)));
    }
    Ok(HandOver { bring_up, graphs })
}
