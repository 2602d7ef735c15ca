//! Events that do not occur in ordinary runs: owned SIPs, deliveries by firmware, resets, errors.

use hws_model::{Config, Event, EventSink, Hws};
use hws_sim::Machine;
use hws_types::{LaunchId, Sip, TaskIds};

use super::*;
use crate::run::ErrorRecord;
use crate::timeline::{Owned, SipRun, TroubleKind};

fn empty() -> Workload {
    workload(vec![kernel("k", 2, 1, 10, 1)], &[])
}

fn ending_at(end: u64) -> RunRecord {
    RunRecord { end: Cycle(end), ..RunRecord::default() }
}

fn owned(sip: u32, from: u64, to: u64) -> Owned {
    Owned { sip: Sip::wrapping(sip), from: Cycle(from), to: Cycle(to) }
}

/// A claim written before tick c takes effect in tick c. The queue holds 8 commands, so the ninth claim is dropped;
/// the second claim of SIP 3 is refused, and SIP 3 is released once.
#[test]
fn ownership_is_what_was_claimed_and_not_refused() {
    let workload = empty();
    let mut machine = Machine::new(Hws::new(Config::default()), Recorder::new(&workload));
    machine.advance_to(Cycle(5));
    for sip in 0..9 {
        machine.write(RegId::HrmFwClaim.into(), 1 << sip).unwrap();
    }
    machine.advance_to(Cycle(20));
    machine.write(RegId::HrmFwClaim.into(), 1 << 3 | 1 << 9).unwrap();
    machine.write(RegId::HrmFwRelease.into(), 1 << 3 | 1 << 30).unwrap();
    machine.advance_to(Cycle(40));
    let timeline = machine.into_observer().timeline(&workload, &ending_at(40));
    let mut expected: Vec<Owned> = (0..8).map(|sip| owned(sip, 5, if sip == 3 { 20 } else { 40 })).collect();
    expected.push(owned(9, 20, 40));
    assert_eq!(timeline.owned, expected);
    let overflow = TroubleKind::Error(hws_model::ErrorBit::CmdOverflow);
    assert_eq!(timeline.troubles, [Trouble { at: Cycle(5), what: overflow, kernel: None }]);
}

fn recorder_with_a_launch(at: u64, launch_id: LaunchId) -> Recorder {
    let mut recorder = Recorder::new(&empty());
    let entry = Entry::default();
    recorder.event(Cycle(at - 48), Event::Admit { entry, seq: 7, kernel_id: 0 });
    let pool = Pool::O;
    let launch = Event::Launch { entry, seq: 7, pool, block: 4, launch_id, sip_mask: SipMask(0b11) };
    recorder.event(Cycle(at), Event::Commit { launched: true });
    recorder.event(Cycle(at), launch);
    recorder.event(Cycle(at), Event::KernelDone { entry, seq: 7, dag_slot: None });
    recorder
}

fn by_firmware(sip: u32, launch_id: Option<LaunchId>) -> FirmwareRun {
    FirmwareRun { sip: Sip::wrapping(sip), kernel_id: 0, block_id: 4, launch_id }
}

/// Launched at 100 and delivered later: it runs from the delivery to its return; the report comes later still.
#[test]
fn a_delivery_by_firmware_starts_the_run() {
    let launch_id = LaunchId::wrapping(9);
    let mut recorder = recorder_with_a_launch(100, launch_id);
    recorder.delivered(Cycle(110), &by_firmware(0, Some(launch_id)));
    recorder.delivered(Cycle(114), &by_firmware(1, Some(launch_id)));
    for (at, sip) in [(150, 0), (154, 1)] {
        recorder.returned(Cycle(at), &by_firmware(sip, Some(launch_id)));
        recorder.event(Cycle(at + 4), Event::Complete { sip: Sip::wrapping(sip), launch_id });
    }
    let runs = recorder.timeline(&empty(), &ending_at(200)).runs;
    let times: Vec<_> = runs.iter().map(|run| (run.launched.0, run.from.0, run.to.0)).collect();
    assert_eq!(times, [(100, 110, 150), (100, 114, 154)]);
    assert!(runs.iter().all(|run| run.by == StartedBy::Hws(Pool::O) && run.block == 4 && !run.early));
}

/// On a SIP that firmware owns; a run that has not ended ends with the timeline.
#[test]
fn firmware_starts_runs_by_itself() {
    let mut recorder = Recorder::new(&empty());
    recorder.delivered(Cycle(10), &by_firmware(5, None));
    recorder.returned(Cycle(30), &by_firmware(5, None));
    recorder.delivered(Cycle(40), &by_firmware(5, None));
    let runs = recorder.timeline(&empty(), &ending_at(60)).runs;
    let seen: Vec<_> =
        runs.iter().map(|run| (run.launched.0, run.from.0, run.to.0, run.unfinished)).collect();
    assert_eq!(seen, [(10, 10, 30, false), (40, 40, 60, true)]);
    assert!(runs.iter().all(|run| run.by == StartedBy::Firmware));
}

#[test]
fn a_forced_reset_cuts_everything_off() {
    let launch_id = LaunchId::default();
    let mut recorder = recorder_with_a_launch(100, launch_id);
    recorder.delivered(Cycle(100), &by_firmware(0, Some(launch_id)));
    let entry = Entry::wrapping(3);
    recorder.event(Cycle(101), Event::Admit { entry, seq: 8, kernel_id: 0 });
    recorder.event(Cycle(102), Event::Promote { entry, seq: 8, mask: SipMask(0xF0) });
    recorder.event(Cycle(120), Event::SoftReset { forced: true });
    recorder.event(Cycle(130), Event::Complete { sip: Sip::default(), launch_id });
    let timeline = recorder.timeline(&empty(), &ending_at(200));
    let [SipRun { to: Cycle(120), unfinished: true, .. }] = timeline.runs[..] else {
        panic!("{:?}", timeline.runs)
    };
    assert_eq!(timeline.reservations[0].outcome, ReservationOutcome::Dropped);
    assert_eq!(timeline.reservations[0].to, Cycle(120));
    assert_eq!(timeline.resident.last(), Some(&(Cycle(120), 0)));
    assert!(timeline.waits.iter().all(|wait| wait.to <= Cycle(120)));
    assert_eq!(timeline.troubles[0].what, TroubleKind::SoftReset(true));
}

#[test]
fn a_cancelled_reservation_ends_and_frees_its_sips() {
    let mut recorder = Recorder::new(&empty());
    let entry = Entry::wrapping(3);
    recorder.event(Cycle(10), Event::Admit { entry, seq: 8, kernel_id: 0 });
    recorder.event(Cycle(58), Event::Promote { entry, seq: 8, mask: SipMask(0xF0) });
    recorder.event(Cycle(106), Event::Cancel { entry, mask: SipMask(0xF0) });
    let reservations = recorder.timeline(&empty(), &ending_at(200)).reservations;
    assert_eq!((reservations[0].from, reservations[0].to), (Cycle(58), Cycle(106)));
    assert_eq!((reservations[0].outcome, reservations.len()), (ReservationOutcome::Cancelled, 1));
}

/// In cycle 30 one kernel enters and one leaves: their number does not change.
#[test]
fn the_number_of_residents_is_told_when_it_changes() {
    let mut recorder = Recorder::new(&empty());
    let [first, second] = [0, 1].map(Entry::wrapping);
    let admit = |entry, seq| Event::Admit { entry, seq, kernel_id: 0 };
    let done = |entry, seq| Event::KernelDone { entry, seq, dag_slot: None };
    recorder.event(Cycle(10), admit(first, 0));
    recorder.event(Cycle(30), admit(second, 1));
    recorder.event(Cycle(30), done(first, 0));
    recorder.event(Cycle(50), done(second, 1));
    let resident = recorder.timeline(&empty(), &ending_at(60)).resident;
    assert_eq!(resident, [(Cycle(10), 1), (Cycle(50), 0)]);
}

#[test]
fn troubles_come_in_order_and_errors_name_their_kernel() {
    let mut recorder = Recorder::new(&empty());
    let (bit, ids) = (hws_model::ErrorBit::TdRead, TaskIds::default());
    recorder.bus_error(Cycle(3), Target::Address(2));
    recorder.event(Cycle(4), Event::MihDrop(Default::default()));
    recorder.event(Cycle(4), Event::Error { bit, ids });
    let errors = vec![ErrorRecord { cycle: Cycle(4), bit, ids, kernel: Some(0) }];
    let troubles = recorder.timeline(&empty(), &RunRecord { errors, ..ending_at(9) }).troubles;
    let kinds: Vec<_> = troubles.iter().map(|trouble| (trouble.at.0, trouble.what, trouble.kernel)).collect();
    let error = TroubleKind::Error(bit);
    let expected =
        [(3, TroubleKind::BusError, None), (4, TroubleKind::MessageDropped, None), (4, error, Some(0))];
    assert_eq!(kinds, expected);
}
