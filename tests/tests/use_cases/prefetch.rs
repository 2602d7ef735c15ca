//! Prefetching of L2: allocation-only kernels run ahead of their compute kernels (the first software case).
//!
//! The graph follows two rules: a compute kernel waits for its prefetch, and a prefetch for the prefetches of the
//! kernels that its compute kernel waits for. Dotted edges are met on launch, solid ones on finish.

use hws_run::workload::{Dag, Dep, Role};
use hws_sim::On;

use crate::use_cases::play::{Played, example, id, play};
use crate::use_cases::story::Life;

fn graph() -> (Dag, Played) {
    let workload = example("prefetch.yaml");
    let played = play(&workload);
    (workload.dags[0].clone(), played)
}

/// The prefetch of a compute kernel, where it has one.
fn prefetch_of(dag: &Dag, kernel: usize) -> Option<usize> {
    dag.kernels.iter().position(|other| other.role == Role::PrefetchOf(kernel as u32))
}

fn on_launch(kernel: usize) -> Dep {
    Dep { on: On::Launch, ..Dep::on_finish(kernel as u32) }
}

fn lives(played: &Played, dag: &Dag) -> Vec<Life> {
    (0..dag.kernels.len() as u32).map(|kernel| played.story.life(kernel)).collect()
}

/// The example follows the two rules, with every prefetch edge dotted.
#[test]
fn the_graph_is_drawn_by_the_two_rules() {
    let (dag, _) = graph();
    let prefetched: Vec<usize> =
        (0..dag.kernels.len()).filter(|&kernel| prefetch_of(&dag, kernel).is_some()).collect();
    assert_eq!(prefetched.len(), 5);
    for kernel in prefetched {
        let prefetch = prefetch_of(&dag, kernel).unwrap();
        assert!(dag.kernels[kernel].deps.contains(&on_launch(prefetch)));
        let before = dag.kernels[kernel].deps.iter().filter_map(|dep| prefetch_of(&dag, dep.place()));
        let expected: Vec<Dep> = before.map(on_launch).collect();
        assert_eq!(dag.kernels[prefetch].deps, expected, "{}", dag.kernels[prefetch].name);
    }
}

/// Every prefetch has its L2 before the first block of its kernel starts, and runs on no SIP itself.
#[test]
fn prefetches_are_ahead_of_their_compute_kernels() {
    let (dag, played) = graph();
    let lives = lives(&played, &dag);
    for (kernel, life) in lives.iter().enumerate() {
        if let Some(prefetch) = prefetch_of(&dag, kernel) {
            assert!(lives[prefetch].depart < life.admit && life.admit < life.first_launch);
            assert_eq!(played.story.blocks_of(prefetch as u32).count(), 0);
        }
    }
}

/// They run ahead of the computation too: the L2 of a kernel is allocated before the preceding kernel is done.
#[test]
fn prefetches_overlap_with_the_computation_in_front() {
    let (dag, played) = graph();
    let lives = lives(&played, &dag);
    for (name, front) in [("left", "stem"), ("right", "stem"), ("join", "right"), ("head", "join")] {
        let prefetch = prefetch_of(&dag, id(&dag, name) as usize).unwrap();
        assert!(lives[prefetch].depart < lives[id(&dag, front) as usize].finish, "{name} behind {front}");
    }
}

/// Solid edges are met when the last block has ended, dotted ones when the last block has been launched or, for a
/// prefetch, when it has its grants; the next kernel does not wait longer.
#[test]
fn dotted_edges_are_met_on_launch_and_solid_ones_on_finish() {
    let (dag, played) = graph();
    let lives = lives(&played, &dag);
    for (kernel, life) in dag.kernels.iter().zip(&lives) {
        let met = |dep: &Dep| match dep.on {
            On::Launch => lives[dep.place()].depart.unwrap(),
            On::Finish => lives[dep.place()].finish.unwrap(),
        };
        let Some(last) = kernel.deps.iter().map(met).max() else { continue };
        let wait = life.admit.unwrap() - last;
        assert!((1..=60).contains(&wait), "{} is admitted {wait} cycles later", kernel.name);
    }
    let [head, log] = ["head", "log"].map(|name| lives[id(&dag, name) as usize]);
    assert!(
        head.depart < log.first_launch && log.first_launch < head.finish,
        "a dotted edge between computations"
    );
}
