//! Whether two policies set the same thing.

use std::borrow::Cow;

use super::keys::Known;

/// Returns whether both keys exist, are different, and some field of a register is set by both: `promote.threshold` and
/// `reg.PROMOTE.THRESHOLD`.
#[must_use]
pub fn overlap(one: &str, other: &str) -> bool {
    let sets = |key: &str| Known::find(key).map_or(Cow::Borrowed(""), |known| known.sets());
    let (one_sets, other_sets) = (sets(one), sets(other));
    one != other && places(&one_sets).any(|place| places(&other_sets).any(|same| is_shared(place, same)))
}

/// Returns whether a key, or another one that sets the same, is among these policies.
#[must_use]
pub fn is_set(policies: &[(String, String)], key: &str) -> bool {
    policies.iter().any(|(set, _)| set == key || overlap(set, key))
}

/// The places that a policy names, such as `PROMOTE.RULE_*` or `SCALE_RATIO_TABLE_RANK[0..31]`.
pub(super) fn places(sets: &str) -> impl Iterator<Item = &str> {
    sets.split(", ").filter(|place| !place.is_empty())
}

/// A register without a field has every field of it.
fn is_shared(one: &str, other: &str) -> bool {
    let ((register, field), (other, other_field)) = (halves(one), halves(other));
    let fields = field.zip(other_field);
    is_same_register(register, other) && fields.is_none_or(|(one, other)| is_same_field(one, other))
}

/// The register with its indices, and the field.
pub(super) fn halves(place: &str) -> (&str, Option<&str>) {
    let indices_end = place.rfind(']').map_or(0, |bracket| bracket + 1);
    match place[indices_end..].split_once('.') {
        Some((rest, field)) => (&place[..indices_end + rest.len()], Some(field)),
        None => (place, None),
    }
}

/// `[0..31]` is every index.
fn is_same_register(one: &str, other: &str) -> bool {
    let (mut ones, mut others) = (one.split('['), other.split('['));
    let is_same = |(one, other): (&str, &str)| one == other || one.contains("..") || other.contains("..");
    ones.next() == others.next() && ones.zip(others).all(is_same)
}

/// `RULE_*` is every rule.
fn is_same_field(one: &str, other: &str) -> bool {
    let covers =
        |pattern: &str, name: &str| pattern.strip_suffix('*').is_some_and(|start| name.starts_with(start));
    one == other || covers(one, other) || covers(other, one)
}
