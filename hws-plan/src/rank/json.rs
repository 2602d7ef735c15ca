//! `hws plan rank`: JSON in, JSON out.

use std::cmp::Reverse;

use serde_json::{Value, json};

use super::error::RankError;
use super::heft;
use super::input::{Problem, Scale};
use super::upward::Weighted;

/// The whole rank mode: exact upward ranks as reduced fractions, priorities, the critical path, the
/// order (rank descending, ties by id) and, when every task has a cost per processor, HEFT.
pub fn rank_json(input: &Value) -> Result<Value, RankError> {
    let problem = Problem::read(input)?;
    let cost = problem.mean_costs();
    let weights = scaled_comm(&problem);
    let weighted = Weighted { cost: &cost, succ: &weights, topo: &problem.topo };
    let rank = weighted.ranks();
    let on_cp = weighted.on_critical_path(&rank);
    let mut order: Vec<usize> = (0..rank.len()).collect();
    // Indices ascend by id, so a stable sort keeps ties by id.
    order.sort_by_key(|&task| Reverse(rank[task]));
    let mut output = json!({
        "ranks": rank_entries(&problem, &rank, &on_cp)?,
        "critical_path": fraction(largest(&rank), problem.denominator, "critical_path")?,
        "order": order.iter().map(|&task| problem.ids[task].json()).collect::<Vec<_>>(),
    });
    if let Some(processors) = problem.processors {
        output["heft"] = heft_entry(&problem, &order, processors)?;
    }
    Ok(output)
}

/// Successors with communication costs over the common denominator.
fn scaled_comm(problem: &Problem) -> Vec<Vec<(usize, i128)>> {
    let scale = |&(next, comm): &(usize, i128)| (next, comm * problem.denominator);
    problem.succ.iter().map(|list| list.iter().map(scale).collect()).collect()
}

fn largest(rank: &[i128]) -> i128 {
    rank.iter().copied().max().unwrap_or(0)
}

fn rank_entries(problem: &Problem, rank: &[i128], on_cp: &[bool]) -> Result<Vec<Value>, RankError> {
    let largest = largest(rank);
    let entry = |(task, id): (usize, &super::id::Id)| {
        let priority = priority(problem, rank[task], largest);
        Ok(json!({
            "id": id.json(),
            "rank": fraction(rank[task], problem.denominator, "rank")?,
            "on_cp": on_cp[task],
            "offline_priority": fit(priority, "offline_priority")?,
        }))
    };
    problem.ids.iter().enumerate().map(entry).collect()
}

/// floor(coeff × rank). Below 2^31 × 2^72 in size, so i128 holds every product.
fn priority(problem: &Problem, rank: i128, largest: i128) -> i128 {
    match problem.scale {
        Scale::Coeff(num, den) => rank * num / (den * problem.denominator),
        Scale::Normalise(_) if rank == 0 => 0,
        // A positive rank makes the largest positive, too.
        Scale::Normalise(most) => (most * rank / largest).max(1),
    }
}

fn fraction(num: i128, den: i128, place: &'static str) -> Result<Value, RankError> {
    let divisor = gcd(num, den).max(1);
    Ok(json!([fit(num / divisor, place)?, fit(den / divisor, place)?]))
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn fit(value: i128, place: &'static str) -> Result<i64, RankError> {
    i64::try_from(value).map_err(|_| RankError::Overflow { place })
}

fn heft_entry(problem: &Problem, order: &[usize], processors: usize) -> Result<Value, RankError> {
    let placed = heft::schedule(problem, order, processors);
    let makespan = placed.iter().map(|placement| placement.ed).max().unwrap_or(0);
    let entry = |(id, at): (&super::id::Id, &heft::Placement)| {
        Ok(json!({"id": id.json(), "pe": at.pe, "st": fit(at.st, "heft")?, "ed": fit(at.ed, "heft")?}))
    };
    let placements: Vec<Value> =
        problem.ids.iter().zip(&placed).map(entry).collect::<Result<_, RankError>>()?;
    Ok(json!({"makespan": fit(makespan, "heft.makespan")?, "placements": placements}))
}
