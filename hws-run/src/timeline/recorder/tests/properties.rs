//! Properties of every timeline, on random workloads with every feature of a kernel.

use std::collections::BTreeMap;

use hws_model::{Event, EventSink, Hws};
use hws_regs::{RegIndex, RsFail, RsFlags};
use hws_sim::On;
use hws_types::{Sip, Topology};
use proptest::prelude::*;

use super::*;
use crate::report::{Highlights, Metrics};
use crate::timeline::WaitSpan;
use crate::workload::Dep;

/// A kernel; [`graph`] makes it the prefetch of the next one if that is wanted and possible.
fn any_kernel() -> impl Strategy<Value = Kernel> {
    let shape = (prop::sample::select(vec![1_u32, 2, 3, 4]), 1_u16..6, 1_u32..900, 1_u32..900);
    let ways = (any::<bool>(), prop::option::of(1_u16..3), 0_u32..6, any::<bool>(), any::<u64>());
    (shape, ways).prop_map(|((threads, blocks, est, actual), (coop, window, priority, on_cp, deps))| Kernel {
        actual: Some(actual).filter(|actual| actual % 3 > 0),
        coop: coop && u32::from(blocks) * threads <= 8,
        triggers: window.map_or(Triggers::All, Triggers::Window),
        on_cp,
        // Each bit stands for a dependency on an earlier kernel; `graph` makes the dependencies.
        deps: (0..64)
            .filter(|bit| deps >> bit & 0x11 == 0x11)
            .map(|kernel| Dep { kernel, on: On::Finish, delay: 0 })
            .collect(),
        ..kernel("k", threads, blocks, est, priority)
    })
}

fn graph(arrival: u64, kind: bool, mut kernels: Vec<Kernel>) -> Dag {
    for (index, kernel) in kernels.iter_mut().enumerate() {
        kernel.name = format!("k{index}").into();
        kernel.deps.retain(|dep| dep.place() < index);
        if kernel.coop {
            kernel.triggers = Triggers::All;
        }
    }
    let kind = if kind { GraphKind::Dynamic } else { GraphKind::Static };
    Dag { arrival: Cycle(arrival), kind, ..Dag::new(format!("g{arrival}"), kernels) }
}

fn any_workload() -> impl Strategy<Value = Workload> {
    let graphs =
        prop::collection::vec((0_u64..3000, any::<bool>(), prop::collection::vec(any_kernel(), 1..9)), 1..5);
    let machine = (
        prop::sample::select(vec![(4, 4), (4, 8), (8, 4), (6, 2), (16, 2)]),
        prop::sample::select(vec![0x1000_u32, 0x1_1001, 0x2_300F, 0x1_110F]),
        prop::option::of(0_u32..400),
        1_u32..4,
        1_u32..5,
    );
    (graphs, machine).prop_map(|(graphs, (topology, promote, early, k, time_unit))| {
        let mut registers = vec![(RegId::Promote, promote), (RegId::PTopK, k)];
        if let Some(lead) = early {
            let early =
                [(RegId::EnableEarlyLaunchSip, 1), (RegId::EarlyLaunchMode, 1), (RegId::PreIdleOffset, lead)];
            registers.extend(early);
        }
        let topology = Topology::new(topology.0, topology.1).unwrap();
        let hardware = Hardware { topology, time_unit, registers, ..Hardware::default() };
        let dags = graphs.into_iter().map(|(arrival, kind, kernels)| graph(arrival, kind, kernels)).collect();
        Workload { hardware, ..Workload::new(dags) }
    })
}

fn check(workload: &Workload) {
    let (timeline, record) = recorded(workload);
    assert!(record.drained, "{:?}", record.stuck);
    runs_follow_each_other(&timeline);
    reservations_are_disjoint(&timeline);
    every_block_ran(&timeline);
    waits_are_where_nothing_is_launched(&timeline);
    fail_times_are_those_of_the_register(workload, &timeline);
    totals_are_those_of_the_lists(workload, &timeline, &record);
    let busy: u64 = timeline.runs.iter().map(|run| run.to.since(run.from)).sum();
    assert_eq!(busy, record.busy_sip_cycles);
    let attempts = record.counters.unwrap().attempts;
    assert_eq!(timeline.attempts.len() as u64, u64::from(attempts));
    assert_eq!(recorded(workload).0, timeline, "the same run gives the same timeline");
    lists_in_a_file_are_the_same(workload, &timeline);
}

fn lists_in_a_file_are_the_same(workload: &Workload, timeline: &Timeline) {
    let file = Spill::new(std::io::Cursor::new(Vec::new()));
    let (record, recorder) = run(workload, Recorder::stored(workload, file)).unwrap();
    let stored = recorder.timeline(workload, &record);
    stored.check_stored().unwrap();
    let again = Timeline {
        runs: stored.every_run().collect(),
        waits: stored.every_wait().collect(),
        resident: stored.every_resident().collect(),
        attempts: stored.every_attempt().collect(),
        stored: None,
        ..stored
    };
    assert_eq!(again, *timeline);
}

/// Runs and reservations are added up while they go on, or from the lists.
fn totals_are_those_of_the_lists(workload: &Workload, timeline: &Timeline, listed: &RunRecord) {
    let (record, recorder) = run(workload, Recorder::of_totals(workload)).unwrap();
    assert_eq!(record, *listed, "a run does not depend on who watches");
    let totals = recorder.timeline(workload, &record);
    let in_order = |timeline: &Timeline| {
        let mut sums = timeline.reservation_sums();
        sums.delays.sort_by_key(|delay| (delay.until_launch, delay.caused));
        sums
    };
    assert!(totals.sums.is_some() && timeline.sums.is_none());
    assert_eq!((totals.run_sums(), in_order(&totals)), (timeline.run_sums(), in_order(timeline)));
    assert_eq!(Highlights::of_run(workload, &totals), Highlights::new(timeline));
    let metrics = |timeline| Metrics::new(workload, &record, timeline, None);
    assert_eq!(metrics(&totals), metrics(timeline));
}

/// Reads RS[].FAIL.TIMES of every kernel in every state.
#[derive(Default)]
struct Peek(BTreeMap<u32, u16>);

impl EventSink for Peek {
    fn event(&mut self, _at: Cycle, _event: Event) {}
}

impl Observer for Peek {
    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        for entry in RegIndex::all() {
            if RsFlags::from_bits(hws.peek(RegId::RsFlags(entry))).valid() {
                let times = RsFail::from_bits(hws.peek(RegId::RsFail(entry))).times() as u16;
                self.0.insert(hws.peek(RegId::RsKernelId(entry)), times);
            }
        }
    }
}

/// fail_times equals the register's last value for the kernel.
fn fail_times_are_those_of_the_register(workload: &Workload, timeline: &Timeline) {
    let peeked = run(workload, Peek::default()).unwrap().1.0;
    let of_timeline = (0..).zip(&timeline.kernels).map(|(id, kernel)| (id, kernel.fail_times));
    assert_eq!(of_timeline.collect::<BTreeMap<_, _>>(), peeked);
}

fn runs_follow_each_other(timeline: &Timeline) {
    let mut free = [Cycle(0); Sip::COUNT];
    for run in &timeline.runs {
        let free = &mut free[run.sip.index()];
        assert!(run.launched <= run.from && run.from < run.to && *free <= run.from, "{run:?}");
        assert!(run.early || run.from == run.launched, "{run:?}");
        *free = run.to;
    }
}

fn reservations_are_disjoint(timeline: &Timeline) {
    for (index, a) in timeline.reservations.iter().enumerate() {
        for b in &timeline.reservations[index + 1..] {
            assert!(b.from >= a.to || !a.sips.intersects(b.sips), "{a:?} {b:?}");
        }
    }
}

fn every_block_ran(timeline: &Timeline) {
    let mut ran: BTreeMap<(u32, u16), u32> = BTreeMap::new();
    timeline.runs.iter().for_each(|run| *ran.entry((run.kernel, run.block)).or_default() += 1);
    for (kernel, id) in timeline.kernels.iter().zip(0..) {
        for block in 0..kernel.blocks {
            assert_eq!(ran.remove(&(id, block)), Some(kernel.threads), "block {block} of {id}");
        }
    }
    assert!(ran.is_empty());
}

/// Waits cover the time from ready to the last launch without a gap.
fn waits_are_where_nothing_is_launched(timeline: &Timeline) {
    let waits: Vec<&[WaitSpan]> = timeline.waits.chunk_by(|a, b| a.kernel == b.kernel).collect();
    assert_eq!(waits.len(), timeline.kernels.len());
    for (waits, kernel) in waits.iter().zip(&timeline.kernels) {
        let of_kernel = timeline.runs.iter().filter(|run| run.kernel == waits[0].kernel);
        let last_launch = of_kernel.map(|run| run.launched).max();
        assert_eq!((Some(waits[0].from), Some(waits[waits.len() - 1].to)), (kernel.ready, last_launch));
        for pair in waits.windows(2) {
            assert!(pair[0].to == pair[1].from && pair[0].why != pair[1].why, "{pair:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_timeline_is_sound(workload in any_workload()) {
        check(&workload);
    }
}

#[test]
fn the_built_in_example_is_sound() {
    check(&crate::workload::built_in());
}
