//! The dependency resolver of the machine (docs/firmware-image.md#the-resolver).

use fw_api::types::{Source, TaskIds};

use crate::handover::Kernel;
use crate::platform::Region;

/// Its registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resolver(pub(crate) Region);

mod register {
    pub(super) const KERNEL: u32 = 0x00;
    pub(super) const TD_ADDR: u32 = 0x04;
    pub(super) const ORDER: u32 = 0x08;
    pub(super) const PREDECESSOR: u32 = 0x0C;
    pub(super) const DELAY_LO: u32 = 0x10;
    pub(super) const DELAY_HI: u32 = 0x14;
    pub(super) const DEPEND: u32 = 0x18;
    pub(super) const ADD: u32 = 0x1C;
    pub(super) const COMMIT: u32 = 0x20;
    pub(super) const STATUS: u32 = 0x24;
    pub(super) const IDS: u32 = 0x28;
    pub(super) const FOUND: u32 = 0x2C;
    pub(super) const ENDED: u32 = 0x30;
    pub(super) const STATE_OF: u32 = 0x34;
    pub(super) const STATE: u32 = 0x38;
    pub(super) const IRQ_ENABLE: u32 = 0x3C;
    pub(super) const LINES: u32 = 0x40;
}

const NO_KERNEL: u32 = u32::MAX;
const LINE_HWS: u32 = 1;

/// Where a kernel is, as far as a firmware acts on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Finished,
    Rejected,
    Other,
}

impl Resolver {
    /// The end of a kernel asserts the external interrupt.
    pub(crate) fn enable_interrupt(self) {
        self.0.store(register::IRQ_ENABLE, 1);
    }

    /// Describes a kernel with its descriptor, or a load.
    pub(crate) fn add(self, id: u32, kernel: Kernel, td_addr: u32) {
        self.0.store(register::KERNEL, id);
        for on in kernel.dependencies() {
            self.0.store(register::PREDECESSOR, on.kernel);
            self.delay(on.delay);
            self.0.store(register::DEPEND, on.on);
        }
        if kernel.is_load() {
            self.delay(kernel.load_cycles());
        } else {
            self.0.store(register::TD_ADDR, td_addr);
            self.0.store(register::ORDER, u32::MAX - kernel.priority());
        }
        self.0.store(register::ADD, kernel.is_load().into());
    }

    fn delay(self, cycles: u64) {
        self.0.store(register::DELAY_LO, cycles as u32);
        self.0.store(register::DELAY_HI, (cycles >> 32) as u32);
    }

    /// Passes on what was described; returns whether it was taken.
    pub(crate) fn commit(self) -> bool {
        self.0.store(register::COMMIT, 1);
        self.0.load(register::STATUS) == 0
    }

    /// The kernel that a message is about.
    pub(crate) fn kernel_of(self, ids: TaskIds) -> Option<u32> {
        let source = u32::from(ids.source == Source::Firmware);
        self.0.store(register::IDS, u32::from(ids.hdr_id) | u32::from(ids.hdr_entry_id) << 8 | source << 16);
        Some(self.0.load(register::FOUND)).filter(|&id| id != NO_KERNEL)
    }

    /// Takes the next kernel that has ended.
    pub(crate) fn next_ended(self) -> Option<u32> {
        Some(self.0.load(register::ENDED)).filter(|&id| id != NO_KERNEL)
    }

    /// Whether the interrupt of the HWS is asserted.
    pub(crate) fn is_hws_asserted(self) -> bool {
        self.0.load(register::LINES) & LINE_HWS != 0
    }

    pub(crate) fn state(self, id: u32) -> State {
        self.0.store(register::STATE_OF, id);
        match self.0.load(register::STATE) {
            5 => State::Finished,
            6 => State::Rejected,
            _ => State::Other,
        }
    }
}
