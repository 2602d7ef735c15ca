//! Imported graphs: a kernel for each task, with the shape given by the graph, or one block on one SIP. Times
//! are scaled by one constant, except those that are already cycles.

use std::num::NonZeroU64;

use hws_plan::bounds::Demand;
use hws_plan::{Task, TaskGraph, priorities};
use hws_regs::params;
use hws_types::{Sip, SipMask, ThreadNum, Topology};

use super::dags::{ARRIVAL_MOST, Content};
use super::error::WorkloadReason;
use super::options::{Mapping, ReadOptions};
use super::{Dep, Hardware, Kernel, ranks};

/// Lower limit of the mean imported estimate under the default scale, in cycles: long compared with an attempt.
pub const MEAN_EST_CYCLES: u64 = 20 * params::ATTEMPT_CYCLES as u64;
/// Powers of ten that fit in 64 bits.
const POWERS: u32 = 20;

/// How graphs are imported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Imports {
    /// The factor of times in a file's units; 1 if nothing is imported.
    pub(super) scale: u64,
    /// The factor of times in cycles; 1 unless a scale is given.
    cycles_scale: u64,
    time_unit: u32,
    mapping: Mapping,
    topology: Topology,
    bw: Option<NonZeroU64>,
}

impl Imports {
    /// For all graphs of a workload together; each task of a repeated graph counts once.
    pub(super) fn of<'c>(
        contents: impl Iterator<Item = &'c Content> + Clone,
        hardware: &Hardware,
        options: &ReadOptions,
    ) -> Self {
        let given = options.est_scale.map(|scale| scale.max(1));
        let usual = || {
            let times = contents.clone().flat_map(Content::times_in_units);
            default_scale(
                times,
                contents.clone().filter_map(Content::mean_attempts).max(),
                hardware.time_unit,
            )
        };
        let is_written = |content: &Content| matches!(content, Content::Kernels(_));
        let scale = if contents.clone().all(is_written) { 1 } else { given.unwrap_or_else(usual) };
        Self {
            scale,
            cycles_scale: given.unwrap_or(1),
            time_unit: hardware.time_unit,
            mapping: options.mapping,
            topology: hardware.topology,
            bw: options.bw,
        }
    }

    /// Converts a length in units of a file to time units, at least one.
    pub(super) fn units(&self, time: u64) -> u128 {
        est(time, self.scale)
    }

    /// Converts a length in cycles to time units, at least one.
    pub(super) fn units_of_cycles(&self, cycles: u64) -> u128 {
        self.cycles_of_cycles(cycles).div_ceil(self.time_unit.max(1).into()).max(1)
    }

    /// Converts a point in time in units of a file to cycles.
    pub(super) fn cycles(&self, time: u64) -> u128 {
        (u128::from(time) * u128::from(self.scale)).saturating_mul(self.time_unit.into())
    }

    /// Scales a point in time or a length in cycles, if a scale is given.
    pub(super) fn cycles_of_cycles(&self, cycles: u64) -> u128 {
        u128::from(cycles) * u128::from(self.cycles_scale)
    }
}

/// The smallest power of ten that makes the mean long enough; 1 if none does. If a plan asks for a longer mean, the
/// smallest that also makes it that long, as far as estimates keep their 32 bits.
fn default_scale(times: impl Iterator<Item = u64> + Clone, attempts: Option<u32>, time_unit: u32) -> u64 {
    let (count, longest) = (times.clone().count() as u128, times.clone().max().unwrap_or(0));
    let is_enough = |scale: u64, mean: u64| {
        let ests = times.clone().map(|time| est(time, scale));
        let total = ests.fold(0, u128::saturating_add).saturating_mul(time_unit.into());
        total >= count * u128::from(mean)
    };
    let powers = || (0..POWERS).map(|power| 10_u64.pow(power));
    let usual = powers().find(|&scale| is_enough(scale, MEAN_EST_CYCLES)).unwrap_or(1);
    let asked = u64::from(attempts.unwrap_or(0)) * params::ATTEMPT_CYCLES as u64;
    let fits = |scale: &u64| est(longest, *scale) <= u32::MAX.into();
    let longer = powers().skip_while(|&scale| scale < usual).take_while(fits);
    let enough = longer.clone().find(|&scale| is_enough(scale, asked));
    enough.or_else(|| longer.last()).unwrap_or(usual)
}

/// In time units, at least one.
fn est(time: u64, scale: u64) -> u128 {
    (u128::from(time) * u128::from(scale)).max(1)
}

/// The kernels of a graph, with priorities from its data edges.
pub(super) fn kernels(graph: TaskGraph, imports: &Imports) -> Result<Vec<Kernel>, WorkloadReason> {
    if imports.mapping == Mapping::Static && graph.static_order().is_none() {
        return Err(WorkloadReason::NoCores { graph: graph.name().to_owned() });
    }
    let mut kernels = unranked(&graph, imports)?;
    let deps = Dependencies::of(&graph, imports)?;
    let tasks = set_priorities(&mut kernels, graph, imports)?;
    // The tasks end here. Their lists are as small and as many as those of the kernels, which may take their place now.
    kernels.iter_mut().zip(tasks).for_each(|(kernel, task)| kernel.name = task.id.into());
    deps.give_to(&mut kernels);
    Ok(kernels)
}

/// The kernels without names, dependencies and priorities.
fn unranked(graph: &TaskGraph, imports: &Imports) -> Result<Vec<Kernel>, WorkloadReason> {
    // Of known length, so that no memory is left over.
    let mut kernels = Vec::with_capacity(graph.len());
    for (index, task) in graph.tasks().iter().enumerate() {
        kernels.push(kernel(task, graph.demands().map(|demands| &demands[index]), imports)?);
    }
    Ok(kernels)
}

fn kernel(task: &Task, demand: Option<&Demand>, imports: &Imports) -> Result<Kernel, WorkloadReason> {
    let (threads, blocks) = demand.map_or(Ok((ThreadNum::ONE, 1)), |demand| shape(task, demand))?;
    let est = demand.map_or_else(|| imports.units(task.time), |demand| imports.units_of_cycles(demand.est));
    let est = u32::try_from(est).map_err(|_| WorkloadReason::EstTooLong { task: task.id.clone(), est })?;
    Ok(Kernel { affinity: affinity(task, imports)?, ..Kernel::new("", threads, blocks, est) })
}

/// Threads and blocks, if they are legal for the hardware.
fn shape(task: &Task, demand: &Demand) -> Result<(ThreadNum, u16), WorkloadReason> {
    let blocks = u16::try_from(demand.blocks).ok().filter(|&blocks| blocks > 0);
    let shape = ThreadNum::new(demand.threads).zip(blocks);
    shape.ok_or_else(|| WorkloadReason::NoShape {
        task: task.id.clone(),
        threads: demand.threads,
        blocks: demand.blocks,
    })
}

/// Core *i* is logical SIP *i*.
fn affinity(task: &Task, imports: &Imports) -> Result<SipMask, WorkloadReason> {
    let (Mapping::Static, Some(core)) = (imports.mapping, task.core) else { return Ok(SipMask::ALL) };
    let present = imports.topology.present();
    let sip = Sip::new(core).map(Sip::mask).filter(|&sip| present.contains(sip));
    sip.ok_or_else(|| WorkloadReason::AbsentCore { task: task.id.clone(), core, present })
}

/// The order of tasks on a core is not a dependency: ranks follow only the data edges. Communication is scaled like
/// times. Returns the tasks.
fn set_priorities(
    kernels: &mut [Kernel],
    graph: TaskGraph,
    imports: &Imports,
) -> Result<Vec<Task>, WorkloadReason> {
    let scaled = |list: &Vec<u64>| list.iter().map(|time| time.saturating_mul(imports.scale)).collect();
    let comm = graph.comm(imports.bw).map(|comm| comm.iter().map(scaled).collect());
    let times = kernels.iter().map(|kernel| ranks::cost(kernel, imports.topology));
    let mut ranked = graph.retimed(times).map_err(|_| WorkloadReason::TooLong)?;
    if let Some(comm) = comm {
        ranked = ranked.with_comm(comm).map_err(|_| WorkloadReason::TooLong)?;
    }
    let ranks = priorities(&ranked);
    for (kernel, (priority, on_cp)) in
        kernels.iter_mut().zip(ranks.offline_priority.into_iter().zip(ranks.on_cp))
    {
        (kernel.priority, kernel.on_cp) = (priority, on_cp);
    }
    Ok(ranked.into_tasks())
}

/// The dependencies of all kernels of a graph in one list.
struct Dependencies {
    all: Vec<Dep>,
    /// How many each kernel has.
    counts: Vec<u32>,
}

impl Dependencies {
    /// Those of a graph. A kernel waits for the transfers on its data edges.
    fn of(graph: &TaskGraph, imports: &Imports) -> Result<Self, WorkloadReason> {
        let static_preds = match imports.mapping {
            Mapping::Dynamic => None,
            Mapping::Static => Some(graph.static_preds()),
        };
        let comm = graph.comm(imports.bw);
        let mut deps = Self { all: Vec::new(), counts: Vec::with_capacity(graph.len()) };
        for (index, task) in graph.tasks().iter().enumerate() {
            let preds = static_preds.as_ref().map_or(&task.preds, |all| &all[index]);
            let first = deps.all.len();
            deps.all.extend(preds.iter().map(|&pred| Dep::on_finish(pred as u32)));
            let own = &mut deps.all[first..];
            deps.counts.push(own.len() as u32);
            for (pred, &time) in task.preds.iter().zip(comm.iter().flat_map(|comm| &comm[index])) {
                if let Ok(place) = own.binary_search_by_key(pred, Dep::place) {
                    own[place].delay = delay(time, graph, imports)?;
                }
            }
        }
        Ok(deps)
    }

    fn give_to(self, kernels: &mut [Kernel]) {
        let mut all = self.all.into_iter();
        for (kernel, count) in kernels.iter_mut().zip(self.counts) {
            kernel.deps = Vec::with_capacity(count as usize);
            kernel.deps.extend(all.by_ref().take(count as usize));
        }
    }
}

/// The cycles of a transfer.
fn delay(time: u64, graph: &TaskGraph, imports: &Imports) -> Result<u64, WorkloadReason> {
    let cycles = if graph.is_in_cycles() { imports.cycles_of_cycles(time) } else { imports.cycles(time) };
    u64::try_from(cycles).ok().filter(|&cycles| cycles <= ARRIVAL_MOST).ok_or(WorkloadReason::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(&[960], 1, 1)] // 20 attempts of 48 cycles
    #[case(&[959], 1, 10)]
    #[case(&[959, 961], 1, 1)] // the mean counts
    #[case(&[1], 1, 1000)] // 100 is too little
    #[case(&[1], 1000, 1)] // a time unit of 1000 cycles
    #[case(&[u64::MAX], 1, 1)]
    #[case(&[0], 1, 1)] // no power helps
    fn the_smallest_power_of_ten_that_is_enough(
        #[case] times: &[u64],
        #[case] unit: u32,
        #[case] scale: u64,
    ) {
        assert_eq!(default_scale(times.iter().copied(), None, unit), scale);
    }

    #[rstest]
    #[case(&[960], 20, 1)]
    #[case(&[960], 21, 10)] // 21 attempts of 48 cycles are 1,008
    #[case(&[960], 1, 1)] // no shorter than usual
    #[case(&[1, 1 << 29], u32::MAX, 1)] // ten times the longest has more than 32 bits
    #[case(&[1, 100_000_000], u32::MAX, 10)]
    #[case(&[u64::MAX], u32::MAX, 1)]
    fn a_plan_asks_for_a_longer_mean(#[case] times: &[u64], #[case] attempts: u32, #[case] scale: u64) {
        assert_eq!(default_scale(times.iter().copied(), Some(attempts), 1), scale);
    }
}
