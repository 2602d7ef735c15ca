//! Warnings about a valid map: probable mistakes, one file for each.

mod both_sides_have_access;
mod enums_are_used;
mod gaps;
mod missing_descriptions;
mod pages_are_used;

use crate::diagnostic::MapDiagnostic;
use crate::model::Map;

const LINTS: &[fn(&Map) -> Vec<MapDiagnostic>] = &[
    enums_are_used::warn,
    missing_descriptions::warn,
    gaps::warn,
    both_sides_have_access::warn,
    pages_are_used::warn,
];

/// Returns every warning about a valid map.
pub(crate) fn warnings(map: &Map) -> Vec<MapDiagnostic> {
    LINTS.iter().flat_map(|warn| warn(map).into_iter().take(crate::MOST_DIAGNOSTICS)).collect()
}
