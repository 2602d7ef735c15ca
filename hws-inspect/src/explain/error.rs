//! Why there is no explanation.

use hws_sim::stimulus::StimulusError;
use hws_types::{Cycle, Sip};
use thiserror::Error;

use super::words::list;

/// The question does not fit the stimulus, or the stimulus is malformed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExplainError {
    /// The stimulus is malformed.
    #[error(transparent)]
    Stimulus(#[from] StimulusError),
    /// The stimulus ends before the cycle.
    #[error("cycle {at} is beyond the end: the stimulus stops before tick {end}{}", last(*.end))]
    BeyondEnd {
        /// The cycle asked for.
        at: Cycle,
        /// The cycle of `end`.
        end: Cycle,
    },
    /// No kernel with this id reaches the HWS.
    #[error("no kernel with id {id} is pushed to the HWS; {}", near(.nearest))]
    NoKernel {
        /// The id asked for.
        id: u32,
        /// The nearest ids there are, ascending.
        nearest: Vec<u32>,
    },
    /// There is no such SIP.
    #[error("no SIP {sip}; logical SIPs are 0 to {}", Sip::COUNT - 1)]
    NoSip {
        /// The number asked for.
        sip: u32,
    },
}

fn last(end: Cycle) -> String {
    match end.0.checked_sub(1) {
        Some(last) => format!("; give a cycle from 0 to {last}"),
        None => "; it has no cycle to explain".to_owned(),
    }
}

fn near(ids: &[u32]) -> String {
    match ids {
        [] => "the stimulus pushes no kernel with a readable descriptor".to_owned(),
        [only] => format!("the only id is {only}"),
        _ => format!("the nearest ids are {}", list(ids)),
    }
}
