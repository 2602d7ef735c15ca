//! The events of a run, as far as the run loop and the report need them.

use std::collections::{BTreeMap, VecDeque};

use hws_model::{Event, EventSink, Pool};
use hws_sim::stimulus::{Op, Target};
use hws_sim::{FirmwareRun, Observer};
use hws_types::{Cycle, Entry, Sip, SipMask};

use super::disturbance::Disturbance;
use super::record::{ErrorRecord, Traffic};

/// The events of one kernel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    pub(super) admitted: Option<Cycle>,
    pub(super) sips: SipMask,
    pub(super) promotions: u32,
    pub(super) backfilled: u32,
}

/// The observer of every run.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// By kernel_id.
    kernels: BTreeMap<u32, Seen>,
    /// kernel_id of each resident kernel_seq.
    by_seq: BTreeMap<u32, u32>,
    /// SIPs reserved for each R-task, according to the events.
    reserved: BTreeMap<Entry, SipMask>,
    /// The number of unfinished launches of each SIP, and since when it has any.
    busy: [(u32, Cycle); Sip::COUNT],
    pub(super) busy_sip_cycles: u64,
    pub(super) errors: Vec<ErrorRecord>,
    pub(super) bus_errors: u64,
    pub(super) traffic: Traffic,
    /// The graph that firmware is working for, by its index in the workload.
    serving: Option<usize>,
    traffic_of: BTreeMap<usize, Traffic>,
    /// When the messages in the FIFO were sent.
    unread: VecDeque<Cycle>,
    pub(super) firmware_latency: u64,
    /// Number of consecutive attempts without effect.
    pub(super) futile_attempts: u32,
    pub(super) last_finish: Cycle,
    pub(super) blocks_launched: u64,
    /// The faults that are injected between firmware and the HWS.
    pub(super) disturbance: Option<Box<Disturbance>>,
}

impl Watch {
    pub(super) fn kernel(&self, kernel_id: u32) -> Seen {
        self.kernels.get(&kernel_id).copied().unwrap_or_default()
    }

    /// Firmware is working for this graph from now on, or for none in particular.
    pub(super) fn serve(&mut self, graph: Option<usize>) {
        self.serving = graph;
    }

    /// Accesses that firmware made while it was working for a graph.
    pub(super) fn traffic_of(&self, graph: usize) -> Traffic {
        self.traffic_of.get(&graph).copied().unwrap_or_default()
    }

    /// Firmware has handled the oldest message.
    pub(super) fn message_handled(&mut self, now: Cycle) {
        if let Some(sent) = self.unread.pop_front() {
            self.firmware_latency = self.firmware_latency.max(now.since(sent));
        }
    }

    fn seen(&mut self, seq: u32) -> Option<&mut Seen> {
        let kernel_id = self.by_seq.get(&seq)?;
        Some(self.kernels.entry(*kernel_id).or_default())
    }

    fn admitted(&mut self, cycle: Cycle, seq: u32, kernel_id: u32) {
        self.by_seq.insert(seq, kernel_id);
        self.kernels.entry(kernel_id).or_default().admitted = Some(cycle);
    }

    fn launched(&mut self, cycle: Cycle, entry: Entry, seq: u32, pool: Pool, sips: SipMask) {
        if pool == Pool::R {
            self.reserved.remove(&entry);
        }
        let is_backfill = self.reserved.values().any(|reserved| reserved.intersects(sips));
        if let Some(seen) = self.seen(seq) {
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
        self.reserved.insert(entry, mask);
        if let Some(seen) = self.seen(seq) {
            seen.promotions += 1;
        }
    }

    /// Every event except a failed COMMIT is progress, or may lead to some.
    fn note_progress(&mut self, event: Event) {
        self.futile_attempts = match event {
            Event::Commit { launched: false } => self.futile_attempts.saturating_add(1),
            _ => 0,
        };
    }
}

impl EventSink for Watch {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.note_progress(event);
        match event {
            Event::Admit { seq, kernel_id, .. } => self.admitted(cycle, seq, kernel_id),
            Event::Launch { entry, seq, pool, sip_mask, .. } => {
                self.launched(cycle, entry, seq, pool, sip_mask)
            }
            Event::Complete { sip, .. } => self.completed(cycle, sip),
            Event::Promote { entry, seq, mask } => self.promoted(entry, seq, mask),
            Event::Cancel { entry, .. } => drop(self.reserved.remove(&entry)),
            Event::KernelDone { seq, .. } => drop(self.by_seq.remove(&seq)),
            Event::Error { bit, ids } => self.errors.push(ErrorRecord { cycle, bit, ids, kernel: None }),
            Event::Mih(_) => self.unread.push_back(cycle),
            _ => {}
        }
    }
}

impl Observer for Watch {
    fn operation(&mut self, _at: Cycle, op: &Op) {
        self.traffic.count(op);
        if let Some(graph) = self.serving {
            self.traffic_of.entry(graph).or_default().count(op);
        }
    }

    fn delivered(&mut self, at: Cycle, run: &FirmwareRun) {
        // A run for a launch was counted with the launch.
        if run.launch_id.is_none() {
            self.kernels.entry(run.kernel_id).or_default().sips |= run.sip.mask();
            self.started(at, run.sip);
        }
    }

    fn returned(&mut self, at: Cycle, run: &FirmwareRun) {
        if run.launch_id.is_none() {
            self.completed(at, run.sip);
        }
    }

    fn bus_error(&mut self, _at: Cycle, _target: Target) {
        self.bus_errors += 1;
    }
}
