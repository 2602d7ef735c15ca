//! A second, naive implementation of the specification: values by recursion over names, tokens one by one.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::dataflow::{answer, int, programs};

/// LAT, LFI, FPO of a function or a node.
type Unit = (i64, i64, i64);

struct Function<'a> {
    input: &'a Value,
    function: &'a Value,
    units: BTreeMap<&'a str, Unit>,
}

fn or(value: &Value, default: i64) -> i64 {
    value.as_i64().unwrap_or(default)
}

impl<'a> Function<'a> {
    fn nodes(&self) -> &'a Vec<Value> {
        self.function["nodes"].as_array().unwrap()
    }

    fn node(&self, id: &str) -> &'a Value {
        self.nodes().iter().find(|node| node["id"] == id).unwrap()
    }

    fn edges(&self) -> impl Iterator<Item = &'a Value> {
        let is_listed = |edge: &&Value| {
            edge["from"] != edge["to"] && self.node(edge["from"].as_str().unwrap())["kind"] != "const"
        };
        self.function["edges"].as_array().unwrap().iter().filter(is_listed)
    }

    fn preds(&self, id: &str) -> Vec<&'a str> {
        self.edges().filter(|edge| edge["to"] == id).map(|edge| edge["from"].as_str().unwrap()).collect()
    }

    fn unit(&self, id: &str) -> Unit {
        self.units[id]
    }

    fn d(&self, id: &str) -> i64 {
        self.preds(id).iter().map(|pred| self.d(pred) * self.unit(pred).2).max().unwrap_or(1)
    }

    fn efi(&self, id: &str) -> i64 {
        self.preds(id).iter().map(|pred| self.afi(pred) * self.unit(pred).2).max().unwrap_or(1)
    }

    fn afi(&self, id: &str) -> i64 {
        self.efi(id).max(self.unit(id).1)
    }

    /// Before outputs are aligned.
    fn early_sd(&self, id: &str) -> i64 {
        self.preds(id).iter().map(|pred| self.sd_edge(pred)).max().unwrap_or(0)
    }

    fn sd_edge(&self, id: &str) -> i64 {
        let (lat, _, fpo) = self.unit(id);
        match self.input["sd_rule"] == "tight" {
            true => self.early_sd(id) + lat + (fpo - 1) * self.afi(id),
            false => self.early_sd(id) + (lat - 1) + self.afi(id) * fpo,
        }
    }

    fn is_output(&self, id: &str) -> bool {
        self.node(id)["kind"] == "out" || self.node(id)["output"] == true
    }

    fn ids(&self) -> Vec<&'a str> {
        let mut ids: Vec<&str> = self.nodes().iter().map(|node| node["id"].as_str().unwrap()).collect();
        ids.sort_unstable();
        ids
    }

    fn sd(&self, id: &str) -> i64 {
        if !self.is_output(id) {
            return self.early_sd(id);
        }
        let outputs = || self.ids().into_iter().filter(|id| self.is_output(id));
        match self.input["output_sync"] == "sd" {
            true => outputs().map(|id| self.early_sd(id)).max().unwrap(),
            false => outputs().map(|id| self.early_sd(id) + self.unit(id).0).max().unwrap() - self.unit(id).0,
        }
    }

    fn tokens(&self, id: &str) -> i64 {
        let per_token = self.d(id) * self.unit(id).2;
        (or(&self.function["stream_size"], 16) + per_token - 1) / per_token
    }

    fn as_unit(&self) -> Unit {
        let is_read = |id: &str| {
            let edges = self.function["edges"].as_array().unwrap();
            edges.iter().any(|edge| edge["from"] == id && edge["to"] != id)
        };
        let (ids, mut ends) = (self.ids(), self.ids());
        ends.retain(|id| self.is_output(id));
        if ends.is_empty() {
            ends = ids.iter().copied().filter(|id| !is_read(id)).collect();
        }
        let lat = ends.iter().map(|id| self.sd(id) + self.unit(id).0).max().unwrap();
        let fpo = ends.iter().map(|id| self.d(id) * self.unit(id).2).max().unwrap();
        let lfi = match self.input["lfi_rule"].as_str().unwrap() {
            "exact" => ids.iter().map(|id| (self.unit(id).1 + self.d(id) - 1) / self.d(id)).max().unwrap(),
            "max" => ids.iter().map(|id| self.unit(id).1).max().unwrap(),
            _ => {
                let is_input = |id: &&&str| {
                    let kind = self.node(id)["kind"].as_str().unwrap();
                    ["in", "gate", "autoindex"].contains(&kind) && self.preds(id).is_empty()
                };
                ids.iter().filter(is_input).map(|id| self.unit(id).1).max().unwrap_or(1)
            }
        };
        (lat, lfi, fpo)
    }

    fn order(&self) -> Vec<&'a str> {
        let all: Vec<(&str, &str)> = self.function["edges"]
            .as_array()
            .unwrap()
            .iter()
            .map(|edge| (edge["from"].as_str().unwrap(), edge["to"].as_str().unwrap()))
            .filter(|(from, to)| from != to)
            .collect();
        let mut order: Vec<&str> = Vec::new();
        while order.len() < self.nodes().len() {
            let is_ready = |id: &&&str| {
                !order.contains(id) && all.iter().all(|(from, to)| to != *id || order.contains(from))
            };
            let next = *self.ids().iter().find(is_ready).unwrap();
            order.push(next);
        }
        order
    }

    fn node_entry(&self, id: &str) -> Value {
        let (lat, lfi, fpo) = self.unit(id);
        json!({"LAT": lat, "LFI": lfi, "EFI": self.efi(id), "AFI": self.afi(id), "FPO": fpo, "SD": self.sd(id),
               "D": self.d(id)})
    }

    fn edge_entry(&self, edge: &Value) -> Value {
        let (from, to) = (edge["from"].as_str().unwrap(), edge["to"].as_str().unwrap());
        let (tp, tc, n) = (self.afi(from) * self.unit(from).2, self.afi(to), self.tokens(from));
        let (sd_edge, sd) = (self.sd_edge(from), self.sd(to));
        let case1 = sd - sd_edge;
        let case2 = if tp < tc { (n - 1) - (n - 1) * tp / tc } else { 0 };
        let most_fpo = self.preds(to).iter().map(|pred| self.unit(pred).2).max().unwrap();
        let fifo = n.min((case1 + tp - 1) / tp + case2);
        let (lat, _, fpo) = self.unit(from);
        let scheduled = (0..n).map(|k| sd_edge + k * tp);
        let valid = (0..n).map(|k| self.early_sd(from) + lat + (fpo * (k + 1) - 1) * self.afi(from));
        let takes: Vec<i64> = (0..n).map(|k| sd + k * tc).collect();
        let mut entry = json!({
            "from": from, "to": to, "sd_edge": sd_edge, "delay": case1, "case1": case1, "case2": case2,
            "case3": most_fpo - fpo, "fifo": fifo, "tokens": n,
            "min_entries": worst(&scheduled.collect::<Vec<_>>(), &takes),
            "actual_entries": worst(&valid.collect::<Vec<_>>(), &takes),
        });
        if let Some(buffer) = edge["buffer"].as_i64() {
            entry["buffer_ok"] = (buffer >= fifo).into();
        }
        if self.input["fifo_limit"].as_i64().is_some_and(|limit| fifo > limit) {
            entry["stall"] = true.into();
        }
        entry
    }

    fn is_uneven(&self, id: &str) -> bool {
        self.preds(id).iter().map(|pred| self.tokens(pred)).collect::<BTreeSet<_>>().len() > 1
    }

    fn entry(&self) -> Value {
        let nodes: Map<String, Value> =
            self.ids().into_iter().map(|id| (id.to_owned(), self.node_entry(id))).collect();
        let edges: Vec<Value> = self.edges().map(|edge| self.edge_entry(edge)).collect();
        let (lat, lfi, fpo) = self.as_unit();
        json!({"nodes": nodes, "edges": edges, "LAT": lat, "LFI": lfi, "FPO": fpo, "order": self.order()})
    }
}

/// The most tokens that have arrived and are not yet taken, over all instants.
fn worst(arrivals: &[i64], takes: &[i64]) -> i64 {
    let instants = arrivals.iter().chain(takes);
    let until = |times: &[i64], now: i64| times.iter().filter(|&&time| time <= now).count() as i64;
    instants.map(|&now| until(arrivals, now) - until(takes, now)).max().unwrap()
}

fn function<'a>(input: &'a Value, name: &str) -> Function<'a> {
    let function = &input["functions"][name];
    let units = function["nodes"].as_array().unwrap().iter();
    let units = units.map(|node| (node["id"].as_str().unwrap(), unit(input, node))).collect();
    Function { input, function, units }
}

fn unit(input: &Value, node: &Value) -> Unit {
    if node["kind"] == "call" {
        return function(input, node["callee"].as_str().unwrap()).as_unit();
    }
    let lat = match node["kind"].as_str().unwrap() {
        "op" | "autoindex" => or(&node["lat"], 1),
        _ => 0,
    };
    let lfi = or(&node["lfi"], 1);
    let Some(size) = node["reduction"]["size"].as_i64() else { return (lat, lfi, or(&node["fpo"], 1)) };
    let levels = (0..).find(|&levels| 1i64 << levels >= size).unwrap();
    match (node["reduction"]["type"] == "tree", input["reduction_model"].as_str().unwrap()) {
        (true, _) => (lat * if size == 1 { 1 } else { levels }, lfi, 1),
        (false, "fpo") => (lat, lfi, size),
        (false, "latency") => (lat + size - 1, lfi, 1),
        (false, _) => (lat + size - 1, lfi, size),
    }
}

fn starts(input: &Value, name: &str, path: &str, start: i64, into: &mut Map<String, Value>) {
    let function = function(input, name);
    for node in function.nodes() {
        let id = node["id"].as_str().unwrap();
        let (path, sd) = (format!("{path}/{id}"), start + function.sd(id));
        into.insert(path.clone(), sd.into());
        if let Some(callee) = node["callee"].as_str() {
            starts(input, callee, &path, sd, into);
        }
    }
}

/// The expected result and number of warnings.
fn expected(input: &Value) -> (Value, usize) {
    let names = input["functions"].as_object().unwrap().keys();
    let functions: Vec<(&String, Function<'_>)> = names.map(|name| (name, function(input, name))).collect();
    let uneven = |function: &Function<'_>| function.ids().iter().filter(|id| function.is_uneven(id)).count();
    let warnings = functions.iter().map(|(_, function)| uneven(function)).sum();
    let entries: Map<String, Value> =
        functions.iter().map(|(name, function)| ((*name).clone(), function.entry())).collect();
    let (mut absolute, top) = (Map::new(), input["top"].as_str().unwrap());
    starts(input, top, top, int(&input["sd0"]), &mut absolute);
    (json!({"functions": entries, "absolute": absolute}), warnings)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_answer_is_that_of_the_reference(input in programs::program()) {
        let mut found = answer(&input);
        let warnings = found.as_object_mut().unwrap().remove("warnings").unwrap();
        let (wanted, count) = expected(&input);
        prop_assert_eq!(warnings.as_array().unwrap().len(), count);
        prop_assert_eq!(found, wanted);
    }
}
