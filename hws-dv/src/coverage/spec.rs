//! The form in which a group of the coverage model is written: tables of coverpoints, each with the function that finds
//! the bin of an observation.

use hws_types::Rule;

/// What is observed together: coverpoints, and crosses of them. `F` is one observation.
pub(super) struct GroupSpec<F: 'static> {
    pub(super) name: &'static str,
    pub(super) rule: Rule,
    /// What one observation is.
    pub(super) title: &'static str,
    pub(super) points: &'static [PointSpec<F>],
    pub(super) crosses: &'static [CrossSpec],
}

/// A coverpoint.
pub(super) struct PointSpec<F: 'static> {
    pub(super) name: &'static str,
    pub(super) rule: Rule,
    pub(super) bins: &'static [&'static str],
    /// The bin of an observation; `None` if the question does not arise.
    pub(super) bin: fn(&F) -> Option<usize>,
    /// Bins that the rules make impossible, with the reason.
    pub(super) excluded: &'static [(&'static str, &'static str)],
}

/// A cross of coverpoints of the same group.
pub(super) struct CrossSpec {
    pub(super) name: &'static str,
    pub(super) rule: Rule,
    pub(super) points: &'static [&'static str],
    pub(super) excluded: &'static [ExclusionSpec],
}

/// Combinations of a cross that the rules make impossible.
pub(super) struct ExclusionSpec {
    /// For some of the coverpoints, the bins concerned; any bin of the others.
    pub(super) when: &'static [(&'static str, &'static [&'static str])],
    pub(super) reason: &'static str,
}

impl<F> PointSpec<F> {
    pub(super) const fn new(
        name: &'static str,
        rule: Rule,
        bins: &'static [&'static str],
        bin: fn(&F) -> Option<usize>,
    ) -> Self {
        Self { name, rule, bins, bin, excluded: &[] }
    }

    pub(super) const fn without(self, excluded: &'static [(&'static str, &'static str)]) -> Self {
        Self { excluded, ..self }
    }
}

impl CrossSpec {
    pub(super) const fn new(
        name: &'static str,
        rule: Rule,
        points: &'static [&'static str],
        excluded: &'static [ExclusionSpec],
    ) -> Self {
        Self { name, rule, points, excluded }
    }
}

/// The combinations of these bins are impossible.
pub(super) const fn never(
    when: &'static [(&'static str, &'static [&'static str])],
    reason: &'static str,
) -> ExclusionSpec {
    ExclusionSpec { when, reason }
}

/// The bins of a question.
pub(super) const NO_YES: &[&str] = &["no", "yes"];

/// The bin of an answer among [`NO_YES`].
pub(super) fn answer(holds: bool) -> Option<usize> {
    Some(usize::from(holds))
}

/// The bin of a number: that of the last of the ascending lower bounds which it reaches; `None` below the first.
pub(super) fn range(value: u64, bounds: &[u64]) -> Option<usize> {
    bounds.iter().rposition(|&bound| value >= bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_in_the_range_that_it_reaches() {
        let bounds = [1, 2, 8];
        let bins = [0, 1, 2, 7, 8, u64::MAX].map(|value| range(value, &bounds));
        assert_eq!(bins, [None, Some(0), Some(1), Some(1), Some(2), Some(2)]);
    }
}
