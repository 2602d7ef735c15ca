//! What happens inside the HWS, as values for whoever listens (interfaces.md §7).
//!
//! The model hands every [`Event`] to the [`EventSink`] that the caller passes in. Traces, counters
//! of tests, waveforms and explanations are sinks; `()` is the sink that ignores everything and
//! costs nothing.

use hws_types::{Cycle, Entry, LaunchId, MdmaCommand, RawMih, Sip, SipMask, TaskIds};

use crate::decision::Decision;
use crate::errors::ErrorBit;
use crate::priority::Pool;

/// What kind of queued command was retired (scheduler.md §8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CommandKind {
    /// DAG_CMD with OP = INIT.
    DagInit,
    /// DAG_CMD with OP = RESET.
    DagReset,
    /// BLOCK_TRIGGER_CNT.
    Trigger,
    /// TD_REFRESH.
    Refresh,
    /// HRM_FW_CLAIM.
    Claim,
    /// HRM_FW_RELEASE.
    Release,
}

/// One thing that happened. The order of events is the order of occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A task was admitted to the Ready Station.
    Admit {
        /// Its entry.
        entry: Entry,
        /// Its kernel_seq.
        seq: u32,
        /// kernel_id of its descriptor.
        kernel_id: u32,
    },
    /// An ERR_STATUS condition occurred.
    Error {
        /// The bit of ERR_STATUS.
        bit: ErrorBit,
        /// The task concerned, the default where none is.
        ids: TaskIds,
    },
    /// A stale reservation was cancelled (§6.6).
    Cancel {
        /// The R-task.
        entry: Entry,
        /// The SIPs it lost.
        mask: SipMask,
    },
    /// An attempt ended; first of its COMMIT's events.
    Commit {
        /// Whether it launched something.
        launched: bool,
    },
    /// One block was launched.
    Launch {
        /// The kernel's entry.
        entry: Entry,
        /// The kernel.
        seq: u32,
        /// Where it stood.
        pool: Pool,
        /// block_id.
        block: u16,
        /// The launch.
        launch_id: LaunchId,
        /// The SIPs of the block.
        sip_mask: SipMask,
    },
    /// One MDMA command entered the MDMA FIFO.
    Mdma(MdmaCommand),
    /// A message entered the MIH FIFO.
    Mih(RawMih),
    /// A message was dropped because the MIH FIFO was full.
    MihDrop(RawMih),
    /// A kernel left the Ready Station (§6.4 c, §9.4).
    KernelDone {
        /// The entry it leaves.
        entry: Entry,
        /// The kernel.
        seq: u32,
        /// Its DAG slot, if it has one.
        dag_slot: Option<u8>,
    },
    /// A P-task became an R-task.
    Promote {
        /// Its entry.
        entry: Entry,
        /// The kernel.
        seq: u32,
        /// The SIPs reserved for it.
        mask: SipMask,
    },
    /// A queued command was retired; before the events it causes.
    Command {
        /// Which.
        kind: CommandKind,
        /// RESULT of a DAG command, the refused mask of a claim, else 0.
        result: u32,
    },
    /// A valid complete report; before the messages it causes.
    Complete {
        /// The SIP.
        sip: Sip,
        /// The launch it ran.
        launch_id: LaunchId,
    },
    /// A valid pre-complete report.
    PreComplete {
        /// The SIP.
        sip: Sip,
        /// The launch it runs.
        launch_id: LaunchId,
    },
    /// HWS_CTRL.SOFT_RESET was accepted. Not part of the trace format.
    SoftReset {
        /// FORCE was written with it: whoever owns the SIPs has reset them too.
        forced: bool,
    },
}

/// A listener.
pub trait EventSink {
    /// Called for every event, in order, with the cycle it carries.
    fn event(&mut self, cycle: Cycle, event: Event);

    /// Called at every LATCH, after its `cancel` events; `decision` gives what was decided and why.
    /// Whoever does not call it pays nothing.
    #[inline]
    fn latch(&mut self, _cycle: Cycle, _decision: &dyn Fn() -> Decision) {}
}

/// Ignores everything.
impl EventSink for () {
    #[inline]
    fn event(&mut self, _cycle: Cycle, _event: Event) {}
}

impl<S: EventSink + ?Sized> EventSink for &mut S {
    #[inline]
    fn event(&mut self, cycle: Cycle, event: Event) {
        (**self).event(cycle, event);
    }

    #[inline]
    fn latch(&mut self, cycle: Cycle, decision: &dyn Fn() -> Decision) {
        (**self).latch(cycle, decision);
    }
}

/// Both listen, the left one first.
impl<A: EventSink, B: EventSink> EventSink for (A, B) {
    #[inline]
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.0.event(cycle, event);
        self.1.event(cycle, event);
    }

    #[inline]
    fn latch(&mut self, cycle: Cycle, decision: &dyn Fn() -> Decision) {
        self.0.latch(cycle, decision);
        self.1.latch(cycle, decision);
    }
}
