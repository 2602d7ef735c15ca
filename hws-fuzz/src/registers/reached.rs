//! Coverage of a run: a fuzz target that never launches anything proves nothing.

use hws_model::{CommandKind, Event, EventSink};
use hws_sim::check::View;
use hws_types::{Cycle, Topology};

/// How often each interesting event happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reached {
    /// Operations of the input; one may make several accesses, such as the reports of several SIPs.
    pub operations: u64,
    /// Accesses, pushes and reports, and each time that time was let pass.
    pub acts: u64,
    /// Checks of the invariants.
    pub checks: u64,
    /// Kernels admitted.
    pub admitted: u64,
    /// Blocks launched.
    pub launched: u64,
    /// Valid complete reports.
    pub completed: u64,
    /// Valid pre-complete reports.
    pub pre_completed: u64,
    /// Kernels that left the Ready Station.
    pub kernels_done: u64,
    /// Promotions, each with its reservation.
    pub promoted: u64,
    /// Reservations cancelled because they went stale.
    pub cancelled: u64,
    /// DAG commands retired.
    pub dag_commands: u64,
    /// Soft resets accepted.
    pub resets: u64,
    /// ERR_STATUS conditions.
    pub errors: u64,
    /// Bus errors.
    pub bus_errors: u64,
    /// Checks that saw two R-tasks or more.
    pub several_r_tasks: u64,
    /// Checks that saw a SIP with something pending.
    pub pending: u64,
    /// Checks that saw a SIP owned by firmware.
    pub owned: u64,
    /// Checks that saw more R-tasks than RTASK_MAX, which had been lowered.
    pub over_limit: u64,
    /// Checks that saw a topology other than the full machine.
    pub harvested: u64,
}

impl Reached {
    /// Counts the state shown by a view.
    pub(super) fn see(&mut self, view: &View) {
        self.checks += 1;
        self.several_r_tasks += u64::from(view.rtask_count > 1);
        self.pending += u64::from(!view.pending.is_empty());
        self.owned += u64::from(!view.owned.is_empty());
        self.over_limit += u64::from(view.rtask_count > view.regs.promote.rtask_max());
        self.harvested += u64::from(view.topology() != Topology::FULL);
    }

    /// Adds the counts of both runs.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let sum = |of: fn(&Self) -> u64| of(&self) + of(&other);
        Self {
            operations: sum(|r| r.operations),
            acts: sum(|r| r.acts),
            checks: sum(|r| r.checks),
            admitted: sum(|r| r.admitted),
            launched: sum(|r| r.launched),
            completed: sum(|r| r.completed),
            pre_completed: sum(|r| r.pre_completed),
            kernels_done: sum(|r| r.kernels_done),
            promoted: sum(|r| r.promoted),
            cancelled: sum(|r| r.cancelled),
            dag_commands: sum(|r| r.dag_commands),
            resets: sum(|r| r.resets),
            errors: sum(|r| r.errors),
            bus_errors: sum(|r| r.bus_errors),
            several_r_tasks: sum(|r| r.several_r_tasks),
            pending: sum(|r| r.pending),
            owned: sum(|r| r.owned),
            over_limit: sum(|r| r.over_limit),
            harvested: sum(|r| r.harvested),
        }
    }
}

impl EventSink for Reached {
    fn event(&mut self, _cycle: Cycle, event: Event) {
        let count = match event {
            Event::Admit { .. } => &mut self.admitted,
            Event::Launch { .. } => &mut self.launched,
            Event::Complete { .. } => &mut self.completed,
            Event::PreComplete { .. } => &mut self.pre_completed,
            Event::KernelDone { .. } => &mut self.kernels_done,
            Event::Promote { .. } => &mut self.promoted,
            Event::Cancel { .. } => &mut self.cancelled,
            Event::Command { kind: CommandKind::DagInit | CommandKind::DagReset, .. } => {
                &mut self.dag_commands
            }
            Event::SoftReset { .. } => &mut self.resets,
            Event::Error { .. } => &mut self.errors,
            _ => return,
        };
        *count += 1;
    }
}
