//! Reads and checks a rank input.

use serde_json::Value;

use crate::input::{Edges, Ids, InputError, InputFault, InputId, InputNode};
use crate::lists::Lists;

/// Most processors, as in the other modes (planner §7).
const PES_MOST: i64 = 1 << 16;

/// How ranks become priorities. Terms and N are at least 1 and below 2^31.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// floor(num / den × rank).
    Coeff(i64, i64),
    /// The largest rank becomes N, and positive ranks become at least 1.
    Normalise(i64),
}

/// Neighbours of each task, with communication cost.
pub(crate) type Neighbours = Lists<(usize, i128)>;

/// A checked input; tasks ascend by id.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// Ids, ascending.
    pub(crate) ids: Vec<InputId>,
    /// Costs per processor; a single cost is a list of one.
    pub(crate) costs: Lists<i128>,
    /// Predecessors with communication cost.
    pub(crate) pred: Neighbours,
    /// Successors with communication cost.
    pub(crate) succ: Neighbours,
    /// A topological order.
    pub(crate) topo: Vec<usize>,
    /// The number of processors, if every task has a cost per processor, or the input says it.
    pub(crate) processors: Option<usize>,
    /// Whether the number of processors has been given.
    pub(crate) has_pes: bool,
    /// The length of the cost lists, if there are any.
    pub(super) listed: Option<usize>,
    /// Common denominator of all mean costs.
    pub(crate) denominator: i128,
    /// How ranks become priorities.
    pub(crate) scale: Scale,
}

impl Problem {
    /// Reads and checks `input`; the error names the first breach.
    pub(crate) fn read(input: &Value) -> Result<Self, InputError> {
        let root = InputNode::new(input);
        root.has_only(&["tasks", "edges", "coeff", "normalise", "pes"])?;
        let (list, edges) = (root.key("tasks")?, root.maybe("edges"));
        let tasks = list.list()?;
        if tasks.is_empty() {
            return Err(list.unwanted("a list of at least one task"));
        }
        let edges = edges.as_ref().map(InputNode::list).transpose()?.unwrap_or_default();
        let ids = Ids::read(&tasks)?;
        let costs = read_costs(&tasks, &ids.rows)?;
        let ends = Edges::read(&edges, &ids, ("task", "tasks"), |_| false)?;
        let (pred, succ) = with_comm(&edges, &ends, ids.ids.len())?;
        let topo = ends.topological(&ids, "task", "edges")?;
        let scale = read_scale(&root)?;
        let denominator = costs.length.map_or(1, |length| length as i128);
        let pes = root.maybe("pes").map(|pes| pes.integer(1..=PES_MOST)).transpose()?;
        let problem = Self {
            ids: ids.ids,
            costs: costs.costs,
            pred,
            succ,
            topo,
            processors: costs.processors,
            has_pes: false,
            listed: costs.length,
            denominator,
            scale,
        };
        match pes {
            // In range.
            Some(pes) => problem.on(pes.unsigned_abs() as usize),
            None => Ok(problem),
        }
    }

    /// Returns the problem on a number of processors. A single cost is the cost on each of them.
    ///
    /// # Errors
    /// Another number of costs per processor.
    pub(crate) fn on(self, pes: usize) -> Result<Self, InputError> {
        if let Some(listed) = self.listed.filter(|&listed| listed != pes) {
            let what = format!("{pes} processors, but tasks have {listed} costs");
            let remedy = "leave it out, or give one cost per processor";
            return Err(InputError::new("pes", InputFault::Infeasible { what, remedy }));
        }
        Ok(Self { processors: Some(pes), has_pes: true, ..self })
    }

    /// Mean costs over the common denominator.
    pub(crate) fn mean_costs(&self) -> Vec<i128> {
        let mean = |costs: &[i128]| match costs {
            // With a single `cost` or one processor, the mean is costs[0].
            [cost] => cost * self.denominator,
            many => many.iter().sum(),
        };
        self.costs.iter().map(mean).collect()
    }
}

struct Costs {
    costs: Lists<i128>,
    /// Length of the cost lists, if there are any.
    length: Option<usize>,
    /// The same, if every task has one.
    processors: Option<usize>,
}

fn read_costs(tasks: &[InputNode<'_, '_>], rows: &[usize]) -> Result<Costs, InputError> {
    let mut costs = vec![Vec::new(); tasks.len()];
    let (mut length, mut lists) = (None, 0);
    // In the order of the input, so that the first breach is the one reported.
    for (row, task) in tasks.iter().enumerate() {
        task.has_only(&["id", "cost", "costs"])?;
        costs[row] = match (task.maybe("cost"), task.maybe("costs")) {
            (Some(_), Some(_)) => return Err(task.error(InputFault::Beside { one: "cost", other: "costs" })),
            (Some(cost), None) => vec![cost.at_least(0)?.into()],
            (None, Some(list)) => {
                lists += 1;
                read_cost_list(&list, &mut length)?
            }
            (None, None) => vec![task.key("cost")?.at_least(0)?.into()],
        };
    }
    let costs = Lists::of(rows.iter().map(|&row| std::mem::take(&mut costs[row])));
    Ok(Costs { costs, length, processors: length.filter(|_| lists == tasks.len()) })
}

fn read_cost_list(node: &InputNode<'_, '_>, length: &mut Option<usize>) -> Result<Vec<i128>, InputError> {
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.unwanted("a list of one cost per processor"));
    }
    let wanted = *length.get_or_insert(list.len());
    if list.len() != wanted {
        let what = format!("{} costs, but another task has {wanted}", list.len());
        return Err(node.error(InputFault::Infeasible { what, remedy: "give one cost per processor" }));
    }
    list.iter().map(|cost| cost.at_least(0).map(i128::from)).collect()
}

fn with_comm(
    edges: &[InputNode<'_, '_>],
    ends: &Edges,
    tasks: usize,
) -> Result<(Neighbours, Neighbours), InputError> {
    let comm = |edge: &InputNode<'_, '_>| {
        edge.has_only(&["from", "to", "comm"])?;
        edge.maybe("comm").map_or(Ok(0), |comm| comm.at_least(0)).map(i128::from)
    };
    let comm = edges.iter().map(comm).collect::<Result<Vec<_>, _>>()?;
    Ok(neighbours(tasks, ends.ends.iter().copied().zip(comm.iter().copied())))
}

/// Returns the predecessors and the successors of each task.
pub(super) fn neighbours(
    tasks: usize,
    edges: impl Iterator<Item = ((usize, usize), i128)> + Clone,
) -> (Neighbours, Neighbours) {
    let into = edges.clone().map(|((from, to), comm)| (to, (from, comm)));
    let out_of = edges.map(|((from, to), comm)| (from, (to, comm)));
    (Lists::grouped(tasks, into), Lists::grouped(tasks, out_of))
}

fn read_scale(root: &InputNode<'_, '_>) -> Result<Scale, InputError> {
    match (root.maybe("coeff"), root.maybe("normalise")) {
        (Some(_), Some(_)) => Err(root.error(InputFault::Beside { one: "coeff", other: "normalise" })),
        (None, None) => Ok(Scale::Coeff(1, 1)),
        (None, Some(most)) => Ok(Scale::Normalise(most.at_least(1)?)),
        (Some(coeff), None) => {
            let (num, den) = coeff.fraction(1)?;
            Ok(Scale::Coeff(num, den))
        }
    }
}
