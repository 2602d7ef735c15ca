//! Submits tasks: writes descriptors to memory and pushes their addresses into a port.

use hws_regs::{FwTaskPush, HwsWorkMode, InPath, RegId};
use hws_sim::stimulus::Op as Operation;
use hws_types::HdrPush;

use super::descriptor;
use super::driver::{Driver, PLACES};

impl Driver {
    pub(super) fn submit_some(&mut self) {
        let count = if self.features.crowded { self.numbers.between(1, 5) } else { 1 };
        (0..count).for_each(|_| self.submit());
    }

    /// Writes a descriptor to memory and pushes its address into the selected port.
    pub(super) fn submit(&mut self) {
        let mode = HwsWorkMode::from_bits(self.peek(RegId::HwsWorkMode));
        if mode.in_path() == InPath::Firmware && self.numbers.chance(3, 4) {
            return self.submit_as_firmware();
        }
        let place = self.new_descriptor();
        let push = HdrPush {
            hdr_id: self.numbers.below(16) as u8,
            hdr_entry_id: place as u8,
            td_addr: Self::td_addr(place),
        };
        self.apply(Operation::Hdr(push));
    }

    fn new_descriptor(&mut self) -> u32 {
        let place = self.numbers.below(PLACES);
        self.places[place as usize] = descriptor::words(&mut self.numbers, self.features);
        self.write_place(place, 0, 16);
        place
    }

    /// The HDR pushes an address without a descriptor.
    pub(super) fn push_nothing(&mut self) {
        let td_addr = self.numbers.any();
        self.apply(Operation::Hdr(HdrPush { hdr_id: 3, hdr_entry_id: 200, td_addr }));
    }

    pub(super) fn push_firmware_tasks(&mut self) {
        for _ in 0..self.numbers.between(1, 6) {
            self.submit_as_firmware();
        }
        if self.numbers.chance(1, 3) {
            self.work_mode();
        }
    }

    fn submit_as_firmware(&mut self) {
        let place = self.new_descriptor();
        self.write(RegId::FwTaskTdAddr, Self::td_addr(place));
        let push = FwTaskPush::from_bits(0)
            .with_entry_id_masked(place)
            .with_hdr_id_masked(self.numbers.below(16))
            .with_ctx_masked(self.numbers.pick(&[0, 0, 0, 1, 3]));
        self.write(RegId::FwTaskPush, push.bits());
    }
}
