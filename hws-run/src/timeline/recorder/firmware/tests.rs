//! Small logs by hand, and those of whole runs against the machine itself.

use hws_model::{Decision, EventSink, Hws};
use hws_sim::Observer;
use hws_types::{BlockHeader, MihMessage, RawMih, SipMask};

use super::*;
use crate::run::run;
use crate::timeline::{Recorder, Timeline};
use crate::workload::{Workload, built_in};

const TAG: Target = Target::Register(RegId::DagCmdTag);

fn write(recorder: &mut FirmwareRecorder, at: u64, target: Target, value: u32) {
    recorder.operation(Cycle(at), &Op::Write { target, value });
}

fn read(recorder: &mut FirmwareRecorder, at: u64, target: impl Into<Target>, value: u32) {
    let target = target.into();
    recorder.operation(Cycle(at), &Op::Read { target });
    recorder.read(Cycle(at), target, value);
}

fn event(recorder: &mut FirmwareRecorder, at: u64, event: Event) {
    recorder.event(Cycle(at), &event, |_, seq| seq + 70);
}

fn message() -> RawMih {
    MihMessage::Result { of: BlockHeader::default(), sips: SipMask(3) }.encode()
}

#[test]
fn accesses_belong_to_the_call_that_made_them() {
    let mut recorder = FirmwareRecorder::new(4, &Storage::Memory);
    recorder.acts(Cycle(0), FirmwareAct::Calls("identify"));
    recorder.acts(Cycle(10), FirmwareAct::Calls("initDAGProperty"));
    read(&mut recorder, 10, RegId::HwsStatus, 5);
    write(&mut recorder, 14, TAG, 7);
    recorder.acts(Cycle(18), FirmwareAct::CallsNothing);
    read(&mut recorder, 18, RegId::HwsStatus, 6);
    recorder.acts(Cycle(22), FirmwareAct::Calls("initDAGProperty"));
    write(&mut recorder, 30, TAG, 8);
    write(&mut recorder, 34, RegId::SipReportComplete.into(), 9);
    let (log, _) = recorder.log(Cycle(100));
    assert_eq!(log.names, ["identify", "initDAGProperty"]);
    let calls: Vec<_> = log.calls.iter().map(|call| (call.name, call.from.0, call.to.0)).collect();
    assert_eq!(calls, [(1, 10, 18), (1, 30, 34)], "a call without accesses is none");
    let accesses = log.accesses.iter().map(|one| (one.at.0, one.is_write, one.value, one.call));
    let wanted =
        [(10, false, 5, Some(0)), (14, true, 7, Some(0)), (18, false, 6, None), (30, true, 8, Some(1))];
    assert!(accesses.eq(wanted), "the report is an access of a SIP");
}

#[test]
fn a_refused_access_is_kept_and_raises_an_error() {
    let mut recorder = FirmwareRecorder::new(4, &Storage::Memory);
    write(&mut recorder, 0, RegId::IrqEnable.into(), 2);
    let nowhere = Target::Address(0xFFC);
    recorder.operation(Cycle(10), &Op::Read { target: nowhere });
    recorder.refused(Cycle(10), nowhere);
    write(&mut recorder, 14, nowhere, 1);
    recorder.refused(Cycle(14), nowhere);
    write(&mut recorder, 20, RegId::ErrStatus.into(), 1);
    let (log, _) = recorder.log(Cycle(100));
    let refused: Vec<_> = log.accesses.iter().map(|one| (one.at.0, one.is_write, one.is_refused)).collect();
    assert_eq!(refused, [(0, true, false), (10, false, true), (14, true, true), (20, true, false)]);
    let [line] = log.interrupts[..] else { panic!("{:?}", log.interrupts) };
    assert_eq!((line.from, line.to, line.has_error, line.has_message), (Cycle(10), Cycle(20), true, false));
}

#[test]
fn the_line_is_high_from_the_first_message_to_the_last_one_taken() {
    let mut recorder = FirmwareRecorder::new(4, &Storage::Memory);
    event(&mut recorder, 5, Event::Mih(message()));
    write(&mut recorder, 10, RegId::IrqEnable.into(), 1);
    event(&mut recorder, 20, Event::Mih(message()));
    read(&mut recorder, 30, RegId::IrqStatus, 1);
    read(&mut recorder, 40, RegId::IrqStatus, 1);
    read(&mut recorder, 50, RegId::MihDataHi, 0);
    read(&mut recorder, 60, RegId::MihDataHi, 0);
    event(&mut recorder, 80, Event::Mih(message()));
    let (log, _) = recorder.log(Cycle(100));
    let lines: Vec<_> =
        log.interrupts.iter().map(|one| (one.from.0, one.noticed.map(|at| at.0), one.to.0)).collect();
    assert_eq!(lines, [(10, Some(30), 60), (80, None, 100)]);
    let messages: Vec<_> = log.messages.iter().map(|one| (one.sent.0, one.to.0, one.is_taken)).collect();
    assert_eq!(messages, [(5, 50, true), (20, 60, true), (80, 100, false)]);
}

#[test]
fn a_reset_empties_the_fifo_and_lowers_the_line() {
    let mut recorder = FirmwareRecorder::new(4, &Storage::Memory);
    write(&mut recorder, 0, RegId::IrqEnable.into(), 1);
    event(&mut recorder, 5, Event::Mih(message()));
    event(&mut recorder, 9, Event::SoftReset { forced: false });
    event(&mut recorder, 12, Event::Mih(message()));
    read(&mut recorder, 20, RegId::MihDataHi, 0);
    let (log, _) = recorder.log(Cycle(100));
    assert!(log.messages.iter().map(|one| (one.to.0, one.is_taken)).eq([(9, false), (20, true)]));
    assert!(log.interrupts.iter().map(|one| (one.from.0, one.to.0)).eq([(5, 9), (12, 20)]));
}

#[test]
fn waits_that_touch_are_one() {
    let mut recorder = FirmwareRecorder::new(4, &Storage::Memory);
    for (since, to) in [(5, 9), (9, 30), (34, 40)] {
        recorder.acts(Cycle(to), FirmwareAct::Waited { since: Cycle(since) });
    }
    assert_eq!(recorder.log(Cycle(50)).0.waits, [(Cycle(5), Cycle(30)), (Cycle(34), Cycle(40))]);
}

#[test]
fn a_log_that_is_full_ends_as_a_whole() {
    let mut recorder = FirmwareRecorder { most: 2, ..FirmwareRecorder::new(4, &Storage::Memory) };
    write(&mut recorder, 0, RegId::IrqEnable.into(), 1);
    event(&mut recorder, 5, Event::Mih(message()));
    read(&mut recorder, 10, RegId::IrqStatus, 1);
    read(&mut recorder, 14, RegId::MihDataHi, 0);
    event(&mut recorder, 20, Event::Mih(message()));
    recorder.acts(Cycle(30), FirmwareAct::Waited { since: Cycle(20) });
    recorder.acts(Cycle(30), FirmwareAct::Calls("errors"));
    read(&mut recorder, 30, TAG, 0);
    let (log, _) = recorder.log(Cycle(100));
    assert_eq!(log.cut, Some(LogCut { at: Cycle(14), accesses: 2 }));
    assert_eq!((log.accesses.len(), log.messages.len(), log.waits.len(), log.names.len()), (2, 1, 0, 0));
    assert!(log.interrupts.iter().map(|one| (one.from.0, one.to.0)).eq([(5, 14)]));
}

#[test]
fn a_log_that_is_just_full_is_whole() {
    let mut recorder = FirmwareRecorder { most: 2, ..FirmwareRecorder::new(4, &Storage::Memory) };
    read(&mut recorder, 0, TAG, 0);
    read(&mut recorder, 4, TAG, 0);
    assert_eq!(recorder.log(Cycle(100)).0.cut, None);
}

/// Sees the interrupt line after every access and every step.
#[derive(Default)]
struct Line {
    is_high: bool,
    rises: Vec<u64>,
    falls: Vec<u64>,
}

impl EventSink for Line {
    fn event(&mut self, _: Cycle, _: Event) {}
    fn latch(&mut self, _: Cycle, _: &dyn Fn() -> Decision) {}
}

impl Observer for Line {
    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        if hws.is_interrupt_asserted() != self.is_high {
            self.is_high = !self.is_high;
            let list = if self.is_high { &mut self.rises } else { &mut self.falls };
            list.push(hws.cycle().0);
        }
    }
}

fn recorded(workload: &Workload) -> (Timeline, Line) {
    let recorder = Recorder::new(workload).with_firmware(workload.hardware.bus_cycles);
    let (record, (recorder, line)) = run(workload, (recorder, Line::default())).unwrap();
    (recorder.timeline(workload, &record), line)
}

/// An event of a tick is stamped with that tick, after which the line is high; one of an access has its cycle.
#[test]
fn the_line_is_that_of_the_machine() {
    let (timeline, line) = recorded(&built_in());
    let log = timeline.firmware.unwrap();
    assert!(log.interrupts.len() > 100);
    assert_eq!(log.interrupts.len(), line.rises.len());
    let rises = log.interrupts.iter().zip(&line.rises);
    assert!(rises.into_iter().all(|(one, &rise)| rise == one.from.0 || rise == one.from.0 + 1));
    assert!(log.interrupts.iter().map(|one| one.to.0).eq(line.falls));
    // A message that is sent while firmware looks for the next one is taken without a look at IRQ_STATUS.
    let noticed = log.interrupts.iter().filter_map(|one| Some((one, one.noticed?)));
    assert!(noticed.clone().all(|(one, at)| at > one.from && at < one.to));
    assert!(2 * noticed.count() > log.interrupts.len());
}

#[test]
fn every_access_of_amos_has_its_call() {
    let (timeline, _) = recorded(&built_in());
    let log = timeline.firmware.unwrap();
    assert_eq!(log.accesses.iter().find(|access| access.call.is_none()), None);
    for name in
        ["identify", "setHWSmode", "initDAGProperty", "next_message", "interrupts", "resetDAG", "counters"]
    {
        assert!(log.names.iter().any(|one| one == name), "{name} of {:?}", log.names);
    }
    let is_between = |access: &FirmwareAccess| {
        let call = log.calls[access.call.unwrap() as usize];
        call.from <= access.at && access.at < call.to
    };
    assert!(log.accesses.iter().all(is_between));
    assert!(log.accesses.is_sorted_by_key(|access| access.at));
}

#[test]
fn every_message_of_a_launch_names_its_kernel_and_is_taken() {
    let (timeline, _) = recorded(&built_in());
    let log = timeline.firmware.unwrap();
    assert!(log.messages.len() > 100);
    for message in &log.messages {
        assert!(message.is_taken && message.to > message.sent, "{message:?}");
        let block = MihMessage::decode(message.raw).unwrap().header().block_id;
        let kernel = message.kernel.unwrap();
        let is_its = |run: &crate::timeline::SipRun| run.kernel == kernel && run.block == block;
        assert!(
            timeline
                .runs
                .iter()
                .any(|run| is_its(run) && (run.launched == message.sent || run.to == message.sent))
        );
    }
}

#[test]
fn nothing_of_firmware_is_recorded_unless_it_is_asked_for() {
    let workload = built_in();
    let (record, recorder) = run(&workload, Recorder::new(&workload)).unwrap();
    assert!(!Observer::watches_firmware(&recorder));
    assert_eq!(recorder.timeline(&workload, &record).firmware, None);
}
