//! Expressions of numbers and parameters, wherever a map takes a number: `"2 * N_CHANNELS - 1"`.
//!
//! Values are exact integers; an operation that leaves 128 bits is an error, as is a division by 0.

use hws_input::nearest;
use std::collections::BTreeMap;

/// The values of the parameters.
pub(crate) type Values = BTreeMap<String, u64>;

/// Nested deeper, an expression is refused.
const MOST_DEPTH: usize = 32;

/// Why an expression has no value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// No parameter has the name; the one that is probably meant.
    Unknown { name: String, meant: Option<String> },
    /// Anything else: the reason, the text at the place, and the remedy.
    Wrong { reason: String, label: &'static str, remedy: String, suggestion: Option<String> },
}

/// Returns the value of an expression.
pub(crate) fn evaluate(text: &str, parameters: &Values) -> Result<u64, Fault> {
    if let Some(suggestion) = of_verilog(text) {
        return Err(Fault::Wrong {
            reason: format!("`{}` is a number of SystemVerilog", text.trim()),
            label: "in this expression",
            remedy: "write numbers in decimal, or with 0x, 0o or 0b in front".to_owned(),
            suggestion: Some(suggestion),
        });
    }
    let mut parser = Parser { rest: text, parameters, depth: 0 };
    let value = parser.sum()?;
    if !parser.peek().is_empty() {
        return Err(parser.unexpected());
    }
    u64::try_from(value).map_err(|_| out_of_range(value))
}

struct Parser<'a> {
    rest: &'a str,
    parameters: &'a Values,
    depth: usize,
}

type Answer = Result<i128, Fault>;

impl<'a> Parser<'a> {
    /// Shifts bind less than sums, as in C.
    fn sum(&mut self) -> Answer {
        let mut left = self.addition()?;
        loop {
            let right = |parser: &mut Self| parser.addition();
            left = if self.takes("<<") {
                let bits = right(self)?;
                shifted(left, bits)?
            } else if self.takes(">>") {
                let bits = right(self)?;
                left >> shift(bits)?
            } else {
                return Ok(left);
            };
        }
    }

    fn addition(&mut self) -> Answer {
        let mut left = self.product()?;
        loop {
            left = if self.takes("+") {
                checked(left.checked_add(self.product()?))?
            } else if self.takes("-") {
                checked(left.checked_sub(self.product()?))?
            } else {
                return Ok(left);
            };
        }
    }

    fn product(&mut self) -> Answer {
        let mut left = self.power()?;
        loop {
            left = if self.takes("*") {
                checked(left.checked_mul(self.power()?))?
            } else if self.takes("/") {
                divided(left, self.power()?, i128::checked_div_euclid)?
            } else if self.takes("%") {
                divided(left, self.power()?, i128::checked_rem_euclid)?
            } else {
                return Ok(left);
            };
        }
    }

    /// Powers bind from the right, as in SystemVerilog and Python.
    fn power(&mut self) -> Answer {
        let base = self.atom()?;
        if !self.takes("**") {
            return Ok(base);
        }
        self.nested(|parser| power(base, parser.power()?))
    }

    fn atom(&mut self) -> Answer {
        if self.takes("(") {
            return self.nested(|parser| {
                let value = parser.sum()?;
                parser.expect(")")?;
                Ok(value)
            });
        }
        let word = self.word();
        match word.chars().next() {
            Some(first) if first.is_ascii_digit() => number(word),
            Some(_) if self.takes("(") => self.nested(|parser| parser.call(word)),
            Some(_) => self.parameter(word),
            None => Err(self.unexpected()),
        }
    }

    fn nested(&mut self, inner: impl FnOnce(&mut Self) -> Answer) -> Answer {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(wrong("the expression is nested too deeply", "use fewer parentheses"));
        }
        let value = inner(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn call(&mut self, name: &str) -> Answer {
        let first = self.sum()?;
        let second = if self.takes(",") { Some(self.sum()?) } else { None };
        self.expect(")")?;
        match (name, second) {
            ("clog2", None) => clog2(first),
            ("min", Some(second)) => Ok(first.min(second)),
            ("max", Some(second)) => Ok(first.max(second)),
            ("pow", Some(second)) => power(first, second),
            _ => Err(wrong(
                format!("`{name}` is not a function with these arguments"),
                "the functions are clog2(n), min(a, b), max(a, b) and pow(a, b)",
            )),
        }
    }

    fn parameter(&self, name: &str) -> Answer {
        match self.parameters.get(name) {
            Some(value) => Ok(i128::from(*value)),
            None => Err(Fault::Unknown {
                name: name.to_owned(),
                meant: nearest(name, self.parameters.keys().map(String::as_str)).map(str::to_owned),
            }),
        }
    }

    /// Takes the longest run of letters, digits and underscores.
    fn word(&mut self) -> &'a str {
        let rest = self.peek();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        word
    }

    fn peek(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        self.rest
    }

    fn takes(&mut self, token: &str) -> bool {
        let rest = self.peek().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<(), Fault> {
        if self.takes(token) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn unexpected(&mut self) -> Fault {
        let found = match self.peek().chars().next() {
            Some(c) => format!("`{c}` is unexpected"),
            None => "something is missing at its end".to_owned(),
        };
        wrong(
            format!("this is not an expression: {found}"),
            "write numbers and parameters with operators between them, as in `2 * N + 1`",
        )
    }
}

fn wrong(reason: impl Into<String>, remedy: impl Into<String>) -> Fault {
    Fault::Wrong {
        reason: reason.into(),
        label: "in this expression",
        remedy: remedy.into(),
        suggestion: None,
    }
}

fn out_of_range(value: i128) -> Fault {
    match value < 0 {
        true => wrong(format!("the value is {value}, but numbers are not negative"), "change the expression"),
        false => wrong(format!("the value {value} does not fit in 64 bits"), "use at most 2⁶⁴ − 1"),
    }
}

fn checked(value: Option<i128>) -> Answer {
    value.ok_or_else(|| wrong("a part of the expression is too large", "use smaller numbers"))
}

fn divided(left: i128, right: i128, divide: fn(i128, i128) -> Option<i128>) -> Answer {
    divide(left, right).ok_or_else(|| wrong("division by 0", "divide by another number"))
}

fn shift(bits: i128) -> Result<u32, Fault> {
    let bits = u32::try_from(bits).ok().filter(|bits| *bits < 64);
    bits.ok_or_else(|| wrong("a shift by more than 63 bits, or by less than 0", "shift by 0 to 63 bits"))
}

fn shifted(left: i128, bits: i128) -> Answer {
    checked(left.checked_mul(1_i128 << shift(bits)?))
}

fn power(base: i128, exponent: i128) -> Answer {
    let exponent = u32::try_from(exponent)
        .map_err(|_| wrong(format!("a power of {exponent} has no value"), "use an exponent of 0 or more"))?;
    checked(base.checked_pow(exponent))
}

/// Returns how many bits number `value` things.
fn clog2(value: i128) -> Answer {
    match value {
        1.. => Ok(i128::from(128 - (value - 1).leading_zeros())),
        _ => Err(wrong(format!("clog2({value}) has no value"), "use it on numbers from 1")),
    }
}

/// Returns the value of a number as it is written in Rust, C or Python.
fn number(word: &str) -> Answer {
    let bare = word.replace('_', "");
    let lower = bare.to_ascii_lowercase();
    let (digits, radix) = match lower.get(..2) {
        Some("0x") => (&lower[2..], 16),
        Some("0o") => (&lower[2..], 8),
        Some("0b") => (&lower[2..], 2),
        _ => (lower.as_str(), 10),
    };
    if radix == 10
        && digits.len() > 1
        && digits.starts_with('0')
        && digits.bytes().all(|c| c.is_ascii_digit())
    {
        return Err(leading_zero(word, digits));
    }
    i128::from_str_radix(digits, radix).map_err(|_| Fault::Wrong {
        reason: format!("`{word}` is not a number"),
        label: "in this expression",
        remedy: "write numbers in decimal, or with 0x, 0o or 0b in front".to_owned(),
        suggestion: hexadecimal(&lower),
    })
}

/// Returns the number that is meant by hexadecimal digits without `0x`, such as `1c` and `1Ch`.
fn hexadecimal(lower: &str) -> Option<String> {
    let digits = lower.strip_suffix('h').unwrap_or(lower);
    let is_hexadecimal = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_hexdigit());
    is_hexadecimal.then(|| format!("0x{digits}"))
}

/// Returns the number that a SystemVerilog literal such as `4'hf` means.
fn of_verilog(text: &str) -> Option<String> {
    let (width, digits) = text.trim().split_once('\'')?;
    let (base, digits) = digits.split_at_checked(1)?;
    let (prefix, radix) = match base {
        "h" | "H" => ("0x", 16),
        "d" | "D" => ("", 10),
        "o" | "O" => ("0o", 8),
        "b" | "B" => ("0b", 2),
        _ => return None,
    };
    let is_number = !digits.is_empty() && digits.chars().all(|c| c == '_' || c.is_digit(radix));
    (is_number && width.bytes().all(|c| c.is_ascii_digit())).then(|| format!("{prefix}{digits}"))
}

fn leading_zero(word: &str, digits: &str) -> Fault {
    let decimal = Some(digits.trim_start_matches('0')).filter(|digits| !digits.is_empty()).unwrap_or("0");
    let octal = digits.bytes().all(|c| c < b'8');
    let other = if octal { format!(", or `0o{decimal}` for octal") } else { String::new() };
    Fault::Wrong {
        reason: format!(
            "`{word}` has a leading zero, which means octal to some readers and decimal to others"
        ),
        label: "leading zero",
        remedy: format!("write `{decimal}`{other}"),
        suggestion: Some(decimal.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<u64, String> {
        let parameters = Values::from([("N".to_owned(), 4), ("WIDTH".to_owned(), 12)]);
        evaluate(text, &parameters).map_err(|fault| match fault {
            Fault::Unknown { name, meant } => format!("unknown {name}, meant {meant:?}"),
            Fault::Wrong { reason, .. } => reason,
        })
    }

    #[test]
    fn operators_bind_as_in_c() {
        for (text, expected) in [
            ("N", 4),
            ("0x10 + N * 2", 24),
            ("(1 + 2) * 3", 9),
            ("1 << N - 1", 8),
            ("7 / 2 % 2", 1),
            ("10 - 3 - 2", 5),
            ("clog2(N)", 2),
            ("clog2(5)", 3),
            ("clog2(1)", 0),
            ("min(N, WIDTH) + max(1, 2)", 6),
            ("pow(2, N) - 1", 15),
            ("pow(N, 0)", 1),
            ("2 * 2 ** 3", 16),
            ("2 ** N ** 0", 2),
            ("0b101 + 0o17 + 1_000", 1020),
            ("0xffff_ffff_ffff_ffff", u64::MAX),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_has_no_value_is_explained() {
        for (text, part) in [
            ("WIDHT", "meant Some(\"WIDTH\")"),
            ("N - 5", "-1"),
            ("1 / 0", "division by 0"),
            ("1 % (N - 4)", "division by 0"),
            ("0xffffffffffffffff + 1", "does not fit in 64 bits"),
            ("1 << 64", "shift"),
            ("1 +", "missing at its end"),
            ("2 N", "`N` is unexpected"),
            ("0040", "leading zero"),
            ("3x", "`3x` is not a number"),
            ("clog2(0)", "no value"),
            ("abs(1)", "not a function"),
            ("pow(2, 200)", "too large"),
            ("pow(2, 3 - N)", "has no value"),
            ("", "missing at its end"),
            ("15:0", "`:` is unexpected"),
        ] {
            let found = value(text);
            assert!(found.as_ref().is_err_and(|reason| reason.contains(part)), "{text}: {found:?}");
        }
        assert!(value(&"(".repeat(100)).is_err());
        assert!(value(&format!("{}1", "0x7fffffffffffffff*".repeat(9))).is_err());
    }
}
