//! The types of enumerated fields.

use super::text::{decimal, docs, ident};
use crate::model::{Enumeration, Map, MapField, Variant};
use crate::names::pascal_case;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

pub(super) fn tokens(map: &Map) -> TokenStream {
    let types = map.registers.iter().flat_map(|register| {
        let own = |field: &&MapField| field.enumeration().is_some_and(|enumeration| !enumeration.is_shared);
        register.fields.iter().filter(own).filter_map(move |field| {
            let description = format!("{} ({}.{})", field.description, register.name.value, field.name.value);
            Some(enum_type(&description, field.enumeration()?))
        })
    });
    let shared = map.shared_enums.iter().map(|shared| enum_type(&shared.description, shared));
    let types = shared.chain(types);
    quote! { #(#types)* }
}

/// Returns whether every encoding has a name, so that a getter always returns a value.
pub(super) fn is_total(field: &MapField, enumeration: &Enumeration) -> bool {
    1_usize.checked_shl(field.width()) == Some(enumeration.variants.len())
}

/// Returns the type's name.
pub(super) fn enum_ident(enumeration: &Enumeration) -> Ident {
    ident(&enumeration.type_name.value)
}

fn enum_type(description: &str, enumeration: &Enumeration) -> TokenStream {
    let docs = docs(&[description.to_owned()]);
    let name = enum_ident(enumeration);
    let variants = enumeration.variants.iter().map(variant);
    let arms = enumeration.variants.iter().map(|variant| {
        let (name, value) = (variant_ident(variant), decimal(variant.value.value));
        quote! { #value => Some(Self::#name), }
    });
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[repr(u32)]
        pub enum #name { #(#variants)* }
        impl #name {
            /// Returns the value with that encoding, if one has it.
            #[inline]
            #[must_use]
            pub const fn from_bits(bits: u32) -> Option<Self> {
                match bits { #(#arms)* _ => None }
            }
            /// Returns the encoding.
            #[inline]
            #[must_use]
            pub const fn bits(self) -> u32 { self as u32 }
        }
    }
}

fn variant(variant: &Variant) -> TokenStream {
    let docs = docs(&[format!("{}: {}", variant.value.value, variant.description)]);
    let (name, value) = (variant_ident(variant), decimal(variant.value.value));
    quote! { #docs #name = #value, }
}

/// Returns the Rust name of a value.
pub(super) fn variant_ident(variant: &Variant) -> Ident {
    ident(&pascal_case(&variant.name.value))
}
