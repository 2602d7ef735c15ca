//! Looking at a session, and changing it, between two steps. Nothing here lets time pass, and looking has no effect.

use hws_model::Hws;
use hws_rv::{Core, CoreBus, Size};
use hws_sim::{Hdr, Observer};
use hws_types::Cycle;

use super::script::{ImageEdit, ImageEditRefused};
use super::session::ImageSession;

impl<O: Observer> ImageSession<'_, O> {
    /// Returns the core.
    pub const fn core(&self) -> &Core {
        &self.core
    }

    /// Returns the HWS.
    pub const fn hws(&self) -> &Hws {
        self.devices.board.hws()
    }

    /// Returns the resolver; every session has one.
    pub const fn hdr(&self) -> Option<&Hdr> {
        self.devices.board.hdr()
    }

    /// Returns the present cycle.
    pub fn cycle(&self) -> Cycle {
        self.devices.board.cycle()
    }

    /// Returns what the image has printed, as it was printed; up to 2^20 bytes are kept.
    pub fn printed(&self) -> &[u8] {
        self.devices.uart.bytes()
    }

    /// Returns the byte that the core would read at an address; none where nothing can be read. The read has no
    /// effect: a register that is popped by reads keeps its value.
    pub fn peek(&self, address: u32) -> Option<u8> {
        self.devices.peek(address)
    }

    /// Changes the state. A device is written as the core writes it, in the present cycle.
    ///
    /// # Errors
    /// [`ImageEditRefused`].
    pub fn edit(&mut self, edit: &ImageEdit) -> Result<(), ImageEditRefused> {
        match edit {
            ImageEdit::Register { number, value } => self.core.set_register(*number, *value),
            ImageEdit::Pc(pc) => self.core.set_pc(*pc),
            ImageEdit::Csr { number, value } => {
                let is_done = self.core.csrs_mut().write(*number, *value);
                return if is_done { Ok(()) } else { Err(ImageEditRefused::Register) };
            }
            ImageEdit::Write { address, bytes } => return self.write(*address, bytes),
        }
        Ok(())
    }

    fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), ImageEditRefused> {
        let Some(memory) = self.devices.memory_at(address) else { return self.write_device(address, bytes) };
        if u64::from(address) + bytes.len() as u64 > memory.end() {
            return Err(ImageEditRefused::Address { address });
        }
        for (place, &byte) in (address..=u32::MAX).zip(bytes) {
            self.store(place, Size::Byte, byte.into())?;
        }
        Ok(())
    }

    /// A word of a device, or a byte for a device that has such.
    fn write_device(&mut self, address: u32, bytes: &[u8]) -> Result<(), ImageEditRefused> {
        match *bytes {
            [] => Ok(()),
            [byte] => {
                let stored = self.store(address, Size::Byte, byte.into());
                stored.map_err(
                    |error| if self.devices.is_device(address) { ImageEditRefused::Words } else { error },
                )
            }
            [a, b, c, d] if address.is_multiple_of(4) => {
                self.store(address, Size::Word, u32::from_le_bytes([a, b, c, d]))
            }
            _ => Err(ImageEditRefused::Words),
        }
    }

    fn store(&mut self, address: u32, size: Size, value: u32) -> Result<(), ImageEditRefused> {
        // The wait is that of a core; here, no time passes.
        let stored = self.devices.write(address, size, value);
        stored.map(|_wait| ()).map_err(|_| ImageEditRefused::Address { address })
    }
}
