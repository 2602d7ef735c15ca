//! An access is accepted exactly when the specification allows it: by the register map, and by the state before it
//! (scheduler.md §2.1, §7.3 and §8).

use hws_model::ErrorBit;
use hws_regs::{
    Access, Decoded, EarlyLaunchMode, HwsCtrl, InPath, RegId, SipReportComplete, SipReportPreComplete, params,
};
use hws_types::{LaunchId, Rule, Sip, SipMask};

use super::violated;
use crate::check::act::Act;
use crate::check::view::View;
use crate::check::violation::{Resource, Violation};

/// What the events of an access show.
#[derive(Clone, Copy)]
pub(in crate::check) struct Found<'a> {
    pub(in crate::check) errors: &'a [ErrorBit],
    pub(in crate::check) reports: &'a [(Sip, LaunchId)],
    pub(in crate::check) is_reset: bool,
}

/// The access was accepted or refused as it has to be. `waiting`: the tasks in the firmware FIFO before it.
pub(in crate::check) fn is_accepted_rightly(
    act: Act,
    before: &View,
    now: &View,
    found: Found<'_>,
    waiting: Option<usize>,
) -> Result<(), Violation> {
    match act {
        Act::Read { offset, .. } => expect(now, "a read", offset, is_readable(offset), true),
        Act::ReadRefused { offset } => expect(now, "a read", offset, is_readable(offset), false),
        Act::WriteRefused { offset } => expect(now, "a write", offset, writable(offset).is_some(), false),
        Act::Write { offset, value } => match writable(offset) {
            Some(register) => write(register, value, before, now, found, waiting),
            None => expect(now, "a write", offset, false, true),
        },
        Act::Pushed(_) => push(now, before, true),
        Act::PushRefused => push(now, before, false),
    }
}

fn expect(now: &View, act: &str, offset: u32, is_legal: bool, is_accepted: bool) -> Result<(), Violation> {
    if is_legal == is_accepted {
        return Ok(());
    }
    let how = format!("{} {act} at offset {offset:#x}", if is_accepted { "accepted" } else { "refused" });
    Err(violated(now, Resource::Named("the bus"), how, Rule::Registers1))
}

fn is_readable(offset: u32) -> bool {
    match RegId::decode(offset) {
        Decoded::Register(register) => register.info().access != Access::Wo,
        Decoded::Reserved => true,
        Decoded::Unmapped | Decoded::Unaligned => false,
    }
}

fn writable(offset: u32) -> Option<RegId> {
    match RegId::decode(offset) {
        Decoded::Register(register) => Some(register).filter(|register| register.info().access.is_writable()),
        _ => None,
    }
}

fn push(now: &View, before: &View, is_accepted: bool) -> Result<(), Violation> {
    let has_room = (before.hdr_count as usize) < params::HDR_FIFO;
    if has_room == is_accepted {
        return Ok(());
    }
    let how = format!(
        "{} a push with {} tasks",
        if is_accepted { "accepted" } else { "refused" },
        before.hdr_count
    );
    Err(violated(now, Resource::Named("the HDR FIFO"), how, Rule::Scheduler2_1))
}

/// Which errors a write sets, and whether it resets or reports.
fn write(
    register: RegId,
    value: u32,
    before: &View,
    now: &View,
    found: Found<'_>,
    waiting: Option<usize>,
) -> Result<(), Violation> {
    let is_allowed = register.is_legal(value) && state_allows(register, value, before);
    let expected = if is_allowed { error_of(register, value, before, waiting) } else { Some(ErrorBit::Cfg) };
    let is_unknown = register == RegId::FwTaskPush && waiting.is_none() && expected.is_none();
    // A dropped message has an error of its own.
    let is_own = |bit: &&ErrorBit| {
        **bit != ErrorBit::MihOverflow && !(is_unknown && **bit == ErrorBit::FwTaskOverflow)
    };
    let mut errors = found.errors.iter().filter(is_own);
    if errors.next() != expected.as_ref() || errors.next().is_some() {
        let how = format!("written {value:#x} sets {:?} instead of {expected:?}", found.errors);
        return Err(violated(now, Resource::Register(register), how, Rule::Scheduler8));
    }
    let resets = register == RegId::HwsCtrl && is_allowed && HwsCtrl::from_bits(value).soft_reset();
    if resets != found.is_reset {
        let how = format!("written {value:#x} {}", if resets { "does not reset" } else { "resets" });
        return Err(violated(now, Resource::Register(register), how, Rule::Scheduler8_5));
    }
    reports(register, value, before, now, found, expected)
}

/// Whether the state allows the write (scheduler.md §8.5 to §8.7).
fn state_allows(register: RegId, value: u32, before: &View) -> bool {
    let is_idle = before.idle == SipMask::ALL;
    match register {
        RegId::HwsCtrl => {
            let ctrl = HwsCtrl::from_bits(value);
            let may_reset = !ctrl.soft_reset() || ctrl.force() || (is_idle && before.owned.is_empty());
            may_reset && (!ctrl.enable() || is_permutation(before))
        }
        RegId::XmcSipMap(_) => !before.regs.hws_ctrl.enable() && !before.is_attempting && is_idle,
        RegId::SipTopology => {
            before.rs_count == 0 && !before.is_loading && is_idle && before.owned.is_empty()
        }
        _ => true,
    }
}

fn is_permutation(before: &View) -> bool {
    let sips = before.regs.xmc_sip_map.iter().map(|map| Sip::wrapping(map.phy_id()).mask());
    sips.fold(SipMask::EMPTY, |all, sip| all | sip) == SipMask::ALL
}

/// The error that an allowed write sets.
fn error_of(register: RegId, value: u32, before: &View, waiting: Option<usize>) -> Option<ErrorBit> {
    let queues = matches!(
        register,
        RegId::DagCmd
            | RegId::BlockTriggerCnt(_)
            | RegId::TdRefresh
            | RegId::HrmFwClaim
            | RegId::HrmFwRelease
    );
    match register {
        RegId::FwTaskPush if before.regs.hws_work_mode.in_path() == InPath::Hdr => Some(ErrorBit::FwTaskMode),
        RegId::FwTaskPush if waiting.is_some_and(|waiting| waiting >= params::FW_TASK_FIFO) => {
            Some(ErrorBit::FwTaskOverflow)
        }
        RegId::SipReportComplete => {
            let (sip, launch, block) = complete(value);
            (!is_running(before, sip, launch, block)).then_some(ErrorBit::SpuriousComplete)
        }
        RegId::SipReportPreComplete if !estimates(before) => {
            let (sip, launch, block) = pre_complete(value);
            let takes = before.sips[sip.index()].pending.is_none() && !before.pre_idle.contains(sip.mask());
            (!takes || !is_running(before, sip, launch, block)).then_some(ErrorBit::SpuriousPreComplete)
        }
        _ if queues && before.cmd_pending as usize >= params::CMD_QUEUE => Some(ErrorBit::CmdOverflow),
        _ => None,
    }
}

fn complete(value: u32) -> (Sip, LaunchId, u32) {
    let report = SipReportComplete::from_bits(value);
    (Sip::wrapping(report.sip_id()), LaunchId::wrapping(report.launch_id()), report.block_id())
}

fn pre_complete(value: u32) -> (Sip, LaunchId, u32) {
    let report = SipReportPreComplete::from_bits(value);
    (Sip::wrapping(report.sip_id()), LaunchId::wrapping(report.launch_id()), report.block_id())
}

fn is_running(before: &View, sip: Sip, launch: LaunchId, block: u32) -> bool {
    let shown = before.launches[launch.index()].map(|launch| u32::from(launch.block_id));
    before.sips[sip.index()].running == Some(launch) && shown == Some(block)
}

fn estimates(before: &View) -> bool {
    before.regs.early_launch_mode != EarlyLaunchMode::from_bits(0)
}

/// A valid report takes effect once, on its SIP; nothing else reports.
fn reports(
    register: RegId,
    value: u32,
    before: &View,
    now: &View,
    found: Found<'_>,
    error: Option<ErrorBit>,
) -> Result<(), Violation> {
    let report = match register {
        RegId::SipReportComplete => Some(complete(value)),
        RegId::SipReportPreComplete if !estimates(before) => Some(pre_complete(value)),
        _ => None,
    };
    let expected = report.filter(|_| error.is_none()).map(|(sip, launch, _)| (sip, launch));
    if found.reports.iter().copied().eq(expected) {
        return Ok(());
    }
    let how = format!("written {value:#x} takes effect {} times", found.reports.len());
    Err(violated(now, Resource::Register(register), how, Rule::Scheduler7_3))
}
