//! What the checker knows of kernels, resets and ownership agrees with what is shown.

use hws_model::{CommandKind, Config, ErrorBit, Event, Hws};
use hws_regs::{HwsCtrl, HwsWorkMode, InPath, MihStatus, PTopK, RegId};
use hws_types::{Cycle, Entry, MihMessage, SipMask};

use super::bench::{Bench, Said, two_blocks};
use crate::check::view::TaskView;
use crate::check::{Act, CheckStep, InvariantChecker, View, i7};

type Change = fn(&mut View);

/// The first kernel of a bench in the view after this tick.
fn kernel(bench: &mut Bench, cycle: u64) -> &mut TaskView {
    let tasks = &mut bench.after_tick(cycle).view.tasks;
    tasks.iter_mut().flatten().next().expect("a resident kernel")
}

#[test]
fn i7_an_admitted_kernel_has_what_its_descriptor_says() {
    let changes: [fn(&mut TaskView); 9] = [
        |task| task.threads = 8,
        |task| task.blocks = 3,
        |task| task.est = 1,
        |task| task.start_block = 1,
        |task| task.affinity = SipMask(1),
        |task| task.flags = task.flags.with_coop(true),
        |task| task.flags = task.flags.with_out_mdma(false),
        |task| task.flags = task.flags.with_out_mih(false),
        |task| task.ids = task.ids.with_dag_tag_masked(3),
    ];
    for change in changes {
        let mut bench = Bench::launched();
        change(kernel(&mut bench, 8));
        let verdict = bench.verdict();
        let expected = "I7 is violated at cycle 8: kernel 0 differs from its descriptor (scheduler.md §2.4)";
        assert_eq!(verdict, expected, "{verdict}");
    }
}

#[test]
fn i7_an_admitted_kernel_has_the_ids_of_its_push() {
    let changes: [fn(&mut TaskView); 3] = [
        |task| task.ids = task.ids.with_hdr_id_masked(7),
        |task| task.ids = task.ids.with_hdr_entry_id_masked(7),
        |task| task.flags = task.flags.with_src(true),
    ];
    for change in changes {
        let mut bench = Bench::launched();
        change(kernel(&mut bench, 8));
        let expected = "I7 is violated at cycle 8: kernel 0 has other ids than the task that was popped (scheduler.md §2.4)";
        assert_eq!(bench.verdict(), expected);
    }
}

#[test]
fn i7_a_resident_kernel_shows_its_launches() {
    let mut bench = Bench::launched();
    kernel(&mut bench, 60).launched = 2;
    let verdict = bench.verdict();
    assert!(verdict.contains("shows LAUNCHED 2 after 1 launches"), "{verdict}");
}

#[test]
fn i7_a_resident_kernel_keeps_what_it_was_admitted_with_if_two_parts_change_alike() {
    let mut bench = Bench::launched();
    let task = bench.after_tick(20).view.tasks[0].as_mut().unwrap();
    (task.kernel_id, task.est) = (task.kernel_id ^ 8, task.est ^ 8);
    assert!(bench.verdict().contains("entry 0 changes what it was admitted with"), "{}", bench.verdict());
}

#[test]
fn i7_a_trigger_does_not_sink() {
    let mut bench = Bench::launched();
    kernel(&mut bench, 60).trigger = 1;
    let verdict = bench.verdict();
    assert!(verdict.contains("lowers its trigger from 2 to 1"), "{verdict}");
}

#[test]
fn i7_a_kernel_leaves_with_its_last_block() {
    let mut bench = Bench::launched();
    bench.drop_events(104, |event| matches!(event, Event::KernelDone { .. }));
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 104: kernel 0 stays after 2 of 2 blocks (scheduler.md §6.4)"
    );
}

#[test]
fn i7_a_dag_counts_the_kernels_that_have_finished() {
    let mut bench = Bench::launched();
    bench.after_tick(104).view.dags[0].finish = 0;
    let verdict = bench.verdict();
    assert!(
        verdict.starts_with("I7 is violated at cycle 105: DAG slot 0 has FINISH 0 instead of 1"),
        "{verdict}"
    );
}

#[test]
fn i7_the_loader_pops_the_source_that_is_selected() {
    let mut bench = Bench::new();
    bench.write(RegId::HwsWorkMode, HwsWorkMode::default().with_in_path(InPath::Firmware).bits());
    let address = bench.place(&two_blocks());
    bench.write(RegId::FwTaskTdAddr, address);
    bench.write(RegId::FwTaskPush, 0);
    bench.ticks(12);
    assert!(bench.verdict().starts_with("I1-I9"), "{}", bench.verdict());
    let popped = bench.steps.iter_mut().find(|step| step.view.is_loading).expect("the task is loaded");
    popped.view.regs.hws_work_mode = popped.view.regs.hws_work_mode.with_in_path(InPath::Hdr);
    let verdict = bench.verdict();
    assert!(
        verdict.contains("popped a task from the source Firmware, which IN_PATH does not select"),
        "{verdict}"
    );
}

#[test]
fn i7_a_reservation_may_be_cancelled_in_the_tick_of_its_promotion() {
    let mut bench = Bench::launched();
    let mut view = bench.after_tick(60).view.clone();
    let entry = Entry::all().find(|entry| view.tasks[entry.index()].is_some()).expect("a kernel");
    let promotes =
        |view: &View, seq| i7::promotes_its_reservation(Cycle(60), entry, seq, SipMask(1), view).is_ok();
    assert!(promotes(&view, 0), "nothing is reserved any more");
    assert!(!promotes(&view, 1), "by another kernel");
    view.tasks[entry.index()].as_mut().unwrap().reserved = SipMask(2);
    assert!(!promotes(&view, 0), "something else is reserved");
}

#[test]
fn i7_a_cancel_names_the_reservation_that_is_gone() {
    let mut bench = Bench::launched();
    let mut before = bench.after_tick(60).view.clone();
    let entry = Entry::all().find(|entry| before.tasks[entry.index()].is_some()).expect("a kernel");
    let gone = before.clone();
    let held = |view: &mut View, mask: u32, is_r_task: bool| {
        let task = view.tasks[entry.index()].as_mut().expect("the kernel");
        (task.reserved, task.flags) = (SipMask(mask), task.flags.with_r_flag(is_r_task));
    };
    held(&mut before, 0b11, true);
    let cancels = |told: u32, promoted: Option<u32>, now: &View| {
        let told = (SipMask(told), promoted.map(SipMask));
        i7::cancels_its_reservation(Cycle(60), entry, told, &before, now).is_ok()
    };
    assert!(cancels(0b11, None, &gone));
    assert!(!cancels(0b10, None, &gone), "less than was held");
    assert!(cancels(0b110, Some(0b110), &gone), "reserved in the same tick");
    assert!(!cancels(0b11, Some(0b110), &gone), "what was held before");
    for (mask, is_r_task) in [(0b11, true), (0, true), (0b11, false)] {
        let mut kept = gone.clone();
        held(&mut kept, mask, is_r_task);
        assert!(!cancels(0b11, None, &kept), "{mask} {is_r_task}");
    }
}

#[test]
fn i5_only_r_tasks_reserve() {
    let mut bench = Bench::launched();
    kernel(&mut bench, 60).reserved = SipMask(1);
    let verdict = bench.verdict();
    assert!(verdict.contains("has R_FLAG = false and reserves"), "{verdict}");
}

#[test]
fn i11_only_claims_and_releases_change_the_ownership() {
    let mut bench = Bench::launched();
    bench.last().view.owned = SipMask(1);
    let verdict = bench.verdict();
    assert!(verdict.contains("HRM_FW_OWNED is 0x00000001 where claims and releases give"), "{verdict}");
}

fn reset() -> Bench {
    let mut bench = Bench::launched();
    let reset = HwsCtrl::default().with_soft_reset(true).with_force(true);
    bench.write(RegId::PTopK, 3);
    bench.write(RegId::HwsCtrl, reset.bits());
    bench
}

#[test]
fn i11_a_soft_reset_clears_everything_but_the_configuration() {
    assert!(reset().verdict().starts_with("I1-I9, I11, I13 hold"), "{}", reset().verdict());
    let changes: [(Change, &str); 6] = [
        (|view| view.dags[0].total = 1, "the DAG page"),
        (|view| view.vc_free[1] = 0, "VC_POOL_FREE"),
        (|view| view.hdr_count = 1, "the loader"),
        (|view| view.mih.status = MihStatus::default().with_count_masked(1), "the MIH FIFO"),
        (|view| view.sips[3].remain = 1, "the SIP status"),
        (|view| view.errors = ErrorBit::Cfg.status(), "ERR_STATUS"),
    ];
    for (change, part) in changes {
        let mut bench = reset();
        change(&mut bench.last().view);
        let expected =
            format!("I11 is violated at cycle 110: {part} survives a soft reset (scheduler.md §8.5)");
        assert_eq!(bench.verdict(), expected, "{}", bench.verdict());
    }
}

#[test]
fn i9_a_block_finish_needs_a_block_that_has_finished() {
    let mut bench = Bench::finished();
    let (raw, of) = bench
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .find_map(|(_, event)| match event {
            Event::Mih(raw) => match MihMessage::decode(*raw) {
                Ok(MihMessage::BlockFinish { of, .. }) => Some((*raw, of)),
                _ => None,
            },
            _ => None,
        })
        .expect("block 0 has finished");
    assert_eq!(of.block_id, 0);
    let Ok(MihMessage::BlockFinish { of, launch_id, .. }) = MihMessage::decode(raw) else { unreachable!() };
    let last = MihMessage::BlockFinish { of, launch_id, kernel_finish: true };
    bench.add_event(60, Event::Mih(last.encode()));
    let verdict = bench.verdict();
    assert!(
        verdict.contains(
            "I9 is violated at cycle 60: the MIH FIFO gets a message that is not true: BlockFinish"
        ),
        "{verdict}"
    );
}

fn spurious_overflow(mut step: CheckStep) -> CheckStep {
    step.events
        .push((step.view.cycle, Event::Error { bit: ErrorBit::FwTaskOverflow, ids: Default::default() }));
    step
}

#[test]
fn i11_an_error_needs_its_condition() {
    let mut bench = Bench::launched();
    bench.write(RegId::PTopK, PTopK::default().bits());
    let last = bench.steps.pop().unwrap();
    bench.steps.push(spurious_overflow(last));
    let verdict = bench.verdict();
    assert!(verdict.contains("sets [FwTaskOverflow] instead of None"), "{verdict}");
}

/// An HWS at power-on, a checker that is attached to it, and a step of one act.
fn attached(act: Option<Act>, change: impl Fn(&mut CheckStep)) -> Said {
    let hws = Hws::new(Config::default());
    let mut checker = InvariantChecker::attached_to(&hws);
    let mut step = CheckStep { act, events: Vec::new(), view: View::new(&hws) };
    change(&mut step);
    checker.take(step);
    Said::of(checker.verdict())
}

#[test]
fn what_is_known_in_the_middle_of_a_run_is_judged_at_once() {
    let offset = RegId::PTopK.offset();
    let write = Some(Act::Write { offset, value: PTopK::default().bits() });
    let verdict = attached(write, |step| *step = spurious_overflow(step.clone()));
    assert!(verdict.contains("sets [FwTaskOverflow] instead of None"), "{verdict}");
    let command = Event::Command { kind: CommandKind::Claim, result: 0 };
    let verdict = attached(None, |step| step.events.push((Cycle(0), command)));
    assert!(verdict.contains("retires Claim where None is the oldest"), "{verdict}");
    let verdict = attached(None, |step| step.view.done = 1);
    assert!(verdict.contains("CNT_KERNEL_DONE is 1 after 0 kernels left"), "{verdict}");
    let verdict = attached(None, |step| step.view.rs_count = 1);
    assert!(verdict.contains("RS_COUNT is 1 for 0 valid entries"), "{verdict}");
}
