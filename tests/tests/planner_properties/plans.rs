//! Random plans: static ones over several graphs, and queries for all plans.

use std::collections::BTreeMap;

use hws_plan::plan::{
    DepKind, Plan, PlanDag, PlanDagKind, PlanDep, PlanKernel, PlanOn, PlanOrder, PlanSlot, PlanTimeUnit,
    PlanTriggers, Provenance, Time, VERSION,
};
use hws_tests::random::Numbers;

use super::replayer::Name;

/// A static plan, and the delays between its kernels.
pub(crate) struct Static {
    pub(crate) plan: Plan,
    pub(crate) delays: BTreeMap<(Name, Name), u64>,
}

/// The data of a planned kernel.
struct Job {
    dag: usize,
    sip: u32,
    est: u64,
    start: u64,
    /// Predecessors, for data and with a delay, or for order.
    preds: Vec<(usize, DepKind, u64)>,
}

/// A random graph on one to eight SIPs, cut into one to five graphs; kernels are placed one after another, as
/// early as their predecessors allow or a little later.
pub(crate) fn static_plan(seed: u64) -> Static {
    let mut numbers = Numbers::new(seed);
    let (kernels, sips, dags) = (numbers.between(1, 40), numbers.between(1, 8), numbers.between(1, 5));
    let mut jobs: Vec<Job> = Vec::new();
    let mut last: BTreeMap<u32, usize> = BTreeMap::new();
    for index in 0..kernels as usize {
        let job = job(&mut numbers, &jobs, &last, index, sips, dags.min(kernels));
        last.insert(job.sip, index);
        jobs.push(job);
    }
    plan_of(&jobs, dags.min(kernels) as usize)
}

fn job(
    numbers: &mut Numbers,
    jobs: &[Job],
    last: &BTreeMap<u32, usize>,
    index: usize,
    sips: u32,
    dags: u32,
) -> Job {
    // Every graph gets a kernel.
    let dag = if index < dags as usize { index } else { numbers.below(dags) as usize };
    let (sip, est) = (numbers.below(sips), numbers.between(1, 50).into());
    let mut preds: Vec<(usize, DepKind, u64)> = Vec::new();
    for pred in 0..index {
        if numbers.chance(2, index as u32 + 2) {
            preds.push((pred, DepKind::Data, numbers.below(6).into()));
        }
    }
    if let Some(&before) = last.get(&sip)
        && preds.iter().all(|&(pred, ..)| pred != before)
    {
        preds.push((before, DepKind::Order, 0));
    }
    let ends = preds.iter().map(|&(pred, _, delay)| jobs[pred].start + jobs[pred].est + delay);
    let start = ends.max().unwrap_or(0) + u64::from(numbers.below(4) * numbers.below(4));
    Job { dag, sip, est, start, preds }
}

fn plan_of(jobs: &[Job], dags: usize) -> Static {
    let name = |index: usize| (format!("g{}", jobs[index].dag), format!("k{index}"));
    let mut delays = BTreeMap::new();
    let kernels = jobs.iter().enumerate().map(|(index, job)| {
        for &(pred, _, delay) in &job.preds {
            delays.insert((name(pred), name(index)), delay);
        }
        let dep = |&(pred, kind, _): &(usize, DepKind, u64)| PlanDep {
            kernel: name(pred).1,
            dag: Some(name(pred).0).filter(|_| jobs[pred].dag != job.dag),
            on: PlanOn::Finish,
            kind,
            transfer: 0,
        };
        PlanKernel { deps: job.preds.iter().map(dep).collect(), ..kernel(name(index), job, jobs) }
    });
    let kernels = kernels.collect();
    let slots = jobs.iter().enumerate().map(|(index, job)| PlanSlot {
        dag: name(index).0,
        kernel: name(index).1,
        block: 0,
        sip: job.sip as u8,
        start: job.start,
        end: job.start + job.est,
    });
    let dags = (0..dags)
        .map(|dag| PlanDag { id: format!("g{dag}"), arrival: 0, kind: PlanDagKind::Static, repeat: None })
        .collect();
    Static { plan: Plan { slots: slots.collect(), ..plan(dags, kernels) }, delays }
}

/// The earlier the start, the higher the priority.
fn kernel((dag, id): Name, job: &Job, jobs: &[Job]) -> PlanKernel {
    let later = jobs.iter().filter(|other| other.start > job.start).count();
    PlanKernel {
        id,
        dag,
        block_num: 1,
        thread_num: 1,
        est: job.est,
        priority: later as u32 + 1,
        on_cp: false,
        affinity: 1 << job.sip,
        ctx: 0,
        coop: false,
        deps: Vec::new(),
        triggers: PlanTriggers::All,
        l2_bytes: None,
        params: None,
        prefetch: None,
        load: false,
        instances: None,
    }
}

fn plan(dags: Vec<PlanDag>, kernels: Vec<PlanKernel>) -> Plan {
    Plan {
        hws_plan: VERSION,
        order: PlanOrder::Explicit,
        not_runnable: None,
        name: "random".to_owned(),
        provenance: Provenance { planner: "hand".to_owned(), ..Provenance::default() },
        time: Time::of(PlanTimeUnit::Units),
        machine: None,
        dags,
        kernels,
        slots: Vec::new(),
        fifos: Vec::new(),
        buffers: Vec::new(),
    }
}

/// The planned time of each block.
pub(crate) fn planned(plan: &Plan) -> BTreeMap<(Name, u16), PlanSlot> {
    let slots = plan.slots.iter().cloned();
    slots.map(|slot| (((slot.dag.clone(), slot.kernel.clone()), slot.block), slot)).collect()
}
