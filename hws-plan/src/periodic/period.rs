//! The period of one launch: arrangement, positions, cache, retiming.

use super::arrange::{self, Arrangement};
use super::cache::{self, Choice};
use super::input::Problem;
use super::layout::{Layout, r_max};
use super::live::{Live, by_consumer};
use super::place::{Placed, place};
use super::subset::Approximations;
use super::totals::Totals;
use crate::input::{InputError, fit};

/// The period of each launch on this many PEs.
#[derive(Clone, Debug)]
pub(crate) struct Period {
    /// PEs.
    pub(crate) pes: usize,
    /// The copies on each PE as packed, the iterations and the length.
    pub(crate) arrangement: Arrangement,
    /// i_period × work and m × T.
    pub(crate) ratio: (i64, i64),
    /// PE of each copy.
    pub(crate) pe: Vec<u32>,
    /// Start of each copy in the period.
    pub(crate) st: Vec<i64>,
    /// What was not exact in the starts.
    pub(crate) approximations: Approximations,
    /// The cached edges, and the retiming.
    pub(crate) choice: Choice,
    /// Largest live bytes of each PE.
    pub(crate) peak: Vec<i64>,
    /// R_max and R_max × T.
    pub(crate) r_max: i64,
    /// Time before the first whole period.
    pub(crate) prologue: i64,
    /// Totals of a launch.
    pub(crate) totals: Totals,
}

impl Period {
    pub(super) fn of(problem: &Problem, order: &[usize], pes: usize) -> Result<Self, InputError> {
        let graph = &problem.graph;
        let arrangement = arrange::best(problem, order, pes)?;
        let Placed { pe, st, approximations } = place(graph, &arrangement, problem.is_exact)?;
        let (i_period, t) = (arrangement.i_period, arrangement.t);
        let layout = Layout { graph, i_period, t, pe: &pe, st: &st };
        let choice = cache::choose(&layout, pes, problem.capacity, problem.is_exact)?;
        let totals = Totals::of(&layout, &choice.r);
        let most = r_max(&choice.r);
        let work = i_period as i128 * i128::from(graph.work());
        let ratio = (fit(work, "ratio")?, fit(pes as i128 * i128::from(t), "ratio")?);
        let peak = peaks(&layout, &choice.r, pes, &choice.cached)?;
        let (r_max, prologue) = (fit(most, "R_max")?, fit(most * i128::from(t), "prologue")?);
        Ok(Self { pes, arrangement, ratio, pe, st, approximations, choice, peak, r_max, prologue, totals })
    }

    /// Returns the PEs and starts of its copies.
    pub(crate) fn layout<'a>(&'a self, problem: &'a Problem) -> Layout<'a> {
        Layout {
            graph: &problem.graph,
            i_period: self.arrangement.i_period,
            t: self.arrangement.t,
            pe: &self.pe,
            st: &self.st,
        }
    }
}

/// Returns the largest live bytes of each PE.
pub(super) fn peaks(
    layout: &Layout<'_>,
    r: &[i128],
    pes: usize,
    cached: &[bool],
) -> Result<Vec<i64>, InputError> {
    let lists = by_consumer(layout, pes, |edge_copy| cached[edge_copy]);
    lists.iter().map(|list| fit(Live::of(layout, r, list).peak(layout), "peak_cache")).collect()
}
