//! Why a call failed: an argument, the bus, the hardware's answer, or a timeout.

use core::fmt;

use hws_types::UnknownMessage;

use crate::{InvalidArgument, Refusal, Wait};

/// The error of a call on a bus with error `E`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error<E> {
    /// An argument is not legal. No register was written.
    Argument(InvalidArgument),
    /// An access failed; the call stopped there and can be repeated.
    Bus(E),
    /// The state of the hardware, or of the firmware's own table, does not allow the call.
    Refused(Refusal),
    /// A wait reached its bound: the hardware is not what this crate was built for, or is stopped.
    Timeout {
        /// What did not happen.
        wait: Wait,
        /// The number of polls.
        polls: u32,
    },
    /// A message with an undefined encoding was popped.
    UnknownMessage(UnknownMessage),
}

/// The result of a call on bus `B`.
pub type Outcome<T, B> = Result<T, Error<<B as crate::Bus>::Error>>;

impl<E> From<InvalidArgument> for Error<E> {
    fn from(error: InvalidArgument) -> Self {
        Self::Argument(error)
    }
}

impl<E> From<Refusal> for Error<E> {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl<E> From<UnknownMessage> for Error<E> {
    fn from(error: UnknownMessage) -> Self {
        Self::UnknownMessage(error)
    }
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(error) => error.fmt(f),
            Self::Bus(error) => write!(f, "the bus access failed: {error}"),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Timeout { wait, polls } => write!(f, "{wait} did not happen within {polls} polls"),
            Self::UnknownMessage(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for Error<E> {}
