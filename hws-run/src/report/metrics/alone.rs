//! The turnaround of each graph alone: a run of that graph on the idle machine with the same settings.
//!
//! The graph arrives after firmware has brought up the HWS, so that this does not count. Dependencies on other
//! graphs are dropped. Graphs that differ only in name, arrival and such dependencies are run once.

use hws_types::Cycle;

use crate::run::{RunError, run};
use crate::workload::{Dag, Faults, Kernel, Workload};

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
        let mut alone = workload.without_graphs();
        alone.faults = Faults::default();
        // A run without graphs ends once the HWS is up.
        let arrival = run(&alone, ())?.0.end;
        let dags = &workload.dags;
        let mut turnarounds: Vec<Option<u64>> = Vec::with_capacity(dags.len());
        for (index, dag) in dags.iter().enumerate() {
            let turnaround = match first_like(dags, index) {
                Some(same) => turnarounds[same],
                None => turnaround_of(&mut alone, dag, arrival)?,
            };
            turnarounds.push(turnaround);
        }
        Ok(Self { turnarounds })
    }

    /// Returns whether the workload is small enough to be measured by default: [`MOST_KERNELS`].
    #[must_use]
    pub fn is_cheap(workload: &Workload) -> bool {
        let dags = &workload.dags;
        let different = (0..dags.len()).filter(|&index| first_like(dags, index).is_none());
        let mut kernels = different.map(|index| dags[index].kernels.len());
        // Enough is enough: to compare large graphs takes long, too.
        kernels.try_fold(0, |sum, count| Some(sum + count).filter(|&sum| sum <= MOST_KERNELS)).is_some()
    }

    /// Returns the turnaround of a graph by its index in the workload; none if it got stuck.
    #[must_use]
    pub fn turnaround(&self, dag: usize) -> Option<u64> {
        self.turnarounds.get(dag).copied().flatten()
    }
}

/// An earlier graph that runs alike when both are alone.
fn first_like(dags: &[Dag], index: usize) -> Option<usize> {
    dags[..index].iter().position(|other| is_same(other, &dags[index]))
}

/// Whether graphs differ only in what does not count when they are alone.
fn is_same(a: &Dag, b: &Dag) -> bool {
    let are_alike = |(a, b): (&Kernel, &Kernel)| a.is_like_apart_from_others(b);
    a.kind == b.kind
        && a.scheduler == b.scheduler
        && a.kernels.len() == b.kernels.len()
        && a.kernels.iter().zip(&b.kernels).all(are_alike)
}

/// Runs the graph on the machine of `alone`, whose graphs it replaces.
fn turnaround_of(alone: &mut Workload, dag: &Dag, arrival: Cycle) -> Result<Option<u64>, RunError> {
    let mut dag = Dag { arrival, ..dag.clone() };
    for kernel in &mut dag.kernels {
        (kernel.external, kernel.planned) = (Vec::new(), None);
    }
    alone.dags = vec![dag];
    let (record, ()) = run(alone, ())?;
    let finish = record.dag_finishes(alone).next().flatten();
    Ok(finish.map(|finish| finish.since(arrival)))
}
