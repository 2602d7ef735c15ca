//! The description of a register and its fields at run time.

use super::text::{decimal, docs, hex, ident, type_ident};
use crate::model::{Enumeration, HardwareAccess, MapAccess, MapField, MapLegal, MapRegister};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Returns the associated constant that describes a field.
pub(super) fn field(register: &MapRegister, field: &MapField) -> TokenStream {
    let docs = docs(&[format!("The description of `{}`: {}", field.name.value, field.description)]);
    let (constant, register_name) = (field_const(field), &register.name.value);
    let (name, description, pulse) = (&field.name.value, &field.description, field.pulse);
    let (lsb, width, legal) = (decimal(field.lsb()), decimal(field.width()), legal(field));
    let enumeration = match field.enumeration() {
        Some(Enumeration { type_name, .. }) => {
            let type_name = &type_name.value;
            quote! { Some(#type_name) }
        }
        None => quote! { None },
    };
    quote! {
        #docs
        pub const #constant: crate::FieldInfo = crate::FieldInfo {
            register: #register_name,
            name: #name,
            lsb: #lsb,
            width: #width,
            pulse: #pulse,
            legal: #legal,
            enumeration: #enumeration,
            description: #description,
        };
    }
}

/// Returns the name of that constant.
pub(super) fn field_const(field: &MapField) -> Ident {
    ident(&field.name.value)
}

/// Returns a reference to a `RegInfo`.
pub(super) fn register(register: &MapRegister) -> TokenStream {
    let (name, description, spec) = (&register.name.value, &register.description, &register.spec);
    let (access, hardware, queued) = (access(register), hardware(register), register.queued);
    let dims = register.dims.iter().map(|dim| decimal(dim.count.value));
    let strides = register.dims.iter().map(|dim| decimal(dim.stride.value));
    let type_name = type_ident(register);
    let fields = register.fields.iter().map(|field| {
        let constant = field_const(field);
        quote! { #type_name::#constant }
    });
    let (offset, combinations) = (hex(register.offset.value), combinations(register));
    let (field_mask, write_mask) = (hex(register.field_mask()), hex(register.write_mask()));
    let pulse_mask = hex(register.pulse_mask());
    let restricted = register.restricts_values();
    quote! {
        &crate::RegInfo {
            name: #name,
            access: crate::Access::#access,
            queued: #queued,
            hardware: crate::HwAccess::#hardware,
            offset: #offset,
            dims: &[#(#dims),*],
            strides: &[#(#strides),*],
            field_mask: #field_mask,
            write_mask: #write_mask,
            pulse_mask: #pulse_mask,
            restricted: #restricted,
            fields: &[#(#fields),*],
            combinations: #combinations,
            description: #description,
            spec: #spec,
        }
    }
}

/// `limits` has refused registers with any other access.
fn access(register: &MapRegister) -> Ident {
    ident(match register.uniform_access() {
        Some(MapAccess::Ro) => "Ro",
        Some(MapAccess::Wo) => "Wo",
        Some(MapAccess::W1c) => "W1c",
        Some(MapAccess::Rp) => "Rp",
        _ => "Rw",
    })
}

/// `limits` has refused registers with fields that differ.
fn hardware(register: &MapRegister) -> Ident {
    ident(match register.fields.first().map(|field| field.hardware.value) {
        Some(HardwareAccess::Writes) => "Writes",
        Some(HardwareAccess::Sets) => "Sets",
        Some(HardwareAccess::Both) => "Both",
        _ => "Reads",
    })
}

fn legal(field: &MapField) -> TokenStream {
    match &field.legal {
        MapLegal::Any => quote! { crate::Legal::Any },
        MapLegal::Range { min, max } => {
            let (min, max) = (decimal(*min), decimal(*max));
            quote! { crate::Legal::Range { min: #min, max: #max } }
        }
        MapLegal::MultipleOf(step) => {
            let step = decimal(*step);
            quote! { crate::Legal::MultipleOf(#step) }
        }
        MapLegal::Enumerated(enumeration) => {
            let values = enumeration.variants.iter().map(|variant| {
                let (name, value) = (&variant.name.value, decimal(variant.value.value));
                quote! { (#name, #value) }
            });
            quote! { crate::Legal::Enumerated(&[#(#values),*]) }
        }
    }
}

fn combinations(register: &MapRegister) -> TokenStream {
    let Some((mask, patterns)) = register.legal_patterns() else {
        return quote! { None };
    };
    let (mask, patterns) = (hex(mask), patterns.into_iter().map(hex));
    quote! { Some(crate::Combinations { mask: #mask, patterns: &[#(#patterns),*] }) }
}

/// Returns the legal values in words, after a separator.
pub(super) fn legal_text(field: &MapField) -> String {
    match &field.legal {
        MapLegal::Any => String::new(),
        MapLegal::Range { min, max } => format!(", legal {min} to {max}"),
        MapLegal::MultipleOf(step) => format!(", a multiple of {step}"),
        MapLegal::Enumerated(_) => {
            let values = field.enumeration().into_iter().flat_map(|enumeration| &enumeration.variants);
            let values: Vec<String> = values.map(|v| format!("{} {}", v.value.value, v.name.value)).collect();
            format!(", legal {}", values.join(", "))
        }
    }
}
