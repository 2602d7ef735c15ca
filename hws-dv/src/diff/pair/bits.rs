//! Vectors that one side has whole and the other one bit by bit.

use std::collections::{BTreeMap, HashSet};

use super::{Names, Rest, Source};

/// Adds the pairs of a vector and its bits, and takes them out of the rest.
pub(super) fn match_bits(
    (names_a, rest_a): (&Names<'_>, &mut Rest),
    (names_b, rest_b): (&Names<'_>, &mut Rest),
    found: &mut Vec<(String, String, Source, Source)>,
) {
    for (name, whole, bits) in merged((names_a, rest_a), (names_b, rest_b)) {
        found.push((name.clone(), name, Source::Whole(whole), Source::Bits(bits)));
    }
    for (name, whole, bits) in merged((names_b, rest_b), (names_a, rest_a)) {
        found.push((name.clone(), name, Source::Bits(bits), Source::Whole(whole)));
    }
}

/// The vectors of the one side of which the other one has every bit.
fn merged(
    (names, rest): (&Names<'_>, &mut Rest),
    (other_names, other_rest): (&Names<'_>, &mut Rest),
) -> Vec<(String, usize, Vec<usize>)> {
    let split = bits_by_name(other_names, other_rest);
    let (mut pairs, mut used) = (Vec::new(), HashSet::new());
    rest.retain(|(name, number)| {
        let width = names.variable(*number).width as usize;
        let Some(bits) = split.get(name.as_str()).filter(|bits| width > 1 && is_complete(bits, width)) else {
            return true;
        };
        let bits: Vec<usize> = bits.values().copied().collect();
        used.extend(bits.iter().copied());
        pairs.push((name.clone(), *number, bits));
        false
    });
    other_rest.retain(|(_, number)| !used.contains(number));
    pairs
}

/// As many bits as the vector has, without a gap.
fn is_complete(bits: &BTreeMap<i64, usize>, width: usize) -> bool {
    let (first, last) = (bits.keys().next(), bits.keys().next_back());
    bits.len() == width && first.zip(last).is_some_and(|(first, last)| (last - first) as usize + 1 == width)
}

fn bits_by_name(names: &Names<'_>, rest: &Rest) -> BTreeMap<String, BTreeMap<i64, usize>> {
    let mut split: BTreeMap<String, BTreeMap<i64, usize>> = BTreeMap::new();
    for (name, number) in rest.iter().filter(|(_, number)| names.variable(*number).width == 1) {
        let bit = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
        if let Some((base, Ok(bit))) = bit.map(|(base, index)| (base, index.parse::<i64>())) {
            split.entry(base.to_owned()).or_default().entry(bit).or_insert(*number);
        }
    }
    split
}
