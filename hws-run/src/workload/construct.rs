//! Workloads by hand: what is not said is as in a file that does not say it, but for priorities, which are 0.

use hws_types::{Cycle, SipMask, ThreadNum};

use super::{
    Dag, DagKind, Dep, FirmwareOptions, Hardware, Kernel, Needs, Role, Scheduler, Triggers, Workload,
};
use hws_sim::On;

impl Kernel {
    /// A kernel of context 0 that may run on any SIP, with all its triggers and no dependencies. `blocks` and
    /// `est` (time units per block) are at least 1.
    ///
    /// ```
    /// use hws_run::workload::{Dag, Dep, Kernel, Workload};
    /// use hws_run::run::run;
    /// use hws_sim::On;
    /// use hws_types::ThreadNum;
    ///
    /// let load = Kernel::new("load", ThreadNum::ONE, 4, 500);
    /// let work = Kernel::new("work", ThreadNum::ONE, 32, 2000).after_finish([0]);
    /// let workload = Workload::new(vec![Dag::new("g", vec![load, work])]);
    /// let (record, ()) = run(&workload, ())?;
    /// assert!(record.drained && record.makespan > 2500);
    /// # Ok::<(), hws_run::run::RunError>(())
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>, threads: ThreadNum, blocks: u16, est: u32) -> Self {
        Self {
            name: name.into(),
            ctx: 0,
            threads,
            blocks,
            est,
            actual: None,
            affinity: SipMask::ALL,
            coop: false,
            priority: 0,
            on_cp: false,
            deps: Vec::new(),
            external: Vec::new(),
            triggers: Triggers::All,
            role: Role::Compute,
            needs: Needs::default(),
            planned: None,
        }
    }

    /// The same behind the finish of these kernels, by their places in the graph, ascending.
    #[must_use]
    pub fn after_finish(self, kernels: impl IntoIterator<Item = usize>) -> Self {
        let deps = kernels.into_iter().map(|kernel| Dep { kernel, on: On::Finish }).collect();
        Self { deps, ..self }
    }
}

impl Dag {
    /// A static graph that arrives at 0 and that the HWS schedules.
    #[must_use]
    pub fn new(name: impl Into<String>, kernels: Vec<Kernel>) -> Self {
        Self {
            name: name.into(),
            arrival: Cycle(0),
            kind: DagKind::Static,
            scheduler: Scheduler::Hws,
            kernels,
        }
    }
}

impl Workload {
    /// Graphs on the usual machine, all usage masks open.
    #[must_use]
    pub fn new(dags: Vec<Dag>) -> Self {
        Self {
            hardware: Hardware::default(),
            usage_masks: Vec::new(),
            firmware: FirmwareOptions::default(),
            dags,
            est_scale: 1,
        }
    }
}
