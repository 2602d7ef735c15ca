//! How the resolver follows the kernels through the HWS: by events alone.
//!
//! - `Admit` means that the oldest push was accepted, and carries its kernel_seq; an `Error` of the admission
//!   checks with the ids of the oldest push means that it was rejected. The loader takes pushes in order, so
//!   these events always concern the oldest one; kernels that firmware pushes itself need other kernel_ids.
//! - `Launch` and `Complete` are matched by launch_id and SIP: a block has finished when all its SIPs have
//!   completed.
//! - `KernelDone` means that all its blocks are launched (for an allocation-only kernel, that it has all its
//!   grants).

use std::cmp::Reverse;

use hws_model::{ErrorBit, Event, EventSink};
use hws_types::{Cycle, LaunchId, Sip, SipMask, TaskIds};

use super::kernel::On;
use super::state::{KernelState, Point};
use super::{Hdr, Ids, LiveBlock, Made};

impl Hdr {
    fn admitted(&mut self, seq: u32, kernel_id: u32) {
        let Some(ids) = self.in_port.front().copied() else { return };
        let Some(part) = self.ids.part(ids) else { return };
        if self.tasks[part.task].kernel_id == kernel_id {
            self.in_port.pop_front();
            let place = self.resident.partition_point(|resident| resident.0 < seq);
            self.resident.insert(place, (seq, ids));
            self.tasks[part.task].part_admitted();
        }
    }

    fn failed(&mut self, bit: ErrorBit, ids: TaskIds) {
        let oldest = self.in_port.front().copied();
        let pushed = (ids.hdr_id, ids.hdr_entry_id);
        if is_rejection(bit) && ids.source == self.source && oldest == Some(pushed) {
            self.in_port.pop_front();
            self.reject(pushed);
        }
    }

    fn reject(&mut self, ids: Ids) {
        let Some(part) = self.ids.release(ids) else { return };
        self.departed(part.task);
        // Its other parts need not be pushed.
        self.ready.retain(|&Reverse((_, _, task))| task != part.task);
        self.tasks[part.task].part_rejected(part.index);
        if self.tasks[part.task].state != KernelState::Rejected {
            self.retire(part.task, KernelState::Rejected);
        }
    }

    /// A push of the task is no longer in the port or in the Ready Station.
    fn departed(&mut self, task: usize) {
        let task = &mut self.tasks[task];
        task.undeparted -= 1;
        self.awaited_pushes -= usize::from(task.is_awaited());
    }

    /// The place of a resident kernel_seq.
    fn resident_place(&self, seq: u32) -> Option<usize> {
        self.resident.binary_search_by_key(&seq, |resident| resident.0).ok()
    }

    fn launched(&mut self, cycle: Cycle, seq: u32, launch_id: LaunchId, sips: SipMask) {
        let Some(ids) = self.resident_place(seq).map(|place| self.resident[place].1) else { return };
        let Some(part) = self.ids.part_mut(ids) else { return };
        part.live_blocks += 1;
        self.live[launch_id.index()] = Some(LiveBlock { part: ids, unfinished: sips });
        let times = &mut self.tasks[part.task].times;
        if times.get(Point::FirstLaunch).is_none() {
            times.set(Point::FirstLaunch, cycle);
        }
    }

    fn left_the_ready_station(&mut self, cycle: Cycle, seq: u32) {
        let Some((_, ids)) = self.resident_place(seq).map(|place| self.resident.remove(place)) else {
            return;
        };
        let Some(part) = self.ids.part_mut(ids) else { return };
        part.has_departed = true;
        let task = part.task;
        self.departed(task);
        if self.tasks[task].part_launched(cycle) {
            self.release_dependents((task, On::Launch, cycle));
        }
        self.end_part_if_idle(ids, cycle);
    }

    fn completed(&mut self, cycle: Cycle, sip: Sip, launch_id: LaunchId) {
        let Some(block) = &mut self.live[launch_id.index()] else { return };
        block.unfinished -= sip.mask();
        if block.unfinished.is_empty() {
            let ids = block.part;
            self.live[launch_id.index()] = None;
            if let Some(part) = self.ids.part_mut(ids) {
                part.live_blocks -= 1;
            }
            self.end_part_if_idle(ids, cycle);
        }
    }

    fn end_part_if_idle(&mut self, ids: Ids, cycle: Cycle) {
        let is_over = self.ids.part(ids).is_some_and(|part| part.has_departed && part.live_blocks == 0);
        let Some(part) = is_over.then(|| self.ids.release(ids)).flatten() else { return };
        if self.tasks[part.task].part_finished(part.index, cycle) {
            self.retire(part.task, KernelState::Finished);
            self.release_dependents((part.task, On::Finish, cycle));
        }
    }

    /// Tells the dependents of a kernel that it made progress; the loads among them make progress in turn.
    pub(super) fn release_dependents(&mut self, made: Made) {
        let (mut next, mut loads) = (Some(made), Vec::new());
        while let Some((task, on, cycle)) = next {
            let mut rest = self.tasks[task].dependents;
            while let Some((dependent, next)) = self.edges.first(rest) {
                rest = next;
                if dependent.on != on {
                    continue;
                }
                let allowed = self.tasks[task].allows(dependent.delay, cycle);
                let waiting = &mut self.tasks[dependent.task as usize];
                waiting.missing = waiting.missing.saturating_sub(1);
                waiting.delay(allowed);
                loads.extend(self.make_ready_if_free(dependent.task as usize).into_iter().flatten());
            }
            next = loads.pop();
        }
    }

    fn retire(&mut self, task: usize, state: KernelState) {
        self.tasks[task].state = state;
        self.ended.push_back(self.tasks[task].kernel_id);
    }

    fn lose_all(&mut self) {
        for task in &mut self.tasks {
            if task.state.is_outstanding() {
                task.state = KernelState::Lost;
            }
            task.undeparted = 0;
        }
        let tasks = &self.tasks;
        self.ready.retain(|&Reverse((_, _, task))| tasks[task].has_part_to_push());
        self.ids.release_all();
        self.in_port.clear();
        self.resident.clear();
        self.live = [None; LaunchId::COUNT];
        self.awaited_pushes = 0;
    }
}

/// Whether the error is one of the admission checks (scheduler.md §2.3).
const fn is_rejection(bit: ErrorBit) -> bool {
    use ErrorBit::{TdBlockNum, TdCluster, TdCoop, TdOutPath, TdRead, TdThreadNum, TdUnplaceable};
    // TD_READ of a re-read carries the ids of a resident kernel, which no push in the port has.
    matches!(bit, TdRead | TdThreadNum | TdCluster | TdBlockNum | TdOutPath | TdCoop | TdUnplaceable)
}

impl EventSink for Hdr {
    fn event(&mut self, cycle: Cycle, event: Event) {
        match event {
            Event::Admit { seq, kernel_id, .. } => self.admitted(seq, kernel_id),
            Event::Error { bit, ids } => self.failed(bit, ids),
            Event::Launch { seq, launch_id, sip_mask, .. } => self.launched(cycle, seq, launch_id, sip_mask),
            Event::KernelDone { seq, .. } => self.left_the_ready_station(cycle, seq),
            Event::Complete { sip, launch_id } => self.completed(cycle, sip, launch_id),
            Event::SoftReset { .. } => self.lose_all(),
            _ => (),
        }
    }
}
