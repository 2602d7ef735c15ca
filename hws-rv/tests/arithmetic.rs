//! Arithmetic and branches: each instruction on pairs of operands that matter, against the definition in wider numbers.
//! The words are from GNU as.

use hws_rv::StepKind;

use super::board::{Board, execute};

const OPERANDS: [u32; 10] = [0, 1, 2, 5, 31, 32, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFB, u32::MAX];

fn signed(value: u32) -> i64 {
    i64::from(value as i32)
}

type Definition = fn(u32, u32) -> u32;

/// rd a0, rs1 a1, rs2 a2.
const OPERATIONS: &[(u32, Definition)] = &[
    (0x00C5_8533, |a, b| (u64::from(a) + u64::from(b)) as u32), // add
    (0x40C5_8533, |a, b| (signed(a) - signed(b)) as u32),       // sub
    (0x00C5_9533, |a, b| (u64::from(a) << (b % 32)) as u32),    // sll
    (0x00C5_A533, |a, b| u32::from(signed(a) < signed(b))),     // slt
    (0x00C5_B533, |a, b| u32::from(a < b)),                     // sltu
    (0x00C5_C533, |a, b| a ^ b),                                // xor
    (0x00C5_D533, |a, b| (u64::from(a) >> (b % 32)) as u32),    // srl
    (0x40C5_D533, |a, b| (signed(a) >> (b % 32)) as u32),       // sra
    (0x00C5_E533, |a, b| a | b),                                // or
    (0x00C5_F533, |a, b| a & b),                                // and
    (0x02C5_8533, |a, b| (u64::from(a) * u64::from(b)) as u32), // mul
    (0x02C5_9533, |a, b| ((signed(a) * signed(b)) >> 32) as u32), // mulh
    (0x02C5_A533, |a, b| ((i128::from(signed(a)) * i128::from(b)) >> 32) as u32), // mulhsu
    (0x02C5_B533, |a, b| ((u64::from(a) * u64::from(b)) >> 32) as u32), // mulhu
    (0x02C5_C533, |a, b| if b == 0 { u32::MAX } else { (signed(a) / signed(b)) as u32 }), // div
    (0x02C5_D533, |a, b| a.checked_div(b).unwrap_or(u32::MAX)), // divu
    (0x02C5_E533, |a, b| if b == 0 { a } else { (signed(a) % signed(b)) as u32 }), // rem
    (0x02C5_F533, |a, b| a.checked_rem(b).unwrap_or(a)),        // remu
    (0x8005_8513, |a, _| (signed(a) - 2048) as u32),            // addi -2048
    (0xFFB5_A513, |a, _| u32::from(signed(a) < -5)),            // slti -5
    (0xFFB5_B513, |a, _| u32::from(a < 0xFFFF_FFFB)),           // sltiu -5
    (0xFFF5_C513, |a, _| !a),                                   // xori -1
    (0x7F05_E513, |a, _| a | 0x7F0),                            // ori 0x7f0
    (0x7F05_F513, |a, _| a & 0x7F0),                            // andi 0x7f0
    (0x01F5_9513, |a, _| a << 31),                              // slli 31
    (0x0015_D513, |a, _| a / 2),                                // srli 1
    (0x41F5_D513, |a, _| if signed(a) < 0 { u32::MAX } else { 0 }), // srai 31
    (0xFFFF_F537, |_, _| 0xFFFF_F000),                          // lui 0xfffff
    (0x8000_0517, |_, _| 0x8000_0100),                          // auipc 0x80000, at 0x100
];

#[test]
fn every_operation_is_what_its_definition_says() {
    for &(word, definition) in OPERATIONS {
        for a in OPERANDS {
            for b in OPERANDS {
                let (core, kind) = execute(word, [a, b, 0], &mut Board::with_words(&[]));
                assert_eq!(kind, StepKind::Retired);
                assert_eq!(core.register(10), definition(a, b), "{word:#010x} of {a:#x} and {b:#x}");
                assert_eq!(core.pc(), 0x104);
            }
        }
    }
}

type Condition = fn(u32, u32) -> bool;

/// Branches by 16 if a1 and a2 are so.
const BRANCHES: &[(u32, Condition)] = &[
    (0x00C5_8863, |a, b| a == b),                 // beq
    (0x00C5_9863, |a, b| a != b),                 // bne
    (0x00C5_C863, |a, b| signed(a) < signed(b)),  // blt
    (0x00C5_D863, |a, b| signed(a) >= signed(b)), // bge
    (0x00C5_E863, |a, b| a < b),                  // bltu
    (0x00C5_F863, |a, b| a >= b),                 // bgeu
];

#[test]
fn every_branch_is_taken_when_its_condition_holds() {
    for &(word, condition) in BRANCHES {
        for a in OPERANDS {
            for b in OPERANDS {
                let (core, _) = execute(word, [a, b, 0], &mut Board::with_words(&[]));
                let expected = if condition(a, b) { 0x110 } else { 0x104 };
                assert_eq!(core.pc(), expected, "{word:#010x} of {a:#x} and {b:#x}");
            }
        }
    }
}

#[test]
fn jumps_link_and_clear_the_lowest_bit() {
    let (core, _) = execute(0x7FE0_056F, [0; 3], &mut Board::with_words(&[])); // jal a0, .+2046
    assert_eq!((core.register(10), core.pc()), (0x104, 0x100 + 2046));
    let (core, _) = execute(0xFFF5_8567, [0x402, 0, 0], &mut Board::with_words(&[])); // jalr a0, -1(a1)
    assert_eq!((core.register(10), core.pc()), (0x104, 0x400));
}

#[test]
fn register_0_stays_0() {
    let (core, kind) = execute(0x00C5_8033, [1, 2, 0], &mut Board::with_words(&[])); // add zero, a1, a2
    assert_eq!((core.register(0), kind), (0, StepKind::Retired));
}
