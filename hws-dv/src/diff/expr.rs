//! Expressions over signals: clocks, enables, conditions of windows.
//!
//! Operators, from weak to strong: `||`, `&&`, `|`, `^`, `&`, `== !=`, `< <= > >=`, `! ~`; numbers are decimal, `0x`,
//! `0b` or `8'hff`. An unknown operand makes the result unknown, unless the other one decides.

mod parse;

use crate::wave::Bits;

/// A parsed expression; leaves are numbers of signals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expr {
    Signal(usize),
    Bit(usize, u32),
    Number(u64),
    Not(Box<Expr>),
    Invert(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Expr {
    /// Parses a text; `signal` gives the number of a name, or says what is wrong with it.
    pub(super) fn parse(
        text: &str,
        signal: &mut dyn FnMut(&str) -> Result<Leaf, String>,
    ) -> Result<Self, String> {
        parse::parse(text, signal)
    }

    /// The value; `None` if it is unknown.
    pub(super) fn eval(&self, values: &[Bits]) -> Option<u64> {
        match self {
            Self::Signal(signal) => values[*signal].get(),
            Self::Bit(signal, bit) => bit_of(values[*signal], *bit),
            Self::Number(number) => Some(*number),
            Self::Not(inner) => Some(u64::from(inner.eval(values)? == 0)),
            Self::Invert(inner) => Some(invert(inner.eval(values)?)),
            Self::Binary(operator, left, right) => operator.eval(left.eval(values), right.eval(values)),
        }
    }

    /// Whether it is known to hold.
    pub(super) fn holds(&self, values: &[Bits]) -> bool {
        self.eval(values).is_some_and(|value| value != 0)
    }
}

/// A name: a signal, or one bit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) signal: usize,
    pub(super) bit: Option<u32>,
}

fn bit_of(bits: Bits, bit: u32) -> Option<u64> {
    if bits.unknown >> bit & 1 == 1 { None } else { Some(bits.value >> bit & 1) }
}

/// `~1` of a single bit is 0, as in the hardware; wider values keep their upper bits.
fn invert(value: u64) -> u64 {
    if value <= 1 { 1 - value } else { !value }
}

impl Operator {
    fn eval(self, left: Option<u64>, right: Option<u64>) -> Option<u64> {
        let is_true = |value: Option<u64>| value.map(|value| value != 0);
        match self {
            Self::Or => match (is_true(left), is_true(right)) {
                (Some(true), _) | (_, Some(true)) => Some(1),
                (Some(false), Some(false)) => Some(0),
                _ => None,
            },
            Self::And => match (is_true(left), is_true(right)) {
                (Some(false), _) | (_, Some(false)) => Some(0),
                (Some(true), Some(true)) => Some(1),
                _ => None,
            },
            _ => Some(self.of_known(left?, right?)),
        }
    }

    fn of_known(self, left: u64, right: u64) -> u64 {
        match self {
            Self::BitOr | Self::Or => left | right,
            Self::BitXor => left ^ right,
            Self::BitAnd | Self::And => left & right,
            Self::Equal => u64::from(left == right),
            Self::Unequal => u64::from(left != right),
            Self::Less => u64::from(left < right),
            Self::LessEqual => u64::from(left <= right),
            Self::Greater => u64::from(left > right),
            Self::GreaterEqual => u64::from(left >= right),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn eval(text: &str) -> Result<Option<u64>, String> {
        let names = ["a", "b", "x", "m[2]"];
        let values = [Bits::known(5), Bits::known(0), Bits::all_unknown(1), Bits::known(7)];
        let mut find = |name: &str| match names.iter().position(|known| *known == name) {
            Some(signal) => Ok(Leaf { signal, bit: None }),
            None if name == "a[2]" => Ok(Leaf { signal: 0, bit: Some(2) }),
            None => Err(format!("no signal `{name}`")),
        };
        Ok(Expr::parse(text, &mut find)?.eval(&values))
    }

    #[rstest]
    #[case("a", Some(5))]
    #[case("a[2]", Some(1))]
    #[case("m[2] == 7", Some(1))]
    #[case("!a || !b", Some(1))]
    #[case("a == 5 && b == 1", Some(0))]
    #[case("x", None)]
    #[case("x && b", Some(0))]
    #[case("x || a", Some(1))]
    #[case("x == 0", None)]
    #[case("a & 0x4 | 2", Some(6))]
    #[case("(a ^ 4'b0001) >= 8'h04", Some(1))]
    #[case("~b", Some(1))]
    #[case("a < 6", Some(1))]
    fn expressions_have_the_values_of_verilog(#[case] text: &str, #[case] value: Option<u64>) {
        assert_eq!(eval(text), Ok(value), "{text}");
    }

    #[rstest]
    #[case("", "ends")]
    #[case("a ==", "ends")]
    #[case("(a", "`)`")]
    #[case("a b", "unexpected `b`")]
    #[case("a = 1", "`=`")]
    #[case("c", "no signal `c`")]
    #[case("0xg", "number")]
    fn a_wrong_expression_is_explained(#[case] text: &str, #[case] reason: &str) {
        let shown = eval(text).unwrap_err();
        assert!(shown.contains(reason), "{text}: {shown}");
    }

    #[test]
    fn nesting_is_limited() {
        assert!(eval(&"(".repeat(100_000)).unwrap_err().contains("nested"));
        assert!(eval(&"!".repeat(100_000)).unwrap_err().contains("nested"));
    }
}
