//! The regular work of careful firmware: reading messages, granting and reporting.

use hws_regs::{LaunchInfo, RegId, RegIndex, RsFlags, RsIds, SipLaunch};

use super::driver::{Driver, PLACES};
use crate::report::report_word;

/// Messages that firmware reads at once.
const MESSAGES: u32 = 12;

impl Driver {
    /// Does the regular work of careful firmware.
    pub(super) fn keep_house(&mut self) {
        if !self.features.deaf_firmware && self.numbers.chance(1, 4) {
            self.read_messages();
        }
        if self.features.second_resources && self.numbers.chance(1, 2) {
            self.grant();
        }
        if self.features.live_changes && self.numbers.chance(1, 8) {
            self.narrow_a_reservation();
        }
        if self.features.mih_path || !self.features.sip_array {
            self.report_finished_blocks();
        }
    }

    pub(super) fn read_messages(&mut self) {
        for _ in 0..MESSAGES {
            if self.peek(RegId::MihStatus) & 0x7F == 0 {
                return;
            }
            self.read(RegId::MihDataLo);
            self.read(RegId::MihDataHi);
        }
    }

    /// The done counters of a kernel grow, and a refresh makes the HWS read them.
    fn grant(&mut self) {
        let entry = self.entry();
        let flags = RsFlags::from_bits(self.peek(RegId::RsFlags(entry)));
        if !flags.l2_alloc() && !flags.vc_alloc() {
            return;
        }
        let place = RsIds::from_bits(self.peek(RegId::RsIds(entry))).hdr_entry_id() % PLACES;
        for word in 9..12 {
            let (step, shift) = if word == 11 { (0x1_0000, 16) } else { (0x100, 8) };
            let more =
                self.numbers.below(4) + (self.numbers.below(4) * step) + (self.numbers.below(3) << shift);
            let counters = &mut self.places[place as usize][word];
            *counters = counters.wrapping_add(more);
        }
        self.write_place(place, 9, 3);
        self.write_refresh(entry);
    }

    /// Some of the SIPs that no environment runs report: their launch was delivered by firmware, or not at all.
    fn report_finished_blocks(&mut self) {
        for sip in RegIndex::all() {
            let launch = SipLaunch::from_bits(self.peek(RegId::SipLaunch(sip)));
            let info =
                LaunchInfo::from_bits(self.peek(RegId::LaunchInfo(RegIndex::wrapping(launch.running()))));
            let is_ours = !info.out_mdma() || !self.features.sip_array;
            if launch.running_valid() && is_ours && self.numbers.chance(1, 6) {
                self.report(sip.get() as u8, info.block_id(), launch.running());
            }
        }
    }

    fn report(&mut self, sip: u8, block: u32, launch_id: u32) {
        let written = report_word(sip, block, launch_id);
        // Both doorbells have the same layout.
        if !self.features.sip_array && self.numbers.chance(1, 3) {
            self.write(RegId::SipReportPreComplete, written);
        } else {
            self.write(RegId::SipReportComplete, written);
        }
    }
}
