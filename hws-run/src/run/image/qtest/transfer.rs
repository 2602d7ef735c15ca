//! Transfers between the client and memory or devices.

use hws_model::BusError;
use hws_rv::{CoreBus, Size};
use hws_sim::stimulus::Target;

use super::QtestPlatform;
use crate::run::image::platform::PlatformRegion;
use crate::run::image::platform_file::span;

const WORD: usize = 4;

/// What answers at an address.
enum Place {
    Memory,
    /// The register window, from this offset on.
    Registers(u32),
    /// A device that takes one access at a time.
    Device,
}

impl QtestPlatform<'_> {
    /// Reads bytes.
    pub(super) fn read(&mut self, address: u64, bytes: u64) -> Result<Vec<u8>, String> {
        // At most 2^20.
        let mut data = vec![0; bytes as usize];
        if data.is_empty() {
            return Ok(data);
        }
        let (place, address) = self.place(address, bytes)?;
        match place {
            Place::Memory => {
                self.each(address, &mut data, |bus, address, size, part| {
                    let value = bus.read(address, size).ok()?.value;
                    part.iter_mut().zip(value.to_le_bytes()).for_each(|(at, byte)| *at = byte);
                    Some(())
                })?;
            }
            Place::Registers(offset) => self.read_registers(address, offset, &mut data)?,
            Place::Device => {
                let answer = self.devices.read(address, single(address, data.len())?);
                let value = answer.map_err(|_| no_access(address, data.len()))?.value;
                data.iter_mut().zip(value.to_le_bytes()).for_each(|(at, byte)| *at = byte);
            }
        }
        Ok(data)
    }

    /// Writes bytes.
    pub(super) fn write(&mut self, address: u64, data: &[u8]) -> Result<(), String> {
        if data.is_empty() {
            return Ok(());
        }
        let (place, address) = self.place(address, data.len() as u64)?;
        match place {
            Place::Memory => self.each(address, &mut data.to_vec(), |bus, address, size, part| {
                bus.write(address, size, word(part)).ok().map(drop)
            }),
            Place::Registers(offset) => self.write_registers(address, offset, data),
            Place::Device => {
                let answer = self.devices.write(address, single(address, data.len())?, word(data));
                answer.map(drop).map_err(|_| no_access(address, data.len()))
            }
        }
    }

    /// What answers at all of these addresses.
    fn place(&self, address: u64, bytes: u64) -> Result<(Place, u32), String> {
        let nothing = || format!("{address:#x}: no memory or device at this address");
        let first = u32::try_from(address).map_err(|_| nothing())?;
        // Without an image there is no workload.
        let mut regions = self.platform.regions().into_iter().filter(|(name, _)| *name != "workload");
        let (name, region) = regions.find(|(_, region)| region.contains(first)).ok_or_else(nothing)?;
        check_end(address, bytes, name, region)?;
        let place = match name {
            "ram" | "shared" => Place::Memory,
            "hws" => Place::Registers(first - region.base),
            _ => Place::Device,
        };
        Ok((place, first))
    }

    /// Memory in words where that is possible, otherwise in bytes.
    fn each(
        &mut self,
        address: u32,
        mut data: &mut [u8],
        mut access: impl FnMut(&mut dyn CoreBus, u32, Size, &mut [u8]) -> Option<()>,
    ) -> Result<(), String> {
        let mut at = address;
        while !data.is_empty() {
            let is_word = at.is_multiple_of(WORD as u32) && data.len() >= WORD;
            let (size, bytes) = if is_word { (Size::Word, WORD) } else { (Size::Byte, 1) };
            let (part, rest) = data.split_at_mut(bytes);
            access(&mut self.devices, at, size, part).ok_or_else(|| no_access(at, bytes))?;
            // The last address of all wraps; nothing is left then.
            (data, at) = (rest, at.wrapping_add(bytes as u32));
        }
        Ok(())
    }

    fn read_registers(&mut self, address: u32, offset: u32, data: &mut [u8]) -> Result<(), String> {
        let words = registers(address, data.len())?;
        if words > 1 {
            // What the bus refuses is found on a copy, so that a refused transfer pops no message.
            let mut hws = self.devices.board.hws().clone();
            let refused = offsets(offset, words).find(|&offset| hws.read32(offset).is_err());
            if let Some(offset) = refused {
                return self.read_register(offset).map(drop);
            }
        }
        for (offset, part) in offsets(offset, words).zip(data.chunks_mut(WORD)) {
            let value = self.read_register(offset)?;
            part.copy_from_slice(&value.to_le_bytes());
        }
        Ok(())
    }

    fn write_registers(&mut self, address: u32, offset: u32, data: &[u8]) -> Result<(), String> {
        let words = registers(address, data.len())?;
        if words > 1 {
            let mut hws = self.devices.board.hws().clone();
            let refused = offsets(offset, words)
                .zip(data.chunks(WORD))
                .find(|&(offset, part)| hws.write32(offset, word(part), &mut ()).is_err());
            if let Some((offset, part)) = refused {
                return self.write_register(offset, word(part));
            }
        }
        offsets(offset, words)
            .zip(data.chunks(WORD))
            .try_for_each(|(offset, part)| self.write_register(offset, word(part)))
    }

    fn read_register(&mut self, offset: u32) -> Result<u32, String> {
        let target = hws_sim::target_at(offset);
        self.devices.board.read(target).map_err(|error| self.refused(target, error))
    }

    fn write_register(&mut self, offset: u32, value: u32) -> Result<(), String> {
        let target = hws_sim::target_at(offset);
        self.devices.board.write(target, value).map_err(|error| self.refused(target, error))
    }

    fn refused(&self, target: Target, error: BusError) -> String {
        let offset = target.offset();
        let address = self.platform.hws + offset;
        match target {
            Target::Register(register) => format!("{register} at {address:#x}: {error}"),
            Target::Address(_) => format!("{address:#x}, offset {offset:#x} of the HWS: {error}"),
        }
    }
}

fn check_end(address: u64, bytes: u64, name: &str, region: PlatformRegion) -> Result<(), String> {
    if address + bytes <= region.end() {
        return Ok(());
    }
    Err(format!("{address:#x}: {bytes} bytes run past the end of `{name}`, which is {}", span(region)))
}

/// The number of registers in so many bytes.
fn registers(address: u32, bytes: usize) -> Result<usize, String> {
    if bytes.is_multiple_of(WORD) {
        return Ok(bytes / WORD);
    }
    Err(format!("{address:#x}: {bytes} bytes are not whole registers; use words (readl, writel)"))
}

fn offsets(first: u32, words: usize) -> impl Iterator<Item = u32> {
    (0..words as u32).map(move |word| first + WORD as u32 * word)
}

/// The size of the only access.
fn single(address: u32, bytes: usize) -> Result<Size, String> {
    match bytes {
        1 => Ok(Size::Byte),
        2 => Ok(Size::Half),
        4 => Ok(Size::Word),
        _ => Err(format!("{address:#x}: this device takes one word at a time (readl, writel)")),
    }
}

fn no_access(address: u32, bytes: usize) -> String {
    format!("{address:#x}: no register for this access of {bytes} bytes")
}

/// Up to four bytes as a word.
fn word(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}
