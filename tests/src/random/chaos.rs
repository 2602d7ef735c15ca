//! Arbitrary accesses: any register, any offset, reports that are almost valid.

use hws_regs::{LaunchInfo, RegId, RegIndex, SipLaunch};
use hws_sim::stimulus::{Op as Operation, Target};

use super::driver::Driver;
use crate::report::report_word;

impl Driver {
    pub(super) fn read_something(&mut self) {
        let readable: Vec<RegId> = RegId::all().filter(|id| id.info().access.is_readable()).collect();
        let register = self.numbers.pick(&readable);
        self.read(register);
    }

    /// Any register takes any value, and any offset is accessed.
    pub(super) fn wild_access(&mut self) {
        let all: Vec<RegId> = RegId::all().collect();
        let register = self.numbers.pick(&all);
        // A map that is not a permutation would keep the HWS disabled.
        let is_map = matches!(register, RegId::XmcSipMap(_));
        let offset = match self.numbers.below(4) {
            0 => self.numbers.any(),
            1 => self.numbers.below(0x4400),
            _ => register.offset() + if self.numbers.chance(1, 16) { 1 } else { 0 },
        };
        let value = self.numbers.up_to(u32::MAX);
        let target = Target::Address(offset);
        if self.numbers.chance(1, 3) {
            self.apply(Operation::Read { target });
        } else if !is_map {
            self.apply(Operation::Write { target, value });
        }
    }

    /// A SIP reports what it runs, with one value wrong.
    pub(super) fn almost_true_report(&mut self) {
        let sip = self.index();
        let launch = SipLaunch::from_bits(self.peek(RegId::SipLaunch(sip)));
        let info = LaunchInfo::from_bits(self.peek(RegId::LaunchInfo(RegIndex::wrapping(launch.running()))));
        let written = report_word(sip.get() as u8, info.block_id(), launch.running());
        let register =
            if self.numbers.chance(1, 2) { RegId::SipReportComplete } else { RegId::SipReportPreComplete };
        let bit = self.numbers.below(32);
        self.write(register, written ^ 1 << bit);
    }
}
