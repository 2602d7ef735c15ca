//! Further dependents of a kernel besides those in its graph: consumers of its blocks, and kernels of other
//! graphs.

use std::collections::{BTreeMap, BTreeSet};

use crate::workload::{Triggers, Workload};

/// By kernel_id.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    /// The kernels whose blocks wait for blocks of a kernel, ascending.
    consumers: BTreeMap<u32, Vec<u32>>,
    /// The kernels whose blocks wait for blocks of others.
    credited: BTreeSet<u32>,
    /// Kernels of other graphs that wait for a kernel, ascending.
    external: BTreeMap<u32, Vec<u32>>,
}

impl Links {
    /// The links of a workload.
    pub(super) fn new(workload: &Workload) -> Self {
        let mut links = Self::default();
        let firsts = workload.first_kernels();
        for (dag, &first) in workload.dags.iter().zip(&firsts) {
            for (kernel, kernel_id) in dag.kernels.iter().zip(first..) {
                if let Triggers::Credits(credits) = &kernel.triggers {
                    links.credited.insert(kernel_id);
                    let producers = credits.iter().map(|credit| first + credit.kernel as u32);
                    producers.for_each(|producer| note(&mut links.consumers, producer, kernel_id));
                }
                for dep in &kernel.external {
                    let Some(first) = firsts.get(dep.dag) else { continue };
                    note(&mut links.external, first + dep.kernel as u32, kernel_id);
                }
            }
        }
        links
    }

    /// The kernels whose blocks wait for blocks of the kernel.
    pub(super) fn consumers(&self, kernel_id: u32) -> &[u32] {
        self.consumers.get(&kernel_id).map_or(&[], Vec::as_slice)
    }

    /// The kernels whose blocks wait for blocks of others.
    pub(super) fn credited(&self) -> impl Iterator<Item = u32> {
        self.credited.iter().copied()
    }

    /// Whether its blocks wait for blocks of others, or blocks of others wait for its blocks.
    pub(super) fn streams(&self, kernel_id: u32) -> bool {
        self.credited.contains(&kernel_id) || self.consumers.contains_key(&kernel_id)
    }

    /// Whether its blocks wait for blocks of others.
    pub(super) fn is_credited(&self, kernel_id: u32) -> bool {
        self.credited.contains(&kernel_id)
    }

    /// Kernels of other graphs that wait for the kernel.
    pub(super) fn behind(&self, kernel_id: u32) -> &[u32] {
        self.external.get(&kernel_id).map_or(&[], Vec::as_slice)
    }
}

/// Each once: a kernel may have two credits from one other.
fn note(links: &mut BTreeMap<u32, Vec<u32>>, from: u32, to: u32) {
    let list = links.entry(from).or_default();
    if list.last() != Some(&to) {
        list.push(to);
    }
}
