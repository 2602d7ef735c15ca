//! W7: workload ids are 0..n-1 on each core (G12: they have gaps in multi-core files).

use super::ids_ascend::breaks;
use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::{Scope, Slot};

/// At most one finding, at the first workload of the file whose id is not its position, except breaches of E2.
pub(super) fn ids_without_gaps(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let first = scope.ir.cores.iter().find_map(|(&core, list)| {
        let before = std::iter::once(-1).chain(list.iter().map(|workload| workload.workload_id));
        let mut odd = (0..).zip(list).zip(before).filter(|((position, workload), before)| {
            !breaks(workload, *before) && workload.workload_id != *position
        });
        odd.next().map(|((_, workload), _)| Slot { core, workload })
    });
    first
        .map(|slot| at(&slot, GeminiPart::Whole, GeminiRule::W7, "workload ids are not 0..n-1".into()))
        .into_iter()
        .collect()
}
