//! Goals: a percentage, and bins that must be covered.

use hws_input::{did_you_mean, nearest};
use thiserror::Error;

use super::report::{CountedBin, CoverageReport};

/// A pattern of bins: `GROUP`, `GROUP.ITEM` or `GROUP.ITEM: BIN`, where `*` stands for any text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BinPattern(String);

/// No bin of the coverage model fits the pattern.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "no bin of the coverage model fits `{pattern}`; {}the form is GROUP, GROUP.ITEM or `GROUP.ITEM: BIN`; \
     `hws coverage --model` lists them",
    did_you_mean(nearest.as_deref())
)]
pub struct UnknownBins {
    /// The pattern.
    pub pattern: String,
    /// The most similar group or item, if one is similar.
    pub nearest: Option<String>,
}

/// What a goal misses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissedGoal {
    /// The goal in words, and what was reached.
    pub text: String,
}

impl BinPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// [`UnknownBins`] if no bin of the model fits it.
    pub fn new(pattern: &str) -> Result<Self, UnknownBins> {
        let parsed = Self(pattern.trim().to_owned());
        let groups = super::model().groups();
        if super::model().bins().any(|(group, item, bin)| parsed.fits(&group.name, &item.name, &bin.name)) {
            return Ok(parsed);
        }
        let items = groups.iter().flat_map(|group| {
            let items = group.items.iter().map(|item| format!("{}.{}", group.name, item.name));
            items.chain([group.name.clone()])
        });
        let known: Vec<String> = items.collect();
        let word = pattern.split(": ").next().unwrap_or(pattern);
        let nearest = nearest(word, known.iter().map(String::as_str)).map(ToOwned::to_owned);
        Err(UnknownBins { pattern: pattern.to_owned(), nearest })
    }

    /// Whether a bin fits.
    #[must_use]
    pub fn fits(&self, group: &str, item: &str, bin: &str) -> bool {
        let name = format!("{group}.{item}");
        [group, &name, &format!("{name}: {bin}")]
            .into_iter()
            .any(|text| is_like(self.0.as_bytes(), text.as_bytes()))
    }

    fn fits_bin(&self, bin: &CountedBin<'_>) -> bool {
        self.fits(&bin.group.name, &bin.item.name, &bin.bin.name)
    }
}

/// Whether a text fits a pattern with `*`, without recursion: the last `*` takes more if the rest does not fit.
fn is_like(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t, mut star) = (0, 0, None);
    while t < text.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern.get(p) == text.get(t) {
            (p, t) = (p + 1, t + 1);
        } else if let Some((at, taken)) = star {
            (p, t) = (at + 1, taken + 1);
            star = Some((at, taken + 1));
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&byte| byte == b'*')
}

/// What the goals miss: tenths of a percent of all bins, and patterns whose bins must all be covered.
#[must_use]
pub fn missed_goals(report: &CoverageReport, permille: usize, required: &[BinPattern]) -> Vec<MissedGoal> {
    let tally = report.tally();
    let total = (tally.covered * 1000 < permille * tally.bins).then(|| {
        let (reached, wanted) = (tally.permille(), permille);
        format!(
            "{}.{} % are covered, less than {}.{} %",
            reached / 10,
            reached % 10,
            wanted / 10,
            wanted % 10
        )
    });
    let patterns = required.iter().filter_map(|pattern| {
        let holes: Vec<String> =
            report.holes().filter(|bin| pattern.fits_bin(bin)).map(|bin| bin.full_name()).collect();
        let first = holes.first()?;
        let more = if holes.len() > 1 { format!(" and {} more", holes.len() - 1) } else { String::new() };
        Some(format!("`{}` is required, but not covered: `{first}`{more}", pattern.0))
    });
    total.into_iter().chain(patterns).map(|text| MissedGoal { text }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_text() {
        let fits = |pattern: &str, text: &str| is_like(pattern.as_bytes(), text.as_bytes());
        assert!(fits("launch.*", "launch.pool") && fits("*pool", "launch.pool") && fits("*", ""));
        assert!(fits("a*b*c", "axxbyybzc") && !fits("a*b*c", "axxbyyb"));
        assert!(!fits("launch", "launch.pool") && !fits("", "x"));
    }

    #[test]
    fn a_pattern_names_a_group_an_item_or_a_bin() {
        for pattern in ["launch", "launch.pool", "launch.pool: P", "*: P", "launch.*"] {
            assert!(BinPattern::new(pattern).unwrap().fits("launch", "pool", "P"), "{pattern}");
        }
        let error = BinPattern::new("launch.pol").unwrap_err();
        assert!(error.to_string().contains("did you mean `launch.pool`"), "{error}");
    }
}
