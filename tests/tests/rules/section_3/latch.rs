//! 3.2: what LATCH changes.

use hws_model::{Event, Pool};
use hws_regs::{Promote, RegId};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

/// Every register that shows state, except those that only show passing time or an attempt in flight.
fn state(rig: &Rig) -> Vec<(String, u32)> {
    let changes = [RegId::HwsStatus, RegId::HwsCtrl, RegId::CntCycleLo];
    RegId::all().filter(|id| !changes.contains(id)).map(|id| (id.to_string(), rig.peek(id))).collect()
}

/// 3.2: nothing that can be seen changes between LATCH and COMMIT.
#[test]
fn latch_changes_nothing() {
    let mut rig = Rig::new();
    rig.write((), Promote::default().with_threshold(0).unwrap());
    rig.submit(TaskDescriptor { out_path_mih: true, ..td(4, 2) });
    rig.submit(td(16, 1));
    let before = state(&rig);
    rig.latch();
    rig.ticks(47);
    assert_eq!(state(&rig), before);
    assert_eq!(rig.take_events().iter().filter(|e| !matches!(e.event, Event::Admit { .. })).count(), 0);
    rig.tick();
    assert_ne!(state(&rig), before);
}

/// 3.2: stale reservations are cancelled before the decision, so the task is a P-task of the same attempt.
#[test]
fn latch_cancels_stale_reservations_before_the_decision() {
    let mut rig = Rig::new();
    let (task, mask) = rig.reserve(td(8, 1));
    assert_eq!(mask, 0xFF);
    rig.usage(0, 3, 0xFF00);
    let latched = rig.cycle();
    rig.take_events();
    rig.latch();
    let [cancel] = rig.take_events()[..] else { panic!("one event") };
    assert!(cancel.cycle == latched && matches!(cancel.event, Event::Cancel { .. }));
    assert_eq!(rig.peek(RegId::ReservedSipMask), 0);
    assert_eq!(rig.p_pool().iter().map(|task| task.0).collect::<Vec<_>>(), [task.entry]);
    let launch = rig.commit().launch();
    assert_eq!((launch.pool, launch.mask), (Pool::P, 0xFF00));
}

/// 3.2: without a LATCH, nothing is cancelled.
#[test]
fn a_stale_reservation_stays_until_the_next_latch() {
    let mut rig = Rig::new();
    rig.reserve(td(8, 1));
    rig.usage(0, 3, 0);
    rig.ticks(100);
    assert_eq!((rig.peek(RegId::ReservedSipMask), rig.peek(RegId::CntCancel)), (0xFF, 0));
    rig.latch();
    assert_eq!((rig.peek(RegId::ReservedSipMask), rig.peek(RegId::CntCancel)), (0, 1));
}
