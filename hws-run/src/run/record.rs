//! The record of a run: when everything happened, and what it cost.

use hws_model::ErrorBit;
use hws_regs::RegId;
use hws_sim::KernelState;
use hws_sim::stimulus::{Op, Target};
use hws_types::{Cycle, SipMask, TaskIds};

use super::faults::FaultRecord;
use super::holds::Holds;
use super::image::ImageRecord;
use crate::workload::Workload;

/// Everything that a report needs of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunRecord {
    /// The cycle in which the run ended.
    pub end: Cycle,
    /// When the last block finished: cycles from power-on.
    pub makespan: u64,
    /// By kernel_id: in the order of [`Workload::kernels`](crate::workload::Workload::kernels).
    pub kernels: Vec<KernelRecord>,
    /// In the order of the workload.
    pub dags: Vec<DagRecord>,
    /// The COUNTER page at the end, as firmware read it.
    pub counters: Option<fw_api::Counters>,
    /// Sum over all SIPs of the cycles in which they ran a block.
    pub busy_sip_cycles: u64,
    /// CF accesses of the firmware.
    pub traffic: Traffic,
    /// The longest time, in cycles, from a message to the end of its handling by firmware.
    pub firmware_latency: u64,
    /// ERR_STATUS conditions, in order.
    pub errors: Vec<ErrorRecord>,
    /// Register accesses that the HWS refused.
    pub bus_errors: u64,
    /// Whether all is idle at the end: every kernel done, every SIP idle, nothing reserved.
    pub drained: bool,
    /// Whether the run was stopped from outside before its end.
    pub stopped: bool,
    /// The kernels that never finished, and why; empty when drained or stopped.
    pub stuck: Vec<StuckKernel>,
    /// The last cycle in which something happened other than an attempt without effect, if the run got stuck.
    pub stuck_since: Option<Cycle>,
    /// What was recorded about kernels that were not pushed, and graphs that were not opened.
    pub holds: Holds,
    /// The firmware image of the run; none if Amos ran.
    pub image: Option<ImageRecord>,
    /// The injected faults, and what firmware did; none if none were to be injected.
    pub faults: Option<FaultRecord>,
}

impl RunRecord {
    /// Returns the finish of the last kernel of each graph, in the order of the workload; none if one has not
    /// finished. Firmware learns of it later.
    pub fn dag_finishes<'a>(&'a self, workload: &'a Workload) -> impl Iterator<Item = Option<Cycle>> + 'a {
        let mut rest = self.kernels.as_slice();
        workload.dags.iter().map(move |dag| {
            let (own, others) = rest.split_at(dag.kernels.len().min(rest.len()));
            rest = others;
            let is_whole = own.len() == dag.kernels.len();
            let latest = own.iter().try_fold(None, |latest, kernel| Some(latest.max(Some(kernel.finish?))));
            latest.filter(|_| is_whole).flatten()
        })
    }
}

/// The progress of a kernel.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KernelRecord {
    /// Its last state.
    pub state: KernelState,
    /// Its dependencies were met and its graph had arrived.
    pub ready: Option<Cycle>,
    /// It was pushed to the HWS.
    pub pushed: Option<Cycle>,
    /// It entered the Ready Station.
    pub admitted: Option<Cycle>,
    /// Its first block was launched.
    pub first_launch: Option<Cycle>,
    /// Its last block finished.
    pub finish: Option<Cycle>,
    /// Every SIP that ran a block of it.
    pub sips: SipMask,
    /// How often it became an R-task.
    pub promotions: u32,
    /// Blocks it launched on SIPs reserved for another.
    pub backfilled: u32,
}

impl KernelRecord {
    /// Returns the cycles from ready to the first launch.
    #[must_use]
    pub fn wait(&self) -> Option<u64> {
        self.ready.zip(self.first_launch).map(|(ready, launch)| launch.since(ready))
    }
}

/// A graph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DagRecord {
    /// Its tag, once firmware has opened it.
    pub tag: Option<u16>,
    /// The cycle in which firmware had initialised it.
    pub opened: Option<Cycle>,
    /// The cycle in which firmware learned that its last kernel had finished.
    pub finish: Option<Cycle>,
    /// CF accesses that firmware made for this graph alone: to open and close it, and to handle messages of
    /// its kernels. Reading the interrupt and the messages is not attributed to a graph.
    pub traffic: Traffic,
}

/// Accesses over the bus.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traffic {
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
}

impl Traffic {
    /// Counts an operation, if it is an access of the firmware.
    pub(super) fn count(&mut self, op: &Op) {
        match op {
            Op::Read { .. } => self.reads += 1,
            // A report is an access by a SIP.
            Op::Write {
                target: Target::Register(RegId::SipReportComplete | RegId::SipReportPreComplete),
                ..
            } => (),
            Op::Write { .. } => self.writes += 1,
            _ => {}
        }
    }
}

/// One ERR_STATUS condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErrorRecord {
    /// The cycle.
    pub cycle: Cycle,
    /// The condition.
    pub bit: ErrorBit,
    /// The ids of the task concerned.
    pub ids: TaskIds,
    /// The kernel that had these ids.
    pub kernel: Option<u32>,
}

/// A kernel that never finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StuckKernel {
    /// Its kernel_id.
    pub kernel: u32,
    /// Why it made no further progress, in words.
    pub reason: String,
}
