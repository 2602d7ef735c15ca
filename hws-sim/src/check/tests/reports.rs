//! Steps in which the checker hears only the report of a SIP, and compares the state with what the report has to change.

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::{HwsCtrl, HwsStatus, LaunchInfo, PTopK, RegId, RegIndex, Register, SipLaunch};
use hws_types::{Cycle, HdrPush, LaunchId, Sip, SipMask, SipReport, TaskDescriptor};

use super::attached::{first, found};
use super::bench::{blocks_of_one_sip, two_blocks};
use crate::check::{Act, InvariantChecker};
use crate::memory::SparseMemory;

/// All blocks of one kernel run; the checker has followed it from the start.
#[derive(Clone)]
struct Full {
    hws: Hws,
    checker: InvariantChecker,
}

impl Full {
    /// A block runs on every SIP.
    fn new() -> Self {
        let full = Self::running(&blocks_of_one_sip(32));
        assert_eq!(full.hws.peek(RegId::SipIdleMask), 0);
        full
    }

    fn running(td: &TaskDescriptor) -> Self {
        let (mut hws, mut memory) = (Hws::new(Config::default()), SparseMemory::default());
        memory.write(0, &td.encode().unwrap()).unwrap();
        hws.write((), HwsCtrl::default().with_enable(true), &mut ()).unwrap();
        hws.push_hdr(HdrPush::default()).unwrap();
        let checker = InvariantChecker::attached_to(&hws);
        let mut full = Self { hws, checker };
        let is_resident = |hws: &Hws| HwsStatus::from_bits(hws.peek(RegId::HwsStatus)).rs_count() > 0;
        while full.hws.cycle() < Cycle(100) || is_resident(&full.hws) {
            full.tick(&mut memory);
        }
        // The next attempt would be another step; there is none while no kernel is resident.
        (0..100).for_each(|_| full.tick(&mut memory));
        assert!(full.checker.verdict().holds(), "{}", full.checker.verdict());
        full
    }

    fn tick(&mut self, memory: &mut SparseMemory) {
        self.hws.tick(memory, &mut self.checker);
        while self.hws.pop_mdma().is_some() {}
        self.checker.after(&self.hws);
    }

    /// The SIP reports to the HWS, as SIPs of a machine do, and `sink` hears of it.
    fn report(hws: &mut Hws, sip: Sip, sink: &mut impl EventSink) {
        let launch = SipLaunch::from_bits(hws.peek(SipLaunch::id(RegIndex::wrapping(sip.get()))));
        let launch_id = LaunchId::wrapping(launch.running());
        let info = hws.peek(LaunchInfo::id(RegIndex::wrapping(launch.running())));
        let block_id = LaunchInfo::from_bits(info).block_id() as u16;
        let report = fw_api::complete_report(SipReport { launch_id, block_id, sip });
        hws.write32(RegId::SipReportComplete.offset(), report.bits(), sink).unwrap();
    }

    /// A report, and nothing else.
    fn step(&mut self, sip: Sip) {
        Self::report(&mut self.hws, sip, &mut self.checker);
        self.checker.after(&self.hws);
    }

    /// An access that changes nothing.
    fn read(&mut self) {
        let register = RegId::CntFail;
        self.checker.did(Act::Read { offset: register.offset(), value: self.hws.peek(register) });
        self.checker.after(&self.hws);
    }
}

#[test]
fn every_sip_reports() {
    let mut full = Full::new();
    Sip::all().for_each(|sip| full.step(sip));
    assert_eq!(found(&full.hws, &mut full.checker), "");
    assert_eq!(full.hws.peek(RegId::SipIdleMask), u32::MAX);
}

/// None of these is the 64th step, which reads everything instead.
#[test]
fn every_report_is_compared_with_what_it_has_to_change() {
    let full = Full::new();
    for sip in Sip::all() {
        let Full { mut hws, mut checker } = full.clone();
        Full::report(&mut hws, sip, &mut checker);
        assert!(checker.takes_report(&hws), "SIP {}", sip.get());
        checker.after(&hws);
        assert_eq!(found(&hws, &mut checker), "");
    }
}

/// The report alone would have been right.
#[test]
fn an_error_beside_a_report_of_which_nothing_is_heard_is_found_at_once() {
    let mut full = Full::new();
    Full::report(&mut full.hws, Sip::wrapping(9), &mut full.checker);
    full.hws.read32(3).expect_err("an address that is not aligned");
    full.checker.after(&full.hws);
    let first = first(&full.checker);
    assert!(first.contains("ERR_STATUS"), "{first}");
}

/// The bit in IRQ_STATUS is set from the first error on, so it does not tell of the second.
#[test]
fn a_second_error_beside_a_report_of_which_nothing_is_heard_is_found_at_once() {
    let mut full = Full::new();
    let offset = 3;
    full.hws.read32(offset).expect_err("an address that is not aligned");
    full.checker.did(Act::ReadRefused { offset });
    full.checker.after(&full.hws);
    assert_eq!(first(&full.checker), "");
    Full::report(&mut full.hws, Sip::wrapping(9), &mut full.checker);
    full.hws.write32(RegId::DagCmd.offset(), 0, &mut ()).expect("an illegal value is not a bus error");
    full.checker.after(&full.hws);
    let first = first(&full.checker);
    assert!(first.contains("ERR_STATUS"), "{first}");
}

/// A message is read beside a report, and nothing is heard of it.
fn with_a_message_lost() -> Full {
    let mut full = Full::running(&TaskDescriptor { est_exec_time: 10_000, ..two_blocks() });
    full.hws.read32(RegId::MihDataHi.offset()).unwrap();
    full.step(Sip::wrapping(28));
    full
}

#[test]
fn a_message_lost_beside_a_report_is_found_at_once() {
    let first = first(&with_a_message_lost().checker);
    assert!(first.contains("the MIH FIFO"), "{first}");
}

#[test]
fn once_something_is_wrong_every_64th_step_judges_everything() {
    let mut full = with_a_message_lost();
    let before = full.checker.verdict().more;
    // Remaining times go down as time passes; that must not be reported as a change.
    (0..100).for_each(|_| full.tick(&mut SparseMemory::default()));
    (0..64).for_each(|_| full.read());
    assert!(full.checker.verdict().more > before);
    let found = full.checker.verdict().all.iter().map(ToString::to_string);
    found.for_each(|found| assert!(found.contains("the MIH FIFO"), "{found}"));
}

/// SIPs 9 and 4 report in one step.
fn with_two_reports(beside: impl Fn(&mut Full)) -> String {
    let mut full = Full::new();
    [9, 4].map(Sip::wrapping).into_iter().for_each(|sip| Full::report(&mut full.hws, sip, &mut full.checker));
    beside(&mut full);
    full.checker.after(&full.hws);
    first(&full.checker)
}

#[test]
fn a_status_that_is_not_what_it_was_is_found_at_once_beside_reports() {
    assert_eq!(with_two_reports(|_| ()), "");
    let claim = |full: &mut Full| full.hws.write32(RegId::HrmFwClaim.offset(), 1, &mut ()).unwrap();
    let found = with_two_reports(claim);
    assert!(found.contains("CMD_PENDING"), "{found}");
    let found = with_two_reports(|full| full.checker.alter(|view| view.owned = SipMask(1)));
    assert!(found.contains("HRM_FW_OWNED"), "{found}");
}

#[test]
fn a_report_that_has_no_effect_is_found_at_once_beside_one_that_has() {
    let mut full = Full::new();
    Full::report(&mut full.hws, Sip::wrapping(9), &mut full.checker);
    let launch = SipLaunch::from_bits(full.hws.peek(SipLaunch::id(RegIndex::wrapping(4))));
    let launch_id = LaunchId::wrapping(launch.running());
    full.checker.event(full.hws.cycle(), Event::Complete { sip: Sip::wrapping(4), launch_id });
    full.checker.after(&full.hws);
    let first = first(&full.checker);
    let live =
        format!("launch {} is live, but was never launched or all its SIPs have completed", launch_id.get());
    assert!(first.contains(&live), "{first}");
}

#[test]
fn a_second_report_of_which_nothing_is_heard_is_found_by_the_next_whole_look() {
    let full = Full::new();
    for (told, hidden) in [(0, 1), (9, 4), (31, 30)] {
        let mut full = full.clone();
        Full::report(&mut full.hws, Sip::wrapping(told), &mut full.checker);
        Full::report(&mut full.hws, Sip::wrapping(hidden), &mut ());
        full.checker.after(&full.hws);
        let found = found(&full.hws, &mut full.checker);
        assert!(found.contains("the LAUNCH page changed"), "SIPs {told} and {hidden}: {found}");
    }
}

/// A change without an event is found by the 64th step, which reads everything, also if that is a report. Wherever among
/// the 64 it happens, it is found after as many steps as are left.
#[test]
fn a_report_that_is_the_64th_step_is_one_in_which_everything_is_read() {
    let full = Full::new();
    let mut found = Vec::new();
    for reads in 0..64 {
        let mut full = full.clone();
        (0..reads).for_each(|_| full.read());
        full.hws.write((), PTopK::default().with_k(3).unwrap(), &mut ()).unwrap();
        for (sip, reports) in Sip::all().zip(1..) {
            full.step(sip);
            if let Some(violation) = &full.checker.verdict().first {
                assert!(violation.to_string().contains("P_TOP_K"), "{violation}");
                found.push(reports);
                break;
            }
        }
    }
    found.sort_unstable();
    assert_eq!(found, (1..=32).collect::<Vec<_>>());
}
