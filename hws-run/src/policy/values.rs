//! The values of policies: what a key takes, and the syntax.

use std::borrow::Cow;
use std::num::NonZeroU32;

use fw_api::{PriorityCurve, PriorityTable, PromotionRule, PromotionRules};

use super::error::Problem;

/// The values that a key takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PolicyValues {
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Words(Vec<Cow<'static, str>>),
    /// An integer in this range.
    Integers {
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// This word, or an integer in the range.
    WordOrIntegers {
        /// The word.
        word: &'static str,
        /// The smallest integer.
        least: i64,
        /// The largest integer.
        most: i64,
    },
    /// A multiple of a number.
    Multiples {
        /// The number.
        of: u32,
        /// The largest multiple.
        most: u32,
    },
    /// A name, or its number.
    Named(&'static [(&'static str, u32)]),
    /// A text of a form of its own.
    Form(&'static str),
}

impl PolicyValues {
    /// Values of 32 bits.
    pub(super) const WORD: Self = Self::Integers { least: 0, most: u32::MAX as i64 };

    /// One of some words.
    pub(super) fn words<T>(words: &[(&'static str, T)]) -> Self {
        Self::Words(words.iter().map(|&(word, _)| word.into()).collect())
    }

    /// Returns the values in words, with the unit of numbers.
    #[must_use]
    pub fn in_words(&self, unit: &str) -> String {
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        match self {
            Self::Switch => "on or off".to_owned(),
            Self::Words(words) => alternatives(words),
            Self::Integers { least, most } => format!("{least} to {most}{unit}"),
            Self::WordOrIntegers { word, least, most } => format!("{word}, or {least} to {most}{unit}"),
            Self::Multiples { of, most } => format!("multiples of {of} from 0 to {most}{unit}"),
            Self::Named(named) => {
                let named: Vec<_> =
                    named.iter().map(|(name, value)| format!("{name} ({value})").into()).collect();
                alternatives(&named)
            }
            Self::Form(form) => (*form).to_owned(),
        }
    }
}

/// `a, b or c`.
fn alternatives(words: &[Cow<'static, str>]) -> String {
    match words {
        [head @ .., last] if !head.is_empty() => format!("{} or {last}", head.join(", ")),
        _ => words.concat(),
    }
}

/// Names of the promotion rules.
const RULES: [(&str, PromotionRule); 4] = [
    ("threshold", PromotionRule::Threshold),
    ("top1_full_vg", PromotionRule::Top1FullVg),
    ("top1", PromotionRule::Top1),
    ("on_cp", PromotionRule::OnCp),
];

/// `on` or `off`.
pub(super) fn switch(value: &str) -> Result<bool, Problem> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(Problem::Value),
    }
}

/// The word of a switch.
pub(super) fn on_off(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_owned()
}

/// One of some words.
pub(super) fn word<T: Copy>(value: &str, words: &[(&str, T)]) -> Result<T, Problem> {
    words.iter().find(|(word, _)| *word == value).map(|&(_, meaning)| meaning).ok_or(Problem::Value)
}

/// The word of a meaning.
pub(super) fn word_of<T: PartialEq>(meaning: T, words: &[(&str, T)]) -> String {
    words.iter().find(|(_, known)| *known == meaning).map_or_else(String::new, |(word, _)| (*word).to_owned())
}

/// A number, decimal or with the prefix `0x`, that fits its type.
pub(super) fn number<T: TryFrom<u64>>(value: &str) -> Result<T, Problem> {
    let parsed = match value.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => value.parse(),
    };
    let is_plain = value.chars().all(|letter| letter.is_ascii_alphanumeric());
    parsed.ok().filter(|_| is_plain).and_then(|number| T::try_from(number).ok()).ok_or(Problem::Value)
}

/// A number in a range.
pub(super) fn within<T: TryFrom<u64>>(value: &str, least: u64, most: u64) -> Result<T, Problem> {
    let parsed: u64 = number(value)?;
    T::try_from(parsed).ok().filter(|_| (least..=most).contains(&parsed)).ok_or(Problem::Value)
}

/// `none`, or rules joined by `+`.
pub(super) fn rules(value: &str) -> Result<PromotionRules, Problem> {
    if value == "none" {
        return Ok(PromotionRules::NONE);
    }
    value.split('+').try_fold(PromotionRules::NONE, |rules, word| {
        let rule = RULES.iter().find(|(name, _)| *name == word).map(|(_, rule)| *rule);
        rule.map(|rule| rules.with(rule)).ok_or(Problem::Value)
    })
}

/// The words of some rules.
pub(super) fn words_of(rules: PromotionRules) -> String {
    let words: Vec<&str> = RULES.iter().filter(|(_, rule)| rules.has(*rule)).map(|(word, _)| *word).collect();
    if words.is_empty() { "none".to_owned() } else { words.join("+") }
}

/// `linear:FIRST:LAST`, `geometric:FIRST:NUMERATOR/DENOMINATOR` or `points:RANK=RATIO:RANK=RATIO…`.
pub(super) fn curve(value: &str) -> Result<PriorityTable, Problem> {
    let (shape, parts) = value.split_once(':').ok_or(Problem::Value)?;
    let points: Vec<(u8, u32)>;
    let curve = match (shape, parts.split_once(':')) {
        ("linear", Some((first, last))) => {
            PriorityCurve::Linear { first: number(first)?, last: number(last)? }
        }
        ("geometric", Some((first, step))) => {
            let (numerator, denominator) = step.split_once('/').ok_or(Problem::Value)?;
            let denominator = NonZeroU32::new(number(denominator)?).ok_or(Problem::Value)?;
            PriorityCurve::Geometric { first: number(first)?, numerator: number(numerator)?, denominator }
        }
        ("points", _) => {
            points = parts.split(':').map(point).collect::<Result<_, _>>()?;
            PriorityCurve::Points(&points)
        }
        _ => return Err(Problem::Value),
    };
    curve.table().map_err(Problem::Argument)
}

fn point(text: &str) -> Result<(u8, u32), Problem> {
    let (rank, ratio) = text.split_once('=').ok_or(Problem::Value)?;
    Ok((number(rank)?, number(ratio)?))
}

/// The shortest form of a curve with these ratios: `linear` if they are one, otherwise every point.
pub(super) fn form_of(ratios: &[u32]) -> String {
    if let (Some(first), Some(last)) = (ratios.first(), ratios.last()) {
        let linear = PriorityCurve::Linear { first: *first, last: *last };
        if linear.table().is_ok_and(|table| table.as_slice() == ratios) {
            return format!("linear:{first}:{last}");
        }
    }
    let points: Vec<String> =
        ratios.iter().enumerate().map(|(rank, ratio)| format!("{rank}={ratio}")).collect();
    format!("points:{}", points.join(":"))
}
