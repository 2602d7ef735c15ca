//! The order of things within a tick and at a boundary (§1.2).

use hws_model::SharedMemory;

use super::PlainHws;

impl PlainHws {
    /// §1.2: time base, loader, engine.
    pub(super) fn do_tick(&mut self, memory: &mut dyn SharedMemory) {
        let ends = self.attempt.as_ref().is_some_and(|attempt| attempt.ticks_left == 1);
        let engine_first = rule!(EngineFirst, false, true);
        let commit_first = rule!(CommitFirst, false, ends);
        let commit_second = rule!(CommitBeforeLoader, false, ends);
        let loader_last = rule!(LoaderAfterEngine, false, true);
        let mut is_boundary = true;
        if engine_first {
            self.step_engine(memory);
        }
        if commit_first {
            is_boundary = self.end_attempt(memory);
        }
        if rule!(LoaderBeforeTime, true, false) && rule!(TimeNeedsEnable, true, self.regs.hws_ctrl.enable()) {
            self.time_base();
        }
        if commit_second {
            is_boundary = self.end_attempt(memory);
        }
        if !loader_last {
            self.step_loader(memory);
        }
        if commit_first || commit_second {
            if is_boundary {
                self.boundary(memory);
            }
        } else if !engine_first {
            self.step_engine(memory);
        }
        if loader_last {
            self.step_loader(memory);
        }
        if rule!(LoaderBeforeTime, false, true) {
            self.time_base();
        }
    }

    /// §1.2 c: COMMIT when the attempt ends now; a boundary when none is in flight after that.
    fn step_engine(&mut self, memory: &mut dyn SharedMemory) {
        if self.end_attempt(memory) {
            self.boundary(memory);
        } else {
            self.between_boundaries(memory);
        }
    }

    /// §8, §9.3, §9.4: nothing happens while an attempt is in flight.
    fn between_boundaries(&mut self, memory: &mut dyn SharedMemory) {
        if rule!(CommandsAnyTime, false, !self.commands.is_empty()) {
            self.retire_commands(memory);
        }
        if rule!(AllocationAnyTime, false, self.kernels().any(|(_, kernel)| !kernel.td.enable_sip_alloc)) {
            self.finish_allocation_only_kernels();
        }
        if rule!(RequestsAnyTime, false, self.second_resources_are_on()) {
            self.send_requests();
        }
    }

    /// §1.2 c: counts the attempt in flight down, COMMIT; returns whether there is a boundary now.
    fn end_attempt(&mut self, memory: &mut dyn SharedMemory) -> bool {
        let is_enabled = self.regs.hws_ctrl.enable();
        if let Some(attempt) = &mut self.attempt {
            attempt.ticks_left -= rule!(AttemptNeedsEnable, 1, u32::from(is_enabled));
            if attempt.ticks_left > 0 {
                return false;
            }
        }
        let Some(attempt) = self.attempt.take() else { return true };
        let decision = self.decision_at_commit(attempt.decision);
        self.commit(&decision, memory);
        let is_boundary = rule!(BoundaryLate, true, false);
        let is_boundary = rule!(BoundaryNotAfterFailure, is_boundary, decision.choice.is_some());
        rule!(BoundaryNotAfterLaunch, is_boundary, decision.choice.is_none())
    }

    /// §1.2 c: commands, allocation-only kernels, requests, LATCH.
    fn boundary(&mut self, memory: &mut dyn SharedMemory) {
        let is_enabled = self.regs.hws_ctrl.enable();
        if rule!(LatchFirst, false, self.can_latch()) {
            self.latch();
        }
        if rule!(RequestsFirst, false, self.second_resources_are_on()) {
            self.send_requests();
        }
        if rule!(AllocationBeforeCommands, false, !self.commands.is_empty()) {
            self.finish_allocation_only_kernels();
        }
        let waits = !self.commands.is_empty();
        if rule!(RetireNeedsEnable, true, is_enabled) && rule!(RetireNeedsKernel, true, self.is_occupied()) {
            self.retire_commands(memory);
        }
        if rule!(LatchBeforeAllocation, false, self.can_latch()) {
            self.latch();
        }
        let allocation_last = rule!(RequestsBeforeAllocation, false, self.second_resources_are_on());
        if !allocation_last && rule!(AllocationNeedsEnable, true, is_enabled) {
            self.finish_allocation_only_kernels();
        }
        if rule!(LatchBeforeRequests, false, self.can_latch()) {
            self.latch();
        }
        if rule!(RequestsNeedEnable, true, is_enabled) {
            self.send_requests();
        }
        if allocation_last {
            self.finish_allocation_only_kernels();
        }
        if self.attempt.is_none() && self.can_latch() && !rule!(LatchAfterCommands, false, waits) {
            self.latch();
        } else if rule!(CancelAtBoundary, false, self.attempt.is_none() && !self.reserved_all.is_empty()) {
            self.cancel_stale_reservations();
        }
    }

    /// The Ready Station holds a kernel.
    fn is_occupied(&self) -> bool {
        self.kernels().next().is_some()
    }
}
