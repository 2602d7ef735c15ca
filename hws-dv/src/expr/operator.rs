//! The operators on values with unknown bits.

use super::bit;
use crate::wave::Bits;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
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

impl Operator {
    /// Whether the result has as many bits as its operands, and not one.
    pub(super) fn is_bitwise(self) -> bool {
        matches!(self, Self::BitOr | Self::BitXor | Self::BitAnd)
    }

    pub(super) fn apply(self, left: Bits, right: Bits) -> Bits {
        let either = left.unknown | right.unknown;
        let with = |value: u64, unknown: u64| Bits { value: value & !unknown, unknown };
        match self {
            Self::BitXor => with(left.value ^ right.value, either),
            Self::BitOr => with(left.value | right.value, either & !(left.value | right.value)),
            Self::BitAnd => {
                let zero = !(left.value | left.unknown) | !(right.value | right.unknown);
                with(left.value & right.value, either & !zero)
            }
            _ => self.decide(left, right).map_or(Bits::all_unknown(1), bit),
        }
    }

    /// Whether it holds; `None` if unknown bits leave that open.
    fn decide(self, left: Bits, right: Bits) -> Option<bool> {
        match self {
            Self::Or => any(truth(left), truth(right)),
            Self::And => any(truth(left).map(|is| !is), truth(right).map(|is| !is)).map(|is| !is),
            Self::Equal => is_equal(left, right),
            Self::Unequal => is_equal(left, right).map(|is| !is),
            _ => {
                let (left, right) = (left.get()?, right.get()?);
                Some(match self {
                    Self::Less => left < right,
                    Self::LessEqual => left <= right,
                    Self::Greater => left > right,
                    _ => left >= right,
                })
            }
        }
    }

    /// One bit of all bits of a value.
    pub(super) fn reduce(self, bits: Bits, width: u32) -> Bits {
        match self {
            Self::BitAnd if width > 0 => {
                let all = truth(inverted(bits, width)).map(|is| !is);
                all.map_or(Bits::all_unknown(1), bit)
            }
            Self::BitXor => {
                let parity = bits.get().map(|value| value.count_ones() % 2 == 1);
                parity.map_or(Bits::all_unknown(1), bit)
            }
            _ => truth(bits).map_or(Bits::all_unknown(1), bit),
        }
    }
}

fn any(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

fn is_equal(left: Bits, right: Bits) -> Option<bool> {
    let unknown = left.unknown | right.unknown;
    if (left.value ^ right.value) & !unknown != 0 {
        return Some(false);
    }
    (unknown == 0).then_some(true)
}

/// Whether a value is not 0.
pub(super) fn truth(bits: Bits) -> Option<bool> {
    if bits.value != 0 { Some(true) } else { (bits.unknown == 0).then_some(false) }
}

/// All bits inverted. Of a column without a declared width, 0 and 1 are single bits, and wider values keep their upper
/// bits.
pub(super) fn inverted(bits: Bits, width: u32) -> Bits {
    let width = match width {
        0 if bits.value | bits.unknown <= 1 => 1,
        0 => Bits::MAX_WIDTH,
        width => width,
    };
    Bits { value: !bits.value & !bits.unknown & ones(width), unknown: bits.unknown }
}

/// The index of the only 1; unknown if there is none, or several, or any bit is unknown.
pub(super) fn one_hot(bits: Bits, width: u32) -> Bits {
    match bits.get() {
        Some(value) if value.is_power_of_two() => Bits::known(value.trailing_zeros().into()),
        _ => Bits::all_unknown(width),
    }
}

/// As many ones as a value has bits.
fn ones(width: u32) -> u64 {
    Bits::all_unknown(width).unknown
}
