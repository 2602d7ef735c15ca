//! The command queue and DAG_CMD_STATUS (scheduler.md §8; registers.md §4).

use core::fmt;

use hws_regs::{DagCmdStatus, DagResult};

use super::error::RestoreError;
use super::kernels::HDR_IDS;
use crate::Hws;
use crate::commands::Command;

/// An inconsistency of the command queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandFault {
    /// DAG_CMD_STATUS is neither BUSY with RESULT 0 nor a result.
    Status(DagCmdStatus),
    /// The wrong DAG command reports to DAG_CMD_STATUS.
    Reports {
        /// DAG_CMD_STATUS.BUSY.
        busy: bool,
    },
    /// A command with CHECK expects an hdr_id that does not fit into four bits.
    HdrId {
        /// Its place in the queue; the oldest is 0.
        position: usize,
    },
}

impl fmt::Display for CommandFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(
                f,
                "DAG_CMD_STATUS is {:#x}; it must be BUSY with RESULT 0, or one of the results",
                status.bits()
            ),
            Self::Reports { busy: true } => f.write_str(
                "DAG_CMD_STATUS is BUSY; the last DAG command of the queue must report, and only it",
            ),
            Self::Reports { busy: false } => {
                f.write_str("DAG_CMD_STATUS is not BUSY; no queued DAG command may report")
            }
            Self::HdrId { position } => {
                write!(f, "queued command {position}: its hdr_id must be 0..={}", HDR_IDS - 1)
            }
        }
    }
}

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let (status, commands) = (hws.commands.dag_status(), &hws.commands);
    let refuse = |fault| Err(RestoreError::Command(fault));
    if !is_status(status) {
        return refuse(CommandFault::Status(status));
    }
    let (mut reporting, mut last) = (0, false);
    for reports in commands.iter().filter_map(reports) {
        reporting += u32::from(reports);
        last = reports;
    }
    if last != status.busy() || reporting != u32::from(last) {
        return refuse(CommandFault::Reports { busy: status.busy() });
    }
    match commands.iter().position(|command| hdr_id(command) >= HDR_IDS) {
        Some(position) => refuse(CommandFault::HdrId { position }),
        None => Ok(()),
    }
}

fn is_status(status: DagCmdStatus) -> bool {
    if status.busy() { status.result() == Some(DagResult::Ok) } else { status.result().is_some() }
}

fn reports(command: &Command) -> Option<bool> {
    match command {
        Command::Dag { reports, .. } => Some(*reports),
        _ => None,
    }
}

/// The hdr_id of a command with CHECK, 0 of any other.
fn hdr_id(command: &Command) -> u8 {
    match command {
        Command::Trigger { check: Some(ids), .. } | Command::Refresh { check: Some(ids), .. } => ids.hdr_id,
        _ => 0,
    }
}
