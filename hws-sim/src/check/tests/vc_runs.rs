//! I13: runs of VCs and the pools they come from.

use hws_model::Event;
use hws_regs::RegId;
use hws_types::{MihMessage, TaskDescriptor};

use super::bench::{Bench, two_blocks};

/// Two blocks with runs of four VCs each, VCs 0 to 3 and 4 to 7 of die 1.
fn bench(out_path_mih: bool) -> Bench {
    let td = TaskDescriptor {
        enable_vc_alloc: true,
        vc_hw_alloc: true,
        cdte_vc_num: 4,
        out_path_mih,
        ..two_blocks()
    };
    let mut bench = Bench::new();
    bench.write(RegId::EnableSecondRscSch, 1);
    bench.write(RegId::HwsCtrl, 1);
    bench.push(&td);
    bench.ticks(110);
    assert_eq!(bench.steps.last().unwrap().view.vc_free, [u64::MAX, !0xFF]);
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
    bench
}

#[test]
fn i13_runs_overlap_in_sched_info() {
    let mut bench = bench(true);
    bench.alter(104, |event| match event {
        Event::Mih(raw) => match MihMessage::decode(*raw) {
            Ok(MihMessage::SchedInfo { of, entry, launch_id, last_block, vc_num, .. }) => {
                let moved = MihMessage::SchedInfo { of, entry, launch_id, last_block, vc_base: 2, vc_num };
                *raw = moved.encode();
                true
            }
            _ => false,
        },
        _ => false,
    });
    assert_eq!(
        bench.verdict(),
        "I13 is violated at cycle 104: launch 1 takes VCs 0xc of die 1, which launch 0 holds, launched at cycle 56 \
         (scheduler.md §9.2)"
    );
}

/// Without messages, the commands give the run.
#[test]
fn i13_runs_overlap_in_the_commands() {
    let mut bench = bench(false);
    for (_, event) in &mut bench.after_tick(104).events {
        if let Event::Mdma(command) = event {
            command.edte_vc_base = 3;
        }
    }
    assert_eq!(
        bench.verdict(),
        "I13 is violated at cycle 104: launch 1 takes VCs 0x8 of die 1, which launch 0 holds, launched at cycle 56 \
         (scheduler.md §9.2)"
    );
}

/// Without a known descriptor, a run counts as allocated by the HWS if the pool lost it.
#[test]
fn i13_a_run_without_its_descriptor() {
    let mut bench = bench(false);
    bench.told.clear();
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
    bench.after_tick(56).view.vc_free[1] = !0x7;
    assert_eq!(
        bench.verdict(),
        "I13 is violated at cycle 57: die 1 has free VCs 0xfffffffffffffff8, but live launches hold 0x0 (scheduler.md \
         §9.2)"
    );
}

#[test]
fn i13_a_held_vc_is_free() {
    let mut bench = bench(true);
    bench.after_tick(70).view.vc_free[1] = !0xE;
    assert_eq!(
        bench.verdict(),
        "I13 is violated at cycle 71: die 1 has free VCs 0xfffffffffffffff1, but live launches hold 0xf, launched at \
         cycle 56 (scheduler.md §9.2)"
    );
}

#[test]
fn i13_a_vc_leaks() {
    let mut bench = bench(true);
    bench.after_tick(70).view.vc_free[0] = u64::MAX >> 1;
    assert_eq!(
        bench.verdict(),
        "I13 is violated at cycle 71: die 0 has free VCs 0x7fffffffffffffff, but live launches hold 0x0 (scheduler.md \
         §9.2)"
    );
}

#[test]
fn i13_a_finished_launch_keeps_its_run() {
    let mut bench = bench(true);
    (28..32).for_each(|sip| bench.complete(sip, 0, 0));
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
    bench.last().view.vc_free[1] = !0xFF;
    assert_eq!(
        bench.verdict(),
        "I13 is violated at cycle 110: die 1 has free VCs 0xffffffffffffff00, but live launches hold 0xf0 (scheduler.md \
         §9.2)"
    );
}
