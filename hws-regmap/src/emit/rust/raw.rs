//! The raw words: getters and setters by `bitfield`, private because they truncate silently.

use super::text::{decimal, getter_ident, type_ident};
use crate::model::{Map, MapField, MapRegister};
use crate::names::snake_case;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

pub(super) fn tokens(map: &Map) -> TokenStream {
    let words = map.registers.iter().map(word);
    quote! {
        /// Unchecked access to the bits; the public types check before they set.
        #[allow(dead_code, reason = "fields that are never set one by one have an unused setter")]
        mod raw { #(#words)* }
    }
}

fn word(register: &MapRegister) -> TokenStream {
    let name = type_ident(register);
    let fields = register.fields.iter().map(field);
    quote! {
        bitfield::bitfield! {
            #[derive(Clone, Copy, PartialEq, Eq, Hash)]
            pub(super) struct #name(pub(super) u32);
            u32;
            #(#fields)*
        }
    }
}

fn field(field: &MapField) -> TokenStream {
    let getter = getter_ident(field);
    let setter = format_ident!("set_{}", snake_case(&field.name.value));
    let (msb, lsb) = (decimal(field.msb()), decimal(field.lsb()));
    if is_flag(field) {
        return quote! { #[inline] pub(super) #getter, #setter: #lsb; };
    }
    quote! { #[inline] pub(super) #getter, #setter: #msb, #lsb; }
}

/// Returns whether a field is a single bit without named values, which is a `bool`.
pub(super) fn is_flag(field: &MapField) -> bool {
    field.width() == 1 && field.enumeration().is_none()
}
