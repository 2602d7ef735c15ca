//! Breakpoints and watchpoints.

use std::collections::BTreeSet;

use gdbstub::target::ext::breakpoints::WatchKind;
use hws_run::run::ImageAccess;

/// A watched range of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Watchpoint {
    pub(crate) address: u32,
    pub(crate) bytes: u32,
    pub(crate) kind: WatchKind,
}

impl Watchpoint {
    fn is_hit_by(&self, access: &ImageAccess) -> bool {
        let kind = match self.kind {
            WatchKind::Write => access.is_write,
            WatchKind::Read => !access.is_write,
            WatchKind::ReadWrite => true,
        };
        let end = |address: u32, bytes: u32| u64::from(address) + u64::from(bytes);
        let overlaps = u64::from(self.address) < end(access.address, access.bytes)
            && u64::from(access.address) < end(self.address, self.bytes);
        kind && overlaps
    }
}

/// All points of the debugger.
#[derive(Clone, Default, Debug)]
pub(crate) struct Points {
    software: BTreeSet<u32>,
    hardware: BTreeSet<u32>,
    watched: Vec<Watchpoint>,
}

impl Points {
    /// The breakpoints of one kind, which work in the same way.
    pub(crate) const fn breakpoints_mut(&mut self, is_hardware: bool) -> &mut BTreeSet<u32> {
        if is_hardware { &mut self.hardware } else { &mut self.software }
    }

    /// Whether there is a breakpoint; true for one that gdb calls a hardware breakpoint.
    pub(crate) fn at(&self, pc: u32) -> Option<bool> {
        let is_at = |points: &BTreeSet<u32>| !points.is_empty() && points.contains(&pc);
        is_at(&self.software).then_some(false).or_else(|| is_at(&self.hardware).then_some(true))
    }

    pub(crate) fn watch(&mut self, point: Watchpoint) {
        self.watched.push(point);
    }

    /// Returns whether there was such a watchpoint.
    pub(crate) fn unwatch(&mut self, point: Watchpoint) -> bool {
        let place = self.watched.iter().position(|watched| *watched == point);
        place.map(|place| self.watched.remove(place)).is_some()
    }

    pub(crate) const fn are_any_watched(&self) -> bool {
        !self.watched.is_empty()
    }

    /// The watchpoint that an access hits.
    pub(crate) fn hit_by(&self, access: &ImageAccess) -> Option<Watchpoint> {
        self.watched.iter().find(|point| point.is_hit_by(access)).copied()
    }
}
