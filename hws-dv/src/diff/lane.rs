//! Comparing two values under a rule for unknown bits.

use super::options::XRule;
use super::plan::ABSENT;
use crate::wave::Bits;

/// The result of one comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Both are equal.
    Equal,
    /// They differ.
    Differ,
    /// A bit is unknown on both sides: neither confirms the other.
    BothUnknown,
    /// A bit is unknown on one side, or counts as 0.
    Unknown,
    /// The signal has no value yet, or is masked completely.
    Absent,
    /// A difference that a waiver covers.
    Waived,
}

impl State {
    /// The number of states.
    pub(super) const COUNT: usize = 6;

    /// Whether it is a difference.
    #[must_use]
    pub fn is_difference(self) -> bool {
        matches!(self, Self::Differ | Self::BothUnknown)
    }
}

/// Compares the bits outside the mask.
#[inline]
pub(super) fn judge(a: Bits, b: Bits, care: u64, rule: XRule) -> State {
    if (a.unknown | b.unknown) & care == 0 {
        return match (a.value ^ b.value) & care {
            0 if care == 0 => State::Absent,
            0 => State::Equal,
            _ => State::Differ,
        };
    }
    judge_unknown(a, b, care, rule)
}

/// Compares two reals; equal are those that differ by at most `epsilon`, and two that are not numbers.
pub(super) fn judge_real(a: Bits, b: Bits, care: u64, (rule, epsilon): (XRule, f64)) -> State {
    if (a.unknown | b.unknown) != 0 || care == 0 {
        return judge(a, b, care, rule);
    }
    let (a, b) = (f64::from_bits(a.value), f64::from_bits(b.value));
    let is_equal = a == b || (a - b).abs() <= epsilon || a.is_nan() && b.is_nan();
    if is_equal { State::Equal } else { State::Differ }
}

fn judge_unknown(a: Bits, b: Bits, care: u64, rule: XRule) -> State {
    if a == ABSENT && b == ABSENT {
        return State::Absent;
    }
    let (a, b) = (dumped(a), dumped(b));
    let known = !(a.unknown | b.unknown) & care;
    match rule {
        XRule::Strict if (a.unknown ^ b.unknown) & care == 0 && (a.value ^ b.value) & known == 0 => {
            State::Equal
        }
        XRule::Strict => State::Differ,
        XRule::Zero if (a.value ^ b.value) & care == 0 => State::Unknown,
        XRule::Zero => State::Differ,
        XRule::Wild if (a.value ^ b.value) & known != 0 => State::Differ,
        XRule::Wild if a.unknown & b.unknown & care != 0 => State::BothUnknown,
        XRule::Wild => State::Unknown,
    }
}

/// What has no value yet is unknown.
pub(super) fn dumped(bits: Bits) -> Bits {
    if bits == ABSENT { Bits::all_unknown(64) } else { bits }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const X: Bits = Bits { value: 0, unknown: 0xF };
    const HALF: Bits = Bits { value: 1, unknown: 2 };

    #[rstest]
    #[case(XRule::Strict, X, X, State::Equal)]
    #[case(XRule::Strict, X, Bits::known(0), State::Differ)]
    #[case(XRule::Wild, X, Bits::known(3), State::Unknown)]
    #[case(XRule::Wild, X, X, State::BothUnknown)]
    #[case(XRule::Wild, HALF, Bits::known(3), State::Unknown)]
    #[case(XRule::Wild, HALF, Bits::known(2), State::Differ)]
    #[case(XRule::Zero, X, Bits::known(0), State::Unknown)]
    #[case(XRule::Zero, X, Bits::known(1), State::Differ)]
    #[case(XRule::Wild, ABSENT, ABSENT, State::Absent)]
    #[case(XRule::Wild, ABSENT, Bits::known(1), State::Unknown)]
    #[case(XRule::Strict, ABSENT, Bits::known(1), State::Differ)]
    fn unknown_bits_follow_the_rule(
        #[case] rule: XRule,
        #[case] a: Bits,
        #[case] b: Bits,
        #[case] state: State,
    ) {
        assert_eq!(judge(a, b, 0xF, rule), state);
        assert_eq!(judge(b, a, 0xF, rule), state, "the sides are equal");
    }

    #[test]
    fn masked_bits_do_not_count() {
        assert_eq!(judge(Bits::known(5), Bits::known(4), !1, XRule::Wild), State::Equal);
        assert_eq!(judge(Bits::known(5), Bits::known(4), 0, XRule::Wild), State::Absent);
        assert_eq!(judge(X, X, 0xF0, XRule::Wild), State::Equal);
    }

    #[rstest]
    #[case(1.0, 1.0, 0.0, true)]
    #[case(0.0, -0.0, 0.0, true)]
    #[case(f64::NAN, f64::NAN, 0.0, true)]
    #[case(f64::NAN, 1.0, 9.0, false)]
    #[case(1.0, 1.25, 0.25, true)]
    #[case(1.0, 1.25, 0.2, false)]
    fn reals_may_differ_by_epsilon(
        #[case] a: f64,
        #[case] b: f64,
        #[case] epsilon: f64,
        #[case] is_equal: bool,
    ) {
        let (a, b) = (Bits::known(a.to_bits()), Bits::known(b.to_bits()));
        let state = judge_real(a, b, u64::MAX, (XRule::Wild, epsilon));
        assert_eq!(state == State::Equal, is_equal);
        assert_eq!(judge_real(a, ABSENT, u64::MAX, (XRule::Wild, epsilon)), State::Unknown);
    }
}
