//! Atomic memory operations. There is one core, so each is a read and a write.

use crate::alu::atomic_operation;
use crate::bus::{CoreBus, Size};
use crate::core::Core;
use crate::fields::Fields;
use crate::load_store::{read, write};
use crate::trap::{Exception, Trap};

const LOAD_RESERVED: u32 = 0x02;
const STORE_CONDITIONAL: u32 = 0x03;

/// The result of an atomic instruction; none if it does not exist.
pub(crate) fn execute(core: &mut Core, bus: &mut impl CoreBus, fields: Fields) -> Result<Option<u32>, Trap> {
    let funct5 = fields.funct7() >> 2;
    let (address, operand) = (core.register(fields.rs1()), core.register(fields.rs2()));
    match funct5 {
        _ if fields.funct3() != 2 => Ok(None),
        LOAD_RESERVED if fields.rs2() != 0 => Ok(None),
        LOAD_RESERVED => {
            let value = read(core, bus, address, Size::Word)?;
            core.reservation = Some(address);
            Ok(Some(value))
        }
        STORE_CONDITIONAL => store_conditional(core, bus, address, operand).map(Some),
        _ if atomic_operation(funct5, 0, 0).is_none() => Ok(None),
        _ => {
            let old = read(core, bus, address, Size::Word).map_err(as_store)?;
            if let Some(new) = atomic_operation(funct5, old, operand) {
                write(core, bus, address, Size::Word, new)?;
            }
            Ok(Some(old))
        }
    }
}

/// 0 if the word was written, 1 if the reservation was lost.
fn store_conditional(core: &mut Core, bus: &mut impl CoreBus, address: u32, value: u32) -> Result<u32, Trap> {
    if !address.is_multiple_of(Size::Word.bytes()) {
        return Err(Trap::new(Exception::StoreMisaligned, address));
    }
    if core.reservation.take() != Some(address) {
        return Ok(1);
    }
    write(core, bus, address, Size::Word, value)?;
    Ok(0)
}

/// The faults of a read-modify-write are those of a store.
fn as_store(trap: Trap) -> Trap {
    let exception = match trap.exception {
        Exception::LoadMisaligned => Exception::StoreMisaligned,
        Exception::LoadFault => Exception::StoreFault,
        other => other,
    };
    Trap { exception, ..trap }
}
