//! The report on a schedule: findings, totals, and the times of its kernels.

use std::collections::BTreeMap;

use super::dram::GeminiLoad;
use super::timeline::timeline;
use crate::import::ImportError;
use crate::import::gemini::{
    GeminiAnalysis, GeminiFinding, GeminiKernel, GeminiOptions, GeminiStats, Scope, analyse, parse,
};
use crate::input::{InputError, fit};
use crate::rank::Weighted;
use crate::topo;

/// The result of the gemini mode.
#[derive(Clone, Debug)]
pub struct GeminiReport {
    /// Breaches of E rules, in the order of the rules; empty for a sound schedule.
    pub errors: Vec<GeminiFinding>,
    /// Breaches of W rules.
    pub warnings: Vec<GeminiFinding>,
    /// Totals of the schedule.
    pub stats: GeminiStats,
    /// The options that were applied.
    pub options: GeminiOptions,
    /// `None` if the dependencies are circular (E10).
    pub times: Option<GeminiTimes>,
}

/// The times of a schedule, in its own cycles or, after `time_scale`, in SP cycles.
#[derive(Clone, Debug)]
pub struct GeminiTimes {
    /// By kernel index k.
    pub kernels: Vec<GeminiPlanned>,
    /// The loads from DRAM in the order of the channel (G17); none without `dram_bw`.
    pub loads: Vec<GeminiLoad>,
    /// The latest end; 0 without kernels.
    pub makespan: i64,
    /// The largest upward rank; 0 without kernels.
    pub critical_path: i64,
    /// Sum of times of each core.
    pub core_busy: BTreeMap<u32, i64>,
    /// max(critical_path, busiest core): no timeline is shorter.
    pub lower_bound: i64,
}

/// A kernel with its times.
#[derive(Clone, Debug)]
pub struct GeminiPlanned {
    /// The kernel, as the schedule describes it.
    pub kernel: GeminiKernel,
    /// Its time plus the longest path of data edges after it.
    pub upward_rank: i64,
    /// Rank divided by `rank_div`, rounded down.
    pub offline_priority: i64,
    /// On a longest path of data edges.
    pub on_cp: bool,
    /// Start in the timeline.
    pub start: i64,
    /// End.
    pub end: i64,
    /// Bytes in its snapshot of L2.
    pub l2_bytes: i64,
}

impl GeminiReport {
    /// Reads a schedule, with or without options, which `asked` overrides, and applies every rule.
    ///
    /// # Errors
    /// A schedule that cannot be read, or a value of the answer beyond signed 64 bits.
    pub fn from_text(text: &str, asked: GeminiOptions) -> Result<Self, ImportError> {
        let (ir, given) = parse(text)?;
        let options = asked.or(given);
        let scope = Scope::of(&ir);
        let analysis = analyse(&scope, &options)?;
        fit(analysis.stats.total_time, "stats.total_time")?;
        let GeminiAnalysis { errors, warnings, stats, kernels, order } = analysis;
        let times = order.map(|order| GeminiTimes::of(&scope, kernels, &order, &options)).transpose()?;
        Ok(Self { errors, warnings, stats, options, times })
    }
}

impl GeminiTimes {
    fn of(
        scope: &Scope<'_>,
        kernels: Vec<GeminiKernel>,
        order: &[usize],
        options: &GeminiOptions,
    ) -> Result<Self, InputError> {
        let (rank, on_cp) = ranks(&kernels, order);
        let line = timeline(scope, &kernels, order, options.dram_bw);
        let core_busy = core_busy(scope, &kernels)?;
        let critical_path = fit(largest(&rank), "critical_path")?;
        let makespan = fit(largest(&line.end), "makespan")?;
        let rank_div = options.rank_div.unwrap_or(1);
        let planned = |(k, kernel): (usize, GeminiKernel)| {
            let upward_rank = fit(rank[k], "upward_rank")?;
            Ok(GeminiPlanned {
                kernel,
                upward_rank,
                offline_priority: upward_rank / rank_div,
                on_cp: on_cp[k],
                start: fit(line.start[k], "start")?,
                end: fit(line.end[k], "end")?,
                l2_bytes: scope.slots[k].workload.l2_bytes(),
            })
        };
        let kernels = kernels.into_iter().enumerate().map(planned).collect::<Result<_, InputError>>()?;
        let busiest = core_busy.values().copied().max().unwrap_or(0);
        let lower_bound = busiest.max(critical_path);
        Ok(Self { kernels, loads: line.loads, makespan, critical_path, core_busy, lower_bound })
    }
}

fn largest(values: &[i128]) -> i128 {
    values.iter().copied().max().unwrap_or(0)
}

/// Upward ranks over the data edges, and which kernels are on a longest path. `order` is topological for the data
/// edges and others.
fn ranks(kernels: &[GeminiKernel], order: &[usize]) -> (Vec<i128>, Vec<bool>) {
    let preds: Vec<_> = kernels.iter().map(|kernel| kernel.data_preds.as_slice()).collect();
    let succ = topo::successors(&preds).map(|&next| (next, 0_i128));
    let cost: Vec<i128> = kernels.iter().map(|kernel| kernel.est.into()).collect();
    let weighted = Weighted { cost: &cost, succ: &succ, topo: order };
    let rank = weighted.ranks();
    let on_cp = weighted.on_critical_path(&rank);
    (rank, on_cp)
}

/// Includes cores without a workload.
fn core_busy(scope: &Scope<'_>, kernels: &[GeminiKernel]) -> Result<BTreeMap<u32, i64>, InputError> {
    let mut busy: BTreeMap<u32, i128> = scope.ir.cores.keys().map(|&core| (core, 0)).collect();
    for kernel in kernels {
        *busy.entry(kernel.core).or_default() += i128::from(kernel.est);
    }
    busy.into_iter().map(|(core, time)| Ok((core, fit(time, "core_busy")?))).collect()
}
