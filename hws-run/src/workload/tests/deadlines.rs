//! Deadlines and priorities of graphs.

use hws_types::Cycle;

use super::{kernel, read_text};
use crate::workload::GraphKind;

const FILE: &str = "
dags:
- id: frames
  arrival: 1000
  repeat: 3
  every: 5000
  deadline: 4e3
  kernels:
  - { id: decode, threads: 2, est: 900, deadline: 700, priority: 9 }
  - { id: grab, prefetch: show, deadline: 50 }
  - { id: show, threads: 1, est: 90 }
- { id: robot, import: g.stg, deadline: 123 }
";

#[test]
fn deadlines_count_from_the_arrival_of_each_instance() {
    let workload = read_text(FILE).unwrap();
    let due = |dag: usize| workload.dags[dag].due(workload.dags[dag].deadline);
    assert_eq!([0, 1, 2, 3].map(due), [5000, 10_000, 15_000, 123].map(|at| Some(Cycle(at))));
    let of = |name| kernel(&workload, 2, name).deadline;
    assert_eq!([of("decode"), of("grab"), of("show")], [Some(700), Some(50), None]);
}

/// The latest arrival and the longest deadline.
#[test]
fn a_deadline_may_be_as_long_as_an_arrival_may_be_late() {
    let most = 1_u64 << 53;
    let text = format!("dags: [{{ id: g, arrival: {most}, deadline: {most}, import: g.stg }}]");
    let workload = read_text(&text).unwrap();
    assert_eq!(workload.dags[0].due(workload.dags[0].deadline), Some(Cycle(1 << 54)));
}

#[test]
fn a_deadline_changes_nothing_else() {
    let without =
        FILE.replace(", deadline: 700", "").replace(", deadline: 50", "").replace("  deadline: 4e3\n", "");
    let without = read_text(&without.replace(", deadline: 123", "")).unwrap();
    let mut with = read_text(FILE).unwrap();
    assert_ne!(with, without);
    with.dags.iter_mut().for_each(|dag| dag.deadline = None);
    with.dags.iter_mut().flat_map(|dag| &mut dag.kernels).for_each(|kernel| kernel.deadline = None);
    assert_eq!(with, without);
}

#[test]
fn a_priority_of_a_graph_is_in_those_of_its_kernels() {
    let text = FILE.replace("  repeat: 3", "  priority: 3\n  repeat: 3");
    let (plain, urgent) = (read_text(FILE).unwrap(), read_text(&text).unwrap());
    assert_eq!(kernel(&urgent, 1, "decode").priority, 0x3000_0009);
    let kinds: Vec<GraphKind> = urgent.dags.iter().map(|dag| dag.kind).collect();
    assert_eq!(kinds, [GraphKind::Dynamic, GraphKind::Dynamic, GraphKind::Dynamic, GraphKind::Static]);
    assert_eq!(urgent.dags[3], plain.dags[3]);
}
