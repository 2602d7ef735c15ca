//! Time: the order within a tick, the prescaler, estimated pre-idle (§1.2, §7.4).

use hws_model::SharedMemory;
use hws_regs::EarlyMode;

use super::PlainHws;
use super::machine::block;

impl PlainHws {
    /// §1.2 a, §7.4: count-downs, then estimated pre-idle.
    pub(super) fn time_base(&mut self) {
        let prescale = self.regs.time_unit.prescale();
        let ends = rule!(PrescaleLate, self.prescaler == prescale, self.prescaler > prescale);
        let counts = rule!(PrescaleEarly, ends, self.prescaler + 1 >= prescale);
        if counts {
            self.prescaler = 0;
            self.count_down();
        } else {
            self.prescaler += 1;
        }
        let estimates = self.regs.early_launch_mode.mode() == EarlyMode::HwsEstimate;
        if rule!(EstimateAlways, estimates, true) {
            self.estimate_pre_idle(counts);
        }
    }

    fn count_down(&mut self) {
        for sip in &mut self.sips {
            if rule!(CountAlways, sip.count_en, true) {
                sip.remain = rule!(CountWraps, sip.remain.saturating_sub(1), sip.remain.wrapping_sub(1));
            }
        }
    }

    fn estimate_pre_idle(&mut self, counted: bool) {
        let offset = self.regs.pre_idle_offset.units();
        for sip in 0..self.sips.len() {
            let state = &self.sips[sip];
            let Some(running) = state.running else { continue };
            let launch = self.launches[running].as_ref().expect("what runs is in the launch table");
            let stale = state.remain.saturating_add((counted && state.count_en).into());
            let ends = rule!(EstimateStrict, state.remain <= offset, state.remain < offset);
            let ends = rule!(EstimateStale, ends, stale <= offset);
            let mdma = rule!(EstimateWithoutMdma, launch.mdma, true);
            let alone = rule!(EstimateWithPending, state.pending.is_none(), true);
            if mdma && alone && ends {
                self.sips[sip].pre_idle = true;
            }
        }
    }

    /// `remain(group)`: the maximum over the aligned group of `size` SIPs that holds `sip` (§7.4).
    pub(super) fn group_remain(&self, sip: u32, size: u32) -> u32 {
        let group = block(sip - sip % size, size);
        let all = || group.iter().map(|sip| self.sips[sip.index()].remain);
        rule!(GroupMinimum, all().max().unwrap_or(0), all().min().unwrap_or(0))
    }

    /// §1.2 c: COMMIT when the attempt ends now; a boundary when none is in flight after that.
    pub(super) fn step_engine(&mut self, memory: &mut dyn SharedMemory) {
        if let Some(attempt) = &mut self.attempt {
            attempt.ticks_left -= 1;
            if attempt.ticks_left > 0 {
                return;
            }
        }
        if let Some(attempt) = self.attempt.take() {
            self.commit(&attempt.decision, memory);
            if rule!(BoundaryLate, false, true) {
                return;
            }
        }
        self.boundary(memory);
    }

    fn boundary(&mut self, memory: &mut dyn SharedMemory) {
        if rule!(RequestsFirst, false, self.second_resources_are_on()) {
            self.send_requests();
        }
        if rule!(RetireNeedsEnable, true, self.regs.hws_ctrl.enable()) {
            self.retire_commands(memory);
        }
        self.finish_allocation_only_kernels();
        self.send_requests();
        if self.can_latch() {
            self.latch();
        }
    }
}
