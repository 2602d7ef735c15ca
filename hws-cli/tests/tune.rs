//! `hws tune`: searches, files, resuming, Ctrl-C, and messages.

mod interrupted;
mod refusals;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{self, as_text, hws, said};

/// Two settings with five points: a small space.
const SMALL: &[&str] =
    &["--only", "--set", "early_launch=off,estimate", "--set", "early_launch.offset=24,48"];

fn folder(name: &str) -> PathBuf {
    common::absent(&format!("tune/{name}"))
}

/// The report and the standard error of a command that succeeds.
fn tuned(arguments: &[&str]) -> (Value, String) {
    let (status, out, err) = said(&hws(&[&["tune"], arguments, &["--json"]].concat()));
    assert_eq!(status, Some(0), "{err}");
    (serde_json::from_str(&out).unwrap(), err)
}

/// The options of the first recommendation.
fn options(report: &Value) -> Vec<String> {
    let settings = report["best"][0]["settings"].as_array().unwrap().iter();
    let option = |setting: &Value| {
        format!("{}={}", setting["key"].as_str().unwrap(), setting["value"].as_str().unwrap())
    };
    settings.map(option).collect()
}

fn lines(folder: &Path) -> usize {
    fs::read_to_string(folder.join("rows.jsonl")).map_or(0, |text| text.lines().count())
}

#[test]
fn a_search_agrees_with_an_exhaustive_one() {
    let workload = ["examples/detector.yaml", "--seeds", "3", "--held-out", "4"];
    let (searched, _) = tuned(&[&workload, SMALL, &["--budget", "60"]].concat());
    let (all, _) = tuned(&[&workload, SMALL, &["--exhaustive"]].concat());
    assert_eq!(all["tried"].as_array().unwrap().len(), 2 * 3, "`off` is the default");
    assert_eq!(options(&searched), options(&all));
    assert_eq!(searched["best"][0]["changes"], all["best"][0]["changes"]);
    assert_eq!(searched["best"][0]["verdicts"][0], "gain");
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let search = ["examples/detector.yaml", "examples/contended.yaml", "--budget", "120"];
    let (one, _) = tuned(&[&search[..], &["--jobs", "1"]].concat());
    let (four, _) = tuned(&[&search[..], &["--jobs", "4"]].concat());
    assert!(one == four);
    assert_eq!(one["workloads"].as_array().unwrap().len(), 2);
    assert!(one["runs"].as_u64().unwrap() <= 120);
}

#[test]
fn a_recommendation_is_the_same_as_options_and_as_a_file() {
    let folder = folder("config");
    let search =
        ["examples/detector.yaml", "--error-model", "none", "--exhaustive", "--out", &as_text(&folder)];
    let (report, err) = tuned(&[&search, SMALL].concat());
    assert!(err.contains("tune.json") && err.contains("sweep.parquet"), "{err}");
    let options = options(&report);
    let policies: Vec<&str> = options.iter().flat_map(|option| ["--policy", option.as_str()]).collect();
    let run = |options: &[&str]| {
        common::json(&[&["run", "examples/detector.yaml"], options].concat())["makespan"].as_u64().unwrap()
    };
    let config = as_text(&folder.join("recommended.yaml"));
    let tuned = run(&policies);
    assert_eq!(run(&["--config", &config]), tuned);
    let metrics = &report["best"][0]["workloads"][0]["metrics"][0];
    assert_eq!(metrics["tuned"]["mean"].as_f64(), Some(tuned as f64));
    assert_eq!(metrics["defaults"]["mean"].as_f64(), Some(run(&[]) as f64));
    // Without real times there is nothing to hold out, and no interval.
    assert_eq!(
        (&report["held_out"], &report["best"][0]["changes"][0]["low"]),
        (&Value::Array(vec![]), &Value::Null)
    );
    let registers = fs::read_to_string(folder.join("recommended.txt")).unwrap();
    assert!(registers.contains("0x00000001 ENABLE_EARLY_LAUNCH_SIP"), "{registers}");
    let written: Value = serde_json::from_slice(&fs::read(folder.join("tune.json")).unwrap()).unwrap();
    assert!(written == report);
    let page = fs::read_to_string(folder.join("sweep.html")).unwrap();
    assert!(page.contains(&format!("\"conclusion\":\"Recommended: {}\"", policies.join(" "))));
}

#[test]
fn every_run_is_a_row_and_a_repeated_tuning_makes_none() {
    let folder = folder("again");
    let out = as_text(&folder);
    let search =
        [&["examples/detector.yaml", "--budget", "40", "--format", "csv", "--out", &out], SMALL].concat();
    let (first, _) = tuned(&search);
    let runs = first["runs"].as_u64().unwrap() as usize;
    let csv = fs::read_to_string(folder.join("sweep.csv")).unwrap();
    assert_eq!((csv.lines().count(), lines(&folder)), (runs + 1, runs));
    assert!(
        csv.starts_with("workload,early_launch,early_launch.offset,seed,drained,problem,makespan,"),
        "{csv}"
    );
    let (second, _) = tuned(&search);
    assert!(first == second);
    assert_eq!(lines(&folder), runs);
    // Another workload in the same folder has rows of its own, and only these are in its table.
    let (other, _) = tuned(&[&["examples/contended.yaml"], &search[1..]].concat());
    let csv = fs::read_to_string(folder.join("sweep.csv")).unwrap();
    assert!(csv.lines().skip(1).all(|line| line.starts_with("examples/contended.yaml,")), "{csv}");
    assert_eq!(lines(&folder), runs + other["runs"].as_u64().unwrap() as usize);
}

#[test]
fn two_files_share_the_machine() {
    let (report, _) =
        tuned(&[&["examples/detector.yaml+examples/detector.yaml", "--budget", "30"], SMALL].concat());
    let together = report["best"][0]["workloads"][0]["metrics"][0]["defaults"]["mean"].as_f64().unwrap();
    let (alone, _) = tuned(&[&["examples/detector.yaml", "--budget", "30"], SMALL].concat());
    let alone = alone["best"][0]["workloads"][0]["metrics"][0]["defaults"]["mean"].as_f64().unwrap();
    assert!(together > alone, "{together} {alone}");
}

#[test]
fn a_setting_of_the_command_line_is_not_tuned() {
    let (report, _) = tuned(&["examples/detector.yaml", "--budget", "20", "--policy", "p_top_k=2"]);
    let keys: Vec<&str> =
        report["space"].as_array().unwrap().iter().map(|setting| setting["key"].as_str().unwrap()).collect();
    assert!(!keys.contains(&"p_top_k") && keys.contains(&"early_launch"), "{keys:?}");
}

#[test]
fn each_point_of_a_front_is_a_line_and_a_file() {
    let folder = folder("front");
    let out = as_text(&folder);
    let objectives = ["--objective", "makespan", "--objective", "wait_mean", "--error-model", "none"];
    let search =
        [&["examples/detector.yaml", "--exhaustive", "--out", &out], &objectives[..], SMALL].concat();
    let (report, err) = tuned(&search);
    let best = report["best"].as_array().unwrap();
    assert!(!best.is_empty() && err.contains("front-1.yaml") && err.contains("front-1.txt"), "{err}");
    let (_, text, _) = said(&hws(&[&["tune"], &search[..]].concat()));
    for (number, point) in best.iter().enumerate() {
        let options = point["options"].as_str().unwrap();
        assert!(text.lines().any(|line| line.ends_with(options)), "{text}");
        let config = folder.join(format!("front-{}.yaml", number + 1));
        assert!(fs::read_to_string(&config).unwrap().contains(&format!("# {options}\n")));
        let run = common::json(&["run", "examples/detector.yaml", "--config", &as_text(&config)]);
        let tuned = &point["workloads"][0]["metrics"][0]["tuned"]["mean"];
        assert_eq!(tuned.as_f64(), run["makespan"].as_f64());
    }
    assert!(!folder.join("recommended.yaml").exists());
}
