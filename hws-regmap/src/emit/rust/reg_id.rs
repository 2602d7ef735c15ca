//! The identity of every register and the arithmetic of its address.

use super::text::{decimal, docs, hex, type_ident};
use crate::model::{Map, MapField, MapRegister, Reset};
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
            /// Returns the byte offset in the window; for an index out of range, the offset the element would have.
            #[must_use]
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
        1 => quote! { #docs #name(u8), },
        _ => quote! { #docs #name(u8, u8), },
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

/// Cannot overflow: an index is a `u8` and validation keeps the strides below the window's size.
fn offset(register: &MapRegister) -> TokenStream {
    let base = hex(register.offset.value);
    let mut terms = register.dims.iter().map(|dim| decimal(dim.stride.value));
    match (terms.next(), terms.next()) {
        (None, _) => quote! { #base },
        (Some(first), None) => quote! { #base + (i as u32) * #first },
        (Some(first), Some(second)) => quote! { #base + (i as u32) * #first + (j as u32) * #second },
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
            Some(quote! { crate::field::linear_reset(i, #base, #step, #max, #lsb) })
        }
    }
}

fn indices(map: &Map) -> TokenStream {
    // A map without arrays of that rank has no arm for them.
    let of_rank = |rank: usize, pattern: TokenStream, indices: TokenStream| {
        let registers = map.registers.iter().filter(move |register| register.dims.len() == rank);
        let names: Vec<_> = registers.map(type_ident).collect();
        (!names.is_empty()).then(|| quote! { #(Self::#names #pattern)|* => #indices, })
    };
    let single = of_rank(1, quote! { (i) }, quote! { [i, 0] });
    let double = of_rank(2, quote! { (i, j) }, quote! { [i, j] });
    quote! {
        /// Returns the indices, outermost first; 0 where the register has none.
        #[inline]
        pub const fn indices(self) -> [u8; 2] {
            match self {
                #single
                #double
                _ => [0, 0],
            }
        }
    }
}
