//! The priority of a graph decides which graph gets the SIPs.

use crate::run::run;
use crate::workload::{ReadOptions, Workload, read};

/// `bulk` keeps all SIPs busy from the start; `frame` arrives later and has as much work as an eighth of it.
fn workload(of_bulk: &str, of_frame: &str) -> Workload {
    let text = format!(
        "
dags:
- id: bulk
  {of_bulk}
  kernels: [{{ id: a, threads: 1, blocks: 512, est: 2000 }}, {{ id: b, threads: 1, blocks: 512, est: 2000 }}]
- id: frame
  {of_frame}
  arrival: 10000
  kernels: [{{ id: a, threads: 1, blocks: 128, est: 1000 }}]
"
    );
    let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    read(text.as_bytes(), "w.yaml", &ReadOptions::default(), &mut no_files).unwrap()
}

/// From the arrival of each graph to its finish.
fn turnarounds(of_bulk: &str, of_frame: &str) -> [u64; 2] {
    let workload = workload(of_bulk, of_frame);
    let (record, ()) = run(&workload, ()).unwrap();
    assert!(record.drained);
    let finishes: Vec<_> = record.dag_finishes(&workload).map(Option::unwrap).collect();
    [finishes[0].0, finishes[1].0 - 10_000]
}

/// Alone, 128 blocks of 1000 cycles take 4 rounds on 32 SIPs, and each launch an attempt of 48 cycles: 6,144 cycles. With the
/// highest priority the graph only waits, in addition, for the SIPs that are busy when it arrives. Without, it has the shorter
/// path and is the younger: it gets what `bulk` leaves, up to 64,000 cycles of work on all SIPs.
#[test]
fn a_graph_with_a_priority_precedes_one_without() {
    let kinds = ["kind: static", "kind: dynamic"];
    for bulk in kinds {
        let [_, without] = turnarounds(bulk, "kind: static");
        let [_, with] = turnarounds(bulk, "priority: 1");
        assert!(without > 40_000, "{bulk}: {without}");
        assert!(with < 6144 + 3 * 2000, "{bulk}: {with}");
    }
}

#[test]
fn the_higher_of_two_priorities_precedes() {
    let [_, above] = turnarounds("priority: 1", "priority: 15");
    let [_, below] = turnarounds("priority: 2", "priority: 1");
    assert!(above < 6144 + 3 * 2000, "{above}");
    assert!(below > 40_000, "{below}");
}
