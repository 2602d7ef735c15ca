//! Time: the prescaler, remaining time, estimated pre-idle (§7.4).

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
            let Some(launch) = &self.launches[running] else { continue };
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
}
