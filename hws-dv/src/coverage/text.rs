//! The report as text.

use std::fmt::{self, Display, Formatter};

use hws_input::{counted, grouped};

use super::model::CoverageModel;
use super::report::{BinTally, CountedBin, CoverageReport};

/// The report for people.
#[derive(Clone, Copy, Debug)]
pub struct CoverageText<'r> {
    /// The report.
    pub report: &'r CoverageReport,
    /// At most so many holes are shown of each coverpoint or cross.
    pub holes: usize,
    /// Whether to show the smallest subset of the files.
    pub rank: bool,
}

/// The coverage model for people.
#[derive(Clone, Copy, Debug)]
pub struct ModelText<'m>(
    /// The model.
    pub &'m CoverageModel,
);

impl Display for BinTally {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let permille = self.permille();
        write!(f, "{:>5} of {:>5}  {:>3}.{} %", self.covered, self.bins, permille / 10, permille % 10)
    }
}

impl Display for CoverageText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.heading(f)?;
        self.groups(f)?;
        self.impossible(f)?;
        self.holes(f)?;
        self.files(f)?;
        if self.rank { self.ranking(f) } else { Ok(()) }
    }
}

impl CoverageText<'_> {
    fn heading(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let BinTally { covered, bins, excluded } = self.report.tally();
        let permille = self.report.tally().permille();
        let files = self.report.set.files.len();
        let cycles: u64 = self.report.set.files.iter().fold(0, |sum, file| sum.saturating_add(file.cycles));
        writeln!(
            f,
            "{}, {} cycles: {covered} of {bins} bins covered ({}.{} %), {excluded} excluded",
            counted(files, "file"),
            grouped(cycles),
            permille / 10,
            permille % 10
        )
    }

    fn groups(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{:<16} {:>14}  {:>7}  rule", "group", "covered", "")?;
        for group in self.report.model().groups() {
            writeln!(f, "{:<16} {}  {}", group.name, self.report.tally_of_group(group), group.rule)?;
        }
        Ok(())
    }

    fn impossible(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for bin in self.report.impossible() {
            let reason = bin.bin.excluded.as_deref().unwrap_or_default();
            writeln!(f, "\nwrong exclusion: {} has {} hits, but: {reason}", bin.full_name(), bin.count)?;
        }
        Ok(())
    }

    fn holes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let count = self.report.holes().count();
        if count == 0 {
            return writeln!(f, "\nno holes");
        }
        writeln!(f, "\n{}", counted(count, "hole"))?;
        for (_, item) in self.report.model().items() {
            let holes: Vec<CountedBin<'_>> = self.report.bins_of(item).filter(CountedBin::is_hole).collect();
            if let Some(first) = holes.first() {
                writeln!(
                    f,
                    "  {} ({} of {} bins; {})",
                    first.item_name(),
                    holes.len(),
                    item.bins.len(),
                    item.cite()
                )?;
            }
            for hole in holes.iter().take(self.holes) {
                write!(f, "    {}", hole.bin.name)?;
                writeln!(
                    f,
                    "{}",
                    if hole.count > 0 { format!(" ({} hits)", hole.count) } else { String::new() }
                )?;
            }
            match holes.len().saturating_sub(self.holes) {
                0 => (),
                more => writeln!(f, "    and {more} more")?,
            }
        }
        Ok(())
    }

    fn files(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{:>14} {:>8} {:>10}  file", "cycles", "covered", "only here")?;
        for (file, share) in self.report.set.files.iter().zip(self.report.shares()) {
            writeln!(
                f,
                "{:>14} {:>8} {:>10}  {}",
                grouped(file.cycles),
                share.covered,
                share.only,
                file.name
            )?;
        }
        Ok(())
    }

    fn ranking(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let rank = self.report.rank();
        let all = self.report.set.files.len();
        writeln!(f, "\n{} of {} have this coverage", rank.len(), counted(all, "file"))?;
        writeln!(f, "{:>14} {:>8} {:>10}  file", "cycles", "adds", "together")?;
        let mut together = 0;
        for (file, adds) in rank {
            let file = &self.report.set.files[file];
            together += adds;
            writeln!(f, "{:>14} {adds:>8} {together:>10}  {}", grouped(file.cycles), file.name)?;
        }
        Ok(())
    }
}

impl Display for ModelText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let excluded = self.0.bins().filter(|(_, _, bin)| bin.excluded.is_some()).count();
        writeln!(f, "{} bins, {excluded} of them excluded", self.0.len())?;
        for group in self.0.groups() {
            writeln!(f, "\n{}: {} ({})", group.name, group.title, group.rule)?;
            for item in &group.items {
                writeln!(f, "  {} ({})", item.name, item.cite())?;
                let named = |bin: &&super::model::CoverBin| bin.excluded.is_none();
                let names: Vec<&str> = item.bins.iter().filter(named).map(|bin| bin.name.as_str()).collect();
                writeln!(f, "    {}", names.join(" | "))?;
                self.excluded(&item.bins, f)?;
            }
        }
        Ok(())
    }
}

impl ModelText<'_> {
    /// The excluded bins, by reason.
    fn excluded(&self, bins: &[super::model::CoverBin], f: &mut Formatter<'_>) -> fmt::Result {
        let mut reasons: Vec<&str> = bins.iter().filter_map(|bin| bin.excluded.as_deref()).collect();
        reasons.sort_unstable();
        reasons.dedup();
        for reason in reasons {
            let count = bins.iter().filter(|bin| bin.excluded.as_deref() == Some(reason)).count();
            writeln!(f, "    excluded ({count}): {reason}")?;
        }
        Ok(())
    }
}
