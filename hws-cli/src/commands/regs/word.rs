//! The value of a register: a number, or a combination of fields.

use hws_regmap::{MapField, MapLegal, MapRegister};

use super::lookup::UNKNOWN_FIELD;
use crate::failure::Failure;

/// The code of a value that a register or field does not take.
const ILLEGAL: &str = "illegal-option";

/// Parses a number: 0x, 0b or decimal, with underscores.
pub(super) fn number(text: &str) -> Option<u64> {
    let text = text.replace('_', "");
    let (digits, radix) = match text.get(..2) {
        Some("0x" | "0X") => (&text[2..], 16),
        Some("0b" | "0B") => (&text[2..], 2),
        _ => (text.as_str(), 10),
    };
    let is_digits = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    if is_digits { u64::from_str_radix(digits, radix).ok() } else { None }
}

/// Returns the value of the arguments: one number, or fields over the reset value; none without arguments.
pub(super) fn value(register: &MapRegister, reset: u64, values: &[String]) -> Result<Option<u64>, Failure> {
    match values {
        [] => Ok(None),
        [word] if !word.contains('=') => {
            let fits = number(word).filter(|word| *word <= register.all_bits());
            let width = register.width.value;
            let remedy = format!("the largest is 0x{:x}", register.all_bits());
            fits.map(Some).ok_or_else(|| {
                Failure::refused(ILLEGAL, format!("`{word}` is not a {width}-bit number"), &remedy, None)
            })
        }
        fields => fields.iter().try_fold(reset, |word, pair| with_field(register, word, pair)).map(Some),
    }
}

/// Returns the word with one field set; values that a write would refuse are refused.
fn with_field(register: &MapRegister, word: u64, pair: &str) -> Result<u64, Failure> {
    let bad = |text: &str, remedy: &str| Failure::refused(ILLEGAL, format!("{pair}: {text}"), remedy, None);
    let (name, value) =
        pair.split_once('=').ok_or_else(|| bad("not a field and a value", "give FIELD=VALUE"))?;
    let named = register.fields.iter().find(|field| field.name.value.eq_ignore_ascii_case(name));
    let field = named.ok_or_else(|| {
        let message = format!("{pair}: unknown field of {}", register.name.value);
        let fields = register.fields.iter().map(|field| field.name.value.as_str());
        let near = hws_input::nearest(&name.to_uppercase(), fields);
        Failure::refused(UNKNOWN_FIELD, message, &format!("its fields are {}", names(register)), near)
    })?;
    let value = field_value(field, value)
        .ok_or_else(|| bad("not a value of the field", &format!("legal values are {}", legal(field))))?;
    if value > field.max() {
        return Err(bad("too large", &format!("the largest value of the field is {}", field.max())));
    }
    if !field.legal.allows(value) {
        return Err(bad("not a legal value", &format!("legal values are {}", field.legal)));
    }
    Ok(word & !field.mask() | field.place(value))
}

/// Parses a number, the name of a value, or a boolean for a single bit.
fn field_value(field: &MapField, text: &str) -> Option<u64> {
    let truth = match text {
        "true" if field.width() == 1 => Some(1),
        "false" if field.width() == 1 => Some(0),
        _ => None,
    };
    number(text).or_else(|| named_value(field, text)).or(truth)
}

fn named_value(field: &MapField, text: &str) -> Option<u64> {
    let MapLegal::Enumerated(enumeration) = &field.legal else { return None };
    let mut variants = enumeration.variants.iter();
    variants.find(|variant| variant.name.value.eq_ignore_ascii_case(text)).map(|variant| variant.value.value)
}

/// Returns the name of a field's value, if it has one.
pub(super) fn name_of(field: &MapField, value: u64) -> Option<&str> {
    let MapLegal::Enumerated(enumeration) = &field.legal else { return None };
    let mut variants = enumeration.variants.iter();
    variants.find(|variant| variant.value.value == value).map(|variant| variant.name.value.as_str())
}

/// Returns the field's value in a word.
pub(super) fn extract(field: &MapField, word: u64) -> u64 {
    word.checked_shr(field.lsb()).unwrap_or(0) & field.max()
}

/// Returns whether a write of the word would be accepted.
pub(super) fn is_legal(register: &MapRegister, word: u64) -> bool {
    let fields = register.fields.iter().all(|field| field.legal.allows(extract(field, word)));
    fields && register.legal_patterns().is_none_or(|(mask, patterns)| patterns.contains(&(word & mask)))
}

fn legal(field: &MapField) -> String {
    match &field.legal {
        MapLegal::Any => format!("0 to {}", field.max()),
        other => other.to_string(),
    }
}

fn names(register: &MapRegister) -> String {
    register.fields.iter().map(|field| field.name.value.as_str()).collect::<Vec<_>>().join(", ")
}
