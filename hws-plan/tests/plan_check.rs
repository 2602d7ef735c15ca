//! `Plan::check`: each rule by an example, and the whole against checkers that do it the slow way.

use crate::common::scheduled;
use crate::common::slow_check;
use std::collections::BTreeSet;

use hws_plan::PlannerAnswer;
use hws_plan::plan::{DepKind, Plan, PlanCredit, PlanDep, PlanOn, PlanRule, PlanTriggers};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use crate::common::plans::{kernel, plan, slot};

fn check(plan: &Value) -> Vec<(&'static str, String, String)> {
    let checked = Plan::parse(&plan.to_string()).unwrap().check();
    assert_eq!(checked.is_good(), checked.violations.is_empty());
    checked.violations.into_iter().map(|found| (found.rule.name, found.path, found.reason)).collect()
}

/// The kernels of `changed` are `kernel("a")` and `kernel("b")` with these keys.
fn two(a: Value, b: Value) -> Value {
    let mut both = plan(vec![kernel("a"), kernel("b")]);
    for (index, keys) in [a, b].into_iter().enumerate() {
        for (key, value) in keys.as_object().unwrap() {
            both["kernels"][index][key] = value.clone();
        }
    }
    both
}

fn with(mut plan: Value, key: &str, value: Value) -> Value {
    plan[key] = value;
    plan
}

/// Two kernels, the second with these keys, in a graph that repeats.
fn repeated(b: Value, repeat: Value) -> Value {
    with(two(json!({}), b), "dags", json!([{"id": "g", "repeat": repeat}]))
}

/// Three instances of two kernels on one SIP, two instances to a graph; the last instance has only the first kernel.
#[test]
fn a_template_stands_for_its_instances() {
    let plan = with(
        repeated(
            json!({"deps": [{"kernel": "a"}], "instances": 2}),
            json!({"count": 3, "period": 100, "per_graph": 2}),
        ),
        "slots",
        json!([slot("a", 0, 0, 10), slot("b", 0, 0, 30)]),
    );
    let plan = with(plan, "order", json!("planned"));
    let end = Plan::parse(&plan.to_string()).unwrap().end();
    let plan = Plan::read(&plan.to_string()).unwrap();
    assert_eq!((end, plan.end()), (220, 220), "the last instance has only the first kernel");
    let dags: Vec<(&str, u64)> = plan.dags.iter().map(|dag| (dag.id.as_str(), dag.arrival)).collect();
    assert_eq!(dags, [("g#0", 0), ("g#1", 200)]);
    let dep = |dep: &PlanDep| (dep.dag.clone().unwrap_or_default(), dep.kernel.clone(), dep.kind);
    let kernels: Vec<_> = plan
        .kernels
        .iter()
        .map(|kernel| {
            (
                kernel.dag.as_str(),
                kernel.id.as_str(),
                kernel.priority,
                kernel.deps.iter().map(dep).collect::<Vec<_>>(),
            )
        })
        .collect();
    let on = |dag: &str, kernel: &str, kind| vec![(dag.to_owned(), kernel.to_owned(), kind)];
    assert_eq!(
        kernels,
        [
            ("g#0", "a#0", 5, vec![]),
            ("g#0", "a#1", 3, on("", "b#0", DepKind::Order)),
            ("g#1", "a#2", 1, on("g#0", "b#1", DepKind::Order)),
            ("g#0", "b#0", 4, on("", "a#0", DepKind::Data)),
            ("g#0", "b#1", 2, on("", "a#1", DepKind::Data)),
        ]
    );
    let starts: Vec<u64> = plan.slots.iter().map(|slot| slot.start).collect();
    assert_eq!(starts, [10, 110, 210, 30, 130]);
}

fn fifo(from: &str, to: &str) -> Value {
    json!({"dag": "g", "from": from, "to": to, "depth": 0})
}

fn buffer(id: &str) -> Value {
    json!({"id": id, "kind": "cache", "bytes": 1})
}

/// One breach each: the rule and the path.
#[rstest]
#[case(two(json!({"est": 0}), json!({})), "value", "kernels[0].est")]
#[case(two(json!({"block_num": 0}), json!({})), "value", "kernels[0].block_num")]
#[case(two(json!({}), json!({"thread_num": 0})), "value", "kernels[1].thread_num")]
#[case(two(json!({"ctx": 4}), json!({})), "value", "kernels[0].ctx")]
#[case(two(json!({"triggers": {"window": 0}}), json!({})), "value", "kernels[0].triggers.window")]
#[case(two(json!({"params": {"entry_bytes": 4, "queue": 1}}), json!({})), "value", "kernels[0].params.entry_bytes")]
#[case(two(json!({"params": {"entry_bytes": 10, "queue": 1}}), json!({})), "value", "kernels[0].params.entry_bytes")]
#[case(two(json!({"params": {"entry_bytes": 8, "queue": 0}}), json!({})), "value", "kernels[0].params.queue")]
#[case(with(two(json!({}), json!({})), "time", json!({"unit": "units", "scale": [1, 0]})), "value", "time.scale[1]")]
#[case(with(two(json!({}), json!({})), "time", json!({"unit": "cycles", "predicted_factor": [9, 0]})), "value", "time.predicted_factor[1]")]
#[case(with(two(json!({}), json!({})), "machine", json!({"cluster_sip_num": 5, "cluster_num": 2})), "value", "machine")]
#[case(repeated(json!({}), json!({"count": 0, "period": 9})), "value", "dags[0].repeat.count")]
#[case(repeated(json!({}), json!({"count": 2, "period": 9, "per_graph": 0})), "value", "dags[0].repeat.per_graph")]
#[case(repeated(json!({}), json!({"count": 3, "period": u64::MAX})), "value", "dags[0].repeat.period")]
#[case(repeated(json!({"instances": 3}), json!({"count": 2, "period": 9})), "value", "kernels[1].instances")]
#[case(repeated(json!({"instances": 0}), json!({"count": 2, "period": 9})), "value", "kernels[1].instances")]
#[case(two(json!({}), json!({"instances": 2})), "value", "kernels[1].instances")]
#[case(repeated(json!({}), json!({"count": (1 << 19) + 1, "period": 9})), "too-large", "dags")]
#[case(repeated(json!({"deps": [{"kernel": "c"}]}), json!({"count": 3, "period": 9})), "unknown", "kernels[1].deps[0].kernel")]
#[case(repeated(json!({"deps": [{"kernel": "a", "dag": "g"}]}), json!({"count": 3, "period": 9})), "unknown", "kernels[1].deps[0].dag")]
#[case(with(plan(vec![kernel("a")]), "order", json!("planned")), "value", "kernels[0]")]
#[case(with(with(plan(vec![kernel("a")]), "order", json!("planned")), "slots", json!([slot("b", 0, 0, 0)])), "value", "kernels[0]")]
#[case(with(two(json!({}), json!({})), "dags", json!([{"id": "g"}, {"id": "g"}])), "twice", "dags[1].id")]
#[case(two(json!({}), json!({"id": "a"})), "twice", "kernels[1].id")]
#[case(two(json!({}), json!({"dag": "h"})), "unknown", "kernels[1].dag")]
#[case(two(json!({}), json!({"deps": [{"kernel": "c"}]})), "unknown", "kernels[1].deps[0].kernel")]
#[case(two(json!({}), json!({"deps": [{"kernel": "a", "dag": "h"}]})), "unknown", "kernels[1].deps[0].dag")]
#[case(two(json!({}), json!({"deps": [{"kernel": "b"}]})), "self", "kernels[1].deps[0]")]
#[case(two(json!({}), json!({"deps": [{"kernel": "a"}, {"kernel": "a", "on": "finish"}]})), "twice", "kernels[1].deps[1]")]
#[case(two(json!({}), json!({"prefetch": "c"})), "unknown", "kernels[1].prefetch")]
#[case(two(json!({}), json!({"prefetch": "b"})), "self", "kernels[1].prefetch")]
#[case(two(json!({"block_num": 256}), json!({"prefetch": "a"})), "prefetch", "kernels[1].prefetch")]
#[case(two(json!({}), json!({"triggers": {"credits": [{"kernel": "b", "need": [0]}]}})), "self", "kernels[1].triggers.credits[0]")]
#[case(two(json!({}), json!({"triggers": {"credits": [{"kernel": "c", "need": [0]}]}})), "unknown", "kernels[1].triggers.credits[0].kernel")]
#[case(two(json!({}), json!({"triggers": {"credits": [{"kernel": "a", "need": [0, 0]}]}})), "credits", "kernels[1].triggers.credits[0].need")]
#[case(two(json!({}), json!({"triggers": {"credits": [{"kernel": "a", "need": [2]}]}})), "credits", "kernels[1].triggers.credits[0].need[0]")]
#[case(two(json!({}), json!({"block_num": 2, "triggers": {"credits": [{"kernel": "a", "need": [1, 0]}]}})), "credits", "kernels[1].triggers.credits[0].need[1]")]
#[case(two(json!({}), json!({"triggers": {"credits": [{"kernel": "a", "need": [0]}, {"kernel": "a", "need": [1]}]}})), "twice", "kernels[1].triggers.credits[1]")]
#[case(two(json!({"deps": [{"kernel": "b"}]}), json!({"deps": [{"kernel": "a", "on": "launch", "kind": "order"}]})), "cycle", "kernels[0]")]
#[case(two(json!({}), json!({"prefetch": "a", "deps": [{"kernel": "a"}]})), "cycle", "kernels[0]")]
#[case(two(json!({"deps": [{"kernel": "b"}]}), json!({"triggers": {"credits": [{"kernel": "a", "need": [1]}]}})), "deadlock", "kernels[0]")]
#[case(with(two(json!({}), json!({})), "fifos", json!([fifo("a", "b"), fifo("a", "b")])), "twice", "fifos[1]")]
#[case(with(two(json!({}), json!({})), "fifos", json!([fifo("a", "c")])), "unknown", "fifos[0].to")]
#[case(with(two(json!({}), json!({})), "fifos", json!([fifo("c", "a")])), "unknown", "fifos[0].from")]
#[case(with(two(json!({}), json!({})), "fifos", json!([fifo("a", "a")])), "self", "fifos[0]")]
#[case(with(two(json!({}), json!({})), "fifos", json!([with(fifo("a", "b"), "dag", json!("h"))])), "unknown", "fifos[0].dag")]
#[case(with(two(json!({}), json!({})), "fifos", json!([with(fifo("a", "b"), "window", json!(0))])), "value", "fifos[0].window")]
#[case(with(two(json!({}), json!({})), "buffers", json!([buffer("x"), buffer("x")])), "twice", "buffers[1].id")]
#[case(with(two(json!({}), json!({})), "buffers", json!([with(buffer("x"), "kernels", json!(["c"]))])), "unknown", "buffers[0].kernels[0]")]
#[case(with(two(json!({}), json!({})), "buffers", json!([with(buffer("x"), "kernels", json!(["a", "a"]))])), "twice", "buffers[0].kernels[1]")]
#[case(with(two(json!({}), json!({})), "buffers", json!([with(buffer("x"), "dag", json!("h"))])), "unknown", "buffers[0].dag")]
#[case(with(two(json!({}), json!({})), "buffers", json!([with(buffer("x"), "sip", json!(32))])), "value", "buffers[0].sip")]
#[case(with(two(json!({}), json!({})), "slots", json!([slot("c", 0, 0, 0)])), "unknown", "slots[0].kernel")]
#[case(with(two(json!({}), json!({})), "slots", json!([with(slot("a", 0, 0, 0), "dag", json!("h"))])), "unknown", "slots[0].dag")]
#[case(with(two(json!({}), json!({})), "slots", json!([slot("a", 1, 0, 0)])), "value", "slots[0].block")]
#[case(with(two(json!({}), json!({})), "slots", json!([slot("a", 0, 0, 0), slot("a", 0, 1, 0)])), "twice", "slots[1]")]
#[case(with(two(json!({}), json!({"prefetch": "a"})), "slots", json!([slot("b", 0, 0, 0)])), "prefetch", "slots[0]")]
#[case(two(json!({}), json!({"load": true, "block_num": 2})), "load", "kernels[1].block_num")]
#[case(two(json!({}), json!({"load": true, "thread_num": 2})), "load", "kernels[1].thread_num")]
#[case(two(json!({}), json!({"load": true, "coop": true})), "load", "kernels[1].coop")]
#[case(two(json!({}), json!({"load": true, "triggers": {"window": 1}})), "load", "kernels[1].triggers")]
#[case(two(json!({}), json!({"load": true, "l2_bytes": 1})), "load", "kernels[1].l2_bytes")]
#[case(two(json!({}), json!({"load": true, "params": {"entry_bytes": 8, "queue": 1}})), "load", "kernels[1].params")]
#[case(two(json!({}), json!({"load": true, "prefetch": "a"})), "load", "kernels[1].prefetch")]
#[case(two(json!({"load": true}), json!({"prefetch": "a"})), "load", "kernels[1].prefetch")]
#[case(with(two(json!({}), json!({"load": true})), "slots", json!([slot("b", 0, 0, 0)])), "load", "slots[0]")]
#[case(two(json!({"load": true}), json!({"triggers": {"credits": [{"kernel": "a", "need": [1]}]}})), "credits", "kernels[1].triggers.credits[0].kernel")]
#[case(two(json!({"load": true, "deps": [{"kernel": "b"}]}), json!({"deps": [{"kernel": "a"}]})), "cycle", "kernels[0]")]
fn breaches_of_meaning(#[case] plan: Value, #[case] rule: &str, #[case] path: &str) {
    let found = check(&plan);
    assert_eq!(
        found.iter().map(|(rule, path, _)| (*rule, path.as_str())).collect::<Vec<_>>(),
        [(rule, path)]
    );
    assert!(PlanRule::MEANING.iter().any(|known| known.name == rule));
    let refusal = Plan::read(&plan.to_string()).unwrap_err().to_string();
    assert!(refusal.starts_with(&format!("{path}: {}", found[0].2)), "{refusal}");
}

#[test]
fn prefetches_are_one_to_a_kernel_and_of_no_prefetch() {
    let prefetch = |id: &str, of: &str| with(kernel(id), "prefetch", json!(of));
    let rules = |kernels: Vec<Value>| {
        check(&plan(kernels)).into_iter().map(|(rule, path, _)| (rule, path)).collect::<Vec<_>>()
    };
    assert_eq!(
        rules(vec![kernel("a"), prefetch("b", "a"), prefetch("c", "a")]),
        [("prefetch", "kernels[2].prefetch".to_owned())]
    );
    assert_eq!(
        rules(vec![kernel("a"), prefetch("b", "a"), prefetch("c", "b")]),
        [("prefetch", "kernels[2].prefetch".to_owned())]
    );
    let credit = json!({"credits": [{"kernel": "b", "need": [1]}]});
    let waiting = with(kernel("c"), "triggers", credit);
    assert_eq!(
        rules(vec![kernel("a"), prefetch("b", "a"), waiting]),
        [("credits", "kernels[2].triggers.credits[0].kernel".to_owned())]
    );
}

/// A kernel `a` of two blocks of two SIPs, and `b` after it.
fn placed(a: [(u8, u64); 2], b: (u8, u64)) -> Value {
    let plan = two(json!({"block_num": 2, "thread_num": 2}), json!({"deps": [{"kernel": "a"}]}));
    with(
        plan,
        "slots",
        json!([slot("a", 0, a[0].0, a[0].1), slot("a", 1, a[1].0, a[1].1), slot("b", 0, b.0, b.1)]),
    )
}

fn right() -> Value {
    placed([(0, 0), (2, 0)], (0, 10))
}

#[test]
fn valid_slots() {
    assert_eq!(check(&right()), []);
    let checked = Plan::parse(&right().to_string()).unwrap().check();
    assert_eq!(
        checked.json(),
        json!({"ok": true, "violations": [], "dags": 1, "kernels": 2, "deps": 1, "slots": 3, "end": 20})
    );
    assert_eq!(
        checked.to_string(),
        "dags  kernels  deps  slots  end\n1           2     1      3   20\n\nno violations\n"
    );
}

fn set(mut plan: Value, path: &str, value: Value) -> Value {
    let (parent, key) = path.rsplit_once('/').unwrap();
    plan.pointer_mut(parent).unwrap()[key] = value;
    plan
}

#[rstest]
#[case(set(right(), "/slots", json!([slot("a", 0, 0, 0), slot("a", 1, 2, 0)])), "unplaced", "kernels[1]")]
#[case(set(right(), "/slots", json!([slot("a", 1, 2, 0), slot("b", 0, 0, 10)])), "unplaced", "kernels[0]")]
#[case(set(right(), "/slots/2/end", json!(21)), "duration", "slots[2]")]
#[case(set(right(), "/slots/2/end", json!(5)), "duration", "slots[2]")]
#[case(set(right(), "/slots/2/sip", json!(32)), "absent-sip", "slots[2].sip")]
#[case(set(right(), "/slots/1/sip", json!(31)), "absent-sip", "slots[1].sip")]
#[case(set(right(), "/slots/1/sip", json!(255)), "absent-sip", "slots[1].sip")]
#[case(set(placed([(0, 0), (6, 0)], (0, 10)), "/machine", json!({"cluster_sip_num": 6, "cluster_num": 4})), "absent-sip", "slots[1].sip")]
#[case(placed([(0, 0), (3, 0)], (0, 10)), "alignment", "slots[1].sip")]
#[case(set(set(set(right(), "/kernels/0/thread_num", json!(8)), "/slots/1/sip", json!(8)), "/machine", json!({"cluster_sip_num": 4, "cluster_num": 8})), "cluster", "slots[0].sip")]
#[case(set(right(), "/kernels/0/affinity", json!(0xFFFF_FFF7_u32)), "affinity", "slots[1].sip")]
#[case(set(placed([(0, 0), (2, 0)], (2, 9)), "/kernels/1/deps", json!([])), "overlap", "slots[2]")]
#[case(placed([(0, 0), (0, 9)], (0, 20)), "overlap", "slots[1]")]
#[case(placed([(0, 0), (2, 0)], (4, 9)), "early", "slots[2].start")]
#[case(set(right(), "/dags/0/arrival", json!(1)), "early", "slots[0].start")]
#[case(set(placed([(0, 0), (2, 1)], (4, 0)), "/kernels/1/deps/0/on", json!("launch")), "early", "slots[2].start")]
#[case(set(right(), "/kernels/1/deps/0/transfer", json!(1)), "early", "slots[2].start")]
#[case(set(placed([(0, 0), (2, 1)], (4, 4)), "/kernels/1/deps", json!([{"kernel": "a", "on": "launch", "transfer": 4}])), "early", "slots[2].start")]
#[case(set(right(), "/kernels/0/triggers", json!({"window": 1})), "window", "kernels[0].triggers.window")]
#[case(set(placed([(0, 0), (2, 1)], (0, 11)), "/kernels/0/coop", json!(true)), "coop", "kernels[0]")]
fn breaches_of_slots(#[case] plan: Value, #[case] rule: &str, #[case] path: &str) {
    let found = check(&plan);
    let (name, place, _) = found.first().expect("a violation");
    assert_eq!((*name, place.as_str()), (rule, path), "{found:?}");
    assert!(found.iter().all(|(name, ..)| *name == rule), "{found:?}");
    assert!(PlanRule::SLOTS.iter().any(|known| known.name == rule));
    assert!(Plan::read(&plan.to_string()).is_ok());
}

/// The long block is still running when the last one starts, though the one between has ended.
#[test]
fn a_block_overlaps_whatever_runs_not_only_the_one_before() {
    let kernels = vec![with(kernel("a"), "est", json!(90)), kernel("b"), kernel("c")];
    let long = with(slot("a", 0, 0, 0), "end", json!(90));
    let plan = with(plan(kernels), "slots", json!([long, slot("b", 0, 0, 5), slot("c", 0, 0, 30)]));
    let found = check(&plan);
    let found: Vec<_> = found.iter().map(|(rule, path, _)| (*rule, path.as_str())).collect();
    assert_eq!(found, [("overlap", "slots[1]"), ("overlap", "slots[2]")]);
}

/// A load of 7 after `a`, which ends at 10.
#[test]
fn a_load_passes_on_its_dependencies_and_its_time() {
    let mut kernels = vec![kernel("a"), kernel("b"), with(kernel("load"), "est", json!(7))];
    (kernels[2]["load"], kernels[2]["deps"]) = (json!(true), json!([{"kernel": "a"}]));
    kernels[1]["deps"] = json!([{"kernel": "load"}]);
    let at =
        |start| with(plan(kernels.clone()), "slots", json!([slot("a", 0, 0, 0), slot("b", 0, 1, start)]));
    assert_eq!(check(&at(17)), []);
    let reason = "it starts at 16, but `load` has finished only at 17".to_owned();
    assert_eq!(check(&at(16)), [("early", "slots[1].start".to_owned(), reason)]);
}

/// What takes no time holds back as long as what it waits for itself.
#[test]
fn a_prefetch_passes_on_its_dependencies() {
    let mut kernels = vec![kernel("a"), kernel("b"), kernel("load")];
    kernels[2]["prefetch"] = json!("b");
    kernels[2]["deps"] = json!([{"kernel": "a"}]);
    let at =
        |start| with(plan(kernels.clone()), "slots", json!([slot("a", 0, 0, 0), slot("b", 0, 1, start)]));
    assert_eq!(check(&at(10)), []);
    let found = check(&at(9));
    assert_eq!(
        found,
        [(
            "early",
            "slots[1].start".to_owned(),
            "it starts at 9, but `load` has launched only at 10".to_owned()
        )]
    );
}

#[test]
fn credits_hold_back_block_by_block() {
    let mut kernels = vec![kernel("a"), kernel("b")];
    kernels[0]["block_num"] = json!(2);
    kernels[1]["block_num"] = json!(2);
    kernels[1]["triggers"] = json!({"credits": [{"kernel": "a", "need": [1, 2]}]});
    let at = |first, second| {
        let slots =
            json!([slot("a", 0, 0, 5), slot("a", 1, 1, 0), slot("b", 0, 2, first), slot("b", 1, 3, second)]);
        with(plan(kernels.clone()), "slots", slots)
    };
    assert_eq!(check(&at(15, 15)), []);
    let reason = "it starts at 14, but 1 blocks of `a` have finished only at 15".to_owned();
    assert_eq!(check(&at(14, 15)), [("early", "slots[2].start".to_owned(), reason)]);
}

#[test]
fn a_deadlock_names_its_cycle() {
    let credit = |of: &str, need: [u16; 2]| json!({"credits": [{"kernel": of, "need": need}]});
    let mut kernels = vec![kernel("a"), kernel("b"), kernel("c")];
    for (index, triggers) in [credit("b", [0, 1]), credit("a", [1, 2]), json!("all")].into_iter().enumerate()
    {
        kernels[index]["block_num"] = json!(2);
        kernels[index]["triggers"] = triggers;
    }
    kernels[2]["deps"] = json!([{"kernel": "b"}]);
    assert_eq!(check(&plan(kernels.clone())), []);
    kernels[1]["triggers"] = credit("a", [2, 2]);
    let reason = "block 1 of `g/a` waits for 1 blocks of `g/b`, which gets 0 done; \
                  block 0 of `g/b` waits for 2 blocks of `g/a`, which gets 1 done";
    assert_eq!(check(&plan(kernels.clone())), [("deadlock", "kernels[0]".to_owned(), reason.to_owned())]);
    kernels[1]["coop"] = json!(true);
    assert_eq!(check(&plan(kernels)), []);
}

#[test]
fn a_cycle_across_graphs_is_named_once_from_its_first_kernel() {
    let mut kernels = vec![kernel("z"), kernel("a"), kernel("b")];
    kernels[0]["deps"] = json!([{"kernel": "a"}]);
    kernels[1]["deps"] = json!([{"kernel": "b", "dag": "h", "kind": "order"}]);
    kernels[2]["dag"] = json!("h");
    kernels[2]["deps"] = json!([{"kernel": "a", "dag": "g", "on": "launch"}]);
    let plan = with(plan(kernels), "dags", json!([{"id": "g"}, {"id": "h"}]));
    let reason = "`g/a` waits for the end of `h/b`; `h/b` waits for the launch of `g/a`";
    assert_eq!(check(&plan), [("cycle", "kernels[1]".to_owned(), reason.to_owned())]);
}

#[test]
fn a_long_chain_of_credits_is_fast() {
    let blocks = 1000;
    let names: Vec<String> = (0..500).map(|index| format!("k{index}")).collect();
    let need: Vec<u16> = (1..=blocks).collect();
    let kernels = names.iter().enumerate().map(|(index, id)| {
        let mut kernel = kernel(id);
        kernel["block_num"] = blocks.into();
        if let Some(before) = index.checked_sub(1) {
            kernel["triggers"] = json!({"credits": [{"kernel": names[before], "need": need}]});
        }
        kernel
    });
    assert_eq!(check(&plan(kernels.rev().collect())), []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn scheduled_plans_are_right(plan in scheduled::any_scheduled()) {
        prop_assert_eq!(plan.check().violations, []);
        prop_assert!(slow_check::slots_are_right(&plan));
    }

    /// A change somewhere is judged as the slow checker judges it.
    #[test]
    fn changed_plans_are_judged_alike(
        mut plan in scheduled::any_scheduled(), slot in any::<prop::sample::Index>(),
        kernel in any::<prop::sample::Index>(), what in 0..10, by in 1..12_u64,
    ) {
        let kernel = kernel.index(plan.kernels.len());
        if !plan.slots.is_empty() {
            let slot = slot.index(plan.slots.len());
            match what {
                0 => plan.slots[slot].sip = plan.slots[slot].sip.saturating_add(by as u8),
                1 => plan.slots[slot].sip = plan.slots[slot].sip.saturating_sub(by as u8),
                2 | 3 => {
                    let (start, end) = (plan.slots[slot].start, plan.slots[slot].end);
                    let less = by.min(start);
                    (plan.slots[slot].start, plan.slots[slot].end) =
                        if what == 2 { (start + by, end + by) } else { (start - less, end - less) };
                }
                4 => plan.slots[slot].end += by,
                5 => drop(plan.slots.remove(slot)),
                6 => plan.kernels[kernel].affinity = !(1 << by),
                7 => plan.dags[0].arrival = by,
                8 => plan.kernels[kernel].coop = true,
                _ => plan.kernels[kernel].triggers = PlanTriggers::Window(1),
            }
        }
        prop_assert!(plan.sound().is_ok());
        prop_assert_eq!(plan.check().is_good(), slow_check::slots_are_right(&plan), "{:?}", plan.check().violations);
    }

    /// Dependencies and credits at random: stuck or not as the slow way says, and what is named is a cycle.
    #[test]
    fn deadlocks_are_found(
        mut plan in scheduled::any_scheduled(),
        extra in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u16>()), 0..4),
    ) {
        plan.slots.clear();
        for (one, other, die) in extra {
            let (one, other) = (one.index(plan.kernels.len()), other.index(plan.kernels.len()));
            let (id, dag) = (plan.kernels[other].id.clone(), plan.kernels[other].dag.clone());
            let blocks = plan.kernels[other].block_num;
            let kernel = &mut plan.kernels[one];
            if die & 1 == 0 {
                kernel.deps.push(PlanDep { kernel: id, dag: Some(dag), on: PlanOn::Finish, kind: DepKind::Order, transfer: 0 });
            } else {
                let need = (0..kernel.block_num).map(|block| (block + (die >> 1) % 3).min(blocks)).collect();
                kernel.triggers = PlanTriggers::Credits(vec![PlanCredit { kernel: id, need }]);
            }
        }
        let found = plan.check().violations;
        let rules: BTreeSet<&str> = found.iter().map(|found| found.rule.name).collect();
        if rules.iter().all(|rule| ["cycle", "deadlock"].contains(rule)) {
            prop_assert_eq!(found.is_empty(), slow_check::all_get_done(&plan), "{:?}", found);
            for found in found {
                slow_check::assert_cycle(&plan, &found.reason);
            }
        }
    }
}
