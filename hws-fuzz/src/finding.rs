//! What is wrong, and when two findings are the same fault.

use std::any::Any;
use std::fmt;

use hws_sim::check::Violation;

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FuzzFinding {
    /// An invariant does not hold.
    Violation(Violation),
    /// The code under test panicked.
    Panic(String),
    /// The target compares or expects something itself.
    Other {
        /// The kind: findings of one kind are the same fault.
        kind: &'static str,
        /// A sentence with the place and the values.
        message: String,
    },
}

impl FuzzFinding {
    /// The finding that is the payload of a panic.
    #[must_use]
    pub fn from_panic(payload: &(dyn Any + Send)) -> Self {
        let owned = payload.downcast_ref::<String>().cloned();
        let text = owned.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string));
        Self::Panic(text.unwrap_or_default())
    }

    /// Returns whether both are the same fault: the same clause violated, the same panic, the same kind.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Violation(a), Self::Violation(b)) => (a.invariant, a.rule) == (b.invariant, b.rule),
            (Self::Panic(a), Self::Panic(b)) => a == b,
            (Self::Other { kind: a, .. }, Self::Other { kind: b, .. }) => a == b,
            _ => false,
        }
    }
}

impl fmt::Display for FuzzFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violation(violation) => violation.fmt(f),
            Self::Panic(message) => write!(f, "panic: {message}"),
            Self::Other { kind, message } => write!(f, "{kind}: {message}"),
        }
    }
}
