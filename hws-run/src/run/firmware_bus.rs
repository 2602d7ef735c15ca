//! The bus of firmware: accesses go to the machine of the run, disturbed if faults are injected.

use fw_api::Bus;
use hws_model::BusError;
use hws_sim::{FirmwareAct, SimBus};

use super::board::Board;

/// A bus to the machine of a run. Each access takes `bus_cycles` cycles, a repeated one those of every try.
pub(super) struct FirmwareBus<'b, 'o> {
    board: &'b mut Board<'o>,
    bus_cycles: u32,
}

impl<'b, 'o> FirmwareBus<'b, 'o> {
    /// A bus on which no call of the firmware API is under way.
    pub(super) fn new(board: &'b mut Board<'o>, bus_cycles: u32) -> Self {
        board.note_firmware(FirmwareAct::CallsNothing);
        Self { board, bus_cycles }
    }
}

impl Bus for FirmwareBus<'_, '_> {
    type Error = BusError;

    fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        // Taken out during the access, which needs the machine, too.
        let Some(mut disturbance) = self.board.observer_mut().0.disturbance.take() else {
            return SimBus::new(self.board, self.bus_cycles).read32(offset);
        };
        let answer = disturbance.read(self.board, self.bus_cycles, offset);
        self.board.observer_mut().0.disturbance = Some(disturbance);
        answer
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        let Some(mut disturbance) = self.board.observer_mut().0.disturbance.take() else {
            return SimBus::new(self.board, self.bus_cycles).write32(offset, value);
        };
        let answer = disturbance.write(self.board, self.bus_cycles, offset, value);
        self.board.observer_mut().0.disturbance = Some(disturbance);
        answer
    }

    fn begin_call(&mut self, name: &'static str) {
        self.board.note_firmware(FirmwareAct::Calls(name));
    }
}
