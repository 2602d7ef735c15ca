//! Arithmetic of RV32I and M.

/// The result of an operation between two registers; none if it does not exist.
pub(crate) const fn register_operation(funct7: u32, funct3: u32, a: u32, b: u32) -> Option<u32> {
    Some(match (funct7, funct3) {
        (0x00, 0) => a.wrapping_add(b),
        (0x20, 0) => a.wrapping_sub(b),
        (0x00, 1) => a.wrapping_shl(b),
        (0x00, 2) => ((a as i32) < b as i32) as u32,
        (0x00, 3) => (a < b) as u32,
        (0x00, 4) => a ^ b,
        (0x00, 5) => a.wrapping_shr(b),
        (0x20, 5) => (a as i32).wrapping_shr(b) as u32,
        (0x00, 6) => a | b,
        (0x00, 7) => a & b,
        (0x01, _) => multiply_or_divide(funct3, a, b),
        _ => return None,
    })
}

/// The result of an operation with an immediate; none if it does not exist. `funct7` distinguishes shifts.
pub(crate) const fn immediate_operation(funct7: u32, funct3: u32, a: u32, immediate: u32) -> Option<u32> {
    match (funct7, funct3) {
        (0x00, 1) | (0x00 | 0x20, 5) => register_operation(funct7, funct3, a, immediate & 31),
        (_, 1 | 5) => None,
        _ => register_operation(0, funct3, a, immediate),
    }
}

/// Division never traps: by zero it gives all ones, or the dividend as remainder.
const fn multiply_or_divide(funct3: u32, a: u32, b: u32) -> u32 {
    let (signed_a, signed_b) = (a as i32, b as i32);
    match funct3 {
        0 => a.wrapping_mul(b),
        1 => ((signed_a as i64 * signed_b as i64) >> 32) as u32,
        2 => ((signed_a as i64 * b as i64) >> 32) as u32,
        3 => ((a as u64 * b as u64) >> 32) as u32,
        4 if b == 0 => u32::MAX,
        4 => signed_a.wrapping_div(signed_b) as u32,
        5 if b == 0 => u32::MAX,
        5 => a / b,
        _ if b == 0 => a,
        6 => signed_a.wrapping_rem(signed_b) as u32,
        _ => a % b,
    }
}

/// Whether a branch is taken; none if it does not exist.
pub(crate) const fn is_taken(funct3: u32, a: u32, b: u32) -> Option<bool> {
    Some(match funct3 {
        0 => a == b,
        1 => a != b,
        4 => (a as i32) < b as i32,
        5 => a as i32 >= b as i32,
        6 => a < b,
        7 => a >= b,
        _ => return None,
    })
}

/// The word that an atomic operation writes; none if it does not exist.
pub(crate) fn atomic_operation(funct5: u32, old: u32, operand: u32) -> Option<u32> {
    let (signed_old, signed_operand) = (old as i32, operand as i32);
    Some(match funct5 {
        0x00 => old.wrapping_add(operand),
        0x01 => operand,
        0x04 => old ^ operand,
        0x08 => old | operand,
        0x0C => old & operand,
        0x10 => signed_old.min(signed_operand) as u32,
        0x14 => signed_old.max(signed_operand) as u32,
        0x18 => old.min(operand),
        0x1C => old.max(operand),
        _ => return None,
    })
}
