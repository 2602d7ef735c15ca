//! Numbers and expressions of IP-XACT.

use crate::source::expression::{Values, evaluate};
use std::fmt::Write;

/// Returns the value of a number in the notation of SystemVerilog (`'h1F`, `8'b101`) or of the standard of 2009
/// (`0x1F`, `4K`), or of an expression of such numbers and parameters.
pub(super) fn parse(text: &str, parameters: &Values) -> Option<u64> {
    let text = text.trim();
    let scaled = ["K", "M", "G", "T"].iter().zip([10, 20, 30, 40]).find_map(|(letter, bits)| {
        let digits = text.strip_suffix(letter).or_else(|| text.strip_suffix(&letter.to_lowercase()))?;
        digits.parse::<u64>().ok()?.checked_mul(1 << bits)
    });
    scaled.or_else(|| evaluate(&translated(text)?, parameters).ok())
}

/// Returns the expression as a map writes it.
fn translated(text: &str) -> Option<String> {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        if first == '\'' {
            // The size before the apostrophe does not change the value.
            let size = out.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            out.truncate(size);
            let sized = rest.get(1..)?.trim_start_matches(['s', 'S']);
            let radix = sized.chars().next()?.to_ascii_lowercase();
            let digits = sized.get(1..)?;
            let end = digits.find(|c: char| !c.is_ascii_hexdigit() && c != '_').unwrap_or(digits.len());
            let prefix = match radix {
                'h' => "0x",
                'o' => "0o",
                'b' => "0b",
                'd' => "",
                _ => return None,
            };
            let number = digits.get(..end)?.replace('_', "");
            let number = if prefix.is_empty() { without_zeros(&number) } else { &number };
            // Writing to a String cannot fail.
            let _ = write!(out, "{prefix}{number}");
            rest = digits.get(end..)?;
        } else if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let number = rest.get(..end)?;
            let lower = number.to_ascii_lowercase();
            out.push_str(if lower.starts_with("0x") { &lower } else { without_zeros(number) });
            rest = rest.get(end..)?;
        } else if first.is_ascii_alphabetic() || first == '_' || first == '$' {
            let end = rest
                .get(1..)?
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .map_or(rest.len(), |end| end + 1);
            out.push_str(rest.get(..end)?.trim_start_matches('$'));
            rest = rest.get(end..)?;
        } else {
            out.push(first);
            rest = rest.get(first.len_utf8()..)?;
        }
    }
    Some(out)
}

fn without_zeros(number: &str) -> &str {
    let digits = number.trim_start_matches('0');
    if digits.is_empty() && !number.is_empty() { "0" } else { digits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_read() {
        let parameters = Values::from([("uuid_1".to_owned(), 4)]);
        for (text, expected) in [
            ("'h1F", Some(31)),
            ("32'hffff_0000", Some(0xffff_0000)),
            ("8'b101", Some(5)),
            ("'d010", Some(10)),
            ("4'sd7", Some(7)),
            ("0x1f", Some(31)),
            ("0X1F", Some(31)),
            ("007", Some(7)),
            ("0", Some(0)),
            ("4K", Some(4096)),
            ("uuid_1 * 4 + 'h10", Some(32)),
            ("$clog2(uuid_1)", Some(2)),
            ("('h300) / $pow(2,8) % $pow(2,24)", Some(3)),
            ("4 * (2 ** 10)", Some(4096)),
            ("uuid_2", None),
            ("-1", None),
            ("'hxx", None),
            ("", None),
            ("'", None),
        ] {
            assert_eq!(parse(text, &parameters), expected, "{text}");
        }
    }
}
