//! Addresses of the model's bus in the layout of the reference RTL.

use std::collections::HashMap;

use hws_dv::map::{AddressMap, Word};
use hws_regs::{RegId, WINDOW_BYTES};
use hws_sim::stimulus::Target;

/// From an address of the model to the address of the RTL that means the same.
pub(crate) struct BusLayout {
    model: AddressMap,
    rtl: &'static AddressMap,
    /// Looked up only, never iterated.
    addresses: HashMap<RegId, u32>,
    reserved: u32,
    unmapped: u32,
}

impl BusLayout {
    pub(crate) fn new() -> Self {
        let rtl = AddressMap::reference();
        let register = |address| match rtl.word(address) {
            Word::Register(id) => Some((id, address)),
            Word::Reserved | Word::Unmapped => None,
        };
        let words = || (0..WINDOW_BYTES).step_by(4);
        let addresses = words().filter_map(register).collect();
        let first = |word| words().find(|&address| rtl.word(address) == word);
        let reserved = first(Word::Reserved).expect("the groups RS and DAG have reserved words");
        let unmapped = first(Word::Unmapped).expect("the layout has gaps");
        Self { model: AddressMap::of_model(), addresses, reserved, unmapped, rtl }
    }

    /// Addresses that are a bus error in both layouts, such as unaligned ones, remain what they are.
    pub(crate) fn address(&self, target: Target) -> u32 {
        let address = target.offset();
        match self.model.word(address) {
            // A test of the layout proves that no register is missing.
            Word::Register(id) => self.addresses[&id],
            Word::Reserved => self.reserved,
            Word::Unmapped if self.rtl.word(address) == Word::Unmapped => address,
            Word::Unmapped => self.unmapped,
        }
    }
}
