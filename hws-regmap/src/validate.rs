//! The properties that the emitters and every user of a map may rely on, one file for each.
//!
//! Every check runs on every map and reports everything it finds; none requires that another has
//! passed, so that one mistake does not hide the next.

mod access_is_consistent;
mod arrays_are_indexable;
mod arrays_have_room;
mod fields_do_not_overlap;
mod fields_inside_register;
mod groups_cover_their_stride;
mod legal_values_fit_their_field;
mod names;
mod names_are_distinct_in_exports;
mod names_are_identifiers;
mod names_are_not_reserved;
mod names_are_unique;
mod occupied;
mod offsets_are_aligned;
mod pages_do_not_overlap;
mod parameters_are_legal;
mod parameters_fit_their_use;
mod registers_do_not_overlap;
mod registers_fit_the_decoder;
mod registers_inside_page;
mod registers_inside_window;
mod resets_are_legal;
mod resets_fit_their_field;
mod values_are_distinct;
mod window_is_addressable;

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapField, MapRegister};
use std::collections::BTreeSet;

const CHECKS: &[fn(&Map) -> Vec<MapDiagnostic>] = &[
    parameters_are_legal::check,
    parameters_fit_their_use::check,
    names_are_identifiers::check,
    names_are_not_reserved::check,
    names_are_unique::check,
    names_are_distinct_in_exports::check,
    values_are_distinct::check,
    offsets_are_aligned::check,
    arrays_are_indexable::check,
    arrays_have_room::check,
    window_is_addressable::check,
    registers_inside_window::check,
    registers_inside_page::check,
    pages_do_not_overlap::check,
    registers_do_not_overlap::check,
    registers_fit_the_decoder::check,
    groups_cover_their_stride::check,
    access_is_consistent::check,
    fields_inside_register::check,
    fields_do_not_overlap::check,
    legal_values_fit_their_field::check,
    resets_fit_their_field::check,
    resets_are_legal::check,
];

/// Returns every violated property of the map.
pub(crate) fn validate(map: &Map) -> Vec<MapDiagnostic> {
    let found = CHECKS.iter().flat_map(|check| check(map).into_iter().take(crate::MOST_DIAGNOSTICS));
    // Two names that clash in several forms are one mistake.
    let mut clashes = BTreeSet::new();
    let places = |one: &MapDiagnostic| (one.place, one.notes.first().map(|note| note.place));
    let mut is_new = |one: &MapDiagnostic| one.code != Code::DuplicateName || clashes.insert(places(one));
    found.filter(|one| is_new(one)).collect()
}

/// Returns every field with its register.
fn fields(map: &Map) -> impl Iterator<Item = (&MapRegister, &MapField)> {
    map.registers.iter().flat_map(|register| register.fields.iter().map(move |field| (register, field)))
}
