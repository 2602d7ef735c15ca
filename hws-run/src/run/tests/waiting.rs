//! Runs in which a kernel waits for long: totals cost nothing during the wait.

use hws_model::{Event, EventSink, FailedAttempts};
use hws_regs::{Promote, RegId, params};
use hws_sim::Observer;
use hws_types::Cycle;
use rstest::rstest;

use super::{kernel, workload, yaml};
use crate::hardware::Hardware;
use crate::report::Metrics;
use crate::run::run;
use crate::timeline::Recorder;
use crate::workload::{ErrorModel, Kernel, Workload};

/// Counts the attempts that it hears of one by one, and those at once.
#[derive(Default)]
struct Heard {
    single: u64,
    at_once: u64,
}

impl EventSink for Heard {
    fn event(&mut self, _at: Cycle, event: Event) {
        self.single += u64::from(matches!(event, Event::Commit { .. }));
    }

    fn takes_failures_at_once(&self) -> bool {
        true
    }

    fn failed(&mut self, attempts: FailedAttempts) {
        self.at_once += attempts.count;
    }
}

impl Observer for Heard {}

/// 25 SIPs are busy for `est` cycles. `wide` has no place, `short` could backfill if `wide` has a reservation, but does not fit.
fn waiting(est: u32, promote: Promote) -> Workload {
    let kernels = vec![
        kernel("many", 8, 3, est, &[]),
        kernel("one", 1, 1, est, &[]),
        kernel("wide", 8, 1, 500, &[]),
        Kernel { coop: true, ..kernel("short", 4, 2, 20, &[]) },
    ];
    let hardware = Hardware { registers: vec![(RegId::Promote, promote.bits())], ..Hardware::default() };
    Workload { hardware, ..workload(kernels) }
}

#[rstest]
#[case(Promote::default().with_rule_threshold(false))]
#[case(Promote::default().with_threshold_masked(0).with_rtask_max_masked(2))]
fn totals_cost_nothing_while_kernels_wait(#[case] promote: Promote) {
    let workload = waiting(3_000_000_000, promote);
    let observers = (Recorder::of_totals(&workload), Heard::default());
    let (record, (recorder, heard)) = run(&workload, observers).unwrap();
    let timeline = recorder.timeline(&workload, &record);
    let metrics = Metrics::new(&workload, &record, &timeline, None);
    assert!(record.drained, "{:?}", record.stuck);
    assert_eq!(metrics.attempts.total, heard.single + heard.at_once);
    assert_eq!(metrics.attempts.total, u64::from(record.counters.unwrap().attempts));
    assert!(heard.at_once > 3_000_000_000 / u64::from(params::ATTEMPT_CYCLES) - 10);
    assert!(heard.single < 50, "{} attempts were looked at", heard.single);
}

/// What is added up at once is what a recorder of lists finds attempt by attempt.
#[rstest]
#[case(Promote::default().with_rule_threshold(false))]
#[case(Promote::default().with_threshold_masked(0).with_rtask_max_masked(2))]
fn totals_of_attempts_at_once_are_those_of_each(#[case] promote: Promote) {
    let workload = waiting(40_000, promote);
    let of = |recorder| {
        let (record, recorder): (_, Recorder) = run(&workload, recorder).unwrap();
        Metrics::new(&workload, &record, &recorder.timeline(&workload, &record), None)
    };
    assert_eq!(of(Recorder::of_totals(&workload)), of(Recorder::new(&workload)));
}

/// Firmware of the contended machine claims SIPs while kernels wait, and looks again and again whether it has them.
#[rstest]
fn a_run_does_not_depend_on_who_watches(
    #[values("contended", "disjoint", "all_by_firmware", "prefetch", "starvation")] name: &str,
    #[values(0, 1, 2)] seed: u64,
) {
    let file = format!("{}/../examples/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
    let mut workload = yaml(&std::fs::read_to_string(file).unwrap());
    let model = ErrorModel { kind: "uniform:20%".parse().unwrap(), seed };
    model.apply(&mut workload).unwrap();
    let records = [
        run(&workload, Heard::default()).unwrap().0,
        run(&workload, Recorder::of_totals(&workload)).unwrap().0,
        run(&workload, Recorder::new(&workload)).unwrap().0,
    ];
    assert!(records[0].drained);
    assert!(records[0] == records[2] && records[1] == records[2]);
}

/// Remembers when the last event came, other than an attempt without effect.
#[derive(Default)]
struct LastEvent(Cycle);

impl EventSink for LastEvent {
    fn event(&mut self, at: Cycle, event: Event) {
        if event != (Event::Commit { launched: false }) {
            self.0 = at;
        }
    }
}

impl Observer for LastEvent {}

/// The second graph waits for itself; the first one ends.
#[test]
fn a_stuck_run_has_the_cycle_since_which_nothing_has_happened() {
    let stuck = yaml(
        "dags:
  - { id: g, kernels: [ { id: k, threads: 2, blocks: 3, est: 700 } ] }
  - id: loop
    kernels:
      - { id: a, threads: 1, est: 90, trigger: { credits: [ { kernel: b, need: [ 1 ] } ] } }
      - { id: b, threads: 1, est: 90, trigger: { credits: [ { kernel: a, need: [ 1 ] } ] } }",
    );
    let (record, last) = run(&stuck, LastEvent::default()).unwrap();
    assert_eq!((record.stuck.len(), record.stuck_since), (2, Some(last.0)));
    assert!(last.0.0 >= record.makespan && last.0 < record.end);
    let drained = yaml("dags: [ { id: g, kernels: [ { id: k, threads: 2, est: 700 } ] } ]");
    assert_eq!(run(&drained, ()).unwrap().0.stuck_since, None);
}
