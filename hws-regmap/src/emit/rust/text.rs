//! Identifiers, literals and doc comments.

use crate::emit::keywords::RUST;
use crate::emit::visible;
use crate::model::{Dim, MapField, MapRegister};
use crate::names::{pascal_case, snake_case};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// Returns the name of a register's type and of its variant in `RegId`.
pub(super) fn type_ident(register: &MapRegister) -> Ident {
    ident(&pascal_case(&register.name.value))
}

/// Returns the name of a getter.
pub(super) fn getter_ident(field: &MapField) -> Ident {
    let name = snake_case(&field.name.value);
    if METHODS.contains(&name.as_str()) { ident(&format!("{name}_")) } else { ident(&name) }
}

/// The methods that every register type has.
const METHODS: &[&str] = &["bits", "from_bits", "is_legal", "info"];

/// Returns an identifier; a keyword gets an underscore.
pub(super) fn ident(name: &str) -> Ident {
    let name = if RUST.contains(&name) { format!("{name}_") } else { name.to_owned() };
    Ident::new(&name, Span::call_site())
}

/// Returns an unsuffixed hexadecimal literal of at most 32 bits, which `quote!` would print as a decimal one.
pub(super) fn hex(value: u64) -> Literal {
    let text = format!("0x{:04x}_{:04x}", value >> 16, value & 0xffff);
    text.parse().expect("hexadecimal digits are a literal")
}

/// Returns an unsuffixed hexadecimal literal of 64 bits.
pub(super) fn hex64(value: u64) -> Literal {
    format!("0x{value:016x}").parse().expect("hexadecimal digits are a literal")
}

/// Returns an unsuffixed decimal literal.
pub(super) fn decimal(value: impl Into<u64>) -> Literal {
    Literal::u64_unsuffixed(value.into())
}

/// One `#[doc]` for each line.
pub(super) fn docs(lines: &[String]) -> TokenStream {
    let lines = lines.iter().flat_map(|line| line.split('\n')).map(|line| format!(" {}", escaped(line)));
    quote! { #(#[doc = #lines])* }
}

/// `[3]` and `RS[]` are not links.
pub(super) fn escaped(line: &str) -> String {
    visible(line).replace('\r', " ").replace('[', "\\[").replace(']', "\\]")
}

/// Returns the number of elements of a dimension: the parameter that determines it, or the number.
pub(super) fn length(dim: &Dim) -> TokenStream {
    match &dim.parameter {
        Some(parameter) => {
            let parameter = ident(parameter);
            quote! { params::#parameter }
        }
        None => {
            let count = decimal(dim.count.value);
            quote! { #count }
        }
    }
}

/// `[31:16]` or `[0]`.
pub(super) fn bit_range(field: &MapField) -> String {
    if field.width() == 1 {
        format!("[{}]", field.lsb())
    } else {
        format!("[{}:{}]", field.msb(), field.lsb())
    }
}

/// `value & mask`, or just `value` when the mask has all bits.
pub(super) fn masked(value: &str, mask: u64) -> String {
    if mask == u64::from(u32::MAX) { value.to_owned() } else { format!("{value} & {}", hex(mask)) }
}

/// Returns the tokens of a piece of Rust.
pub(super) fn tokens_of(text: &str) -> TokenStream {
    text.parse().expect("the emitter produces Rust")
}

/// Returns a string literal.
pub(super) fn quoted(text: &str) -> String {
    Literal::string(text).to_string()
}
