//! Items of the whole map: parameters, fingerprint, window, pages.

use super::text::{decimal, docs, hex, hex64, ident};
use crate::fingerprint::fingerprint;
use crate::model::{Map, MapPage, Parameter, Unit};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn tokens(map: &Map) -> TokenStream {
    let parameters = map.parameters.iter().map(parameter);
    let least = map
        .parameters
        .iter()
        .map(|parameter| constant(parameter.description.clone(), parameter, parameter.min));
    let greatest = map
        .parameters
        .iter()
        .map(|parameter| constant(parameter.description.clone(), parameter, parameter.max));
    let fingerprint = hex64(fingerprint(map));
    let window = hex(map.window_bytes.value);
    let pages = map.pages.iter().map(page);
    quote! {
        /// The parameters of the design (scheduler.md §0).
        pub mod params {
            #(#parameters)*
            /// The least value that each parameter may have in another instance of the design.
            pub mod min { #(#least)* }
            /// The greatest value that each parameter may have in another instance of the design.
            pub mod max { #(#greatest)* }
        }
        /// Changes whenever software and hardware built for the two maps would disagree.
        pub const FINGERPRINT: u64 = #fingerprint;
        /// Size of the register window in bytes.
        pub const WINDOW_BYTES: u32 = #window;
        /// The pages of the window, by ascending base.
        pub const PAGES: &[crate::PageInfo] = &[#(#pages),*];
    }
}

fn page(page: &MapPage) -> TokenStream {
    let (name, description) = (&page.name.value, &page.description);
    let (base, size) = (hex(page.base.value), hex(page.size.value));
    quote! { crate::PageInfo { name: #name, base: #base, size: #size, description: #description } }
}

fn parameter(parameter: &Parameter) -> TokenStream {
    let range =
        if parameter.fixed { "fixed".into() } else { format!("{} to {}", parameter.min, parameter.max) };
    let what = format!("{} ({range}; {})", parameter.description, parameter.spec);
    constant(what, parameter, parameter.value.value)
}

/// Returns a public constant with the name and the type of the parameter.
fn constant(what: String, parameter: &Parameter, value: u64) -> TokenStream {
    let docs = docs(&[what]);
    let (name, value) = (ident(&parameter.name.value), decimal(value));
    let kind = match parameter.unit {
        Unit::Count => quote! { usize },
        Unit::Cycles => quote! { u32 },
    };
    quote! { #docs pub const #name: #kind = #value; }
}
