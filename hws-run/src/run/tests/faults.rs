//! Amos survives: runs with injected faults drain, keep every invariant, and say what firmware did.

use hws_sim::fault::{Chance, FaultKind};
use hws_sim::stimulus::Op;
use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::run::{FaultAnswer, FaultCount, GrantPlace, PolicyTask};
use crate::workload::Faults;

/// A workload that uses every path: HDR and MDMA, triggers, early launch, L2 and VC grants with a prefetch.
fn on_hardware() -> Workload {
    yaml(
        "hardware: { topology: 4x8, registers: { ENABLE_EARLY_LAUNCH_SIP: 1, EARLY_LAUNCH_MODE: 1, PRE_IDLE_OFFSET: 50 } }
dags:
  - { id: g, kernels: [ { id: a, threads: 4, est: 300, blocks: 12 },
                        { id: b, threads: 2, est: 200, blocks: 30, trigger: { window: 4 }, deps: [ a ] },
                        { id: c, threads: 1, est: 90, blocks: 9, l2: 1024, deps: [ a ] } ] }
  - { id: h, arrival: 500, kernels: [ { id: d, threads: 1, est: 150, blocks: 20 }, { id: e, threads: 4, est: 400, deps: [ d ] } ] }",
    )
}

/// Firmware starts the blocks, pushes the tasks, or schedules a graph itself.
fn by_firmware(options: &str) -> Workload {
    yaml(&format!(
        "firmware: {{ {options} }}
dags:
  - {{ id: g, kernels: [ {{ id: a, threads: 4, est: 300, blocks: 12 }},
                        {{ id: b, threads: 2, est: 200, blocks: 10, trigger: {{ window: 4 }}, deps: [ a ] }} ] }}
  - {{ id: h, kernels: [ {{ id: c, threads: 1, est: 90, blocks: 9 }}, {{ id: d, threads: 8, est: 400, deps: [ c ] }} ] }}"
    ))
}

fn workloads() -> [Workload; 4] {
    [
        on_hardware(),
        by_firmware("out_path: mih"),
        by_firmware("in_path: firmware"),
        by_firmware("out_path: mih, in_path: firmware"),
    ]
}

fn disturbed(workload: &Workload, rates: &[(FaultKind, &str)], seed: u64) -> Workload {
    let rates: Vec<(FaultKind, Chance)> =
        rates.iter().map(|&(kind, rate)| (kind, rate.parse().unwrap())).collect();
    Workload { faults: Faults::new(&rates, seed), ..workload.clone() }
}

/// Runs under the checker.
fn checked(workload: &Workload) -> RunRecord {
    let (record, checker) = run(workload, InvariantChecker::new()).unwrap();
    assert!(checker.verdict().holds(), "{}", checker.verdict());
    record
}

fn count(record: &RunRecord, kind: FaultKind) -> FaultCount {
    let faults = record.faults.as_ref().unwrap();
    faults.kinds.iter().find(|count| count.kind == kind).unwrap().clone()
}

fn answered(record: &RunRecord, kind: FaultKind, answer: FaultAnswer) -> u64 {
    count(record, kind).answers.get(&answer).copied().unwrap_or(0)
}

/// The kinds that a stimulus can replay.
const REPLAYED: [FaultKind; 10] = [
    FaultKind::BusFault,
    FaultKind::LostReport,
    FaultKind::DoubledReport,
    FaultKind::LateReport,
    FaultKind::ReorderedReport,
    FaultKind::LostMessage,
    FaultKind::DoubledMessage,
    FaultKind::LateMessage,
    FaultKind::LostInterrupt,
    FaultKind::StuckSip,
];

#[rstest]
#[case::seldom("1/50")]
#[case::often("1/10")]
fn each_kind_alone_drains_on_every_path(#[case] rate: &str) {
    for workload in workloads() {
        for kind in FaultKind::ALL {
            // Of each word: a descriptor has 16.
            let rate = if kind == FaultKind::MemoryFault { "1/100" } else { rate };
            let workload = disturbed(&workload, &[(kind, rate)], 3);
            let record = checked(&workload);
            assert!(record.drained, "{kind}: {:?}", record.stuck);
        }
    }
}

/// Fails where a run that makes no progress goes on for ever.
struct Deadline(Cycle);

impl EventSink for Deadline {
    fn event(&mut self, _at: Cycle, _event: Event) {}
}

impl Observer for Deadline {
    fn operation(&mut self, at: Cycle, _op: &Op) {
        assert!(at < self.0, "the run goes on");
    }
}

/// Grants nothing.
struct Miser;

impl Policy for Miser {
    fn place_grant(&mut self, _: &PolicyTask<'_>, _: &[GrantPlace]) -> usize {
        usize::MAX
    }
}

/// A look at the pages of many resident kernels takes longer than it is from one poll to the next: with nothing to be found, both
/// have to end.
#[test]
fn a_run_that_cannot_go_on_ends() {
    let workload = yaml(
        "hardware: { topology: 16x2 }
firmware: { in_path: firmware }
dags: [ { id: g, kernels: [ { id: a, threads: 2, blocks: 40, est: 5, l2: 1024 } ] } ]",
    );
    let workload = disturbed(&workload, &[(FaultKind::LostReport, "1/50")], 0);
    let (record, _) = run_with(&workload, &mut Miser, Deadline(Cycle(1_000_000))).unwrap();
    assert_eq!(record.stuck.len(), 1, "{:?}", record.stuck);
}

/// A look takes thousands of cycles, in which blocks start and end. Of some, firmware does not learn where they ran, and entries
/// that it has read belong to other tasks when it acts on them; each part of a kernel has a grant of its own.
#[rstest]
#[case::unknown_place(
    "1/50",
    "16x2 }
firmware: { in_path: firmware, l2_bytes: 1048576, vcs: 32 }
dags:
  - { id: b, repeat: 5, every: 1600, kernels: [
        { id: k0, threads: 1, blocks: 3, est: 300 }, { id: k2, threads: 2, blocks: 20, est: 1500, deps: [ k0 ] },
        { id: k3, threads: 2, blocks: 8, est: 1500 }, { id: k6, threads: 1, blocks: 3, est: 1500, deps: [ k0, k2 ] },
        { id: k7, threads: 2, blocks: 20, est: 5, l2: 262144, vc: { count: 1 }, deps: [ k3 ] },
        { id: k8, threads: 2, blocks: 2, est: 4000, vc: { count: 2 } } ] }
  - { id: d, kernels: [ { id: k0, threads: 2, blocks: 8, est: 1500, vc: { count: 2 } } ] }"
)]
#[case::another_task(
    "1/8",
    "16x2 }
firmware: { in_path: firmware, l2_bytes: 4096 }
dags:
  - { id: g, repeat: 16, every: 0, kernels: [
        { id: a, threads: 1, blocks: 30, est: 1500 }, { id: b, threads: 2, blocks: 20, est: 5, l2: 1024 } ] }"
)]
fn grants_of_parts_survive_what_happens_during_a_look(#[case] rate: &str, #[case] rest: &str) {
    let workload = yaml(&format!("hardware: {{ topology: {rest}"));
    for seed in 0..8 {
        let record = checked(&disturbed(&workload, &[(FaultKind::LostReport, rate)], seed));
        assert!(record.drained, "seed {seed}: {:?}", record.stuck);
    }
}

#[rstest]
fn a_recording_replays(#[values(0, 1)] seed: u64) {
    for workload in workloads() {
        let rates = REPLAYED.map(|kind| (kind, "1/30"));
        let record = run_and_replay(&disturbed(&workload, &rates, seed));
        assert!(record.drained, "{:?}", record.stuck);
    }
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_one_another() {
    let rates = FaultKind::ALL.map(|kind| (kind, "1/60"));
    let traced = |seed| {
        let trace = TraceWriter::new(Vec::new());
        let (record, trace) = run(&disturbed(&on_hardware(), &rates, seed), trace).unwrap();
        (record, trace.finish().unwrap())
    };
    let first = traced(1);
    assert!(first == traced(1));
    assert!(first.1 != traced(2).1);
    assert!(first.0.drained, "{:?}", first.0.stuck);
}

/// Whatever happens always, the run ends: it drains, or names what is missing.
#[test]
fn every_kind_at_every_occasion_ends_the_run_with_a_statement() {
    for workload in workloads() {
        for kind in FaultKind::ALL {
            let record = checked(&disturbed(&workload, &[(kind, "100%")], 0));
            let is_fatal = matches!(
                kind,
                FaultKind::BusFault
                    | FaultKind::MemoryFault
                    | FaultKind::Reject
                    | FaultKind::LostReport
                    | FaultKind::StuckSip
            );
            assert_eq!(record.drained, !is_fatal, "{kind}: {:?}", record.stuck);
            assert_eq!(record.stuck.is_empty(), !is_fatal, "{kind}");
            assert!(count(&record, kind).struck > 0, "{kind}");
        }
    }
}

#[test]
fn all_kinds_at_every_occasion_end_the_run() {
    for workload in workloads() {
        let all = FaultKind::ALL.map(|kind| (kind, "100%"));
        let record = checked(&disturbed(&workload, &all, 0));
        let end = record.faults.unwrap().end.unwrap();
        assert_eq!(end, "the register bus is dead: 256 accesses to HWS_ID failed in a row");
        let without_bus = disturbed(&workload, &all[1..], 0);
        assert!(!checked(&without_bus).drained);
    }
}

#[test]
fn a_run_without_faults_has_no_account_of_them() {
    let plain = run_and_replay(&on_hardware());
    assert_eq!(plain.faults, None);
    let record = checked(&disturbed(&on_hardware(), &[(FaultKind::BusFault, "0.0001%")], 0));
    assert!(record.drained && record.makespan >= plain.makespan);
    let count = count(&record, FaultKind::BusFault);
    assert_eq!((count.struck, count.answers.len(), count.needed_nothing()), (0, 0, 0));
}

/// A block that takes far longer than its estimate: a watchdog would take its SIP for a silent one.
#[rstest]
fn a_rate_of_0_injects_nothing(#[values("0", "0%", "0/5")] rate: &str) {
    let slow = yaml("dags: [ { id: g, kernels: [ { id: a, threads: 1, est: 10, actual: 900000 } ] } ]");
    let all = FaultKind::ALL.map(|kind| (kind, rate));
    for workload in workloads().into_iter().chain([slow]) {
        let plain = checked(&workload);
        for rates in all.chunks(1).chain([&all[..]]) {
            assert_eq!(checked(&disturbed(&workload, rates, 3)), plain, "{rates:?}");
        }
    }
}

/// Of two rates of one kind the later one counts.
#[test]
fn a_later_rate_of_0_injects_nothing() {
    let rates = [(FaultKind::BusFault, "1/2"), (FaultKind::BusFault, "0/2")];
    assert!(disturbed(&on_hardware(), &rates, 0).faults.is_empty());
}

#[test]
fn each_answer_is_entered_under_its_fault() {
    let of = |workload: &Workload, kind, rate| checked(&disturbed(workload, &[(kind, rate)], 7));
    let hardware = on_hardware();
    let record = of(&hardware, FaultKind::BusFault, "1/10");
    let bus = count(&record, FaultKind::BusFault);
    let [repeated, settled] =
        [FaultAnswer::Repeated, FaultAnswer::Settled].map(|answer| bus.answers[&answer]);
    assert_eq!(repeated + settled, bus.struck, "every failed access has an answer");
    let record = of(&hardware, FaultKind::DoubledMessage, "1/10");
    let doubled = count(&record, FaultKind::DoubledMessage);
    assert_eq!(doubled.answers[&FaultAnswer::Ignored], doubled.struck);
    let record = of(&hardware, FaultKind::LostInterrupt, "1/3");
    assert!(answered(&record, FaultKind::LostInterrupt, FaultAnswer::Polled) > 0);
    let record = of(&hardware, FaultKind::LostMessage, "1/3");
    assert!(answered(&record, FaultKind::LostMessage, FaultAnswer::ReadBack) > 0);
    let record = of(&hardware, FaultKind::StuckSip, "1/20");
    let stuck = count(&record, FaultKind::StuckSip);
    assert!(stuck.struck > 0 && stuck.answers[&FaultAnswer::Restarted] >= stuck.struck);
    let record = of(&hardware, FaultKind::Reject, "1/2");
    let reject = count(&record, FaultKind::Reject);
    assert!(reject.struck > 0);
    assert_eq!(reject.answers[&FaultAnswer::PushedAgain], reject.struck);
    let record = of(&hardware, FaultKind::DoubledReport, "1/5");
    assert!(answered(&record, FaultKind::DoubledReport, FaultAnswer::Cleared) > 0);
}

/// A push whose answer was lost must not be repeated if it was delivered: no kernel runs twice.
#[test]
fn a_push_in_doubt_is_settled_by_the_counters() {
    let workload = by_firmware("in_path: firmware");
    let blocks = workload.launches();
    for seed in 0..8 {
        let disturbed = disturbed(&workload, &[(FaultKind::BusFault, "1/5")], seed);
        let (record, launches) = run(&disturbed, Launches::default()).unwrap();
        assert!(record.drained, "{:?}", record.stuck);
        assert_eq!(launches.0, blocks);
        assert!(answered(&record, FaultKind::BusFault, FaultAnswer::Settled) > 0);
    }
}

#[derive(Default)]
struct Launches(u64);

impl EventSink for Launches {
    fn event(&mut self, _: Cycle, event: Event) {
        self.0 += u64::from(matches!(event, Event::Launch { .. }));
    }
}

impl Observer for Launches {}

/// Its actual time is far above its estimate, but it does end: the deadline is doubled until it does.
#[test]
fn a_slow_block_is_no_stuck_sip() {
    let slow = yaml(
        "dags: [ { id: g, kernels: [ { id: a, threads: 1, est: 10, actual: 30000 }, { id: b, threads: 1, deps: [ a ], est: 10 } ] } ]",
    );
    let record = checked(&disturbed(&slow, &[(FaultKind::StuckSip, "0.0001%")], 0));
    assert!(record.drained);
    assert!(record.faults.unwrap().slow_threads > 0);
}

#[test]
fn a_kernel_that_is_always_rejected_is_given_up_by_name_with_what_depends_on_it() {
    let chain = yaml(
        "dags: [ { id: g, kernels: [ { id: a, threads: 1, est: 10 }, { id: b, threads: 1, deps: [ a ], est: 10 } ] } ]",
    );
    let record = checked(&disturbed(&chain, &[(FaultKind::Reject, "100%")], 0));
    assert!(!record.drained);
    assert_eq!(record.stuck.len(), 2);
    assert!(
        record.stuck[0].reason.ends_with("also after it was pushed again 32 times"),
        "{}",
        record.stuck[0].reason
    );
    assert_eq!(answered(&record, FaultKind::Reject, FaultAnswer::PushedAgain), 32);
    assert_eq!(answered(&record, FaultKind::Reject, FaultAnswer::GivenUp), 1);
}

#[test]
fn a_sip_that_never_reports_is_closed_and_its_kernel_given_up() {
    let one = yaml("dags: [ { id: g, kernels: [ { id: a, threads: 1, est: 100 } ] } ]");
    let record = checked(&disturbed(&one, &[(FaultKind::StuckSip, "100%")], 0));
    assert!(!record.drained);
    assert!(record.stuck[0].reason.contains("did not report block 0 in time"), "{}", record.stuck[0].reason);
    let stuck = count(&record, FaultKind::StuckSip);
    assert_eq!((stuck.answers[&FaultAnswer::Closed], stuck.answers[&FaultAnswer::GivenUp]), (1, 1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_mixture_of_moderate_rates_drains(
        seed: u64,
        which in 0..4_usize,
        ones in proptest::collection::vec(20..400_u32, FaultKind::ALL.len()),
    ) {
        let rates: Vec<String> = ones.iter().map(|one| format!("1/{one}")).collect();
        let rates: Vec<_> = FaultKind::ALL.into_iter().zip(rates.iter().map(String::as_str)).collect();
        let record = checked(&disturbed(&workloads()[which], &rates, seed));
        prop_assert!(record.drained, "{:?}", record.stuck);
    }
}
