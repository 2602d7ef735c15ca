//! What a launch has changed: its ids, the end of its kernel, and its live words (scheduler.md §6.2–§6.4).

use hws_model::{ErrorBit, Event, Hws};
use hws_regs::{LaunchInfo, RegId, RegIndex, RsIds};
use hws_types::{Entry, LaunchId, Source, TaskIds};

use crate::coverage::kernel::ResidentKernel;
use crate::coverage::step::Step;

/// A step with a launch.
pub(super) struct Aftermath<'a> {
    step: &'a Step<'a>,
    latched: &'a Hws,
    entry: Entry,
    /// The kernel as latched.
    pub(super) kernel: ResidentKernel,
    /// The ids of its launches, in block order.
    ids: Vec<LaunchId>,
}

impl<'a> Aftermath<'a> {
    /// The launch of the kernel in an entry; `None` if the step has no launch.
    pub(super) fn of(step: &'a Step<'a>, latched: &'a Hws, entry: Entry) -> Option<Self> {
        let ids: Vec<LaunchId> = step.events.iter().filter_map(launch_id).collect();
        let kernel = ResidentKernel::of(latched, entry)?;
        (!ids.is_empty()).then_some(Self { step, latched, entry, kernel, ids })
    }

    /// The first launch, as the launch table has it.
    pub(super) fn info(&self) -> LaunchInfo {
        let id = self.ids.first().copied().unwrap_or_default();
        LaunchInfo::from_bits(self.step.hws.peek(RegId::LaunchInfo(RegIndex::wrapping(id.get()))))
    }

    /// Whether the kernel stays, leaves with all blocks launched, or with blocks left.
    pub(super) fn leaves(&self) -> usize {
        let has_left =
            |event: &Event| matches!(event, Event::KernelDone { entry, .. } if *entry == self.entry);
        let launched = self.kernel.progress.launched() + self.ids.len() as u32;
        match (self.step.has(has_left), launched == u32::from(self.kernel.td.block_num)) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        }
    }

    /// How the first id follows that of the last launch: next, after a used one, or wrapped.
    pub(super) fn launch_id(&self) -> Option<usize> {
        let (last, first) = (self.step.last_launch?.get(), self.ids.first()?.get());
        Some(match first {
            id if id == last + 1 => 0,
            id if id <= last => 2,
            _ => 1,
        })
    }

    /// Whether the re-read of the live words left the trigger, raised it, or was refused; unknown if the kernel has left.
    pub(super) fn live_words(&self) -> Option<usize> {
        if self
            .step
            .events
            .iter()
            .skip_while(|event| launch_id(event).is_none())
            .any(|event| self.is_refused(event))
        {
            return Some(2);
        }
        let seq = self.latched.peek(RegId::RsKernelSeq(RegIndex::wrapping(self.entry.get())));
        let after = ResidentKernel::with_seq(self.step.hws, self.entry, seq)?.progress;
        let is_commanded = self.step.has(|event| matches!(event, Event::Command { .. }));
        (!is_commanded).then(|| usize::from(after.trigger() > self.kernel.progress.trigger()))
    }

    fn is_refused(&self, event: &Event) -> bool {
        let index = RegIndex::wrapping(self.entry.get());
        let ids = RsIds::from_bits(self.latched.peek(RegId::RsIds(index)));
        let source = if self.kernel.flags.src() { Source::Firmware } else { Source::Hdr };
        let own = TaskIds { source, hdr_id: ids.hdr_id() as u8, hdr_entry_id: ids.hdr_entry_id() as u8 };
        matches!(event, Event::Error { bit: ErrorBit::TdRead, ids } if *ids == own)
    }
}

fn launch_id(event: &Event) -> Option<LaunchId> {
    match *event {
        Event::Launch { launch_id, .. } => Some(launch_id),
        _ => None,
    }
}
