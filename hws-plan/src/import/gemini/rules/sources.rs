//! E18: the sources of a buffer make up the buffer: together they have its ids and its box.

use std::collections::BTreeSet;

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::buffer::{GeminiBuffer, GeminiSource};
use crate::import::gemini::extent::Extent;
use crate::import::gemini::scope::Scope;

/// Returns a finding at each buffer whose sources do not.
pub(super) fn sources(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for slot in &scope.slots {
        for (i, entry) in slot.workload.snapshot().iter().enumerate() {
            let breach = entry.source.good().and_then(|sources| breach(entry, sources));
            findings.extend(breach.map(|msg| at(slot, GeminiPart::Buffer(i), GeminiRule::E18, msg)));
        }
    }
    findings
}

fn breach(entry: &GeminiBuffer<'_>, sources: &[GeminiSource<'_>]) -> Option<String> {
    if sources.len() > 1 && sources.iter().any(GeminiSource::is_dram) {
        return Some("more than one source although one is DRAM".into());
    }
    if !are_ids(entry, sources) {
        let ids: Vec<String> = sources.iter().map(|source| source.transfer_id.to_string()).collect();
        return Some(format!("source ids [{}], entry {:?}", ids.join(", "), &*entry.transfer_id));
    }
    if sources.iter().any(has_bad_box) {
        return Some("a source has an invalid box".into());
    }
    let whole = Extent::of(&entry.lower, &entry.upper)?;
    (!covers(&whole, sources)).then(|| "the boxes of the sources do not make up the box".into())
}

fn are_ids(entry: &GeminiBuffer<'_>, sources: &[GeminiSource<'_>]) -> bool {
    if sources.iter().map(|source| source.transfer_id.good()).eq(entry.transfer_id.iter().map(Some)) {
        return true;
    }
    let given: Option<BTreeSet<i64>> =
        sources.iter().map(|source| source.transfer_id.good().copied()).collect();
    given == Some(entry.transfer_id.iter().copied().collect())
}

/// Returns whether there is a box, but an invalid one.
fn has_bad_box(source: &GeminiSource<'_>) -> bool {
    let is_given = source.lower.is_given() || source.upper.is_given();
    is_given && Extent::of(&source.lower, &source.upper).is_none()
}

fn covers(whole: &Extent, sources: &[GeminiSource<'_>]) -> bool {
    let mut parts = sources.iter().map(|source| Extent::of(&source.lower, &source.upper));
    if sources.len() == 1 {
        return parts.next().flatten().is_some_and(|part| whole.is_exactly(&[part]));
    }
    parts.collect::<Option<Vec<Extent>>>().is_some_and(|parts| whole.is_exactly(&parts))
}
