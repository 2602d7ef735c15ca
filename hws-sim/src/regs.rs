//! The few registers that the surroundings know, and their names.

mod names;

use hws_model::Hws;
use hws_regs::{RegId, TimeUnit};

pub(crate) use names::{find, parse};

/// TIME_UNIT.PRESCALE of the moment.
pub(crate) fn prescale(hws: &Hws) -> u32 {
    TimeUnit::from_bits(hws.peek(RegId::TimeUnit)).prescale()
}
