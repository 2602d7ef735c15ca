//! Actions while the HWS runs: each step lets some time pass and performs one action.

use hws_regs::RegId;

use super::driver::Driver;

impl Driver {
    /// Lets some time pass, does some housekeeping, and performs one action.
    pub(super) fn step(&mut self) {
        let gap = match self.numbers.below(16) {
            0..=6 => 0,
            7..=9 => self.numbers.between(1, 12),
            10..=13 => self.numbers.between(13, 120),
            _ => self.numbers.between(121, 700),
        };
        self.machine.advance(gap.into());
        self.keep_house();
        self.act();
    }

    fn act(&mut self) {
        let features = self.features;
        let crowd = if features.crowded { 14 } else { 6 };
        match self.numbers.below(40) {
            number if number < crowd => self.submit(),
            14..=15 if features.firmware_tasks => self.push_firmware_tasks(),
            16..=17 if features.triggers => self.trigger(),
            18 => self.refresh(),
            19 => self.dag_command(),
            20..=21 if features.claims => self.claim_or_release(),
            22..=23 if features.live_changes => self.change_configuration(),
            24 if features.resets => self.reset(),
            25..=28 if features.chaos => self.wild_access(),
            29..=30 if features.chaos => self.almost_true_report(),
            31 => self.read_something(),
            32 => self.burst_of_commands(),
            33 if features.bad_descriptors => self.push_nothing(),
            34 => {
                let bits = self.numbers.any() | self.numbers.any();
                self.write(RegId::ErrStatus, bits);
            }
            35 if features.live_changes || features.second_resources => self.switch_off_and_on(),
            36 if features.topology => self.topology(),
            _ => self.submit_some(),
        }
    }
}
