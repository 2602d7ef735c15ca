//! A machine with queues that runs a schedule cycle by cycle. It uses only the first firing of each node and its
//! interval, and finds out whether the tokens arrive in time.

use std::collections::VecDeque;

use serde_json::Value;

use crate::dataflow::int;

/// The machine's observations of an edge.
#[derive(Debug)]
pub(crate) struct Seen {
    /// The arrival of the first token.
    pub(crate) first: i64,
    /// The most tokens that waited at the end of a cycle.
    pub(crate) most: i64,
}

struct Node {
    lat: i64,
    afi: i64,
    fpo: i64,
    sd: i64,
    /// Firings that are due: all of its tokens.
    firings: i64,
    fired: i64,
}

struct Edge {
    from: usize,
    to: usize,
    tokens: i64,
    /// Cycles that the producer holds a token back.
    held: i64,
    /// When each token on its way arrives.
    coming: VecDeque<i64>,
    waiting: i64,
    taken: i64,
    seen: Seen,
}

/// Runs a function of a result. With `holds`, producers keep their tokens for AFI - 1 cycles, as in the published
/// formula.
///
/// # Panics
/// Panics if a node fires before a token that it takes has arrived.
pub(crate) fn run(function: &Value, holds: bool) -> Vec<Seen> {
    let (mut nodes, mut edges) = build(function, holds);
    let mut now = 0;
    while edges.iter().any(|edge| edge.taken < edge.tokens) {
        edges.iter_mut().for_each(|edge| edge.arrive(now));
        for (index, node) in nodes.iter_mut().enumerate() {
            if node.fired < node.firings && now == node.sd + node.fired * node.afi {
                node.fired += 1;
                fire(index, node, now, &mut edges);
            }
        }
        // Without latency, a token arrives in the cycle of the firing and may be taken in it.
        edges.iter_mut().for_each(|edge| edge.seen.most = edge.seen.most.max(edge.waiting));
        now += 1;
    }
    edges.into_iter().map(|edge| edge.seen).collect()
}

fn build(function: &Value, holds: bool) -> (Vec<Node>, Vec<Edge>) {
    // In topological order, so that a token without latency comes before it is taken.
    let order: Vec<&str> =
        function["order"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    let node = |id: &&str| {
        let entry = &function["nodes"][*id];
        let [lat, afi, fpo, sd] = ["LAT", "AFI", "FPO", "SD"].map(|key| int(&entry[key]));
        Node { lat, afi, fpo, sd, firings: 0, fired: 0 }
    };
    let mut nodes: Vec<Node> = order.iter().map(node).collect();
    let place = |id: &Value| order.iter().position(|other| id == other).unwrap();
    let mut edges = Vec::new();
    for entry in function["edges"].as_array().unwrap() {
        let (from, to, tokens) = (place(&entry["from"]), place(&entry["to"]), int(&entry["tokens"]));
        let held = if holds { nodes[from].afi - 1 } else { 0 };
        nodes[from].firings = nodes[from].firings.max(tokens * nodes[from].fpo);
        nodes[to].firings = nodes[to].firings.max(tokens);
        let seen = Seen { first: -1, most: 0 };
        edges.push(Edge { from, to, tokens, held, coming: VecDeque::new(), waiting: 0, taken: 0, seen });
    }
    (nodes, edges)
}

/// Takes a token of every edge that has more, and after FPO firings sends one.
fn fire(index: usize, node: &Node, now: i64, edges: &mut [Edge]) {
    for edge in edges.iter_mut().filter(|edge| edge.to == index && edge.taken < edge.tokens) {
        assert!(edge.waiting > 0, "node {index} fires at {now} without a token of {}", edge.from);
        edge.waiting -= 1;
        edge.taken += 1;
    }
    if node.fired % node.fpo == 0 {
        for edge in edges.iter_mut().filter(|edge| edge.from == index && node.fired / node.fpo <= edge.tokens)
        {
            edge.coming.push_back(now + node.lat + edge.held);
            edge.arrive(now);
        }
    }
}

impl Edge {
    fn arrive(&mut self, now: i64) {
        while self.coming.front().is_some_and(|&time| time <= now) {
            self.coming.pop_front();
            self.waiting += 1;
            if self.seen.first < 0 {
                self.seen.first = now;
            }
        }
    }
}
