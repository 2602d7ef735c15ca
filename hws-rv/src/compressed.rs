//! Compressed instructions: each stands for one of 32 bits.

const LOAD: u32 = 0x03;
const IMMEDIATE: u32 = 0x13;
const STORE: u32 = 0x23;
const REGISTER: u32 = 0x33;
const LUI: u32 = 0x37;
const BRANCH: u32 = 0x63;
const JALR: u32 = 0x67;
const JAL: u32 = 0x6F;
const EBREAK: u32 = 0x0010_0073;

const SP: u32 = 2;

/// Returns the 32-bit instruction that a compressed one stands for; none if it is illegal or not one of RV32IMAC.
///
/// ```
/// assert_eq!(hws_rv::expand(0x4505), Some(0x0010_0513), "c.li a0, 1 is addi a0, zero, 1");
/// assert_eq!(hws_rv::expand(0), None);
/// ```
#[must_use]
pub const fn expand(half: u16) -> Option<u32> {
    let half = half as u32;
    match half & 3 {
        0 => quadrant_0(half),
        1 => quadrant_1(half),
        2 => quadrant_2(half),
        _ => None,
    }
}

/// The bits `low..low + count` of a word.
const fn bits(word: u32, low: u32, count: u32) -> u32 {
    word >> low & ((1 << count) - 1)
}

/// A number of `count` bits with its sign extended.
const fn signed(value: u32, count: u32) -> u32 {
    ((value << (32 - count)) as i32 >> (32 - count)) as u32
}

const fn i_type(opcode: u32, rd: u32, funct3: u32, rs1: u32, immediate: u32) -> u32 {
    opcode | rd << 7 | funct3 << 12 | rs1 << 15 | immediate << 20
}

const fn s_type(rs1: u32, rs2: u32, immediate: u32) -> u32 {
    STORE | bits(immediate, 0, 5) << 7 | 2 << 12 | rs1 << 15 | rs2 << 20 | bits(immediate, 5, 7) << 25
}

const fn r_type(funct7: u32, funct3: u32, rd: u32, rs2: u32) -> u32 {
    REGISTER | rd << 7 | funct3 << 12 | rd << 15 | rs2 << 20 | funct7 << 25
}

const fn jump(rd: u32, offset: u32) -> u32 {
    let imm = bits(offset, 20, 1) << 31
        | bits(offset, 1, 10) << 21
        | bits(offset, 11, 1) << 20
        | bits(offset, 12, 8) << 12;
    JAL | rd << 7 | imm
}

const fn branch(funct3: u32, rs1: u32, offset: u32) -> u32 {
    let imm = bits(offset, 12, 1) << 31
        | bits(offset, 5, 6) << 25
        | bits(offset, 1, 4) << 8
        | bits(offset, 11, 1) << 7;
    BRANCH | funct3 << 12 | rs1 << 15 | imm
}

/// One of the registers 8..=15.
const fn short(half: u32, low: u32) -> u32 {
    8 + bits(half, low, 3)
}

const fn quadrant_0(half: u32) -> Option<u32> {
    let word_offset = bits(half, 10, 3) << 3 | bits(half, 6, 1) << 2 | bits(half, 5, 1) << 6;
    Some(match bits(half, 13, 3) {
        0 => {
            let offset = bits(half, 11, 2) << 4
                | bits(half, 7, 4) << 6
                | bits(half, 6, 1) << 2
                | bits(half, 5, 1) << 3;
            if offset == 0 {
                return None;
            }
            i_type(IMMEDIATE, short(half, 2), 0, SP, offset)
        }
        2 => i_type(LOAD, short(half, 2), 2, short(half, 7), word_offset),
        6 => s_type(short(half, 7), short(half, 2), word_offset),
        _ => return None,
    })
}

const fn quadrant_1(half: u32) -> Option<u32> {
    let rd = bits(half, 7, 5);
    let immediate = signed(bits(half, 12, 1) << 5 | bits(half, 2, 5), 6);
    Some(match bits(half, 13, 3) {
        0 => i_type(IMMEDIATE, rd, 0, rd, immediate),
        1 => jump(1, jump_offset(half)),
        2 => i_type(IMMEDIATE, rd, 0, 0, immediate),
        3 if immediate == 0 => return None,
        3 if rd == SP => i_type(IMMEDIATE, SP, 0, SP, stack_offset(half)),
        3 => LUI | rd << 7 | immediate << 12,
        4 => return arithmetic(half, immediate),
        5 => jump(0, jump_offset(half)),
        6 => branch(0, short(half, 7), branch_offset(half)),
        _ => branch(1, short(half, 7), branch_offset(half)),
    })
}

const fn jump_offset(half: u32) -> u32 {
    let offset = bits(half, 12, 1) << 11
        | bits(half, 11, 1) << 4
        | bits(half, 9, 2) << 8
        | bits(half, 8, 1) << 10
        | bits(half, 7, 1) << 6
        | bits(half, 6, 1) << 7
        | bits(half, 3, 3) << 1
        | bits(half, 2, 1) << 5;
    signed(offset, 12)
}

const fn branch_offset(half: u32) -> u32 {
    let offset = bits(half, 12, 1) << 8
        | bits(half, 10, 2) << 3
        | bits(half, 5, 2) << 6
        | bits(half, 3, 2) << 1
        | bits(half, 2, 1) << 5;
    signed(offset, 9)
}

const fn stack_offset(half: u32) -> u32 {
    let offset = bits(half, 12, 1) << 9
        | bits(half, 6, 1) << 4
        | bits(half, 5, 1) << 6
        | bits(half, 3, 2) << 7
        | bits(half, 2, 1) << 5;
    signed(offset, 10)
}

const fn arithmetic(half: u32, immediate: u32) -> Option<u32> {
    let (rd, rs2) = (short(half, 7), short(half, 2));
    let shift = immediate & 31;
    let is_long = bits(half, 12, 1) == 1;
    Some(match bits(half, 10, 2) {
        0 | 1 if is_long => return None,
        0 => i_type(IMMEDIATE, rd, 5, rd, shift),
        1 => i_type(IMMEDIATE, rd, 5, rd, 0x400 | shift),
        2 => i_type(IMMEDIATE, rd, 7, rd, immediate),
        _ if is_long => return None,
        _ => match bits(half, 5, 2) {
            0 => r_type(0x20, 0, rd, rs2),
            1 => r_type(0, 4, rd, rs2),
            2 => r_type(0, 6, rd, rs2),
            _ => r_type(0, 7, rd, rs2),
        },
    })
}

const fn quadrant_2(half: u32) -> Option<u32> {
    let (rd, rs2) = (bits(half, 7, 5), bits(half, 2, 5));
    Some(match bits(half, 13, 3) {
        0 if bits(half, 12, 1) == 1 => return None,
        0 => i_type(IMMEDIATE, rd, 1, rd, rs2),
        2 if rd == 0 => return None,
        2 => {
            let offset = bits(half, 12, 1) << 5 | bits(half, 4, 3) << 2 | bits(half, 2, 2) << 6;
            i_type(LOAD, rd, 2, SP, offset)
        }
        4 => match (bits(half, 12, 1), rd, rs2) {
            (0, 0, 0) => return None,
            (0, _, 0) => i_type(JALR, 0, 0, rd, 0),
            (0, _, _) => r_type(0, 0, rd, rs2) & !(31 << 15),
            (_, 0, 0) => EBREAK,
            (_, _, 0) => i_type(JALR, 1, 0, rd, 0),
            (_, _, _) => r_type(0, 0, rd, rs2),
        },
        6 => s_type(SP, rs2, bits(half, 9, 4) << 2 | bits(half, 7, 2) << 6),
        _ => return None,
    })
}
