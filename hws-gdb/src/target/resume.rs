//! Movements that gdb asks for: they are only noted here, and made while gdb waits.

use std::convert::Infallible;

use gdbstub::common::Signal;
use gdbstub::target::ext::base::reverse_exec::{ReverseCont, ReverseContOps, ReverseStep, ReverseStepOps};
use gdbstub::target::ext::base::singlethread::{
    SingleThreadRangeStepping, SingleThreadRangeSteppingOps, SingleThreadResume, SingleThreadSingleStep,
    SingleThreadSingleStepOps,
};

use super::GdbTarget;
use crate::motion::{Back, Forward, Motion};

// A signal means nothing to a core without an operating system: the core goes on without it.
impl SingleThreadResume for GdbTarget<'_> {
    fn resume(&mut self, _: Option<Signal>) -> Result<(), Infallible> {
        self.motion = Some(Motion::Forward(Forward::run(&self.debuggee)));
        Ok(())
    }

    fn support_single_step(&mut self) -> Option<SingleThreadSingleStepOps<'_, Self>> {
        Some(self)
    }

    fn support_range_step(&mut self) -> Option<SingleThreadRangeSteppingOps<'_, Self>> {
        Some(self)
    }

    fn support_reverse_step(&mut self) -> Option<ReverseStepOps<'_, (), Self>> {
        Some(self)
    }

    fn support_reverse_cont(&mut self) -> Option<ReverseContOps<'_, (), Self>> {
        Some(self)
    }
}

impl SingleThreadSingleStep for GdbTarget<'_> {
    fn step(&mut self, _: Option<Signal>) -> Result<(), Infallible> {
        self.motion = Some(Motion::Forward(Forward::step(&self.debuggee)));
        Ok(())
    }
}

impl SingleThreadRangeStepping for GdbTarget<'_> {
    fn resume_range_step(&mut self, start: u32, end: u32) -> Result<(), Infallible> {
        self.motion = Some(Motion::Forward(Forward::step_out_of(&self.debuggee, start..end)));
        Ok(())
    }
}

impl ReverseStep<()> for GdbTarget<'_> {
    fn reverse_step(&mut self, (): ()) -> Result<(), Infallible> {
        self.motion = Some(Motion::Back(Back::step(&self.debuggee)));
        Ok(())
    }
}

impl ReverseCont<()> for GdbTarget<'_> {
    fn reverse_cont(&mut self) -> Result<(), Infallible> {
        self.motion = Some(Motion::Back(Back::run(&self.debuggee)));
        Ok(())
    }
}
