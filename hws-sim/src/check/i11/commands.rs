//! Commands are retired once each, in the order of their writes, and change the ownership of SIPs as specified.

use hws_model::CommandKind;
use hws_regs::{DagCmdStatus, DagResult};
use hws_types::{Rule, SipMask};

use super::violated;
use crate::check::view::View;
use crate::check::violation::{Resource, Violation};

/// The retired command is the oldest in the queue.
pub(in crate::check) fn command_is_next(
    now: &View,
    oldest: Option<CommandKind>,
    retired: CommandKind,
) -> Result<(), Violation> {
    if oldest == Some(retired) {
        return Ok(());
    }
    let how = format!("retires {retired:?} where {oldest:?} is the oldest");
    Err(violated(now, Resource::Named("the command queue"), how, Rule::Scheduler8))
}

/// CMD_PENDING counts the commands written and not retired.
pub(in crate::check) fn commands_agree(now: &View, queued: usize) -> Result<(), Violation> {
    if now.cmd_pending as usize == queued {
        return Ok(());
    }
    let how = format!("is {} for {queued} commands written and not retired", now.cmd_pending);
    Err(violated(now, Resource::Named("HWS_STATUS.CMD_PENDING"), how, Rule::Scheduler8))
}

/// A claim refuses exactly the SIPs that it cannot take.
pub(in crate::check) fn claim_refuses(
    now: &View,
    expected: SipMask,
    refused: SipMask,
) -> Result<(), Violation> {
    if refused == expected {
        return Ok(());
    }
    let how = format!("refuses SIPs {refused} instead of {expected}");
    Err(violated(now, Resource::Named("a claim"), how, Rule::Scheduler8_4))
}

/// A DAG command has the result of scheduler.md §8.
pub(in crate::check) fn command_has_result(
    now: &View,
    kind: CommandKind,
    result: u32,
    expected: DagResult,
) -> Result<(), Violation> {
    if DagCmdStatus::default().with_result(expected).result_bits() == result {
        return Ok(());
    }
    let how = format!("{kind:?} has RESULT {result} instead of {expected:?}");
    Err(violated(now, Resource::Named("a DAG command"), how, Rule::Scheduler8))
}

/// Only claims, releases and a reset change the ownership.
pub(in crate::check) fn owned_as_claimed(
    now: &View,
    expected: SipMask,
    is_reset: bool,
) -> Result<(), Violation> {
    let expected = if is_reset { SipMask::EMPTY } else { expected };
    if now.owned == expected {
        return Ok(());
    }
    let how = format!("is {} where claims and releases give {expected}", now.owned);
    Err(violated(now, Resource::Named("HRM_FW_OWNED"), how, Rule::Scheduler8_4))
}
