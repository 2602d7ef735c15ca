//! The utilisation of each cluster.

use hws_types::Sip;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounds::narrow;
use crate::run::RunRecord;
use crate::timeline::Timeline;

/// One cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClusterMetrics {
    /// Its number.
    pub cluster: u32,
    /// SIP cycles in which its SIPs were running a block.
    pub busy_sip_cycles: u64,
    /// Busy SIP cycles per thousand of those up to the makespan, rounded down.
    pub utilisation_permille: u64,
}

pub(super) fn all(record: &RunRecord, timeline: &Timeline) -> Vec<ClusterMetrics> {
    let topology = timeline.topology;
    let mut busy = vec![0_u64; topology.cluster_num() as usize];
    for (sip, cycles) in (0..).map(Sip::wrapping).zip(timeline.run_sums().busy) {
        if let Some(busy) = busy.get_mut(topology.cluster_of(sip).index()) {
            *busy += cycles;
        }
    }
    let most = u128::from(topology.cluster_sip_num()) * u128::from(record.makespan);
    let permille = |busy| narrow((u128::from(busy) * 1000).checked_div(most).unwrap_or(0));
    let clusters = (0..).zip(busy);
    clusters
        .map(|(cluster, busy)| ClusterMetrics {
            cluster,
            busy_sip_cycles: busy,
            utilisation_permille: permille(busy),
        })
        .collect()
}
