//! Why a run could not continue; a run that only gets stuck is a result, not an error.

use fw_api::InvalidArgument;
use hws_model::BusError;
use hws_sim::{HdrError, Refused};
use thiserror::Error;

/// Why a run could not continue.
#[derive(Debug, Error)]
pub enum RunError {
    /// A call of the firmware API failed.
    #[error("firmware could not {doing}: {error}")]
    Firmware {
        /// What firmware was doing.
        doing: String,
        /// The error of the call.
        error: fw_api::Error<BusError>,
    },
    /// A kernel cannot be described to the HWS.
    #[error("kernel {kernel} cannot be described: {reason}")]
    Kernel {
        /// GRAPH/KERNEL.
        kernel: String,
        /// The argument concerned, and its legal values.
        reason: InvalidArgument,
    },
    /// There is no room in shared memory for the descriptor.
    #[error(
        "no room for the descriptor of kernel {kernel}: shared memory holds 2^25 of them; run fewer graphs"
    )]
    NoRoom {
        /// GRAPH/KERNEL.
        kernel: String,
    },
    /// There is no room in shared memory for the parameters of its blocks.
    #[error(
        "no room for the parameters of kernel {kernel}: the queues of all open graphs share 2^31 bytes; use a shorter queue"
    )]
    NoRoomForParameters {
        /// GRAPH/KERNEL.
        kernel: String,
    },
    /// The policy answered an error with [`ErrorAnswer::Stop`](super::ErrorAnswer::Stop).
    #[error("firmware stopped the run because of {error}")]
    Stopped {
        /// The error.
        error: fw_api::HwsError,
    },
    /// The dependency resolver does not accept the graph.
    #[error("graph {dag}: {error}")]
    Dependencies {
        /// The graph.
        dag: String,
        /// What is wrong.
        error: HdrError,
    },
    /// The trap handler of a firmware image trapped at its first instruction, or there was none.
    #[error("{}", crash((first, *first_at), (second, *handler), uart))]
    ImageCrashed {
        /// The exception for which the handler was called.
        first: &'static str,
        /// The address of its instruction.
        first_at: u32,
        /// The exception of the handler.
        second: &'static str,
        /// The address of the handler.
        handler: u32,
        /// What the image had printed.
        uart: String,
    },
    /// The workload does not fit in the memory in which an image gets it.
    #[error(
        "the workload takes {bytes} bytes in memory, more than the 2^28 that an image can be given; run fewer graphs"
    )]
    Handover {
        /// Its size.
        bytes: u64,
    },
    /// The simulated machine refused an operation of the run itself.
    #[error("the machine refused an operation of the run: {0}")]
    Machine(#[from] Refused),
}

impl RunError {
    /// For `map_err`: adds what firmware was doing.
    pub(super) fn while_doing(doing: impl Into<String>) -> impl FnOnce(fw_api::Error<BusError>) -> Self {
        move |error| Self::Firmware { doing: doing.into(), error }
    }
}

fn crash((first, at): (&str, u32), (second, handler): (&str, u32), uart: &str) -> String {
    let and_then = match handler {
        0 => "no trap handler was set (mtvec is 0); set mtvec first, or debug the exception".to_owned(),
        _ => format!("its trap handler at {handler:#010x} ended in {second} at once; debug the handler"),
    };
    let printed = uart.lines().next_back().map(|line| format!(" (the last line it printed: {line})"));
    format!(
        "the firmware image stopped at {at:#010x} with {first}, and {and_then}{}",
        printed.unwrap_or_default()
    )
}
