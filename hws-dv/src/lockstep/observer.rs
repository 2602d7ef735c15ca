//! Observers of a lock-step.

use hws_model::{Event, Hws};
use hws_regs::Decoded;

use super::bus::Access;
use crate::map::Word;

/// What a step did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepCause {
    /// A bus access.
    Access {
        /// What is at the address.
        target: Decoded,
        /// The data of a write; `None` for a read.
        write: Option<u32>,
        /// Whether it was a bus error.
        is_refused: bool,
    },
    /// A push into the HDR port.
    Push,
    /// A tick.
    Time,
}

/// A step after which RTL and model agree.
#[derive(Clone, Copy, Debug)]
pub struct LockstepStep<'a> {
    /// What it did.
    pub cause: StepCause,
    /// The events of the model.
    pub events: &'a [Event],
    /// The model after it.
    pub hws: &'a Hws,
}

/// An observer of a lock-step; `()` ignores everything.
pub trait LockstepObserver {
    /// A power-on reset: the model begins anew.
    fn power_on(&mut self) {}
    /// An access, a push or a tick, after which RTL and model agree.
    fn settled(&mut self, _step: &LockstepStep<'_>) {}
}

impl LockstepObserver for () {}

impl<T: LockstepObserver + ?Sized> LockstepObserver for &mut T {
    fn power_on(&mut self) {
        (**self).power_on();
    }

    fn settled(&mut self, step: &LockstepStep<'_>) {
        (**self).settled(step);
    }
}

impl StepCause {
    pub(super) fn of(access: &Access) -> Self {
        let target = match access.word {
            Word::Register(id) => Decoded::Register(id),
            Word::Reserved => Decoded::Reserved,
            Word::Unmapped if !access.address.is_multiple_of(4) => Decoded::Unaligned,
            Word::Unmapped => Decoded::Unmapped,
        };
        Self::Access { target, write: access.write, is_refused: access.answer.is_err() }
    }
}
