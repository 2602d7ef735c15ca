//! Expressions over signals: clocks, enables, conditions of windows, and the values of a map.
//!
//! Operators, from weak to strong: `?:`, `||`, `&&`, `|`, `^`, `&`, `== !=`, `< <= > >=`, `! ~` and the reductions
//! `& | ^`; `{a, b}` joins, `{4{a}}` repeats, and `onehot(a)` is the index of the only 1. Numbers are decimal, `0x`,
//! `0b` or `8'hff`. Each operand has its own width, and unknown bits have the rules of Verilog: an unknown operand makes
//! the result unknown, unless the other one decides.

mod operator;
mod parse;
mod word;

use crate::wave::{Bits, Variable, VariableKind};
pub(crate) use operator::Operator;
use operator::{inverted, one_hot, truth};

/// A parsed expression; leaves are numbers of signals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Signal(Leaf),
    /// A number, and its bits.
    Number(u64, u32),
    Not(Box<Self>),
    Invert(Box<Self>),
    /// `&a`, `|a`, `^a`.
    Reduce(Operator, Box<Self>),
    Binary(Operator, Box<Self>, Box<Self>),
    /// The condition, and the values if it holds and if not.
    Choose(Box<[Self; 3]>),
    /// The highest first.
    Join(Vec<Self>),
    OneHot(Box<Self>),
}

/// The bits of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) signal: usize,
    /// The lowest of them.
    pub(crate) low: u32,
    /// How many they are; 0 if the dump does not say it.
    pub(crate) width: u32,
}

impl Leaf {
    /// All bits of a variable, or the lowest 64. A column of a table has no declared width.
    pub(crate) fn whole(signal: usize, variable: &Variable) -> Self {
        let width = match variable.kind {
            VariableKind::Digits { .. } => 0,
            _ => variable.width.min(Bits::MAX_WIDTH),
        };
        Self { signal, low: 0, width }
    }

    fn value(self, values: &[Bits]) -> Bits {
        let Bits { value, unknown } = values[self.signal];
        let moved = Bits { value: (value & !unknown) >> self.low, unknown: unknown >> self.low };
        moved.lowest(if self.width == 0 { Bits::MAX_WIDTH } else { self.width })
    }
}

impl Expr {
    /// Parses a text; `signal` gives the bits that a name means, or says what is wrong with it.
    pub(crate) fn parse(
        text: &str,
        signal: &mut dyn FnMut(&str) -> Result<Self, String>,
    ) -> Result<Self, String> {
        parse::parse(text, signal)
    }

    /// Whether a text is a name, and not an expression of several words.
    pub(crate) fn is_name(text: &str) -> bool {
        word::words(text)
            .is_ok_and(|words| words.len() == 1 && !words[0].starts_with(|c: char| c.is_ascii_digit()))
    }

    /// The number of bits; 0 if the dump does not say it.
    pub(crate) fn width(&self) -> u32 {
        match self {
            Self::Signal(leaf) => leaf.width,
            Self::Number(_, width) => *width,
            Self::Not(_) | Self::Reduce(..) => 1,
            Self::Invert(inner) => inner.width(),
            Self::Binary(operator, left, right) if operator.is_bitwise() => left.width().max(right.width()),
            Self::Binary(..) => 1,
            Self::Choose(parts) => parts[1].width().max(parts[2].width()),
            Self::Join(parts) => parts.iter().map(Self::width).fold(0, u32::saturating_add),
            Self::OneHot(inner) => index_width(inner.width()),
        }
    }

    /// The value.
    pub(crate) fn bits(&self, values: &[Bits]) -> Bits {
        match self {
            Self::Signal(leaf) => leaf.value(values),
            Self::Number(number, _) => Bits::known(*number),
            Self::Not(inner) => truth(inner.bits(values)).map_or(Bits::all_unknown(1), |is| bit(!is)),
            Self::Invert(inner) => inverted(inner.bits(values), inner.width()),
            Self::Reduce(operator, inner) => operator.reduce(inner.bits(values), inner.width()),
            Self::Binary(operator, left, right) => operator.apply(left.bits(values), right.bits(values)),
            Self::Choose(parts) => chosen(parts, values),
            Self::Join(parts) => parts.iter().fold(Bits::default(), |joined, part| {
                let (low, width) = (part.bits(values), part.width().min(Bits::MAX_WIDTH));
                let up = |bits: u64| bits.checked_shl(width).unwrap_or(0);
                Bits { value: up(joined.value) | low.value, unknown: up(joined.unknown) | low.unknown }
            }),
            Self::OneHot(inner) => one_hot(inner.bits(values), self.width()),
        }
    }

    /// The value; `None` if a bit of it is unknown.
    pub(crate) fn eval(&self, values: &[Bits]) -> Option<u64> {
        self.bits(values).get()
    }

    /// Whether it is known to hold.
    pub(crate) fn holds(&self, values: &[Bits]) -> bool {
        truth(self.bits(values)) == Some(true)
    }

    /// Calls `each` for every signal that it reads.
    pub(crate) fn leaves(&self, each: &mut dyn FnMut(Leaf)) {
        match self {
            Self::Signal(leaf) => each(*leaf),
            Self::Number(..) => (),
            Self::Not(inner) | Self::Invert(inner) | Self::Reduce(_, inner) | Self::OneHot(inner) => {
                inner.leaves(each);
            }
            Self::Binary(_, left, right) => [left, right].into_iter().for_each(|side| side.leaves(each)),
            Self::Choose(parts) => parts.iter().for_each(|part| part.leaves(each)),
            Self::Join(parts) => parts.iter().for_each(|part| part.leaves(each)),
        }
    }
}

/// Both values, if it is unknown which one is meant: only bits that are equal in them are known.
fn chosen(parts: &[Expr; 3], values: &[Bits]) -> Bits {
    let [condition, yes, no] = parts;
    match truth(condition.bits(values)) {
        Some(true) => yes.bits(values),
        Some(false) => no.bits(values),
        None => {
            let (yes, no) = (yes.bits(values), no.bits(values));
            let unknown = yes.unknown | no.unknown | (yes.value ^ no.value);
            Bits { value: yes.value & !unknown, unknown }
        }
    }
}

/// The bits of the index of one of `width` bits.
fn index_width(width: u32) -> u32 {
    (u32::BITS - width.saturating_sub(1).leading_zeros()).max(1)
}

fn bit(is: bool) -> Bits {
    Bits::known(u64::from(is))
}

#[cfg(test)]
mod tests;
