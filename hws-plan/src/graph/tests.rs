//! Which graphs are sound, and the data that can be attached to them.

use super::*;
use crate::topo::DependencyCycle;
use rstest::rstest;

fn task(id: &str, time: u64, preds: &[usize]) -> Task {
    Task { id: id.into(), time, core: None, preds: preds.to_vec() }
}

#[rstest]
#[case(vec![task("a", 1, &[1])], GraphError::UnknownPredecessor { task: 0, pred: 1 })]
#[case(vec![task("a", 1, &[]), task("b", 1, &[0, 0])], GraphError::UnsortedPredecessor { task: 1, pred: 0 })]
#[case(vec![task("a", 1, &[]), task("a", 1, &[])], GraphError::DuplicateId { first: 0, second: 1, id: "a".into() })]
#[case(vec![task("a", 1, &[0])], GraphError::Cycle(DependencyCycle::of_one(0)))]
#[case(vec![task("a", u64::MAX, &[]), task("b", 1, &[])], GraphError::TimeOverflow { task: 1 })]
fn unsound_graphs_are_refused(#[case] tasks: Vec<Task>, #[case] error: GraphError) {
    assert_eq!(TaskGraph::new("g", tasks), Err(error));
}

#[rstest]
#[case(vec![vec![0]], GraphError::OrderMismatch { task: 1 })]
#[case(vec![vec![0, 1], vec![0]], GraphError::OrderMismatch { task: 0 })]
#[case(vec![vec![0, 1, 2]], GraphError::OrderMismatch { task: 2 })]
fn unsound_orders_are_refused(#[case] lists: Vec<Vec<usize>>, #[case] error: GraphError) {
    let graph = TaskGraph::new("g", vec![task("a", 1, &[]), task("b", 1, &[0])]).unwrap();
    let order = lists.into_iter().map(|tasks| CoreOrder { core: 0, tasks }).collect();
    assert_eq!(graph.with_static_order(order), Err(error));
}

#[test]
fn cycles_are_told() {
    let tasks = vec![task("a", 1, &[]), task("b", 1, &[2]), task("c", 1, &[1])];
    let error = TaskGraph::new("g", tasks).unwrap_err().to_string();
    assert_eq!(error, "task 1 waits for itself: 1 waits for 2, 2 for 1; remove one of these dependencies");
    let graph = TaskGraph::new("g", vec![task("a", 1, &[]), task("b", 1, &[0])]).unwrap();
    let error = graph.with_static_order(vec![CoreOrder { core: 0, tasks: vec![1, 0] }]).unwrap_err();
    let expected = "task 0 waits for itself once each core keeps its order: 0 waits for 1, 1 for 0; reorder the core's tasks";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn demands_make_the_times() {
    let demand = |est, threads, blocks| Demand { est, threads, blocks };
    let graph = || TaskGraph::new("g", vec![task("a", 1, &[]), task("b", 1, &[0])]).unwrap();
    assert!(!graph().is_in_cycles());
    let with = graph().with_demands(vec![demand(10, 2, 3), demand(7, 1, 1)]).unwrap();
    assert!(with.is_in_cycles());
    assert_eq!(with.tasks().iter().map(|task| task.time).collect::<Vec<_>>(), [60, 7]);
    let few = graph().with_demands(vec![demand(1, 1, 1)]);
    assert_eq!(few, Err(GraphError::DemandCount { found: 1, tasks: 2 }));
    let long = graph().with_demands(vec![demand(u64::MAX, 1, 1), demand(1, 1, 1)]);
    assert_eq!(long, Err(GraphError::TimeOverflow { task: 1 }));
    let wide = graph().with_demands(vec![demand(u64::MAX, 2, 1), demand(1, 1, 1)]);
    assert_eq!(wide, Err(GraphError::TimeOverflow { task: 0 }));
}

#[test]
fn bytes_belong_to_predecessors() {
    let graph = || TaskGraph::new("g", vec![task("a", 1, &[]), task("b", 1, &[0])]).unwrap();
    let with = graph().with_bytes(vec![vec![], vec![64]]).unwrap();
    assert_eq!(with.bytes(), Some(&[vec![], vec![64]][..]));
    let wrong = |bytes| graph().with_bytes(bytes).unwrap_err();
    assert_eq!(wrong(vec![vec![], vec![]]), GraphError::BytesCount { task: 1 });
    assert_eq!(wrong(vec![vec![]]), GraphError::BytesCount { task: 1 });
    assert_eq!(wrong(vec![vec![], vec![1], vec![]]), GraphError::BytesCount { task: 2 });
    assert_eq!(wrong(vec![vec![], vec![u64::MAX - 1]]), GraphError::BytesOverflow { task: 1 });
    assert!(graph().with_bytes(vec![vec![], vec![u64::MAX - 2]]).is_ok());
}

#[test]
fn communication_is_that_of_the_source_or_bytes_by_bandwidth() {
    let graph = || TaskGraph::new("g", vec![task("a", 1, &[]), task("b", 1, &[0])]).unwrap();
    let bw = |bw| NonZeroU64::new(bw);
    let of = |graph: &TaskGraph, bw| graph.comm(bw).map(|comm| comm[1][0]);
    assert_eq!(of(&graph(), bw(9)), None);
    let bytes = graph().with_bytes(vec![vec![], vec![64]]).unwrap();
    assert_eq!([None, bw(64), bw(63), bw(1)].map(|bw| of(&bytes, bw)), [None, Some(1), Some(2), Some(64)]);
    let both = bytes.with_comm(vec![vec![], vec![7]]).unwrap();
    assert_eq!([None, bw(64)].map(|bw| of(&both, bw)), [Some(7), Some(7)]);
}

#[test]
fn static_preds_add_the_task_before_on_the_core_once() {
    let tasks = vec![task("a", 1, &[]), task("b", 1, &[]), task("c", 1, &[1])];
    let order = vec![CoreOrder { core: 0, tasks: vec![0, 1, 2] }];
    let graph = TaskGraph::new("g", tasks).unwrap().with_static_order(order).unwrap();
    assert_eq!(graph.static_preds(), [vec![], vec![0], vec![1]]);
    assert!(graph.tasks()[1].preds.is_empty());
}
