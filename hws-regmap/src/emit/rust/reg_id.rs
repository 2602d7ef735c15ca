//! The identity of every register and the arithmetic of its address.

use super::text::{decimal, docs, hex, ident, tokens_of, type_ident};
use crate::model::{Dim, Map, MapField, MapRegister, Reset};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn tokens(map: &Map) -> TokenStream {
    let variants = map.registers.iter().map(variant);
    let offsets = map.registers.iter().map(|register| arm(register, &offset(register)));
    let resets = map.registers.iter().map(|register| arm(register, &reset(register)));
    let infos = map.registers.iter().map(|register| {
        let name = type_ident(register);
        arm_ignoring_indices(register, &quote! { <#name as crate::Register>::INFO })
    });
    let indices = indices(map);
    quote! {
        /// A register of the map, or one element of an array.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RegId { #(#variants)* }
        impl RegId {
            /// Returns the byte offset in the window.
            #[must_use]
            #[inline]
            pub const fn offset(self) -> u32 { match self { #(#offsets)* } }
            /// Returns the value after reset.
            #[must_use]
            pub const fn reset(self) -> u32 { match self { #(#resets)* } }
            /// Returns the description of the register.
            #[must_use]
            #[inline]
            pub const fn info(self) -> &'static crate::RegInfo { match self { #(#infos)* } }
            #indices
        }
    }
}

/// Returns the register as a variant of an enum, with its indices.
pub(super) fn variant(register: &MapRegister) -> TokenStream {
    let docs = docs(&[format!("`{}`: {}", register.name.value, register.description)]);
    let name = type_ident(register);
    match register.dims.len() {
        0 => quote! { #docs #name, },
        _ => {
            let indices = register.dims.iter().map(|dim| tokens_of(&index_type(dim)));
            quote! { #docs #name(#(#indices),*), }
        }
    }
}

/// Returns the type of an index of that dimension.
pub(super) fn index_type(dim: &Dim) -> String {
    match &dim.parameter {
        Some(parameter) => format!("crate::RegIndex<{{ params::{} }}>", ident(parameter)),
        None => format!("crate::RegIndex<{}>", dim.count.value),
    }
}

fn arm(register: &MapRegister, body: &TokenStream) -> TokenStream {
    let name = type_ident(register);
    match register.dims.len() {
        0 => quote! { Self::#name => #body, },
        1 if !uses_index(body) => quote! { Self::#name(_) => #body, },
        1 => quote! { Self::#name(i) => #body, },
        _ if !uses_index(body) => quote! { Self::#name(_, _) => #body, },
        _ => quote! { Self::#name(i, j) => #body, },
    }
}

fn uses_index(body: &TokenStream) -> bool {
    body.to_string().split(|c: char| !c.is_alphanumeric()).any(|word| word == "i")
}

fn arm_ignoring_indices(register: &MapRegister, body: &TokenStream) -> TokenStream {
    let name = type_ident(register);
    match register.dims.len() {
        0 => quote! { Self::#name => #body, },
        _ => quote! { Self::#name(..) => #body, },
    }
}

/// Cannot overflow: an index is at most 255 and validation keeps the strides below the window's size.
fn offset(register: &MapRegister) -> TokenStream {
    let base = hex(register.offset.value);
    let mut terms = register.dims.iter().map(|dim| decimal(dim.stride.value));
    match (terms.next(), terms.next()) {
        (None, _) => quote! { #base },
        (Some(first), None) => quote! { #base + i.get() * #first },
        (Some(first), Some(second)) => quote! { #base + i.get() * #first + j.get() * #second },
    }
}

fn reset(register: &MapRegister) -> TokenStream {
    if !register.has_linear_reset() {
        let value = hex(register.reset(0));
        return quote! { #value };
    }
    let terms = register.fields.iter().filter_map(reset_term);
    quote! { #(#terms)|* }
}

/// Returns the field's part of the reset word; `None` for a field that resets to 0.
fn reset_term(field: &MapField) -> Option<TokenStream> {
    match field.reset.value {
        Reset::Constant(0) | Reset::Unknown => None,
        Reset::Constant(value) => {
            let value = hex(field.place(value));
            Some(quote! { #value })
        }
        Reset::Linear { base, step } => {
            let (base, step) = (decimal(base), decimal(step));
            let (max, lsb) = (hex(field.max()), decimal(field.lsb()));
            Some(quote! { crate::field::linear_reset(i.get(), #base, #step, #max, #lsb) })
        }
    }
}

fn indices(map: &Map) -> TokenStream {
    // The indices of different arrays have different types: each has an arm of its own.
    let arms = map.registers.iter().filter_map(|register| {
        let name = type_ident(register);
        match register.dims.len() {
            0 => None,
            1 => Some(quote! { Self::#name(i) => [i.byte(), 0], }),
            _ => Some(quote! { Self::#name(i, j) => [i.byte(), j.byte()], }),
        }
    });
    quote! {
        /// Returns the indices, outermost first; 0 where the register has none.
        #[inline]
        pub const fn indices(self) -> [u8; 2] {
            match self {
                #(#arms)*
                _ => [0, 0],
            }
        }
    }
}
