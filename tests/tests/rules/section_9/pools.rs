//! 9.2: VC runs from the pools of the HWS.

use hws_model::Event;
use hws_regs::{RegId, RegIndex};
use hws_tests::rig::{Commit, Rig, td};
use hws_types::{MihMessage, RawMih, TaskDescriptor};

use super::setup::{enabled, run, switch, vc};
use crate::rules::section_6::bench::{of_dag, on};

/// The free VCs of both dies.
fn free(rig: &Rig) -> [u64; 2] {
    [0, 1].map(|die| {
        let half = |half| u64::from(rig.peek(RegId::VcPoolFree(RegIndex::wrapping(die), half)));
        half(RegIndex::at::<0>()) | half(RegIndex::at::<1>()) << 32
    })
}

/// Base, num.
type Run = (u8, u8);

/// The run in the commands and in SCHED_INFO of a COMMIT.
fn runs(commit: &Commit) -> (Vec<Run>, Vec<Run>) {
    let commands = commit.commands().iter().map(|c| (c.edte_vc_base, c.edte_vc_num)).collect();
    let info = |event: &Event| match *event {
        Event::Mih(RawMih { dw0, dw1 }) => match MihMessage::decode(RawMih { dw0, dw1 }) {
            Ok(MihMessage::SchedInfo { vc_base, vc_num, .. }) => Some((vc_base, vc_num)),
            _ => None,
        },
        _ => None,
    };
    (commands, commit.events.iter().filter_map(info).collect())
}

/// One block on `sips` with a run of `num`, over both paths.
fn block(num: u8, sips: u32) -> TaskDescriptor {
    let own = TaskDescriptor { edte_vc_base: 11, edte_vc_num: 13, out_path_mih: true, ..td(1, 1) };
    run(num, on(sips, own))
}

/// The lowest free run of the block's die, in each command and in SCHED_INFO.
#[test]
fn a_launch_takes_the_lowest_free_run() {
    let mut rig = enabled();
    for (num, sip, expected) in [(5, 3, (0, 5)), (7, 4, (5, 7)), (64, 20, (0, 64)), (52, 5, (12, 52))] {
        rig.submit(block(num, 1 << sip));
        assert_eq!(runs(&rig.attempt()), (vec![expected], vec![expected]), "{num} on SIP {sip}");
    }
    assert_eq!(free(&rig), [0, 0]);
}

/// Freed when the block finishes, with its last SIP; the lowest run that fits is taken again.
#[test]
fn a_run_is_freed_with_its_block() {
    let mut rig = enabled();
    rig.submit(run(8, on(0xF, td(2, 2))));
    let first = rig.attempt().launch().mask;
    rig.attempt();
    assert_eq!(free(&rig)[0], !0xFFFF);
    rig.complete(first & first.wrapping_neg());
    assert_eq!(free(&rig)[0], !0xFFFF, "one SIP of two");
    rig.complete(first & (first - 1));
    assert_eq!(free(&rig)[0], !0xFF00);
    rig.submit(block(9, 1 << 9));
    assert_eq!(runs(&rig.attempt()).0, [(16, 9)], "0..8 is too short");
    rig.submit(of_dag(2, block(8, 1 << 10)));
    assert_eq!(runs(&rig.attempt()).0, [(0, 8)]);
}

/// Each block of a cooperative kernel takes a run of its die.
#[test]
fn cooperative_blocks_take_a_run_each() {
    let mut rig = enabled();
    rig.submit(TaskDescriptor { coop: true, ..run(30, td(16, 2)) });
    assert_eq!(rig.attempt().launches().len(), 2);
    assert_eq!(free(&rig), [u64::MAX << 30; 2]);
    let mut rig = enabled();
    rig.submit(TaskDescriptor { coop: true, ..run(30, on(0xFFFF, td(8, 2))) });
    let commit = rig.attempt();
    assert_eq!(runs(&commit).0[..8], [(0, 30); 8]);
    assert_eq!(runs(&commit).0[8..], [(30, 30); 8]);
}

/// A run of 0: base 0, num 0.
#[test]
fn an_empty_run_is_0_0() {
    let mut rig = enabled();
    rig.submit(block(5, 1 << 3));
    rig.attempt();
    rig.submit(of_dag(2, block(0, 1 << 4)));
    assert_eq!(runs(&rig.attempt()), (vec![(0, 0)], vec![(0, 0)]));
    assert_eq!(free(&rig)[0], !0x1F);
}

/// Without a run from the HWS: the descriptor's VCs in the command, 0 in SCHED_INFO.
#[test]
fn other_kernels_use_the_vcs_of_the_descriptor() {
    let plain = TaskDescriptor { edte_vc_base: 11, edte_vc_num: 13, out_path_mih: true, ..td(1, 1) };
    for kernel in [plain, vc(1, 1, plain), TaskDescriptor { vc_hw_alloc: true, cdte_vc_num: 4, ..plain }] {
        let mut rig = enabled();
        rig.submit(kernel);
        assert_eq!(runs(&rig.attempt()), (vec![(11, 13)], vec![(0, 0)]));
        assert_eq!(free(&rig), [u64::MAX; 2]);
    }
}

/// With second resources off at LATCH no run is taken, and the command has the descriptor's VCs.
#[test]
fn runs_are_taken_as_latched() {
    for latched in [false, true] {
        let mut rig = enabled();
        switch(&mut rig, latched);
        rig.submit(block(4, 1));
        rig.latch();
        switch(&mut rig, !latched);
        let expected = if latched { ((0, 4), (0, 4)) } else { ((11, 13), (0, 0)) };
        assert_eq!(runs(&rig.commit()), (vec![expected.0], vec![expected.1]));
        assert_eq!(free(&rig)[0] == u64::MAX, !latched);
    }
}

/// A run is freed with its block, even with second resources off.
#[test]
fn a_run_is_freed_with_second_resources_off() {
    let mut rig = enabled();
    rig.submit(block(4, 1));
    rig.attempt();
    switch(&mut rig, false);
    rig.complete(1);
    assert_eq!(free(&rig), [u64::MAX; 2]);
}

/// A run freed between LATCH and COMMIT may be lower than the one the decision saw: the lowest is taken.
#[test]
fn the_run_is_searched_at_commit() {
    let mut rig = enabled();
    rig.submit(block(8, 1));
    rig.attempt();
    rig.submit(of_dag(2, block(8, 2)));
    rig.latch();
    rig.complete(1);
    assert_eq!(runs(&rig.commit()).0, [(0, 8)]);
}
