//! Items of the whole map: parameters, fingerprint, window.

use super::text::{decimal, docs, hex, hex64, ident};
use crate::fingerprint::fingerprint;
use crate::model::{Map, Parameter, Unit};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn tokens(map: &Map) -> TokenStream {
    let parameters = map.parameters.iter().map(parameter);
    let fingerprint = hex64(fingerprint(map));
    let window = hex(map.window_bytes.value);
    quote! {
        /// The parameters of the design (scheduler.md §0).
        pub mod params {
            #(#parameters)*
        }
        /// Changes whenever software and hardware built for the two maps would disagree.
        pub const FINGERPRINT: u64 = #fingerprint;
        /// Size of the register window in bytes.
        pub const WINDOW_BYTES: u32 = #window;
    }
}

fn parameter(parameter: &Parameter) -> TokenStream {
    let range =
        if parameter.fixed { "fixed".into() } else { format!("{} to {}", parameter.min, parameter.max) };
    let docs = docs(&[format!("{} ({range}; {})", parameter.description, parameter.spec)]);
    let (name, value) = (ident(&parameter.name.value), decimal(parameter.value.value));
    let kind = match parameter.unit {
        Unit::Count => quote! { usize },
        Unit::Cycles => quote! { u32 },
    };
    quote! { #docs pub const #name: #kind = #value; }
}
