//! One iteration of a graph, with nodes ascending by id and edges by the ids of their ends.

use serde_json::Value;

use crate::input::{Edges, Ids, InputError, InputFault, InputId, InputNode};

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
            return Err(nodes.unwanted("a list of at least one node"));
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
    let t_cache = transfer(edge, ("t_cache", "cache.cache_speed"), size, speeds.cache)?;
    let t_dram = transfer(edge, ("t_dram", "cache.dram_speed"), size, speeds.dram)?;
    if t_dram < t_cache {
        let what = format!("t_dram {t_dram} is below t_cache {t_cache}");
        return Err(edge.error(InputFault::Infeasible { what, remedy: "make DRAM no faster than the cache" }));
    }
    Ok(Edge { from, to, size, t_cache, t_dram })
}

/// Returns the time of a transfer: as given, else ceil(size / speed); an empty transfer takes no time (N20).
fn transfer(
    edge: &InputNode<'_, '_>,
    (key, speed_key): (&str, &str),
    size: i64,
    speed: Option<i64>,
) -> Result<i64, InputError> {
    match (edge.maybe(key), speed) {
        (Some(time), _) => time.at_least(0),
        (None, _) if size == 0 => Ok(0),
        (None, Some(speed)) => Ok((size + speed - 1) / speed),
        (None, None) => {
            let what = format!("neither {key} nor {speed_key} is given");
            Err(edge.error(InputFault::Infeasible { what, remedy: "give one of them" }))
        }
    }
}

/// Returns the part of the JSON of §7 that follows from a graph: nodes and edges, but neither `pes` nor `iterations`.
///
/// # Errors
/// More than 2^20 tasks or edges, a time outside 1 to 2^31 - 1, more bytes than 2^31 - 1; the error names the task.
pub(super) fn as_input(graph: &crate::TaskGraph) -> Result<Value, InputError> {
    let edges: usize = graph.tasks().iter().map(|task| task.preds.len()).sum();
    if graph.len().max(edges) > crate::input::MOST {
        return Err(InputError::new("", InputFault::TooMany { most: crate::input::MOST }));
    }
    let refused = |task: usize, found: u64, wanted: &str| {
        let place = format!("task `{}`", graph.tasks()[task].id);
        Err(InputError::new(place, InputFault::Value { found: found.to_string(), wanted: wanted.to_owned() }))
    };
    let (mut nodes, mut edges) = (Vec::with_capacity(graph.len()), Vec::with_capacity(edges));
    for (index, task) in graph.tasks().iter().enumerate() {
        if task.time == 0 || task.time > MOST_VALUE {
            return refused(index, task.time, "a time from 1 to 2^31 - 1");
        }
        nodes.push(serde_json::json!({ "id": index, "cost": task.time, "name": task.id }));
        for (nth, &pred) in task.preds.iter().enumerate() {
            let size = graph.bytes().map_or(0, |bytes| bytes[index][nth]);
            if size > MOST_VALUE {
                return refused(index, size, "bytes from a predecessor, at most 2^31 - 1");
            }
            edges.push(serde_json::json!({ "from": pred, "to": index, "size": size }));
        }
    }
    Ok(serde_json::json!({ "nodes": nodes, "edges": edges }))
}

/// The largest integer of an input.
const MOST_VALUE: u64 = i32::MAX as u64;
