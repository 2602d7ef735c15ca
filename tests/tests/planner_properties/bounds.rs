//! Property 3: no run is shorter than its critical path, or than the work of any set of SIPs on that set.

use std::collections::BTreeMap;

use hws_plan::plan::{Plan, PlanOn};
use hws_plan::topo::topological;
use hws_run::report::Report;

use super::model::{Run, play};
use super::plans::static_plan;
use super::seeds;

pub(crate) fn check(plan: &Plan, run: &Run) {
    let report = Report::new(&run.workload, &run.record);
    assert!(report.makespan >= report.lower_bound, "{} < {}", report.makespan, report.lower_bound);
    let (path, busiest) = (critical_path(plan) * run.workload.est_scale, busiest(run));
    assert!(report.makespan >= path, "{} is shorter than the path of {path}", report.makespan);
    assert!(report.makespan >= busiest, "{} is shorter than {busiest} of the busiest SIPs", report.makespan);
}

/// The longest sum of block estimates along the dependencies, across graphs too.
fn critical_path(plan: &Plan) -> u64 {
    let index: BTreeMap<(&str, &str), usize> =
        plan.kernels.iter().map(|one| (one.dag.as_str(), one.id.as_str())).zip(0..).collect();
    let preds = plan.kernels.iter().map(|kernel| {
        let deps = kernel.deps.iter().filter(|dep| dep.on == PlanOn::Finish);
        deps.map(|dep| index[&(dep.dag.as_deref().unwrap_or(&kernel.dag), dep.kernel.as_str())]).collect()
    });
    let preds: Vec<Vec<usize>> = preds.collect();
    let mut ends = vec![0; preds.len()];
    for kernel in topological(&preds).unwrap() {
        let start = preds[kernel].iter().map(|&pred| ends[pred]).max().unwrap_or(0);
        ends[kernel] = start + plan.kernels[kernel].est;
    }
    ends.into_iter().max().unwrap_or(0)
}

/// Among all sets of SIPs in affinities, the longest time that the set's own work takes when spread evenly.
fn busiest(run: &Run) -> u64 {
    let present = run.workload.hardware.topology.present();
    let mut work: BTreeMap<u32, u64> = BTreeMap::new();
    for (_, kernel) in run.workload.kernels() {
        let cycles =
            run.workload.block_cycles(kernel) * u64::from(kernel.blocks) * u64::from(kernel.threads.get());
        *work.entry((kernel.affinity & present).0).or_default() += cycles;
    }
    let inside = |set: u32| work.iter().filter(move |&(&sips, _)| sips & !set == 0).map(|(_, cycles)| cycles);
    let time = |&set: &u32| inside(set).sum::<u64>().div_ceil(u64::from(set.count_ones()).max(1));
    work.keys().map(time).max().unwrap_or(0)
}

#[test]
fn no_run_beats_its_bounds() {
    for seed in seeds() {
        let mut plan = static_plan(seed).plan;
        check(&plan, &play(&plan, None));
        // And where the HWS chooses.
        plan.slots.clear();
        plan.kernels.iter_mut().for_each(|kernel| kernel.affinity = 0xFF);
        check(&plan, &play(&plan, None));
    }
}
