//! The JSON Schema and the reader agree: on the examples, on every unknown key, and on values.

use std::fs;
use std::path::Path;

use hws_json_schema::Schema;
use hws_regs::RegId;
use rstest::rstest;
use serde_json::{Value, json};

use super::load;
use crate::workload::{ReadOptions, config_schema, read, schema};

fn as_json(text: &str) -> Value {
    serde_saphyr::from_str(text).unwrap()
}

fn is_read(value: &Value) -> bool {
    read(value.to_string().as_bytes(), "w", &ReadOptions::default(), &mut load).is_ok()
}

fn is_valid(value: &Value) -> bool {
    Schema::new(schema()).is_valid(value)
}

/// Every key.
const FULL: &str = r#"
hardware:
  topology: 16x2
  time_unit: 1
  bus_cycles: 4
  pre_complete_lead: 0
  cost: { ops_per_cycle: 1, bytes_per_cycle: 1, overhead: 0 }
  registers: { P_TOP_K: 2 }
contexts: { "0": { "1": 0xFF, "3_4": [0, 1] } }
error_model: { kind: low, seed: 3 }
dags:
  - { id: i, arrival: 1, kind: dynamic, repeat: 2, every: 5, import: g.stg }
  - id: g
    priority: 2
    deadline: 90000
    kernels:
      - { id: a, threads: 1, blocks: 2, est: 9, actual: 9, affinity: 0xFF, coop: false, ctx: 1, priority: 4, deadline: 5, trigger: { window: 1 } }
      - { id: p, prefetch: b }
      - { id: b, threads: 1, cost: { ops: 118e6, bytes: 1 }, deps: [a, { kernel: p, on: launch }], trigger: all }
      - { id: c, threads: 1, blocks: 2, est: 1, trigger: { credits: [{ kernel: a, need: [0, 2] }] }, deps: [{ dag: i, kernel: 1, on: launch }] }
"#;

#[test]
fn the_examples_are_valid_and_are_read() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples"));
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let examples: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "yaml")).collect();
    assert!(!examples.is_empty());
    for path in examples {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(Schema::new(schema()).errors(&as_json(&text)), [""; 0], "{}", path.display());
        let mut beside = |name: &str| fs::read(folder.join(name));
        read(text.as_bytes(), "w", &ReadOptions::default(), &mut beside).unwrap();
    }
}

/// For each map in turn.
#[rstest]
#[case("")]
#[case("/hardware")]
#[case("/hardware/cost")]
#[case("/hardware/registers")]
#[case("/contexts")]
#[case("/contexts/0")]
#[case("/error_model")]
#[case("/dags/0")]
#[case("/dags/1")]
#[case("/dags/1/kernels/0")]
#[case("/dags/1/kernels/0/trigger")]
#[case("/dags/1/kernels/1")]
#[case("/dags/1/kernels/2/cost")]
#[case("/dags/1/kernels/2/deps/1")]
fn an_unknown_key_is_refused_by_both(#[case] place: &str) {
    let mut value = as_json(FULL);
    assert!(is_valid(&value) && is_read(&value));
    value.pointer_mut(place).unwrap()["bogus"] = json!(1);
    assert!(!is_valid(&value), "the schema accepts it");
    assert!(!is_read(&value), "the reader accepts it");
}

#[rstest]
#[case("/error_model", json!("uniform:±10%"), true)]
#[case("/error_model", json!("uniform:099%"), true)]
#[case("/error_model", json!("uniform:100%"), false)]
#[case("/error_model", json!("uniform:0%"), false)]
#[case("/error_model/seed", json!(u64::MAX), true)]
#[case("/error_model/seed", json!(-1), false)]
#[case("/hardware/topology", json!("5x4"), false)]
#[case("/hardware/pre_complete_lead", json!(u32::MAX), true)]
#[case("/hardware/pre_complete_lead", json!(1_u64 << 32), false)]
#[case("/hardware/cost/ops_per_cycle", json!(0), false)]
#[case("/hardware/cost/overhead", json!(1e3), true)]
#[case("/hardware/registers", json!({ "RS[4].FLAGS": 1 }), false)]
#[case("/hardware/registers", json!({ "P_TOP_K": 1, "SCALE_RATIO_TABLE_RANK[31]": 1 }), true)]
#[case("/dags/1/kernels/0/threads", json!(5), false)]
#[case("/dags/1/kernels/0/est", json!(1.5), false)]
#[case("/dags/1/kernels/0/est", json!(2e3), true)]
#[case("/dags/1/kernels/0/affinity", json!([31]), true)]
#[case("/dags/1/kernels/0/affinity", json!([32]), false)]
#[case("/dags/1/kernels/0/deadline", json!(0), false)]
#[case("/dags/1/kernels/0/deadline", json!(1_u64 << 53), true)]
#[case("/dags/1/deadline", json!(-1), false)]
#[case("/dags/1/deadline", json!(2e6), true)]
#[case("/dags/1/deadline", json!((1_u64 << 53) + 1), false)]
#[case("/dags/1/priority", json!(15), true)]
#[case("/dags/1/priority", json!(16), false)]
#[case("/dags/1/kernels", json!([]), false)]
#[case("/dags/1/id", json!(7), true)]
#[case("/dags/1/id", json!(""), false)]
fn values_are_judged_alike(#[case] place: &str, #[case] new: Value, #[case] is_legal: bool) {
    let mut value = as_json(FULL);
    *value.pointer_mut(place).unwrap() = new;
    assert_eq!((is_valid(&value), is_read(&value)), (is_legal, is_legal));
}

#[test]
fn registers_of_the_schema_are_those_that_the_reader_takes() {
    let schema = schema();
    let described = &schema["properties"]["hardware"]["properties"]["registers"]["properties"];
    for register in RegId::all() {
        let name = register.to_string();
        let file = json!({
            "hardware": { "registers": { name.as_str(): register.reset() } },
            "dags": [{ "id": "g", "kernels": [{ "id": "a", "threads": 1, "est": 1 }] }],
        });
        assert_eq!(described.get(&name).is_some(), is_read(&file), "{name}");
    }
}

#[test]
fn a_configuration_is_hardware_and_contexts() {
    let validator = Schema::new(config_schema());
    let mut value = as_json(FULL);
    assert!(!validator.is_valid(&value));
    value.as_object_mut().unwrap().retain(|key, _| key == "hardware" || key == "contexts");
    assert_eq!(validator.errors(&value), [""; 0]);
}
