//! What a firmware decides, apart from how it does it: [`Policy`].
//!
//! Every method has a default, and the defaults together are the reference firmware, [`Reference`]. A policy
//! of your own overrides what it wants otherwise; `examples/my_firmware.rs` is a whole one. Amos asks it,
//! and does what has to be done for any answer, so that no answer can break the rules of the HWS: what a
//! block needs is there before the block may start, and what it had is free when it has finished.

use fw_api::{Bus, HwsDriver, HwsError, KernelAction, PinPolicy};
use hws_model::BusError;
use hws_types::{Cluster, Cycle, Topology};

use crate::workload::{Dag, FirmwareOptions, Kernel, Pin, Triggers};

/// The driver as a policy has it: every access takes the time of one.
pub type PolicyHws<'b> = HwsDriver<&'b mut dyn Bus<Error = BusError>>;

/// What a call of [`PolicyHws`] gives.
pub type PolicyOutcome = Result<(), fw_api::Error<BusError>>;

/// A kernel and where it belongs.
#[derive(Clone, Copy, Debug)]
pub struct Task<'w> {
    /// kernel_id.
    pub kernel_id: u32,
    /// Its graph.
    pub dag: &'w Dag,
    /// What the workload says of it.
    pub kernel: &'w Kernel,
    /// The machine.
    pub topology: Topology,
    /// What the workload says of the firmware.
    pub options: FirmwareOptions,
}

/// How far the blocks of a kernel are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flow {
    /// The present cycle.
    pub now: Cycle,
    /// Blocks that may have started: block_trigger_cnt.
    pub triggered: u16,
    /// Blocks that have finished.
    pub finished: u16,
}

/// A VG that could take a grant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GrantPlace {
    /// Which; for a kernel that needs VCs only the first of its die.
    pub vg: Cluster,
    /// Blocks of the kernel that fit there at once.
    pub blocks: u32,
    /// Grants that the kernel holds there.
    pub held: u32,
    /// Bytes of L2 that are free there.
    pub l2_free: u32,
    /// VCs that are free on its die.
    pub vcs_free: u32,
}

/// What firmware does about an error, besides clearing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing: it is in the summary of the run.
    Note,
    /// It reads back what lost messages and commands would have done (the RS and LAUNCH pages).
    Recover,
    /// It gives up the kernel and all behind it; the rest of the graph goes on, then the graph is closed.
    /// The same as [`Note`](Self::Note) when no kernel is concerned.
    GiveUp,
    /// It stops the run.
    Stop,
}

impl Answer {
    /// What the reference firmware answers; the table of `docs/firmware-guide.md`.
    #[must_use]
    pub const fn usual(error: HwsError) -> Self {
        use HwsError::{
            CmdOverflow, MihOverflow, TdBlockNum, TdCluster, TdCoop, TdOutPath, TdRead, TdThreadNum,
            TdUnplaceable,
        };
        match error {
            MihOverflow | CmdOverflow => Self::Recover,
            TdRead | TdThreadNum | TdCluster | TdBlockNum | TdOutPath | TdCoop | TdUnplaceable => {
                Self::GiveUp
            }
            _ => Self::Note,
        }
    }
}

/// The decisions of a firmware.
pub trait Policy {
    /// Settings of its own, at power-on: after the workload's, before the HWS is enabled.
    ///
    /// # Errors
    /// What a call gave; the run ends with it.
    fn configure(&mut self, _hws: &mut PolicyHws<'_>) -> PolicyOutcome {
        Ok(())
    }

    /// Which of the graphs that have arrived is opened next, by its place; they stand in the order of their
    /// arrivals, and there is at least one. A place past the last one means the last.
    fn admit(&mut self, _now: Cycle, _arrived: &[&Dag]) -> usize {
        0
    }

    /// A kernel before its descriptor is written: priority, affinity, trigger and estimate are its own to
    /// change. A prefetch has a descriptor of its own.
    fn describe(&mut self, _task: &Task<'_>, _action: &mut KernelAction) {}

    /// Where a kernel smaller than a cluster whose affinity spans several is pinned; `loads` is the work of
    /// each cluster in SIP time units. None: it is not.
    fn pin(&mut self, task: &Task<'_>, loads: [u32; Cluster::COUNT]) -> Option<PinPolicy> {
        match task.options.pin {
            Pin::None => None,
            // The lowest of equals is the first that holds it.
            Pin::Fixed => Some(PinPolicy::LeastLoaded([0; Cluster::COUNT])),
            Pin::LeastLoaded => Some(PinPolicy::LeastLoaded(loads)),
        }
    }

    /// How many blocks of a kernel may be started and not finished: asked before it is pushed and whenever
    /// a block has finished. The queue of its parameters and its credits limit it further. What has been triggered
    /// cannot be taken back, and 0 before the first block leaves a kernel that no message ever names, unless it
    /// has credits.
    fn window(&mut self, task: &Task<'_>, _flow: Flow) -> u16 {
        match task.kernel.triggers {
            Triggers::All | Triggers::Credits(_) => task.kernel.blocks,
            Triggers::Window(window) => window,
        }
    }

    /// Where the next grant of a kernel goes, by its place in `places`, which has at least one. A place past
    /// the last one means that it has to wait.
    fn place_grant(&mut self, _task: &Task<'_>, places: &[GrantPlace]) -> usize {
        // The one with the fewest rounds of grants: the blocks of a cooperative kernel need a grant in
        // each place that they take together.
        let rounds = |at: &usize| places[*at].held / places[*at].blocks.max(1);
        (0..places.len()).min_by_key(rounds).unwrap_or(0)
    }

    /// What to do about an error; `task` is the kernel that an ERROR message names.
    fn on_error(&mut self, error: HwsError, _task: Option<&Task<'_>>) -> Answer {
        Answer::usual(error)
    }

    /// A block was launched (SCHED_INFO).
    fn on_launch(&mut self, _task: &Task<'_>, _block: u16, _now: Cycle) {}

    /// A block has finished (BLOCK_FINISH).
    fn on_block_finish(&mut self, _task: &Task<'_>, _block: u16, _now: Cycle) {}

    /// A kernel has finished.
    fn on_kernel_finish(&mut self, _task: &Task<'_>, _now: Cycle) {}

    /// Firmware has nothing to do. It looks again when something happens.
    ///
    /// # Errors
    /// What a call gave; the run ends with it.
    fn on_idle(&mut self, _hws: &mut PolicyHws<'_>) -> PolicyOutcome {
        Ok(())
    }
}

/// The reference: every default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reference;

impl Policy for Reference {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_has_an_answer_and_only_lost_things_are_read_back() {
        let with = |answer| HwsError::ALL.iter().filter(|&&error| Answer::usual(error) == answer).count();
        assert_eq!((with(Answer::Recover), with(Answer::GiveUp), with(Answer::Stop)), (2, 7, 0));
    }
}
