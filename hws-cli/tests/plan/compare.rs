//! `hws plan compare`.

use serde_json::Value;

use super::{common, fed, is_refused, plan};

/// Two tasks, one after the other.
const STG: &str = "2\n0 1000 0\n1 2000 1 0\n";

fn compared(arguments: &[&str]) -> Value {
    let (status, out, said) = fed(&[&["compare", "-", "--json"], arguments].concat(), STG);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    serde_json::from_str::<Value>(&out).unwrap()["graphs"][0].clone()
}

#[test]
fn a_chain_takes_its_length_in_a_plan_and_more_in_a_run() {
    let graph = compared(&["--scale", "2"]);
    assert_eq!(
        (&graph["lower_bound"], &graph["est_scale"], &graph["sips"]),
        (&6000.into(), &2.into(), &32.into())
    );
    assert_eq!((&graph["static"]["makespan"], &graph["static"]["by"]), (&6000.into(), &"heft".into()));
    for run in ["static_run", "dynamic"] {
        assert_eq!(graph[run]["drained"], true);
        assert!(graph[run]["makespan"].as_u64().unwrap() > 6000);
    }
    assert_eq!(compared(&["--policy", "topology=8x2"])["sips"], 16);
}

#[test]
fn a_table_has_a_row_for_each_file() {
    let files = ["compare", "hws-plan/tests/data/tiny.gemini.in.json", "examples/prefetch.yaml"];
    let (status, out, said) = plan(&files);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let rows: Vec<&str> = out.lines().collect();
    assert_eq!(rows.len(), 3, "{out}");
    assert!(rows[0].starts_with("graph") && rows[0].ends_with("places by"), "{out}");
    assert!(rows[1].starts_with("tiny.gemini.in") && rows[1].ends_with("file"), "{out}");
    assert!(rows[2].starts_with("prefetch") && rows[2].ends_with("heft"), "{out}");
}

#[test]
fn a_run_that_is_not_drained_is_exit_status_1() {
    let stuck =
        "contexts: { 0: { \"2\": 0 } }\ndags: [ { id: g, kernels: [ { id: a, threads: 2, est: 9 } ] } ]\n";
    let (status, out, said) = fed(&["compare", "-"], stuck);
    assert_eq!((status, said.as_str()), (Some(1), ""));
    assert!(out.contains("not drained"), "{out}");
}

#[test]
fn bad_inputs_are_refused() {
    is_refused(fed(&["compare", "-"], "1\n0 x 0\n"), "standard input:2: `x` is not a time");
    is_refused(plan(&["compare", "-", "-"]), "standard input can be read only once");
    is_refused(plan(&["compare", "no/such/file"]), "no/such/file: cannot be read");
}

/// Workloads 0 and 1 on core 0, and 7 on core 1.
fn schedule() -> String {
    let text =
        std::fs::read_to_string(common::root().join("hws-plan/tests/data/tiny.gemini.in.json")).unwrap();
    let text = text.replace("\"core_id\": 1, \"workload_id\": 0", "\"core_id\": 1, \"workload_id\": 7");
    let (before, core_1) = text.split_once("\"1\": [").unwrap();
    format!("{before}\"1\": [{}", core_1.replace("\"workload_id\": 0", "\"workload_id\": 7"))
}

const TRACE: &str = "[pe_conv, {'wkl': 0, 'tile': 0}, {'inst_idx': 1, 'time': [130, 141]}]
[pe_conv, {'wkl': 7, 'tile': 0}, {'inst_idx': 2, 'time': [141, 149]}]
[pe_conv, {'wkl': 1, 'tile': 0}, {'inst_idx': 3, 'time': [270, 275]}]
";

/// 128 bytes at 1 byte per cycle, twice, in the schedule's cycles; 1000 of the model are one of them.
#[test]
fn measured_times_stand_beside_planned_ones_and_the_run() {
    let trace = common::file("measured.txt", TRACE);
    let arguments = ["compare", "-", "--scale", "1000", "--bw", "1", "--measured", trace.as_str()];
    let (status, out, said) = fed(&[&arguments[..], &["--json"]].concat(), &schedule());
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["transfers"], true);
    let found = |key: &str, at: &str| -> Vec<u64> {
        let rows = answer["workloads"].as_array().unwrap();
        rows.iter().map(|row| row[key][at].as_u64().unwrap()).collect()
    };
    // A loads until 128 and ends at 138; C loads from then until 266; B follows A.
    assert_eq!(found("planned", "start"), [128_000, 266_000, 138_000]);
    assert_eq!(found("measured", "end"), [141_000, 275_000, 149_000]);
    for (run, planned) in found("run", "start").iter().zip(found("planned", "start")) {
        assert!((planned..planned + 1000).contains(run), "{run} is planned at {planned}");
    }
    let page = common::absent("plan/measured.html");
    let with_page = [&arguments[..], &["--html", page.to_str().unwrap()]].concat();
    let (status, out, _) = fed(&with_page, &schedule());
    assert_eq!(status, Some(0));
    // Rows are in the order of kernels: A and C on core 0, B on core 1.
    let measured = r#""bars":[[0,0,130000,141000],[1,0,270000,275000],[2,1,141000,149000]],"drained":true,"key":"measured""#;
    assert!(std::fs::read_to_string(page).unwrap().contains(measured));
    assert!(out.lines().last().unwrap().starts_with("last end: planned 271000 (-4000), run 271"), "{out}");
}

#[test]
fn measurements_that_do_not_fit_are_refused() {
    let with = |content: &str, text: &str| {
        let trace = common::file("refused_trace.txt", content);
        fed(&["compare", "-", "--measured", &trace], text)
    };
    let error = |(status, out, said): (Option<i32>, String, String)| {
        assert_eq!((status, out.as_str(), said.lines().count()), (Some(2), "", 1), "{said}");
        said
    };
    let cut = &TRACE[..TRACE.len() - 20];
    assert!(error(with(cut, &schedule())).contains("refused_trace.txt:3: `[pe_conv"));
    let short = TRACE.lines().next().unwrap();
    assert!(error(with(short, &schedule())).contains("workload 1 of core 0 is missing"));
    let other = format!("{TRACE}{}", short.replace("'wkl': 0", "'wkl': 3"));
    assert!(error(with(&other, &schedule())).contains("the schedule has no workload 3"));
    is_refused(with(TRACE, STG), "standard input: is not a Gemini schedule");
    let trace = common::file("refused_trace.txt", TRACE);
    let two = ["compare", "a.json", "b.json", "--measured", &trace];
    assert!(error(plan(&two)).contains("cannot be read"));
}

/// The plan uses two of the 32 SIPs, and so does the dynamic run beside it.
#[test]
fn the_dynamic_run_has_the_resources_of_the_plan() {
    let file = ["compare", "hws-plan/tests/data/tiny.gemini.in.json", "--json"];
    let (status, out, said) = plan(&file);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let graph = serde_json::from_str::<Value>(&out).unwrap()["graphs"][0].clone();
    assert_eq!(
        (&graph["plan_sips"], &graph["sips"], &graph["transfers"]),
        (&2.into(), &32.into(), &false.into())
    );
    assert_eq!(graph["dynamic_whole_machine"]["drained"], true);
    let with = |arguments: &[&str]| {
        let (_, out, _) = plan(&[&file[..], arguments].concat());
        serde_json::from_str::<Value>(&out).unwrap()["graphs"][0].clone()
    };
    let loaded = with(&["--bw", "1"]);
    assert_eq!((&loaded["transfers"], &loaded["static"]["makespan"]), (&true.into(), &271_000.into()));
    for run in ["static_run", "dynamic", "dynamic_whole_machine"] {
        assert!(loaded[run]["makespan"].as_u64() >= Some(271_000), "{loaded}");
    }
    assert_eq!(with(&["--bw", "1", "--no-transfers"])["transfers"], false);
}
