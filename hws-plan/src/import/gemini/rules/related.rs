//! E7: `related_ofmap` and `related_ifmap` name each other (G9).

use super::{GeminiFinding, GeminiPlace, GeminiRule};
use crate::import::gemini::field::GeminiField;
use crate::import::gemini::scope::Scope;

type Related = GeminiField<Vec<GeminiField<i64>>>;

/// Returns a finding at each `-1.in` entry whose related_ofmap, and at each `-1.out` entry whose related_ifmap, is not
/// an entry of the other list or does not name it back.
pub(super) fn related(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let memory = &scope.ir.memory;
    let inputs = || memory.inputs.iter().map(|input| (input.transfer_id, &input.related_ofmap));
    let outputs = || memory.outputs.iter().map(|output| (output.transfer_id, &output.related_ifmap));
    let by_inputs = first_names(inputs(), |i, id| scope.producers.input(id) == Some(i));
    let by_outputs = first_names(outputs(), |i, id| scope.producers.output(id) == Some(i));
    let mut findings = one_sided("related_ofmap", inputs(), &by_outputs, GeminiPlace::Input);
    findings.extend(one_sided("related_ifmap", outputs(), &by_inputs, GeminiPlace::Output));
    findings
}

/// Pairs (id, id it names), ascending, for the first entry of each id.
fn first_names<'a>(
    entries: impl Iterator<Item = (i64, &'a Related)>,
    is_first: impl Fn(usize, i64) -> bool,
) -> Vec<(i64, i64)> {
    let first = entries.enumerate().filter(|&(i, (id, _))| is_first(i, id));
    let names = |(_, (id, related)): (usize, (i64, &'a Related))| {
        let names = related.good().into_iter().flatten().filter_map(|name| name.good());
        names.map(move |&name| (id, name))
    };
    let mut pairs: Vec<_> = first.flat_map(names).collect();
    pairs.sort_unstable();
    pairs
}

/// Findings at the entries that name an entry which does not name them back.
fn one_sided<'a>(
    key: &str,
    entries: impl Iterator<Item = (i64, &'a Related)>,
    back: &[(i64, i64)],
    place: fn(usize) -> GeminiPlace,
) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for (i, (id, related)) in entries.enumerate() {
        let is_back = |name: &GeminiField<i64>| {
            name.good().is_some_and(|&name| back.binary_search(&(name, id)).is_ok())
        };
        for name in related.good().into_iter().flatten().filter(|name| !is_back(name)) {
            let msg = format!("{key} {name} does not name transfer {id} back");
            findings.push(GeminiFinding { rule: GeminiRule::E7, place: place(i), msg });
        }
    }
    findings
}
