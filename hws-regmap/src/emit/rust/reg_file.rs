//! The storage of every plain RW register.

use super::text::{docs, hex, ident, length, type_ident};
use crate::model::{Map, MapRegister};
use crate::names::snake_case;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

pub(super) fn tokens(map: &Map) -> TokenStream {
    let stored: Vec<&MapRegister> = map.registers.iter().filter(|register| register.is_stored()).collect();
    let fields = stored.iter().map(|register| field(register));
    let resets = stored.iter().map(|register| {
        let (name, value) = (field_ident(register), reset(register));
        quote! { #name: #value, }
    });
    let gets = stored.iter().map(|register| get(register));
    let sets = stored.iter().map(|register| set(register));
    quote! {
        /// The value of every plain RW register: configuration and operands.
        ///
        /// Commands, doorbells and everything the hardware writes are not stored here. Assigning to a field
        /// is not checked; [`RegFile::write`] checks as a bus write does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
        pub struct RegFile { #(#fields)* }
        impl RegFile {
            /// Returns every register at its reset value.
            #[must_use]
            pub const fn reset() -> Self { Self { #(#resets)* } }
            /// Returns the stored word; `None` when the register is not stored.
            #[inline]
            pub(crate) fn stored(&self, id: RegId) -> Option<u32> {
                match id { #(#gets)* _ => None }
            }
            /// Replaces the stored word; `None` when the register is not stored.
            #[inline]
            pub(crate) fn store(&mut self, id: RegId, bits: u32) -> Option<()> {
                match id { #(#sets)* _ => return None }
                Some(())
            }
        }
    }
}

fn field_ident(register: &MapRegister) -> Ident {
    ident(&snake_case(&register.name.value))
}

fn field(register: &MapRegister) -> TokenStream {
    let docs = docs(&[format!("`{}`: {}", register.name.value, register.description)]);
    let (name, element) = (field_ident(register), type_ident(register));
    let kind = register.dims.iter().rev().fold(quote! { #element }, |inner, dim| {
        let length = length(dim);
        quote! { [#inner; #length] }
    });
    quote! { #docs pub #name: #kind, }
}

fn reset(register: &MapRegister) -> TokenStream {
    let element = type_ident(register);
    if register.has_linear_reset() {
        let values = (0..register.elements()).map(|index| hex(register.reset(index)));
        return quote! { [#(#element::from_bits(#values)),*] };
    }
    let value = hex(register.reset(0));
    register.dims.iter().rev().fold(quote! { #element::from_bits(#value) }, |inner, dim| {
        let length = length(dim);
        quote! { [#inner; #length] }
    })
}

fn get(register: &MapRegister) -> TokenStream {
    let (name, variant) = (field_ident(register), type_ident(register));
    match register.dims.len() {
        0 => quote! { RegId::#variant => Some(self.#name.bits()), },
        1 => quote! { RegId::#variant(i) => Some(self.#name[i.index()].bits()), },
        _ => quote! {
            RegId::#variant(i, j) => Some(self.#name[i.index()][j.index()].bits()),
        },
    }
}

fn set(register: &MapRegister) -> TokenStream {
    let (name, variant) = (field_ident(register), type_ident(register));
    match register.dims.len() {
        0 => quote! { RegId::#variant => self.#name = #variant::from_bits(bits), },
        1 => quote! {
            RegId::#variant(i) => self.#name[i.index()] = #variant::from_bits(bits),
        },
        _ => quote! {
            RegId::#variant(i, j) => self.#name[i.index()][j.index()] = #variant::from_bits(bits),
        },
    }
}
