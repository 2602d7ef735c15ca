//! Values in the cells of tables and the words of memory images.

/// How digits without a prefix are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Radix {
    /// Decimal; `0x`, `0b`, `0o` and Verilog literals are understood.
    #[default]
    Decimal,
    /// Hexadecimal digits, x and z, as `%h` writes them; no prefix but that of a Verilog literal.
    Hex,
    /// Binary digits, x and z, as `%b` writes them.
    Binary,
}

impl Radix {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Decimal => "dec",
            Self::Hex => "hex",
            Self::Binary => "bin",
        }
    }

    /// The number of bits of a digit; 0 for decimal.
    fn bits(self) -> u32 {
        match self {
            Self::Decimal => 0,
            Self::Hex => 4,
            Self::Binary => 1,
        }
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    /// Binary digits, the highest first, with x and z.
    Digits(Vec<u8>),
    /// A decimal number with a fraction or an exponent.
    Real(f64),
}

impl Cell {
    /// Parses a cell; an empty one is unknown.
    pub(super) fn parse(text: &str, radix: Radix) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self::Digits(vec![b'x']));
        }
        if let Some((size, literal)) = text.split_once('\'') {
            return literal_digits(size, literal)
                .map(Self::Digits)
                .ok_or_else(|| format!("`{text}` is not a Verilog literal, such as `8'hff`"));
        }
        if radix != Radix::Decimal {
            return word_digits(text, radix).map(Self::Digits).ok_or_else(|| not_digits(text, radix));
        }
        let lower = text.to_ascii_lowercase();
        let based = [("0x", 4), ("0b", 1), ("0o", 3)]
            .into_iter()
            .find_map(|(prefix, bits)| Some((lower.strip_prefix(prefix)?, bits)));
        match based {
            Some((digits, bits)) => based_digits(digits, bits)
                .map(Self::Digits)
                .ok_or_else(|| format!("`{text}` is not a number")),
            None => decimal(&lower).ok_or_else(|| not_decimal(text)),
        }
    }
}

/// The bits of a word of `%h` or `%b`.
pub(super) fn word_digits(text: &str, radix: Radix) -> Option<Vec<u8>> {
    based_digits(text, radix.bits())
}

fn not_digits(text: &str, radix: Radix) -> String {
    let what = if radix == Radix::Hex { "hexadecimal" } else { "binary" };
    format!("`{text}` does not consist of {what} digits, x and z, as --radix {} expects", radix.word())
}

fn not_decimal(text: &str) -> String {
    let remedy = if based_digits(text, 4).is_some() {
        "; for digits written by `%h` or `%b` give --radix hex or --radix bin"
    } else {
        "; expected decimal, `0x`, `0b`, or a Verilog literal such as `8'hff`"
    };
    format!("`{text}` is not a decimal number{remedy}")
}

/// `-5`, `1_000`, `x`, `1.5e3`.
fn decimal(text: &str) -> Option<Cell> {
    if !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'x' | b'z' | b'?')) {
        return Some(Cell::Digits(vec![if text.starts_with('x') { b'x' } else { b'z' }]));
    }
    let plain = text.strip_prefix('+').unwrap_or(text).replace('_', "");
    if let Ok(number) = plain.parse::<u128>() {
        return Some(Cell::Digits(format!("{number:b}").into_bytes()));
    }
    if let Ok(number) = plain.parse::<i64>() {
        // Sign-extended as far as values are read in one word.
        return Some(Cell::Digits(format!("{number:064b}").into_bytes()));
    }
    plain.parse().ok().map(Cell::Real)
}

/// Digits of 1, 3 or 4 bits each.
fn based_digits(text: &str, bits: u32) -> Option<Vec<u8>> {
    let mut digits = Vec::with_capacity(text.len() * bits as usize);
    for byte in text.bytes().filter(|byte| *byte != b'_') {
        match byte {
            b'x' | b'X' => digits.extend((0..bits).map(|_| b'x')),
            b'z' | b'Z' | b'?' => digits.extend((0..bits).map(|_| b'z')),
            _ => {
                let value = char::from(byte).to_digit(1 << bits)?;
                digits.extend((0..bits).rev().map(|bit| b'0' + (value >> bit & 1) as u8));
            }
        }
    }
    (!digits.is_empty()).then_some(digits)
}

/// What follows the quote of `8'hff` or `'d12`; the digits have the size that is given.
fn literal_digits(size: &str, literal: &str) -> Option<Vec<u8>> {
    let lower = literal.to_ascii_lowercase();
    let lower = lower.strip_prefix('s').unwrap_or(&lower);
    let digits = match lower.split_at_checked(1)? {
        ("h", digits) => based_digits(digits, 4)?,
        ("b", digits) => based_digits(digits, 1)?,
        ("o", digits) => based_digits(digits, 3)?,
        ("d", digits) => match decimal(digits)? {
            Cell::Digits(digits) => digits,
            Cell::Real(_) => return None,
        },
        _ => return None,
    };
    if size.is_empty() {
        return Some(digits);
    }
    let size =
        size.trim().replace('_', "").parse::<usize>().ok().filter(|size| (1..=1 << 20).contains(size))?;
    // Short literals are extended by x or z if they begin so.
    let filler = if matches!(digits[0], b'x' | b'z') { digits[0] } else { b'0' };
    let mut sized = vec![filler; size.saturating_sub(digits.len())];
    sized.extend_from_slice(&digits[digits.len().saturating_sub(size)..]);
    Some(sized)
}

/// The bits that are enough for the known digits: the place of the highest 1, plus one; at least 1.
pub(super) fn needed(digits: &[u8]) -> u32 {
    let is_negative = digits.len() == 64 && digits[0] == b'1';
    let highest = if is_negative {
        digits.iter().position(|digit| *digit == b'0').map_or(1, |zero| digits.len() - zero + 1)
    } else {
        digits.iter().position(|digit| *digit == b'1').map_or(1, |one| digits.len() - one)
    };
    highest as u32
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("5", "101", 3)]
    #[case("1_0", "1010", 4)]
    #[case("0x1f", "00011111", 5)]
    #[case("0Xxz", "xxxxzzzz", 1)]
    #[case("0b10x", "10x", 3)]
    #[case("8'hf", "00001111", 4)]
    #[case("4'bx1", "xxx1", 1)]
    #[case("'d9", "1001", 4)]
    #[case("3'sd5", "101", 3)]
    #[case("2'd7", "11", 2)]
    #[case("x", "x", 1)]
    #[case("XXXX", "x", 1)]
    #[case("", "x", 1)]
    fn cells_are_digits(#[case] text: &str, #[case] digits: &str, #[case] bits: u32) {
        assert_eq!(Cell::parse(text, Radix::Decimal), Ok(Cell::Digits(digits.into())), "{text}");
        assert_eq!(needed(digits.as_bytes()), bits);
    }

    #[test]
    fn with_a_radix_there_is_no_prefix() {
        let parse = |text, radix| Cell::parse(text, radix).unwrap();
        assert_eq!(parse("0b1", Radix::Hex), Cell::Digits(b"000010110001".to_vec()));
        assert_eq!(parse("0x1", Radix::Hex), Cell::Digits(b"0000xxxx0001".to_vec()));
        assert_eq!(parse("10", Radix::Binary), Cell::Digits(b"10".to_vec()));
        assert!(Cell::parse("2", Radix::Binary).unwrap_err().contains("--radix bin"));
    }

    #[test]
    fn negative_numbers_fill_the_word_and_need_few_bits() {
        let Ok(Cell::Digits(digits)) = Cell::parse("-5", Radix::Decimal) else { panic!("not digits") };
        assert_eq!((digits.len(), needed(&digits)), (64, 4));
        assert_eq!(Cell::parse("-1.5e1", Radix::Decimal), Ok(Cell::Real(-15.0)));
    }

    #[rstest]
    #[case("1f", "--radix hex")]
    #[case("idle", "expected decimal")]
    #[case("8'q1", "Verilog literal")]
    #[case("0xg", "not a number")]
    fn anything_else_is_refused(#[case] text: &str, #[case] reason: &str) {
        assert!(Cell::parse(text, Radix::Decimal).unwrap_err().contains(reason));
    }
}
