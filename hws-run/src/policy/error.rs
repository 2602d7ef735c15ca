//! Why a policy is refused.

use fw_api::{Expected, InvalidArgument};

hws_input::faults! {
    /// A policy that cannot be applied.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct PolicyError {
        /// The key as given.
        pub key: String,
        /// The value as given.
        pub value: String,
        /// What is wrong, and the remedy.
        pub reason: Box<PolicyReason>,
    } => reason, ("policy {key}={value}: ");
}

hws_input::faults! {
    /// What is wrong with a policy, and the remedy.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum PolicyReason {
        /// A key that does not exist.
        UnknownKey {
            /// The most similar key.
            closest: Option<String>,
        } = "unknown-key", ("unknown key"), ("see `hws run --policy list`"), near closest.as_deref();
        /// A register that is not a setting, or a name of one that is malformed.
        Register {
            /// What is wrong.
            problem: String,
            /// The remedy.
            remedy: String,
        } = "not-a-setting", ("{problem}"), ("{remedy}");
        /// A value that the key does not take.
        Value {
            /// The values that it takes.
            wanted: String,
        } = "illegal-value", ("invalid value"), ("give {wanted}");
        /// A value that the firmware API refuses.
        Argument {
            /// Which argument of the API, and why.
            argument: InvalidArgument,
            /// The values that the key takes.
            wanted: String,
        } = "illegal-value", ("{}", refused(argument)), ("give {wanted}");
        /// Estimates and priorities have been computed for the machine, so it cannot change any more.
        TooLate = "set-too-late",
            ("estimates and priorities are already computed for the machine"),
            ("set it before the workload is read");
        /// The key names files, which a run takes as arguments.
        OnlyInSweeps = "only-in-sweeps", ("files are values only in a sweep"), ("name them as FILE");
    }
}

/// The remedy names the legal values; only what a range cannot say is said before it.
fn refused(argument: &InvalidArgument) -> String {
    let InvalidArgument { argument: name, value, expected } = argument;
    match expected {
        Expected::Range { .. } | Expected::Field(_) => format!("{value} is not a legal value of `{name}`"),
        expected => format!("{value} is not a legal value of `{name}`, which is {expected}"),
    }
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
