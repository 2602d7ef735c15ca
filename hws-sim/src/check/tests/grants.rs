//! I9: grants used never exceed grants given.

use hws_regs::{RegId, RsRscOpen, TdRefresh};
use hws_types::TaskDescriptor;

use super::bench::{Bench, Said, two_blocks};

/// Two blocks that need an L2 grant and a VC grant each; VG 1 has two, die 1 has two.
fn granted() -> TaskDescriptor {
    TaskDescriptor {
        enable_l2_alloc: true,
        enable_vc_alloc: true,
        l2_done: [0, 2, 0, 0, 0, 0, 0, 0],
        vc_done: [0, 2],
        ..two_blocks()
    }
}

/// Launched in cycles 56 and 104.
fn bench(td: &TaskDescriptor) -> Bench {
    let mut bench = Bench::new();
    bench.write(RegId::EnableSecondRscSch, 1);
    bench.write(RegId::HwsCtrl, 1);
    bench.push(td);
    bench.ticks(110);
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
    bench
}

/// RSC_OPEN follows the configuration, so it may change although the kernel does not.
#[test]
fn i11_a_write_that_opens_second_resources_changes_no_kernel() {
    let mut bench = Bench::with(&[granted()]);
    bench.ticks(60);
    let open = |bench: &mut Bench| bench.last().view.tasks[0].as_ref().unwrap().open;
    assert_eq!(open(&mut bench), RsRscOpen::default());
    bench.write(RegId::EnableSecondRscSch, 1);
    assert_ne!(open(&mut bench), RsRscOpen::default());
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
}

#[test]
fn i9_a_closed_vg() {
    let mut bench = bench(&granted());
    bench.latched(56).tasks[0].as_mut().unwrap().open =
        RsRscOpen::default().with_vg(1).unwrap().with_die(3).unwrap();
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 104: launch 1 of kernel 0 takes SIPs of VG 1, which is closed to it, latched at cycle 56 \
         (scheduler.md §9.1)"
    );
}

#[test]
fn i9_a_closed_die() {
    let mut bench = bench(&granted());
    bench.latched(56).tasks[0].as_mut().unwrap().open =
        RsRscOpen::default().with_vg(3).unwrap().with_die(1).unwrap();
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 104: launch 1 of kernel 0 takes SIPs of die 1, which is closed to it, latched at cycle 56 \
         (scheduler.md §9.1)"
    );
}

/// The verdict if the checker sees a descriptor with fewer grants than the HWS used.
fn told(td: TaskDescriptor) -> Said {
    let mut bench = bench(&granted());
    bench.told = vec![(0, td.encode().unwrap().to_vec())];
    bench.verdict()
}

#[test]
fn i9_more_l2_than_granted() {
    assert_eq!(
        told(TaskDescriptor { l2_done: [0, 1, 0, 0, 0, 0, 0, 0], ..granted() }),
        "I9 is violated at cycle 104: launch 1 of kernel 0 uses one L2 grant of VG 1 more than the 1 given, latched at \
         cycle 56 (scheduler.md §9.1)"
    );
}

#[test]
fn i9_more_vcs_than_granted() {
    assert_eq!(
        told(TaskDescriptor { vc_done: [0, 1], ..granted() }),
        "I9 is violated at cycle 104: launch 1 of kernel 0 uses one VC grant of die 1 more than the 1 given, latched \
         at cycle 56 (scheduler.md §9.1)"
    );
}

/// Firmware grants a second block after the first launch and refreshes. A checker that misses the TD_REFRESH misses
/// the grant, because it reads memory only when the HWS does.
#[test]
fn i9_grants_count_from_the_reread_on() {
    let mut bench = Bench::new();
    bench.write(RegId::EnableSecondRscSch, 1);
    bench.write(RegId::HwsCtrl, 1);
    bench.push(&TaskDescriptor { l2_done: [0, 1, 0, 0, 0, 0, 0, 0], ..granted() });
    bench.ticks(60);
    bench.replace(&granted());
    bench.write(RegId::TdRefresh, TdRefresh::default().bits());
    bench.ticks(120);
    let refresh = RegId::TdRefresh.offset();
    let at = bench.steps.iter().position(|step| step.is_write(refresh)).unwrap();
    let verdict = bench.verdict_with_memory_at(at);
    assert!(verdict.starts_with("I1-I9, I11, I13 hold"), "{verdict}");
    bench.steps[at].act = None;
    let verdict = bench.verdict_with_memory_at(at);
    assert!(verdict.starts_with("I9 is violated at cycle "), "{verdict}");
    assert!(
        verdict.contains("launch 1 of kernel 0 uses one L2 grant of VG 1 more than the 1 given"),
        "{verdict}"
    );
}
