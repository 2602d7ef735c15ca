//! Time: the order within a tick, the prescaler, estimated pre-idle (§1.2, §7.4).

use hws_model::SharedMemory;
use hws_regs::EarlyMode;
use hws_types::Sip;

use super::PlainHws;
use super::machine::block;

impl PlainHws {
    /// §1.2 a, §7.4: count-downs, then estimated pre-idle.
    pub(super) fn time_base(&mut self) {
        let prescale = self.regs.time_unit.prescale();
        let prescale = rule!(PrescaleNarrow, prescale, prescale & 0xFF);
        let ends = rule!(PrescaleLate, self.prescaler == prescale, self.prescaler > prescale);
        let counts = rule!(PrescaleEarly, ends, self.prescaler + 1 >= prescale);
        if counts {
            self.prescaler = 0;
            self.count_down();
        } else if rule!(PrescalerGated, true, self.sips.iter().any(|sip| sip.count_en)) {
            self.prescaler += 1;
        }
        let estimates = self.regs.early_launch_mode.mode() == EarlyMode::HwsEstimate;
        if rule!(EstimateAlways, estimates, true) && self.estimates_now(counts) {
            self.estimate_pre_idle(counts);
        }
    }

    /// §7.4: on every tick, whatever ENABLE_EARLY_LAUNCH_SIP.
    fn estimates_now(&self, counted: bool) -> bool {
        rule!(EstimateNeedsEarly, true, self.regs.enable_early_launch_sip.enable())
            && rule!(EstimateAtUnit, true, counted)
    }

    fn count_down(&mut self) {
        if !rule!(CountNeedsEnable, true, self.regs.hws_ctrl.enable()) {
            return;
        }
        for sip in &mut self.sips {
            if rule!(CountAlways, sip.count_en, true) {
                sip.remain = rule!(CountWraps, sip.remain.saturating_sub(1), sip.remain.wrapping_sub(1));
            }
        }
    }

    fn estimate_pre_idle(&mut self, counted: bool) {
        let offset = rule!(EstimateAtZero, self.regs.pre_idle_offset.units(), 0);
        let offset = rule!(OffsetNarrow, offset, offset & 0xFFFF);
        for sip in 0..self.sips.len() {
            let state = &self.sips[sip];
            let Some(running) = state.running else { continue };
            let Some(launch) = &self.launches[running] else { continue };
            let stale = state.remain.saturating_add((counted && state.count_en).into());
            let ends = rule!(EstimateStrict, state.remain <= offset, state.remain < offset);
            let ends = rule!(EstimateStale, ends, stale <= offset);
            let mdma = rule!(EstimateWithoutMdma, launch.mdma, true);
            let mdma = rule!(EstimateNotReported, mdma, mdma && !launch.mih);
            let alone = rule!(EstimateWithPending, state.pending.is_none(), true);
            if mdma && alone && ends {
                self.sips[sip].pre_idle = true;
            }
        }
    }

    /// `remain(group)`: the maximum over the aligned group of `size` SIPs that holds `sip` (§7.4).
    pub(super) fn group_remain(&self, sip: u32, size: u32) -> u32 {
        let size = looked_at(size);
        let group = block(sip - sip % size, size);
        let counts = |sip: &Sip| rule!(GroupCounting, true, self.sips[sip.index()].count_en);
        let all = || group.iter().filter(counts).map(|sip| self.sips[sip.index()].remain);
        let longest = rule!(GroupMinimum, all().max().unwrap_or(0), all().min().unwrap_or(0));
        let longest = rule!(GroupFirst, longest, self.sips[(sip - sip % size) as usize].remain);
        rule!(GroupSum, longest, all().fold(0, u32::saturating_add))
    }

    /// §1.2 c: COMMIT when the attempt ends now; a boundary when none is in flight after that.
    pub(super) fn step_engine(&mut self, memory: &mut dyn SharedMemory) {
        if let Some(attempt) = &mut self.attempt {
            attempt.ticks_left -= 1;
            if attempt.ticks_left > 0 {
                return self.between_boundaries(memory);
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

    fn boundary(&mut self, memory: &mut dyn SharedMemory) {
        if rule!(AllocationBeforeCommands, false, !self.commands.is_empty()) {
            self.finish_allocation_only_kernels();
        }
        if rule!(RequestsFirst, false, self.second_resources_are_on()) {
            self.send_requests();
        }
        if rule!(RetireNeedsEnable, true, self.regs.hws_ctrl.enable()) {
            self.retire_commands(memory);
        }
        let is_late = rule!(RequestsBeforeAllocation, false, self.second_resources_are_on());
        if is_late {
            self.send_requests();
        }
        self.finish_allocation_only_kernels();
        if !is_late {
            self.send_requests();
        }
        if self.can_latch() {
            self.latch();
        }
    }
}

/// §7.4: groups of 2, 4, 8 and 16 SIPs.
fn looked_at(size: u32) -> u32 {
    let of = rule!(Group16Half, size, if size == 16 { 8 } else { size });
    let of = rule!(Group8Half, of, if size == 8 { 4 } else { of });
    let of = rule!(Group4Half, of, if size == 4 { 2 } else { of });
    rule!(Group2Half, of, if size == 2 { 1 } else { of })
}
