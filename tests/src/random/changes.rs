//! Configuration changes while kernels run, and resets.

use hws_regs::{HwsCtrl, RegId, RegIndex, RsvThreadNum};
use hws_types::{SipMask, ThreadNum};

use super::driver::Driver;

/// Longer than most blocks run.
const LONG_RUN: u64 = 1500;

impl Driver {
    pub(super) fn change_configuration(&mut self) {
        match self.numbers.below(10) {
            0 => self.promotion(),
            1 => self.scheduling(),
            2 => self.early_launch(),
            3 => self.work_mode(),
            4 => {
                let early = self.numbers.below(2);
                self.write(RegId::EnableEarlyLaunchSip, early);
            }
            5 if self.features.second_resources => {
                let is_on = self.numbers.chance(3, 4).into();
                self.write(RegId::EnableSecondRscSch, is_on);
            }
            6 => {
                let prescale = self.numbers.below(6);
                self.write(RegId::TimeUnit, prescale);
            }
            7 => self.move_descriptors(),
            8 => self.blink(),
            _ => self.usage_mask(),
        }
    }

    /// An R-task may no longer use one of its SIPs.
    pub(super) fn narrow_a_reservation(&mut self) {
        let reserved = SipMask(self.peek(RegId::ReservedSipMask));
        let Some(sip) = reserved.iter().last() else { return };
        let t = RsvThreadNum::from_bits(self.peek(RegId::RsvThreadNum(RegIndex::wrapping(sip.get()))))
            .thread_num();
        let class = RegIndex::wrapping(ThreadNum::new(t).map_or(0, ThreadNum::class) as u32);
        let usage = RegId::SipUsageMask(RegIndex::at::<0>(), class);
        let present = self.peek(usage);
        self.write(usage, present & !sip.mask().0);
    }

    /// A switch is changed, mostly within an attempt, and changed back later.
    fn blink(&mut self) {
        let switches = [RegId::EnableSecondRscSch, RegId::EnableSecondRscSch, RegId::EnableEarlyLaunchSip];
        let switch = self.numbers.pick(&switches);
        let present = self.peek(switch);
        let (soon, later) = (self.numbers.below(48), self.numbers.below(60));
        self.machine.advance(soon.into());
        self.write(switch, 1 - present);
        self.machine.advance(later.into());
        self.write(switch, present);
    }

    /// TDP_CFG is for descriptors admitted from now on.
    fn move_descriptors(&mut self) {
        let offset = 4 * self.numbers.below(8);
        self.write(RegId::TdpCfg, offset);
    }

    /// While the scheduler is off, firmware continues.
    pub(super) fn switch_off_and_on(&mut self) {
        self.write(RegId::HwsCtrl, 0);
        for _ in 0..self.numbers.below(8) {
            let gap = self.numbers.below(60);
            self.machine.advance(gap.into());
            self.keep_house();
            if self.features.second_resources {
                self.read_messages();
                self.blink();
            }
        }
        if self.numbers.chance(1, 2) {
            self.double_a_physical_sip();
        }
        self.switch_on();
    }

    /// ENABLE is refused while two SIPs share a physical one; then the map is corrected.
    fn double_a_physical_sip(&mut self) {
        let (left, right) = (self.index(), self.index());
        let (left_is, right_is) = (self.peek(RegId::XmcSipMap(left)), self.peek(RegId::XmcSipMap(right)));
        self.write(RegId::XmcSipMap(left), right_is);
        self.switch_on();
        self.write(RegId::XmcSipMap(right), left_is);
    }

    /// Immediately, or after everything has had time to end.
    pub(super) fn reset(&mut self) {
        if self.numbers.chance(1, 2) {
            self.write(RegId::HwsCtrl, 0);
            self.machine.advance(LONG_RUN);
            if self.features.topology {
                self.topology();
            }
            self.write(RegId::HrmFwRelease, u32::MAX);
            self.machine.advance(1);
        }
        let ctrl = HwsCtrl::from_bits(0)
            .with_enable(self.numbers.chance(7, 8))
            .with_soft_reset(true)
            .with_force(self.numbers.chance(1, 2));
        self.write(RegId::HwsCtrl, ctrl.bits());
    }
}
