//! 8.3: TRIGGER and REFRESH.

use hws_model::{ErrorBit, Event};
use hws_regs::{BlockTriggerCnt, EnableSecondRscSch, ErrFirst, RegId, RsRscOpen, TdRefresh};
use hws_tests::rig::{Rig, RigTask, td};
use hws_types::TaskDescriptor;

use crate::rules::section_6::bench::progress;

/// A kernel of 8 blocks, 3 of them triggered, in entry 1.
fn triggered() -> (Rig, RigTask) {
    let mut rig = Rig::new();
    rig.submit(TaskDescriptor { block_trigger_cnt: 0, ..td(1, 1) });
    let task = rig.submit(TaskDescriptor { block_trigger_cnt: 3, ..td(1, 8) });
    (rig, task)
}

fn trigger(rig: &mut Rig, entry: u8, value: BlockTriggerCnt) {
    rig.write(entry.into(), value);
    rig.tick();
}

fn count(count: u32) -> BlockTriggerCnt {
    BlockTriggerCnt::from_bits(0).with_count_masked(count)
}

/// With CHECK and these ids.
fn checked(value: BlockTriggerCnt, hdr_id: u8, entry_id: u8) -> BlockTriggerCnt {
    value.with_check(true).with_hdr_id_masked(hdr_id.into()).with_entry_id_masked(entry_id.into())
}

/// `trigger = max(trigger, min(count, block_num))`; a count below the present trigger is a regress.
#[test]
fn a_trigger_is_raised_clamped_and_never_lowered() {
    let cases = [(0, 3, true), (2, 3, true), (3, 3, false), (4, 4, false), (8, 8, false), (65_535, 8, false)];
    for (value, expected, regress) in cases {
        let (mut rig, task) = triggered();
        trigger(&mut rig, task.entry, count(value));
        assert_eq!(progress(&rig, task), (0, expected), "{value}");
        let errors = if regress { vec![ErrorBit::TriggerRegress] } else { vec![] };
        assert_eq!(rig.errors(), errors, "{value}");
    }
}

/// The count is compared before clamping: 9 of 8 blocks, all triggered, is not a regress.
#[test]
fn a_regress_is_detected_before_clamping() {
    let (mut rig, task) = triggered();
    for value in [8, 9, 8] {
        trigger(&mut rig, task.entry, count(value));
    }
    assert!(rig.errors().is_empty());
    trigger(&mut rig, task.entry, count(7));
    assert_eq!(rig.errors(), [ErrorBit::TriggerRegress]);
}

/// TRIGGER_REGRESS has the kernel's ids, and the error follows its command.
#[test]
fn a_regress_names_the_kernel() {
    let (mut rig, task) = triggered();
    rig.take_events();
    trigger(&mut rig, task.entry, count(1));
    let first = rig.read::<ErrFirst>(());
    let ids = (first.hdr_id(), first.entry_id());
    assert_eq!((first.code(), ids), (17, (task.ids.hdr_id.into(), task.ids.hdr_entry_id.into())));
    let events = rig.take_events();
    assert!(matches!(events[0].event, Event::Command { .. }));
    assert!(matches!(events[1].event, Event::Error { .. }));
}

/// The trigger is what makes blocks eligible.
#[test]
fn a_raised_trigger_releases_blocks() {
    let mut rig = Rig::new();
    let task = rig.submit(TaskDescriptor { block_trigger_cnt: 0, ..td(1, 8) });
    assert!(!rig.attempt().is_launched());
    trigger(&mut rig, task.entry, count(1));
    assert!(rig.attempt().is_launched());
    assert!(!rig.attempt().is_launched());
}

/// BLOCK_TRIGGER_CNT reads the entry's trigger, the rest 0; 0 when not valid.
#[test]
fn block_trigger_cnt_reads_the_trigger() {
    let (mut rig, task) = triggered();
    trigger(&mut rig, task.entry, checked(count(5), task.ids.hdr_id, task.ids.hdr_entry_id));
    assert_eq!(rig.read::<BlockTriggerCnt>(task.entry.into()).bits(), 5);
    assert_eq!(rig.read::<BlockTriggerCnt>(0).bits(), 0);
    assert_eq!(rig.read::<BlockTriggerCnt>(9).bits(), 0);
}

/// Not valid: TRIGGER_ENTRY with ids 0, and nothing else.
#[test]
fn a_trigger_of_an_empty_entry_is_an_error() {
    let (mut rig, _) = triggered();
    let value = checked(count(1), 5, 1);
    for value in [value, count(1)] {
        trigger(&mut rig, 7, value);
        assert_eq!(rig.errors().pop(), Some(ErrorBit::TriggerEntry));
        let first = rig.read::<ErrFirst>(());
        assert_eq!((first.code(), first.hdr_id(), first.entry_id()), (16, 0, 0));
        rig.take_errors();
    }
}

/// CHECK compares both ids; without CHECK neither.
#[test]
fn check_compares_both_ids() {
    let (hdr_id, entry_id) = (5, 1);
    for (value, taken) in [
        (checked(count(6), hdr_id, entry_id), true),
        (checked(count(6), hdr_id + 1, entry_id), false),
        (checked(count(6), hdr_id, entry_id + 1), false),
        (checked(count(6), hdr_id + 1, entry_id).with_check(false), true),
        (checked(count(6), hdr_id, entry_id + 1).with_check(false), true),
    ] {
        let (mut rig, task) = triggered();
        assert_eq!((task.ids.hdr_id, task.ids.hdr_entry_id), (hdr_id, entry_id));
        trigger(&mut rig, task.entry, value);
        assert_eq!(progress(&rig, task).1, if taken { 6 } else { 3 }, "{value:?}");
        let errors = if taken { vec![] } else { vec![ErrorBit::TriggerEntry] };
        assert_eq!(rig.errors(), errors, "{value:?}: a mismatch is not a regress");
    }
}

/// CHECK does not compare the source: a firmware task with the same ids is addressed.
#[test]
fn check_does_not_compare_the_source() {
    let mut rig = Rig::new();
    let task = rig.submit_firmware(TaskDescriptor { block_trigger_cnt: 1, ..td(1, 8) }, 0);
    trigger(&mut rig, task.entry, checked(count(4), task.ids.hdr_id, task.ids.hdr_entry_id));
    assert_eq!(progress(&rig, task), (0, 4));
}

/// The entry is checked when the command retires: CHECK closes the race with a reused entry.
#[test]
fn a_reused_entry_is_not_triggered() {
    let mut rig = Rig::new();
    let old = rig.submit(td(1, 1));
    rig.latch();
    rig.write(old.entry.into(), checked(count(4), old.ids.hdr_id, old.ids.hdr_entry_id));
    rig.commit();
    assert_eq!(rig.errors(), [ErrorBit::TriggerEntry], "it left in that COMMIT");
    let new = rig.submit(TaskDescriptor { block_trigger_cnt: 1, ..td(1, 8) });
    assert_eq!(new.entry, old.entry);
    trigger(&mut rig, old.entry, checked(count(4), old.ids.hdr_id, old.ids.hdr_entry_id));
    assert_eq!(progress(&rig, new), (0, 1));
}

fn refresh(rig: &mut Rig, value: TdRefresh) {
    rig.write((), value);
    rig.tick();
}

fn entry(task: RigTask) -> TdRefresh {
    TdRefresh::from_bits(0).with_entry_masked(task.entry.into())
}

/// REFRESH reads the trigger as 6.3 does: raised, clamped, never lowered, no regress.
#[test]
fn a_refresh_reads_the_trigger() {
    for (new, expected) in [(0, 3), (5, 5), (9, 8)] {
        let (mut rig, task) = triggered();
        rig.rewrite(task, TaskDescriptor { block_trigger_cnt: new, ..td(1, 8) });
        refresh(&mut rig, entry(task));
        assert_eq!(progress(&rig, task), (0, expected));
        assert!(rig.errors().is_empty());
    }
}

/// REFRESH: entry not valid, or CHECK and other ids.
#[test]
fn a_refresh_checks_its_entry() {
    for (check, hdr_id, entry_id, taken) in
        [(true, 5, 1, true), (true, 4, 1, false), (true, 5, 0, false), (false, 4, 0, true)]
    {
        let (mut rig, task) = triggered();
        rig.rewrite(task, TaskDescriptor { block_trigger_cnt: 5, ..td(1, 8) });
        refresh(
            &mut rig,
            entry(task).with_check(check).with_hdr_id_masked(hdr_id).with_entry_id_masked(entry_id),
        );
        assert_eq!(progress(&rig, task).1, if taken { 5 } else { 3 });
        assert_eq!(rig.errors().len(), usize::from(!taken));
    }
    let (mut rig, _) = triggered();
    refresh(&mut rig, TdRefresh::from_bits(0).with_entry_masked(31));
    assert_eq!(rig.errors(), [ErrorBit::TriggerEntry]);
}

/// REFRESH: a refused word is TD_READ with the kernel's ids; no word is used.
#[test]
fn a_refused_refresh_is_td_read() {
    for refused in [6, 9, 10, 11] {
        let (mut rig, task) = triggered();
        rig.write((), EnableSecondRscSch::from_bits(0).with_enable(true));
        rig.rewrite(task, TaskDescriptor { block_trigger_cnt: 5, ..td(1, 8) });
        rig.memory.refuse(task.address + 4 * refused);
        refresh(&mut rig, entry(task));
        assert_eq!(rig.errors(), [ErrorBit::TdRead]);
        let first = rig.read::<ErrFirst>(());
        assert_eq!((first.code(), first.hdr_id(), first.entry_id()), (2, 5, 1));
        assert_eq!(progress(&rig, task), (0, 3), "word {refused}");
    }
}

/// REFRESH reads words 9 to 11 if second resources are on at retirement, not at the write.
#[test]
fn a_refresh_reads_counters_if_on_at_retirement() {
    for at_retirement in [false, true] {
        let l2 = |done| TaskDescriptor {
            enable_l2_alloc: true,
            l2_done: [done, 0, 0, 0, 0, 0, 0, 0],
            ..td(16, 8)
        };
        let mut rig = Rig::new();
        let on = |on| EnableSecondRscSch::from_bits(0).with_enable(on);
        rig.write((), on(!at_retirement));
        let task = rig.submit(l2(0));
        rig.rewrite(task, l2(1));
        rig.latch();
        rig.write((), entry(task));
        rig.write((), on(at_retirement));
        rig.commit();
        rig.write((), on(true));
        let open = RsRscOpen::from_bits(rig.peek(RegId::RsRscOpen(task.index()))).vg();
        assert_eq!(open, u32::from(at_retirement));
    }
}
