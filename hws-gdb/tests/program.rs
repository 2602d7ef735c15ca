//! A program of a few instructions, and its addresses. The words are from GNU as.

use hws_run::run::{FirmwareImage, Platform};

pub(crate) const START: u32 = 0x4000_0000;
/// `sw t1, 0x114(a0)`: the write to PROMOTE, the only one.
pub(crate) const STORE: u32 = 0x4000_0030;
/// The beginning and the end of a loop with 20 rounds, in which the timer interrupts once.
pub(crate) const LOOP: u32 = 0x4000_0040;
pub(crate) const AFTER_LOOP: u32 = 0x4000_0048;
/// `sw t2, 0(sp)`, to [`WORD`].
pub(crate) const STORE_WORD: u32 = 0x4000_004C;
pub(crate) const WORD: u32 = 0x4000_1000;
/// The handler of the timer; 5 instructions.
pub(crate) const HANDLER: u32 = 0x4000_0070;
pub(crate) const PROMOTE: u32 = 0x1000_0114;
pub(crate) const PROMOTE_BEFORE: u32 = 0x0004_1001;
pub(crate) const PROMOTE_AFTER: u32 = 0x0004_3001;
/// Of the whole run: before the loop, in its rounds, and behind it; the interrupt counts as one, and its handler has 5.
pub(crate) const INSTRUCTIONS: u64 = 16 + 2 * 20 + 9 + 1 + 5;

pub(crate) const PROGRAM: [u32; 33] = [
    0x0000_0297, // la t0, handler
    0x0702_8293,
    0x3052_9073, // csrw mtvec, t0
    0x0200_42B7, // lui t0, 0x2004: mtimecmp
    0x0002_A223, // sw zero, 4(t0)
    0x0280_0313, // li t1, 40
    0x0062_A023, // sw t1, 0(t0)
    0x0800_0313, // li t1, 128
    0x3043_1073, // csrw mie, t1
    0x1000_0537, // lui a0, 0x10000: the HWS
    0x0004_3337, // lui t1, 0x43
    0x0013_0313, // addi t1, t1, 1
    0x1065_2A23, // sw t1, 0x114(a0): PROMOTE
    0x1145_2383, // lw t2, 0x114(a0)
    0x3004_6073, // csrsi mstatus, 8
    0x0140_0E13, // li t3, 20
    0xFFFE_0E13, // loop: addi t3, t3, -1
    0xFE0E_1EE3, // bnez t3, loop
    0x4000_1137, // lui sp, 0x40001
    0x0071_2023, // sw t2, 0(sp)
    0x1200_02B7, // lui t0, 0x12000: the UART
    0x0680_0313, // li t1, 104
    0x0062_8023, // sb t1, 0(t0): "h"
    0x0010_02B7, // lui t0, 0x100: the finisher
    0x0000_5337, // lui t1, 5
    0x5553_0313, // addi t1, t1, 0x555
    0x0062_A023, // sw t1, 0(t0): the end
    0x0000_006F, // j .
    0x0014_0413, // handler: addi s0, s0, 1
    0x0200_44B7, // lui s1, 0x2004
    0xFFF0_0913, // li s2, -1
    0x0124_A223, // sw s2, 4(s1): not again
    0x3020_0073, // mret
];

/// A program as an image.
pub(crate) fn image(program: &[u32]) -> FirmwareImage {
    let bytes = 4 * program.len() as u32;
    let mut file = vec![0x7F, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let words = [0x00F3_0002, 1, START, 52, 0, 1, 0x0020_0034, 1, 0];
    let header = [1, 84, START, START, bytes, bytes, 5, 4];
    file.extend(words.into_iter().chain(header).chain(program.iter().copied()).flat_map(u32::to_le_bytes));
    let platform = Platform { patience: 5000, ..Platform::default() };
    FirmwareImage::new(&file, platform).unwrap()
}
