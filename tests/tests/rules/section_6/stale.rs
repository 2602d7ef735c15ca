//! 6.6: stale reservations are cancelled at LATCH.

use hws_model::{Event, Pool};
use hws_regs::{EnableSecondRscSch, RegId, RegIndex, TdRefresh};
use hws_tests::rig::{Rig, RigTask, td};
use hws_types::TaskDescriptor;

use super::bench::{cancelled, is_r_task, no_rules, of_dag, on, reserved_all, reserved_threads};

/// The events since they were last taken.
fn taken(rig: &mut Rig) -> Vec<Event> {
    rig.take_events().into_iter().map(|recorded| recorded.event).collect()
}

/// SIP 0 is busy for a long time, a kernel of four SIPs that may only use SIPs 0 to 3 has them reserved, and no rule
/// is on.
fn reserved_behind_sip_0() -> (Rig, RigTask) {
    let mut rig = Rig::new();
    rig.occupy(1, 1_000_000);
    rig.usage(0, 2, 0xF);
    let (task, mask) = rig.promote(on(0xFF_000F, td(4, 1)));
    assert_eq!(mask, 0xF);
    rig.write((), no_rules());
    rig.take_events();
    (rig, task)
}

/// If a usage mask no longer contains all reserved SIPs, the reservation is cancelled at the next LATCH, not before.
#[test]
fn a_narrowed_usage_mask_cancels_at_latch() {
    let (mut rig, task) = reserved_behind_sip_0();
    rig.usage(0, 2, 0xFFFF_FFF7);
    rig.ticks(100);
    assert!(is_r_task(&rig, task) && taken(&mut rig).is_empty(), "no LATCH with ENABLE = 0");
    rig.latch();
    let events = taken(&mut rig);
    assert_eq!(cancelled(&events), [u32::from(task.entry)]);
    assert!(events.contains(&Event::Cancel {
        entry: hws_types::Entry::wrapping(task.entry.into()),
        mask: hws_types::SipMask(0xF)
    }));
    assert!(!is_r_task(&rig, task));
    assert_eq!((reserved_all(&rig), rig.peek(RegId::CntCancel)), (0, 1));
    assert_eq!(reserved_threads(&rig), [0; 32]);
}

/// The same attempt sees it as a P-task again.
#[test]
fn a_cancelled_kernel_is_a_p_task_at_once() {
    let (mut rig, task) = reserved_behind_sip_0();
    rig.usage(0, 2, 0xFFFF_FFF0);
    let launch = rig.attempt().launch();
    assert_eq!((launch.seq, launch.pool, launch.mask), (task.seq, Pool::P, 0xF0_0000));
}

/// A mask that keeps the reserved SIPs cancels nothing, nor does a busy SIP.
#[test]
fn a_mask_around_the_reservation_cancels_nothing() {
    let (mut rig, task) = reserved_behind_sip_0();
    rig.usage(0, 2, 0xFFFF);
    rig.usage(1, 2, 0);
    rig.usage(0, 3, 0);
    rig.attempt();
    assert!(is_r_task(&rig, task));
    assert!(cancelled(&taken(&mut rig)).is_empty());
}

/// Several are cancelled in ascending entry order, whatever their age.
#[test]
fn cancels_come_in_entry_order() {
    let mut rig = Rig::new();
    rig.topology(4, 8);
    rig.occupy(0x11, 1_000_000);
    // The free entry 0 goes to the younger R-task.
    let filler = rig.submit(TaskDescriptor { ctx: 1, ..of_dag(9, on(0xF000, td(1, 1))) });
    rig.usage(1, 0, 0);
    let (older, _) = rig.promote(of_dag(2, on(0xF, td(4, 1))));
    rig.usage(1, 0, u32::MAX);
    assert_eq!(rig.attempt().launch().seq, filler.seq);
    let (younger, _) = rig.promote(of_dag(3, on(0xF0, td(4, 1))));
    assert!(younger.entry < older.entry);
    rig.usage(0, 2, 0);
    rig.take_events();
    rig.latch();
    assert_eq!(cancelled(&taken(&mut rig)), [u32::from(younger.entry), u32::from(older.entry)]);
}

fn second_resources(rig: &mut Rig, enable: bool) {
    rig.write((), EnableSecondRscSch::from_bits(0).with_enable(enable));
}

/// A VG that closes cancels, here because firmware decreased a counter.
#[test]
fn a_closed_vg_cancels() {
    let mut rig = Rig::new();
    rig.occupy(1, 1_000_000);
    second_resources(&mut rig, true);
    let l2 = |done| TaskDescriptor {
        enable_l2_alloc: true,
        l2_done: [done, 0, 0, 0, 0, 0, 0, 0],
        ..on(0xF, td(4, 1))
    };
    let (task, _) = rig.promote(l2(1));
    rig.attempt();
    assert!(is_r_task(&rig, task));
    rig.rewrite(task, l2(0));
    rig.write((), TdRefresh::from_bits(0).with_entry_masked(task.entry.into()));
    rig.latch();
    assert!(!is_r_task(&rig, task));
}

/// Second resources are latched: while they are off, a closed VG does not affect the reservation.
#[test]
fn second_resources_switched_on_cancel_what_has_no_grant() {
    let mut rig = Rig::new();
    rig.occupy(1, 1_000_000);
    let (task, _) = rig.promote(TaskDescriptor { enable_l2_alloc: true, ..on(0xF, td(4, 1)) });
    rig.attempt();
    assert!(is_r_task(&rig, task));
    second_resources(&mut rig, true);
    rig.latch();
    assert!(!is_r_task(&rig, task));
}

/// An HWS-managed pool that runs empty does not cancel.
#[test]
fn an_empty_vc_pool_does_not_cancel() {
    let mut rig = Rig::new();
    rig.occupy(1, 1_000_000);
    second_resources(&mut rig, true);
    let vcs = |num, td| TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: num, ..td };
    let (task, _) = rig.promote(vcs(40, on(0xF, td(4, 1))));
    rig.write((), no_rules());
    rig.submit(of_dag(2, vcs(64, on(1 << 15, td(1, 1)))));
    assert_eq!(rig.attempt().launch().mask, 1 << 15);
    assert_eq!(rig.peek(RegId::VcPoolFree(RegIndex::at::<0>(), RegIndex::at::<0>())), 0);
    rig.take_events();
    rig.attempt();
    assert!(is_r_task(&rig, task));
    assert!(cancelled(&taken(&mut rig)).is_empty());
    rig.complete(1);
    assert!(!rig.attempt().is_launched(), "it has to wait for the pool all the same");
}

/// A claim of reserved SIPs is refused, so a firmware-owned SIP is never inside a reservation (8.4).
#[test]
fn a_claim_of_reserved_sips_is_refused() {
    let (mut rig, task) = reserved_behind_sip_0();
    rig.claim(0b0110_0110);
    assert_eq!(rig.peek(RegId::HrmFwOwned), 0b0110_0000);
    assert_eq!(rig.peek(RegId::HrmFwRefused), 0b0000_0110);
    rig.attempt();
    assert!(is_r_task(&rig, task));
}
