//! The syntax of the values of policies.

use std::num::NonZeroU32;

use fw_api::{PriorityCurve, PriorityTable, PromotionRule, PromotionRules};

use super::error::Problem;

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

/// A number, decimal or with the prefix `0x`, that fits its type.
pub(super) fn number<T: TryFrom<u32>>(value: &str) -> Result<T, Problem> {
    let parsed = match value.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => value.parse(),
    };
    let is_plain = value.chars().all(|letter| letter.is_ascii_alphanumeric());
    parsed.ok().filter(|_| is_plain).and_then(|number| T::try_from(number).ok()).ok_or(Problem::Value)
}

/// A number of cycles in a range.
pub(super) fn cycles(value: &str, least: u32, most: u64) -> Result<u32, Problem> {
    let cycles = number(value)?;
    if cycles >= least && u64::from(cycles) <= most { Ok(cycles) } else { Err(Problem::Value) }
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
