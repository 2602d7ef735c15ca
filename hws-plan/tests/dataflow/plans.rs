//! Plans: the kernels of a program run block by block under their triggers alone.

use crate::common::pairs;
use std::collections::BTreeMap;

use hws_plan::dataflow::{DataflowBlocks, DataflowSchedule, from_graph};
use hws_plan::plan::{Plan, PlanKernel, PlanTimeUnit, PlanTriggers};
use hws_plan::{Task, TaskGraph};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use crate::dataflow::{answer, int, programs};

fn plan(input: &Value, tokens: u32) -> Plan {
    DataflowSchedule::from_json(input)
        .unwrap()
        .to_plan(DataflowBlocks { tokens, token_bytes: 4 }, None)
        .unwrap()
}

fn kernel<'a>(plan: &'a Plan, id: &str) -> &'a PlanKernel {
    plan.kernels.iter().find(|kernel| kernel.id == id).unwrap_or_else(|| panic!("no kernel {id}"))
}

/// The counts of a kernel's blocks for another kernel.
fn need<'a>(plan: &'a Plan, of: &str, other: &str) -> Option<&'a [u16]> {
    let PlanTriggers::Credits(credits) = &kernel(plan, of).triggers else { return None };
    credits.iter().find(|credit| credit.kernel == other).map(|credit| credit.need.as_slice())
}

fn window(plan: &Plan, from: &str, to: &str) -> (u16, u64) {
    let fifo = plan.fifos.iter().find(|fifo| fifo.from == from && fifo.to == to).unwrap();
    (fifo.window.unwrap(), fifo.depth)
}

fn chain() -> Value {
    json!({"top": "f", "functions": {"f": {
        "stream_size": 10,
        "nodes": [{"id": "x", "kind": "in"}, {"id": "p", "kind": "op", "lat": 3}, {"id": "k", "kind": "const"},
                  {"id": "r", "kind": "op", "lat": 2, "reduction": {"size": 4}}],
        "edges": [{"from": "x", "to": "p"}, {"from": "k", "to": "p"}, {"from": "p", "to": "r"}]
    }}})
}

/// Ten tokens in blocks of two, and three of the fold, of two blocks: est = LAT + (B x FPO - 1) x AFI.
#[test]
fn blocks_of_a_chain() {
    let plan = plan(&chain(), 2);
    let kernels = plan.kernels.iter().map(|k| (k.id.as_str(), k.block_num, k.est, k.priority));
    assert_eq!(kernels.collect::<Vec<_>>(), [("x", 5, 1, 2), ("p", 5, 4, 2), ("r", 2, 9, 1)]);
    assert_eq!((plan.time.unit, plan.dags[0].id.as_str()), (PlanTimeUnit::Units, "f"));
    assert_eq!(need(&plan, "p", "x"), Some(&[1, 2, 3, 4, 5][..]));
    assert_eq!(need(&plan, "r", "p"), Some(&[4, 5][..]));
    // Blocks of p come every 4 cycles, r takes one every 9: 4 - floor(4 x 4 / 9) wait, one is made, and r
    // holds four. That is more than there are.
    assert_eq!(window(&plan, "p", "r"), (5, 10));
    assert_eq!(need(&plan, "p", "r"), None);
    // x -> p: 4 - floor(4 x 1 / 4) wait, and two more: again all.
    assert_eq!(window(&plan, "x", "p"), (5, 10));
    assert_eq!(plan.buffers.iter().map(|buffer| buffer.bytes).collect::<Vec<_>>(), [40, 40]);
}

/// Equal rates: nothing waits, so two blocks are in flight; a third waits until the first is taken.
#[test]
fn two_blocks_in_flight_without_skew() {
    let nodes = json!([{"id": "a", "kind": "op", "lat": 5}, {"id": "b", "kind": "op", "lat": 5}]);
    let f = json!({"stream_size": 4, "nodes": nodes, "edges": [{"from": "a", "to": "b"}]});
    let plan = plan(&json!({"functions": {"f": f}, "top": "f"}), 1);
    assert_eq!(window(&plan, "a", "b"), (2, 2));
    assert_eq!(need(&plan, "a", "b"), Some(&[0, 0, 1, 2][..]));
    assert_eq!(need(&plan, "b", "a"), Some(&[1, 2, 3, 4][..]));
    assert!(plan.kernels.iter().all(|kernel| kernel.on_cp && kernel.deps.is_empty()));
}

/// A fold that is as fast as its producer: nothing waits, but a block of it takes four.
#[test]
fn a_fold_holds_the_tokens_it_takes() {
    let nodes =
        json!([{"id": "a", "kind": "op", "lat": 50}, {"id": "b", "kind": "op", "reduction": {"size": 4}}]);
    let f = json!({"stream_size": 40, "nodes": nodes, "edges": [{"from": "a", "to": "b"}]});
    let plan = plan(&json!({"functions": {"f": f}, "top": "f"}), 1);
    assert_eq!(window(&plan, "a", "b"), (5, 5));
    assert_eq!(need(&plan, "a", "b").unwrap()[..10], [0, 0, 0, 0, 0, 1, 1, 1, 1, 2]);
}

#[test]
fn calls_are_unfolded_and_constants_left_out() {
    let plan = plan(&pairs::read("barebones_fpo", "dataflow", "in"), 1);
    let mut ids: Vec<&str> = plan.kernels.iter().map(|kernel| kernel.id.as_str()).collect();
    ids.sort_unstable();
    let wanted = [
        "cA/a", "cA/b", "cA/l1", "cA/l2", "cA/l3", "cA/l4", "cA/y", "cB/a", "cB/y", "cC/a", "cC/b", "cC/y",
        "cD/a", "cD/y", "vin0", "vin1", "vout",
    ];
    assert_eq!(ids, wanted);
    let mut feeders: Vec<_> = plan.fifos.iter().filter(|f| f.to == "cC/b").map(|f| f.from.as_str()).collect();
    feeders.sort_unstable();
    assert_eq!(feeders, ["cA/y", "cB/y"]);
    // The fold makes one token, the map sixteen; the consumer fires once.
    assert_eq!(["cA/y", "cB/y", "cC/y"].map(|id| kernel(&plan, id).block_num), [1, 16, 1]);
    assert!(!plan.provenance.notes.is_empty());
    // Launched in the order of the schedule: by SD.
    let starts = answer(&pairs::read("barebones_fpo", "dataflow", "in"))["absolute"].clone();
    let starts: Vec<i64> = plan.kernels.iter().map(|k| int(&starts[format!("main/{}", k.id)])).collect();
    assert!(starts.is_sorted());
    let priorities: Vec<u32> = plan.kernels.iter().map(|kernel| kernel.priority).collect();
    assert!(
        priorities
            .iter()
            .zip(&starts)
            .collect::<Vec<_>>()
            .is_sorted_by(|a, b| a.0 >= b.0 && (a.1 == b.1) == (a.0 == b.0))
    );
}

#[rstest]
#[case(chain(), 1 << 20, 16, "kernel \"p\": 65536 blocks exceed the limit of 65535; give blocks more tokens: --block-tokens")]
#[case(json!({"functions": {"f": {"nodes": [{"id": "k", "kind": "const"}]}}, "top": "f"}), 16, 1,
       "functions.f.nodes: the program has only constants")]
fn programs_without_a_plan(
    #[case] mut input: Value,
    #[case] stream: i64,
    #[case] tokens: u32,
    #[case] start: &str,
) {
    input["functions"]["f"]["stream_size"] = stream.into();
    let plan =
        DataflowSchedule::from_json(&input).unwrap().to_plan(DataflowBlocks { tokens, token_bytes: 4 }, None);
    let said = plan.unwrap_err().to_string();
    assert!(said.starts_with(start), "{said}");
}

/// 200 nodes that feed 200 others, 65535 blocks each: 40,000 edges would have 5 x 10^9 counts.
#[test]
fn triggers_that_are_too_long_are_refused() {
    let ids = |letter: &str| -> Vec<String> { (0..200).map(|i| format!("{letter}{i}")).collect() };
    let nodes: Vec<Value> =
        ids("a").into_iter().chain(ids("b")).map(|id| json!({"id": id, "kind": "op"})).collect();
    let edges = ids("a")
        .into_iter()
        .flat_map(|from| ids("b").into_iter().map(move |to| json!({"from": from, "to": to})));
    let edges: Vec<Value> = edges.collect();
    let f = json!({"stream_size": 65535, "nodes": nodes, "edges": edges});
    let schedule = DataflowSchedule::from_json(&json!({"functions": {"f": f}, "top": "f"})).unwrap();
    let said = schedule.to_plan(DataflowBlocks { tokens: 1, token_bytes: 4 }, None).unwrap_err().to_string();
    assert!(
        said.starts_with("plan: the triggers of the blocks have 5242800000 counts, more than 16777216"),
        "{said}"
    );
    assert_eq!(
        schedule.to_plan(DataflowBlocks { tokens: 1000, token_bytes: 4 }, None).unwrap().fifos.len(),
        40_000
    );
}

/// Every task an instruction, its time the latency; a task of no time takes one cycle.
#[test]
fn an_imported_graph_is_a_program() {
    let task =
        |id: &str, time, preds: &[usize]| Task { id: id.into(), time, core: None, preds: preds.to_vec() };
    let graph =
        TaskGraph::new("g", vec![task("b", 3, &[]), task("a", 0, &[0]), task("c", 7, &[0, 1])]).unwrap();
    let output = answer(&from_graph(&graph).unwrap());
    assert_eq!(output["absolute"], json!({"main/b": 0, "main/a": 3, "main/c": 4}));
    let long = TaskGraph::new("g", vec![task("b", 1 << 31, &[])]).unwrap();
    assert!(
        from_graph(&long)
            .unwrap_err()
            .to_string()
            .starts_with("task \"b\": 2147483648 is not legal here; give a time below")
    );
}

/// Runs the blocks of one kernel after the other as far as possible, until no block may start; returns the number of
/// blocks by kernel.
fn run(plan: &Plan, order: &[usize]) -> BTreeMap<String, usize> {
    let mut done: BTreeMap<String, usize> =
        plan.kernels.iter().map(|kernel| (kernel.id.clone(), 0)).collect();
    loop {
        let before = done.clone();
        for &index in order {
            let kernel = &plan.kernels[index];
            let over = |id: &str| done[id] == usize::from(self::kernel(plan, id).block_num);
            if !kernel.deps.iter().all(|dep| over(&dep.kernel)) {
                continue;
            }
            while done[&kernel.id] < usize::from(kernel.block_num) && may_start(kernel, &done) {
                *done.get_mut(&kernel.id).unwrap() += 1;
                holds_its_fifos(plan, &kernel.id, &done);
            }
        }
        if before == done {
            return done;
        }
    }
}

fn may_start(kernel: &PlanKernel, done: &BTreeMap<String, usize>) -> bool {
    let PlanTriggers::Credits(credits) = &kernel.triggers else { return true };
    credits.iter().all(|credit| done[&credit.kernel] >= usize::from(credit.need[done[&kernel.id]]))
}

/// Asserts that no FIFO that a kernel fills has more tokens than its depth while they are taken.
fn holds_its_fifos(plan: &Plan, id: &str, done: &BTreeMap<String, usize>) {
    for fifo in plan.fifos.iter().filter(|fifo| fifo.from == id) {
        let needed = need(plan, &fifo.to, id).unwrap();
        let taken = done[&fifo.to].checked_sub(1).map_or(0, |last| usize::from(needed[last]));
        let all = usize::from(*needed.last().unwrap());
        let waiting = done[id].min(all) - taken;
        assert!(waiting <= usize::from(fifo.window.unwrap()), "{waiting} blocks in {fifo:?}");
    }
}

/// Runs a plan on a machine that holds 32 kernels. Kernels enter in the order of the plan, once their dependencies have
/// finished and their first block may start, and leave when they have finished.
fn run_with_few_entries(plan: &Plan) -> BTreeMap<String, usize> {
    let mut done: BTreeMap<String, usize> =
        plan.kernels.iter().map(|kernel| (kernel.id.clone(), 0)).collect();
    let is_over = |kernel: &PlanKernel, done: &BTreeMap<String, usize>| {
        done[&kernel.id] == usize::from(kernel.block_num)
    };
    let mut present: Vec<usize> = Vec::new();
    let mut waiting: Vec<usize> = (0..plan.kernels.len()).collect();
    loop {
        let before = (done.clone(), present.clone());
        waiting.retain(|&index| {
            let kernel = &plan.kernels[index];
            let ready = |id: &str| is_over(plan.kernels.iter().find(|other| other.id == id).unwrap(), &done);
            let comes = present.len() < 32
                && kernel.deps.iter().all(|dep| ready(&dep.kernel))
                && may_start(kernel, &done);
            if comes {
                present.push(index);
            }
            !comes
        });
        for &index in &present {
            let kernel = &plan.kernels[index];
            while !is_over(kernel, &done) && may_start(kernel, &done) {
                *done.get_mut(&kernel.id).unwrap() += 1;
            }
        }
        present.retain(|&index| !is_over(&plan.kernels[index], &done));
        if before == (done.clone(), present.clone()) {
            return done;
        }
    }
}

/// `width` producers, each with a consumer of its own.
fn pairs_of(width: usize, stream: i64) -> Value {
    let ids = |letter: &str| -> Vec<String> { (0..width).map(|i| format!("{letter}{i:02}")).collect() };
    let node = |id: String| json!({"id": id, "kind": "op", "lat": 5});
    let nodes: Vec<Value> = ids("p").into_iter().chain(ids("q")).map(node).collect();
    let edges = ids("p").into_iter().zip(ids("q")).map(|(from, to)| json!({"from": from, "to": to}));
    let edges: Vec<Value> = edges.collect();
    json!({"top": "f", "functions": {"f": {"stream_size": stream, "nodes": nodes, "edges": edges}}})
}

/// Forty producers exceed the entries: the last eight are in a separate part with consumers, and streams between parts
/// are buffered whole.
#[test]
fn more_kernels_than_entries() {
    let plan = plan(&pairs_of(40, 20), 1);
    assert_eq!(plan.sound(), Ok(()));
    let of = |id: &str| kernel(&plan, id).deps.iter().map(|dep| dep.kernel.as_str()).collect::<Vec<_>>();
    let names = |letter: &str, range: std::ops::Range<usize>| {
        range.map(|i| format!("{letter}{i:02}")).collect::<Vec<_>>()
    };
    assert_eq!((of("p00"), of("p31")), (vec![], vec![]));
    assert_eq!((of("p32"), of("q23")), (names("p", 0..32).iter().map(String::as_str).collect(), of("p32")));
    assert_eq!(of("q24"), [names("p", 32..40), names("q", 0..24)].concat());
    assert!(plan.fifos.iter().all(|fifo| fifo.window == Some(20)));
    let done = run_with_few_entries(&plan);
    assert!(done.values().all(|&blocks| blocks == 20), "{done:?}");
}

/// `c` fires as often as the fold `q` makes a token, four times, and takes four of the sixteen tokens of `p`: what ends
/// the part is the end of `c` and of `p`, but not of `q`, all of which `c` takes.
#[test]
fn a_part_ends_with_kernels_that_no_other_waits_for() {
    let mut nodes = vec![
        json!({"id": "p", "kind": "in"}),
        json!({"id": "w", "kind": "in"}),
        json!({"id": "q", "kind": "op", "reduction": {"size": 4}}),
        json!({"id": "c", "kind": "op"}),
    ];
    let mut edges = vec![
        json!({"from": "w", "to": "q"}),
        json!({"from": "p", "to": "c"}),
        json!({"from": "q", "to": "c"}),
    ];
    for i in 0..30 {
        nodes.push(json!({"id": format!("z{i:02}"), "kind": "op", "lat": 10}));
        if i > 0 {
            edges.push(json!({"from": format!("z{:02}", i - 1), "to": format!("z{i:02}")}));
        }
    }
    let program = json!({"stream_size": 16, "nodes": nodes, "edges": edges});
    let plan = plan(&json!({"functions": {"f": program}, "top": "f"}), 1);
    assert_eq!(["p", "q", "c"].map(|id| kernel(&plan, id).block_num), [16, 4, 4]);
    let mut before: Vec<&str> = kernel(&plan, "z29").deps.iter().map(|dep| dep.kernel.as_str()).collect();
    before.sort_unstable();
    assert_eq!(before, ["c", "p", "z27"]);
    assert!(
        run_with_few_entries(&plan)
            .iter()
            .all(|(id, &blocks)| blocks == usize::from(kernel(&plan, id).block_num))
    );
}

#[test]
fn a_consumer_of_a_call_reads_every_output() {
    let g = json!({
        "nodes": [{"id": "a", "kind": "in"}, {"id": "u", "kind": "out"}, {"id": "v", "kind": "out"}],
        "edges": [{"from": "a", "to": "u"}, {"from": "a", "to": "v"}],
    });
    let f = json!({
        "nodes": [{"id": "x", "kind": "in"}, {"id": "g1", "kind": "call", "callee": "g"}, {"id": "y", "kind": "out"}],
        "edges": [{"from": "x", "to": "g1"}, {"from": "g1", "to": "y"}],
    });
    let plan = plan(&json!({"functions": {"f": f, "g": g}, "top": "f"}), 1);
    let mut feeders: Vec<&str> =
        plan.fifos.iter().filter(|fifo| fifo.to == "y").map(|fifo| fifo.from.as_str()).collect();
    feeders.sort_unstable();
    assert_eq!(feeders, ["g1/u", "g1/v"]);
}

/// Two paths from `x` to `y`: a node that waits at the end of the short one is not critical.
#[test]
fn the_longest_path_is_critical() {
    let node = |id: &str, lat: i64| json!({"id": id, "kind": "op", "lat": lat});
    let edges = [("x", "long"), ("x", "short"), ("long", "y"), ("short", "y")]
        .map(|(from, to)| json!({"from": from, "to": to}));
    let program =
        json!({"nodes": [node("x", 1), node("long", 9), node("short", 2), node("y", 1)], "edges": edges});
    let plan = plan(&json!({"functions": {"f": program}, "top": "f"}), 1);
    assert_eq!(["x", "long", "short", "y"].map(|id| kernel(&plan, id).on_cp), [true, true, false, true]);
}

/// Sixteen pairs fit: no parts, and short windows.
#[test]
fn as_many_kernels_as_entries() {
    let plan = plan(&pairs_of(16, 20), 1);
    assert!(plan.kernels.iter().all(|kernel| kernel.deps.is_empty()));
    assert!(plan.fifos.iter().all(|fifo| fifo.window == Some(2)));
}

/// A program of one function from an answer: what a block must see follows from D, FPO and the stream alone.
fn data_is_there(input: &Value, plan: &Plan, tokens: i64) {
    let output = answer(input);
    let name = input["top"].as_str().unwrap();
    let function = &output["functions"][name];
    let stream = input["functions"][name]["stream_size"].as_i64().unwrap_or(16);
    for edge in function["edges"].as_array().unwrap() {
        let (from, to) = (edge["from"].as_str().unwrap(), edge["to"].as_str().unwrap());
        let fpo = int(&function["nodes"][to]["FPO"]);
        let d = int(&function["nodes"][to]["D"]);
        let firings = (stream + d - 1) / d;
        for (block, &blocks) in need(plan, to, from).unwrap().iter().enumerate() {
            let last_token = ((block as i64 + 1) * tokens * fpo).min(firings) - 1;
            assert_eq!(i64::from(blocks), last_token / tokens + 1, "block {block} of {edge}");
        }
        assert_eq!(i64::from(kernel(plan, from).block_num), (int(&edge["tokens"]) + tokens - 1) / tokens);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_window_blocks_for_ever(input in programs::program(), tokens in 1u32..5, seed: u64) {
        let Ok(plan) = DataflowSchedule::from_json(&input).unwrap().to_plan(DataflowBlocks { tokens, token_bytes: 4 }, None) else {
            return Ok(()); // a program of constants
        };
        // Whatever the order: as planned, backwards, mixed.
        let mut order: Vec<usize> = (0..plan.kernels.len()).collect();
        for turn in 0..3 {
            let done = run(&plan, &order);
            for kernel in &plan.kernels {
                prop_assert_eq!(done[&kernel.id], usize::from(kernel.block_num), "{} in {:?}", kernel.id, plan);
            }
            order.sort_by_key(|&index| if turn == 0 { !index as u64 } else { (index as u64 + 1).wrapping_mul(seed | 1) });
        }
    }

    /// Programs of many instructions and folds, with edges across many layers.
    #[test]
    fn no_entry_is_kept_for_ever(draws in prop::collection::vec((any::<u64>(), 1i64..6, 1i64..3), 33..90), stream in 1i64..30) {
        let node = |(i, (_, lat, fpo)): (usize, &(u64, i64, i64))| {
            json!({"id": format!("n{:02}", 97 * (i + 1) % 89), "kind": "op", "lat": lat, "fpo": if i % 9 == 0 { *fpo } else { 1 }})
        };
        let nodes: Vec<Value> = draws.iter().take(88).enumerate().map(node).collect();
        let mut edges = Vec::new();
        for (to, (bits, ..)) in draws.iter().take(88).enumerate().skip(1) {
            for far in [bits % 7, bits / 7 % 50] {
                let from = to.checked_sub(1 + far as usize).map(|from| json!({"from": nodes[from]["id"], "to": nodes[to]["id"]}));
                edges.extend(from.filter(|edge| !edges.contains(edge)));
            }
        }
        let plan = plan(&json!({"top": "f", "functions": {"f": {"stream_size": stream, "nodes": nodes, "edges": edges}}}), 1);
        prop_assert_eq!(plan.sound(), Ok(()));
        let done = run_with_few_entries(&plan);
        for kernel in &plan.kernels {
            prop_assert_eq!(done[&kernel.id], usize::from(kernel.block_num), "{} in {:?}", kernel.id, plan);
        }
    }

    #[test]
    fn blocks_wait_for_their_data(input in programs::program(), tokens in 1u32..5) {
        let has_calls = input["functions"][input["top"].as_str().unwrap()].to_string().contains("callee");
        if let (false, Ok(plan)) = (has_calls, DataflowSchedule::from_json(&input).unwrap().to_plan(DataflowBlocks { tokens, token_bytes: 4 }, None)) {
            data_is_there(&input, &plan, tokens.into());
        }
    }

    #[test]
    fn plans_are_well_formed(input in programs::program(), tokens in 1u32..5) {
        if let Ok(plan) = DataflowSchedule::from_json(&input).unwrap().to_plan(DataflowBlocks { tokens, token_bytes: 4 }, None) {
            let blocks: BTreeMap<&str, u16> = plan.kernels.iter().map(|k| (k.id.as_str(), k.block_num)).collect();
            prop_assert_eq!(blocks.len(), plan.kernels.len());
            for kernel in &plan.kernels {
                prop_assert!(kernel.est >= 1 && kernel.block_num >= 1 && kernel.dag == plan.dags[0].id);
                if let PlanTriggers::Credits(credits) = &kernel.triggers {
                    for credit in credits {
                        prop_assert_eq!(credit.need.len(), usize::from(kernel.block_num));
                        prop_assert!(credit.need.is_sorted());
                        prop_assert!(*credit.need.last().unwrap() <= blocks[credit.kernel.as_str()]);
                    }
                }
            }
            for fifo in &plan.fifos {
                prop_assert_eq!(fifo.depth, u64::from(fifo.window.unwrap()) * u64::from(tokens));
            }
            prop_assert_eq!(plan.buffers.len(), plan.fifos.len());
            prop_assert_eq!(plan.sound(), Ok(()));
        }
    }
}
