//! W8: the tiles of a workload have as many elements as its box.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::extent::Extent;
use crate::import::gemini::scope::Scope;
use crate::import::gemini::workload::GeminiWorkload;

/// Returns a finding at each workload where they differ; a tile without a box counts as empty.
pub(super) fn tiles(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let differ = scope.slots.iter().filter(|slot| differs(slot.workload).unwrap_or(false));
    let msg = "tile boxes do not add up to the workload box";
    differ.map(|slot| at(slot, GeminiPart::Whole, GeminiRule::W8, msg.into())).collect()
}

fn differs(workload: &GeminiWorkload<'_>) -> Option<bool> {
    let tiles = workload.tile_info.good().filter(|tiles| !tiles.0.is_empty())?;
    let whole = Extent::of_pair(&workload.workload)?;
    let volume = |extent: Option<Extent>| extent.map_or(0, |extent| extent.volume());
    let volumes = tiles.0.iter().map(|tile| volume(Extent::of(&tile.lower, &tile.upper)));
    Some(volumes.fold(0, u128::saturating_add) != whole.volume())
}
