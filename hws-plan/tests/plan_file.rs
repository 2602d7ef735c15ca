//! Plan files: read strictly, refused with a place, written as read, described by a schema.

use crate::common::plans;
use crate::common::scheduled;
use hws_json_schema::Schema;
use hws_plan::plan::{Plan, Provenance, VERSION};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use crate::common::plans::{kernel, plan};

fn refusal(plan: &Value) -> String {
    Plan::read(&plan.to_string()).unwrap_err().to_string()
}

fn with(path: &str, value: Value) -> Value {
    let mut plan = plan(vec![kernel("a"), kernel("b")]);
    *plan.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
    plan
}

#[test]
fn the_least_plan_has_the_defaults() {
    let read = Plan::read(&plan(vec![kernel("a")]).to_string()).unwrap();
    assert_eq!((read.hws_plan, read.time.scale, read.dags[0].arrival), (VERSION, [1, 1], 0));
    let kernel = &read.kernels[0];
    assert_eq!((kernel.affinity, kernel.ctx, kernel.coop, kernel.on_cp), (u32::MAX, 0, false, false));
    assert_eq!(kernel.triggers, hws_plan::plan::PlanTriggers::All);
    assert_eq!(read.provenance, Provenance { planner: "by hand".into(), ..Provenance::default() });
}

/// What is of the wrong type has a line and a column.
#[rstest]
#[case("", "1: EOF while parsing")]
#[case("{\"hws_plan\": 1", "1:14: EOF while parsing")]
#[case("[1]", "1:1: a list where an object or a value is expected")]
#[case("7", "1:1: invalid type: integer `7`")]
#[case("{\"hws_plan\": 1}", "1:15: missing field `name`")]
#[case("{\"hws_plan\": 1,\n  \"nam\": 2}", "2:7: unknown field `nam`")]
#[case("{\"hws_plan\": 1, \"hws_plan\": 1}", "1:26: duplicate field `hws_plan`")]
#[case(
    "{\"hws_plan\": 1, \"name\": \"p\", \"provenance\": [\"x\"]}",
    "1:44: a plan has no list `provenance`; the lists are buffers, "
)]
fn shapes_that_are_wrong(#[case] text: &str, #[case] start: &str) {
    let error = Plan::read(text).unwrap_err().to_string();
    assert!(error.starts_with(start), "{error}");
    assert!(error.ends_with("; correct the JSON"), "{error}");
}

#[rstest]
#[case(json!({}), "hws_plan: missing; add it")]
#[case(json!({"hws_plan": 2, "new": [[1]]}), "hws_plan: version 2, but this program reads version 1; make the plan again")]
#[case(json!({"hws_plan": "1"}), "hws_plan: version \"1\", but this program reads version 1")]
#[case(json!({"hws_plan": 1.0}), "hws_plan: version 1.0, but this program reads version 1")]
fn other_versions_are_refused_whatever_they_hold(#[case] plan: Value, #[case] start: &str) {
    assert!(refusal(&plan).starts_with(start), "{}", refusal(&plan));
}

#[rstest]
#[case("/kernels/0/block_num", json!(65536))]
#[case("/kernels/0/est", json!(1.0))]
#[case("/kernels/0/est", json!(-1))]
#[case("/kernels/0/est", json!(18446744073709551616.0))]
#[case("/kernels/0/priority", json!(4294967296_u64))]
#[case("/kernels/0/id", json!(7))]
#[case("/kernels/0", json!(["a"]))]
#[case("/kernels", json!({}))]
#[case("/time/unit", json!("seconds"))]
#[case("/dags/0", json!({"id": "g", "kind": "fixed"}))]
#[case("/dags/0", json!({"id": "g", "arrival": null}))]
fn types_are_strict(#[case] path: &str, #[case] value: Value) {
    let error = refusal(&with(path, value));
    assert!(error.starts_with("1:") && error.ends_with("; correct the JSON"), "{error}");
}

#[test]
fn what_means_nothing_has_a_path() {
    let mut plan = plan(vec![kernel("a"), kernel("b")]);
    plan["kernels"][1]["deps"] = json!([{"kernel": "a"}, {"kernel": "x"}]);
    assert_eq!(
        refusal(&plan),
        "kernels[1].deps[1].kernel: graph `g` has no kernel `x`; name an existing one"
    );
    assert_eq!(
        Plan::read(&plan.to_string()).unwrap_err().in_file("p.json"),
        "p.json: kernels[1].deps[1].kernel: graph `g` has no kernel `x`; name an existing one"
    );
}

fn schema() -> Schema {
    Schema::new(Plan::schema())
}

/// Keys that the schema gives lists, wherever they are; no list holds lists.
fn list_keys(schema: &Value, keys: &mut std::collections::BTreeSet<String>) {
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        if property["type"] == "array" {
            keys.insert(key.clone());
            assert_ne!(property["items"]["type"], "array", "{key}");
        }
    }
    schema.as_object().into_iter().flatten().for_each(|(_, value)| list_keys(value, keys));
    schema.as_array().into_iter().flatten().for_each(|value| list_keys(value, keys));
}

/// A list under each of these keys is read, and under no other.
#[test]
fn lists_are_where_the_schema_has_them() {
    let mut keys = std::collections::BTreeSet::new();
    list_keys(&Plan::schema(), &mut keys);
    assert!(keys.contains("need") && keys.contains("scale"), "{keys:?}");
    for key in keys {
        let error =
            Plan::read(&json!({"hws_plan": 1, key.as_str(): []}).to_string()).unwrap_err().to_string();
        assert!(!error.contains("a list where"), "{key}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_plan_is_read_as_it_was_written(plan in plans::any_plan()) {
        let mut text = Vec::new();
        plan.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        prop_assert_eq!(Plan::parse(&text).unwrap(), plan);
        prop_assert_eq!(text.lines().last(), Some("}"));
    }

    /// Whatever is done to a plan, what the reader takes the schema takes, too.
    #[test]
    fn the_schema_accepts_what_the_reader_accepts(
        plan in prop_oneof![plans::any_plan(), scheduled::any_scheduled()], place in any::<prop::sample::Index>(), other in any::<prop::sample::Index>(),
        word in plans::any_value(),
    ) {
        let mut value = serde_json::to_value(&plan).unwrap();
        let validator = schema();
        prop_assert!(Plan::read(&value.to_string()).is_err() || validator.is_valid(&value));
        let mut places = plans::places(&value);
        let (place, other) = (places.remove(place.index(places.len())), other.index(places.len().max(1)));
        let replaced = places.get(other).and_then(|path| value.pointer(path)).cloned().unwrap_or(word.clone());
        *value.pointer_mut(&place).unwrap() = if word.is_null() { replaced } else { word };
        if Plan::read(&value.to_string()).is_ok() {
            prop_assert!(validator.is_valid(&value), "{}", value);
        }
    }

    #[test]
    fn no_text_panics(text in "[\\[\\]{}\":,0-9a-z_ ]{0,60}") {
        let _ = Plan::read(&text);
    }
}

fn repository(path: &str) -> String {
    std::fs::read_to_string(format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The example has every kind of key, and is right.
#[test]
fn the_example_of_the_page() {
    let plan = Plan::read(&repository("examples/plans/two_stages.json")).unwrap();
    assert_eq!(plan.check().violations, []);
    let page = repository("docs/planner/plan-file.md");
    assert!(page.contains(&format!("two_stages.json\n{}```", plan.check())), "{}", plan.check());
}

/// Every key of the schema and every rule is on the page.
#[test]
fn the_page_lists_every_key_and_rule() {
    let page = repository("docs/planner/plan-file.md");
    let rules = hws_plan::plan::PlanRule::MEANING.iter().chain(&hws_plan::plan::PlanRule::SLOTS);
    for rule in rules.chain(&hws_plan::plan::PlanRule::LINT) {
        assert!(page.contains(&format!("| `{}` |", rule.name)), "{}", rule.name);
    }
    let mut keys = std::collections::BTreeSet::new();
    all_keys(&Plan::schema(), &mut keys);
    assert!(keys.len() > 40, "{keys:?}");
    for key in keys {
        assert!(page.contains(&key), "{key}");
    }
}

fn all_keys(schema: &Value, keys: &mut std::collections::BTreeSet<String>) {
    keys.extend(schema["properties"].as_object().into_iter().flatten().map(|(key, _)| key.clone()));
    schema.as_object().into_iter().flatten().for_each(|(_, value)| all_keys(value, keys));
    schema.as_array().into_iter().flatten().for_each(|value| all_keys(value, keys));
}
