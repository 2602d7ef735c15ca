//! Small runs in which every number follows from the specification. Times count from the cycle in which
//! the first kernel is ready.

mod properties;
mod surroundings;

use hws_model::Pool;
use hws_regs::RegId;
use hws_types::{Cycle, SipMask, ThreadNum};

use super::*;
use crate::hardware::Hardware;
use crate::run::run;
use crate::timeline::{ReservationOutcome, StartedBy, Timeline, Why};
use crate::workload::{Dag, GraphKind, Triggers};

fn kernel(name: &str, threads: u32, blocks: u16, est: u32, priority: u32) -> Kernel {
    Kernel { priority, ..Kernel::new(name, ThreadNum::new(threads).unwrap(), blocks, est) }
}

fn workload(kernels: Vec<Kernel>, registers: &[(RegId, u32)]) -> Workload {
    let hardware = Hardware { registers: registers.to_vec(), ..Hardware::default() };
    let dag = Dag { arrival: Cycle(100), ..Dag::new("g", kernels) };
    Workload { hardware, ..Workload::new(vec![dag]) }
}

fn recorded(workload: &Workload) -> (Timeline, RunRecord) {
    let (record, recorder) = run(workload, Recorder::new(workload)).unwrap();
    (recorder.timeline(workload, &record), record)
}

/// A run whose kernels are ready together.
struct Seen {
    timeline: Timeline,
    ready: Cycle,
}

impl Seen {
    fn of(workload: &Workload) -> Self {
        let timeline = recorded(workload).0;
        let ready = timeline.kernels[0].ready.unwrap();
        assert!(timeline.kernels.iter().all(|kernel| kernel.ready == Some(ready)));
        Self { timeline, ready }
    }

    fn at(&self, cycle: Cycle) -> u64 {
        cycle.since(self.ready)
    }

    /// The waits of a kernel as (from, to, why).
    fn waits(&self, kernel: u32) -> Vec<(u64, u64, Why)> {
        let waits = self.timeline.waits.iter().filter(|wait| wait.kernel == kernel);
        waits.map(|wait| (self.at(wait.from), self.at(wait.to), wait.why)).collect()
    }

    /// The runs of a kernel as (first SIP, SIPs, block, from, to); all SIPs of a block are alike.
    fn blocks(&self, kernel: u32) -> Vec<(u32, usize, u16, u64, u64)> {
        let of_kernel = self.timeline.runs.iter().filter(|run| run.kernel == kernel);
        let runs: Vec<_> =
            of_kernel.map(|run| (run.block, self.at(run.from), self.at(run.to), run.sip.get())).collect();
        let blocks = runs.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2));
        blocks.map(|block| (block[0].3, block.len(), block[0].0, block[0].1, block[0].2)).collect()
    }
}

/// The kernel is pushed when ready; its descriptor takes 8 cycles, the attempt that begins in that tick 48. Small
/// blocks go to the highest place.
#[test]
fn one_block_by_itself() {
    let seen = Seen::of(&workload(vec![kernel("a", 4, 1, 500, 1)], &[]));
    assert_eq!(seen.blocks(0), [(28, 4, 0, 56, 556)]);
    assert_eq!(seen.waits(0), [(0, 8, Why::ReadyStation), (8, 56, Why::Attempt)]);
    let run = seen.timeline.runs[0];
    assert_eq!((seen.at(run.launched), run.by, run.early), (56, StartedBy::Hws(Pool::P), false));
    let attempt = seen.timeline.attempts[0];
    // The four SIPs of each aligned place are usable.
    assert_eq!((seen.at(attempt.commit), attempt.launched, attempt.idle_unusable), (56, true, 0));
    let resident: Vec<_> = seen.timeline.resident.iter().map(|&(at, count)| (seen.at(at), count)).collect();
    assert_eq!(resident, [(8, 1), (56, 0)]);
    assert_eq!((seen.timeline.dags[0].tag, seen.timeline.dags[0].arrival), (Some(0), Cycle(100)));
    assert_eq!(seen.timeline.dags[0].finish, Some(seen.ready.after(556)));
}

/// a takes both clusters at 56 and 104; then no SIP is ready until its first block ends at 1056. Its third
/// block starts at 1104, when the second one ends, and b follows an attempt later. b reaches the loader 9 cycles
/// after a.
fn two_wide_kernels(p_top_k: u32) -> Seen {
    let kernels = vec![kernel("a", 16, 3, 1000, 9), kernel("b", 16, 1, 100, 5)];
    Seen::of(&workload(kernels, &[(RegId::PTopK, p_top_k)]))
}

#[test]
fn a_kernel_not_among_the_top_k_of_its_graph_is_in_no_pool() {
    let seen = two_wide_kernels(1);
    assert_eq!(seen.blocks(0), [(0, 16, 0, 56, 1056), (16, 16, 1, 104, 1104), (0, 16, 2, 1104, 2104)]);
    assert_eq!(seen.blocks(1), [(16, 16, 0, 1152, 1252)]);
    assert_eq!(
        seen.waits(0),
        [
            (0, 8, Why::ReadyStation),
            (8, 104, Why::Attempt),
            (104, 1056, Why::NoPlace),
            (1056, 1104, Why::Attempt),
        ]
    );
    assert_eq!(
        seen.waits(1),
        [
            (0, 17, Why::ReadyStation),
            (17, 56, Why::Attempt),
            (56, 104, Why::NotInPool),
            (104, 1056, Why::NoPlace),
            (1056, 1104, Why::NotInPool),
            (1104, 1152, Why::Attempt),
        ]
    );
}

#[test]
fn a_kernel_in_the_pool_is_outranked() {
    let by_a = Why::Outranked { by: 0 };
    let waits = two_wide_kernels(2).waits(1);
    assert_eq!(waits[2..5], [(56, 104, by_a), (104, 1056, Why::NoPlace), (1056, 1104, by_a)]);
}

/// p has no place after its first block, so the O-tasks are considered, the older one first.
#[test]
fn an_o_task_is_outranked_by_an_o_task() {
    let p = Kernel { affinity: SipMask(1 << 31), ..kernel("p", 1, 2, 3000, 9) };
    let seen = Seen::of(&workload(vec![p, kernel("o", 2, 1, 900, 5), kernel("o2", 2, 1, 900, 5)], &[]));
    assert_eq!(seen.waits(2)[2], (56, 104, Why::Outranked { by: 1 }));
}

/// l0 and l1 keep a SIP of each cluster busy, so w has no place, and at 152 the cluster of l1, which ends
/// first, is reserved for it. s2 is short enough to run there meanwhile, s3 is not: it is launched in the
/// first attempt after w has ended. Attempts begin at 8 + 48 n; l1 ends at 3104, and w is launched by the attempt at
/// 3128.
#[test]
fn reserved_sips_and_backfilling() {
    let on = |sip: u32, kernel: Kernel| Kernel { affinity: SipMask(1 << sip), ..kernel };
    let kernels = vec![
        on(0, kernel("l0", 1, 1, 5000, 60)),
        on(16, kernel("l1", 1, 1, 3000, 50)),
        kernel("w", 16, 1, 200, 40),
        on(17, kernel("s", 1, 1, 500, 30)),
        on(18, kernel("s2", 1, 1, 500, 20)),
        on(19, kernel("s3", 1, 1, 4000, 10)),
    ];
    // RULE_TOP1_FULL_VG, one R-task.
    let seen = Seen::of(&workload(kernels, &[(RegId::PTopK, 4), (RegId::Promote, 0x1002)]));
    let [reservation] = seen.timeline.reservations[..] else { panic!("{:?}", seen.timeline.reservations) };
    assert_eq!((reservation.kernel, reservation.sips), (2, SipMask(0xFFFF_0000)));
    assert_eq!((seen.at(reservation.from), seen.at(reservation.to)), (152, 3176));
    assert_eq!(reservation.outcome, ReservationOutcome::Launched);
    assert_eq!(seen.blocks(2), [(16, 16, 0, 3176, 3376)]);
    let backfilled: Vec<_> = seen.timeline.runs.iter().filter(|run| run.backfilled).collect();
    assert_eq!(backfilled.len(), 1);
    assert_eq!((backfilled[0].kernel, seen.at(backfilled[0].from)), (4, 200));
    assert_eq!(
        seen.waits(2)[1..],
        [
            (26, 56, Why::Attempt),
            (56, 104, Why::Outranked { by: 1 }),
            (104, 3128, Why::NoPlace),
            (3128, 3176, Why::Attempt),
        ]
    );
    assert_eq!(
        seen.waits(5)[1..],
        [
            (53, 56, Why::Attempt),
            (56, 104, Why::NotInPool),
            (104, 152, Why::Outranked { by: 3 }),
            (152, 3176, Why::Reserved { by: 2 }),
            (3176, 3416, Why::NoPlace),
            (3416, 3464, Why::Attempt),
        ]
    );
    // Latched at 152: cluster 0 is idle except SIP 0, and s2 may only use SIP 18.
    let attempt = seen.timeline.attempts.iter().find(|attempt| seen.at(attempt.commit) == 200).unwrap();
    assert_eq!(attempt.idle_unusable, 15);
}

/// With PRE_IDLE_OFFSET 200, a SIP takes the next block 800 cycles after its start; that block begins when the first
/// one ends.
#[test]
fn an_early_launch_waits_on_its_sip() {
    let early = [(RegId::EnableEarlyLaunchSip, 1), (RegId::EarlyLaunchMode, 1), (RegId::PreIdleOffset, 200)];
    let seen = Seen::of(&workload(vec![kernel("e", 16, 4, 1000, 1)], &early));
    let blocks =
        [(0, 16, 0, 56, 1056), (16, 16, 1, 104, 1104), (0, 16, 2, 1056, 2056), (16, 16, 3, 1104, 2104)];
    assert_eq!(seen.blocks(0), blocks);
    let launched: Vec<_> = seen.timeline.runs.iter().map(|run| (seen.at(run.launched), run.early)).collect();
    assert_eq!([launched[0], launched[32], launched[48]], [(56, false), (904, true), (952, true)]);
    assert_eq!(seen.waits(0)[2..], [(104, 856, Why::NoPlace), (856, 952, Why::Attempt)]);
}

/// Blocks beyond the window wait for firmware, which gets a message when the first one ends.
#[test]
fn a_window_waits_for_its_trigger() {
    let windowed = Kernel { triggers: Triggers::Window(1), ..kernel("w", 1, 2, 1000, 1) };
    let other = kernel("o", 16, 8, 400, 1);
    let seen = Seen::of(&workload(vec![windowed, other], &[]));
    let waits = seen.waits(0);
    let (from, to, why) = waits[2];
    assert_eq!((from, why), (56, Why::Trigger));
    // The block runs from 56 to 1056; then firmware writes the trigger, which a later attempt sees.
    assert!((1056..1300).contains(&to), "{waits:?}");
    assert!(waits.iter().skip(3).all(|wait| wait.2 != Why::Trigger), "{waits:?}");
}

/// A prefetch waits for grants from its admission to its end; its kernel never does.
#[test]
fn a_prefetch_waits_for_grants() {
    let prefetch = Kernel { role: Role::PrefetchOf(1), ..kernel("p", 4, 6, 1, 2) };
    let after = vec![crate::workload::Dep { kernel: 0, on: hws_sim::On::Launch, delay: 0 }];
    let compute = Kernel { role: Role::ComputeAfter(0), deps: after, ..kernel("k", 4, 6, 300, 1) };
    let (timeline, record) = recorded(&workload(vec![prefetch, compute], &[]));
    let last = timeline.waits.iter().rfind(|wait| wait.kernel == 0).unwrap();
    assert_eq!((last.why, Some(last.from)), (Why::Grants, record.kernels[0].admitted));
    assert_eq!(Some(last.to), record.kernels[0].finish);
    assert!(timeline.waits.iter().all(|wait| wait.kernel == 0 || wait.why != Why::Grants));
}

/// The usage mask is empty for one size class; the wait ends with the run.
#[test]
fn a_kernel_that_may_use_no_sip_has_its_reason() {
    let mut shut = workload(vec![kernel("a", 2, 1, 100, 1)], &[]);
    shut.usage_masks.push((0, ThreadNum::new(2).unwrap(), SipMask::EMPTY));
    let seen = Seen::of(&shut);
    let end = seen.at(seen.timeline.end);
    // The first attempt begins at its admission, so no earlier cycle has this reason.
    assert_eq!(seen.waits(0), [(0, 8, Why::ReadyStation), (8, end, Why::NothingAllowed)]);
    assert_eq!(seen.timeline.attempts[0].idle_unusable, 32);
}
