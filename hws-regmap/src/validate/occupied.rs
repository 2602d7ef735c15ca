//! The words that a map occupies, each with a place to point at, for the address checks.
//!
//! No array is listed element by element before the check of the window has bounded it.

use crate::model::{Dim, Map, MapRegister, Place, Reserved};

/// A register or reserved word, all its elements together.
pub(super) struct Occupied<'a> {
    pub(super) name: &'a str,
    pub(super) place: Place,
    pub(super) page: &'a str,
    /// The first byte of the first element.
    pub(super) first: u64,
    /// The first byte of the last element.
    pub(super) last: u64,
    pub(super) thing: Thing<'a>,
}

/// The register or the reserved word.
pub(super) enum Thing<'a> {
    Register(&'a MapRegister),
    Reserved(&'a Reserved),
}

/// Everything that occupies words, in the order of the map.
pub(super) fn occupied(map: &Map) -> impl Iterator<Item = Occupied<'_>> {
    map.registers.iter().map(of_register).chain(map.reserved.iter().map(of_reserved))
}

impl Occupied<'_> {
    /// Returns the first byte of every element.
    pub(super) fn offsets(&self) -> Vec<u64> {
        match self.thing {
            Thing::Register(register) => register.offsets(),
            Thing::Reserved(reserved) => reserved.offsets(),
        }
    }

    /// Returns whether every element is a whole word.
    pub(super) fn is_aligned(&self) -> bool {
        let strides = match self.thing {
            Thing::Register(register) => register.dims.iter().all(|dim| dim.stride.value.is_multiple_of(4)),
            Thing::Reserved(reserved) => reserved.stride.is_multiple_of(4),
        };
        strides && self.first.is_multiple_of(4)
    }
}

fn of_register(register: &MapRegister) -> Occupied<'_> {
    let first = u64::from(register.offset.value);
    let reach: u64 = register.dims.iter().map(dim_reach).fold(0, u64::saturating_add);
    Occupied {
        name: &register.name.value,
        place: register.offset.place,
        page: &register.page,
        first,
        last: first.saturating_add(reach),
        thing: Thing::Register(register),
    }
}

fn of_reserved(reserved: &Reserved) -> Occupied<'_> {
    let first = u64::from(reserved.offset);
    Occupied {
        name: &reserved.group,
        place: reserved.word.place,
        page: &reserved.page,
        first,
        last: first.saturating_add(reach(reserved.count, reserved.stride)),
        thing: Thing::Reserved(reserved),
    }
}

fn dim_reach(dim: &Dim) -> u64 {
    reach(dim.count.value, dim.stride.value)
}

/// From the first element to the last; a product of two 32-bit numbers fits.
fn reach(count: u32, stride: u32) -> u64 {
    u64::from(count.saturating_sub(1)) * u64::from(stride)
}
