//! 3.1: what is sampled at LATCH, and what COMMIT reads itself.

use hws_model::Pool;
use hws_regs::{
    DynDagPrio, EnableEarlyLaunchSip, EnableSecondRscSch, HwsWorkMode, LaunchSipDelay, MihStatus, OutPath,
    PTopK, Promote, RegId, RsvdSipBackfillMarginOffset, ScaleRatioTableRank, SipFillupTaskFirst,
    SipRemainExecTime, UseRsvdSipFirst,
};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

/// 3.1: a usage mask narrowed in flight affects only the next attempt.
#[test]
fn usage_masks_are_sampled_at_latch() {
    let mut rig = Rig::new();
    rig.submit(td(1, 2));
    rig.latch();
    rig.usage(0, 0, 1);
    assert_eq!(rig.commit().launch().mask, 1 << 31);
    assert_eq!(rig.attempt().launch().mask, 1);
}

/// 3.1: a SIP that becomes idle in flight is not taken.
#[test]
fn sip_state_is_sampled_at_latch() {
    let mut rig = Rig::new();
    rig.occupy(1 << 31, 1000);
    rig.submit(td(1, 1));
    rig.latch();
    rig.complete(1 << 31);
    assert_eq!(rig.commit().launch().mask, 1 << 30);
}

/// 3.1: a kernel admitted in flight is not chosen, not even in the tick of the COMMIT.
#[test]
fn entries_are_sampled_at_latch() {
    let mut rig = Rig::new();
    let first = rig.submit(td(1, 1));
    rig.latch();
    let urgent = rig.submit(TaskDescriptor { dag_tag: 2, offline_priority: 900, ..td(1, 1) });
    assert_eq!(rig.commit().launch().entry, first.entry);
    assert_eq!(rig.attempt().launch().entry, urgent.entry);
}

/// 3.1: P_TOP_K and the scale table belong to the decision, and the online priorities with it.
#[test]
fn priorities_are_sampled_at_latch() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    let other = rig.submit(TaskDescriptor { offline_priority: 50, dag_tag: 2, ..td(1, 2) });
    rig.latch();
    let pool = rig.p_pool();
    rig.write(0, ScaleRatioTableRank::default().with_ratio(7));
    rig.write((), PTopK::default().with_k(4).unwrap());
    assert_eq!(rig.p_pool(), pool);
    assert_eq!(rig.commit().launch().pool, Pool::P);
    assert_eq!(rig.peek(RegId::RsOnlinePriority(other.index())), 100, "as latched: scale 100, cp 0");
    rig.attempt();
    assert_eq!(rig.peek(RegId::RsOnlinePriority(other.index())), 7);
}

/// 3.1: allocation switches belong to the decision: if changed in flight, they affect the next attempt.
#[test]
fn allocation_switches_are_sampled_at_latch() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1 << 28, 1000);
    rig.promote(TaskDescriptor { affinity: 0xF000_0000, ..td(4, 1) });
    rig.submit(TaskDescriptor { est_exec_time: 10, ..td(1, 3) });
    rig.latch();
    rig.write((), UseRsvdSipFirst::default().with_enable(true));
    rig.write((), SipFillupTaskFirst::default().with_enable(true));
    assert_eq!(rig.commit().launch().mask, 1 << 27, "not reserved first");
    rig.latch();
    rig.write((), UseRsvdSipFirst::default());
    assert_eq!(rig.commit().launch().mask, 1 << 31, "reserved first");
    rig.write((), UseRsvdSipFirst::default().with_enable(true));
    rig.latch();
    rig.write((), RsvdSipBackfillMarginOffset::from_bits(u32::MAX));
    assert_eq!(rig.commit().launch().mask, 1 << 30, "the margin as latched lets it");
}

/// 3.1: ENABLE_SECOND_RSC_SCH belongs to the decision.
#[test]
fn second_resources_are_sampled_at_latch() {
    let needs = TaskDescriptor { enable_l2_alloc: true, ..td(1, 1) };
    let mut rig = Rig::new();
    rig.write((), EnableSecondRscSch::default().with_enable(true));
    rig.submit(needs);
    rig.latch();
    rig.write((), EnableSecondRscSch::default());
    assert!(!rig.commit().is_launched(), "no grant");
    rig.latch();
    rig.write((), EnableSecondRscSch::default().with_enable(true));
    assert!(rig.commit().is_launched(), "they did not count");
}

/// 3.1: the DAG table and the priorities in the entries are sampled: a kernel admitted in flight changes both
/// only for the next attempt.
#[test]
fn dags_are_sampled_at_latch() {
    let mut rig = Rig::new();
    rig.write((), DynDagPrio::default().with_age_boost(true));
    rig.init_dag(1, 10, false);
    rig.init_dag(2, 10, true);
    let fixed = rig.submit(TaskDescriptor { offline_priority: 300, on_cp: true, ..td(1, 1) });
    let dynamic = rig.submit(TaskDescriptor { dag_tag: 2, affinity: 1, ..td(1, 1) });
    rig.claim(1);
    rig.usage(0, 0, 1);
    rig.latch();
    rig.submit(TaskDescriptor { offline_priority: 10, on_cp: true, block_trigger_cnt: 0, ..td(1, 1) });
    rig.submit(TaskDescriptor { dag_tag: 2, ..td(1, 1) });
    rig.commit();
    let online = |rig: &Rig| [fixed, dynamic].map(|task| rig.peek(RegId::RsOnlinePriority(task.index())));
    assert_eq!(online(&rig), [100, 100], "300 of 300 at scale 100; not boosted");
    rig.attempt();
    assert_eq!(online(&rig), [3000, 101], "300 of 10; boosted once");
}

/// 3.1: early launch belongs to the decision, whatever the switch is at COMMIT.
#[test]
fn early_launch_is_sampled_at_latch() {
    let mut rig = Rig::new();
    rig.write((), EnableEarlyLaunchSip::default().with_enable(true));
    rig.occupy(1, 1000);
    rig.pre_complete(1);
    rig.submit(TaskDescriptor { affinity: 1, ..td(1, 1) });
    rig.latch();
    rig.write((), EnableEarlyLaunchSip::default());
    assert_eq!(rig.commit().launch().mask, 1);
}

/// 3.1: the paths are those at COMMIT.
#[test]
fn paths_are_read_at_commit() {
    let mut rig = Rig::new();
    rig.submit(td(1, 3));
    rig.latch();
    rig.write((), HwsWorkMode::default().with_out_path(OutPath::Mih));
    assert_eq!((rig.commit().commands().len(), rig.read::<MihStatus>(()).count()), (0, 2));
    rig.latch();
    rig.write((), HwsWorkMode::default());
    assert_eq!((rig.commit().commands().len(), rig.read::<MihStatus>(()).count()), (1, 2));
    rig.latch();
    rig.write((), HwsWorkMode::default().with_report_en(true));
    assert_eq!((rig.commit().commands().len(), rig.read::<MihStatus>(()).count()), (1, 4));
}

/// 3.1: LAUNCH_SIP_DELAY is read at COMMIT.
#[test]
fn the_launch_delay_is_not_latched() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    rig.latch();
    rig.write((), LaunchSipDelay::from_bits(0).with_units(23));
    let mask = rig.commit().launch().mask;
    assert_eq!(rig.read::<SipRemainExecTime>(mask.trailing_zeros()).units(), 1023);
}

/// 3.1: PROMOTE is read at COMMIT, and so are the usage masks of a new reservation.
#[test]
fn promotions_read_the_registers_at_commit() {
    let mut rig = Rig::new();
    rig.usage(0, 3, 0);
    let waiting = rig.submit(td(8, 1));
    rig.latch();
    rig.write((), Promote::default().with_threshold(0).unwrap());
    rig.usage(0, 3, 0x00FF_0000);
    let promotion = rig.commit().promotion().unwrap();
    assert_eq!((promotion.entry, promotion.mask), (waiting.entry, 0x00FF_0000));
}

/// 3.1: a SIP that was pre-idle at LATCH and has become idle since is launched on as an idle one (§7.2).
#[test]
fn the_launch_reads_the_sip_state_at_commit() {
    let mut rig = Rig::new();
    rig.write((), EnableEarlyLaunchSip::default().with_enable(true));
    rig.claim(!1);
    rig.submit(td(1, 2));
    rig.attempt();
    rig.pre_complete(1);
    rig.latch();
    rig.complete(1);
    rig.commit();
    assert_eq!((rig.peek(RegId::SipPendingMask), rig.peek(RegId::SipCountEnMask)), (0, 1));
}
