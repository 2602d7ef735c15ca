//! Worked examples in `tests/data`: `NAME.MODE.in.json` and the expected result, `NAME.MODE.out.json`.
//!
//! They are compared as described in `tests/data/README.md`: further keys are allowed, lists of records compare in any
//! order, and texts only by their presence.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use hws_plan::{InputError, PlannerAnswer, input};
use serde_json::Value;

/// Lists of records, which compare in any order.
const UNORDERED: [&str; 8] =
    ["placements", "retiming", "cached", "dram", "edges", "kernels", "ranks", "pairs"];
/// Texts, which compare only by their presence.
const TEXTS: [&str; 4] = ["msg", "reason", "violations", "warnings"];

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../hws-plan/tests/data"))
}

/// The names of all pairs of a mode, ascending; never empty.
pub fn names(mode: &str) -> Vec<String> {
    let ending = format!(".{mode}.in.json");
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let names = files.filter_map(|file| file.to_str().unwrap().strip_suffix(&ending).map(str::to_owned));
    let names: BTreeSet<String> = names.collect();
    assert!(!names.is_empty(), "no pairs of {mode}");
    names.into_iter().collect()
}

/// One side of a pair: `in` or `out`.
pub fn read(name: &str, mode: &str, side: &str) -> Value {
    let text = std::fs::read_to_string(folder().join(format!("{name}.{mode}.{side}.json"))).unwrap();
    input::parse(&text).unwrap()
}

/// Checks every pair of a mode, with the exit status that its `ok` and `deadlock` require.
pub fn check<A: PlannerAnswer>(mode: &str, plan: impl Fn(&Value) -> Result<A, InputError>) {
    for name in names(mode) {
        let answer = plan(&read(&name, mode, "in")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (wanted, found) = (read(&name, mode, "out"), answer.json());
        if let Err(difference) = covers(mode, "", &wanted, &found) {
            panic!("{name}.{mode}: {difference}");
        }
        let is_good = wanted["ok"] != false && wanted["deadlock"] != true;
        assert_eq!(answer.is_good(), is_good, "{name}.{mode}: exit status");
        assert!(!answer.to_string().is_empty(), "{name}.{mode}: no tables");
    }
}

/// Whether `found` has all of `wanted`; the first difference with its path.
pub fn covers(mode: &str, path: &str, wanted: &Value, found: &Value) -> Result<(), String> {
    let key = path.rsplit('/').next().unwrap_or(path);
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => wanted.iter().try_for_each(|(key, value)| {
            let path = format!("{path}/{key}");
            let other = found.get(key).ok_or_else(|| format!("{path}: missing"))?;
            covers(mode, &path, value, other)
        }),
        (Value::Array(wanted), Value::Array(found)) if mode == "gemini" && is_findings(key) => {
            equal(path, findings(wanted), findings(found))
        }
        _ if TEXTS.contains(&key) => equal(path, is_there(wanted), is_there(found)),
        (Value::Array(wanted), Value::Array(found)) if UNORDERED.contains(&key) => {
            equal(path, sorted(wanted).len(), sorted(found).len())?;
            let pairs = sorted(wanted).into_iter().zip(sorted(found)).enumerate();
            pairs.into_iter().try_for_each(|(i, (a, b))| covers(mode, &format!("{path}/{i}"), a, b))
        }
        (Value::Array(wanted), Value::Array(found)) => {
            equal(path, wanted.len(), found.len())?;
            let pairs = wanted.iter().zip(found).enumerate();
            pairs.into_iter().try_for_each(|(i, (a, b))| covers(mode, &format!("{path}/{i}"), a, b))
        }
        _ => equal(path, wanted, found),
    }
}

fn equal<T: PartialEq + std::fmt::Debug>(path: &str, wanted: T, found: T) -> Result<(), String> {
    if wanted == found { Ok(()) } else { Err(format!("{path}: {wanted:?} wanted, {found:?} found")) }
}

fn is_findings(key: &str) -> bool {
    key == "errors" || key == "warnings"
}

fn findings(list: &[Value]) -> BTreeSet<(String, String)> {
    list.iter().map(|finding| (finding["rule"].to_string(), finding["where"].to_string())).collect()
}

fn is_there(text: &Value) -> bool {
    text.as_array().map_or(!text.is_null(), |list| !list.is_empty())
}

/// Sorts records by the keys that identify them: everything that is not a result of arithmetic.
fn sorted(list: &[Value]) -> Vec<&Value> {
    let mut list: Vec<&Value> = list.iter().collect();
    let number = |value: &Value| value.as_i64().map_or((1, 0), |n| (0, n));
    let part = |value: &Value| (number(value), value.as_str().unwrap_or("").to_owned());
    let name = |value: &&Value| match value {
        Value::Array(parts) => parts.iter().map(part).collect::<Vec<_>>(),
        record => ["id", "k", "from", "to", "r"].iter().map(|key| part(&record[key])).collect(),
    };
    list.sort_by_cached_key(name);
    list
}
