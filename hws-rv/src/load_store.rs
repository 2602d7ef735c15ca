//! Loads and stores.

use crate::bus::{CoreBus, Size};
use crate::core::Core;
use crate::fields::Fields;
use crate::trap::{Exception, Trap};

/// The loaded value; none if the instruction does not exist.
pub(crate) fn load(core: &mut Core, bus: &mut impl CoreBus, fields: Fields) -> Result<Option<u32>, Trap> {
    let Some(size) = size(fields.funct3() & 3).filter(|_| fields.funct3() < 6) else { return Ok(None) };
    let address = core.register(fields.rs1()).wrapping_add(fields.i_immediate());
    let value = read(core, bus, address, size)?;
    Ok(Some(match fields.funct3() {
        0 => value as u8 as i8 as u32,
        1 => value as u16 as i16 as u32,
        _ => value,
    }))
}

/// None if the instruction does not exist.
pub(crate) fn store(core: &mut Core, bus: &mut impl CoreBus, fields: Fields) -> Result<Option<()>, Trap> {
    let Some(size) = size(fields.funct3()) else { return Ok(None) };
    let address = core.register(fields.rs1()).wrapping_add(fields.s_immediate());
    write(core, bus, address, size, core.register(fields.rs2()))?;
    Ok(Some(()))
}

const fn size(log: u32) -> Option<Size> {
    match log {
        0 => Some(Size::Byte),
        1 => Some(Size::Half),
        2 => Some(Size::Word),
        _ => None,
    }
}

/// Reads, and counts the cycles of it.
pub(crate) fn read(core: &mut Core, bus: &mut impl CoreBus, address: u32, size: Size) -> Result<u32, Trap> {
    if !address.is_multiple_of(size.bytes()) {
        return Err(Trap::new(Exception::LoadMisaligned, address));
    }
    match bus.read(address, size) {
        Ok(access) => {
            core.waited += u64::from(access.wait);
            Ok(access.value & size.mask())
        }
        Err(fault) => {
            core.waited += u64::from(fault.wait);
            Err(Trap::new(Exception::LoadFault, address))
        }
    }
}

/// Writes, and counts the cycles of it.
pub(crate) fn write(
    core: &mut Core,
    bus: &mut impl CoreBus,
    address: u32,
    size: Size,
    value: u32,
) -> Result<(), Trap> {
    if !address.is_multiple_of(size.bytes()) {
        return Err(Trap::new(Exception::StoreMisaligned, address));
    }
    match bus.write(address, size, value & size.mask()) {
        Ok(wait) => {
            core.waited += u64::from(wait);
            Ok(())
        }
        Err(fault) => {
            core.waited += u64::from(fault.wait);
            Err(Trap::new(Exception::StoreFault, address))
        }
    }
}
