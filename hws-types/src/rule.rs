//! The rules of the specification as values: what a difference, a cause or a reason cites.

mod generated;

use core::fmt;

pub use generated::Rule;

/// What is known of a rule.
struct RuleInfo {
    cite: &'static str,
    title: &'static str,
    reads: &'static [&'static str],
    writes: &'static [&'static str],
}

impl Rule {
    const fn info(self) -> &'static RuleInfo {
        &generated::RULES[self as usize]
    }

    /// Returns the citation.
    ///
    /// ```
    /// use hws_types::Rule;
    /// assert_eq!(Rule::Scheduler5_6.cite(), "scheduler.md §5.6");
    /// assert_eq!(Rule::from_cite("scheduler.md §5.6"), Some(Rule::Scheduler5_6));
    /// ```
    #[must_use]
    pub const fn cite(self) -> &'static str {
        self.info().cite
    }

    /// Returns the section alone, for texts about one page.
    ///
    /// ```
    /// use hws_types::Rule;
    /// assert_eq!(Rule::Scheduler5_6.section(), "§5.6");
    /// ```
    #[must_use]
    pub fn section(self) -> &'static str {
        self.cite().split_once(' ').map_or(self.cite(), |(_, section)| section)
    }

    /// Returns the title of its section.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.info().title
    }

    /// Returns the registers that it reads by their names, and the words as `record` or `record.field`.
    #[must_use]
    pub const fn reads(self) -> &'static [&'static str] {
        self.info().reads
    }

    /// Returns the registers and words that it writes.
    #[must_use]
    pub const fn writes(self) -> &'static [&'static str] {
        self.info().writes
    }

    /// Returns the rule of a citation.
    #[must_use]
    pub fn from_cite(cite: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.cite() == cite)
    }
}

/// The citation.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.cite())
    }
}
