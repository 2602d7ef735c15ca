//! The registers that are more than storage, as enums that an implementation matches without a wildcard.
//!
//! A register that is added to the map becomes a variant here, so that an implementation that does not
//! handle it stops compiling. Plain RW registers are not listed: the register file stores them all.

use super::reg_id::variant;
use super::text::{docs, ident, type_ident};
use crate::model::{Map, MapRegister};
use proc_macro2::TokenStream;
use quote::quote;

/// A set of registers that gets an enum.
struct Effect {
    enumeration: &'static str,
    /// The method of `RegId` that converts to the enum.
    method: &'static str,
    enumeration_docs: &'static str,
    method_docs: &'static str,
    has: fn(&MapRegister) -> bool,
}

const EFFECTS: &[Effect] = &[
    Effect {
        enumeration: "StateReg",
        method: "state",
        enumeration_docs: "A register whose reads return hardware state: read-only, popping and \
                           write-one-to-clear registers, and commands that can be read.\n\n\
                           Match it without a wildcard: a register added to the map then fails the build \
                           where its value has to be provided.",
        method_docs: "The register as one that returns hardware state; `None` when it is stored or cannot be read.",
        has: MapRegister::is_state,
    },
    Effect {
        enumeration: "ActionReg",
        method: "action",
        enumeration_docs: "A register whose writes have an effect beyond storing the word: commands, doorbells, \
                           write-one-to-clear registers, and registers with a pulse field.\n\n\
                           Match it without a wildcard: a register added to the map then fails the build \
                           where its effect has to be implemented.",
        method_docs: "The register as one whose writes have an effect; `None` when a write only stores, or is a bus error.",
        has: MapRegister::is_action,
    },
    Effect {
        enumeration: "PopReg",
        method: "pop",
        enumeration_docs: "A register whose reads remove what they return.\n\n\
                           Match it without a wildcard, like `StateReg`.",
        method_docs: "The register as one that a read pops; `None` for every other.",
        has: MapRegister::is_popped,
    },
];

pub(super) fn tokens(map: &Map) -> TokenStream {
    let enumerations = EFFECTS.iter().map(|effect| enumeration(effect, map));
    let conversions = EFFECTS.iter().map(|effect| conversion(effect, map));
    quote! {
        #(#enumerations)*
        impl RegId { #(#conversions)* }
    }
}

fn registers<'a>(effect: &Effect, map: &'a Map) -> impl Iterator<Item = &'a MapRegister> {
    let has = effect.has;
    map.registers.iter().filter(move |register| has(register))
}

fn enumeration(effect: &Effect, map: &Map) -> TokenStream {
    let (name, docs) = (ident(effect.enumeration), docs(&[effect.enumeration_docs.to_owned()]));
    let variants = registers(effect, map).map(variant);
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum #name { #(#variants)* }
    }
}

fn conversion(effect: &Effect, map: &Map) -> TokenStream {
    let (name, method) = (ident(effect.enumeration), ident(effect.method));
    let docs = docs(&[effect.method_docs.to_owned()]);
    let arms = registers(effect, map).map(|register| arm(effect, register));
    // Always inline: a caller that names the register is left with one arm of this, and of the match on the result.
    quote! {
        #docs
        #[inline(always)]
        #[must_use]
        pub const fn #method(self) -> Option<#name> {
            match self { #(#arms)* _ => None }
        }
    }
}

fn arm(effect: &Effect, register: &MapRegister) -> TokenStream {
    let (enumeration, name) = (ident(effect.enumeration), type_ident(register));
    match register.dims.len() {
        0 => quote! { Self::#name => Some(#enumeration::#name), },
        1 => quote! { Self::#name(i) => Some(#enumeration::#name(i)), },
        _ => quote! { Self::#name(i, j) => Some(#enumeration::#name(i, j)), },
    }
}
