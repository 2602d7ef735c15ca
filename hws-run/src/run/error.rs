//! Why a run could not go on; a run that only gets stuck is a result, not an error.

use fw_api::InvalidArgument;
use hws_model::BusError;
use thiserror::Error;

use hws_sim::HdrError;
use hws_sim::Refused;

/// The run ended before its time.
#[derive(Debug, Error)]
pub enum RunError {
    /// A call of the firmware API failed.
    #[error("firmware could not {doing}: {error}")]
    Firmware {
        /// What firmware was doing.
        doing: String,
        /// What the call said.
        error: fw_api::Error<BusError>,
    },
    /// A kernel cannot be described to the HWS.
    #[error("kernel {kernel} cannot be described: {reason}")]
    Kernel {
        /// GRAPH/KERNEL.
        kernel: String,
        /// Which argument, and what would be right.
        reason: InvalidArgument,
    },
    /// There is no room in shared memory for the descriptor.
    #[error("kernel {kernel} has no room for its descriptor: shared memory holds 2^25 of them")]
    NoRoom {
        /// GRAPH/KERNEL.
        kernel: String,
    },
    /// There is no room in shared memory for the parameters of its blocks.
    #[error(
        "kernel {kernel} has no room for its parameters: the queues of all open graphs share 2^31 bytes (use a shorter queue)"
    )]
    NoRoomForParameters {
        /// GRAPH/KERNEL.
        kernel: String,
    },
    /// The policy answered an error with [`Answer::Stop`](super::Answer::Stop).
    #[error("firmware stopped the run at {error}")]
    Stopped {
        /// What it stopped at.
        error: fw_api::HwsError,
    },
    /// The dependency resolver does not take the graph.
    #[error("graph {dag}: {error}")]
    Dependencies {
        /// The graph.
        dag: String,
        /// What is wrong.
        error: HdrError,
    },
    /// The simulated machine refused an operation of the run itself.
    #[error("the machine refused an operation of the run: {0}")]
    Machine(#[from] Refused),
}

impl RunError {
    /// For `map_err`: names what firmware was doing.
    pub(super) fn while_doing(doing: impl Into<String>) -> impl FnOnce(fw_api::Error<BusError>) -> Self {
        let doing = doing.into();
        move |error| Self::Firmware { doing, error }
    }
}
