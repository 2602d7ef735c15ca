//! A hand-made timeline on 32 SIPs; the numbers are derived in the comments.

use hws_model::Pool;
use hws_types::{Cycle, Sip, SipMask, ThreadNum, Topology};

use super::*;
use crate::run::{KernelRecord, run};
use crate::timeline::{
    AttemptSpan, DagLine, KernelLine, Reservation, ReservationOutcome, SipRun, StartedBy, WaitSpan, Why,
};
use crate::workload::{Dag, Kernel, Role};

fn line(dag: u32, ready: u64, first_launch: Option<u64>, fail_times: u16) -> KernelLine {
    let first_launch = first_launch.map(Cycle);
    KernelLine { ready: Some(Cycle(ready)), first_launch, fail_times, ..KernelLine::new("", dag) }
}

fn ran(sip: u32, kernel: u32, launched: u64, to: u64) -> SipRun {
    SipRun::new(Sip::wrapping(sip), kernel, StartedBy::Hws(Pool::P), Cycle(launched), Cycle(to))
}

fn kept(kernel: u32, sips: u32, from: u64, to: u64, outcome: ReservationOutcome) -> Reservation {
    Reservation { kernel, sips: SipMask(sips), from: Cycle(from), to: Cycle(to), outcome }
}

fn waited(kernel: u32, from: u64, to: u64, why: Why) -> WaitSpan {
    WaitSpan { kernel, from: Cycle(from), to: Cycle(to), why }
}

/// SIPs 0 and 1 are reserved for kernel 2 from 100 to its launch at 500. The block on SIP 0 ends at 300; kernel 1 is
/// backfilled on SIP 1 until 420. SIP 20 is reserved for kernel 3, which never gets it, and is also backfilled.
fn timeline() -> Timeline {
    let backfilled = |run: SipRun| SipRun { backfilled: true, ..run };
    let attempt =
        |commit, launched, idle_unusable| AttemptSpan { commit: Cycle(commit), launched, idle_unusable };
    Timeline {
        end: Cycle(700),
        dags: vec![DagLine { name: "g".into(), tag: None, arrival: Cycle(0), finish: None, deadline: None }],
        kernels: vec![
            line(0, 0, Some(50), 0),
            line(1, 10, Some(150), 2),
            line(0, 2, Some(500), 2),
            line(0, 5, None, 0),
        ],
        runs: vec![
            ran(0, 0, 50, 300),
            backfilled(ran(1, 1, 150, 420)),
            backfilled(SipRun { block: 1, ..ran(20, 1, 160, 170) }),
            SipRun { by: StartedBy::Firmware, block: 7, ..ran(31, 1, 200, 210) },
            ran(0, 2, 500, 600),
            ran(1, 2, 500, 600),
        ],
        reservations: vec![
            kept(2, 0b11, 100, 500, ReservationOutcome::Launched),
            kept(3, 1 << 20, 150, 180, ReservationOutcome::Cancelled),
            kept(3, 1 << 21, 190, 195, ReservationOutcome::Launched),
            kept(3, 1 << 22, 690, 700, ReservationOutcome::Open),
        ],
        waits: vec![
            waited(0, 0, 3, Why::HdrPort),
            waited(0, 3, 11, Why::ReadyStation),
            waited(0, 11, 20, Why::Attempt),
            waited(0, 20, 40, Why::Outranked { by: 9 }),
            waited(0, 40, 70, Why::NoPlace),
            waited(1, 10, 100, Why::Trigger),
            waited(1, 100, 150, Why::Reserved { by: 2 }),
            waited(3, 5, 700, Why::NothingAllowed),
        ],
        attempts: vec![attempt(50, true, 5), attempt(98, false, 0), attempt(146, false, 7)],
        ..Timeline::new(Topology::FULL)
    }
}

fn kernel(name: &str, threads: u32, est: u32) -> Kernel {
    Kernel { priority: 1, ..Kernel::new(name, ThreadNum::new(threads).unwrap(), 1, est) }
}

fn dag(name: &str, arrival: u64, kernels: Vec<Kernel>) -> Dag {
    Dag { arrival: Cycle(arrival), ..Dag::new(name, kernels) }
}

/// Launched: 0/0, 1/0, 1/1, 2/0. Without kernel 1, the SIPs of kernel 2 would have been free at 300; with it they
/// were free at 420. One of the other reservations was cancelled, the rest were not used.
#[test]
fn backfilling_and_the_delay_of_the_r_task() {
    let backfill = BackfillMetrics::new(&timeline(), &timeline().reservation_sums());
    assert_eq!((backfill.launched_blocks, backfill.blocks, backfill.rate_permille), (4, 2, Some(500)));
    assert_eq!(backfill.delay, Spread::from_values([200]));
    assert_eq!(backfill.caused, Spread::from_values([120]));
}

/// Reserved: 2 × 400 + 30 + 5 + 10 SIP cycles. Busy meanwhile: SIP 0 until 300, SIP 1 from 150 to 420, SIP 20 for
/// 10 cycles: 200 + 270 + 10.
#[test]
fn reservations_and_their_idle_time() {
    let expected = ReservationMetrics {
        total: 4,
        launched: 2,
        cancelled: 1,
        unfinished: 1,
        sip_cycles: 845,
        idle_sip_cycles: 365,
    };
    assert_eq!(ReservationMetrics::new(&timeline().reservation_sums()), expected);
}

/// Cluster 0: 250 + 270 + 100 + 100 of 16 × 600 SIP cycles; cluster 1: 10 + 10.
#[test]
fn clusters_and_their_use() {
    let record = RunRecord { makespan: 600, ..RunRecord::default() };
    let seen = clusters::all(&record, &timeline());
    let seen: Vec<_> =
        seen.iter().map(|it| (it.cluster, it.busy_sip_cycles, it.utilisation_permille)).collect();
    assert_eq!(seen, [(0, 720, 75), (1, 20, 2)]);
}

/// 12 SIPs, 48 cycles each.
#[test]
fn attempts_and_fragmentation() {
    let expected =
        AttemptMetrics { total: 3, launched: 1, success_permille: Some(333), fragmented_sip_cycles: 576 };
    assert_eq!(AttemptMetrics::new(&timeline()), expected);
    let nothing = Timeline { attempts: Vec::new(), ..timeline() };
    assert_eq!(AttemptMetrics::new(&nothing).success_permille, None);
}

#[test]
fn kernels_are_counted_by_their_fails() {
    let mut timeline = timeline();
    let histogram = |timeline: &Timeline| -> Vec<(u16, u64)> {
        attempts::fail_times(timeline).iter().map(|count| (count.fail_times, count.kernels)).collect()
    };
    assert_eq!(histogram(&timeline), [(0, 2), (2, 2)]);
    timeline.kernels[0].role = Role::PrefetchOf(1);
    assert_eq!(histogram(&timeline), [(0, 1), (2, 2)], "a prefetch is in no pool");
}

/// Kernel 0: 3 + 8 + 9 of overhead, 20 + 10 for SIPs before its launch at 50. Kernel 1: 90 and 50. Kernel 3
/// was never launched.
#[test]
fn overhead_is_what_more_sips_would_not_shorten() {
    let overhead = Overhead::new(&timeline());
    assert_eq!(
        (overhead.overhead, overhead.for_sips),
        (Spread::from_values([20, 90]), Spread::from_values([30, 50]))
    );
    let expected = Reasons {
        hdr_port: 3,
        ready_station: 8,
        attempt: 9,
        outranked: 20,
        no_place: 10,
        trigger: 90,
        reserved: 50,
        ..Reasons::default()
    };
    assert_eq!(overhead.reasons, expected);
}

/// Graph 0 waits 50 and 498 cycles in its first and last kernel, graph 1 waits 140.
#[test]
fn waits_are_attributed_to_their_graph() {
    let first = ["a", "b", "c"].map(|name| kernel(name, 1, 1));
    let workload = Workload::new(vec![dag("g", 0, first.to_vec()), dag("h", 0, vec![kernel("d", 1, 1)])]);
    let ran = |ready, first_launch: Option<u64>| KernelRecord {
        ready: Some(Cycle(ready)),
        first_launch: first_launch.map(Cycle),
        ..KernelRecord::default()
    };
    let kernels = vec![ran(0, Some(50)), ran(5, None), ran(2, Some(500)), ran(10, Some(150))];
    let dags = dags::all(&workload, &RunRecord { kernels, ..RunRecord::default() }, None);
    assert_eq!((dags[0].wait, dags[1].wait), (Spread::from_values([50, 498]), Spread::from_values([140])));
    assert_eq!((dags[0].turnaround, dags[0].alone, dags[0].slowdown_permille), (None, None, None));
}

#[test]
fn unfairness_is_the_largest_slowdown_by_the_smallest() {
    let one = |slowdown_permille| DagMetrics {
        name: String::new(),
        turnaround: None,
        wait: Spread::default(),
        alone: None,
        slowdown_permille,
        traffic: Default::default(),
    };
    assert_eq!(Slowdown::new(&[one(None)]), None);
    let slowdown = Slowdown::new(&[one(Some(1500)), one(None), one(Some(4000))]).unwrap();
    assert_eq!((slowdown.min_permille, slowdown.mean_permille, slowdown.max_permille), (1500, 2750, 4000));
    assert_eq!(slowdown.unfairness_permille, Some(2666));
}

/// A ready graph takes 8 cycles to read, 48 to decide and 500 to run; the time that firmware takes to open it does
/// not depend on its arrival.
#[test]
fn alone_is_a_run_of_the_graph_by_itself() {
    let long = vec![kernel("a", 4, 500)];
    let short = vec![kernel("a", 4, 499)];
    let many = [dag("x", 9000, long.clone()), dag("y", 100, short), dag("z", 9100, long)];
    let alone = Alone::measure(&Workload::new(many.to_vec())).unwrap();
    let [x, y, z] = [0, 1, 2].map(|index| alone.turnaround(index).unwrap());
    assert_eq!((x, y + 1), (z, x));
    let single = Workload::new(vec![many[0].clone()]);
    let record = run(&single, ()).unwrap().0;
    assert_eq!(x, record.makespan - 9000);
    assert_eq!(x - 556, record.kernels[0].ready.unwrap().0 - 9000);
}

#[test]
fn graphs_that_are_alike_are_measured_once() {
    let big = |name: &str| vec![kernel(name, 1, 1); MOST_KERNELS / 2];
    let dags = vec![dag("x", 0, big("a")), dag("y", 0, big("b")), dag("z", 0, big("a"))];
    assert!(Alone::is_cheap(&Workload::new(dags.clone())));
    let more = [dags, vec![dag("w", 0, vec![kernel("c", 1, 1)])]].concat();
    assert!(!Alone::is_cheap(&Workload::new(more)));
}
