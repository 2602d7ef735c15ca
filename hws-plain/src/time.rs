//! Time: the prescaler, remaining time, estimated pre-idle (§7.4).

use hws_regs::EarlyMode;
use hws_types::SipMask;

use super::PlainHws;
use super::sips::SipState;

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
        let none = SipMask::EMPTY;
        let estimated = || self.estimated(counts);
        let new = rule!(EstimateAlways, if estimates { estimated() } else { none }, estimated());
        // On every tick, whatever ENABLE_EARLY_LAUNCH_SIP.
        let early = self.regs.enable_early_launch_sip.enable();
        let new = rule!(EstimateNeedsEarly, new, if early { new } else { none });
        let new = rule!(EstimateAtUnit, new, if counts { new } else { none });
        new.iter().for_each(|sip| self.sips[sip.index()].pre_idle = true);
    }

    fn count_down(&mut self) {
        let is_enabled = self.regs.hws_ctrl.enable();
        for sip in &mut self.sips {
            let counts = rule!(CountAlways, sip.count_en, sip.count_en || sip.remain > 0);
            if rule!(CountNeedsEnable, counts, counts && (is_enabled || sip.remain == 0)) {
                sip.remain = rule!(CountWraps, sip.remain.saturating_sub(1), sip.remain.wrapping_sub(1));
            }
        }
    }

    /// §7.4: the SIPs that become pre-idle.
    fn estimated(&self, counted: bool) -> SipMask {
        let offset = rule!(EstimateAtZero, self.regs.pre_idle_offset.units(), 0);
        let offset = rule!(OffsetNarrow, offset, offset & 0xFFFF);
        let becomes = |sip: &SipState| {
            let Some(running) = sip.running.filter(|_| !sip.pre_idle) else { return false };
            let Some(launch) = &self.launches[running] else { return false };
            let stale = sip.remain.saturating_add((counted && sip.count_en).into());
            let ends = rule!(EstimateStrict, sip.remain <= offset, sip.remain < offset);
            let ends = rule!(EstimateStale, ends, stale <= offset);
            let mdma = rule!(EstimateWithoutMdma, launch.mdma, true);
            let mdma = rule!(EstimateNotReported, mdma, mdma && !launch.mih);
            let alone = rule!(EstimateWithPending, sip.pending.is_none(), true);
            mdma && alone && ends
        };
        self.sips_that(becomes)
    }

    /// `remain(group)`: the maximum over the aligned group of `size` SIPs that holds `sip` (§7.4).
    pub(super) fn group_remain(&self, sip: u32, size: u32) -> u32 {
        let size = looked_at(size);
        let first = (sip - sip % size) as usize;
        let group = || self.sips[first..].iter().take(size as usize);
        let all = || group().filter(|sip| rule!(GroupCounting, true, sip.count_en)).map(|sip| sip.remain);
        let longest = rule!(GroupMinimum, all().max().unwrap_or(0), all().min().unwrap_or(0));
        let longest = rule!(GroupFirst, longest, self.sips[first].remain);
        rule!(GroupSum, longest, all().fold(0, u32::saturating_add))
    }
}

/// §7.4: groups of 2, 4, 8 and 16 SIPs.
fn looked_at(size: u32) -> u32 {
    let of = rule!(Group16Half, size, if size == 16 { 8 } else { size });
    let of = rule!(Group8Half, of, if size == 8 { 4 } else { of });
    let of = rule!(Group4Half, of, if size == 4 { 2 } else { of });
    rule!(Group2Half, of, if size == 2 { 1 } else { of })
}
