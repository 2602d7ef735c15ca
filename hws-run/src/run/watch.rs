//! The events of a run, as far as the run loop and the report need them.

use std::collections::VecDeque;

use hws_model::{Event, EventSink, FailedAttempts, Pool};
use hws_sim::stimulus::{Op, Target};
use hws_sim::{FirmwareRun, Observer};
use hws_types::{Cycle, Entry, Sip, SipMask};

use super::disturbance::Disturbance;
use super::holds::Spans;
use super::record::{ErrorRecord, Traffic};

/// The events of one kernel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    admitted: Admission,
    pub(super) sips: SipMask,
    pub(super) promotions: u32,
    pub(super) backfilled: u32,
}

impl Seen {
    /// The cycle in which it entered the Ready Station.
    pub(super) fn admitted(&self) -> Option<Cycle> {
        Some(self.admitted.0).filter(|&at| at != Admission::default().0)
    }
}

/// The cycle of an admission, in half the memory of an option.
#[derive(Clone, Copy, Debug)]
struct Admission(Cycle);

impl Default for Admission {
    /// None: no run gets to the last cycle.
    fn default() -> Self {
        Self(Cycle(u64::MAX))
    }
}

/// The observer of every run.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// By kernel_id, those of the workload.
    kernels: Vec<Seen>,
    /// kernel_seq and kernel_id of the resident kernels.
    residents: [Option<(u32, u32)>; Entry::COUNT],
    /// SIPs reserved for each R-task, according to the events.
    reserved: [SipMask; Entry::COUNT],
    /// The number of unfinished launches of each SIP, and since when it has any.
    busy: [(u32, Cycle); Sip::COUNT],
    pub(super) busy_sip_cycles: u64,
    pub(super) errors: Vec<ErrorRecord>,
    pub(super) bus_errors: u64,
    pub(super) traffic: Traffic,
    /// The graph that firmware is working for, by its index in the workload.
    serving: Option<usize>,
    traffic_of: Vec<Traffic>,
    /// When the messages in the FIFO were sent.
    unread: VecDeque<Cycle>,
    pub(super) firmware_latency: u64,
    /// When a kernel was ready and the HDR FIFO had no room for it.
    pub(super) hdr_full: Spans,
    /// When something happened other than an attempt without effect.
    pub(super) last_progress: Cycle,
    /// Number of consecutive attempts without effect.
    pub(super) futile_attempts: u32,
    /// Neither firmware nor the run loop looks at single attempts that fail.
    pub(super) is_patient: bool,
    pub(super) last_finish: Cycle,
    pub(super) blocks_launched: u64,
    /// The faults that are injected between firmware and the HWS.
    pub(super) disturbance: Option<Box<Disturbance>>,
}

impl Watch {
    /// The observer of a run of this many kernels, whose ids are below their number.
    pub(super) fn of(kernels: usize) -> Self {
        Self { kernels: vec![Seen::default(); kernels], ..Self::default() }
    }

    pub(super) fn kernel(&self, kernel_id: u32) -> Seen {
        self.kernels.get(kernel_id as usize).copied().unwrap_or_default()
    }

    /// Firmware is working for this graph from now on, or for none in particular.
    pub(super) fn serve(&mut self, graph: Option<usize>) {
        self.serving = graph;
    }

    /// Accesses that firmware made while it was working for a graph.
    pub(super) fn traffic_of(&self, graph: usize) -> Traffic {
        self.traffic_of.get(graph).copied().unwrap_or_default()
    }

    /// Firmware has handled the oldest message.
    pub(super) fn message_handled(&mut self, now: Cycle) {
        if let Some(sent) = self.unread.pop_front() {
            self.firmware_latency = self.firmware_latency.max(now.since(sent));
        }
    }

    fn seen(&mut self, entry: Entry, seq: u32) -> Option<&mut Seen> {
        let (_, kernel_id) = self.residents[entry.index()].filter(|resident| resident.0 == seq)?;
        self.kernels.get_mut(kernel_id as usize)
    }

    fn admitted(&mut self, cycle: Cycle, entry: Entry, seq: u32, kernel_id: u32) {
        self.residents[entry.index()] = Some((seq, kernel_id));
        if let Some(seen) = self.kernels.get_mut(kernel_id as usize) {
            seen.admitted = Admission(cycle);
        }
    }

    fn launched(&mut self, cycle: Cycle, entry: Entry, seq: u32, pool: Pool, sips: SipMask) {
        if pool == Pool::R {
            self.reserved[entry.index()] = SipMask::EMPTY;
        }
        let is_backfill = self.reserved.iter().any(|reserved| reserved.intersects(sips));
        if let Some(seen) = self.seen(entry, seq) {
            seen.sips |= sips;
            seen.backfilled += u32::from(is_backfill);
        }
        self.blocks_launched += 1;
        sips.iter().for_each(|sip| self.started(cycle, sip));
    }

    fn started(&mut self, cycle: Cycle, sip: Sip) {
        let (launches, since) = &mut self.busy[sip.index()];
        *since = if *launches == 0 { cycle } else { *since };
        *launches += 1;
    }

    fn completed(&mut self, cycle: Cycle, sip: Sip) {
        let (launches, since) = &mut self.busy[sip.index()];
        *launches = launches.saturating_sub(1);
        if *launches == 0 {
            self.busy_sip_cycles += cycle.since(*since);
        }
        self.last_finish = cycle;
    }

    fn promoted(&mut self, entry: Entry, seq: u32, mask: SipMask) {
        self.reserved[entry.index()] = mask;
        if let Some(seen) = self.seen(entry, seq) {
            seen.promotions += 1;
        }
    }

    /// Every event except a failed COMMIT is progress, or may lead to some.
    fn note_progress(&mut self, at: Cycle, event: Event) {
        if event == (Event::Commit { launched: false }) {
            self.futile_attempts = self.futile_attempts.saturating_add(1);
        } else {
            (self.futile_attempts, self.last_progress) = (0, at);
        }
    }
}

impl EventSink for Watch {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.note_progress(cycle, event);
        match event {
            Event::Admit { entry, seq, kernel_id } => self.admitted(cycle, entry, seq, kernel_id),
            Event::Launch { entry, seq, pool, sip_mask, .. } => {
                self.launched(cycle, entry, seq, pool, sip_mask)
            }
            Event::Complete { sip, .. } => self.completed(cycle, sip),
            Event::Promote { entry, seq, mask } => self.promoted(entry, seq, mask),
            Event::Cancel { entry, .. } => self.reserved[entry.index()] = SipMask::EMPTY,
            Event::KernelDone { entry, .. } => self.residents[entry.index()] = None,
            Event::Error { bit, ids } => self.errors.push(ErrorRecord { cycle, bit, ids, kernel: None }),
            Event::Mih(_) => self.unread.push_back(cycle),
            _ => {}
        }
    }

    fn takes_failures_at_once(&self) -> bool {
        self.is_patient
    }

    fn failed(&mut self, attempts: FailedAttempts) {
        let count = u32::try_from(attempts.count).unwrap_or(u32::MAX);
        self.futile_attempts = self.futile_attempts.saturating_add(count);
    }
}

impl Observer for Watch {
    fn operation(&mut self, at: Cycle, op: &Op) {
        if matches!(op, Op::Hdr(_)) {
            self.hdr_full.end(at);
        }
        self.traffic.count(op);
        if let Some(graph) = self.serving {
            if self.traffic_of.len() <= graph {
                self.traffic_of.resize(graph + 1, Traffic::default());
            }
            self.traffic_of[graph].count(op);
        }
    }

    fn hdr_full(&mut self, at: Cycle) {
        self.hdr_full.begin(at);
    }

    fn delivered(&mut self, at: Cycle, run: &FirmwareRun) {
        // A run for a launch was counted with the launch.
        if run.launch_id.is_none() {
            if let Some(seen) = self.kernels.get_mut(run.kernel_id as usize) {
                seen.sips |= run.sip.mask();
            }
            self.started(at, run.sip);
        }
    }

    fn returned(&mut self, at: Cycle, run: &FirmwareRun) {
        if run.launch_id.is_none() {
            self.last_progress = at;
            self.completed(at, run.sip);
        }
    }

    fn bus_error(&mut self, _at: Cycle, _target: Target) {
        self.bus_errors += 1;
    }
}
