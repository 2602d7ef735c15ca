//! One iteration of a graph, with nodes ascending by id and edges by the ids of their ends.

use serde_json::{Value, json};

use crate::TaskGraph;
use crate::input::{Edges, Ids, InputError, InputFault, InputId, InputNode, MOST};

/// A transfer from a node to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// Producer, by index.
    pub(crate) from: usize,
    /// Consumer, by index.
    pub(crate) to: usize,
    /// Bytes, which only count for the capacity.
    pub(crate) size: i64,
    /// Time through the cache.
    pub(crate) t_cache: i64,
    /// Time through DRAM, at least that of the cache.
    pub(crate) t_dram: i64,
}

/// Bytes per unit of time; either may be missing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Speeds {
    pub(super) cache: Option<i64>,
    pub(super) dram: Option<i64>,
}

/// A checked graph without cycles; never empty.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// Ids, ascending.
    pub(crate) ids: Vec<i64>,
    /// Names for people, for the nodes that have one.
    pub(crate) names: Vec<Option<String>>,
    /// Execution times, at least 1.
    pub(crate) cost: Vec<i64>,
    /// Edges, by the indices of their ends.
    pub(crate) edges: Vec<Edge>,
    /// Edges into each node, predecessors by execution time descending, then id (N12).
    pub(crate) into: Vec<Vec<usize>>,
    /// Edges out of each node.
    pub(crate) out_of: Vec<Vec<usize>>,
    /// A topological order.
    pub(crate) topo: Vec<usize>,
}

impl Graph {
    /// Reads `nodes` and `edges`.
    pub(super) fn read(root: &InputNode<'_, '_>, speeds: Speeds) -> Result<Self, InputError> {
        let (nodes, edges) = (root.key("nodes")?, root.maybe("edges"));
        let list = nodes.list()?;
        if list.is_empty() {
            return Err(nodes.unwanted(AT_LEAST_ONE));
        }
        let ids = Ids::read(&list)?;
        let edges = edges.as_ref().map(InputNode::list).transpose()?.unwrap_or_default();
        let (mut cost, mut names) = (Vec::with_capacity(list.len()), Vec::with_capacity(list.len()));
        for &row in &ids.rows {
            list[row].has_only(&["id", "cost", "name"])?;
            cost.push(list[row].key("cost")?.at_least(1)?);
            names.push(list[row].maybe("name").as_ref().and_then(name));
        }
        let whole = whole_ids(&ids, &list)?;
        let ends = Edges::read(&edges, &ids, ("node", "nodes"), |_| false)?;
        let topo = ends.topological(&ids, "node", "edges")?;
        let pairs = edges.iter().zip(&ends.ends);
        let edges = pairs.map(|(edge, &ends)| read_edge(edge, ends, speeds)).collect::<Result<_, _>>()?;
        Ok(Self::linked(whole, names, cost, edges, topo))
    }

    /// Takes over a graph that was imported, without JSON between: ids are the indices of the tasks.
    ///
    /// # Errors
    /// Those of [`as_input`], and of the transfer times.
    pub(super) fn of(graph: &TaskGraph, speeds: Speeds) -> Result<Self, InputError> {
        if graph.is_empty() {
            let no_nodes = InputFault::Value { found: "[]".to_owned(), wanted: AT_LEAST_ONE.to_owned() };
            return Err(InputError::new("nodes", no_nodes));
        }
        let mut edges = Vec::with_capacity(check_lengths(graph)?);
        let mut cost = Vec::with_capacity(graph.len());
        for (to, task) in graph.tasks().iter().enumerate() {
            cost.push(cost_of(graph, to)?);
            for (nth, &from) in task.preds.iter().enumerate() {
                let (size, place) = (size_of(graph, to, nth)?, format!("edges[{}]", edges.len()));
                let time =
                    |key, speed| time_of(size, speed, key).map_err(|fault| InputError::new(&*place, fault));
                let (t_cache, t_dram) = (time(CACHE, speeds.cache)?, time(DRAM, speeds.dram)?);
                check_order(t_cache, t_dram).map_err(|fault| InputError::new(&*place, fault))?;
                edges.push(Edge { from, to, size, t_cache, t_dram });
            }
        }
        let names = graph.tasks().iter().map(|task| Some(task.id.clone())).collect();
        let ids = (0..).take(graph.len()).collect();
        Ok(Self::linked(ids, names, cost, edges, graph.topological_order().to_vec()))
    }

    fn linked(
        ids: Vec<i64>,
        names: Vec<Option<String>>,
        cost: Vec<i64>,
        mut edges: Vec<Edge>,
        topo: Vec<usize>,
    ) -> Self {
        let (mut into, mut out_of) = (vec![Vec::new(); cost.len()], vec![Vec::new(); cost.len()]);
        edges.sort_unstable_by_key(|edge| (edge.from, edge.to));
        for (index, edge) in edges.iter().enumerate() {
            into[edge.to].push(index);
            out_of[edge.from].push(index);
        }
        for list in &mut into {
            list.sort_unstable_by_key(|&edge: &usize| (-cost[edges[edge].from], edges[edge].from));
        }
        Self { ids, names, cost, edges, into, out_of, topo }
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.cost.len()
    }

    /// Returns the sum of all execution times.
    pub(crate) fn work(&self) -> i64 {
        // At most 2^20 times of less than 2^31.
        self.cost.iter().sum()
    }

    /// Returns the names of the nodes for people: the given names if all are present and unique, else the ids.
    pub(crate) fn labels(&self) -> Vec<String> {
        let names: Option<Vec<&String>> = self.names.iter().map(Option::as_ref).collect();
        let distinct = |names: &Vec<&String>| {
            let mut sorted = names.clone();
            sorted.sort_unstable();
            sorted.windows(2).all(|pair| pair[0] != pair[1])
        };
        match names.filter(distinct) {
            Some(names) => names.into_iter().cloned().collect(),
            None => self.ids.iter().map(i64::to_string).collect(),
        }
    }
}

fn name(node: &InputNode<'_, '_>) -> Option<String> {
    node.value().as_str().map(str::to_owned)
}

fn whole_ids(ids: &Ids, list: &[InputNode<'_, '_>]) -> Result<Vec<i64>, InputError> {
    let whole = |(id, &row): (&InputId, &usize)| match id {
        InputId::Int(id) => Ok(*id),
        InputId::Text(_) => Err(list[row].key("id")?.unwanted("an integer")),
    };
    ids.ids.iter().zip(&ids.rows).map(whole).collect()
}

fn read_edge(
    edge: &InputNode<'_, '_>,
    (from, to): (usize, usize),
    speeds: Speeds,
) -> Result<Edge, InputError> {
    edge.has_only(&["from", "to", "size", "t_cache", "t_dram"])?;
    let size = edge.key("size")?.at_least(0)?;
    let t_cache = transfer(edge, CACHE, size, speeds.cache)?;
    let t_dram = transfer(edge, DRAM, size, speeds.dram)?;
    check_order(t_cache, t_dram).map_err(|fault| edge.error(fault))?;
    Ok(Edge { from, to, size, t_cache, t_dram })
}

/// The keys of a transfer time and of a speed.
type TimeKeys = (&'static str, &'static str);

const CACHE: TimeKeys = ("t_cache", "cache.cache_speed");
const DRAM: TimeKeys = ("t_dram", "cache.dram_speed");
const AT_LEAST_ONE: &str = "a list of at least one node";

/// Returns the time of a transfer: as given, else by the speed.
fn transfer(
    edge: &InputNode<'_, '_>,
    keys: TimeKeys,
    size: i64,
    speed: Option<i64>,
) -> Result<i64, InputError> {
    match edge.maybe(keys.0) {
        Some(time) => time.at_least(0),
        None => time_of(size, speed, keys).map_err(|fault| edge.error(fault)),
    }
}

/// Returns ceil(size / speed); an empty transfer takes no time (N20).
fn time_of(size: i64, speed: Option<i64>, (key, speed_key): TimeKeys) -> Result<i64, InputFault> {
    match speed {
        _ if size == 0 => Ok(0),
        Some(speed) => Ok((size + speed - 1) / speed),
        None => {
            let what = format!("neither {key} nor {speed_key} is given");
            let remedy = "give one of them, or --cache-speed and --dram-speed";
            Err(InputFault::Infeasible { what, remedy })
        }
    }
}

fn check_order(t_cache: i64, t_dram: i64) -> Result<(), InputFault> {
    if t_dram >= t_cache {
        return Ok(());
    }
    let what = format!("t_dram {t_dram} is below t_cache {t_cache}");
    Err(InputFault::Infeasible { what, remedy: "make DRAM no faster than the cache" })
}

/// Returns the part of the JSON of §7 that follows from a graph: nodes and edges, but neither `pes` nor `iterations`.
///
/// # Errors
/// More than 2^20 tasks or edges, a time outside 1 to 2^31 - 1, more bytes than 2^31 - 1; the error names the task.
pub(super) fn as_input(graph: &TaskGraph) -> Result<Value, InputError> {
    let (mut nodes, mut edges) = (Vec::with_capacity(graph.len()), Vec::with_capacity(check_lengths(graph)?));
    for (index, task) in graph.tasks().iter().enumerate() {
        nodes.push(json!({ "id": index, "cost": cost_of(graph, index)?, "name": task.id }));
        for (nth, &pred) in task.preds.iter().enumerate() {
            edges.push(json!({ "from": pred, "to": index, "size": size_of(graph, index, nth)? }));
        }
    }
    Ok(json!({ "nodes": nodes, "edges": edges }))
}

/// Returns the number of edges.
fn check_lengths(graph: &TaskGraph) -> Result<usize, InputError> {
    let edges: usize = graph.tasks().iter().map(|task| task.preds.len()).sum();
    if graph.len().max(edges) > MOST {
        return Err(InputError::new("", InputFault::TooMany { most: MOST }));
    }
    Ok(edges)
}

fn cost_of(graph: &TaskGraph, task: usize) -> Result<i64, InputError> {
    let time = graph.tasks()[task].time;
    let cost = i32::try_from(time).ok().filter(|&cost| cost > 0).map(i64::from);
    cost.ok_or_else(|| refused(graph, task, time, "a time from 1 to 2^31 - 1"))
}

/// Returns the bytes from a predecessor of a task.
fn size_of(graph: &TaskGraph, task: usize, nth: usize) -> Result<i64, InputError> {
    let size = graph.bytes().map_or(0, |bytes| bytes[task][nth]);
    let wanted = "bytes from a predecessor, at most 2^31 - 1";
    i32::try_from(size).map(i64::from).map_err(|_| refused(graph, task, size, wanted))
}

fn refused(graph: &TaskGraph, task: usize, found: u64, wanted: &str) -> InputError {
    let place = format!("task `{}`", graph.tasks()[task].id);
    InputError::new(place, InputFault::Value { found: found.to_string(), wanted: wanted.to_owned() })
}
