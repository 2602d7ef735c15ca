//! One value type for each register.

use super::accessors;
use super::infos;
use super::reg_id::index_type;
use super::text::{docs, getter_ident, hex, masked, type_ident};
use crate::model::{Map, MapRegister};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn tokens(map: &Map, register: &MapRegister) -> TokenStream {
    let definition = definition(map, register);
    let methods = methods(register);
    let traits = traits(register);
    let debug = debug(register);
    quote! { #definition #methods #traits #debug }
}

fn definition(map: &Map, register: &MapRegister) -> TokenStream {
    let docs = docs(&register_docs(map, register));
    let name = type_ident(register);
    quote! {
        #docs
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct #name(raw::#name);
    }
}

fn register_docs(map: &Map, register: &MapRegister) -> Vec<String> {
    let queued = if register.queued { ", queued until the boundary" } else { "" };
    let access = format!("{}{queued}; the hardware {}", register.access_text(), hardware(register));
    let mut lines = vec![format!("`{}`: {}", register.name.value, register.description), String::new()];
    lines.push(format!("Offset 0x{:04x}; {access}; {}.", register.offset.value, register.spec));
    for (dim, index) in register.dims.iter().zip(["First", "Second"]) {
        lines.push(format!("{index} index: {}, {} elements.", dim.index, dim.count.value));
    }
    lines.push(register.same_cycle.clone().unwrap_or_else(|| map.same_cycle.clone()));
    lines
}

fn hardware(register: &MapRegister) -> String {
    match register.hardware_text() {
        both if both == "both" => "reads the write and provides the read".to_owned(),
        other => other,
    }
}

fn methods(register: &MapRegister) -> TokenStream {
    let name = type_ident(register);
    let bits = masked("bits", register.field_mask());
    let accessors = register.fields.iter().map(|field| accessors::tokens(register, field));
    let field_infos = register.fields.iter().map(|field| infos::field(register, field));
    quote! {
        impl #name {
            #(#field_infos)*
            /// Returns the register with these bits; reserved bits become 0.
            #[inline]
            #[must_use]
            pub const fn from_bits(bits: u32) -> Self { Self(raw::#name(#bits)) }
            /// Returns the word as the bus sees it.
            #[inline]
            #[must_use]
            pub const fn bits(self) -> u32 { self.0.0 }
            #(#accessors)*
        }
    }
}

fn traits(register: &MapRegister) -> TokenStream {
    let name = type_ident(register);
    let reset = hex(register.reset(0));
    let info = infos::register(register);
    let (index, pattern, id) = index(register);
    let permits = permits(register).into_iter().map(|permit| quote! { impl crate::#permit for #name {} });
    quote! {
        impl Default for #name {
            /// Returns the reset value (of element 0).
            fn default() -> Self { Self::from_bits(#reset) }
        }
        impl crate::Register for #name {
            type Index = #index;
            const INFO: &'static crate::RegInfo = #info;
            #[inline]
            fn id(#pattern: Self::Index) -> RegId { #id }
            #[inline]
            fn from_bits(bits: u32) -> Self { Self::from_bits(bits) }
            #[inline]
            fn bits(self) -> u32 { self.bits() }
        }
        #(#permits)*
        #[cfg(feature = "serde")]
        impl serde::Serialize for #name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::by_fields::serialize(*self, serializer)
            }
        }
        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for #name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::by_fields::deserialize(deserializer)
            }
        }
    }
}

/// Returns the index type, a pattern that destructures it, and the register's id.
fn index(register: &MapRegister) -> (TokenStream, TokenStream, TokenStream) {
    let name = type_ident(register);
    match register.dims.len() {
        0 => (quote! { () }, quote! { () }, quote! { RegId::#name }),
        1 => {
            let index = register.dims.iter().map(index_type);
            (quote! { #(#index)* }, quote! { index }, quote! { RegId::#name(index) })
        }
        _ => {
            let indices = register.dims.iter().map(index_type);
            (quote! { (#(#indices),*) }, quote! { (first, second) }, quote! { RegId::#name(first, second) })
        }
    }
}

fn permits(register: &MapRegister) -> Vec<TokenStream> {
    let mut permits = Vec::new();
    if register.is_readable() {
        permits.push(quote! { Readable });
    }
    if register.is_writable() {
        permits.push(quote! { Writable });
    }
    if register.is_stored() && register.pulse_mask() == 0 {
        permits.push(quote! { Modifiable });
    }
    permits
}

fn debug(register: &MapRegister) -> TokenStream {
    let name = type_ident(register);
    let title = name.to_string();
    let fields = register.fields.iter().map(|field| {
        let getter = getter_ident(field);
        let label = getter.to_string();
        quote! { .field(#label, &self.#getter()) }
    });
    quote! {
        impl core::fmt::Debug for #name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(#title) #(#fields)* .finish()
            }
        }
    }
}
