//! What occupies addresses, each with a place to point at, for the address checks.
//!
//! No array is listed element by element before its number of elements is known to be bounded.

use crate::model::{Dim, Map, MapMemory, MapRegister, Place, Reserved};

/// A register, reserved word or memory, all its elements together.
pub(super) struct Occupied<'a> {
    pub(super) name: &'a str,
    pub(super) place: Place,
    pub(super) page: &'a str,
    /// The first byte of the first element.
    pub(super) first: u64,
    /// The byte after the last element.
    pub(super) end: u64,
    /// The bytes of an element.
    pub(super) bytes: u64,
    /// Outermost first.
    pub(super) dims: &'a [Dim],
    /// What its offset has to be a multiple of.
    pub(super) alignment: u64,
}

/// Everything that occupies addresses, in the order of the map.
pub(super) fn occupied(map: &Map) -> impl Iterator<Item = Occupied<'_>> {
    let registers = map.registers.iter().map(of_register);
    registers.chain(map.reserved.iter().map(of_reserved)).chain(map.memories.iter().map(of_memory))
}

impl Occupied<'_> {
    /// Returns the first byte of the last element.
    pub(super) fn last(&self) -> u64 {
        self.end.saturating_sub(self.bytes)
    }

    /// Returns the first byte of every element.
    pub(super) fn offsets(&self) -> Vec<u64> {
        crate::model::offsets(self.first, self.dims)
    }

    /// Returns whether every element is where a bus can access it.
    pub(super) fn is_aligned(&self) -> bool {
        let is_multiple = |number: u64| number.is_multiple_of(self.alignment);
        is_multiple(self.first) && self.dims.iter().all(|dim| is_multiple(dim.stride.value))
    }

    /// Returns the number of elements.
    pub(super) fn elements(&self) -> u64 {
        self.dims.iter().fold(1, |product, dim| product.saturating_mul(u64::from(dim.count.value)))
    }
}

fn of_register(register: &MapRegister) -> Occupied<'_> {
    let (first, bytes) = (register.offset.value, register.bytes().max(1));
    Occupied {
        name: &register.name.value,
        place: register.offset.place,
        page: &register.page,
        first,
        end: end(first, bytes, &register.dims),
        bytes,
        dims: &register.dims,
        alignment: bytes,
    }
}

fn of_reserved(reserved: &Reserved) -> Occupied<'_> {
    let (first, bytes) = (reserved.offset, 4);
    Occupied {
        name: &reserved.group,
        place: reserved.word.place,
        page: &reserved.page,
        first,
        end: end(first, bytes, &reserved.dims),
        bytes,
        dims: &reserved.dims,
        alignment: bytes,
    }
}

fn of_memory(memory: &MapMemory) -> Occupied<'_> {
    Occupied {
        name: &memory.name.value,
        place: memory.offset.place,
        page: &memory.page,
        first: memory.offset.value,
        end: memory.offset.value.saturating_add(memory.bytes.value),
        bytes: memory.bytes.value,
        dims: &[],
        alignment: u64::from(memory.width.value / 8).max(1),
    }
}

fn end(first: u64, bytes: u64, dims: &[Dim]) -> u64 {
    let reach = |dim: &Dim| u64::from(dim.count.value.saturating_sub(1)).saturating_mul(dim.stride.value);
    dims.iter().map(reach).fold(first.saturating_add(bytes), u64::saturating_add)
}
