//! What a rule finds: its name, the place in the schedule, and a text.

use std::fmt;

/// A rule of the planner spec §7 (E = error).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the spec's names; their meaning is the functions in `rules`")]
pub enum Rule {
    E1,
    E2,
    E3,
    E4,
    E5,
    E10,
    E15,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A place in a schedule; `Display` is the spec's `where`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Where {
    /// `top KEY`.
    Top(String),
    /// `-1.out I`.
    Output(usize),
    /// `-1.in I`.
    Input(usize),
    /// `core C wl W`, with the entry inside where it applies.
    Workload {
        /// Core.
        core: u32,
        /// The workload_id.
        workload_id: i64,
        /// The entry inside the workload.
        part: Part,
    },
}

/// An entry inside a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The workload itself.
    Whole,
    /// ` ifmap I`.
    Ifmap(usize),
    /// ` ofmap I`.
    Ofmap(usize),
    /// ` weight`.
    Weight,
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Top(key) => write!(f, "top {key}"),
            Self::Output(i) => write!(f, "-1.out {i}"),
            Self::Input(i) => write!(f, "-1.in {i}"),
            Self::Workload { core, workload_id, part } => write!(f, "core {core} wl {workload_id}{part}"),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Ifmap(i) => write!(f, " ifmap {i}"),
            Self::Ofmap(i) => write!(f, " ofmap {i}"),
            Self::Weight => f.write_str(" weight"),
        }
    }
}

/// One breach of one rule at one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// Where it is broken.
    pub place: Where,
    /// What is wrong, for a reader.
    pub msg: String,
}
