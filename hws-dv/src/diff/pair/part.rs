//! Single bits of a vector that the other side has whole: `q [1]` in the one dump, `q [3:0]` in the other.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::{Matched, Named, Names, Rest, Source};
use crate::wave::VariableKind;

/// Adds the pairs of a bit and its vector, and takes the bits out of the rest; returns a sentence on each vector, of which
/// the other bits are not compared.
pub(super) fn match_parts(
    (names_a, rest_a): (&Names<'_>, &mut Rest),
    (names_b, rest_b): (&Names<'_>, &mut Rest),
    found: &mut Vec<Matched>,
) -> Vec<String> {
    let mut notes = Vec::new();
    for Part { bit, vector, at } in parts((names_a, rest_a), (names_b, rest_b), ["B", "A"], &mut notes) {
        let (a, b) = (Source::Whole(bit.number), Source::Bit(vector, at));
        found.push(Matched { name_b: Rc::clone(&bit.key), name: bit.name, a, b });
    }
    for Part { bit, vector, at } in parts((names_b, rest_b), (names_a, rest_a), ["A", "B"], &mut notes) {
        let (a, b) = (Source::Bit(vector, at), Source::Whole(bit.number));
        found.push(Matched { name: Rc::clone(&bit.key), name_b: bit.name, a, b });
    }
    notes
}

/// A bit, and the vector that has it there.
struct Part {
    bit: Named,
    vector: usize,
    at: u32,
}

/// The bits of the one side that are bits of a vector of the other one; `sides` are that of the vector and that of the bits.
fn parts(
    (names, rest): (&Names<'_>, &mut Rest),
    (other_names, other_rest): (&Names<'_>, &Rest),
    sides: [&str; 2],
    notes: &mut Vec<String>,
) -> Vec<Part> {
    let vectors: HashMap<&str, usize> = other_rest.iter().map(|named| (&*named.key, named.number)).collect();
    let (mut parts, mut by_vector) = (Vec::new(), BTreeMap::<usize, Vec<String>>::new());
    rest.retain(|bit| {
        if names.variable(bit.number).width != 1 {
            return true;
        }
        let Some((base, index)) = index(&bit.key) else { return true };
        let Some(&vector) = vectors.get(base) else { return true };
        let variable = other_names.variable(vector);
        let at = variable.bit(index).filter(|at| *at < u64::BITS);
        let Some(at) = at.filter(|_| variable.kind == VariableKind::Vector && variable.width > 1) else {
            return true;
        };
        by_vector.entry(vector).or_default().push(format!("[{index}]"));
        parts.push(Part { bit: bit.clone(), vector, at });
        false
    });
    let [of_vector, of_bits] = sides;
    notes.extend(by_vector.into_iter().map(|(vector, bits)| {
        let (name, width) = (other_names.name(vector), other_names.variable(vector).width);
        let bits = bits.join(", ");
        format!("`{name}` has {width} bits in {of_vector}, of which {of_bits} has only {bits}: the others are not compared")
    }));
    parts
}

/// `q[1]` is bit 1 of `q`.
fn index(name: &str) -> Option<(&str, i64)> {
    let (base, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    Some((base, index.parse().ok()?))
}
