//! E1: the top-level values have their types, and every core lies in the mesh.

use super::{GeminiFinding, GeminiPlace, GeminiRule};
use crate::import::gemini::{GeminiField, GeminiIr, scope::Scope};

/// Returns a finding at each wrong top-level key. An invalid mesh puts no limit on core numbers.
pub(super) fn top_values(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let ir = scope.ir;
    let numbers = [
        ("xlen", &ir.xlen),
        ("ylen", &ir.ylen),
        ("buffersize", &ir.buffersize),
        ("top_batch_cut", &ir.top_batch_cut),
    ];
    let mut findings: Vec<_> =
        numbers.into_iter().filter_map(|(key, field)| not_positive(key, field)).collect();
    findings.extend(ir.memory_is_wrong.iter().map(|found| top("-1", format!("{found} is not an object"))));
    findings.extend(ir.wrong_cores.iter().map(|(key, found)| match found {
        Some(found) => top(key, format!("{found} is not a list of workloads")),
        None => top(key, "a core number of 2^31 or more".into()),
    }));
    findings.extend(beyond_mesh(ir));
    findings
}

fn top(key: &str, msg: String) -> GeminiFinding {
    GeminiFinding { rule: GeminiRule::E1, place: GeminiPlace::Top(key.into()), msg }
}

fn positive(field: &GeminiField<i64>) -> Option<i64> {
    field.good().copied().filter(|&value| value > 0)
}

fn not_positive(key: &str, field: &GeminiField<i64>) -> Option<GeminiFinding> {
    let msg = || format!("{field} is not a positive integer below 2^31");
    positive(field).is_none().then(|| top(key, msg()))
}

fn beyond_mesh(ir: &GeminiIr<'_>) -> Vec<GeminiFinding> {
    let Some((xlen, ylen)) = positive(&ir.xlen).zip(positive(&ir.ylen)) else { return Vec::new() };
    // Both are below 2^31, so the product fits.
    let beyond = ir.cores.keys().filter(|&&core| i64::from(core) >= xlen * ylen);
    beyond
        .map(|core| top(&core.to_string(), format!("core {core} lies outside the {xlen} x {ylen} mesh")))
        .collect()
}
