//! Why a policy is refused.

use fw_api::InvalidArgument;
use thiserror::Error;

/// A policy that cannot be applied.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("policy {key}={value}: {reason}")]
pub struct PolicyError {
    /// The key as given.
    pub key: String,
    /// The value as given.
    pub value: String,
    /// What is wrong, and the remedy.
    pub reason: Box<PolicyReason>,
}

/// What is wrong with a policy, and the remedy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PolicyReason {
    /// A key that does not exist.
    #[error("unknown key{}", remedy(closest))]
    UnknownKey {
        /// The most similar key.
        closest: Option<String>,
    },
    /// A register that is not a setting, or a name of one that is malformed.
    #[error("{problem} ({remedy})")]
    Register {
        /// What is wrong.
        problem: String,
        /// The remedy.
        remedy: String,
    },
    /// A value that the key does not take.
    #[error("invalid value (give {wanted})")]
    Value {
        /// The values that it takes.
        wanted: String,
    },
    /// A value that the firmware API refuses.
    #[error("{argument} (give {wanted})")]
    Argument {
        /// Which argument of the API, and why.
        argument: InvalidArgument,
        /// The values that the key takes.
        wanted: String,
    },
    /// Estimates and priorities have been computed for the machine, so it cannot change any more.
    #[error(
        "estimates and priorities are already computed for the machine (set it before the workload is read)"
    )]
    TooLate,
    /// The key names files, which a run takes as arguments.
    #[error("files are values only in a sweep (name them as FILE)")]
    OnlyInSweeps,
}

impl PolicyReason {
    /// Returns whether the key is wrong, and not the value.
    #[must_use]
    pub const fn is_of_key(&self) -> bool {
        matches!(self, Self::UnknownKey { .. } | Self::Register { .. } | Self::OnlyInSweeps | Self::TooLate)
    }
}

/// The error of a setter, which does not have the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Problem {
    Value,
    Argument(InvalidArgument),
    OnlyInSweeps,
}

impl Problem {
    pub(super) fn reason(self, wanted: String) -> PolicyReason {
        match self {
            Self::Value => PolicyReason::Value { wanted },
            Self::Argument(argument) => PolicyReason::Argument { argument, wanted },
            Self::OnlyInSweeps => PolicyReason::OnlyInSweeps,
        }
    }
}

impl PolicyError {
    pub(crate) fn new(key: &str, value: &str, reason: PolicyReason) -> Self {
        Self { key: key.to_owned(), value: value.to_owned(), reason: Box::new(reason) }
    }
}

fn remedy(closest: &Option<String>) -> String {
    match closest {
        Some(name) => format!("; did you mean `{name}`?"),
        None => " (see `hws run --policy list`)".to_owned(),
    }
}
