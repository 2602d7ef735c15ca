//! A kernel of a plan: shape, needs, dependencies, triggers. Checks made when the plan was read are not repeated.

use hws_plan::plan::{self, PlanOn};
use hws_sim::On;
use hws_types::{SipMask, ThreadNum};

use super::names::Names;
use super::value;
use crate::workload::error::Fault;
use crate::workload::{Credit, Dep, ExternalDep, Kernel, Needs, Params, Role, Triggers};

/// Reads a kernel without its estimate; `place` is its index in the plan.
pub(super) fn read(
    kernel: &plan::PlanKernel,
    place: usize,
    dag: usize,
    names: &Names<'_>,
) -> Result<Kernel, Fault> {
    let threads = ThreadNum::new(kernel.thread_num).ok_or_else(|| {
        let legal = ThreadNum::ALL.map(|threads| threads.get().to_string()).join(", ");
        let path = format!("kernels[{place}].thread_num");
        value(path, kernel.thread_num.to_string(), &format!("one of {legal}"))
    })?;
    let (deps, external) = dependencies(kernel, place, dag, names)?;
    Ok(Kernel {
        ctx: kernel.ctx,
        affinity: SipMask(kernel.affinity),
        coop: kernel.coop,
        priority: kernel.priority,
        on_cp: kernel.on_cp,
        deps,
        external,
        triggers: triggers(kernel, place, dag, names)?,
        role: if kernel.load { Role::Load } else { Role::Compute },
        needs: needs(kernel, place)?,
        ..Kernel::new(&kernel.id, threads, kernel.block_num, 1)
    })
}

/// The index in the graph of the kernel whose L2 it allocates.
pub(super) fn prefetched(
    kernel: &plan::PlanKernel,
    place: usize,
    dag: usize,
    names: &Names<'_>,
) -> Result<Option<usize>, Fault> {
    let of = kernel.prefetch.as_deref();
    of.map(|of| names.kernel(dag, of, || format!("kernels[{place}].prefetch"))).transpose()
}

/// The name in a plan of a key of our YAML.
pub(super) fn key(ours: &'static str) -> &'static str {
    match ours {
        "threads" => "thread_num",
        "blocks" => "block_num",
        other => other,
    }
}

/// Inside the graph and across graphs, ascending.
fn dependencies(
    kernel: &plan::PlanKernel,
    place: usize,
    own: usize,
    names: &Names<'_>,
) -> Result<(Vec<Dep>, Vec<ExternalDep>), Fault> {
    let (mut deps, mut external) = (Vec::new(), Vec::new());
    for (index, dep) in kernel.deps.iter().enumerate() {
        let path = |key: &str| format!("kernels[{place}].deps[{index}].{key}");
        let dag = dep.dag.as_deref().map_or(Ok(own), |name| names.graph(name, || path("dag")))?;
        let kernel = names.kernel(dag, &dep.kernel, || path("kernel"))?;
        // In the unit of the plan, until the kernel gets its times.
        let (on, delay) = (on(dep.on), dep.transfer);
        match dag == own {
            true => deps.push(Dep { kernel: kernel as u32, on, delay }),
            false => external.push(ExternalDep { dag, kernel, on, delay }),
        }
    }
    let deps = once(deps, |dep| dep.kernel, |dep| &mut dep.delay);
    Ok((deps, once(external, |dep| (dep.dag, dep.kernel), |dep| &mut dep.delay)))
}

const fn on(on: PlanOn) -> On {
    match on {
        PlanOn::Finish => On::Finish,
        PlanOn::Launch => On::Launch,
    }
}

/// If there are two dependencies on one kernel, say for data and for order, the later point and the longer delay count.
fn once<D: Ord + Copy, K: PartialEq>(
    mut deps: Vec<D>,
    of: impl Fn(&D) -> K,
    delay: impl Fn(&mut D) -> &mut u64,
) -> Vec<D> {
    deps.sort_unstable_by(|a, b| b.cmp(a));
    deps.dedup_by(|next, kept| {
        let is_same = of(next) == of(kept);
        if is_same {
            *delay(kept) = (*delay(kept)).max(*delay(next));
        }
        is_same
    });
    deps.reverse();
    deps
}

fn triggers(
    kernel: &plan::PlanKernel,
    place: usize,
    dag: usize,
    names: &Names<'_>,
) -> Result<Triggers, Fault> {
    let path = |index: usize| format!("kernels[{place}].triggers.credits[{index}].kernel");
    match &kernel.triggers {
        // The hardware ignores triggers of blocks that start together.
        _ if kernel.coop => Ok(Triggers::All),
        plan::PlanTriggers::All => Ok(Triggers::All),
        plan::PlanTriggers::Window(window) => Ok(Triggers::Window(*window)),
        plan::PlanTriggers::Credits(credits) => {
            let credits = credits.iter().enumerate().map(|(index, credit)| {
                let kernel = names.kernel(dag, &credit.kernel, || path(index))?;
                Ok(Credit { kernel, need: credit.need.clone() })
            });
            Ok(Triggers::Credits(credits.collect::<Result<_, Fault>>()?))
        }
    }
}

fn needs(kernel: &plan::PlanKernel, place: usize) -> Result<Needs, Fault> {
    let params = kernel.params.map(|plan::PlanParams { entry_bytes, queue }| Params { entry_bytes, queue });
    if let Some(Params { queue, .. }) = params.filter(|params| kernel.coop && params.queue < kernel.block_num)
    {
        let wanted = "enough slots for all blocks of a cooperative kernel";
        return Err(value(format!("kernels[{place}].params.queue"), queue.to_string(), wanted));
    }
    Ok(Needs { l2: kernel.l2_bytes, vc: None, ahead: 1, params })
}
