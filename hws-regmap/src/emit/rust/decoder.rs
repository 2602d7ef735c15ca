//! The data of the address decoder, and the registers of its table entries.
//!
//! Register n of the list is n + 2 in the decoder's table: 0 is unmapped, 1 reserved.

use super::text::{decimal, hex, type_ident};
use crate::model::{Map, MapRegister};
use proc_macro2::TokenStream;
use quote::quote;

/// The number of the first register in the decoder's table.
pub(crate) const FIRST_KIND: usize = 2;

pub(super) fn tokens(map: &Map) -> TokenStream {
    let infos = map.registers.iter().map(|register| {
        let name = type_ident(register);
        quote! { <#name as crate::Register>::INFO }
    });
    let reserved = map.reserved.iter().map(|word| {
        let offset = hex(word.offset);
        // `limits` has refused groups of other than one dimension.
        let dim = word.dims.first();
        let (count, stride) = (dim.map_or(1, |dim| dim.count.value), dim.map_or(4, |dim| dim.stride.value));
        let (count, stride) = (decimal(count), decimal(stride));
        quote! { crate::decode::ReservedWords { offset: #offset, count: #count, stride: #stride } }
    });
    let arms = map.registers.iter().enumerate().map(arm);
    quote! {
        /// Every register (an array counts once), by offset.
        pub const REGISTERS: &[&crate::RegInfo] = &[#(#infos),*];
        /// Unnamed words that are mapped and read 0.
        pub(crate) const RESERVED: &[crate::decode::ReservedWords] = &[#(#reserved),*];
        /// Returns the register of that number in the decoder's table, at that offset.
        pub(crate) const fn register_of_kind(kind: u16, offset: u32) -> Option<RegId> {
            match kind { #(#arms)* _ => None }
        }
    }
}

fn arm((number, register): (usize, &MapRegister)) -> TokenStream {
    let kind = proc_macro2::Literal::usize_unsuffixed(number + FIRST_KIND);
    let (name, base) = (type_ident(register), hex(register.offset.value));
    let mut strides = register.dims.iter().map(|dim| decimal(dim.stride.value));
    match (strides.next(), strides.next()) {
        (None, _) => quote! { #kind => Some(RegId::#name), },
        (Some(first), None) => quote! {
            #kind => Some(RegId::#name(crate::RegIndex::wrapping(offset.wrapping_sub(#base) / #first))),
        },
        (Some(first), Some(second)) => quote! {
            #kind => {
                let distance = offset.wrapping_sub(#base);
                Some(RegId::#name(
                    crate::RegIndex::wrapping(distance / #first),
                    crate::RegIndex::wrapping(distance % #first / #second),
                ))
            }
        },
    }
}
