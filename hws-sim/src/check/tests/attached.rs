//! A checker that is attached in the middle of a run.

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::{DagCmd, EnableSecondRscSch, HwsCtrl, PTopK, RegId};
use hws_types::{Cycle, HdrPush, Sip, TaskDescriptor};

use super::bench::blocks_of_one_sip;
use crate::check::{Act, InvariantChecker, View};
use crate::memory::SparseMemory;
use crate::observer::Observer;
use crate::operation::Op;

/// A busy HWS: a kernel of three blocks of one SIP, the first of which runs.
fn busy() -> (Hws, SparseMemory) {
    let td = TaskDescriptor { affinity: 1, ..blocks_of_one_sip(3) };
    let (mut hws, mut memory) = (Hws::new(Config::default()), SparseMemory::default());
    memory.write(0, &td.encode().unwrap()).unwrap();
    hws.push_hdr(HdrPush::default()).unwrap();
    hws.write((), HwsCtrl::default().with_enable(true), &mut ()).unwrap();
    hws.advance(70, &mut memory, &mut ());
    assert_eq!(hws.peek(RegId::SipIdleMask), !1, "the first block runs");
    (hws, memory)
}

/// Writes a register, and tells the checker.
pub(super) fn write(hws: &mut Hws, checker: &mut InvariantChecker, register: RegId, value: u32) {
    hws.write32(register.offset(), value, checker).unwrap();
    checker.did(Act::Write { offset: register.offset(), value });
    checker.after(hws);
}

/// The first violation after a whole look.
pub(super) fn found(hws: &Hws, checker: &mut InvariantChecker) -> String {
    checker.finish(hws);
    first(checker)
}

/// The first violation; nothing without one.
pub(super) fn first(checker: &InvariantChecker) -> String {
    checker.verdict().first.as_ref().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn the_rest_of_the_run_holds() {
    let (mut hws, mut memory) = busy();
    let mut checker = InvariantChecker::attached_to(&hws);
    for block in 0..3 {
        let report = fw_api::complete_report(hws_types::SipReport {
            launch_id: hws_types::LaunchId::wrapping(block),
            block_id: block as u16,
            sip: Sip::wrapping(0),
        });
        write(&mut hws, &mut checker, RegId::SipReportComplete, report.bits());
        for _ in 0..100 {
            hws.tick(&mut memory, &mut checker);
            checker.after(&hws);
        }
    }
    assert_eq!(hws.peek(RegId::CntKernelDone), 1);
    assert_eq!(found(&hws, &mut checker), "");
}

#[test]
fn the_records_begin_with_the_state_that_is_shown() {
    let (hws, _) = busy();
    let checker = InvariantChecker::attached_to(&hws);
    assert!(checker.verdict().holds());
    assert_eq!(checker.verdict().cycles, Cycle(70), "the records begin here");
}

#[test]
fn a_change_without_a_cause_is_found() {
    let (mut hws, _) = busy();
    let mut checker = InvariantChecker::attached_to(&hws);
    hws.write((), PTopK::default().with_k(3).unwrap(), &mut ()).unwrap();
    let said = found(&hws, &mut checker);
    assert!(said.contains("P_TOP_K changed without an event or access that may change it"), "{said}");
}

#[test]
fn a_kernel_that_is_not_what_it_was_is_found() {
    let (hws, _) = busy();
    let mut checker = InvariantChecker::attached_to(&hws);
    checker.alter(|view| view.tasks[0].as_mut().unwrap().kernel_id ^= 1);
    let said = found(&hws, &mut checker);
    assert!(said.contains("the RS page changed without an event or access that may change it"), "{said}");
}

/// The whole state is read in every 64th step, and at the end.
#[test]
fn a_change_without_a_cause_is_found_in_the_64th_step_or_at_the_end() {
    let (mut hws, _) = busy();
    let before = InvariantChecker::attached_to(&hws);
    let changed = |checker: &InvariantChecker| checker.verdict().first.as_ref().map(|found| found.cycle);
    hws.write((), PTopK::default().with_k(3).unwrap(), &mut ()).unwrap();
    let mut checker = before.clone();
    for step in 1..=64 {
        checker.did(Act::Read { offset: RegId::CntFail.offset(), value: hws.peek(RegId::CntFail) });
        checker.after(&hws);
        assert_eq!(changed(&checker), (step == 64).then(|| hws.cycle()), "step {step}");
    }
    assert_eq!(*checker.view(), View::new(&hws));
    let mut ended = before.clone();
    ended.ended(&hws);
    assert_eq!(changed(&ended), Some(hws.cycle()));
}

#[test]
fn a_violation_names_the_operation_before_it() {
    let (hws, _) = busy();
    let mut checker = InvariantChecker::attached_to(&hws);
    for _ in 0..3 {
        checker.operation(hws.cycle(), &Op::Hdr(HdrPush::default()));
    }
    checker.event(hws.cycle(), Event::Commit { launched: true });
    checker.event(hws.cycle(), Event::Commit { launched: true });
    checker.after(&hws);
    assert_eq!(checker.verdict().first.as_ref().and_then(|first| first.line), Some(3));
}

/// Passes on the events that are told.
struct Telling<'a>(&'a mut InvariantChecker, fn(&Event) -> bool);

impl EventSink for Telling<'_> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        if self.1(&event) {
            self.0.event(cycle, event);
        }
    }
}

/// What a checker says that is told only these events, in the cycle in which a task has been rejected.
fn said_of_a_rejection(is_told: fn(&Event) -> bool) -> Vec<String> {
    let (mut hws, mut checker) = (Hws::new(Config::default()), InvariantChecker::new());
    // A descriptor of zeros is rejected, with a message.
    hws.push_hdr(HdrPush::default()).unwrap();
    checker.pushed(HdrPush::default());
    checker.after(&hws);
    while hws.peek(RegId::MihDataHi) == 0 {
        assert!(checker.verdict().holds(), "{}", checker.verdict());
        hws.tick(&mut (), &mut Telling(&mut checker, is_told));
        checker.after(&hws);
    }
    assert_ne!(hws.peek(RegId::ErrStatus), 0);
    checker.verdict().all.iter().map(ToString::to_string).collect()
}

#[test]
fn a_message_without_its_event_is_found_in_the_step_in_which_it_appears() {
    let said = said_of_a_rejection(|event| !matches!(event, Event::Mih(_)));
    let count = "the MIH FIFO has COUNT 1, EMPTY 0, FULL 0 with 0 messages accepted and not read";
    assert!(said.iter().any(|said| said.contains(count)), "{said:?}");
}

#[test]
fn an_error_without_its_event_is_found_in_the_step_in_which_it_appears() {
    let said = said_of_a_rejection(|event| !matches!(event, Event::Error { .. } | Event::MihDrop(_)));
    assert!(said.iter().any(|said| said.contains("ERR_STATUS")), "{said:?}");
}

#[test]
fn a_launch_of_the_time_before_completes_once() {
    let (hws, _) = busy();
    let mut checker = InvariantChecker::attached_to(&hws);
    let (sip, launch_id) = (Sip::wrapping(0), hws_types::LaunchId::wrapping(0));
    checker.event(hws.cycle(), Event::Complete { sip, launch_id });
    let said = found(&hws, &mut checker);
    assert!(
        said.contains("launch 0 is live, but was never launched or all its SIPs have completed"),
        "{said}"
    );
}

#[test]
fn tasks_of_the_time_before_are_unknown_until_a_reset() {
    let (mut hws, _) = busy();
    let mut checker = InvariantChecker::attached_to(&hws);
    // A push that the HWS never got: it may be one of those before.
    checker.pushed(HdrPush::default());
    checker.after(&hws);
    assert!(checker.verdict().holds(), "{}", checker.verdict());
    let reset = HwsCtrl::default().with_soft_reset(true).with_force(true);
    write(&mut hws, &mut checker, RegId::HwsCtrl, reset.bits());
    assert!(checker.verdict().holds(), "{}", checker.verdict());
    checker.pushed(HdrPush::default());
    checker.after(&hws);
    let said = first(&checker);
    assert!(said.contains("the HDR FIFO has HDR_COUNT 0 for 1 tasks pushed and not popped"), "{said}");
}

/// The events of one tick.
#[derive(Default)]
struct Ends {
    admitted: Option<u32>,
    done: Vec<u32>,
}

impl Ends {
    /// 1 if a kernel was admitted and left after another.
    fn unseen(&self) -> usize {
        usize::from(self.done.len() > 1 && self.admitted.is_some_and(|seq| self.done.contains(&seq)))
    }
}

impl EventSink for Ends {
    fn event(&mut self, _: Cycle, event: Event) {
        match event {
            Event::Admit { seq, .. } => self.admitted = Some(seq),
            Event::KernelDone { seq, .. } => self.done.push(seq),
            _ => {}
        }
    }
}

/// Allocation-only kernels wait for the boundary at the end of an attempt. One that is admitted in that tick leaves at once, and no
/// register shows its DAG, which has counted the others of the tick. Four of them are pushed before a checker is attached, to which
/// `then` happens; whichever tick they are admitted in, it must find nothing. Returns how many no register has shown.
fn left_unseen(then: fn(&mut Hws, &mut InvariantChecker)) -> usize {
    let td =
        TaskDescriptor { enable_sip_alloc: false, enable_l2_alloc: true, dag_tag: 1, ..blocks_of_one_sip(1) };
    let mut unseen = 0;
    for delay in 0..48 {
        let (mut hws, mut memory) = busy();
        memory.write(64, &td.encode().unwrap()).unwrap();
        hws.write((), EnableSecondRscSch::default().with_enable(true), &mut ()).unwrap();
        hws.advance(delay, &mut memory, &mut ());
        for _ in 0..4 {
            hws.push_hdr(HdrPush { td_addr: 64, ..HdrPush::default() }).unwrap();
        }
        let mut checker = InvariantChecker::attached_to(&hws);
        then(&mut hws, &mut checker);
        for _ in 0..100 {
            let mut sinks = (&mut checker, Ends::default());
            hws.tick(&mut memory, &mut sinks);
            unseen += sinks.1.unseen();
            checker.after(&hws);
        }
        assert_eq!(hws.peek(RegId::CntKernelDone), 4);
        assert_eq!(found(&hws, &mut checker), "", "{delay}");
    }
    unseen
}

#[test]
fn a_kernel_of_the_time_before_that_leaves_unseen_is_counted_once() {
    assert!(left_unseen(|_, _| {}) > 0);
}

/// What the command finds depends on the kernel, whose DAG only the HWS knows.
#[test]
fn a_dag_command_after_a_kernel_that_leaves_unseen_may_find_its_dag() {
    let unseen = left_unseen(|hws, checker| {
        write(hws, checker, RegId::DagCmdTag, 1);
        write(hws, checker, RegId::DagCmd, DagCmd::default().with_op(hws_regs::Op::Reset).bits());
    });
    assert!(unseen > 0);
}
