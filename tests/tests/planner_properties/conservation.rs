//! Property 4: nothing is lost. Launches are the blocks of all kernels, each DAG counts all its kernels, and nothing
//! stays reserved.

use hws_plan::plan::Plan;

use super::model::{Run, play};
use super::plans::static_plan;
use super::seeds;

/// That nothing is reserved at the end is already part of being drained.
pub(crate) fn check(plan: &Plan, run: &Run) {
    let blocks: u64 = plan.kernels.iter().map(|kernel| u64::from(kernel.block_num)).sum();
    assert_eq!(run.launches, blocks);
    assert!(run.blocks.values().all(|ran| ran.end > ran.start), "every block ends");
    for (graph, dag) in plan.dags.iter().zip(&run.record.dags) {
        let kernels = plan.kernels.iter().filter(|kernel| kernel.dag == graph.id).count() as u32;
        let tag = dag.tag.expect("every graph is opened");
        assert_eq!(run.counted[&tag], (kernels, kernels), "{}", graph.id);
    }
}

#[test]
fn nothing_is_lost() {
    for seed in seeds() {
        let plan = static_plan(seed).plan;
        check(&plan, &play(&plan, None));
    }
}
