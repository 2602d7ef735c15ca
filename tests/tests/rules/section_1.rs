//! scheduler.md §1: time.

use hws_model::{CommandKind, ErrorBit, Event};
use hws_regs::{
    CntCycleLo, DagCmd, DagCmdTag, EarlyLaunchMode, EarlyMode, EnableEarlyLaunchSip, EnableSecondRscSch,
    ErrStatus, HrmFwClaim, HrmFwRelease, HwsStatus, MihStatus, Op, PreIdleOffset, RegId, RegIndex,
    SipRemainExecTime, TdRefresh,
};
use hws_tests::rig::{RecordedEvent, Rig, td};
use hws_types::{MihMessage, Notice, TaskDescriptor};

/// 1.1: the first tick is cycle 0, so a task pushed before it is popped in cycle 0 and admitted in cycle 8.
#[test]
fn the_first_tick_is_cycle_0() {
    let mut rig = Rig::new();
    assert_eq!(rig.cycle(), 0);
    rig.push(td(1, 1)).unwrap();
    assert_eq!(rig.run_until(|event| matches!(event, Event::Admit { .. })), 8);
    assert_eq!(rig.events()[0].cycle, 8);
    assert_eq!(rig.read::<CntCycleLo>(()).bits(), 9, "ticks completed");
}

/// 1.1: an event caused by a write between tick c-1 and tick c carries c.
#[test]
fn an_event_of_a_write_carries_the_next_cycle() {
    let mut rig = Rig::new();
    for cycle in [0, 1, 7] {
        rig.ticks_to(cycle);
        rig.write_bits(RegId::PTopK, 0);
    }
    let cycles: Vec<u64> = rig.events().iter().map(|recorded| recorded.cycle).collect();
    assert_eq!(cycles, [0, 1, 7]);
}

/// 1.1: so does an event caused by a report between tick c-1 and tick c.
#[test]
fn an_event_of_a_report_carries_the_next_cycle() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    let launch = rig.attempt();
    rig.take_events();
    rig.complete(launch.launch().mask);
    assert_eq!(rig.take_events()[0].cycle, launch.cycle + 1);
}

/// 1.2: the loader acts before the engine: LATCH sees the entry of the same tick.
#[test]
fn the_engine_sees_an_entry_in_the_tick_of_its_admission() {
    let mut rig = Rig::new();
    rig.enable(true);
    rig.push(td(1, 1)).unwrap();
    assert_eq!(rig.commit().cycle, 8 + 48);
}

/// 1.2: a block that starts in cycle c has counted down once after tick c + 1, and the SIP becomes pre-idle by
/// estimate in the same tick in which its remaining time reaches PRE_IDLE_OFFSET, before the LATCH of that tick.
#[test]
fn the_time_base_acts_before_the_engine() {
    let mut rig = Rig::new();
    rig.write((), EnableEarlyLaunchSip::default().with_enable(true));
    rig.write((), EarlyLaunchMode::default().with_mode(EarlyMode::HwsEstimate));
    rig.write((), PreIdleOffset::default().with_units(10));
    rig.claim(!1);
    rig.submit(TaskDescriptor { est_exec_time: 100, ..td(1, 2) });
    rig.enable(true);
    let start = rig.commit().cycle;
    assert_eq!(rig.read::<SipRemainExecTime>(0).units(), 100);
    rig.tick();
    assert_eq!(rig.read::<SipRemainExecTime>(0).units(), 99);
    // No SIP is ready before tick start + 90, in which remain becomes 10.
    assert_eq!(rig.commit().cycle, start + 90 + 48);
}

/// 1.2: the count-down precedes the estimate of pre-idle within the tick, and the loader is independent.
#[test]
fn count_down_precedes_the_estimate() {
    let mut rig = Rig::new();
    rig.write((), EarlyLaunchMode::default().with_mode(EarlyMode::HwsEstimate));
    rig.submit(TaskDescriptor { est_exec_time: 1, ..td(1, 1) });
    let mask = rig.attempt().launch().mask;
    assert_eq!(rig.peek(RegId::SipPreIdleMask), !mask);
    rig.tick();
    assert_eq!(rig.peek(RegId::SipPreIdleMask), u32::MAX, "remain 1 became 0 = PRE_IDLE_OFFSET in this tick");
}

/// 1.2: attempts in a row commit 48 cycles apart: the COMMIT, the boundary and the next LATCH share a tick.
#[test]
fn attempts_in_a_row_commit_48_cycles_apart() {
    let mut rig = Rig::new();
    rig.submit(td(1, 5));
    rig.enable(true);
    let first = rig.commit().cycle;
    assert_eq!([1, 2, 3, 4].map(|_| rig.commit().cycle - first), [48, 96, 144, 192]);
}

/// 1.2 c: after the COMMIT, in the same tick, the boundary retires commands, finishes allocation-only kernels,
/// sends requests, then latches, which begins with cancels.
#[test]
fn a_boundary_has_its_order() {
    let mut rig = Rig::new();
    rig.occupy(0xFF, 1000);
    rig.write((), EnableSecondRscSch::default().with_enable(true));
    let (r_task, _) = rig.promote(TaskDescriptor { affinity: 0xFF, ..td(8, 1) });
    let needs_a_grant =
        TaskDescriptor { enable_l2_alloc: true, out_path_mih: true, outstanding_block_num: 1, ..td(1, 1) };
    let allocates = TaskDescriptor { enable_sip_alloc: false, num_block_to_alloc_l2: 1, ..needs_a_grant };
    let allocating = rig.submit(allocates);
    rig.latch();
    let asking = rig.submit(needs_a_grant);
    rig.rewrite(allocating, TaskDescriptor { l2_done: [1, 0, 0, 0, 0, 0, 0, 0], ..allocates });
    rig.write((), TdRefresh::from_bits(0).with_entry_masked(allocating.entry.into()));
    rig.usage(0, 3, 0);
    rig.enable(true);
    let commit = rig.commit();
    let [
        Event::Commit { launched: false },
        Event::Command { kind: CommandKind::Refresh, .. },
        Event::KernelDone { entry: done, .. },
        Event::Mih(finish),
        Event::Mih(request),
        Event::Cancel { entry: cancelled, .. },
    ] = commit.events[..]
    else {
        panic!("{:?}", commit.events)
    };
    assert_eq!((done.get() as u8, cancelled.get() as u8), (allocating.entry, r_task.entry));
    let is_of = |raw, ids| MihMessage::decode(raw).is_ok_and(|message| message.header().ids == ids);
    assert!(is_of(finish, allocating.ids) && is_of(request, asking.ids));
    assert!(rig.read::<HwsStatus>(()).attempt_busy(), "latched in the same tick");
}

/// 1.2 c: with ENABLE = 0 and an empty Ready Station every tick is a boundary.
#[test]
fn commands_need_neither_enable_nor_kernels() {
    let mut rig = Rig::new();
    for cycle in [0, 1, 5] {
        rig.ticks_to(cycle);
        rig.write((), DagCmdTag::default().with_tag_masked(9));
        rig.write((), DagCmd::from_bits(0).with_op(Op::Init));
        rig.tick();
    }
    let init = Event::Command { kind: CommandKind::DagInit, result: 0 };
    assert_eq!(rig.events(), [0, 1, 5].map(|cycle| RecordedEvent { cycle, event: init }));
}

/// 1.2: the loader and the time base do not need ENABLE.
#[test]
fn loader_and_time_base_do_not_need_enable() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    let mask = rig.attempt().launch().mask;
    rig.ticks(10);
    assert_eq!(rig.peek(RegId::SipRemainExecTime(RegIndex::wrapping(mask.trailing_zeros()))), 990);
    rig.submit(td(1, 1));
    assert_eq!(rig.read::<HwsStatus>(()).rs_count(), 1);
}

/// 1.2 c: allocation-only kernels finish and requests are sent with ENABLE = 0.
#[test]
fn second_resources_do_not_need_enable() {
    let mut rig = Rig::new();
    rig.write((), EnableSecondRscSch::default().with_enable(true));
    let allocating = TaskDescriptor { enable_l2_alloc: true, out_path_mih: true, ..td(1, 1) };
    rig.submit(allocating);
    assert!(matches!(rig.messages()[..], [MihMessage::Notify { notice: Notice::L2AllocReq { .. }, .. }]));
    let task = rig.submit(TaskDescriptor { enable_sip_alloc: false, ..allocating });
    assert!(!rig.is_resident(task), "no grant to wait for: finished in the tick of its admission");
}

/// 1.3: reports, pops, W1C and plain configuration act at the write itself.
#[test]
fn reports_pops_w1c_and_configuration_act_at_once() {
    let mut rig = Rig::new();
    rig.submit(TaskDescriptor { out_path_mih: true, ..td(1, 1) });
    let mask = rig.attempt().launch().mask;
    let cycle = rig.cycle();
    rig.complete(mask);
    assert_eq!(rig.peek(RegId::SipIdleMask), u32::MAX);
    let count = rig.read::<MihStatus>(()).count();
    rig.pop_mih();
    assert_eq!(rig.read::<MihStatus>(()).count(), count - 1);
    rig.write_bits(RegId::PTopK, 0);
    rig.write((), ErrStatus::from_bits(u32::MAX));
    assert_eq!(rig.peek(RegId::ErrStatus), 0);
    rig.topology(8, 2);
    assert_eq!(rig.peek(RegId::SipPresentMask), 0xFFFF);
    assert_eq!(rig.cycle(), cycle);
}

/// 1.3: commands wait for the boundary: the next tick, or the COMMIT of the attempt in flight.
#[test]
fn commands_act_at_the_next_boundary() {
    let mut rig = Rig::new();
    rig.write((), HrmFwClaim::from_bits(0).with_mask(3));
    assert_eq!((rig.peek(RegId::HrmFwOwned), rig.read::<HwsStatus>(()).cmd_pending()), (0, 1));
    rig.tick();
    assert_eq!((rig.peek(RegId::HrmFwOwned), rig.read::<HwsStatus>(()).cmd_pending()), (3, 0));
    rig.submit(td(1, 1));
    rig.latch();
    rig.write((), HrmFwRelease::from_bits(0).with_mask(1));
    rig.ticks(47);
    assert_eq!((rig.peek(RegId::HrmFwOwned), rig.read::<HwsStatus>(()).cmd_pending()), (3, 1));
    rig.tick();
    assert_eq!((rig.peek(RegId::HrmFwOwned), rig.read::<HwsStatus>(()).cmd_pending()), (2, 0));
}

/// 1.3: the error of a write is set before the next tick.
#[test]
fn a_refused_write_is_an_error_at_once() {
    let mut rig = Rig::new();
    rig.write_bits(RegId::PTopK, 5);
    assert!(rig.read::<ErrStatus>(()).cfg());
    assert_eq!(rig.errors(), [ErrorBit::Cfg]);
}
