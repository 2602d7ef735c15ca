//! `hws plan gemini`.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::{fed, is_refused, plan};
use crate::common::{absent, root};

const TINY: &str = "hws-plan/tests/data/tiny.gemini.in.json";
const WRONG: &str = "hws-plan/tests/data/three_errors.gemini.in.json";

fn file(name: &str) -> PathBuf {
    absent(&format!("plan/gemini/{name}"))
}

fn json(arguments: &[&str]) -> Value {
    let (status, out, said) = plan(&[&["gemini", TINY, "--json"], arguments].concat());
    assert_eq!((status, said.as_str()), (Some(0), ""), "{arguments:?}");
    serde_json::from_str(&out).unwrap()
}

/// The plan that these options write, without any message.
fn written(name: &str, arguments: &[&str]) -> Value {
    let path = file(name);
    json(&[arguments, &["--out", path.to_str().unwrap()]].concat());
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn findings_come_before_the_tables() {
    let (status, out, said) = plan(&["gemini", WRONG]);
    assert_eq!((status, said.as_str()), (Some(1), ""));
    assert!(out.starts_with("rule where "), "{out}");
    assert!(out.contains("\nE14  core 0 wl 1 ifmap 0  size 120, but the box takes 128 bytes\n"), "{out}");
    assert!(out.contains("3 errors, 1 warning\n"), "{out}");
    assert!(out.ends_with("makespan 17, critical path 17, lower bound 17\n"), "{out}");
    let (status, out, _) = plan(&["gemini", "hws-plan/tests/data/cycle.gemini.in.json"]);
    assert_eq!(status, Some(1));
    assert!(out.ends_with("1 error, 0 warnings\n"), "{out}");
}

#[test]
fn options_win_over_those_of_the_file() {
    assert_eq!(json(&["--dram-bw", "16"])["makespan"], 31);
    assert_eq!(json(&["--rank-div", "2"])["kernels"][0]["offline_priority"], 8);
    assert_eq!(json(&["--time-scale", "3/2"])["makespan"], 26); // 15 + ceil(10.5)
    let (_, out, _) =
        plan(&["gemini", "hws-plan/tests/data/tiny_dram16.gemini.in.json", "--json", "--dram-bw", "128"]);
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["makespan"], 18); // loads of one cycle
}

#[test]
fn a_static_plan_has_cores_order_and_slots() {
    let plan = written("static.json", &["--time-scale", "2/1"]);
    assert_eq!(plan["dags"][0]["id"], "tiny.gemini.in");
    assert_eq!(plan["provenance"]["source"], TINY);
    assert_eq!(plan["time"], serde_json::json!({"unit": "cycles", "scale": [2, 1]}));
    let kernel = |k: usize| plan["kernels"][k].clone();
    assert_eq!((&kernel(2)["id"], &kernel(2)["affinity"]), (&"core1.wl0 B".into(), &2.into()));
    assert_eq!(
        (&kernel(0)["est"], &kernel(0)["priority"], &kernel(0)["on_cp"]),
        (&20.into(), &34.into(), &true.into())
    );
    assert_eq!(
        kernel(1)["deps"],
        serde_json::json!([{"kernel": "core0.wl0 A", "on": "finish", "kind": "data"}])
    );
    let slots: Vec<[u64; 3]> = plan["slots"]
        .as_array()
        .unwrap()
        .iter()
        .map(|slot| ["sip", "start", "end"].map(|key| slot[key].as_u64().unwrap()))
        .collect();
    assert_eq!(slots, [[0, 0, 20], [0, 20, 30], [1, 20, 34]]);
}

#[test]
fn a_dynamic_plan_has_data_edges_and_no_slots() {
    let plan = written("dynamic.json", &["--mapping", "dynamic"]);
    assert!(plan.get("slots").is_none(), "{plan}");
    assert_eq!(plan["time"]["unit"], "units");
    assert!(plan["kernels"].as_array().unwrap().iter().all(|kernel| kernel["affinity"] == u32::MAX));
}

#[test]
fn a_core_may_be_a_group_of_sips() {
    let plan = written("group.json", &["--thread-num", "3"]);
    let kernel = &plan["kernels"][2];
    assert_eq!((&kernel["thread_num"], &kernel["affinity"]), (&3.into(), &0x70.into())); // the group at SIP 4
    assert_eq!(plan["slots"][2]["sip"], 4);
    let path = file("odd.json");
    let (status, out, said) =
        super::plan(&["gemini", TINY, "--thread-num", "5", "--out", path.to_str().unwrap()]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(
        said.contains(&format!("{TINY}: options.thread_num: 5 is not legal here; give one of 1, 2, 3")),
        "{said}"
    );
    assert!(!path.exists());
}

#[test]
fn a_schedule_with_errors_makes_no_plan() {
    let path = file("none.json");
    let (status, out, said) = plan(&["gemini", WRONG, "--out", path.to_str().unwrap()]);
    assert_eq!(status, Some(1));
    assert!(out.contains("3 errors"), "{out}");
    assert!(said.ends_with("none.json is not written: the schedule has errors\n"), "{said}");
    assert!(!path.exists());
}

#[test]
fn a_core_without_a_sip_is_refused_by_a_static_plan_only() {
    let tiny: Value = serde_json::from_str(&fs::read_to_string(root().join(TINY)).unwrap()).unwrap();
    let far = tiny.to_string().replace("\"1\":[", "\"32\":[").replace("\"core_id\":1", "\"core_id\":32");
    let far = far.replace("\"xlen\":2", "\"xlen\":33");
    let path = file("far.json");
    let arguments = ["gemini", "-", "--json", "--out", path.to_str().unwrap()];
    is_refused(fed(&arguments, &far), "standard input: top 32: core 32, of 1 SIPs, is beyond the machine");
    let (status, _, said) = fed(&[arguments.as_slice(), &["--mapping", "dynamic"]].concat(), &far);
    assert_eq!((status, said.as_str()), (Some(0), ""));
}

#[test]
fn bad_inputs_name_file_and_place() {
    is_refused(
        fed(&["gemini"], "{\"xlen\": 1,\n \"ylen\" 2}"),
        "standard input:2:9: expected `:`; correct the JSON",
    );
    is_refused(fed(&["gemini"], "[]"), "standard input:1:");
    is_refused(fed(&["gemini"], "{\"xlen\": 1, \"xlen\": 2}"), "standard input:1:18: duplicate field `xlen`");
    is_refused(plan(&["gemini", "no/such/file"]), "no/such/file: cannot be read");
}

/// Options that clap refuses.
#[test]
fn bad_options_are_usage_errors() {
    for bad in [
        ["--dram-bw", "0"],
        ["--rank-div", "2147483648"],
        ["--time-scale", "3"],
        ["--time-scale", "1/0"],
        ["--mapping", "some"],
    ] {
        let (status, out, said) = plan(&[&["gemini", TINY], bad.as_slice()].concat());
        assert_eq!((status, out.as_str()), (Some(2), ""), "{bad:?}: {said}");
        assert!(said.contains(bad[0]), "{said}");
    }
}
