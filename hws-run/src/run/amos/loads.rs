//! The work that is pinned to each cluster.

use hws_types::{Cluster, SipMask};

use crate::run::policy::PolicyTask;
use crate::workload::Kernel;

/// Work in SIP time units, by cluster.
#[derive(Clone, Debug, Default)]
pub(super) struct Loads([u64; Cluster::COUNT]);

impl Loads {
    /// The work of each cluster, as a policy sees it.
    pub(super) fn of_clusters(&self) -> [u32; Cluster::COUNT] {
        self.0.map(|load| u32::try_from(load).unwrap_or(u32::MAX))
    }

    /// Counts the work of a kernel for the cluster that contains its whole affinity.
    pub(super) fn add(&mut self, task: &PolicyTask<'_>, affinity: SipMask) {
        if let Some(cluster) = only_cluster(task, affinity) {
            let load = &mut self.0[cluster.index()];
            *load = load.saturating_add(work(task.kernel));
        }
    }

    /// The work of a kernel is done, or given up.
    pub(super) fn remove(&mut self, task: &PolicyTask<'_>, affinity: SipMask) {
        if let Some(cluster) = only_cluster(task, affinity) {
            let load = &mut self.0[cluster.index()];
            *load = load.saturating_sub(work(task.kernel));
        }
    }
}

/// The cluster that contains all SIPs present of an affinity.
fn only_cluster(task: &PolicyTask<'_>, affinity: SipMask) -> Option<Cluster> {
    let usable = affinity & task.topology.present();
    task.topology.clusters().find(|&cluster| task.topology.cluster_mask(cluster).contains(usable))
}

/// Work of a kernel in SIP time units.
fn work(kernel: &Kernel) -> u64 {
    u64::from(kernel.est) * u64::from(kernel.blocks) * u64::from(kernel.threads.get())
}
