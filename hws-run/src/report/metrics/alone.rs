//! The turnaround of each graph alone: a run of that graph on the idle machine with the same settings.
//!
//! The graph arrives after firmware has brought up the HWS, so that this does not count. Dependencies on other
//! graphs are dropped. Graphs that differ only in name, arrival and such dependencies are run once.

use hws_types::Cycle;

use crate::run::{RunError, run};
use crate::workload::{Dag, Faults, Workload};

/// Largest total number of kernels of all different graphs for which measuring is cheap enough to be done by
/// default.
pub const MOST_KERNELS: usize = 10_000;

/// Turnarounds of the graphs of a workload, each alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alone {
    turnarounds: Vec<Option<u64>>,
}

impl Alone {
    /// Runs every different graph of the workload.
    ///
    /// # Errors
    /// [`RunError`] when the firmware could not continue; a graph that gets stuck has no turnaround.
    pub fn measure(workload: &Workload) -> Result<Self, RunError> {
        let machine = Workload { dags: Vec::new(), faults: Faults::default(), ..workload.clone() };
        // A run without graphs ends once the HWS is up.
        let arrival = run(&machine, ())?.0.end;
        let dags = by_themselves(workload);
        let mut turnarounds: Vec<Option<u64>> = Vec::with_capacity(dags.len());
        for (index, dag) in dags.iter().enumerate() {
            let same = dags[..index].iter().position(|other| is_same(other, dag));
            let turnaround = match same {
                Some(same) => turnarounds[same],
                None => turnaround_of(&machine, dag, arrival)?,
            };
            turnarounds.push(turnaround);
        }
        Ok(Self { turnarounds })
    }

    /// Returns whether the workload is small enough to be measured by default: [`MOST_KERNELS`].
    #[must_use]
    pub fn is_cheap(workload: &Workload) -> bool {
        let dags = by_themselves(workload);
        let is_first = |&(index, dag): &(usize, &Dag)| !dags[..index].iter().any(|other| is_same(other, dag));
        let different = dags.iter().enumerate().filter(is_first);
        different.map(|(_, dag)| dag.kernels.len()).sum::<usize>() <= MOST_KERNELS
    }

    /// Returns the turnaround of a graph by its index in the workload; none if it got stuck.
    #[must_use]
    pub fn turnaround(&self, dag: usize) -> Option<u64> {
        self.turnarounds.get(dag).copied().flatten()
    }
}

/// The graphs without dependencies on others.
fn by_themselves(workload: &Workload) -> Vec<Dag> {
    let mut dags = workload.dags.clone();
    for kernel in dags.iter_mut().flat_map(|dag| &mut dag.kernels) {
        (kernel.external, kernel.planned) = (Vec::new(), None);
    }
    dags
}

fn is_same(a: &Dag, b: &Dag) -> bool {
    a.kind == b.kind && a.scheduler == b.scheduler && a.kernels == b.kernels
}

fn turnaround_of(machine: &Workload, dag: &Dag, arrival: Cycle) -> Result<Option<u64>, RunError> {
    let alone = Workload { dags: vec![Dag { arrival, ..dag.clone() }], ..machine.clone() };
    let (record, ()) = run(&alone, ())?;
    let finish = record.dag_finishes(&alone).next().flatten();
    Ok(finish.map(|finish| finish.since(arrival)))
}
