//! Entries of a plan with the values that readers assume: planners set what differs.

use super::{
    DepKind, Plan, PlanDag, PlanDagKind, PlanDep, PlanKernel, PlanOn, PlanOrder, PlanTimeUnit, PlanTriggers,
    Provenance, Time, VERSION,
};
use crate::TaskGraph;

impl Plan {
    /// Creates a plan without entries, for any machine.
    #[must_use]
    pub fn new(name: impl Into<String>, provenance: Provenance, time: Time) -> Self {
        Self {
            hws_plan: VERSION,
            name: name.into(),
            provenance,
            time,
            machine: None,
            order: PlanOrder::Explicit,
            not_runnable: None,
            dags: Vec::new(),
            kernels: Vec::new(),
            slots: Vec::new(),
            fifos: Vec::new(),
            buffers: Vec::new(),
        }
    }
}

impl Time {
    /// Returns times in a unit, not scaled.
    #[must_use]
    pub const fn of(unit: PlanTimeUnit) -> Self {
        Self { unit, scale: [1, 1], mean_attempts: None, predicted_factor: None }
    }
}

impl PlanTimeUnit {
    /// Returns the unit of the times of a graph.
    #[must_use]
    pub fn of(graph: &TaskGraph) -> Self {
        if graph.is_in_cycles() { Self::Cycles } else { Self::Units }
    }
}

impl PlanDag {
    /// Creates a static graph that arrives at time 0.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), arrival: 0, kind: PlanDagKind::Static, repeat: None }
    }
}

impl PlanKernel {
    /// Creates a kernel of one block on any SIP, which waits for nothing.
    #[must_use]
    pub fn new(id: impl Into<String>, dag: impl Into<String>, est: u64) -> Self {
        Self {
            id: id.into(),
            dag: dag.into(),
            block_num: 1,
            thread_num: 1,
            est,
            priority: 0,
            on_cp: false,
            affinity: super::kernel::every_sip(),
            ctx: 0,
            coop: false,
            deps: Vec::new(),
            triggers: PlanTriggers::All,
            l2_bytes: None,
            params: None,
            prefetch: None,
            load: false,
            instances: None,
        }
    }
}

impl PlanDep {
    /// Creates a dependency on the finish of a kernel of the same graph.
    #[must_use]
    pub fn on_finish(kernel: impl Into<String>, kind: DepKind) -> Self {
        Self { kernel: kernel.into(), dag: None, on: PlanOn::Finish, kind, transfer: 0 }
    }
}
