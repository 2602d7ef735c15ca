//! What happened to every kernel, from the events alone: the books that have to balance when the machine is idle.
//!
//! They are kept apart from those of the invariant checker, and by other means: what firmware asked for (blocks, threads) is
//! compared with what was launched and what the SIPs reported.

use std::collections::BTreeMap;

use hws_model::{ErrorBit, Event, EventSink};
use hws_sim::Observer;
use hws_sim::stimulus::Op;
use hws_types::{Cycle, LaunchId, TaskDescriptor};

use super::reached::FirmwareReached;

/// What firmware expects of a kernel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    /// Blocks that have to be launched.
    pub(super) blocks: u32,
    pub(super) td: TaskDescriptor,
    pub(super) is_firmware_task: bool,
}

/// A kernel from its admission on.
#[derive(Clone, Copy, Debug)]
struct Life {
    kernel_id: u32,
    launched: u32,
    /// Threads that have reported.
    threads: u32,
    has_left: bool,
}

/// The kernels since the last reset.
#[derive(Default)]
pub(super) struct Ledger {
    /// By kernel_id, which firmware gives to one kernel only.
    expected: BTreeMap<u32, Expected>,
    /// By kernel_seq.
    lives: BTreeMap<u32, Life>,
    /// kernel_seq by launch_id.
    live: BTreeMap<usize, u32>,
    /// Events that bring the machine nearer to idle.
    pub(super) progress: u64,
    pub(super) reached: FirmwareReached,
    /// The first error that no legal firmware causes.
    pub(super) fault: Option<String>,
}

impl Ledger {
    pub(super) fn expect(&mut self, expected: Expected) {
        self.expected.insert(expected.td.kernel_id, expected);
    }

    /// Kernels admitted since the last reset.
    pub(super) fn admitted(&self) -> u32 {
        self.lives.len() as u32
    }

    /// The first kernel whose books do not balance.
    pub(super) fn unbalanced(&self) -> Option<String> {
        self.lives.iter().find_map(|(seq, life)| self.difference(*seq, *life))
    }

    fn difference(&self, seq: u32, life: Life) -> Option<String> {
        let Life { kernel_id, launched, threads, has_left } = life;
        let name = format!("kernel {seq} (kernel_id {kernel_id})");
        let Some(expected) = self.expected.get(&kernel_id) else {
            return Some(format!("{name} was admitted, but firmware never pushed it"));
        };
        let Expected { blocks, td, .. } = expected;
        let due = blocks * u32::from(td.thread_num);
        if !has_left {
            return Some(format!("{name} is still in the Ready Station"));
        }
        if launched != *blocks {
            return Some(format!("{name} left after {launched} of {blocks} blocks"));
        }
        (threads != due).then(|| format!("{name}: {threads} of {due} threads have reported"))
    }

    fn progressed(&mut self) {
        self.progress += 1;
    }

    fn launched(&mut self, seq: u32, id: LaunchId) {
        self.live.insert(id.index(), seq);
        self.reached.launched += 1;
        let Some(life) = self.lives.get_mut(&seq) else { return };
        life.launched += 1;
        let is_coop = self.expected.get(&life.kernel_id).is_some_and(|expected| expected.td.coop);
        self.reached.coop_launched += u64::from(is_coop);
    }

    fn reported(&mut self, id: LaunchId) {
        let seq = self.live.get(&id.index());
        if let Some(life) = seq.and_then(|seq| self.lives.get_mut(seq)) {
            life.threads += 1;
        }
    }

    fn left(&mut self, seq: u32) {
        let Some(life) = self.lives.get_mut(&seq) else { return };
        life.has_left = true;
        let Some(expected) = self.expected.get(&life.kernel_id) else { return };
        self.reached.firmware_tasks += u64::from(expected.is_firmware_task);
        self.reached.allocated += u64::from(!expected.td.enable_sip_alloc);
    }

    /// SIPs report what they run, and fw-api waits for room in the queue.
    fn error(&mut self, cycle: Cycle, bit: ErrorBit) {
        if matches!(bit, ErrorBit::SpuriousComplete | ErrorBit::CmdOverflow) {
            let fault = || format!("{bit:?} at cycle {cycle}, which no legal firmware causes");
            self.fault.get_or_insert_with(fault);
        }
        if (ErrorBit::TdRead..=ErrorBit::TdUnplaceable).contains(&bit) {
            self.reached.rejected += 1;
            self.progressed();
        }
    }

    fn reset(&mut self, is_forced: bool) {
        self.lives.clear();
        self.live.clear();
        self.reached.resets += u64::from(!is_forced);
        self.reached.forced_resets += u64::from(is_forced);
        self.progressed();
    }
}

impl EventSink for Ledger {
    fn event(&mut self, cycle: Cycle, event: Event) {
        match event {
            Event::Admit { seq, kernel_id, .. } => {
                let life = Life { kernel_id, launched: 0, threads: 0, has_left: false };
                self.lives.insert(seq, life);
                self.reached.admitted += 1;
                self.progressed();
            }
            Event::Launch { seq, launch_id, .. } => {
                self.launched(seq, launch_id);
                self.progressed();
            }
            Event::Complete { launch_id, .. } => {
                self.reported(launch_id);
                self.progressed();
            }
            Event::KernelDone { seq, .. } => {
                self.left(seq);
                self.progressed();
            }
            Event::PreComplete { .. } => self.reached.pre_completed += 1,
            Event::Promote { .. } => self.reached.promoted += 1,
            Event::Cancel { .. } => self.reached.cancelled += 1,
            Event::Error { bit, .. } => self.error(cycle, bit),
            Event::SoftReset { forced } => self.reset(forced),
            Event::Commit { .. }
            | Event::Mdma(_)
            | Event::Mih(_)
            | Event::MihDrop(_)
            | Event::Command { .. } => {}
        }
    }
}

impl Observer for Ledger {
    fn operation(&mut self, _at: Cycle, _op: &Op) {
        self.reached.operations += 1;
    }
}
