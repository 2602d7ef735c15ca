//! What is explored: a small machine, its kernels, and what its surroundings may do.

mod fields;
mod kernel;
mod read;

use hws_regs::RegId;
use hws_types::{SipMask, Topology};

pub use kernel::{Repetition, SmallKernel};

/// A configuration, read from YAML by [`Configuration::read`].
#[derive(Clone, PartialEq, Debug)]
pub struct Configuration {
    /// SIP_TOPOLOGY.
    pub topology: Topology,
    /// The SIPs that the kernels run on; firmware claims all others at the start.
    pub sips: SipMask,
    /// When time passes.
    pub time: TimeStep,
    /// Registers that differ from their reset values.
    pub registers: Vec<(RegId, u32)>,
    /// DAG_CMD INIT at the start: tag, total, and whether it is dynamic.
    pub dags: Vec<(u16, u32, bool)>,
    /// The kernels, at most [`Configuration::MOST_KERNELS`].
    pub kernels: Vec<SmallKernel>,
    /// Whether SIPs may report that they are nearly done.
    pub pre_complete: bool,
    /// The usage masks of all contexts and classes that firmware writes, in this order.
    pub usage_masks: Vec<SipMask>,
    /// The SIPs that firmware claims and releases again, in this order.
    pub claims: Vec<SipMask>,
    /// How often firmware resets the DAG of the first kernel.
    pub dag_resets: u8,
    /// The exploration ends, incomplete, beyond this many states.
    pub most_states: u32,
    /// The names of the kernels that are expected to starve: a known danger.
    pub starves: Vec<String>,
}

impl Configuration {
    /// The largest number of kernels.
    pub const MOST_KERNELS: usize = 8;
}

/// When the surroundings may act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeStep {
    /// Before and after each tick in which the HWS does more than count. Complete as long as no decision compares
    /// a countdown, which [`Configuration::read`] ensures: all estimates and LAUNCH_SIP_DELAY are 0, and the HWS does not
    /// estimate when a SIP will be idle.
    Events,
    /// Between any two ticks.
    Ticks,
}
