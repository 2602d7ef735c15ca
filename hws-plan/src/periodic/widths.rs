//! The choice of the width with the shortest total (N22).
//!
//! Promising widths are planned first; a width is not planned if a bound shows that it cannot be better than the best
//! one so far, or if that would take too long.

mod promise;

use super::candidate::Candidate;
use super::input::{Problem, Width};
use super::layers::Layers;
use crate::input::{InputError, InputFault};
use promise::{Promise, promises};

/// Most copies of nodes and edges that are planned before no further width is.
const MOST_PLANNED: u64 = 1 << 17;

/// The result for one width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    pub(crate) width: usize,
    pub(crate) launches: usize,
    pub(crate) is_retimed: bool,
    /// Total of the chosen plan, retimed or simple.
    pub(crate) total: i64,
    /// Longest time of an iteration in it.
    pub(crate) latency: i64,
    /// Most live bytes of a cache.
    pub(crate) cache: i64,
}

/// The widths that were compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Widths {
    /// The planned ones, ascending.
    pub(crate) tried: Vec<Tried>,
    /// Widths that might be better, but would have taken too long to plan.
    pub(crate) left: usize,
}

/// Returns the plan of the width of the problem; if it is to be chosen, with the widths that were compared.
///
/// # Errors
/// No width keeps the largest latency, or what planning reports.
pub(super) fn choose(
    problem: &Problem,
    layers: Layers,
    order: &[usize],
    iterations: i64,
) -> Result<(Candidate, Option<Widths>), InputError> {
    if problem.width != Width::Auto {
        return Ok((within(problem, Candidate::of(problem, layers, order, iterations)?)?, None));
    }
    let (best, widths) = compare(problem, &layers, order, iterations);
    // The widest level is always considered, so this repeats its refusal.
    let best = best.map_or_else(|| Candidate::of(problem, layers, order, iterations), Ok)?;
    Ok((within(problem, best)?, Some(widths)))
}

/// Plans the widths that have a chance; returns the best plan, if any was not refused.
fn compare(
    problem: &Problem,
    layers: &Layers,
    order: &[usize],
    iterations: i64,
) -> (Option<Candidate>, Widths) {
    let (mut widths, mut planned, mut best): (_, _, Option<Candidate>) = (Widths::default(), 0, None);
    for promise in promises(problem, layers, order, iterations) {
        if best.as_ref().is_some_and(|best| is_hopeless(problem, &promise, best)) {
            continue;
        }
        planned += promise.copies;
        if best.is_some() && planned > MOST_PLANNED {
            widths.left += 1;
            continue;
        }
        // A total beyond 64 bits is that of a bad width; the input is refused only if it has no better one.
        let layers = layers.of_width(promise.width, problem.pes);
        let Ok(next) = Candidate::of(problem, layers, order, iterations) else { continue };
        widths.tried.push(Tried::of(&next));
        if best.as_ref().is_none_or(|best| rank(problem, &next) < rank(problem, best)) {
            best = Some(next);
        }
    }
    widths.tried.sort_unstable_by_key(|tried| tried.width);
    (best, widths)
}

/// Returns whether no plan of a width can be better than one that was found.
fn is_hopeless(problem: &Problem, promise: &Promise, best: &Candidate) -> bool {
    keeps(problem, best) && promise.least > best.total().into()
}

/// Smaller is better: the total, then the latency, then the width; without one that keeps the largest latency, the
/// latency counts first.
fn rank(problem: &Problem, candidate: &Candidate) -> (bool, i64, i64, usize) {
    let (total, latency) = (candidate.total(), candidate.latency());
    let width = candidate.layers.width;
    if keeps(problem, candidate) { (false, total, latency, width) } else { (true, latency, total, width) }
}

fn keeps(problem: &Problem, candidate: &Candidate) -> bool {
    problem.max_latency.is_none_or(|most| candidate.latency() <= most)
}

/// Returns the plan unless its iterations take too long.
fn within(problem: &Problem, candidate: Candidate) -> Result<Candidate, InputError> {
    if keeps(problem, &candidate) {
        return Ok(candidate);
    }
    let (latency, width) = (candidate.latency(), candidate.layers.width);
    let (what, remedy) = if problem.width == Width::Auto {
        (
            format!("an iteration takes at least {latency}, the least of the widths tried (width {width})"),
            "raise it",
        )
    } else {
        (
            format!("an iteration takes {latency} with launches of width {width}"),
            "raise it, or let the width be `auto`",
        )
    };
    Err(InputError::new("max_latency", InputFault::Infeasible { what, remedy }))
}

impl Tried {
    fn of(candidate: &Candidate) -> Self {
        Self {
            width: candidate.layers.width,
            launches: candidate.layers.launches,
            is_retimed: candidate.baseline.use_retiming(),
            total: candidate.total(),
            latency: candidate.latency(),
            cache: candidate.cache(),
        }
    }
}
