//! Graphs that are not open yet: expected, or arrived and waiting for a DAG tag.
//!
//! Firmware looks at them in each of its steps, so that a look must not take longer because many wait.

use std::collections::VecDeque;

use hws_types::Cycle;

use crate::run::policy::Policy;
use crate::workload::{Dag, Scheduler, Workload};

/// The graphs that are not open yet, by their indices in the workload.
#[derive(Clone, Debug)]
pub(super) struct Arrivals<'w> {
    graphs: &'w [Dag],
    /// Graphs that have not arrived, the next one last.
    expected: Vec<usize>,
    /// Graphs that have arrived, in that order, and the same as a policy sees them.
    arrived: VecDeque<usize>,
    shown: VecDeque<&'w Dag>,
    /// How many of both need no tag, because firmware schedules them.
    expected_own: usize,
    arrived_own: usize,
}

impl<'w> Arrivals<'w> {
    pub(super) fn new(workload: &'w Workload) -> Self {
        let graphs = workload.dags.as_slice();
        let mut expected: Vec<usize> = (0..graphs.len()).collect();
        expected.sort_by_key(|&graph| std::cmp::Reverse((graphs[graph].arrival, graph)));
        Self {
            graphs,
            expected,
            arrived: VecDeque::new(),
            shown: VecDeque::new(),
            expected_own: graphs.iter().filter(|dag| is_own(dag)).count(),
            arrived_own: 0,
        }
    }

    /// The arrival of the next graph that could be opened then.
    pub(super) fn next(&self, has_tag: impl FnOnce() -> bool) -> Option<Cycle> {
        let last = self.expected.last()?;
        let next = match (has_tag(), self.expected_own) {
            (true, _) => Some(last),
            (false, 0) => None,
            (false, _) => self.expected.iter().rev().find(|&&graph| is_own(&self.graphs[graph])),
        };
        next.map(|&graph| self.graphs[graph].arrival)
    }

    /// Takes the graph to open now, as the policy chooses among those that have arrived and can be opened.
    pub(super) fn take(
        &mut self,
        now: Cycle,
        has_tag: impl FnOnce() -> bool,
        policy: &mut dyn Policy,
    ) -> Option<usize> {
        self.receive(now);
        let last = self.arrived.len().checked_sub(1)?;
        if has_tag() {
            let chosen = policy.admit(now, self.shown.make_contiguous()).min(last);
            return self.remove(chosen);
        }
        if self.arrived_own == 0 {
            return None;
        }
        let own = (0..self.arrived.len()).filter(|&place| is_own(self.shown[place]));
        let places: Vec<usize> = own.collect();
        let shown: Vec<&Dag> = places.iter().map(|&place| self.shown[place]).collect();
        let chosen = policy.admit(now, &shown).min(places.len().checked_sub(1)?);
        self.remove(places[chosen])
    }

    fn receive(&mut self, now: Cycle) {
        while let Some(graph) = self.expected.pop_if(|graph| self.graphs[*graph].arrival <= now) {
            let (dag, own) = (&self.graphs[graph], usize::from(is_own(&self.graphs[graph])));
            self.arrived.push_back(graph);
            self.shown.push_back(dag);
            (self.expected_own, self.arrived_own) = (self.expected_own - own, self.arrived_own + own);
        }
    }

    fn remove(&mut self, place: usize) -> Option<usize> {
        let dag = self.shown.remove(place)?;
        self.arrived_own -= usize::from(is_own(dag));
        self.arrived.remove(place)
    }
}

fn is_own(dag: &Dag) -> bool {
    dag.scheduler == Scheduler::Firmware
}
