//! Time: the order within a tick, the prescaler, estimated pre-idle (§1.2, §7.4).

use hws_model::SharedMemory;
use hws_regs::EarlyMode;

use hws_types::SipMask;

use super::PlainHws;
use super::sips::SipState;

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
        let none = SipMask::EMPTY;
        let new = rule!(
            EstimateAlways,
            if estimates { self.estimated(counts) } else { none },
            self.estimated(counts)
        );
        new.iter().for_each(|sip| self.sips[sip.index()].pre_idle = true);
    }

    fn count_down(&mut self) {
        for sip in &mut self.sips {
            if rule!(CountAlways, sip.count_en, sip.count_en || sip.remain > 0) {
                sip.remain = rule!(CountWraps, sip.remain.saturating_sub(1), sip.remain.wrapping_sub(1));
            }
        }
    }

    /// §7.4: the SIPs that become pre-idle.
    fn estimated(&self, counted: bool) -> SipMask {
        let offset = self.regs.pre_idle_offset.units();
        let becomes = |sip: &SipState| {
            let Some(running) = sip.running.filter(|_| !sip.pre_idle) else { return false };
            let launch = self.launches[running].as_ref().expect("what runs is in the launch table");
            let stale = sip.remain.saturating_add((counted && sip.count_en).into());
            let ends = rule!(EstimateStrict, sip.remain <= offset, sip.remain < offset);
            let ends = rule!(EstimateStale, ends, stale <= offset);
            let mdma = rule!(EstimateWithoutMdma, launch.mdma, true);
            let alone = rule!(EstimateWithPending, sip.pending.is_none(), true);
            mdma && alone && ends
        };
        self.sips_that(becomes)
    }

    /// `remain(group)`: the maximum over the aligned group of `size` SIPs that holds `sip` (§7.4).
    pub(super) fn group_remain(&self, sip: u32, size: u32) -> u32 {
        let first = (sip - sip % size) as usize;
        let all = || self.sips[first..].iter().take(size as usize).map(|sip| sip.remain);
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
