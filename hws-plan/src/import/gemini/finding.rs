//! A breach that a rule finds: the rule, the place in the schedule, and a message.

use std::fmt;

/// A rule of planner §7 (E = error, W = warning).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the spec's names; their meaning is the functions in `rules`")]
pub enum GeminiRule {
    E1,
    E2,
    E3,
    E4,
    E5,
    E6,
    E7,
    E8,
    E9,
    E10,
    E11,
    E12,
    E13,
    E14,
    E15,
    E16,
    E17,
    E18,
    E19,
    E20,
    W1,
    W2,
    W3,
    W4,
    W5,
    W6,
    W7,
    W8,
    W9,
}

impl GeminiRule {
    /// Returns whether a breach is an error rather than a warning.
    pub fn is_error(self) -> bool {
        self < Self::W1
    }
}

impl fmt::Display for GeminiRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A place in a schedule; `Display` is the spec's `where`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GeminiPlace {
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
        part: GeminiPart,
    },
}

/// An entry inside a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GeminiPart {
    /// The workload itself.
    Whole,
    /// ` ifmap I`.
    Ifmap(usize),
    /// ` ofmap I`.
    Ofmap(usize),
    /// ` weight`.
    Weight,
    /// ` buffer I`.
    Buffer(usize),
}

impl fmt::Display for GeminiPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Top(key) => write!(f, "top {key}"),
            Self::Output(i) => write!(f, "-1.out {i}"),
            Self::Input(i) => write!(f, "-1.in {i}"),
            Self::Workload { core, workload_id, part } => write!(f, "core {core} wl {workload_id}{part}"),
        }
    }
}

impl fmt::Display for GeminiPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Ifmap(i) => write!(f, " ifmap {i}"),
            Self::Ofmap(i) => write!(f, " ofmap {i}"),
            Self::Weight => f.write_str(" weight"),
            Self::Buffer(i) => write!(f, " buffer {i}"),
        }
    }
}

/// One breach of one rule at one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GeminiFinding {
    /// The rule.
    pub rule: GeminiRule,
    /// The place of the breach.
    pub place: GeminiPlace,
    /// The message, for people.
    pub msg: String,
}
