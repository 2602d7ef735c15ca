//! Reports of constructed runs; the numbers are derived in the comments.

mod deadlines;
mod fits_the_schema;
mod highlights;
mod real_runs;

use hws_model::ErrorBit;
use hws_sim::{KernelState, On};
use hws_types::{Cycle, SipMask, TaskIds, ThreadNum};

use super::{AttemptCounts, Report, ReportSummary, Spread, TrafficReport};
use crate::hardware::Hardware;
use crate::run::{DagRecord, ErrorRecord, KernelRecord, RunRecord, StuckKernel, Traffic};
use crate::workload::{Dag, Dep, GraphKind, Kernel, Role, Workload};

fn kernel(name: &str, threads: u32, blocks: u16, est: u32, deps: &[(u32, On)]) -> Kernel {
    let deps = deps.iter().map(|&(kernel, on)| Dep { kernel, on, delay: 0 }).collect();
    let kernel = Kernel::new(name, ThreadNum::new(threads).unwrap(), blocks, est);
    Kernel { priority: 7, on_cp: true, deps, ..kernel }
}

/// 32 SIPs, two cycles in a time unit.
///
/// * a: 100 cycles; 9 blocks of 8 SIPs, 4 at once: 3 rounds, 300 cycles, 7200 SIP cycles;
/// * p: a prefetch, nothing;
/// * b: 70 real cycles; 2 blocks of 16 SIPs at once: 70 cycles, 2240 SIP cycles;
/// * c: 10 cycles on one SIP; d: 40 cycles on one SIP, after the launch of c.
fn workload() -> Workload {
    let prefetch = Kernel { role: Role::PrefetchOf(2), ..kernel("p", 16, 2, 1, &[]) };
    let after_p = kernel("b", 16, 2, 10, &[(0, On::Finish), (1, On::Launch)]);
    let b = Kernel { actual: Some(70), role: Role::ComputeAfter(1), ..after_p };
    let first = vec![kernel("a", 8, 9, 50, &[]), prefetch, b];
    let second = vec![kernel("c", 1, 1, 5, &[]), kernel("d", 1, 1, 20, &[(0, On::Launch)])];
    let dag = |name, arrival, kind, kernels| Dag { arrival: Cycle(arrival), kind, ..Dag::new(name, kernels) };
    let dags = vec![dag("one", 100, GraphKind::Static, first), dag("two", 500, GraphKind::Dynamic, second)];
    Workload { hardware: Hardware { time_unit: 2, ..Hardware::default() }, ..Workload::new(dags) }
}

fn ran(ready: u64, first_launch: Option<u64>, finish: u64, sips: u32) -> KernelRecord {
    KernelRecord {
        state: KernelState::Finished,
        ready: Some(Cycle(ready)),
        pushed: Some(Cycle(ready)),
        admitted: Some(Cycle(ready + 9)),
        first_launch: first_launch.map(Cycle),
        finish: Some(Cycle(finish)),
        sips: SipMask(sips),
        promotions: 0,
        backfilled: 0,
    }
}

/// A run of this workload with 10 attempts and a firmware latency of at most 30 cycles.
fn record() -> RunRecord {
    let dag = |tag, finish| DagRecord {
        tag: Some(tag),
        opened: Some(Cycle(120)),
        finish: Some(Cycle(finish)),
        ..Default::default()
    };
    let counters = fw_api::Counters {
        cycles: 1100,
        attempts: 10,
        failed: 4,
        launches_r: 1,
        launches_p: 12,
        launches_o: 0,
        backfills: 2,
        early: 3,
        promotions: 1,
        cancels: 0,
        kernels_done: 5,
        tasks_rejected: 0,
        messages_dropped: 0,
    };
    RunRecord {
        end: Cycle(1100),
        makespan: 1000,
        kernels: vec![
            ran(121, Some(171), 600, u32::MAX),
            ran(121, None, 180, 0),
            ran(601, Some(651), 730, 0xFFFF_FFFF),
            ran(520, Some(740), 760, 0x8000_0000),
            ran(741, Some(801), 1000, 0x11),
        ],
        dags: vec![dag(0, 750), dag(1, 1010)],
        counters: Some(counters),
        busy_sip_cycles: 9490,
        traffic: Traffic { reads: 80, writes: 20 },
        firmware_latency: 30,
        drained: true,
        ..RunRecord::default()
    }
}

/// Work: 7200 + 2240 + 10 + 40 = 9490 SIP cycles, 297 cycles on 32 SIPs. Paths: 300 + 70 = 370 and, as d
/// waits only for the launch of c, 40. Lower bound: the largest of 100 + 370, 500 + 40 and 297.
///
/// Graham: ceil((9490 + 31 × 370) / 32) = 655. Chains have 2 kernels. Overhead bound with attempts of 48
/// cycles and descriptors of 8: 655 + 500 + 48 × 10 + (8 + 48 + 30) × 2 = 1807.
#[test]
fn bounds() {
    let report = Report::new(&workload(), &record());
    assert_eq!((report.lower_bound, report.overhead_bound), (540, 1807));
    assert!(report.within_bounds);
    let early = RunRecord { makespan: 539, ..record() };
    assert!(!Report::new(&workload(), &early).within_bounds);
}

#[test]
fn graphs_and_kernels() {
    let report = Report::new(&workload(), &record());
    // The last block of b ends at 730, which firmware learns at 750: 630 after the arrival, at least 370.
    let one = &report.dags[0];
    assert_eq!(
        (one.tag, one.finish, one.noticed, one.turnaround),
        (Some(0), Some(730), Some(750), Some(630))
    );
    assert_eq!((one.critical_path, one.path_ratio_permille), (370, Some(1702)));
    assert_eq!((report.dags[1].kind, report.dags[1].path_ratio_permille), ("dynamic", Some(12_500)));
    let b = &report.kernels[2];
    assert_eq!((b.id.as_str(), b.dag, b.block_cycles, b.wait), ("one/b", Some(0), 70, Some(50)));
    assert_eq!((b.deps.join(" "), b.deps_on_launch.join(" ")), ("one/a one/p".into(), "one/p".into()));
    assert_eq!((report.kernels[1].role, report.kernels[1].wait), ("prefetch", None));
    assert_eq!(report.kernels[4].sips, [0, 4]);
}

#[test]
fn counts() {
    let report = Report::new(&workload(), &record());
    // 9490 of 32 × 1000 SIP cycles; waits of 50, 50, 220 and 60.
    assert_eq!(report.utilisation_permille, 296);
    assert_eq!(report.waits, Spread { count: 4, sum: 380, mean: 95, p50: 50, p95: 220, max: 220 });
    assert_eq!(report.attempts, AttemptCounts { total: 10, failed: 4 });
    assert_eq!(report.traffic, TrafficReport { reads: 80, writes: 20 });
    assert_eq!((report.promotions, report.backfills, report.launches.early), (1, 2, 3));
}

#[test]
fn an_empty_record_can_be_reported() {
    let report = Report::new(&workload(), &RunRecord::default());
    assert_eq!((report.kernels.len(), report.utilisation_permille, report.waits.mean), (5, 0, 0));
    assert_eq!((report.dags[0].tag, report.dags[0].finish, report.kernels[0].state), (None, None, "waiting"));
    assert!(ReportSummary::new(&report).to_string().contains("NOT DRAINED"));
}

#[test]
fn extremes_do_not_overflow() {
    let mut huge = workload();
    for dag in &mut huge.dags {
        dag.arrival = Cycle(u64::MAX);
        dag.kernels.iter_mut().for_each(|kernel| (kernel.est, kernel.blocks) = (u32::MAX, u16::MAX));
    }
    huge.hardware.time_unit = u32::MAX;
    let record =
        RunRecord { makespan: u64::MAX, busy_sip_cycles: u64::MAX, firmware_latency: u64::MAX, ..record() };
    let report = Report::new(&huge, &record);
    assert_eq!((report.lower_bound, report.overhead_bound), (u64::MAX, u64::MAX));
    assert_eq!(report.utilisation_permille, 31);
}

#[test]
fn the_summary_of_a_run_that_drained() {
    let expected = "\
run               drained at cycle 1100 on 16x2 (32 SIPs)
                  every kernel done, every SIP idle, nothing reserved
makespan          1000 cycles
lower bound       540 cycles
overhead bound    1807 cycles
                  the makespan is between the bounds
est scale         1
utilisation       29.6 %

graph  tag  kernels  arrival  finish  turnaround  vs path
one      0        3      100     730         630    1.70x
two      1        2      500    1000         500   12.50x

waits             mean 95 cycles, longest 220 cycles
attempts          10, of which 4 failed
launches          1 R, 12 P, 0 O; 3 early
promotions        1, and 0 cancelled
backfills         2
register traffic  80 reads, 20 writes
firmware latency  at most 30 cycles
errors            none
";
    assert_eq!(ReportSummary::new(&Report::new(&workload(), &record())).to_string(), expected);
}

#[test]
fn the_summary_names_errors_and_stuck_kernels() {
    let mut stuck = RunRecord { drained: false, bus_errors: 1, ..record() };
    stuck.kernels[4].finish = None;
    let error = ErrorRecord {
        cycle: Cycle(9),
        bit: ErrorBit::TdUnplaceable,
        ids: TaskIds::default(),
        kernel: Some(4),
    };
    stuck.errors = vec![error; 22];
    stuck.stuck = vec![StuckKernel { kernel: 4, reason: "the HWS rejected it".to_owned() }];
    let report = Report::new(&workload(), &stuck);
    assert_eq!(
        (report.errors[0].error, report.errors[0].kernel.as_deref()),
        ("TD_UNPLACEABLE", Some("two/d"))
    );
    assert_eq!(report.dags[1].finish, None);
    let summary = ReportSummary::new(&report).to_string();
    for line in [
        "run               NOT DRAINED at cycle 1100",
        "makespan          none: the last finished block ended at cycle 1000",
        "                  the bounds do not apply to a run that did not drain",
        "two      1        2      500       -           -        -",
        "errors            22\n  cycle 9: TD_UNPLACEABLE of two/d\n",
        "  and 2 more\nrefused accesses  1\n",
        "stuck: 1 of 5 kernels never finished\n  two/d  the HWS rejected it\n",
    ] {
        assert!(summary.contains(line), "no {line:?} in\n{summary}");
    }
}

#[test]
fn a_run_that_never_finished_a_block_has_no_makespan() {
    let report = Report::new(&workload(), &RunRecord { drained: false, makespan: 0, ..record() });
    let summary = ReportSummary::new(&report).to_string();
    assert!(summary.contains("\nmakespan          none: no block has finished\n"), "{summary}");
}

#[test]
fn the_summary_reports_a_makespan_outside_the_bounds() {
    let line = |makespan| {
        let report = Report::new(&workload(), &RunRecord { makespan, ..record() });
        ReportSummary::new(&report).to_string().lines().nth(5).unwrap().trim().to_owned()
    };
    assert!(line(539).starts_with("the makespan is 1 cycle below the lower bound"));
    assert!(line(1900).starts_with("the makespan is 93 cycles above the overhead bound"));
}
