//! Accesses of the core to data, before they are made.

use hws_rv::{AccessFault, BusAnswer, CoreBus, Size};
use hws_sim::Observer;

use super::devices::Devices;

/// An access of the core to memory or to a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImageAccess {
    /// The address of its first byte.
    pub address: u32,
    /// The number of bytes: 1, 2 or 4.
    pub bytes: u32,
    /// Whether it writes.
    pub is_write: bool,
}

/// A bus on which an instruction is tried: it is fetched as always, but reads give 0, writes do nothing, and the first
/// access that is wanted is noted. An address depends on registers alone, so it is that of the real access.
pub(super) struct Rehearsal<'d, O, F> {
    devices: &'d mut Devices<O>,
    is_wanted: F,
    pub(super) found: Option<ImageAccess>,
}

impl<'d, O, F: Fn(&ImageAccess) -> bool> Rehearsal<'d, O, F> {
    pub(super) fn new(devices: &'d mut Devices<O>, is_wanted: F) -> Self {
        Self { devices, is_wanted, found: None }
    }

    fn note(&mut self, access: ImageAccess) {
        if self.found.is_none() && (self.is_wanted)(&access) {
            self.found = Some(access);
        }
    }
}

impl<O: Observer, F: Fn(&ImageAccess) -> bool> CoreBus for Rehearsal<'_, O, F> {
    fn read(&mut self, address: u32, size: Size) -> Result<BusAnswer, AccessFault> {
        self.note(ImageAccess { address, bytes: size.bytes(), is_write: false });
        Ok(BusAnswer::new(0))
    }

    fn write(&mut self, address: u32, size: Size, _: u32) -> Result<u32, AccessFault> {
        self.note(ImageAccess { address, bytes: size.bytes(), is_write: true });
        Ok(0)
    }

    fn fetch(&mut self, address: u32) -> Result<BusAnswer, AccessFault> {
        self.devices.fetch(address)
    }
}
