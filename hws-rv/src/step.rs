//! What one step of the core did.

use crate::semihosting::SemihostingCall;
use crate::trap::{Exception, Interrupt};

/// One step, and the time that it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoreStep {
    /// What happened.
    pub kind: StepKind,
    /// Cycles: those of an instruction, and those that the bus waited. 0 if no instruction was begun.
    pub cycles: u64,
}

/// What happened in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// An instruction took place.
    Retired,
    /// An instruction caused an exception; the next one is that of the handler.
    Trapped(Exception),
    /// An interrupt was taken; the next instruction is that of its handler.
    Interrupted(Interrupt),
    /// The core waits for an interrupt that mie enables (`wfi`); nothing happened.
    Waiting,
    /// A semihosting call, which the caller has to answer in a0 (register 10).
    Semihosting(SemihostingCall),
}
