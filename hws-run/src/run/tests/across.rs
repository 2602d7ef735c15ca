//! Dependencies across graphs: on finished graphs, on graphs that have not arrived, and with few tags.

use hws_regs::params;
use hws_sim::{KernelState, On};
use hws_types::Cycle;

use super::{kernel, run_and_replay, yaml};
use crate::run::RunRecord;
use crate::workload::{Dag, ExternalDep, Kernel, Workload};

fn graph(name: &str, arrival: u64, kernels: Vec<Kernel>) -> Dag {
    Dag { arrival: Cycle(arrival), ..Dag::new(name, kernels) }
}

fn behind(kernel: Kernel, deps: &[(usize, usize, On)]) -> Kernel {
    let external = deps.iter().map(|&(dag, kernel, on)| ExternalDep { dag, kernel, on, delay: 0 }).collect();
    Kernel { external, ..kernel }
}

fn reasons(record: &RunRecord) -> Vec<&str> {
    record.stuck.iter().map(|stuck| stuck.reason.as_str()).collect()
}

/// `late` arrives long after `early` has finished; `first` waits for a graph that arrives after it.
#[test]
fn graphs_may_arrive_before_or_after_their_predecessors() {
    let workload = Workload::new(vec![
        graph("first", 0, vec![behind(kernel("a", 1, 1, 500, &[]), &[(1, 0, On::Finish)])]),
        graph("early", 3000, vec![kernel("b", 1, 1, 700, &[])]),
        graph(
            "late",
            20_000,
            vec![behind(kernel("c", 1, 1, 300, &[]), &[(1, 0, On::Finish), (0, 0, On::Launch)])],
        ),
    ]);
    let record = run_and_replay(&workload);
    assert!(record.drained && record.errors.is_empty(), "{:?}", record.stuck);
    let [a, b, c] = [0, 1, 2].map(|id| record.kernels[id].clone());
    assert_eq!(a.ready, b.finish.map(|finish| finish.after(1)));
    assert!(record.dags[1].finish < Some(Cycle(20_000)), "its graph is closed");
    assert!(
        c.ready >= Some(Cycle(20_000))
            && c.ready == record.dags[2].opened.map(|opened| c.ready.unwrap().max(opened))
    );
}

/// The launch of a long kernel is enough.
#[test]
fn a_launch_in_another_graph_can_be_waited_for() {
    let workload = Workload::new(vec![
        graph("long", 0, vec![kernel("a", 1, 1, 9000, &[])]),
        graph("short", 0, vec![behind(kernel("b", 1, 1, 300, &[]), &[(0, 0, On::Launch)])]),
    ]);
    let record = run_and_replay(&workload);
    let [a, b] = [0, 1].map(|id| record.kernels[id].clone());
    assert!(record.drained && a.first_launch < b.first_launch && b.finish < a.finish, "{record:?}");
}

/// Graphs of one kernel, each waiting for the one before it: they are opened as they arrive, as tags become free.
#[test]
fn more_graphs_than_tags_run_in_the_order_of_arrival() {
    let one = |index: usize| {
        let before: Vec<_> = index.checked_sub(1).map(|before| (before, 0, On::Finish)).into_iter().collect();
        graph(&index.to_string(), 0, vec![behind(kernel("k", 1, 1, 100, &[]), &before)])
    };
    let record = run_and_replay(&Workload::new((0..3 * params::N_DAG).map(one).collect()));
    assert!(record.drained, "{:?}", record.stuck);
    assert!(record.kernels.windows(2).all(|pair| pair[0].finish < pair[1].first_launch));
}

/// Each graph waits for the next one, and the last one never gets a tag. The report gives the reason.
#[test]
fn graphs_that_hold_all_tags_and_wait_for_one_without_a_tag_are_stuck_with_reasons() {
    let count = params::N_DAG + 1;
    let one = |index: usize| {
        let next: Vec<_> = Some(index + 1)
            .filter(|&next| next < count)
            .map(|next| (next, 0, On::Finish))
            .into_iter()
            .collect();
        graph(&index.to_string(), 0, vec![behind(kernel("k", 1, 1, 100, &[]), &next)])
    };
    let record = run_and_replay(&Workload::new((0..count).map(one).collect()));
    assert!(!record.drained);
    let reasons = reasons(&record);
    assert_eq!(reasons[0], "it waits for the end of 1/k");
    assert_eq!(
        reasons[count - 2],
        format!("it waits for the end of {}/k, whose graph was never opened", count - 1)
    );
    assert_eq!(reasons[count - 1], "its graph was never opened: no DAG tag became free");
    let fits = run_and_replay(&Workload::new((1..count).map(one).map(shifted).collect()));
    assert!(fits.drained, "{:?}", fits.stuck);
}

/// A graph of `one`, at the index before.
fn shifted(mut dag: Dag) -> Dag {
    dag.kernels[0].external.iter_mut().for_each(|dep| dep.dag -= 1);
    dag
}

/// The dependents of a kernel that the HWS rejects are given up, in open graphs and in later ones; the rest of these
/// graphs runs, and tags become free.
#[test]
fn dependents_of_a_rejected_kernel_in_another_graph_are_given_up() {
    let nowhere = Kernel { affinity: hws_types::SipMask(0x10), ..kernel("nowhere", 2, 1, 100, &[]) };
    let waiting =
        |dag| vec![behind(kernel("w", 1, 1, 100, &[]), &[(dag, 0, On::Finish)]), kernel("v", 1, 1, 100, &[])];
    let workload = Workload::new(vec![
        graph("bad", 0, vec![nowhere]),
        graph("open", 0, waiting(0)),
        graph("late", 9000, waiting(1)),
    ]);
    let record = run_and_replay(&workload);
    assert!(!record.drained && record.dags.iter().all(|dag| dag.finish.is_some()), "{record:?}");
    let states: Vec<_> = record.kernels.iter().map(|kernel| kernel.state).collect();
    let (waiting, finished) = (KernelState::Waiting, KernelState::Finished);
    assert_eq!(states, [KernelState::Rejected, waiting, finished, waiting, finished]);
}

/// Firmware's own resolver also handles graphs that arrive later.
#[test]
fn graphs_that_firmware_schedules_may_wait_for_each_other() {
    let record = run_and_replay(&yaml(
        "dags:\n\
         - { id: g, scheduler: firmware, sips: 0xF, kernels: [{ id: a, threads: 1, est: 400, deps: [{ dag: h, kernel: b }] }] }\n\
         - { id: h, scheduler: firmware, sips: 0xF, arrival: 5000, kernels: [{ id: b, threads: 1, est: 400 }] }\n",
    ));
    assert!(record.drained, "{:?}", record.stuck);
    assert!(record.kernels[1].finish < record.kernels[0].first_launch);
}
