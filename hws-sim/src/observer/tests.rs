//! Observers: how often they see the state that they watch, a replay that they stop, and which are told what firmware does.

use hws_model::Config;
use hws_regs::SipReportComplete;
use hws_types::TaskDescriptor;

use super::*;
use crate::machine::Machine;
use crate::replay::{ReplayOptions, replay_until};
use crate::stimulus::Reader;

/// Sees the state at least every `longest` ticks.
#[derive(Default)]
struct Watcher {
    longest: u64,
    seen: Vec<u64>,
    reports: Vec<(u64, RegId, u32)>,
    reads: Vec<(u32, Option<u32>)>,
}

fn watcher(longest: u64) -> Watcher {
    Watcher { longest, ..Default::default() }
}

impl EventSink for Watcher {
    fn event(&mut self, _cycle: Cycle, _event: Event) {}
}

impl Observer for Watcher {
    fn watches_state(&self) -> bool {
        true
    }
    fn watches_memory(&self) -> bool {
        true
    }
    fn longest_step(&self, _now: Cycle) -> u64 {
        self.longest
    }
    fn settled(&mut self, hws: &Hws) {
        self.seen.push(hws.cycle().0);
    }
    fn reported(&mut self, at: Cycle, doorbell: RegId, value: u32) {
        self.reports.push((at.0, doorbell, value));
    }
    fn memory_read(&mut self, address: u32, word: Option<u32>) {
        self.reads.push((address, word));
    }
}

#[test]
fn steps_are_as_long_as_the_most_impatient_observer_allows() {
    let advanced = |observer| {
        let mut machine = Machine::new(Hws::new(Config::default()), observer);
        machine.advance(10);
        machine.into_observer()
    };
    assert_eq!(advanced(watcher(u64::MAX)).seen, [10]);
    assert_eq!(advanced(watcher(3)).seen, [3, 6, 9, 10]);
    assert_eq!(advanced(watcher(0)).seen.len(), 10, "0 counts as 1");
    let mut machine = Machine::new(Hws::new(Config::default()), (watcher(7), watcher(4)));
    machine.advance(10);
    assert_eq!(machine.into_observer().0.seen, [4, 8, 10]);
}

#[test]
fn the_reports_of_the_environment_are_seen_before_their_effect() {
    let td = TaskDescriptor {
        affinity: u32::MAX,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: 2,
        block_num: 1,
        block_trigger_cnt: 1,
        sim_exec_time: 100,
        ..Default::default()
    };
    let mut machine = Machine::new(Hws::new(Config::default()), watcher(u64::MAX));
    machine.apply(&Op::SipArray { pre_lead: 30 }).unwrap();
    machine.write(Target::Register(RegId::HwsCtrl), 1).unwrap();
    machine.write_memory(0, td.encode().unwrap().to_vec()).unwrap();
    machine.apply(&Op::Hdr(HdrPush::default())).unwrap();
    machine.advance(1000);
    let reports = machine.into_observer().reports;
    let kinds: Vec<_> = reports.iter().map(|&(at, doorbell, _)| (at, doorbell)).collect();
    // COMMIT is in tick 8 + 48.
    let (pre, done) = (RegId::SipReportPreComplete, RegId::SipReportComplete);
    assert_eq!(kinds, [(126, pre), (126, pre), (156, done), (156, done)]);
    let sips = reports[2..].iter().map(|&(.., word)| SipReportComplete::from_bits(word).sip_id());
    assert!(sips.eq([30, 31]));
}

#[test]
fn the_words_that_the_loader_reads_are_seen_up_to_the_refused_one() {
    let mut machine = Machine::new(Hws::new(Config::default()), watcher(u64::MAX));
    machine.write_memory(64, vec![5, 6]).unwrap();
    machine.apply(&Op::Hdr(HdrPush { td_addr: 64, ..Default::default() })).unwrap();
    machine.advance(100);
    assert_eq!(machine.into_observer().reads, [(64, Some(5)), (68, Some(6)), (72, None)]);
}

#[test]
fn a_replay_stops_between_two_states_when_it_is_enough() {
    let stimulus = Reader::new("long", "{\"at\":1000000000000,\"op\":\"end\"}".as_bytes());
    let mut trace = Vec::new();
    let is_enough = |watcher: &Watcher| watcher.seen.len() == 5;
    let (end, _) =
        replay_until(stimulus, &mut trace, ReplayOptions::default(), watcher(1), is_enough).unwrap();
    assert_eq!((end.at, trace.is_empty()), (Cycle(5), true));
}

/// Counts what it is told of firmware.
struct Listener {
    watches: bool,
    told: usize,
}

impl EventSink for Listener {
    fn event(&mut self, _cycle: Cycle, _event: Event) {}
}

impl Observer for Listener {
    fn firmware(&mut self, _at: Cycle, _act: FirmwareAct<'_>) {
        self.told += 1;
    }
    fn watches_firmware(&self) -> bool {
        self.watches
    }
}

#[test]
fn only_observers_that_watch_firmware_are_told_what_it_is_doing() {
    let told = |watches| {
        let observer = (Listener { watches: false, told: 0 }, Listener { watches, told: 0 });
        let mut machine = Machine::new(Hws::new(Config::default()), observer);
        machine.note_firmware(FirmwareAct::Calls("initDAGProperty"));
        machine.note_firmware(FirmwareAct::CallsNothing);
        machine.into_observer().1.told
    };
    assert_eq!((told(true), told(false)), (2, 0));
}
