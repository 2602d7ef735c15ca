//! `Plan::lint`: each rule by an example, and the order and cache rules against slow replays.

use crate::common::plans;
use crate::common::scheduled;
use crate::common::slow_replay;
use hws_plan::plan::{LintTarget, Linted, Plan, PlanBuffer, PlanRule, PlanTriggers};
use hws_plan::{PlannerAnswer, Task, TaskGraph};
use hws_types::{SipMask, ThreadNum, Topology};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use crate::common::plans::{kernel, plan, slot};

fn lint(plan: &Value, target: &LintTarget) -> Vec<(&'static str, String)> {
    let linted = Plan::parse(&plan.to_string()).unwrap().lint(target);
    let found = linted.findings.into_iter();
    found.map(|found| (found.rule.name, found.path)).collect()
}

fn one(keys: Value) -> Value {
    let mut kernel = kernel("a");
    for (key, value) in keys.as_object().unwrap() {
        kernel[key] = value.clone();
    }
    plan(vec![kernel])
}

fn with(mut plan: Value, key: &str, value: Value) -> Value {
    plan[key] = value;
    plan
}

fn set(plan: &Value, pointer: &str, value: Value) -> Value {
    let mut plan = plan.clone();
    *plan.pointer_mut(pointer).unwrap() = value;
    plan
}

fn on(cluster_sip_num: u32, cluster_num: u32) -> LintTarget {
    LintTarget { topology: Topology::new(cluster_sip_num, cluster_num).unwrap(), ..LintTarget::default() }
}

#[rstest]
#[case(one(json!({"thread_num": 5})), on(16, 2), "thread-num", "kernels[0].thread_num")]
#[case(one(json!({"est": 4294967296_u64})), on(16, 2), "est", "kernels[0].est")]
#[case(one(json!({"affinity": 0})), on(16, 2), "place", "kernels[0].affinity")]
#[case(one(json!({"affinity": 0x40})), on(6, 4), "place", "kernels[0].affinity")]
#[case(one(json!({"affinity": 0b110, "thread_num": 2})), on(16, 2), "place", "kernels[0].affinity")]
#[case(one(json!({"thread_num": 8})), on(4, 8), "place", "kernels[0].affinity")]
#[case(one(json!({"coop": true, "thread_num": 12, "block_num": 3})), on(16, 2), "coop-places", "kernels[0].block_num")]
#[case(one(json!({"coop": true, "block_num": 2, "params": {"entry_bytes": 8, "queue": 1}})), on(16, 2), "coop-params", "kernels[0].params.queue")]
#[case(one(json!({"coop": true, "triggers": {"window": 1}})), on(16, 2), "coop-triggers", "kernels[0].triggers")]
#[case(with(one(json!({})), "machine", json!({"cluster_sip_num": 8, "cluster_num": 4})), on(16, 2), "machine", "machine")]
#[case(with(one(json!({})), "dags", json!([{"id": "g"}, {"id": "h"}])), on(16, 2), "empty-graph", "dags[1]")]
#[case(with(one(json!({"dag": "g/1"})), "dags", json!([{"id": "g/1"}])), on(16, 2), "graph-name", "dags[0].id")]
#[case(plan(vec![kernel("a"), kernel("b")]), on(16, 2), "wide", "dags[0]")]
#[case(one(json!({"est": 0})), on(16, 2), "value", "kernels[0].est")]
fn each_rule(#[case] plan: Value, #[case] target: LintTarget, #[case] rule: &str, #[case] path: &str) {
    assert_eq!(lint(&plan, &target), [(rule, path.to_owned())]);
    assert!(PlanRule::LINT.iter().chain(&PlanRule::MEANING).any(|known| known.name == rule));
}

#[rstest]
#[case(one(json!({"est": 4294967295_u64})), on(16, 2))]
#[case(one(json!({"affinity": 0b1100, "thread_num": 2})), on(16, 2))]
#[case(one(json!({"thread_num": 8})), on(8, 4))]
#[case(one(json!({"coop": true, "thread_num": 12, "block_num": 2})), on(16, 2))]
#[case(one(json!({"coop": true, "block_num": 2, "params": {"entry_bytes": 8, "queue": 2}})), on(16, 2))]
#[case(with(one(json!({})), "machine", json!({"cluster_sip_num": 8, "cluster_num": 4})), on(8, 4))]
#[case(plan(vec![kernel("a"), kernel("b")]), LintTarget { top_k: 2, ..LintTarget::default() })]
fn plans_without_findings(#[case] plan: Value, #[case] target: LintTarget) {
    assert_eq!(lint(&plan, &target), []);
}

#[test]
fn usage_masks_count_for_their_context_and_class() {
    let masks = vec![(1, ThreadNum::new(4).unwrap(), SipMask(0b0111))];
    let target = LintTarget { usage_masks: masks, ..LintTarget::default() };
    let four = |ctx: u8, threads: u32| lint(&one(json!({"ctx": ctx, "thread_num": threads})), &target);
    assert_eq!(four(1, 4), [("place", "kernels[0].affinity".to_owned())]);
    assert_eq!((four(1, 3), four(0, 4), four(1, 2)), (vec![], vec![], vec![]));
}

#[test]
fn graphs_show_findings_that_their_plans_do_not() {
    let task = |id: &str, time, core| Task { id: id.into(), time, core, preds: Vec::new() };
    let tasks =
        vec![task("a", 0, None), task("b", 1, Some(7)), task("c", 1, Some(6)), task("d", 1, Some(40))];
    let graph = TaskGraph::new("g", tasks).unwrap();
    let target = LintTarget { top_k: 4, ..on(6, 4) };
    let found = Linted::from_graph(&graph, &target).unwrap().findings;
    let found: Vec<_> = found.iter().map(|found| (found.rule.name, found.path.as_str())).collect();
    assert_eq!(
        found,
        [("time-zero", "tasks[0]"), ("core", "tasks[1]"), ("core", "tasks[2]"), ("core", "tasks[3]")]
    );
}

/// `count` graphs of one kernel, each `apart` after the one before.
fn graphs(count: usize, apart: u64) -> Value {
    let dags: Vec<Value> =
        (0..count).map(|index| json!({"id": format!("g{index}"), "arrival": index as u64 * apart})).collect();
    let kernels = (0..count).map(|index| with(kernel("a"), "dag", json!(format!("g{index}")))).collect();
    with(plan(kernels), "dags", json!(dags))
}

#[test]
fn live_graphs_are_counted_at_one_time() {
    let found = |count, apart| lint(&graphs(count, apart), &LintTarget::default());
    assert_eq!((found(24, 0), found(40, 1)), (vec![], vec![]));
    assert_eq!(found(25, 0), [("many-graphs", "dags[24]".to_owned())]);
    assert_eq!(found(32, 0), [("many-graphs", "dags[31]".to_owned())]);
    assert_eq!(found(33, 0), [("live-graphs", "dags[32]".to_owned())]);
    // With slots, graphs live from their first to their last slot, whenever they arrive.
    let mut plan = graphs(40, 0);
    let slots = (0..40).map(|index| with(slot("a", 0, 0, index * 10), "dag", json!(format!("g{index}"))));
    plan["slots"] = slots.collect();
    for (index, kernel) in plan["kernels"].as_array_mut().unwrap().iter_mut().enumerate() {
        kernel["priority"] = json!(100 - index);
    }
    assert_eq!(lint(&plan, &LintTarget::default()), []);
}

/// The last of 25 graphs arrives when the others end: each has a prefetch on its path, which takes no time.
#[test]
fn prefetches_do_not_make_graphs_live_longer() {
    let mut plan = graphs(25, 0);
    for index in 0..24 {
        let prefetch = with(with(kernel("load"), "dag", json!(format!("g{index}"))), "prefetch", json!("a"));
        plan["kernels"].as_array_mut().unwrap().push(prefetch);
    }
    let last_at = |arrival: u64| lint(&set(&plan, "/dags/24/arrival", json!(arrival)), &two_at_once());
    assert_eq!(last_at(10), []);
    assert_eq!(last_at(9), [("many-graphs", "dags[24]".to_owned())]);
}

/// `b` waits for a kernel of another graph, which does not put it on a deeper level of its own graph.
#[test]
fn levels_are_those_of_the_graph() {
    let behind = with(kernel("b"), "deps", json!([{"kernel": "a", "dag": "g"}]));
    let other = |kernel: Value| with(kernel, "dag", json!("h"));
    let plan = with(
        plan(vec![kernel("a"), other(behind), other(kernel("c"))]),
        "dags",
        json!([{"id": "g"}, {"id": "h"}]),
    );
    assert_eq!(lint(&plan, &LintTarget::default()), [("wide", "dags[1]".to_owned())]);
}

#[test]
fn a_warning_does_not_make_a_plan_bad() {
    let wide =
        Plan::read(&plan(vec![kernel("a"), kernel("b")]).to_string()).unwrap().lint(&LintTarget::default());
    assert!(wide.is_good());
    let (json, text) = (wide.json(), wide.to_string());
    assert_eq!((&json["ok"], &json["errors"], &json["warnings"]), (&json!(true), &json!(0), &json!(1)));
    assert_eq!(json["findings"][0]["severity"], "warning");
    assert!(
        text.ends_with("\n0 errors, 1 warning\n") && text.contains("wide   warning  dags[0]: level 0"),
        "{text}"
    );
    let bad = Plan::read(&one(json!({"thread_num": 5})).to_string()).unwrap().lint(&LintTarget::default());
    assert!(!bad.is_good());
}

/// `a` on SIP 0 before `b`, with these priorities.
fn in_turn(a: u32, b: u32) -> Value {
    let kernels = vec![with(kernel("a"), "priority", json!(a)), with(kernel("b"), "priority", json!(b))];
    with(plan(kernels), "slots", json!([slot("a", 0, 0, 0), slot("b", 0, 0, 10)]))
}

fn two_at_once() -> LintTarget {
    LintTarget { top_k: 2, ..LintTarget::default() }
}

#[test]
fn priorities_that_invert_the_planned_order() {
    let inverted = [("inverted-priority", "kernels[0].priority".to_owned())];
    assert_eq!(lint(&in_turn(1, 2), &two_at_once()), inverted);
    assert_eq!(lint(&in_turn(2, 2), &two_at_once()), []);
    // Kernels that are not ready then do not compete.
    let mut waiting = in_turn(1, 2);
    waiting["kernels"][1]["deps"] = json!([{"kernel": "a", "kind": "order"}]);
    assert_eq!(lint(&waiting, &two_at_once()), []);
    let mut credited = in_turn(1, 2);
    credited["kernels"][1]["triggers"] = json!({"credits": [{"kernel": "a", "need": [1]}]});
    assert_eq!(lint(&credited, &two_at_once()), []);
    // Neither do blocks that a window may hold back,
    let mut windowed = in_turn(1, 2);
    windowed["kernels"][1]["triggers"] = json!({"window": 1});
    assert_eq!(lint(&windowed, &two_at_once()), []);
    // nor kernels that run elsewhere.
    let mut elsewhere = in_turn(1, 2);
    elsewhere["slots"][1]["sip"] = json!(1);
    assert_eq!(lint(&elsewhere, &two_at_once()), []);
}

#[test]
fn blocks_that_are_planned_out_of_order() {
    let plan = with(one(json!({"block_num": 2})), "slots", json!([slot("a", 0, 0, 10), slot("a", 1, 0, 0)]));
    assert_eq!(lint(&plan, &LintTarget::default()), [("block-order", "kernels[0]".to_owned())]);
}

#[test]
fn a_window_that_is_not_enforced() {
    let with_triggers = |triggers: Value| {
        let mut plan = plan(vec![with(kernel("a"), "triggers", triggers), kernel("b")]);
        plan["fifos"] = json!([{"dag": "g", "from": "a", "to": "b", "depth": 1, "window": 2}]);
        lint(&plan, &two_at_once())
    };
    let found = [("fifo-window", "fifos[0].window".to_owned())];
    assert_eq!(with_triggers(json!("all")), found);
    assert_eq!(with_triggers(json!({"window": 3})), found);
    assert_eq!(with_triggers(json!({"window": 2})), []);
    assert_eq!(with_triggers(json!({"credits": [{"kernel": "b", "need": [0]}]})), []);
}

/// `b` is planned late on its own SIP, when `c` has consumed the data of `a`; run as soon as possible, the data of both
/// is live at once.
#[test]
fn a_replay_that_needs_more_cache_than_planned() {
    let after = |id: &str, of: &str| with(kernel(id), "deps", json!([{"kernel": of}]));
    let cached = |id: &str, from: &str, to: &str, bytes: u64| json!({"id": id, "kind": "cache", "bytes": bytes, "dag": "g", "kernels": [from, to], "sip": 2});
    let kernels = vec![kernel("a"), kernel("b"), after("c", "a"), after("d", "b"), after("f", "a")];
    let mut plan =
        with(plan(kernels), "buffers", json!([cached("x", "a", "c", 5), cached("y", "b", "d", 1)]));
    plan["slots"] = json!([
        slot("a", 0, 0, 0),
        slot("f", 0, 2, 10),
        slot("b", 0, 1, 20),
        slot("c", 0, 2, 20),
        slot("d", 0, 2, 30)
    ]);
    let found = Plan::read(&plan.to_string())
        .unwrap()
        .lint(&LintTarget { top_k: 3, ..LintTarget::default() })
        .findings;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].rule.name, found[0].path.as_str()), ("cache", "buffers"));
    assert!(
        found[0].reason.starts_with("the cache of SIP 2 holds 5 bytes as planned, but 6 as soon"),
        "{found:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Delayed plans: for each SIP, the cache rule agrees with a slow replay.
    #[test]
    fn the_cache_rule_agrees_with_a_slow_replay(
        mut plan in scheduled::any_scheduled(), delays in prop::collection::vec(0..6_u64, 24),
        buffers in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 1..9_u64, 0..2_u8), 1..6),
    ) {
        plan.kernels.iter_mut().for_each(|kernel| kernel.coop = false);
        let mut order: Vec<usize> = (0..plan.slots.len()).collect();
        order.sort_by_key(|&slot| plan.slots[slot].start);
        let mut by = 0;
        for (slot, delay) in order.into_iter().zip(delays.iter().cycle()) {
            by += delay;
            (plan.slots[slot].start, plan.slots[slot].end) = (plan.slots[slot].start + by, plan.slots[slot].end + by);
        }
        for (index, (one, other, bytes, sip)) in buffers.into_iter().enumerate() {
            let (one, other) = (&plan.kernels[one.index(plan.kernels.len())], &plan.kernels[other.index(plan.kernels.len())]);
            if one.dag == other.dag && one != other {
                plan.buffers.push(PlanBuffer {
                    id: index.to_string(), kind: "cache".into(), bytes, dag: Some(one.dag.clone()),
                    kernels: vec![one.id.clone(), other.id.clone()], sip: Some(sip),
                });
            }
        }
        prop_assume!(plan.check().is_good());
        let found = plan.lint(&LintTarget::default()).findings;
        let found: Vec<&str> = found.iter().filter(|f| f.rule.name == "cache").map(|f| f.reason.as_str()).collect();
        let planned: Vec<u64> = plan.slots.iter().map(|slot| slot.start).collect();
        let replayed = slow_replay::starts(&plan);
        prop_assert!(replayed.iter().zip(&planned).all(|(replayed, planned)| replayed <= planned));
        let wanted: Vec<String> = (0..2).filter_map(|sip| {
            let peak = |starts: &[u64]| slow_replay::peak(&plan, starts, Some(sip));
            let (planned, replayed) = (peak(&planned), peak(&replayed));
            (replayed > planned).then(|| format!("the cache of SIP {sip} holds {planned} bytes as planned, but {replayed} as soon as possible"))
        }).collect();
        prop_assert_eq!(found, wanted);
    }

    /// Kernels of falling priority, planned in that order on every SIP, are never inverted.
    #[test]
    fn falling_priorities_are_in_order(mut plan in scheduled::any_scheduled(), by in 0..3_u32) {
        let first = |plan: &Plan, index: usize| {
            let of = &plan.kernels[index];
            let slots = plan.slots.iter().filter(|slot| slot.dag == of.dag && slot.kernel == of.id);
            slots.map(|slot| slot.start).max().unwrap_or(0)
        };
        plan.slots.retain(|slot| slot.block == 0);
        let starts: Vec<u64> = (0..plan.kernels.len()).map(|index| first(&plan, index)).collect();
        for (index, kernel) in plan.kernels.iter_mut().enumerate() {
            kernel.priority = by * (1000 - starts[index] as u32);
            kernel.block_num = 1;
            if let PlanTriggers::Credits(list) = &mut kernel.triggers {
                list.iter_mut().for_each(|credit| credit.need = vec![credit.need[0].min(1)]);
            }
        }
        prop_assume!(plan.check().is_good());
        let found = plan.lint(&LintTarget::default()).findings;
        prop_assert!(found.iter().all(|found| found.rule.name != "inverted-priority"), "{:?}", found);
    }

    #[test]
    fn no_plan_panics(plan in plans::any_plan()) {
        let _ = (plan.check().to_string(), plan.lint(&LintTarget::default()).to_string());
    }
}
