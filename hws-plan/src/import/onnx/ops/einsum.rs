//! Einsum: sums of products over named indices.

use std::collections::BTreeMap;

use super::call::{Call, same_type};
use super::count::Operations;
use super::elementwise::broadcast;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// The lengths of all indices, and those of the result.
struct Indices {
    lengths: BTreeMap<char, u64>,
    /// The dimensions that `...` stands for.
    rest: Vec<u64>,
    result: Vec<u64>,
}

/// Einsum: the indices of the result, or, without `->`, those that occur once, in alphabetical order.
pub(super) fn shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let first = call.input(0)?;
    call.present().try_for_each(|input| same_type("an input", input.dtype, first.dtype))?;
    Ok(vec![Fact::new(first.dtype, read(call)?.result)])
}

/// A multiply-add for each combination of indices and each input after the first; an addition if there is one input.
pub(super) fn operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    let Indices { lengths, rest, .. } = read(call)?;
    let lengths: Vec<u64> = lengths.into_values().chain(rest).collect();
    let count = product(&lengths)?;
    match call.inputs.len() {
        0 | 1 => Ok(Operations { macs: 0, others: count }),
        inputs => Operations::macs(&[count, inputs as u64 - 1]),
    }
}

fn read(call: &Call<'_>) -> Result<Indices, OnnxError> {
    let text = call.attributes.word("equation")?.ok_or(OnnxError::NoAttribute { name: "equation" })?;
    let wrong = |wanted: &str| OnnxError::value("the attribute `equation`", format!("`{text}`"), wanted);
    let plain: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let (left, right) = match plain.split_once("->") {
        Some((left, right)) => (left, Some(right)),
        None => (plain.as_str(), None),
    };
    let terms: Vec<&str> = left.split(',').collect();
    if terms.len() != call.inputs.len() {
        return Err(wrong(&format!("{} terms, one for each input", call.inputs.len())));
    }
    let (mut lengths, mut rest) = (BTreeMap::new(), Vec::new());
    for (index, term) in terms.iter().enumerate() {
        let input = call.input(index)?;
        let (before, after) =
            parts(term).ok_or_else(|| wrong("letters, `...` once in a term, `,` and `->`"))?;
        let named = before.len() + after.len();
        let open = input.rank().checked_sub(named).filter(|&open| open == 0 || term.contains("..."));
        let open = open.ok_or_else(|| wrong(&format!("{} indices for input {index}", input.rank())))?;
        let own = &input.shape[before.len()..before.len() + open];
        rest = broadcast(&rest, own)?;
        let dims = input.shape[..before.len()].iter().chain(&input.shape[before.len() + open..]);
        for (letter, &dim) in before.into_iter().chain(after).zip(dims) {
            let known = lengths.entry(letter).or_insert(dim);
            // A length of 1 is repeated.
            if *known == 1 {
                *known = dim;
            }
            if dim != 1 && *known != dim {
                return Err(wrong(&format!("one length for `{letter}`, found {known} and {dim}")));
            }
        }
    }
    let result = match right {
        Some(term) => term.to_owned(),
        None => once(left),
    };
    let (before, after) = parts(&result).ok_or_else(|| wrong("letters and `...` once after `->`"))?;
    let length = |letter: &char| lengths.get(letter).copied();
    let length = |letter| length(letter).ok_or_else(|| wrong(&format!("`{letter}` in a term before `->`")));
    let mut dims = before.iter().map(length).collect::<Result<Vec<_>, _>>()?;
    if result.contains("...") {
        dims.extend(&rest);
    }
    dims.extend(after.iter().map(length).collect::<Result<Vec<_>, _>>()?);
    Ok(Indices { lengths, rest, result: dims })
}

/// Returns the letters before and after `...`.
fn parts(term: &str) -> Option<(Vec<char>, Vec<char>)> {
    let (before, after) = term.split_once("...").unwrap_or((term, ""));
    let is_plain = before.chars().chain(after.chars()).all(|letter| letter.is_ascii_alphabetic());
    is_plain.then(|| (before.chars().collect(), after.chars().collect()))
}

/// Returns the result that an equation without `->` means.
fn once(left: &str) -> String {
    let mut counts = BTreeMap::new();
    left.chars().filter(char::is_ascii_alphabetic).for_each(|letter| *counts.entry(letter).or_insert(0) += 1);
    let letters = counts.into_iter().filter(|&(_, count)| count == 1).map(|(letter, _)| letter);
    let rest = if left.contains("...") { "..." } else { "" };
    rest.chars().chain(letters).collect()
}
