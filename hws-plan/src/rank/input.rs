//! Reading and checking a rank input.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::error::RankError;
use super::id::Id;
use crate::topo;

const MOST: usize = 1 << 20;
const NOT_NEGATIVE: &str = "an integer from 0 to 2^31 - 1";
const POSITIVE: &str = "an integer from 1 to 2^31 - 1";

/// How ranks become priorities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// floor(num / den × rank).
    Coeff(i128, i128),
    /// The largest rank becomes N, and a positive rank at least 1.
    Normalise(i128),
}

/// A checked input; tasks ascend by id.
#[derive(Debug)]
pub(crate) struct Problem {
    /// Ids, ascending.
    pub(crate) ids: Vec<Id>,
    /// Costs per processor; a task of one cost has one.
    pub(crate) costs: Vec<Vec<i128>>,
    /// Predecessors with communication cost.
    pub(crate) pred: Vec<Vec<(usize, i128)>>,
    /// Successors with communication cost.
    pub(crate) succ: Vec<Vec<(usize, i128)>>,
    /// A topological order.
    pub(crate) topo: Vec<usize>,
    /// Processors, when every task has a cost per processor.
    pub(crate) processors: Option<usize>,
    /// Common denominator of all mean costs.
    pub(crate) denominator: i128,
    /// How ranks become priorities.
    pub(crate) scale: Scale,
}

/// An integer strictly between -2^31 and 2^31; 10.0, 1e1 and true are none.
pub(crate) fn integer(value: &Value) -> Option<i64> {
    value.as_i64().filter(|value| value.unsigned_abs() < 1 << 31)
}

impl Problem {
    /// Reads `input`, or names the first thing wrong with it.
    pub(crate) fn read(input: &Value) -> Result<Self, RankError> {
        let tasks = list(input.get("tasks"), "tasks")?.ok_or_else(|| missing("tasks"))?;
        let edges = list(input.get("edges"), "edges")?.unwrap_or(&[]);
        let (ids, rows) = read_ids(tasks)?;
        let costs = read_costs(tasks, &rows)?;
        let (pred, succ) = read_edges(edges, &ids)?;
        let plain: Vec<Vec<usize>> =
            pred.iter().map(|list| list.iter().map(|edge| edge.0).collect()).collect();
        let topo =
            topo::topological(&plain).map_err(|task| RankError::Cycle { id: ids[task].to_string() })?;
        let scale = read_scale(input)?;
        let denominator = costs.length.map_or(1, |length| length as i128);
        Ok(Self {
            ids,
            costs: costs.costs,
            pred,
            succ,
            topo,
            processors: costs.processors,
            denominator,
            scale,
        })
    }

    /// Mean costs over the common denominator.
    pub(crate) fn mean_costs(&self) -> Vec<i128> {
        let mean = |costs: &Vec<i128>| match costs.as_slice() {
            // A single `cost`, or one processor: both have the mean costs[0].
            [cost] => cost * self.denominator,
            many => many.iter().sum(),
        };
        self.costs.iter().map(mean).collect()
    }
}

fn missing(place: impl Into<String>) -> RankError {
    RankError::Missing { place: place.into() }
}

fn value_error(place: String, found: &Value, wanted: &'static str) -> RankError {
    let found: String = found.to_string().chars().take(40).collect();
    RankError::Value { place, found, wanted }
}

fn list<'a>(value: Option<&'a Value>, place: &'static str) -> Result<Option<&'a [Value]>, RankError> {
    let Some(value) = value else { return Ok(None) };
    let list = value.as_array().ok_or_else(|| value_error(place.into(), value, "a list"))?;
    if list.len() > MOST { Err(RankError::TooMany { place }) } else { Ok(Some(list)) }
}

fn at_least(value: &Value, least: i64, place: impl FnOnce() -> String) -> Result<i128, RankError> {
    let wanted = if least == 0 { NOT_NEGATIVE } else { POSITIVE };
    integer(value).filter(|&v| v >= least).map(i128::from).ok_or_else(|| value_error(place(), value, wanted))
}

/// Ids ascending, and for each the position of its task in the input.
fn read_ids(tasks: &[Value]) -> Result<(Vec<Id>, Vec<usize>), RankError> {
    let mut rows = BTreeMap::new();
    let mut first: Option<Id> = None;
    for (row, task) in tasks.iter().enumerate() {
        let place = format!("tasks[{row}].id");
        let id = read_id(task, "id", &place)?;
        if !first.get_or_insert_with(|| id.clone()).same_kind(&id) {
            return Err(RankError::MixedIds { place });
        }
        if rows.insert(id.clone(), row).is_some() {
            return Err(RankError::Twice { place, what: format!("id {id}") });
        }
    }
    Ok(rows.into_iter().unzip())
}

fn read_id(entry: &Value, key: &str, place: &str) -> Result<Id, RankError> {
    let value = entry.get(key).ok_or_else(|| missing(place))?;
    Id::read(value)
        .ok_or_else(|| value_error(place.into(), value, "an integer below 2^31 in size or a string"))
}

struct Costs {
    costs: Vec<Vec<i128>>,
    /// Length of the cost lists, if there are any.
    length: Option<usize>,
    /// The same, if every task has one.
    processors: Option<usize>,
}

fn read_costs(tasks: &[Value], rows: &[usize]) -> Result<Costs, RankError> {
    let mut costs = vec![Vec::new(); tasks.len()];
    let (mut length, mut lists) = (None, 0);
    // In the order of the input, so that the first breach is the one reported.
    for (row, task) in tasks.iter().enumerate() {
        costs[row] = match (task.get("cost"), task.get("costs")) {
            (Some(_), Some(_)) => return Err(RankError::CostBesideCosts { place: format!("tasks[{row}]") }),
            (None, None) => return Err(missing(format!("tasks[{row}].cost"))),
            (Some(cost), None) => vec![at_least(cost, 0, || format!("tasks[{row}].cost"))?],
            (None, Some(list)) => {
                lists += 1;
                read_cost_list(list, row, &mut length)?
            }
        };
    }
    let costs = rows.iter().map(|&row| std::mem::take(&mut costs[row])).collect();
    Ok(Costs { costs, length, processors: length.filter(|_| lists == tasks.len()) })
}

fn read_cost_list(value: &Value, row: usize, length: &mut Option<usize>) -> Result<Vec<i128>, RankError> {
    let place = || format!("tasks[{row}].costs");
    let list = value.as_array().filter(|list| !list.is_empty() && list.len() <= MOST);
    let list = list.ok_or_else(|| value_error(place(), value, "a list of one cost per processor"))?;
    let wanted = *length.get_or_insert(list.len());
    if list.len() != wanted {
        return Err(RankError::CostsLength { place: place(), found: list.len(), wanted });
    }
    let cost = |(i, cost)| at_least(cost, 0, || format!("tasks[{row}].costs[{i}]"));
    list.iter().enumerate().map(cost).collect()
}

type Adjacency = Vec<Vec<(usize, i128)>>;

fn read_edges(edges: &[Value], ids: &[Id]) -> Result<(Adjacency, Adjacency), RankError> {
    let (mut pred, mut succ) = (vec![Vec::new(); ids.len()], vec![Vec::new(); ids.len()]);
    let mut seen = BTreeSet::new();
    for (row, edge) in edges.iter().enumerate() {
        let from = read_end(edge, "from", row, ids)?;
        let to = read_end(edge, "to", row, ids)?;
        let comm =
            edge.get("comm").map_or(Ok(0), |comm| at_least(comm, 0, || format!("edges[{row}].comm")))?;
        if from == to {
            return Err(RankError::SelfEdge { place: format!("edges[{row}]"), id: ids[from].to_string() });
        }
        if !seen.insert((from, to)) {
            let what = format!("edge {} -> {}", ids[from], ids[to]);
            return Err(RankError::Twice { place: format!("edges[{row}]"), what });
        }
        pred[to].push((from, comm));
        succ[from].push((to, comm));
    }
    Ok((pred, succ))
}

fn read_end(edge: &Value, key: &str, row: usize, ids: &[Id]) -> Result<usize, RankError> {
    let place = format!("edges[{row}].{key}");
    let id = read_id(edge, key, &place)?;
    ids.binary_search(&id).map_err(|_| RankError::UnknownTask { place, id: id.to_string() })
}

fn read_scale(input: &Value) -> Result<Scale, RankError> {
    match (input.get("coeff"), input.get("normalise")) {
        (Some(_), Some(_)) => Err(RankError::CoeffAndNormalise),
        (None, None) => Ok(Scale::Coeff(1, 1)),
        (None, Some(most)) => at_least(most, 1, || "normalise".into()).map(Scale::Normalise),
        (Some(coeff), None) => match coeff.as_array().map(Vec::as_slice) {
            Some([num, den]) => Ok(Scale::Coeff(
                at_least(num, 1, || "coeff[0]".into())?,
                at_least(den, 1, || "coeff[1]".into())?,
            )),
            _ => Err(value_error("coeff".into(), coeff, "[numerator, denominator]")),
        },
    }
}
