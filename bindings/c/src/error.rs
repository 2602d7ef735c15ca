//! The details of a failure, in memory provided by the caller.

use core::ffi::{c_char, c_int};

use fw_api::regs::FieldError;
use fw_api::{Error, Expected, InvalidArgument, Refusal, Wait};

use crate::hws_status;

/// Size of a name in bytes, with its terminating zero.
pub const HWS_NAME_BYTES: usize = 32;

/// What was expected of an argument.
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum hws_expected {
    /// The failure does not concern an argument.
    #[default]
    HWS_EXPECTED_NOTHING = 0,
    /// A number in `min..=max`.
    HWS_EXPECTED_RANGE = 1,
    /// One of the legal values, which do not form a range.
    HWS_EXPECTED_LEGAL = 2,
    /// Every logical SIP mapped to a different physical SIP.
    HWS_EXPECTED_PERMUTATION = 3,
    /// A list with at least one element, in strictly ascending order.
    HWS_EXPECTED_ASCENDING = 4,
    /// A mask with at least one SIP.
    HWS_EXPECTED_SOME_SIP = 5,
    /// A multiple of `min`.
    HWS_EXPECTED_MULTIPLE = 6,
    /// Only SIPs that exist on this machine.
    HWS_EXPECTED_PRESENT_SIPS = 7,
}

/// What a call waited for.
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum hws_wait {
    /// The failure is not a timeout.
    #[default]
    HWS_WAIT_NONE = 0,
    /// Room in the command queue.
    HWS_WAIT_COMMAND_ROOM = 1,
    /// The retirement of a command.
    HWS_WAIT_COMMAND_RETIRED = 2,
    /// The commit of the attempt in flight.
    HWS_WAIT_ATTEMPT_COMMITTED = 3,
    /// Two equal readings of the SIP masks.
    HWS_WAIT_STABLE_STATUS = 4,
    /// Two equal readings of a launch.
    HWS_WAIT_STABLE_LAUNCH = 5,
    /// Idle SIPs.
    HWS_WAIT_SIPS_IDLE = 6,
}

/// The details of a failure. Members that do not concern it are 0.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_error {
    /// The status that the call returned.
    pub status: hws_status,
    /// The name of the parameter or member or, for other hardware, of the register. Zero-terminated.
    pub name: [c_char; HWS_NAME_BYTES],
    /// The argument's value (for a list, the first invalid element), or the value read.
    pub value: i64,
    /// What was expected of the argument.
    pub expected: hws_expected,
    /// Smallest legal value. For other hardware, this and `max` are the expected value of the register.
    pub min: i64,
    /// Largest legal value.
    pub max: i64,
    /// The code that the callback of the bus returned.
    pub bus_code: c_int,
    /// What did not happen in time.
    pub wait: hws_wait,
    /// The number of polls.
    pub polls: u32,
    /// Low word of an unknown message.
    pub dw0: u32,
    /// High word of an unknown message.
    pub dw1: u32,
}

impl hws_error {
    pub(crate) fn new(status: hws_status) -> Self {
        Self { status, ..Self::default() }
    }

    /// A failure that concerns one argument or register.
    pub(crate) fn named(status: hws_status, name: &str) -> Self {
        let mut bytes = [0; HWS_NAME_BYTES];
        let places = bytes.iter_mut().take(HWS_NAME_BYTES.saturating_sub(1));
        places.zip(name.bytes()).for_each(|(place, byte)| *place = byte as c_char);
        Self { status, name: bytes, ..Self::default() }
    }

    /// `value` of `argument` is not one of the legal values.
    pub(crate) fn illegal(argument: &str, value: u32) -> Self {
        let expected = hws_expected::HWS_EXPECTED_LEGAL;
        Self { value: value.into(), expected, ..Self::named(hws_status::HWS_ARGUMENT, argument) }
    }

    /// `value` of `argument` is not in `min..=max`.
    pub(crate) fn range(argument: &'static str, value: i64, min: i64, max: i64) -> Self {
        InvalidArgument { argument, value, expected: Expected::Range { min, max } }.into()
    }

    fn with_range(self, expected: hws_expected, min: i64, max: i64) -> Self {
        Self { expected, min, max, ..self }
    }
}

impl From<InvalidArgument> for hws_error {
    fn from(error: InvalidArgument) -> Self {
        use hws_expected::*;
        let named = Self { value: error.value, ..Self::named(hws_status::HWS_ARGUMENT, error.argument) };
        match error.expected {
            Expected::Range { min, max } => named.with_range(HWS_EXPECTED_RANGE, min, max),
            Expected::Field(FieldError::TooWide { max, .. }) => {
                named.with_range(HWS_EXPECTED_RANGE, 0, max.into())
            }
            Expected::Field(FieldError::Illegal { .. }) => named.with_range(HWS_EXPECTED_LEGAL, 0, 0),
            Expected::Permutation => named.with_range(HWS_EXPECTED_PERMUTATION, 0, 0),
            Expected::Ascending => named.with_range(HWS_EXPECTED_ASCENDING, 0, 0),
            Expected::SomeSip => named.with_range(HWS_EXPECTED_SOME_SIP, 0, 0),
            Expected::MultipleOf(unit) => named.with_range(HWS_EXPECTED_MULTIPLE, unit.into(), 0),
            Expected::PresentSips => named.with_range(HWS_EXPECTED_PRESENT_SIPS, 0, 0),
        }
    }
}

impl From<Refusal> for hws_error {
    fn from(refusal: Refusal) -> Self {
        let status = refusal.into();
        match refusal {
            Refusal::OtherHardware { register, expected, found } => {
                let named = Self { value: found.into(), ..Self::named(status, register) };
                named.with_range(hws_expected::HWS_EXPECTED_NOTHING, expected.into(), expected.into())
            }
            Refusal::UnexpectedResult(result) => Self { value: result.into(), ..Self::new(status) },
            _ => Self::new(status),
        }
    }
}

impl From<Error<c_int>> for hws_error {
    fn from(error: Error<c_int>) -> Self {
        let plain = Self::new((&error).into());
        match error {
            Error::Argument(argument) => argument.into(),
            Error::Refused(refusal) => refusal.into(),
            Error::Bus(bus_code) => Self { bus_code, ..plain },
            Error::Timeout { wait, polls } => Self { wait: wait.into(), polls, ..plain },
            Error::UnknownMessage(unknown) => Self { dw0: unknown.raw.dw0, dw1: unknown.raw.dw1, ..plain },
        }
    }
}

impl From<Wait> for hws_wait {
    fn from(wait: Wait) -> Self {
        match wait {
            Wait::CommandRoom => Self::HWS_WAIT_COMMAND_ROOM,
            Wait::CommandRetired => Self::HWS_WAIT_COMMAND_RETIRED,
            Wait::AttemptCommitted => Self::HWS_WAIT_ATTEMPT_COMMITTED,
            Wait::StableStatus => Self::HWS_WAIT_STABLE_STATUS,
            Wait::StableLaunch => Self::HWS_WAIT_STABLE_LAUNCH,
            Wait::SipsIdle { .. } => Self::HWS_WAIT_SIPS_IDLE,
        }
    }
}
