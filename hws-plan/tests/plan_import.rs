//! Plans from graphs: times, priorities, dependencies, prefetches.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use hws_plan::bounds::Demand;
use hws_plan::import::{self, ImportOptions};
use hws_plan::plan::{
    DepKind, GraphPlanOptions, NoPlan, PREFETCH_BLOCKS_MOST, Plan, PlanDag, PlanDep, PlanKernel, PlanOn,
    PlanTimeUnit,
};
use hws_plan::{CoreOrder, PlannerAnswer, Task, TaskGraph};
use proptest::prelude::*;

fn task(id: &str, time: u64, preds: &[usize]) -> Task {
    Task { id: id.into(), time, core: None, preds: preds.to_vec() }
}

/// a before b and c, both before d.
fn diamond() -> TaskGraph {
    let tasks = vec![task("a", 5, &[]), task("b", 0, &[0]), task("c", 7, &[0]), task("d", 2, &[1, 2])];
    TaskGraph::new("g", tasks).unwrap()
}

fn plan(graph: &TaskGraph, options: &GraphPlanOptions) -> Plan {
    let plan = Plan::from_graph(graph, options).unwrap();
    assert!(plan.check().is_good());
    plan
}

fn deps(kernel: &PlanKernel) -> Vec<(&str, PlanOn)> {
    kernel.deps.iter().map(|dep| (dep.kernel.as_str(), dep.on)).collect()
}

fn of<'p>(plan: &'p Plan, id: &str) -> &'p PlanKernel {
    plan.kernels.iter().find(|kernel| kernel.id == id).unwrap()
}

#[test]
fn kernels_have_the_tasks_times_and_upward_ranks() {
    let plan = plan(&diamond(), &GraphPlanOptions::default());
    let kernels: Vec<_> = plan.kernels.iter().map(|k| (&*k.id, k.est, k.priority, k.on_cp)).collect();
    // A task of no time takes one unit, also in its rank.
    assert_eq!(kernels, [("a", 5, 14, true), ("b", 1, 3, false), ("c", 7, 9, true), ("d", 2, 2, true)]);
    assert_eq!(deps(&plan.kernels[3]), [("b", PlanOn::Finish), ("c", PlanOn::Finish)]);
    assert!(plan.kernels.iter().all(|k| (k.block_num, k.thread_num, k.affinity) == (1, 1, u32::MAX)));
    assert_eq!((plan.time.unit, plan.time.scale), (PlanTimeUnit::Units, [1, 1]));
    assert_eq!((plan.name.as_str(), plan.dags.len(), plan.dags[0].id.as_str()), ("g", 1, "g"));
    assert!(plan.provenance.notes.is_empty());
}

/// A cost for each processor counts by its mean, rounded up.
#[test]
fn costs_of_processors_count_by_their_mean() {
    let text = r#"{"tasks": [{"id": 2, "costs": [1, 2]}, {"id": 1, "costs": [4, 2]}, {"id": 3, "cost": 7}],
                   "edges": [{"from": 1, "to": 2, "comm": 5}]}"#;
    let (format, content) = import::recognise(text.as_bytes()).unwrap();
    let graph = import::graph(format, &content, "g", &ImportOptions::default()).unwrap();
    let tasks: Vec<_> = graph.tasks().iter().map(|task| (task.id.as_str(), task.time)).collect();
    assert_eq!(tasks, [("1", 3), ("2", 2), ("3", 7)]);
    assert_eq!(graph.comm(None).as_deref(), Some(&[vec![], vec![5], vec![]][..]));
}

#[test]
fn scaled_times_are_cycles_rounded_up() {
    let options = GraphPlanOptions { time_scale: Some([3, 2]), ..GraphPlanOptions::default() };
    let plan = plan(&diamond(), &options);
    assert_eq!(plan.kernels.iter().map(|k| k.est).collect::<Vec<_>>(), [8, 1, 11, 3]);
    assert_eq!(plan.kernels[0].priority, 22);
    assert_eq!((plan.time.unit, plan.time.scale), (PlanTimeUnit::Cycles, [3, 2]));
    assert_eq!(plan.provenance.options, ["time_scale=3/2"]);
}

#[test]
fn communication_becomes_transfers_and_counts_in_priorities() {
    let graph = diamond().with_bytes(vec![vec![], vec![99], vec![1], vec![0, 10]]).unwrap();
    let options = |scale| GraphPlanOptions {
        bw: NonZeroU64::new(10),
        time_scale: scale,
        ..GraphPlanOptions::default()
    };
    let plain = plan(&graph, &options(None));
    // a: 5 + max(10 + 3, 1 + 10); c: 7 + 1 + 2.
    assert_eq!(plain.kernels.iter().map(|k| k.priority).collect::<Vec<_>>(), [18, 3, 10, 2]);
    assert!(plain.kernels[1].on_cp && !plain.kernels[2].on_cp);
    assert_eq!(plain.kernels[0].est, 5);
    let scaled = plan(&graph, &options(Some([2, 1])));
    assert_eq!(scaled.kernels.iter().map(|k| k.priority).collect::<Vec<_>>(), [35, 5, 20, 4]);
    assert_eq!(scaled.provenance.options, ["bw=10", "time_scale=2/1"]);
    let transfers =
        |plan: &Plan| plan.kernels.iter().flat_map(|k| &k.deps).map(|dep| dep.transfer).collect::<Vec<_>>();
    assert_eq!((transfers(&plain), transfers(&scaled)), (vec![10, 1, 0, 1], vec![20, 2, 0, 2]));
    assert_eq!(transfers(&plan(&graph, &GraphPlanOptions::default())), [0; 4]);
}

#[test]
fn shapes_come_from_the_demands_and_cost_rounds_of_the_full_machine() {
    let demand = |est, threads, blocks| Demand { est, threads, blocks };
    let tasks = || TaskGraph::new("g", vec![task("a", 0, &[]), task("b", 0, &[0])]).unwrap();
    let graph = tasks().with_demands(vec![demand(10, 12, 3), demand(4, 1, 33)]).unwrap();
    let plan = plan(&graph, &GraphPlanOptions::default());
    let shapes: Vec<_> =
        plan.kernels.iter().map(|k| (k.thread_num, k.block_num, k.est, k.priority)).collect();
    assert_eq!(shapes, [(12, 3, 10, 28), (1, 33, 4, 8)]); // two rounds each
    assert_eq!(plan.time.unit, PlanTimeUnit::Cycles);
    let wide = tasks().with_demands(vec![demand(1, 5, 1), demand(1, 1, 1)]).unwrap();
    let shape = NoPlan::Shape { task: "a".into(), threads: 5, blocks: 1 };
    assert_eq!(Plan::from_graph(&wide, &GraphPlanOptions::default()), Err(shape));
    let many = tasks().with_demands(vec![demand(1, 1, 1), demand(1, 1, 65536)]).unwrap();
    let shape = NoPlan::Shape { task: "b".into(), threads: 1, blocks: 65536 };
    assert_eq!(Plan::from_graph(&many, &GraphPlanOptions::default()), Err(shape));
}

#[test]
fn what_does_not_fit_is_refused_or_noted() {
    let long = TaskGraph::new("g", vec![task("a", u64::MAX, &[])]).unwrap();
    let scaled = GraphPlanOptions { time_scale: Some([2, 1]), ..GraphPlanOptions::default() };
    assert_eq!(Plan::from_graph(&long, &scaled), Err(NoPlan::TooLong { task: "a".into() }));
    let plan = Plan::from_graph(&long, &GraphPlanOptions::default()).unwrap();
    assert_eq!(plan.kernels[0].priority, u32::MAX);
    assert_eq!(plan.provenance.notes, ["priorities are ranks divided by 4294967296"]);
    let order = vec![CoreOrder { core: 0, tasks: vec![0, 1, 2, 3] }];
    let placed =
        Plan::from_graph(&diamond().with_static_order(order).unwrap(), &GraphPlanOptions::default()).unwrap();
    assert_eq!(placed.provenance.notes, ["the cores and the order of the source are left out"]);
}

#[test]
fn prefetches_follow_the_two_rules() {
    let mut plan = plan(&diamond(), &GraphPlanOptions::default());
    plan.insert_prefetches();
    assert!(plan.check().is_good());
    let ids: Vec<&str> = plan.kernels.iter().map(|kernel| kernel.id.as_str()).collect();
    assert_eq!(ids, ["a.prefetch", "a", "b.prefetch", "b", "c.prefetch", "c", "d.prefetch", "d"]);
    assert_eq!(
        deps(of(&plan, "d")),
        [("d.prefetch", PlanOn::Launch), ("b", PlanOn::Finish), ("c", PlanOn::Finish)]
    );
    assert_eq!(
        deps(of(&plan, "d.prefetch")),
        [("b.prefetch", PlanOn::Launch), ("c.prefetch", PlanOn::Launch)]
    );
    assert_eq!(deps(of(&plan, "a")), [("a.prefetch", PlanOn::Launch)]);
    assert_eq!(deps(of(&plan, "a.prefetch")), []);
    let prefetch = of(&plan, "c.prefetch");
    assert_eq!(
        (prefetch.prefetch.as_deref(), prefetch.est, prefetch.priority, prefetch.on_cp),
        (Some("c"), 1, 10, true)
    );
    // Nothing is left to prefetch.
    let before = plan.kernels.clone();
    plan.insert_prefetches();
    assert_eq!(plan.kernels, before);
}

#[test]
fn a_kernel_of_too_many_blocks_has_no_prefetch() {
    let mut plan = plan(&diamond(), &GraphPlanOptions::default());
    plan.kernels[1].block_num = PREFETCH_BLOCKS_MOST + 1;
    plan.kernels[2].block_num = PREFETCH_BLOCKS_MOST;
    plan.insert_prefetches();
    assert!(plan.check().is_good());
    assert_eq!(deps(of(&plan, "b")), [("a", PlanOn::Finish)]);
    assert_eq!(deps(of(&plan, "d.prefetch")), [("b", PlanOn::Launch), ("c.prefetch", PlanOn::Launch)]);
    assert_eq!(of(&plan, "c.prefetch").block_num, PREFETCH_BLOCKS_MOST);
    assert_eq!(plan.provenance.notes, ["kernels of more than 255 blocks without a prefetch: 1"]);
}

#[test]
fn existing_names_and_prefetches_are_kept() {
    let tasks = vec![task("a", 1, &[]), task("a.prefetch", 1, &[0]), task("load", 1, &[])];
    let mut plan = plan(&TaskGraph::new("g", tasks).unwrap(), &GraphPlanOptions::default());
    // `load` allocates for `a.prefetch`, which is an ordinary kernel.
    plan.kernels[2].prefetch = Some("a.prefetch".into());
    plan.dags.push(PlanDag { id: "h".into(), ..plan.dags[0].clone() });
    let dep = PlanDep {
        kernel: "a.prefetch".into(),
        dag: Some("g".into()),
        on: PlanOn::Finish,
        kind: DepKind::Data,
        transfer: 0,
    };
    plan.kernels.push(PlanKernel {
        dag: "h".into(),
        id: "a".into(),
        deps: vec![dep],
        ..plan.kernels[0].clone()
    });
    plan.insert_prefetches();
    let ids: Vec<(&str, &str)> = plan.kernels.iter().map(|k| (&*k.dag, &*k.id)).collect();
    let wanted = [
        ("g", "a.prefetch'"),
        ("g", "a"),
        ("g", "a.prefetch"),
        ("g", "load"),
        ("h", "a.prefetch"),
        ("h", "a"),
    ];
    assert_eq!(ids, wanted);
    assert_eq!(deps(&plan.kernels[2]), [("a", PlanOn::Finish)]); // as it was
    let across = &plan.kernels[4].deps;
    assert_eq!(across.len(), 1);
    assert_eq!(
        (&*across[0].kernel, across[0].dag.as_deref(), across[0].on),
        ("load", Some("g"), PlanOn::Launch)
    );
}

proptest! {
    #[test]
    fn every_plan_is_sound(times in prop::collection::vec(0u64..1 << 40, 1..12), bits in any::<[u16; 12]>(), bw in 0u64..9) {
        let preds = |i: usize| (0..i).filter(|&j| bits[i] >> j & 1 == 1).collect::<Vec<_>>();
        let tasks = times.iter().enumerate().map(|(i, &time)| task(&format!("t{i}"), time, &preds(i)));
        let graph = TaskGraph::new("g", tasks.collect()).unwrap();
        let bytes = (0..times.len()).map(|i| preds(i).iter().map(|&j| bits[j].into()).collect()).collect();
        let graph = graph.with_bytes(bytes).unwrap();
        let mut plan = Plan::from_graph(&graph, &GraphPlanOptions { bw: NonZeroU64::new(bw), ..GraphPlanOptions::default() }).unwrap();
        plan.insert_prefetches();
        prop_assert!(plan.check().is_good());
        let text = serde_json::to_string(&plan).unwrap();
        prop_assert_eq!(&Plan::read(&text).unwrap(), &plan);
        // The two rules by sets, and priorities that never rise along a dependency.
        for (i, expected) in (0..times.len()).map(|i| (i, preds(i))) {
            let prefetch = of(&plan, &format!("t{i}.prefetch"));
            let found: BTreeSet<String> = prefetch.deps.iter().map(|dep| dep.kernel.clone()).collect();
            prop_assert_eq!(found, expected.iter().map(|j| format!("t{j}.prefetch")).collect::<BTreeSet<_>>());
            let kernel = of(&plan, &format!("t{i}"));
            prop_assert_eq!(kernel.deps.len(), expected.len() + 1);
            for dep in &kernel.deps {
                prop_assert!(of(&plan, &dep.kernel).priority > kernel.priority || kernel.priority == u32::MAX || times.iter().sum::<u64>() > u64::from(u32::MAX));
            }
        }
    }
}
