//! Ranks graphs with one method, so that `.ci/rank` can count its instructions: `rank_cost METHOD light|heavy` for the random graphs of
//! the tests, `rank_cost METHOD TASKS PROCESSORS COMM equal|differ` for one larger graph with communication times below
//! COMM, at least 1.

#[path = "../tests/common/random_graphs.rs"]
mod random_graphs;

use std::env;
use std::hint::black_box;

use hws_plan::rank::{PlaceMethod, RankOptions, Ranking};
use random_graphs::{Numbers, random_graphs};
use serde_json::{Value, json};

/// Most predecessors of a task, and how far they are in front of it.
const PREDECESSORS: u64 = 3;
const REACH: u64 = 40;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (method, inputs) = match words.as_slice() {
        [method, kind] => (method, of_kind(kind)),
        [method, tasks, processors, comm, costs] => {
            (method, vec![large(number(tasks), number(processors), number(comm), *costs == "differ")])
        }
        _ => panic!("give a method and the kind of a graph"),
    };
    let method = match *method {
        "heft" => PlaceMethod::Heft,
        "best" => PlaceMethod::Best,
        _ => panic!("the methods are heft and best"),
    };
    let options = RankOptions { method: Some(method), ..RankOptions::default() };
    for input in inputs {
        black_box(Ranking::from_json_with(&input, &options).expect("a valid graph"));
    }
}

fn number(word: &str) -> u64 {
    word.parse().expect("a number")
}

fn of_kind(kind: &str) -> Vec<Value> {
    let of_kind = |(name, input): (String, Value)| name.starts_with(kind).then_some(input);
    random_graphs().into_iter().filter_map(of_kind).collect()
}

fn large(tasks: u64, processors: u64, comm: u64, differ: bool) -> Value {
    let mut numbers = Numbers::new(tasks);
    let listed: Vec<Value> = (0..tasks)
        .map(|id| match differ {
            true => json!({ "id": id, "costs": random_graphs::costs(&mut numbers, processors, true) }),
            false => json!({ "id": id, "cost": 5 + numbers.below(26) }),
        })
        .collect();
    let mut edges = Vec::new();
    for to in 1..tasks {
        let mut preds: Vec<u64> = (0..PREDECESSORS).map(|_| to - 1 - numbers.below(to.min(REACH))).collect();
        preds.sort_unstable();
        preds.dedup();
        edges.extend(preds.iter().map(|from| json!({ "from": from, "to": to, "comm": numbers.below(comm) })));
    }
    json!({ "tasks": listed, "edges": edges, "pes": processors })
}
