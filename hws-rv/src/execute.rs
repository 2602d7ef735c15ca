//! Execution of one 32-bit instruction.

use crate::alu::{immediate_operation, is_taken, register_operation};
use crate::bus::CoreBus;
use crate::core::Core;
use crate::fields::Fields;
use crate::trap::{Exception, Trap};
use crate::{atomic, load_store};

/// Where execution continues.
pub(crate) enum Next {
    At(u32),
    /// `ebreak`.
    Break,
}

/// Executes an instruction; `next` is the address after it. An instruction that traps changes no register.
pub(crate) fn execute(
    core: &mut Core,
    bus: &mut impl CoreBus,
    instruction: u32,
    next: u32,
) -> Result<Next, Trap> {
    let fields = Fields(instruction);
    let (a, b) = (core.register(fields.rs1()), core.register(fields.rs2()));
    let illegal = Trap::new(Exception::IllegalInstruction, instruction);
    let result = match fields.opcode() {
        0x03 => load_store::load(core, bus, fields)?.ok_or(illegal)?,
        // fence and fence.i: every access is complete before the next instruction.
        0x0F if fields.funct3() <= 1 => return Ok(Next::At(next)),
        0x13 => {
            immediate_operation(fields.funct7(), fields.funct3(), a, fields.i_immediate()).ok_or(illegal)?
        }
        0x17 => core.pc().wrapping_add(fields.u_immediate()),
        0x23 => return load_store::store(core, bus, fields)?.map(|()| Next::At(next)).ok_or(illegal),
        0x2F => atomic::execute(core, bus, fields)?.ok_or(illegal)?,
        0x33 => register_operation(fields.funct7(), fields.funct3(), a, b).ok_or(illegal)?,
        0x37 => fields.u_immediate(),
        0x63 => {
            let is_taken = is_taken(fields.funct3(), a, b).ok_or(illegal)?;
            let target = core.pc().wrapping_add(fields.b_immediate());
            return Ok(Next::At(if is_taken { target } else { next }));
        }
        0x67 if fields.funct3() == 0 => {
            core.set_register(fields.rd(), next);
            return Ok(Next::At(a.wrapping_add(fields.i_immediate()) & !1));
        }
        0x6F => {
            core.set_register(fields.rd(), next);
            return Ok(Next::At(core.pc().wrapping_add(fields.j_immediate())));
        }
        0x73 if fields.funct3() == 0 => return environment(core, instruction, next, illegal),
        0x73 => access_csr(core, fields).ok_or(illegal)?,
        _ => return Err(illegal),
    };
    core.set_register(fields.rd(), result);
    Ok(Next::At(next))
}

fn environment(core: &mut Core, instruction: u32, next: u32, illegal: Trap) -> Result<Next, Trap> {
    match instruction {
        0x0000_0073 => Err(Trap::new(Exception::EnvironmentCall, 0)),
        0x0010_0073 => Ok(Next::Break),
        0x3020_0073 => Ok(Next::At(core.csrs_mut().leave())),
        0x1050_0073 => {
            core.wait();
            Ok(Next::At(next))
        }
        _ => Err(illegal),
    }
}

/// The old value of the CSR; none if the instruction, or a write by it, does not exist.
fn access_csr(core: &mut Core, fields: Fields) -> Option<u32> {
    let number = fields.csr();
    let is_immediate = fields.funct3() & 4 != 0;
    let operand = if is_immediate { fields.rs1() as u32 } else { core.register(fields.rs1()) };
    let old = core.csrs().read(number)?;
    let new = match fields.funct3() & 3 {
        1 => operand,
        2 => old | operand,
        3 => old & !operand,
        _ => return None,
    };
    // Setting or clearing no bit at all is not a write, so it is legal for a register that cannot be written.
    let is_write = fields.funct3() & 3 == 1 || fields.rs1() != 0;
    if is_write && (is_read_only(number) || !core.csrs_mut().write(number, new)) {
        return None;
    }
    Some(old)
}

const fn is_read_only(number: u32) -> bool {
    number >> 10 == 3
}
