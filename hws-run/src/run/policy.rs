//! The decisions of a firmware, separate from their execution: [`Policy`].
//!
//! Every method has a default, and the defaults together are the reference firmware, [`Reference`]. A policy of
//! your own overrides some of them; `examples/my_firmware.rs` is a complete one. Amos calls it and does what
//! any decision requires, so that no decision can break the rules of the HWS: the resources of a block are
//! there before it may start, and they are freed when it has finished.

use fw_api::{Bus, HwsDriver, HwsError, KernelAction, PinPolicy};
use hws_model::BusError;
use hws_types::{Cluster, Cycle, Topology};

use crate::workload::{Dag, FirmwareOptions, Kernel, Pin, Triggers};

/// The driver that a policy gets; every access takes its time.
pub type PolicyHws<'b> = HwsDriver<&'b mut dyn Bus<Error = BusError>>;

/// The result of a call of [`PolicyHws`].
pub type PolicyOutcome = Result<(), fw_api::Error<BusError>>;

/// A kernel with its graph and machine.
#[derive(Clone, Copy, Debug)]
pub struct PolicyTask<'w> {
    /// kernel_id.
    pub kernel_id: u32,
    /// Its graph.
    pub dag: &'w Dag,
    /// The kernel as the workload describes it.
    pub kernel: &'w Kernel,
    /// The machine.
    pub topology: Topology,
    /// The firmware options of the workload.
    pub options: FirmwareOptions,
}

impl PolicyTask<'_> {
    /// The kernel in messages: graph/kernel.
    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.dag.name, self.kernel.name)
    }

    /// The SIPs that all blocks of the kernel together would use.
    fn sips_at_once(&self) -> u32 {
        u32::from(self.kernel.blocks) * self.kernel.threads.get()
    }
}

/// The progress of a kernel's blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flow {
    /// The present cycle.
    pub now: Cycle,
    /// Number of blocks that may have started: block_trigger_cnt.
    pub triggered: u16,
    /// Number of blocks that have finished.
    pub finished: u16,
}

/// A VG in which a grant is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GrantPlace {
    /// The VG; for a kernel that needs VCs only, the first one of the die.
    pub vg: Cluster,
    /// Number of blocks of the kernel that fit there at once.
    pub blocks: u32,
    /// Number of grants that the kernel holds there.
    pub held: u32,
    /// Bytes of L2 that are free there.
    pub l2_free: u32,
    /// VCs that are free on its die.
    pub vcs_free: u32,
}

/// The response of firmware to an error, besides clearing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorAnswer {
    /// None: the error is in the summary of the run.
    Note,
    /// Read back the effects of lost messages and commands (RS and LAUNCH pages).
    Recover,
    /// Give up the kernel and everything that depends on it; the rest of the graph continues, then the graph is
    /// closed. The same as [`Note`](Self::Note) if no kernel is concerned.
    GiveUp,
    /// Stop the run.
    Stop,
}

impl ErrorAnswer {
    /// Returns the answer of the reference firmware, as in the table of `docs/firmware-guide.md`.
    #[must_use]
    pub const fn default_for(error: HwsError) -> Self {
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
    /// Makes settings at power-on: after those of the workload, before the HWS is enabled.
    ///
    /// # Errors
    /// The error of a call; it ends the run.
    fn configure(&mut self, _hws: &mut PolicyHws<'_>) -> PolicyOutcome {
        Ok(())
    }

    /// Chooses the graph to open next, by its index in `arrived`, which is in the order of arrival and not
    /// empty. An index beyond the end means the last graph.
    fn admit(&mut self, _now: Cycle, _arrived: &[&Dag]) -> usize {
        0
    }

    /// Adjusts a kernel before its descriptor is written: priority, affinity, trigger and estimate may be
    /// changed. A prefetch has its own descriptor.
    fn describe(&mut self, _task: &PolicyTask<'_>, _action: &mut KernelAction) {}

    /// Chooses how to pin a kernel that is smaller than a cluster and whose affinity spans several; `loads` is
    /// the work of each cluster in SIP time units. None: it is not pinned.
    fn pin(&mut self, task: &PolicyTask<'_>, loads: [u32; Cluster::COUNT]) -> Option<PinPolicy> {
        match task.options.pin {
            Pin::None => None,
            // Among equal loads, the first cluster that holds the kernel is chosen.
            Pin::Fixed => Some(PinPolicy::LeastLoaded([0; Cluster::COUNT])),
            // A cluster of its own would only delay a kernel that has more blocks than a cluster runs at once.
            Pin::LeastLoaded if task.sips_at_once() > task.topology.cluster_sip_num() => None,
            Pin::LeastLoaded => Some(PinPolicy::LeastLoaded(loads)),
        }
    }

    /// The number of blocks of a kernel that may be started and not finished. It is called before the kernel is
    /// pushed and whenever a block has finished. Parameter slots and credits limit the number further. A trigger
    /// cannot be revoked, and 0 before the first block leaves a kernel that no message ever names, unless it has
    /// credits.
    fn window(&mut self, task: &PolicyTask<'_>, _flow: Flow) -> u16 {
        match task.kernel.triggers {
            Triggers::All | Triggers::Credits(_) => task.kernel.blocks,
            Triggers::Window(window) => window,
        }
    }

    /// Chooses the VG of the next grant of a kernel, by its index in `places`, which is not empty. An index
    /// beyond the end means that the request has to wait.
    fn place_grant(&mut self, _task: &PolicyTask<'_>, places: &[GrantPlace]) -> usize {
        // The VG with the fewest rounds of grants: the blocks of a cooperative kernel need a grant in each
        // place that they take together.
        let rounds = |at: &usize| places[*at].held / places[*at].blocks.max(1);
        (0..places.len()).min_by_key(rounds).unwrap_or(0)
    }

    /// The answer to an error; `task` is the kernel that an ERROR message names.
    fn on_error(&mut self, error: HwsError, _task: Option<&PolicyTask<'_>>) -> ErrorAnswer {
        ErrorAnswer::default_for(error)
    }

    /// A block was launched (SCHED_INFO).
    fn on_launch(&mut self, _task: &PolicyTask<'_>, _block: u16, _now: Cycle) {}

    /// A block has finished (BLOCK_FINISH).
    fn on_block_finish(&mut self, _task: &PolicyTask<'_>, _block: u16, _now: Cycle) {}

    /// A kernel has finished.
    fn on_kernel_finish(&mut self, _task: &PolicyTask<'_>, _now: Cycle) {}

    /// Firmware has nothing to do until something happens.
    ///
    /// # Errors
    /// The error of a call; it ends the run.
    fn on_idle(&mut self, _hws: &mut PolicyHws<'_>) -> PolicyOutcome {
        Ok(())
    }

    /// Whether [`on_idle`](Self::on_idle) does anything. If not, a kernel that waits for long costs nothing; if so, firmware looks
    /// after each attempt in which a kernel waits.
    fn acts_on_idle(&self) -> bool {
        true
    }
}

/// The reference firmware: every default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reference;

impl Policy for Reference {
    fn acts_on_idle(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_overflows_are_recovered_from_and_only_rejections_give_up() {
        let with =
            |answer| HwsError::ALL.iter().filter(|&&error| ErrorAnswer::default_for(error) == answer).count();
        assert_eq!(
            (with(ErrorAnswer::Recover), with(ErrorAnswer::GiveUp), with(ErrorAnswer::Stop)),
            (2, 7, 0)
        );
    }
}
