//! Vectors that one side has whole and the other one bit by bit.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use super::{Matched, Named, Names, Rest, Source};
use crate::wave::{Variable, VariableKind, bit_in_range};

/// Adds the pairs of a vector and its bits, and takes them out of the rest.
pub(super) fn match_bits(
    (names_a, rest_a): (&Names<'_>, &mut Rest),
    (names_b, rest_b): (&Names<'_>, &mut Rest),
    found: &mut Vec<Matched>,
) {
    for (whole, bits) in merged((names_a, rest_a), (names_b, rest_b)) {
        let name_b = Rc::clone(&whole.key);
        found.push(Matched {
            name: whole.name,
            name_b,
            a: Source::Whole(whole.number),
            b: Source::Bits(bits),
        });
    }
    for (whole, bits) in merged((names_b, rest_b), (names_a, rest_a)) {
        let name = Rc::clone(&whole.key);
        found.push(Matched {
            name,
            name_b: whole.name,
            a: Source::Bits(bits),
            b: Source::Whole(whole.number),
        });
    }
}

/// The vectors of the one side of which the other one has every bit.
fn merged(
    (names, rest): (&Names<'_>, &mut Rest),
    (other_names, other_rest): (&Names<'_>, &mut Rest),
) -> Vec<(Named, Vec<usize>)> {
    let split = bits_by_name(other_names, other_rest);
    let (mut pairs, mut used) = (Vec::new(), HashSet::new());
    rest.retain(|named| {
        let variable = names.variable(named.number);
        let bits = split.get(&*named.key).filter(|_| variable.width > 1 || is_digits(variable));
        let Some(bits) = bits.and_then(|bits| in_order(bits, variable)) else { return true };
        used.extend(bits.iter().copied());
        pairs.push((named.clone(), bits));
        false
    });
    other_rest.retain(|named| !used.contains(&named.number));
    pairs
}

fn is_digits(variable: &Variable) -> bool {
    matches!(variable.kind, VariableKind::Digits { .. })
}

/// The bits of the vector, the lowest first, if every one is there: in the order of the declared range, or, if they have
/// other indices, upwards.
fn in_order(bits: &BTreeMap<i64, usize>, variable: &Variable) -> Option<Vec<usize>> {
    let width = match variable.kind {
        VariableKind::Digits { needed } => bits.len().max(needed as usize),
        _ => variable.width as usize,
    };
    let (first, last) = (*bits.keys().next()?, *bits.keys().next_back()?);
    if bits.len() != width || last.abs_diff(first) + 1 != width as u64 {
        return None;
    }
    let upwards: Vec<usize> = bits.values().copied().collect();
    let is_ascending = variable.range.is_some_and(|(left, right)| left < right);
    let is_of_range = variable
        .range
        .is_some_and(|range| bit_in_range(range, first).is_some() && bit_in_range(range, last).is_some());
    Some(if is_ascending && is_of_range { upwards.into_iter().rev().collect() } else { upwards })
}

fn bits_by_name(names: &Names<'_>, rest: &Rest) -> HashMap<String, BTreeMap<i64, usize>> {
    let mut split: HashMap<String, BTreeMap<i64, usize>> = HashMap::new();
    for named in rest.iter().filter(|named| names.variable(named.number).width == 1) {
        let bit = named.key.strip_suffix(']').and_then(|name| name.rsplit_once('['));
        if let Some((base, Ok(bit))) = bit.map(|(base, index)| (base, index.parse::<i64>())) {
            split.entry(base.to_owned()).or_default().entry(bit).or_insert(named.number);
        }
    }
    split
}
