//! E14: the size of an ifmap is N × ceil(C / align) × align × H × W × bitwidth / 8 (G10).

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::extent::Extent;
use crate::import::gemini::field::GeminiField;
use crate::import::gemini::scope::Scope;
use crate::import::gemini::workload::Ifmap;

/// Returns a finding at each ifmap with `align` whose size differs, or that lacks a value that the formula needs.
pub(super) fn ifmap_sizes(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for slot in &scope.slots {
        for (i, ifmap) in slot.workload.ifmap.iter().enumerate() {
            let msg = ifmap.align.is_given().then(|| breach(ifmap)).flatten();
            findings.extend(msg.map(|msg| at(slot, GeminiPart::Ifmap(i), GeminiRule::E14, msg)));
        }
    }
    findings
}

fn breach(ifmap: &Ifmap) -> Option<String> {
    let from = |field: &GeminiField<i64>, least| field.good().copied().filter(|&value| value >= least);
    let (align, bitwidth, size) = (from(&ifmap.align, 1), from(&ifmap.bitwidth, 1), from(&ifmap.size, 0));
    let (Some(align), Some(bitwidth), Some(size)) = (align, bitwidth, size) else {
        let Ifmap { align, bitwidth, size, .. } = ifmap;
        return Some(format!("align {align}, bitwidth {bitwidth}, size {size}: give positive integers"));
    };
    let bits = bits(&Extent::of(&ifmap.lower, &ifmap.upper)?, align.unsigned_abs(), bitwidth.unsigned_abs());
    let given = u128::from(size.unsigned_abs()) * 8;
    (bits != Some(given)).then(|| match bits {
        Some(bits) => format!("size {size}, but the box takes {} bytes", bits.div_ceil(8)),
        None => format!("size {size}, but the box takes far more bytes"),
    })
}

/// Returns the bits of the box; `None` beyond 128 bits, far above any size.
fn bits(extent: &Extent, align: u64, bitwidth: u64) -> Option<u128> {
    let [n, channels, height, width] = extent.sides();
    // Both are below 2^32, so the product of 64 bits fits.
    let channels = channels.div_ceil(align) * align;
    [channels, height, width, bitwidth]
        .into_iter()
        .try_fold(n.into(), |bits: u128, by| bits.checked_mul(by.into()))
}
