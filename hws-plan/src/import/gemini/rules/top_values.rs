//! E1: the top-level values have their types, and every core lies in the mesh.

use super::{Finding, Rule, Where};
use crate::import::gemini::{Field, Ir};

/// A finding at each wrong top-level key. A mesh that is itself wrong bounds no core.
pub(crate) fn top_values(ir: &Ir<'_>) -> Vec<Finding> {
    let numbers = [
        ("xlen", &ir.xlen),
        ("ylen", &ir.ylen),
        ("buffersize", &ir.buffersize),
        ("top_batch_cut", &ir.top_batch_cut),
    ];
    let mut findings: Vec<_> = numbers.into_iter().filter_map(|(key, field)| positive(key, field)).collect();
    let memory = ir.memory_is_wrong.iter().map(|found| top("-1", format!("{found} is not an object")));
    findings.extend(memory);
    findings.extend(
        ir.wrong_cores.iter().map(|(key, found)| top(key, format!("{found} is not a list of workloads"))),
    );
    findings.extend(beyond_mesh(ir));
    findings
}

fn top(key: &str, msg: String) -> Finding {
    Finding { rule: Rule::E1, place: Where::Top(key.into()), msg }
}

fn positive(key: &str, field: &Field<i64>) -> Option<Finding> {
    let found = match field {
        Field::Good(value) if *value > 0 => return None,
        Field::Good(value) => value.to_string(),
        Field::Wrong(found) => found.clone(),
        Field::Absent => "nothing".into(),
    };
    Some(top(key, format!("{found} is not a positive integer below 2^31")))
}

fn beyond_mesh(ir: &Ir<'_>) -> Vec<Finding> {
    let size = |field: &Field<i64>| field.good().copied().filter(|&value| value > 0);
    let Some((xlen, ylen)) = size(&ir.xlen).zip(size(&ir.ylen)) else { return Vec::new() };
    // Both are below 2^31, so the product fits.
    let beyond = ir.cores.keys().filter(|&&core| i64::from(core) >= xlen * ylen);
    beyond
        .map(|core| top(&core.to_string(), format!("core {core} lies outside the {xlen} x {ylen} mesh")))
        .collect()
}
