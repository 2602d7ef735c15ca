//! The heuristics by name.

/// A way to place tasks on processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceMethod {
    /// Insertion-based HEFT (Topcuoglu, Hariri and Wu, 2002).
    Heft,
    /// Critical path on a processor (the same paper).
    Cpop,
    /// HEFT that chooses the processor by the ends of the successors (Bittencourt, Sakellariou and Madeira, 2010).
    Lookahead,
    /// The shortest of the above and of forward-backward passes, improved by local search.
    Best,
}

impl PlaceMethod {
    /// Returns the key of the result in planner §7.1.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Heft => "heft",
            Self::Cpop => "cpop",
            Self::Lookahead => "lookahead",
            Self::Best => "best",
        }
    }
}
