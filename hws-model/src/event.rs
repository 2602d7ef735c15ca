//! Events inside the HWS, as values for listeners (interfaces.md §7).
//!
//! The model passes every [`Event`] to the [`EventSink`] of the caller. Traces, counters of tests, waveforms
//! and explanations are sinks; `()` is a sink that ignores everything and costs nothing.
//!
//! `Display` and, with the feature `serde`, `Serialize` use the names of the trace.

mod show;

use hws_types::{Cycle, Entry, LaunchId, MdmaCommand, RawMih, Sip, SipMask, TaskIds};

use crate::decision::Decision;
use crate::errors::ErrorBit;
use crate::failures::FailedAttempts;
use crate::priority::Pool;
use crate::survey::Survey;

/// The kind of a queued command (scheduler.md §8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
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

/// One event. Events are passed to the sink in the order of their occurrence.
///
/// `Display` is one line with the names of the trace, sets of SIPs in hexadecimal:
///
/// ```
/// use hws_model::Event;
/// use hws_types::{Entry, SipMask};
///
/// let promote = Event::Promote { entry: Entry::new(2).unwrap(), seq: 9, mask: SipMask(0xF0) };
/// assert_eq!(promote.to_string(), "promote entry 2 seq 9 mask 0xf0");
/// # #[cfg(feature = "serde")]
/// assert_eq!(serde_json::to_string(&promote)?, r#"{"promote":{"entry":2,"seq":9,"mask":240}}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
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
        /// The ids of the task concerned; the default when there is none.
        ids: TaskIds,
    },
    /// A stale reservation was cancelled (scheduler.md §6.6).
    Cancel {
        /// The R-task.
        entry: Entry,
        /// The SIPs that were reserved for it.
        mask: SipMask,
    },
    /// An attempt ended. This is the first event of its COMMIT.
    Commit {
        /// Whether it launches a kernel.
        launched: bool,
    },
    /// One block was launched.
    Launch {
        /// The kernel's entry.
        entry: Entry,
        /// kernel_seq of the kernel.
        seq: u32,
        /// The pool that it was chosen from.
        pool: Pool,
        /// The block id.
        block: u16,
        /// The id of the launch.
        launch_id: LaunchId,
        /// The SIPs of the block.
        sip_mask: SipMask,
    },
    /// A command entered the MDMA FIFO.
    Mdma(MdmaCommand),
    /// A message entered the MIH FIFO.
    Mih(RawMih),
    /// A message was dropped because the MIH FIFO was full.
    MihDrop(RawMih),
    /// A kernel left the Ready Station (scheduler.md §6.4 c, §9.4).
    KernelDone {
        /// The entry that it leaves.
        entry: Entry,
        /// kernel_seq of the kernel.
        seq: u32,
        /// Its DAG slot; `None` when the table was full at its admission.
        dag_slot: Option<u8>,
    },
    /// A P-task became an R-task.
    Promote {
        /// Its entry.
        entry: Entry,
        /// kernel_seq of the kernel.
        seq: u32,
        /// The SIPs reserved for it.
        mask: SipMask,
    },
    /// A queued command was retired. The events that it causes follow.
    #[cfg_attr(feature = "serde", serde(rename = "cmd"))]
    Command {
        /// The kind of the command.
        #[cfg_attr(feature = "serde", serde(rename = "op"))]
        kind: CommandKind,
        /// RESULT of a DAG command, the refused SIPs of a claim, 0 for the others.
        result: u32,
    },
    /// A valid complete report. The messages that it causes follow.
    Complete {
        /// The SIP.
        sip: Sip,
        /// The launch that it ran.
        launch_id: LaunchId,
    },
    /// A valid pre-complete report.
    PreComplete {
        /// The SIP.
        sip: Sip,
        /// The launch that it runs.
        launch_id: LaunchId,
    },
    /// HWS_CTRL.SOFT_RESET was accepted. Not part of the trace format.
    SoftReset {
        /// Whether FORCE was written with it, which asserts that the SIPs have been reset as well.
        forced: bool,
    },
}

/// A receiver of events.
pub trait EventSink {
    /// Called for every event, in order, with the cycle in which it occurs.
    fn event(&mut self, cycle: Cycle, event: Event);

    /// Called at every LATCH, after its `cancel` events. `decision` computes what was decided and why; a sink
    /// that does not call it costs nothing.
    #[inline]
    fn latch(&mut self, _cycle: Cycle, _decision: &dyn Fn() -> Decision) {}

    /// Called at every LATCH, after [`latch`](Self::latch). `survey` computes what could have been launched; a sink that does not
    /// call it costs nothing.
    #[inline]
    fn survey(&mut self, _cycle: Cycle, _survey: &dyn Fn() -> Survey) {}

    /// Whether this sink takes attempts that fail back to back in one call of [`failed`](Self::failed), in place of their
    /// [`Event::Commit`], [`latch`](Self::latch) and [`survey`](Self::survey). A kernel that waits costs nothing then. It is asked in every step;
    /// attempts that fail while anything else happens are events all the same.
    #[inline]
    fn takes_failures_at_once(&self) -> bool {
        false
    }

    /// Asked, of a sink that [takes failures at once](Self::takes_failures_at_once), before each call of [`failed`](Self::failed).
    /// `survey` computes what the next of these attempts could launch; the surveys of all of them are equal, except that
    /// [`TaskMasks::backfill`](crate::TaskMasks) may have fewer SIPs in a later one. If the answer is no, the first attempt is an event,
    /// and the question is asked again after it.
    #[inline]
    fn takes_these_at_once(&self, _attempts: FailedAttempts, _survey: &dyn Fn() -> Survey) -> bool {
        true
    }

    /// Called for attempts that have failed while nothing else happened, if the sink
    /// [takes them at once](Self::takes_failures_at_once).
    #[inline]
    fn failed(&mut self, _attempts: FailedAttempts) {}
}

/// Ignores everything.
impl EventSink for () {
    #[inline]
    fn event(&mut self, _cycle: Cycle, _event: Event) {}

    #[inline]
    fn takes_failures_at_once(&self) -> bool {
        true
    }
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

    #[inline]
    fn survey(&mut self, cycle: Cycle, survey: &dyn Fn() -> Survey) {
        (**self).survey(cycle, survey);
    }

    #[inline]
    fn takes_failures_at_once(&self) -> bool {
        (**self).takes_failures_at_once()
    }

    #[inline]
    fn takes_these_at_once(&self, attempts: FailedAttempts, survey: &dyn Fn() -> Survey) -> bool {
        (**self).takes_these_at_once(attempts, survey)
    }

    #[inline]
    fn failed(&mut self, attempts: FailedAttempts) {
        (**self).failed(attempts);
    }
}

/// Passes everything to both sinks, the left one first.
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

    #[inline]
    fn survey(&mut self, cycle: Cycle, survey: &dyn Fn() -> Survey) {
        self.0.survey(cycle, survey);
        self.1.survey(cycle, survey);
    }

    #[inline]
    fn takes_failures_at_once(&self) -> bool {
        self.0.takes_failures_at_once() && self.1.takes_failures_at_once()
    }

    #[inline]
    fn takes_these_at_once(&self, attempts: FailedAttempts, survey: &dyn Fn() -> Survey) -> bool {
        self.0.takes_these_at_once(attempts, survey) && self.1.takes_these_at_once(attempts, survey)
    }

    #[inline]
    fn failed(&mut self, attempts: FailedAttempts) {
        self.0.failed(attempts);
        self.1.failed(attempts);
    }
}
