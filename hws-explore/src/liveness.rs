//! Liveness: in a fair run every kernel that was pushed leaves again (I10).
//!
//! A run is fair if no action that is due stays possible for ever without being done ([`Action::is_due`]). A kernel
//! starves if a fair run exists in which it waits for ever. Such a run stays, from some time on, in one strongly
//! connected component of the states in which the kernel waits, so that each due action is either done inside the
//! component or impossible in one of its states; and each component of this kind contains such a run.
//!
//! [`Action::is_due`]: crate::Action

mod components;
mod walk;

use crate::graph::{Edge, Graph};
use crate::scenario::Scenario;
use components::Components;
use walk::Component;

/// A kernel that can wait for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Starvation {
    /// The index of the kernel in the configuration.
    pub kernel: usize,
    /// The actions that lead to a state that recurs, by their index.
    pub(crate) stem: Vec<u8>,
    /// The actions that lead from this state back to it. They are fair, and the kernel waits all the time.
    pub(crate) cycle: Vec<u8>,
}

/// The starvation of each kernel that has one, by the lowest state that recurs.
pub(crate) fn starvations(scenario: &Scenario, graph: &Graph) -> Vec<Starvation> {
    let due = due(scenario);
    let kernels = 0..scenario.configuration.kernels.len();
    kernels.filter_map(|kernel| starvation(graph, kernel, due)).collect()
}

/// A bit for each action.
fn due(scenario: &Scenario) -> u128 {
    let due = scenario.actions.iter().zip(0..).filter(|(action, _)| action.is_due());
    due.fold(0, |mask, (_, at)| mask | 1 << at)
}

fn starvation(graph: &Graph, kernel: usize, due: u128) -> Option<Starvation> {
    let mut components = Components::new(graph, kernel);
    let mut found: Option<Vec<u32>> = None;
    while let Some(states) = components.next_component() {
        let is_lower = found.as_ref().is_none_or(|other| states.iter().min() < other.iter().min());
        if is_lower && is_fair(graph, &states, due) {
            found = Some(states);
        }
    }
    let component = Component::new(graph, found?);
    Some(Starvation { kernel, stem: graph.path(component.first()), cycle: component.fair_cycle(due) })
}

/// Whether a run that stays in the component can be fair.
fn is_fair(graph: &Graph, states: &[u32], due: u128) -> bool {
    let mut sorted = states.to_vec();
    sorted.sort_unstable();
    let (mut missed, mut done) = (due, 0);
    for &state in states {
        let possible = graph.edges(state).fold(0, |mask, Edge { action, .. }| mask | 1_u128 << action);
        missed &= possible;
        let inside = graph.edges(state).filter(|edge| sorted.binary_search(&edge.target).is_ok());
        done = inside.fold(done, |mask, Edge { action, .. }| mask | 1_u128 << action);
    }
    done != 0 && missed & !done == 0
}
