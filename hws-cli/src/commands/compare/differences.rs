//! How runs differ in workload and settings, according to their reports.

use serde_json::Value;

use super::setting::difference;

/// The keys of graphs and kernels that describe the workload; the others describe the run.
const DAG_KEYS: [&str; 6] = ["name", "arrival", "kind", "kernels", "priority", "deadline"];
const KERNEL_KEYS: [&str; 15] = [
    "id",
    "est",
    "priority",
    "on_cp",
    "deps",
    "deps_on_launch",
    "role",
    "ctx",
    "threads",
    "blocks",
    "block_cycles",
    "affinity",
    "coop",
    "window",
    "deadline",
];

/// Returns the first difference between the workloads of two runs.
pub(super) fn workload(first: &Value, other: &Value) -> Option<String> {
    lists("graph", "name", &DAG_KEYS, &first["dags"], &other["dags"])
        .or_else(|| lists("kernel", "id", &KERNEL_KEYS, &first["kernels"], &other["kernels"]))
}

fn lists(what: &str, name: &str, keys: &[&str], first: &Value, other: &Value) -> Option<String> {
    let (first, other) = (first.as_array()?, other.as_array()?);
    let differs = |pair: &(&Value, &Value)| keys.iter().any(|&key| pair.0[key] != pair.1[key]);
    if let Some((first, other)) = first.iter().zip(other).find(differs) {
        let key = keys.iter().find(|&&key| first[key] != other[key])?;
        return Some(format!(
            "{key} of {what} {}: {} against {}",
            shown(&first[name]),
            first[key],
            other[key]
        ));
    }
    let (first, other) = (first.len(), other.len());
    (first != other).then(|| format!("{first} {what}s against {other}"))
}

/// Returns all differences between the settings of two runs.
pub(super) fn settings(first: &Value, other: &Value) -> Vec<String> {
    let (first, other) = (&first["machine"], &other["machine"]);
    let plain = ["topology", "time_unit", "bus_cycles", "usage_masks"];
    let changed = plain.into_iter().filter(|&key| first[key] != other[key]);
    let mut found: Vec<String> =
        changed.map(|key| format!("{key}: {} against {}", shown(&first[key]), shown(&other[key]))).collect();
    for register in registers(first, other) {
        let (a, b) = (setting(first, &register), setting(other, &register));
        if a != b {
            found.extend(difference(&register, a, b));
        }
    }
    found
}

/// Returns the registers that either run sets, in the order in which they are first named.
fn registers(first: &Value, other: &Value) -> Vec<String> {
    let mut names = Vec::new();
    for setting in [first, other].iter().filter_map(|machine| machine["registers"].as_array()).flatten() {
        let name = shown(&setting["register"]);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the value of a register; of several, the last one written.
fn setting(machine: &Value, register: &str) -> Option<u32> {
    let settings = machine["registers"].as_array()?;
    let last = settings.iter().rfind(|setting| setting["register"] == register)?;
    last["value"].as_u64()?.try_into().ok()
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
