//! I8: blocks of a kernel and threads of a block.

use hws_model::Event;
use hws_types::{Entry, LaunchId, MdmaCommand, Sip, TaskDescriptor};

use super::bench::{Bench, two_blocks};

/// Changes the values of the launch of this cycle.
fn relaunch(bench: &mut Bench, cycle: u64, change: impl Fn(&mut Entry, &mut u32, &mut u16)) {
    bench.alter(cycle, |event| match event {
        Event::Launch { entry, seq, block, .. } => {
            change(entry, seq, block);
            true
        }
        _ => false,
    });
}

/// Changes the values of the `nth` command of the COMMIT of cycle 56.
fn command(bench: &mut Bench, mut nth: usize, change: impl Fn(&mut MdmaCommand)) {
    bench.alter(56, |event| match event {
        Event::Mdma(command) if nth == 0 => {
            change(command);
            true
        }
        Event::Mdma(_) => {
            nth -= 1;
            false
        }
        _ => false,
    });
}

#[test]
fn i8_a_block_twice_or_out_of_order() {
    for block in [0, 2] {
        let mut bench = Bench::launched();
        relaunch(&mut bench, 104, |_, _, id| *id = block);
        assert_eq!(
            bench.verdict(),
            format!(
                "I8 is violated at cycle 104: kernel 0 launches block {block} where block 1 is next, last launched at \
                 cycle 56 (scheduler.md §6.3)"
            )
        );
    }
}

#[test]
fn i8_a_kernel_that_is_not_in_the_entry() {
    let mut bench = Bench::launched();
    relaunch(&mut bench, 56, |_, seq, _| *seq = 7);
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: kernel 7 launches from entry 0, which holds another kernel, latched at cycle \
         8 (scheduler.md §6.2)"
    );
}

#[test]
fn i8_an_entry_without_a_kernel() {
    let mut bench = Bench::launched();
    relaunch(&mut bench, 56, |entry, _, _| *entry = Entry::wrapping(5));
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: kernel 0 launches from entry 5, which held no kernel, latched at cycle 8 \
         (scheduler.md §6.2)"
    );
}

#[test]
fn i8_more_blocks_than_the_kernel_has() {
    let mut bench = Bench::launched();
    bench.latched(56).tasks[0].as_mut().unwrap().blocks = 1;
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 104: kernel 0 launches its block number 2 of 1, admitted at cycle 8 (scheduler.md \
         §6.3)"
    );
}

#[test]
fn i8_more_blocks_than_the_trigger() {
    let mut bench = Bench::launched();
    bench.latched(56).tasks[0].as_mut().unwrap().trigger = 1;
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 104: kernel 0 launches its block number 2 with trigger 1, latched at cycle 56 \
         (scheduler.md §4.1)"
    );
}

/// Its trigger has no effect, and it is launched whole.
#[test]
fn i8_a_cooperative_kernel_is_launched_whole() {
    let coop = TaskDescriptor { coop: true, block_trigger_cnt: 0, ..two_blocks() };
    let mut bench = Bench::with(&[coop]);
    bench.ticks(60);
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
    bench.latched(8).tasks[0].as_mut().unwrap().blocks = 3;
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: kernel 0 launches 2 blocks in one COMMIT instead of 3 (scheduler.md §6.3)"
    );
}

#[test]
fn i8_one_block_in_a_commit() {
    let coop = TaskDescriptor { coop: true, ..two_blocks() };
    let mut bench = Bench::with(&[coop]);
    bench.ticks(60);
    let task = bench.latched(8).tasks[0].as_mut().unwrap();
    task.flags = task.flags.with_coop(false);
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: kernel 0 launches 2 blocks in one COMMIT instead of 1 (scheduler.md §6.3)"
    );
}

#[test]
fn i8_a_kernel_leaves_before_its_last_block() {
    let mut bench = Bench::launched();
    bench.add_event(56, Event::KernelDone { entry: Entry::wrapping(0), seq: 0, dag_slot: None });
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: kernel 0 leaves with 1 of 2 blocks launched, admitted at cycle 8 (scheduler.md \
         §6.4)"
    );
}

#[test]
fn i8_a_thread_twice() {
    let mut bench = Bench::launched();
    command(&mut bench, 1, |command| command.thread_idx = 0);
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: launch 0 gets thread 0 of block 0 on SIP 29 as its command number 1 for block 0, \
         SIPs 0xf0000000 (scheduler.md §6.2)"
    );
}

#[test]
fn i8_a_thread_on_another_sip() {
    let mut bench = Bench::launched();
    command(&mut bench, 3, |command| command.sip = Sip::wrapping(30));
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: launch 0 gets thread 3 of block 0 on SIP 30 as its command number 3 for block 0, \
         SIPs 0xf0000000 (scheduler.md §6.2)"
    );
}

#[test]
fn i8_a_command_of_another_launch() {
    let mut bench = Bench::launched();
    command(&mut bench, 2, |command| command.launch_id = LaunchId::wrapping(9));
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: launch 9 gets a command for SIP 30 outside its COMMIT (scheduler.md §6.2)"
    );
}

#[test]
fn i8_a_command_is_missing() {
    let mut bench = Bench::launched();
    bench.drop_events(56, |event| matches!(event, Event::Mdma(command) if command.thread_idx == 3));
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: launch 0 got 3 commands instead of 4 (scheduler.md §6.2)"
    );
}

#[test]
fn i8_commands_on_a_path_that_is_off() {
    let mut bench = Bench::launched();
    bench.after_tick(56).view.launches[0].as_mut().unwrap().out_mdma = false;
    assert_eq!(
        bench.verdict(),
        "I8 is violated at cycle 56: launch 0 got 4 commands instead of 0 (scheduler.md §6.2)"
    );
}
