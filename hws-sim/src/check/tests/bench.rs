//! A real HWS, driven step by step, and the input of a checker.

use std::fmt;

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::{HwsCtrl, RegId, SipReportComplete};
use hws_types::{Cycle, HdrPush, LaunchId, Sip, TaskDescriptor};

use crate::check::{Act, CheckStep, InvariantChecker, Verdict, View};
use crate::memory::SparseMemory;

#[derive(Default)]
struct Heard(Vec<(Cycle, Event)>);

impl EventSink for Heard {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.0.push((cycle, event));
    }
}

/// The HWS, its memory and every step so far.
pub(super) struct Bench {
    hws: Hws,
    memory: SparseMemory,
    /// The memory writes passed to the checker.
    pub(super) told: Vec<(u32, Vec<u32>)>,
    /// The descriptor that replaces the first.
    later: Vec<u32>,
    pub(super) steps: Vec<CheckStep>,
}

/// What a checker says: each violation, or that everything holds. It equals a text that is among them.
#[derive(Debug)]
pub(super) struct Said(Vec<String>);

impl Said {
    pub(super) fn of(verdict: &Verdict) -> Self {
        match verdict.holds() {
            true => Self(vec![verdict.to_string()]),
            false => Self(verdict.all.iter().map(ToString::to_string).collect()),
        }
    }

    pub(super) fn starts_with(&self, text: &str) -> bool {
        self.0.iter().any(|said| said.starts_with(text))
    }

    pub(super) fn contains(&self, text: &str) -> bool {
        self.0.iter().any(|said| said.contains(text))
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl<T: AsRef<str> + ?Sized> PartialEq<T> for Said {
    fn eq(&self, text: &T) -> bool {
        self.0.iter().any(|said| said == text.as_ref())
    }
}

const TD_BYTES: u32 = 64;

/// A kernel of two blocks of four SIPs, on both paths.
pub(super) fn two_blocks() -> TaskDescriptor {
    TaskDescriptor {
        kernel_id: 5,
        affinity: u32::MAX,
        est_exec_time: 100,
        out_path_mdma: true,
        out_path_mih: true,
        enable_sip_alloc: true,
        thread_num: 4,
        block_num: 2,
        block_trigger_cnt: 2,
        ..Default::default()
    }
}

/// A kernel of this many blocks, each of one SIP and triggered at once.
pub(super) fn blocks_of_one_sip(blocks: u16) -> TaskDescriptor {
    TaskDescriptor {
        affinity: u32::MAX,
        est_exec_time: 100,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: 1,
        block_num: blocks,
        block_trigger_cnt: blocks,
        ..Default::default()
    }
}

impl Bench {
    /// At power-on; nothing has happened.
    pub(super) fn new() -> Self {
        let hws = Hws::new(Config::default());
        Self { hws, memory: SparseMemory::default(), told: Vec::new(), later: Vec::new(), steps: Vec::new() }
    }

    /// Enabled, with these kernels pushed in cycle 0. They are admitted in cycles 8, 17, …; the first
    /// attempt is latched in cycle 8 and commits in cycle 56.
    pub(super) fn with(kernels: &[TaskDescriptor]) -> Self {
        let mut bench = Self::new();
        bench.write(RegId::HwsCtrl, HwsCtrl::default().with_enable(true).bits());
        kernels.iter().for_each(|td| bench.push(td));
        bench
    }

    /// [`two_blocks`], launched in cycles 56 and 104 and not finished: launch 0 on SIPs 28 to 31, launch 1
    /// on SIPs 24 to 27.
    pub(super) fn launched() -> Self {
        let mut bench = Self::with(&[two_blocks()]);
        bench.ticks(110);
        bench
    }

    /// The same, with launch 0 finished in cycle 110.
    pub(super) fn finished() -> Self {
        let mut bench = Self::launched();
        (28..32).for_each(|sip| bench.complete(sip, 0, 0));
        bench
    }

    pub(super) fn cycle(&self) -> Cycle {
        self.hws.cycle()
    }

    fn took(&mut self, act: Option<Act>, heard: Heard) {
        self.steps.push(CheckStep { act, events: heard.0, view: View::new(&self.hws) });
    }

    pub(super) fn write(&mut self, register: RegId, value: u32) {
        let mut heard = Heard::default();
        let offset = register.offset();
        let answer = self.hws.write32(offset, value, &mut heard);
        let act = answer.map_or(Act::WriteRefused { offset }, |()| Act::Write { offset, value });
        self.took(Some(act), heard);
    }

    pub(super) fn read(&mut self, register: RegId) {
        let offset = register.offset();
        let act =
            self.hws.read32(offset).map_or(Act::ReadRefused { offset }, |value| Act::Read { offset, value });
        self.took(Some(act), Heard::default());
    }

    /// Writes a descriptor to memory and returns its address.
    pub(super) fn place(&mut self, td: &TaskDescriptor) -> u32 {
        let address = self.told.len() as u32 * TD_BYTES;
        let words = td.encode().unwrap().to_vec();
        self.memory.write(address, &words).unwrap();
        self.told.push((address, words));
        address
    }

    pub(super) fn push(&mut self, td: &TaskDescriptor) {
        let push = HdrPush { hdr_id: 1, hdr_entry_id: 2, td_addr: self.place(td) };
        let act = self.hws.push_hdr(push).map_or(Act::PushRefused, |()| Act::Pushed(push));
        self.took(Some(act), Heard::default());
    }

    /// Makes ticks, and takes commands from the MDMA FIFO as they appear.
    pub(super) fn ticks(&mut self, ticks: u64) {
        for _ in 0..ticks {
            let mut heard = Heard::default();
            self.hws.tick(&mut self.memory, &mut heard);
            while self.hws.pop_mdma().is_some() {}
            self.took(None, heard);
        }
    }

    pub(super) fn complete(&mut self, sip: u32, launch: u32, block: u32) {
        let report = SipReportComplete::default()
            .with_sip_id_masked(Sip::wrapping(sip).get())
            .with_launch_id_masked(LaunchId::wrapping(launch).get())
            .with_block_id_masked(block);
        self.write(RegId::SipReportComplete, report.bits());
    }

    /// The state after the tick of this cycle.
    pub(super) fn after_tick(&mut self, cycle: u64) -> &mut CheckStep {
        let is_it = |step: &&mut CheckStep| step.act.is_none() && step.view.cycle == Cycle(cycle + 1);
        self.steps.iter_mut().find(is_it).expect("the bench got that far")
    }

    /// The view on which the attempt latched in this cycle decides.
    pub(super) fn latched(&mut self, cycle: u64) -> &mut View {
        &mut self.after_tick(cycle).view
    }

    /// The last step.
    pub(super) fn last(&mut self) -> &mut CheckStep {
        self.steps.last_mut().expect("something happened")
    }

    /// Passes the events of the tick of this cycle to `change`, which may change them, until it returns true.
    pub(super) fn alter(&mut self, cycle: u64, mut change: impl FnMut(&mut Event) -> bool) {
        let step = self.after_tick(cycle);
        let altered = step.events.iter_mut().any(|(_, event)| change(event));
        assert!(altered, "no such event in cycle {cycle}: {:?}", step.events);
    }

    /// Drops the events of the tick of this cycle that are `unwanted`.
    pub(super) fn drop_events(&mut self, cycle: u64, unwanted: impl Fn(&Event) -> bool) {
        let step = self.after_tick(cycle);
        let before = step.events.len();
        step.events.retain(|(_, event)| !unwanted(event));
        assert!(step.events.len() < before, "no such event in cycle {cycle}");
    }

    /// Adds an event to the tick of this cycle.
    pub(super) fn add_event(&mut self, cycle: u64, event: Event) {
        self.after_tick(cycle).events.push((Cycle(cycle), event));
    }

    /// Replaces the descriptor of the first kernel; [`Self::verdict_with_memory_at`] determines when the checker sees
    /// it.
    pub(super) fn replace(&mut self, td: &TaskDescriptor) {
        let words = td.encode().unwrap().to_vec();
        self.memory.write(0, &words).unwrap();
        self.later = words;
    }

    /// The verdict of a checker on all steps.
    pub(super) fn verdict(&self) -> Said {
        self.verdict_with_memory_at(self.steps.len())
    }

    /// The same, with the descriptor replaced before this step.
    pub(super) fn verdict_with_memory_at(&self, replaced: usize) -> Said {
        let mut checker = InvariantChecker::new();
        self.told.iter().for_each(|(address, words)| checker.memory_written(*address, words));
        for (at, step) in self.steps.iter().enumerate() {
            if at == replaced {
                checker.memory_written(0, &self.later);
            }
            checker.take(step.clone());
        }
        Said::of(checker.verdict())
    }
}

impl CheckStep {
    /// Whether the act is a write to this offset.
    pub(super) fn is_write(&self, at: u32) -> bool {
        matches!(self.act, Some(Act::Write { offset, .. }) if offset == at)
    }
}

/// Without alterations, every scene of these tests satisfies the invariants.
#[test]
fn the_invariants_hold_on_the_unaltered_bench() {
    let scenes = [Bench::launched(), Bench::finished()];
    for bench in scenes {
        let verdict = bench.verdict();
        assert!(verdict.starts_with("I1-I9, I11, I13 hold: 110 cycles"), "{verdict}");
    }
}
