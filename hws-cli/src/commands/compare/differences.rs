//! How runs differ in workload and settings, according to their reports.

use serde_json::Value;

use super::load::Run;
use super::report::ReportedKernel;
use super::setting::difference;

/// The keys of graphs that describe the workload; the others describe the run.
const DAG_KEYS: [&str; 6] = ["name", "arrival", "kind", "kernels", "priority", "deadline"];

/// Returns the first difference between the workloads of two runs.
pub(super) fn workload(first: &Run<'_>, other: &Run<'_>) -> Option<String> {
    graphs(&first.report["dags"], &other.report["dags"]).or_else(|| kernels(&first.kernels, &other.kernels))
}

fn graphs(first: &Value, other: &Value) -> Option<String> {
    let (first, other) = (first.as_array()?, other.as_array()?);
    let differs = |pair: (&Value, &Value)| DAG_KEYS.iter().find(|&&key| pair.0[key] != pair.1[key]);
    let mut pairs = first.iter().zip(other);
    if let Some((key, a, b)) = pairs.find_map(|(a, b)| Some((differs((a, b))?, a, b))) {
        return Some(format!("{key} of graph {}: {} against {}", shown(&a["name"]), a[key], b[key]));
    }
    lengths("graph", first.len(), other.len())
}

fn kernels(first: &[ReportedKernel<'_>], other: &[ReportedKernel<'_>]) -> Option<String> {
    let mut pairs = first.iter().zip(other);
    if let Some((key, a, b)) = pairs.find_map(|(a, b)| Some((a.difference(b)?, a, b))) {
        let (id, a, b) = (shown(&a.value("id")), a.value(key), b.value(key));
        return Some(format!("{key} of kernel {id}: {a} against {b}"));
    }
    lengths("kernel", first.len(), other.len())
}

fn lengths(what: &str, first: usize, other: usize) -> Option<String> {
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
