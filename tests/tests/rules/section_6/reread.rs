//! 6.3: the live words, read again after every launch.

use hws_model::{ErrorBit, Event};
use hws_regs::{EnableSecondRscSch, ErrFirst, RegId, RsRscOpen};
use hws_tests::rig::{Commit, Rig, RigTask, td};
use hws_types::TaskDescriptor;

use super::bench::progress;

/// The errors of a COMMIT with the entry ids of the kernels concerned.
fn errors(commit: &Commit) -> Vec<(ErrorBit, u8)> {
    let error = |event: &Event| match *event {
        Event::Error { bit, ids } => Some((bit, ids.hdr_entry_id)),
        _ => None,
    };
    commit.events.iter().filter_map(error).collect()
}

fn word(task: RigTask, index: u32) -> u32 {
    task.address + 4 * index
}

fn second_resources(rig: &mut Rig, enable: bool) {
    rig.write((), EnableSecondRscSch::from_bits(0).with_enable(enable));
}

fn triggered(trigger: u16, blocks: u16) -> TaskDescriptor {
    TaskDescriptor { block_trigger_cnt: trigger, ..td(1, blocks) }
}

/// `trigger = max(trigger, min(new, block_num))`.
#[test]
fn the_trigger_is_raised_and_clamped() {
    for (new, expected) in [(0, 2), (1, 2), (2, 2), (3, 3), (8, 8), (9, 8), (65_535, 8)] {
        let mut rig = Rig::new();
        let task = rig.submit(triggered(2, 8));
        rig.rewrite(task, triggered(new, 8));
        assert_eq!(progress(&rig, task), (0, 2), "not before a launch");
        rig.attempt();
        assert_eq!(progress(&rig, task), (1, expected), "{new}");
    }
}

/// A failed attempt reads nothing.
#[test]
fn a_failed_attempt_reads_nothing() {
    let mut rig = Rig::new();
    let task = rig.submit(triggered(2, 8));
    rig.rewrite(task, triggered(8, 8));
    rig.usage(0, 0, 0);
    assert!(!rig.attempt().is_launched());
    assert_eq!(progress(&rig, task), (0, 2));
}

/// Only the live words of the descriptor count: a new start_block_idx changes nothing.
#[test]
fn only_live_words_are_taken_over() {
    let mut rig = Rig::new();
    let task = rig.submit(td(1, 3));
    rig.rewrite(task, TaskDescriptor { start_block_idx: 50, affinity: 1, ..td(2, 9) });
    assert_eq!(rig.attempt().launch().block, 0);
    let launch = rig.attempt().launch();
    assert_eq!((launch.block, launch.mask), (1, 1 << 30));
}

/// A refused word 6 is TD_READ with the kernel's ids; the trigger stays.
#[test]
fn a_refused_trigger_word_is_td_read() {
    let mut rig = Rig::new();
    rig.submit(TaskDescriptor { block_trigger_cnt: 0, ..td(1, 1) });
    let task = rig.submit(TaskDescriptor { dag_tag: 2, ..triggered(2, 8) });
    rig.memory.refuse(word(task, 6));
    assert_eq!(errors(&rig.attempt()), [(ErrorBit::TdRead, task.ids.hdr_entry_id)]);
    assert_eq!(progress(&rig, task), (1, 2));
    let first = rig.read::<ErrFirst>(());
    assert_eq!((first.code(), first.hdr_id(), first.entry_id()), (2, 5, u32::from(task.ids.hdr_entry_id)));
}

/// It is read after the last launch too, and the error comes before kernel_done.
#[test]
fn the_words_are_read_after_the_last_launch() {
    let mut rig = Rig::new();
    let task = rig.submit(td(1, 1));
    rig.memory.refuse(word(task, 6));
    let commit = rig.attempt();
    assert_eq!(errors(&commit).len(), 1);
    let error = commit.events.iter().position(|event| matches!(event, Event::Error { .. }));
    let done = commit.events.iter().position(|event| matches!(event, Event::KernelDone { .. }));
    assert!(error.unwrap() < done.unwrap());
}

/// Without second resources words 9 to 11 are not read.
#[test]
fn counters_are_not_read_without_second_resources() {
    let mut rig = Rig::new();
    let task = rig.submit(triggered(1, 8));
    rig.rewrite(task, triggered(4, 8));
    (9..12).for_each(|index| rig.memory.refuse(word(task, index)));
    assert!(errors(&rig.attempt()).is_empty());
    assert_eq!(progress(&rig, task), (1, 4));
}

/// With second resources words 6, 9, 10 and 11 are read, whatever the kernel uses. If one word is refused, none is
/// used, not even the trigger.
#[test]
fn the_words_are_one_read() {
    for refused in [6, 9, 10, 11] {
        let mut rig = Rig::new();
        second_resources(&mut rig, true);
        let task = rig.submit(triggered(1, 8));
        rig.rewrite(task, triggered(4, 8));
        rig.memory.refuse(word(task, refused));
        assert_eq!(errors(&rig.attempt()).len(), 1, "word {refused}");
        assert_eq!(progress(&rig, task), (1, 1), "word {refused}");
    }
}

/// Nor are the counters used if a later word is refused.
#[test]
fn no_counter_is_taken_over_from_a_refused_read() {
    let l2 =
        |done: u8| TaskDescriptor { enable_l2_alloc: true, l2_done: [done, 0, 0, 0, 0, 0, 0, 0], ..td(1, 8) };
    for (refused, open) in [(None, 1), (Some(11), 0)] {
        let mut rig = Rig::new();
        second_resources(&mut rig, true);
        let task = rig.submit(l2(1));
        rig.rewrite(task, l2(2));
        refused.into_iter().for_each(|index| rig.memory.refuse(word(task, index)));
        rig.attempt();
        assert_eq!(RsRscOpen::from_bits(rig.peek(RegId::RsRscOpen(task.index()))).vg(), open);
    }
}

/// Whether words 9 to 11 are read is decided at LATCH, not at COMMIT.
#[test]
fn second_resources_count_as_latched() {
    for latched in [false, true] {
        let mut rig = Rig::new();
        second_resources(&mut rig, latched);
        let task = rig.submit(triggered(1, 8));
        rig.memory.refuse(word(task, 9));
        rig.latch();
        second_resources(&mut rig, !latched);
        assert_eq!(errors(&rig.commit()).len(), usize::from(latched), "latched {latched}");
    }
}

/// The words are read where the descriptor was read, whatever TDP_CFG is now (2.2).
#[test]
fn the_words_are_read_at_the_old_address() {
    let mut rig = Rig::new();
    let task = rig.submit(triggered(1, 8));
    rig.rewrite(task, triggered(4, 8));
    rig.write_bits(RegId::TdpCfg, 0x8000);
    assert!(errors(&rig.attempt()).is_empty());
    assert_eq!(progress(&rig, task), (1, 4));
}
