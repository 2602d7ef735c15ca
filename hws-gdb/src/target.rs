//! What gdb sees: registers, memory, breakpoints, movements and the commands of `monitor`.

mod breakpoints;
mod memory;
mod registers;
mod resume;

use std::convert::Infallible;

use gdbstub::target::Target;
use gdbstub::target::ext::base::BaseOps;
use gdbstub::target::ext::breakpoints::BreakpointsOps;
use gdbstub::target::ext::monitor_cmd::{ConsoleOutput, MonitorCmd, MonitorCmdOps, outputln};
use gdbstub::target::ext::target_description_xml_override::{
    TargetDescriptionXmlOverride, TargetDescriptionXmlOverrideOps,
};
use gdbstub::target::{TargetError, TargetResult};
use gdbstub_arch::riscv::Riscv32;
use hws_run::run::{FirmwareImage, ImageEdit};
use hws_run::workload::Workload;

use crate::debuggee::Debuggee;
use crate::description;
use crate::monitor;
use crate::motion::{Motion, Reported};
use crate::points::Points;

/// "Bad address", as gdb knows it.
const BAD_ADDRESS: u8 = 14;

pub(crate) struct GdbTarget<'w> {
    pub(crate) debuggee: Debuggee<'w>,
    pub(crate) points: Points,
    /// The movement that gdb has asked for.
    pub(crate) motion: Option<Motion>,
    pub(crate) reported: Option<Reported>,
    /// Why gdb was refused something, for the user: gdb itself shows no reasons.
    pub(crate) refusals: Vec<String>,
    /// The bytes of the output that gdb has shown.
    pub(crate) shown: usize,
    pub(crate) workload: &'w Workload,
    pub(crate) firmware: &'w FirmwareImage,
    description: String,
}

impl<'w> GdbTarget<'w> {
    pub(crate) fn new(debuggee: Debuggee<'w>, workload: &'w Workload, firmware: &'w FirmwareImage) -> Self {
        Self {
            debuggee,
            points: Points::default(),
            motion: None,
            reported: None,
            refusals: Vec::new(),
            shown: 0,
            workload,
            firmware,
            description: description::xml(),
        }
    }

    /// Changes the state; a refusal is told to the user.
    fn edit(&mut self, edit: ImageEdit) -> TargetResult<(), Self> {
        let done = self.debuggee.edit(edit);
        // What was printed in a future that does not happen any more was shown.
        self.shown = self.shown.min(self.debuggee.session().printed().len());
        done.map_err(|error| {
            self.refusals.push(format!("gdb was refused a change: {error}"));
            TargetError::Errno(BAD_ADDRESS)
        })
    }
}

impl Target for GdbTarget<'_> {
    type Arch = Riscv32;
    type Error = Infallible;

    fn base_ops(&mut self) -> BaseOps<'_, Riscv32, Infallible> {
        BaseOps::SingleThread(self)
    }

    fn support_breakpoints(&mut self) -> Option<BreakpointsOps<'_, Self>> {
        Some(self)
    }

    fn support_monitor_cmd(&mut self) -> Option<MonitorCmdOps<'_, Self>> {
        Some(self)
    }

    fn support_target_description_xml_override(
        &mut self,
    ) -> Option<TargetDescriptionXmlOverrideOps<'_, Self>> {
        Some(self)
    }

    // Breakpoints are not written into memory, so that gdb need not know them.
    fn guard_rail_implicit_sw_breakpoints(&self) -> bool {
        true
    }
}

impl MonitorCmd for GdbTarget<'_> {
    fn handle_monitor_cmd(&mut self, command: &[u8], mut out: ConsoleOutput<'_>) -> Result<(), Infallible> {
        let answer = monitor::answer(self, &String::from_utf8_lossy(command));
        outputln!(out, "{}", answer.trim_end());
        Ok(())
    }
}

impl TargetDescriptionXmlOverride for GdbTarget<'_> {
    fn target_description_xml(
        &self,
        annex: &[u8],
        offset: u64,
        length: usize,
        buffer: &mut [u8],
    ) -> TargetResult<usize, Self> {
        if annex != b"target.xml" {
            return Err(TargetError::NonFatal);
        }
        let rest = usize::try_from(offset).ok().and_then(|offset| self.description.as_bytes().get(offset..));
        let rest = rest.unwrap_or_default();
        let count = rest.len().min(length).min(buffer.len());
        buffer.iter_mut().zip(&rest[..count]).for_each(|(to, from)| *to = *from);
        Ok(count)
    }
}
