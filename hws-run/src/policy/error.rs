//! Why a policy was refused.

use fw_api::InvalidArgument;
use hws_input::did_you_mean;
use thiserror::Error;

/// A policy that cannot be applied.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("policy {key}={value}: {reason}")]
pub struct PolicyError {
    /// The key as given.
    pub key: String,
    /// The value as given.
    pub value: String,
    /// What is wrong, and what would be right.
    pub reason: Box<PolicyReason>,
}

/// What is wrong with a policy; the text in brackets is the remedy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PolicyReason {
    /// A key that does not exist.
    #[error("there is no such key ({}see `hws run --policy list`)", did_you_mean(closest.as_deref()))]
    UnknownKey {
        /// The key that looks most like it.
        closest: Option<String>,
    },
    /// A value that the key does not take.
    #[error("the value is not understood (give {wanted})")]
    Value {
        /// The values that it takes.
        wanted: &'static str,
    },
    /// A value that the firmware API refuses.
    #[error("{argument} (give {wanted})")]
    Argument {
        /// Which argument of the API, and why.
        argument: InvalidArgument,
        /// The values that the key takes.
        wanted: &'static str,
    },
    /// Estimates and priorities are made for the machine, so it cannot change under them.
    #[error("estimates and priorities have been made for the machine (give it where the workload is read)")]
    TooLate,
}

/// What a setter says; it does not know its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Problem {
    Value,
    Argument(InvalidArgument),
}

impl Problem {
    pub(super) fn reason(self, wanted: &'static str) -> PolicyReason {
        match self {
            Self::Value => PolicyReason::Value { wanted },
            Self::Argument(argument) => PolicyReason::Argument { argument, wanted },
        }
    }
}

impl PolicyError {
    pub(super) fn new(key: &str, value: &str, reason: PolicyReason) -> Self {
        Self { key: key.to_owned(), value: value.to_owned(), reason: Box::new(reason) }
    }
}
