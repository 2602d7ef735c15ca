//! How long each graph takes by itself: a run of that graph on the idle machine with the same settings.
//!
//! It arrives after the firmware has brought the HWS up, so that this is no part of it. Graphs that
//! differ in nothing but name and arrival are run once.

use hws_types::Cycle;

use crate::run::{RunError, run};
use crate::workload::{Dag, Workload};

/// Kernels of all different graphs together up to which measuring is cheap enough to be done unasked.
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
    /// [`RunError`] when the firmware could not go on; a graph that gets stuck has no turnaround.
    pub fn measure(workload: &Workload) -> Result<Self, RunError> {
        // Firmware is done with a workload without graphs once the HWS is up.
        let arrival = run(&Workload { dags: Vec::new(), ..workload.clone() }, ())?.0.end;
        let mut turnarounds: Vec<Option<u64>> = Vec::with_capacity(workload.dags.len());
        for (index, dag) in workload.dags.iter().enumerate() {
            let same = workload.dags[..index].iter().position(|other| is_same(other, dag));
            let turnaround = match same {
                Some(same) => turnarounds[same],
                None => turnaround_of(workload, dag, arrival)?,
            };
            turnarounds.push(turnaround);
        }
        Ok(Self { turnarounds })
    }

    /// Whether the workload is small enough to measure unasked: [`MOST_KERNELS`].
    #[must_use]
    pub fn is_cheap(workload: &Workload) -> bool {
        let is_first =
            |&(index, dag): &(usize, &Dag)| !workload.dags[..index].iter().any(|other| is_same(other, dag));
        let different = workload.dags.iter().enumerate().filter(is_first);
        different.map(|(_, dag)| dag.kernels.len()).sum::<usize>() <= MOST_KERNELS
    }

    /// The turnaround of a graph by its place in the workload; none if it got stuck.
    #[must_use]
    pub fn turnaround(&self, dag: usize) -> Option<u64> {
        self.turnarounds.get(dag).copied().flatten()
    }
}

fn is_same(a: &Dag, b: &Dag) -> bool {
    a.kind == b.kind && a.scheduler == b.scheduler && a.kernels == b.kernels
}

fn turnaround_of(workload: &Workload, dag: &Dag, arrival: Cycle) -> Result<Option<u64>, RunError> {
    let alone = Workload { dags: vec![Dag { arrival, ..dag.clone() }], ..workload.clone() };
    let (record, ()) = run(&alone, ())?;
    let finish = record.dag_finishes(&alone).next().flatten();
    Ok(finish.map(|finish| finish.since(arrival)))
}
