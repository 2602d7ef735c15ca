//! The report: what is covered, by group and by file, and what is not.

use super::model::{CoverBin, CoverGroup, CoverItem, CoverageModel};
use super::sampler::CoverageCounts;
use super::set::CoverageSet;
use super::{model, rank};

/// The coverage of a set of files.
#[derive(Debug)]
pub struct CoverageReport {
    /// The files.
    pub set: CoverageSet,
    /// Their merged counts.
    pub total: CoverageCounts,
    /// A bin is covered by so many hits.
    pub at_least: u64,
}

/// A number of bins, and how many of them are covered. Excluded bins are neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct BinTally {
    /// Covered bins.
    pub covered: usize,
    /// Bins that count.
    pub bins: usize,
    /// Excluded bins.
    pub excluded: usize,
}

/// A bin with its place in the model and its count.
#[derive(Clone, Copy, Debug)]
pub struct CountedBin<'m> {
    /// Its group.
    pub group: &'m CoverGroup,
    /// Its coverpoint or cross.
    pub item: &'m CoverItem,
    /// The bin.
    pub bin: &'m CoverBin,
    /// Its hits.
    pub count: u64,
    /// Whether these are enough.
    pub is_covered: bool,
}

/// What one file adds.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct FileShare {
    /// Bins that the file covers by itself.
    pub covered: usize,
    /// Bins that no other file hits.
    pub only: usize,
}

impl BinTally {
    /// Tenths of a percent, rounded down, so that 100 % means every bin; 1000 without bins.
    #[must_use]
    pub fn permille(self) -> usize {
        (self.covered * 1000).checked_div(self.bins).unwrap_or(1000)
    }

    fn of<'m>(bins: impl Iterator<Item = CountedBin<'m>>) -> Self {
        bins.fold(Self::default(), |sum, bin| match bin.bin.excluded {
            Some(_) => Self { excluded: sum.excluded + 1, ..sum },
            None => Self { covered: sum.covered + usize::from(bin.is_covered), bins: sum.bins + 1, ..sum },
        })
    }
}

impl CountedBin<'_> {
    /// The coverpoint or cross: `launch.pool`.
    #[must_use]
    pub fn item_name(&self) -> String {
        format!("{}.{}", self.group.name, self.item.name)
    }

    /// The whole name: `launch.pool: P`.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{}: {}", self.item_name(), self.bin.name)
    }

    /// Whether it counts, but is not covered.
    #[must_use]
    pub fn is_hole(&self) -> bool {
        self.bin.excluded.is_none() && !self.is_covered
    }
}

impl CoverageReport {
    /// The report on a set; a bin is covered by at least so many hits.
    #[must_use]
    pub fn new(set: CoverageSet, at_least: u64) -> Self {
        Self { total: set.total(), set, at_least }
    }

    /// The coverage model.
    #[must_use]
    pub fn model(&self) -> &'static CoverageModel {
        model()
    }

    /// Every bin, in the order of the model.
    pub fn bins(&self) -> impl Iterator<Item = CountedBin<'static>> + '_ {
        let at_least = self.at_least.max(1);
        self.model().bins().zip(self.total.all()).map(move |((group, item, bin), &count)| CountedBin {
            group,
            item,
            bin,
            count,
            is_covered: count >= at_least,
        })
    }

    /// The bins of a coverpoint or cross.
    pub fn bins_of<'s>(&'s self, item: &'s CoverItem) -> impl Iterator<Item = CountedBin<'static>> + 's {
        self.bins().skip(item.first).take(item.bins.len())
    }

    /// The coverage of everything.
    #[must_use]
    pub fn tally(&self) -> BinTally {
        BinTally::of(self.bins())
    }

    /// The coverage of a group.
    #[must_use]
    pub fn tally_of_group(&self, group: &CoverGroup) -> BinTally {
        BinTally::of(self.bins().filter(|bin| bin.group.name == group.name))
    }

    /// The coverage of a coverpoint or cross.
    #[must_use]
    pub fn tally_of(&self, item: &CoverItem) -> BinTally {
        BinTally::of(self.bins_of(item))
    }

    /// The bins that count but are not covered.
    pub fn holes(&self) -> impl Iterator<Item = CountedBin<'static>> + '_ {
        self.bins().filter(CountedBin::is_hole)
    }

    /// The bins that were hit although they are excluded: the model or the exclusion is wrong.
    pub fn impossible(&self) -> impl Iterator<Item = CountedBin<'static>> + '_ {
        self.bins().filter(|bin| bin.bin.excluded.is_some() && bin.count > 0)
    }

    /// What each file adds.
    #[must_use]
    pub fn shares(&self) -> Vec<FileShare> {
        let counted: Vec<bool> = self.model().bins().map(|(_, _, bin)| bin.excluded.is_none()).collect();
        let total = self.total.all();
        let share = |counts: &[u64]| {
            let hits = counts.iter().zip(total).zip(&counted).filter(|(_, counted)| **counted);
            let (mut covered, mut only) = (0, 0);
            for ((&own, &all), _) in hits {
                covered += usize::from(own >= self.at_least.max(1));
                only += usize::from(own > 0 && own == all);
            }
            FileShare { covered, only }
        };
        self.set.files.iter().map(|file| share(file.counts.all())).collect()
    }

    /// A small subset of the files that covers all that the set covers: the place of each file, and the bins it adds.
    #[must_use]
    pub fn rank(&self) -> Vec<(usize, usize)> {
        rank::greedy(self)
    }
}
