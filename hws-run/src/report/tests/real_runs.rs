//! Workloads that are read, run and reported: every run drains, and none beats the lower bound.

use rstest::rstest;

use crate::report::metrics::Alone;
use crate::report::{Highlights, Metrics, Report};
use crate::run::{RunRecord, run};
use crate::timeline::Recorder;
use crate::workload::{ReadOptions, read};

/// Every feature of a file, on the smallest and the largest machine.
const KERNELS: &str = r#"
dags:
  - id: one
    repeat: 3
    every: 700
    deadline: 9000
    kernels:
      - { id: a, threads: 3, blocks: 7, est: 300, actual: 340, trigger: { window: 2 } }
      - { id: load, prefetch: b, deps: [a] }
      - { id: b, threads: 2, blocks: 5, cost: { ops: 1e6, bytes: 5e4 }, deps: [{ kernel: a, on: launch }] }
      - { id: c, threads: 3, blocks: 3, coop: true, est: 90, deps: [a, b] }
      - { id: d, threads: 1, est: 50, affinity: [0, 1], ctx: 1, priority: 1 }
  - id: two
    kind: dynamic
    arrival: 1000
    import: g.stg
"#;

const STG: &[u8] = b"5\n0 0 0\n1 5 1 0\n2 7 1 0\n3 3 2 1 2\n4 0 1 3\n";

#[rstest]
#[case("3x4", 1)]
#[case("12x1", 3)]
#[case("6x4", 1)]
#[case("16x2", 10)]
fn what_is_read_runs(#[case] topology: &str, #[case] time_unit: u32) {
    let text = format!("hardware: {{ topology: {topology}, time_unit: {time_unit} }}\n{KERNELS}");
    let mut load = |_: &str| Ok(STG.to_vec());
    let workload = read(text.as_bytes(), "w.yaml", &ReadOptions::default(), &mut load).unwrap();
    let (record, recorder) = run(&workload, Recorder::new(&workload)).unwrap();
    let timeline = recorder.timeline(&workload, &record);
    let alone = Alone::measure(&workload).unwrap();
    let metrics = Metrics::new(&workload, &record, &timeline, Some(&alone));
    let report = Report::new(&workload, &record).with_metrics(metrics.clone());
    assert!(report.drained && report.errors.is_empty(), "{report:?}");
    assert!(report.lower_bound <= report.makespan && report.stuck.is_empty());
    let last = report.dags.iter().map(|dag| dag.finish.unwrap()).max();
    assert_eq!(last, Some(report.makespan), "the last graph ends with the last block");
    counts_agree(&record, &report, &metrics);
    let (again, recorder) = run(&workload, Recorder::of_totals(&workload)).unwrap();
    let totals = recorder.timeline(&workload, &again);
    assert!(totals.sums.is_some() && totals.waits.is_empty() && totals.attempts.is_empty());
    assert!(totals.runs.is_empty() && totals.reservations.is_empty());
    assert_eq!(Metrics::new(&workload, &again, &totals, Some(&alone)), metrics);
    assert_eq!(Highlights::of_run(&workload, &totals), Highlights::new(&timeline));
    scalars_are_found(&report, &metrics);
}

/// The counts of the timeline equal those of the HWS and the run loop.
fn counts_agree(record: &RunRecord, report: &Report, metrics: &Metrics) {
    let counters = record.counters.unwrap();
    assert_eq!(metrics.attempts.total, u64::from(counters.attempts));
    assert_eq!(metrics.attempts.launched, u64::from(counters.attempts - counters.failed));
    assert_eq!(metrics.reservations.total, u64::from(counters.promotions));
    let busy: u64 = metrics.clusters.iter().map(|cluster| cluster.busy_sip_cycles).sum();
    assert_eq!(busy, record.busy_sip_cycles);
    let backfilled: u32 = record.kernels.iter().map(|kernel| kernel.backfilled).sum();
    assert_eq!(metrics.backfill.blocks, u64::from(backfilled));
    let overhead = &metrics.overhead;
    assert_eq!(overhead.overhead.sum + overhead.for_sips.sum, report.waits.sum);
    assert!(metrics.dags.iter().all(|dag| dag.slowdown_permille.is_some()));
    let turnarounds = report.dags.iter().map(|dag| dag.turnaround);
    assert!(metrics.dags.iter().map(|dag| dag.turnaround).eq(turnarounds));
}

fn scalars_are_found(report: &Report, metrics: &Metrics) {
    let row = report.row();
    let names: std::collections::BTreeSet<_> = row.iter().map(|scalar| scalar.0).collect();
    assert_eq!(names.len(), row.len(), "names are unique");
    let missing: Vec<_> = row.iter().filter(|scalar| scalar.1.is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(row.ends_with(&metrics.row()));
    assert_eq!(row[0], ("makespan", Some(report.makespan.into())));
    assert!(row.contains(&("turnaround_p95", Some(metrics.turnaround.p95.into()))));
}
