//! The getters and setters of a field.

use super::enums::{enum_ident, is_total, variant_ident};
use super::infos::field_const;
use super::layout::{doc, members};
use super::raw::is_flag;
use super::text::{bit_range, getter_ident, hex, masked};
use crate::model::{Enumeration, MapField, MapLegal, MapRegister};
use crate::names::snake_case;

pub(super) fn text(register: &MapRegister, field: &MapField) -> String {
    let about = field_docs(register, field);
    if is_flag(field) {
        return plain(&about, field, "bool");
    }
    match field.enumeration() {
        Some(enumeration) => enumerated(&about, field, enumeration),
        None if is_whole_word(field) => plain(&about, field, "u32"),
        None => number(&about, field),
    }
}

fn is_whole_word(field: &MapField) -> bool {
    field.width() == 32 && matches!(field.legal, MapLegal::Any)
}

/// A field that takes every value of the type.
fn plain(about: &[String], field: &MapField, kind: &str) -> String {
    let (getter, setter) = (getter_ident(field), setter(field));
    let get =
        method(about, true, &format!("pub fn {getter}(self) -> {kind}"), &[&format!("self.0.{getter}()")]);
    get + &set(about, field, &setter, kind, "value")
}

fn number(about: &[String], field: &MapField) -> String {
    let (getter, setter, constant) = (getter_ident(field), setter(field), field_const(field));
    let kept = masked("value", field.max());
    let errors = ["", "# Errors", "The value does not fit or is not legal; the register is unchanged."];
    let unchecked = [
        "",
        "Keeps the low bits that fit, without a check: for the hardware side, which builds status words",
        "from numbers that are known to fit.",
    ];
    let checks = format!("Self::{constant}.check(value)?;");
    let sets = format!("Ok(self.{setter}_masked(value))");
    let signature = format!("pub fn {setter}(self, value: u32) -> Result<Self, crate::FieldError>");
    method(about, true, &format!("pub fn {getter}(self) -> u32"), &[&format!("self.0.{getter}()")])
        + &method(&with(about, &errors), false, &signature, &[&checks, &sets])
        + &set(&with(about, &unchecked), field, &format!("{setter}_masked"), "u32", &kept)
}

fn enumerated(about: &[String], field: &MapField, enumeration: &Enumeration) -> String {
    let (getter, name) = (getter_ident(field), enum_ident(enumeration).to_string());
    let bits = format!("pub fn {}_bits(self) -> u32", snake_case(&field.name.value));
    let encoding = with(about, &["", "The encoding, which may have no name."]);
    enum_getter(about, field, enumeration)
        + &method(&encoding, true, &bits, &[&format!("self.0.{getter}()")])
        + &set(about, field, &setter(field), &name, "value.bits()")
}

fn enum_getter(about: &[String], field: &MapField, enumeration: &Enumeration) -> String {
    let (getter, name) = (getter_ident(field), enum_ident(enumeration));
    if !is_total(field, enumeration) {
        let signature = format!("pub fn {getter}(self) -> Option<{name}>");
        return method(about, true, &signature, &[&format!("{name}::from_bits(self.0.{getter}())")]);
    }
    // Every encoding has a name; the last one is the wildcard arm, so that no arm can panic.
    let mut variants: Vec<_> = enumeration.variants.iter().collect();
    variants.sort_by_key(|variant| variant.value.value);
    let last = variants.pop().map_or(String::new(), |variant| variant_ident(variant).to_string());
    let mut body = vec![format!("match self.0.{getter}() {{")];
    let arm = |value: String, variant: &str| format!("    {value} => {name}::{variant},");
    body.extend(variants.iter().map(|v| arm(hex(v.value.value).to_string(), &variant_ident(v).to_string())));
    body.extend([arm("_".to_owned(), &last), "}".to_owned()]);
    let body: Vec<&str> = body.iter().map(String::as_str).collect();
    method(about, true, &format!("pub fn {getter}(self) -> {name}"), &body)
}

/// A method that replaces the field by an expression.
fn set(about: &[String], field: &MapField, setter: &str, kind: &str, value: &str) -> String {
    let signature = format!("pub fn {setter}(mut self, value: {kind}) -> Self");
    let sets = format!("self.0.set_{}({value});", snake_case(&field.name.value));
    method(about, true, &signature, &[&sets, "self"])
}

fn method(about: &[String], must_use: bool, signature: &str, body: &[&str]) -> String {
    let must_use = if must_use { "    #[must_use]\n" } else { "" };
    let body: String = body.iter().map(|line| format!("        {line}\n")).collect();
    members(format!("{}    #[inline]\n{must_use}    {signature} {{\n{body}    }}\n", doc("    ", about)))
}

fn setter(field: &MapField) -> String {
    format!("with_{}", snake_case(&field.name.value))
}

fn with(about: &[String], more: &[&str]) -> Vec<String> {
    about.iter().cloned().chain(more.iter().map(|line| (*line).to_owned())).collect()
}

/// Returns the description, bits, reset, legal values and citation of a field.
fn field_docs(register: &MapRegister, field: &MapField) -> Vec<String> {
    let pulse = if field.pulse { "; a pulse: writing 1 acts at once, reads 0" } else { "" };
    let reset = field.reset.value;
    let legal = super::infos::legal_text(field);
    vec![
        format!("`{}`: {}", field.name.value, field.description),
        String::new(),
        format!("Bits {}, reset {reset}{legal}{pulse}; {}.", bit_range(field), register.spec),
    ]
}
