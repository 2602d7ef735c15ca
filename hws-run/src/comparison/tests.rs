//! Comparisons of graphs whose schedules are known, and of random ones.

use hws_sim::On;
use hws_types::{Cycle, SipMask, ThreadNum};
use proptest::prelude::*;

use super::*;
use crate::workload::{
    Credit, Dag, Dep, ExternalDep, Kernel, Mapping, PlannedSpan as Slots, ReadOptions, Scheduler, Workload,
    read,
};

fn kernel(name: &str, est: u32, after: &[usize]) -> Kernel {
    Kernel::new(name, ThreadNum::ONE, 1, est).after_finish(after.iter().copied())
}

/// On SIPs 0 to 3 only.
fn narrow(mut kernels: Vec<Kernel>) -> Workload {
    kernels.iter_mut().for_each(|kernel| kernel.affinity = SipMask(0xF));
    Workload::new(vec![Dag::new("g", kernels)])
}

fn compared(workload: &Workload) -> Comparison {
    Comparison::new(workload, None).unwrap()
}

#[test]
fn a_chain_is_its_own_plan() {
    let workload = narrow(vec![kernel("a", 3000, &[]), kernel("b", 4000, &[0])]);
    let comparison = compared(&workload);
    assert_eq!(comparison.lower, 7000);
    assert_eq!(comparison.planned, Some(PlannedMakespan { makespan: 7000, by: PlannedBy::Heft }));
    assert!(comparison.is_drained() && comparison.executed.unwrap().makespan > 7000);
}

#[test]
fn priorities_order_the_plan() {
    // Five kernels on four SIPs: a long one that comes last makes the plan longer.
    let five = |priority: u32| {
        let mut kernels: Vec<Kernel> = (0..4).map(|at| kernel(&at.to_string(), 2000, &[])).collect();
        kernels.push(Kernel { priority, ..kernel("long", 6000, &[]) });
        kernels.iter_mut().take(4).for_each(|kernel| kernel.priority = 5);
        compared(&narrow(kernels)).planned.unwrap().makespan
    };
    assert_eq!((five(9), five(1)), (6000, 8000));
}

#[test]
fn wide_kernels_are_planned_on_groups_but_not_replayed_with_several_blocks() {
    let wide = |threads, blocks| Kernel::new("w", ThreadNum::new(threads).unwrap(), blocks, 1000);
    let workload = Workload::new(vec![Dag::new("g", vec![wide(12, 3)])]);
    let comparison = compared(&workload);
    assert_eq!(comparison.planned.unwrap().makespan, 2000); // two places of 16
    assert_eq!(comparison.executed, None);
    let single = compared(&Workload::new(vec![Dag::new("g", vec![wide(12, 1)])]));
    assert!(single.executed.unwrap().drained);
}

#[test]
fn windows_credits_and_kernels_without_a_place_have_no_plan() {
    let of = |kernel: Kernel| compared(&Workload::new(vec![Dag::new("g", vec![kernel])])).planned;
    let blocks = || Kernel::new("k", ThreadNum::ONE, 4, 1000);
    assert!(of(blocks()).is_some());
    assert_eq!(of(Kernel { triggers: Triggers::Window(1), ..blocks() }), None);
    assert_eq!(of(Kernel { affinity: SipMask(0), ..blocks() }), None);
    let mut streams = vec![blocks(), blocks()];
    streams[1].triggers = Triggers::Credits([Credit { kernel: 0, need: vec![1, 2, 3, 4] }].into());
    assert_eq!(compared(&Workload::new(vec![Dag::new("g", streams)])).planned, None);
}

#[test]
fn slots_of_a_plan_are_its_own() {
    let slots = |start, finish| Some(Box::new(Slots { start: Cycle(start), finish: Cycle(finish) }));
    let mut workload = narrow(vec![kernel("a", 3000, &[]), kernel("b", 4000, &[0])]);
    workload.dags[0].kernels[0].planned = slots(0, 3000);
    workload.dags[0].kernels[1].planned = slots(5000, 9000);
    let comparison = compared(&workload);
    assert_eq!(comparison.planned, Some(PlannedMakespan { makespan: 9000, by: PlannedBy::File }));
    assert_eq!(comparison.executed, None);
}

/// Two kernels on one SIP each, the second twice as wide; the slots of a plan have a place only if its affinity is one.
#[test]
fn spans_are_those_of_the_plan_and_of_the_runs() {
    let spans = |workload: &Workload| Comparison::with_spans(workload, None).unwrap();
    let places = |spans: &[BlockSpan]| -> Vec<_> {
        spans
            .iter()
            .map(|span| (span.kernel, span.sip.map(hws_types::Sip::index), span.start, span.end))
            .collect()
    };
    let wide = Kernel::new("b", ThreadNum::new(2).unwrap(), 1, 4000).after_finish([0]);
    let mut workload = narrow(vec![kernel("a", 3000, &[]), wide]);
    let (comparison, found) = spans(&workload);
    assert_eq!(comparison, compared(&workload));
    assert_eq!(
        places(&found.planned),
        [(0, Some(0), 0, 3000), (1, Some(0), 3000, 7000), (1, Some(1), 3000, 7000)]
    );
    // The plan uses SIPs 0 and 1, so there is a run on these two beside the one on four.
    for run in [&found.executed, &found.dynamic, &found.dynamic_whole_machine] {
        assert_eq!(run.iter().map(|span| span.kernel).collect::<Vec<_>>(), [0, 1, 1], "{run:?}");
        assert!(run.iter().all(|span| span.end - span.start >= if span.kernel == 0 { 3000 } else { 4000 }));
    }
    assert_eq!(found.executed.iter().map(|span| span.end).max(), comparison.executed.map(|run| run.makespan));
    let slot = |start, finish| Some(Box::new(Slots { start: Cycle(start), finish: Cycle(finish) }));
    workload.dags[0].kernels[0].planned = slot(0, 3000);
    workload.dags[0].kernels[1].planned = slot(5000, 9000);
    workload.dags[0].kernels[1].affinity = SipMask(0b1100);
    let (_, found) = spans(&workload);
    assert_eq!(
        places(&found.planned),
        [(0, None, 0, 3000), (1, Some(2), 5000, 9000), (1, Some(3), 5000, 9000)]
    );
    assert_eq!((found.executed.len(), found.dynamic.len()), (0, 0));
}

#[test]
fn arrivals_and_launches_count() {
    let mut second = Dag::new("h", vec![kernel("c", 1000, &[])]);
    second.arrival = Cycle(9000);
    let mut first = vec![kernel("a", 3000, &[]), kernel("b", 4000, &[])];
    first[1].deps.push(Dep { kernel: 0, on: On::Launch, delay: 0 });
    let workload = Workload::new(vec![Dag::new("g", first), second]);
    assert_eq!(compared(&workload).planned.unwrap().makespan, 10000);
    assert_eq!(compared(&Workload::new(vec![workload.dags[0].clone()])).planned.unwrap().makespan, 4000);
}

/// Two tasks on one core, then one on another that waits for the second; the file's cores are the plan.
#[test]
fn a_schedule_that_places_its_kernels_is_the_plan() {
    let text = include_str!("../../../hws-plan/tests/data/tiny.gemini.in.json");
    let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    let mut of = |mapping| {
        let options = ReadOptions { mapping, est_scale: Some(1000), ..ReadOptions::default() };
        read(text.as_bytes(), "tiny", &options, &mut no_files).unwrap()
    };
    let (dynamic, placed) = (of(Mapping::Dynamic), of(Mapping::Static));
    let comparison = Comparison::new(&dynamic, Some(&placed)).unwrap();
    assert_eq!(comparison.lower, 17000);
    assert_eq!(comparison.planned, Some(PlannedMakespan { makespan: 17000, by: PlannedBy::File }));
    assert!(comparison.is_drained());
}

/// 128 bytes into A, and 128 through DRAM from A to C, at one byte per cycle.
#[test]
fn loads_take_time_in_the_plan_and_in_all_runs() {
    let text = include_str!("../../../hws-plan/tests/data/tiny.gemini.in.json");
    let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    let mut of = |mapping, no_transfers| {
        let bw = std::num::NonZeroU64::new(1);
        let options =
            ReadOptions { mapping, est_scale: Some(1000), bw, no_transfers, ..ReadOptions::default() };
        read(text.as_bytes(), "tiny", &options, &mut no_files).unwrap()
    };
    let mut compared = |no_transfers| {
        let (dynamic, placed) = (of(Mapping::Dynamic, no_transfers), of(Mapping::Static, no_transfers));
        (Comparison::new(&dynamic, Some(&placed)).unwrap(), placed)
    };
    let (with, placed) = compared(false);
    assert_eq!((with.planned.unwrap().makespan, with.lower), (271_000, 271_000));
    assert_eq!(
        placed.kernels().filter_map(|(_, kernel)| kernel.planned.as_ref()).map(|slot| slot.finish.0).max(),
        Some(271_000)
    );
    assert!(with.transfers && with.sips == SipMask(0b11) && with.is_drained());
    let runs = [with.executed.unwrap(), with.dynamic, with.dynamic_whole_machine];
    assert!(runs.iter().all(|run| (271_000..273_000).contains(&run.makespan)), "{with:?}");
    let (without, _) = compared(true);
    assert_eq!((without.planned.unwrap().makespan, without.transfers), (17_000, false));
}

/// The last mask of class 0 and context 0 has only SIP 0, the one before it has two SIPs.
#[test]
fn the_last_usage_mask_counts() {
    let mut workload =
        Workload::new(vec![Dag::new("g", vec![kernel("a", 1000, &[]), kernel("b", 1000, &[])])]);
    workload.usage_masks = vec![(0, ThreadNum::ONE, SipMask(0b11)), (0, ThreadNum::ONE, SipMask(0b01))];
    assert_eq!(compared(&workload).planned.unwrap().makespan, 2000);
    workload.usage_masks.reverse();
    assert_eq!(compared(&workload).planned.unwrap().makespan, 1000);
}

/// The prefetch of a kernel that needs the whole machine does not delay it.
#[test]
fn prefetches_take_neither_sips_nor_time() {
    let text = "dags: [{ id: g, kernels: [{ id: load, prefetch: a }, { id: a, threads: 16, blocks: 2, est: 5000 }] }]";
    let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    let workload = read(text.as_bytes(), "w.yaml", &ReadOptions::default(), &mut no_files).unwrap();
    assert_eq!(compared(&workload).planned.unwrap().makespan, 5000);
}

/// `c` is the second on the SIP of `b`, whose launch it waits for, and `d` of another graph follows it there.
#[test]
fn a_static_run_keeps_places_and_order() {
    let mut first = vec![kernel("a", 3000, &[]), kernel("b", 4000, &[]), kernel("c", 100, &[])];
    first[2].deps.push(Dep { kernel: 1, on: On::Launch, delay: 0 });
    let mut workload = Workload::new(vec![Dag::new("g", first), Dag::new("h", vec![kernel("d", 50, &[])])]);
    let block = |sip: u32, start, end| vec![Block { sips: SipMask(1 << sip), start, end }];
    let blocks = [block(0, 0, 3000), block(1, 0, 4000), block(1, 4000, 4100), block(1, 4100, 4150)];
    let placed = on_their_places(&workload, &blocks).unwrap();
    let affinities: Vec<SipMask> = placed.kernels().map(|(_, kernel)| kernel.affinity).collect();
    assert_eq!(affinities, [0b01, 0b10, 0b10, 0b10].map(SipMask));
    assert_eq!(placed.dags[0].kernels[2].deps, [Dep { kernel: 1, on: On::Finish, delay: 0 }]);
    let last = &placed.dags[1].kernels[0];
    assert_eq!(last.external, [ExternalDep { dag: 0, kernel: 2, on: On::Finish, delay: 0 }]);
    assert_eq!((&placed.dags[0].kernels[0].deps, &last.deps), (&vec![], &vec![]));
    // If firmware chooses the SIPs, there are no places to keep.
    workload.dags[1].scheduler = Scheduler::Firmware;
    assert_eq!(on_their_places(&workload, &blocks), None);
}

fn any_workload() -> impl Strategy<Value = Workload> {
    let kernel =
        (500u32..3000, prop::sample::select(ThreadNum::ALL.to_vec()), 1u16..4, any::<u16>(), 0u32..9);
    prop::collection::vec(kernel, 1..14).prop_map(|kernels| {
        let kernels = kernels.into_iter().enumerate().map(|(at, (est, threads, blocks, bits, priority))| {
            let blocks = if bits & 1 == 1 { 1 } else { blocks };
            let after = (0..at).filter(move |&before| bits >> (before + 1) & 3 == 3);
            let mut kernel = Kernel::new(at.to_string(), threads, blocks, est).after_finish(after);
            kernel.deps.iter_mut().for_each(|dep| dep.delay = u64::from(bits % 7) * 400);
            Kernel { priority, ..kernel }
        });
        Workload::new(vec![Dag::new("g", kernels.collect())])
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn nothing_beats_the_lower_bound(workload in any_workload()) {
        let comparison = compared(&workload);
        prop_assert!(comparison.is_drained());
        let planned = comparison.planned.unwrap().makespan;
        prop_assert!(comparison.lower <= planned);
        prop_assert!(comparison.lower <= comparison.dynamic.makespan);
        let is_single = workload.kernels().all(|(_, kernel)| kernel.blocks == 1);
        prop_assert_eq!(comparison.executed.is_some(), is_single);
        // The same places and order, plus the time of decisions.
        prop_assert!(comparison.executed.is_none_or(|run| run.makespan >= planned));
    }
}
