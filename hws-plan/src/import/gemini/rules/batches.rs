//! W9: the schedule has one batch group; several are read as one graph, as listed (G18).

use super::{GeminiFinding, GeminiPlace, GeminiRule};
use crate::import::gemini::scope::Scope;

/// Returns a finding at `top_batch_cut` if it is above 1.
pub(super) fn batches(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let several = scope.ir.top_batch_cut.good().filter(|&&groups| groups > 1);
    let msg = |groups| format!("{groups} batch groups are read as one DAG, as listed");
    let place = || GeminiPlace::Top("top_batch_cut".into());
    several
        .map(|groups| GeminiFinding { rule: GeminiRule::W9, place: place(), msg: msg(groups) })
        .into_iter()
        .collect()
}
