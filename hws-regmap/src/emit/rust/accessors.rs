//! The getters and setters of a field.

use super::enums::{enum_ident, is_total, variant_ident};
use super::infos::field_const;
use super::raw::is_flag;
use super::text::{bit_range, docs, getter_ident, hex, masked};
use crate::model::{Enumeration, MapField, MapLegal, MapRegister};
use crate::names::snake_case;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

pub(super) fn tokens(register: &MapRegister, field: &MapField) -> TokenStream {
    if is_flag(field) {
        return flag(register, field);
    }
    match field.enumeration() {
        Some(enumeration) => enumerated(register, field, enumeration),
        None if is_whole_word(field) => whole_word(register, field),
        None => number(register, field),
    }
}

fn is_whole_word(field: &MapField) -> bool {
    field.width() == 32 && matches!(field.legal, MapLegal::Any)
}

fn flag(register: &MapRegister, field: &MapField) -> TokenStream {
    let (getter, setter, raw_setter) = names(field);
    let docs = field_docs(register, field);
    quote! {
        #docs
        #[inline]
        #[must_use]
        pub fn #getter(self) -> bool { self.0.#getter() }
        #docs
        #[inline]
        #[must_use]
        pub fn #setter(mut self, value: bool) -> Self { self.0.#raw_setter(value); self }
    }
}

fn whole_word(register: &MapRegister, field: &MapField) -> TokenStream {
    let (getter, setter, raw_setter) = names(field);
    let docs = field_docs(register, field);
    quote! {
        #docs
        #[inline]
        #[must_use]
        pub fn #getter(self) -> u32 { self.0.#getter() }
        #docs
        #[inline]
        #[must_use]
        pub fn #setter(mut self, value: u32) -> Self { self.0.#raw_setter(value); self }
    }
}

fn number(register: &MapRegister, field: &MapField) -> TokenStream {
    let (getter, setter, raw_setter) = names(field);
    let setter_masked = format_ident!("{setter}_masked");
    let (docs, constant, kept) =
        (field_docs(register, field), field_const(field), masked("value", field.max()));
    quote! {
        #docs
        #[inline]
        #[must_use]
        pub fn #getter(self) -> u32 { self.0.#getter() }
        #docs
        ///
        /// # Errors
        /// The value does not fit or is not legal; the register is unchanged.
        #[inline]
        pub fn #setter(self, value: u32) -> Result<Self, crate::FieldError> {
            Self::#constant.check(value)?;
            Ok(self.#setter_masked(value))
        }
        #docs
        ///
        /// Keeps the low bits that fit, without a check: for the hardware side, which builds status words
        /// from numbers that are known to fit.
        #[inline]
        #[must_use]
        pub fn #setter_masked(mut self, value: u32) -> Self { self.0.#raw_setter(#kept); self }
    }
}

fn enumerated(register: &MapRegister, field: &MapField, enumeration: &Enumeration) -> TokenStream {
    let (getter, setter, raw_setter) = names(field);
    let (bits, name) = (format_ident!("{}_bits", snake_case(&field.name.value)), enum_ident(enumeration));
    let docs = field_docs(register, field);
    let (answer, body) = enum_getter(field, enumeration);
    quote! {
        #docs
        #[inline]
        #[must_use]
        pub fn #getter(self) -> #answer { #body }
        #docs
        ///
        /// The encoding, which may have no name.
        #[inline]
        #[must_use]
        pub fn #bits(self) -> u32 { self.0.#getter() }
        #docs
        #[inline]
        #[must_use]
        pub fn #setter(mut self, value: #name) -> Self { self.0.#raw_setter(value.bits()); self }
    }
}

fn enum_getter(field: &MapField, enumeration: &Enumeration) -> (TokenStream, TokenStream) {
    let (getter, name) = (getter_ident(field), enum_ident(enumeration));
    if !is_total(field, enumeration) {
        return (quote! { Option<#name> }, quote! { #name::from_bits(self.0.#getter()) });
    }
    // Every encoding has a name; the last one is the wildcard arm, so that no arm can panic.
    let mut variants: Vec<_> = enumeration.variants.iter().collect();
    variants.sort_by_key(|variant| variant.value.value);
    let last = variants.pop().map(variant_ident);
    let arms = variants.into_iter().map(|variant| {
        let (value, variant) = (hex(variant.value.value), variant_ident(variant));
        quote! { #value => #name::#variant, }
    });
    (quote! { #name }, quote! { match self.0.#getter() { #(#arms)* _ => #name::#last } })
}

fn names(field: &MapField) -> (proc_macro2::Ident, proc_macro2::Ident, proc_macro2::Ident) {
    let name = snake_case(&field.name.value);
    (getter_ident(field), format_ident!("with_{name}"), format_ident!("set_{name}"))
}

/// Returns the description, bits, reset, legal values and citation of a field.
pub(super) fn field_docs(register: &MapRegister, field: &MapField) -> TokenStream {
    let pulse = if field.pulse { "; a pulse: writing 1 acts at once, reads 0" } else { "" };
    let reset = field.reset.value;
    let legal = super::infos::legal_text(field);
    docs(&[
        format!("`{}`: {}", field.name.value, field.description),
        String::new(),
        format!("Bits {}, reset {reset}{legal}{pulse}; {}.", bit_range(field), register.spec),
    ])
}
