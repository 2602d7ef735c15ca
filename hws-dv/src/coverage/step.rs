//! One step of the model as the groups see it: what happened, and the states around it.

use std::rc::Rc;

use hws_model::{Decision, ErrorBit, Event, Hws};
use hws_regs::{Decoded, ErrStatus, HwsCtrl, HwsStatus, IrqEnable, IrqStatus, MihStatus, RegId};
use hws_types::{LaunchId, SipMask};

use super::groups::port::Idling;

/// An access, a push, or a step of time.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cause {
    /// A bus access.
    Access(BusAccess),
    /// A push into the HDR port.
    Push,
    /// One tick or several.
    Time,
}

/// A bus access and its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct BusAccess {
    /// What is at the address.
    pub(super) target: Decoded,
    /// The data of a write; `None` for a read.
    pub(super) write: Option<u32>,
    /// Whether it was a bus error.
    pub(super) is_refused: bool,
}

/// A step.
pub(super) struct Step<'a> {
    pub(super) cause: Cause,
    /// What happened, in order.
    pub(super) events: &'a [Event],
    /// Some of the state before.
    pub(super) before: &'a Glance,
    /// The attempt that was in flight before.
    pub(super) latched: Option<&'a Rc<Latched>>,
    /// The id of the last launch before, since the power-on reset.
    pub(super) last_launch: Option<LaunchId>,
    /// Why no attempt was in flight after the last step of time, if kernels waited.
    pub(super) idling: Option<Idling>,
    /// The state after.
    pub(super) hws: &'a Hws,
}

/// An attempt: the state at its LATCH, and its decision.
#[derive(Clone, Debug)]
pub(super) struct Latched {
    pub(super) hws: Hws,
    pub(super) decision: Decision,
}

/// The part of the state that is kept from one step to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Glance {
    pub(super) ctrl: HwsCtrl,
    pub(super) status: HwsStatus,
    pub(super) idle: SipMask,
    pub(super) pre_idle: SipMask,
    pub(super) owned: SipMask,
    pub(super) errors: ErrStatus,
    pub(super) messages: u32,
    pub(super) causes: IrqStatus,
    pub(super) enables: IrqEnable,
    pub(super) is_interrupt: bool,
}

impl Glance {
    pub(super) fn of(hws: &Hws) -> Self {
        Self {
            ctrl: HwsCtrl::from_bits(hws.peek(RegId::HwsCtrl)),
            status: HwsStatus::from_bits(hws.peek(RegId::HwsStatus)),
            idle: SipMask(hws.peek(RegId::SipIdleMask)),
            pre_idle: SipMask(hws.peek(RegId::SipPreIdleMask)),
            owned: SipMask(hws.peek(RegId::HrmFwOwned)),
            errors: ErrStatus::from_bits(hws.peek(RegId::ErrStatus)),
            messages: MihStatus::from_bits(hws.peek(RegId::MihStatus)).count(),
            causes: IrqStatus::from_bits(hws.peek(RegId::IrqStatus)),
            enables: IrqEnable::from_bits(hws.peek(RegId::IrqEnable)),
            is_interrupt: hws.is_interrupt_asserted(),
        }
    }
}

impl Step<'_> {
    /// The write of the step, if the bus accepted it: the register and the value.
    pub(super) fn write(&self) -> Option<(RegId, u32)> {
        match self.cause {
            Cause::Access(BusAccess {
                target: Decoded::Register(id),
                write: Some(value),
                is_refused: false,
            }) => Some((id, value)),
            _ => None,
        }
    }

    /// Whether the write of the step was ignored as a whole (ERR_STATUS.CFG).
    pub(super) fn is_ignored(&self) -> bool {
        self.has(|event| matches!(event, Event::Error { bit: ErrorBit::Cfg, .. }))
    }

    /// Whether an event happened.
    pub(super) fn has(&self, is: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(is)
    }
}
