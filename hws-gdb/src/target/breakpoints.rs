//! Breakpoints and watchpoints of gdb. Breakpoints of both kinds are in the core, none in memory.

use gdbstub::target::TargetResult;
use gdbstub::target::ext::breakpoints::{
    Breakpoints, HwBreakpoint, HwBreakpointOps, HwWatchpoint, HwWatchpointOps, SwBreakpoint, SwBreakpointOps,
    WatchKind,
};

use super::GdbTarget;
use crate::points::Watchpoint;

impl Breakpoints for GdbTarget<'_> {
    fn support_sw_breakpoint(&mut self) -> Option<SwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_breakpoint(&mut self) -> Option<HwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_watchpoint(&mut self) -> Option<HwWatchpointOps<'_, Self>> {
        Some(self)
    }
}

impl SwBreakpoint for GdbTarget<'_> {
    fn add_sw_breakpoint(&mut self, address: u32, _: usize) -> TargetResult<bool, Self> {
        self.points.breakpoints_mut(false).insert(address);
        Ok(true)
    }

    fn remove_sw_breakpoint(&mut self, address: u32, _: usize) -> TargetResult<bool, Self> {
        Ok(self.points.breakpoints_mut(false).remove(&address))
    }
}

impl HwBreakpoint for GdbTarget<'_> {
    fn add_hw_breakpoint(&mut self, address: u32, _: usize) -> TargetResult<bool, Self> {
        self.points.breakpoints_mut(true).insert(address);
        Ok(true)
    }

    fn remove_hw_breakpoint(&mut self, address: u32, _: usize) -> TargetResult<bool, Self> {
        Ok(self.points.breakpoints_mut(true).remove(&address))
    }
}

impl HwWatchpoint for GdbTarget<'_> {
    fn add_hw_watchpoint(&mut self, address: u32, bytes: u32, kind: WatchKind) -> TargetResult<bool, Self> {
        self.points.watch(Watchpoint { address, bytes, kind });
        Ok(true)
    }

    fn remove_hw_watchpoint(
        &mut self,
        address: u32,
        bytes: u32,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        Ok(self.points.unwatch(Watchpoint { address, bytes, kind }))
    }
}
