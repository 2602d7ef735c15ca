//! Compressed instructions: the assembler's words for each, compressed and not.

use hws_rv::expand;

/// The compressed instruction, and the words of the same instruction without compression, both from GNU as.
const PAIRS: &[(u16, u32)] = &[
    (0x1FE8, 0x3FC10513), // c.addi4spn a0,sp,1020
    (0x0040, 0x00410413), // c.addi4spn s0,sp,4
    (0x5CFC, 0x07C4A783), // c.lw a5,124(s1)
    (0x4120, 0x04052403), // c.lw s0,64(a0)
    (0xC0FC, 0x04F4A223), // c.sw a5,68(s1)
    (0x0001, 0x00000013), // c.nop
    (0x1501, 0xFE050513), // c.addi a0,-32
    (0x4FFD, 0x01F00F93), // c.li t6,31
    (0x7101, 0xE0010113), // c.addi16sp sp,-512
    (0x617D, 0x1F010113), // c.addi16sp sp,496
    (0x7505, 0xFFFE1537), // c.lui a0,0xfffe1
    (0x6DFD, 0x0001FDB7), // c.lui s11,31
    (0x817D, 0x01F55513), // c.srli a0,31
    (0x8485, 0x4014D493), // c.srai s1,1
    (0x9BFD, 0xFFF7F793), // c.andi a5,-1
    (0x8D0D, 0x40B50533), // c.sub a0,a1
    (0x8C25, 0x00944433), // c.xor s0,s1
    (0x8F5D, 0x00F76733), // c.or a4,a5
    (0x8E75, 0x00D67633), // c.and a2,a3
    (0xAFFD, 0x7FE0006F), // c.j .+2046
    (0xB001, 0x801FF06F), // c.j .-2048
    (0x246D, 0x2AA000EF), // c.jal .+682
    (0xCD7D, 0x0E050F63), // c.beqz a0,.+254
    (0xF081, 0xF00490E3), // c.bnez s1,.-256
    (0x0FFE, 0x01FF9F93), // c.slli t6,31
    (0x50FE, 0x0FC12083), // c.lwsp ra,252(sp)
    (0x4512, 0x00412503), // c.lwsp a0,4(sp)
    (0x8082, 0x00008067), // c.jr ra
    (0x857E, 0x01F00533), // c.mv a0,t6
    (0x9002, 0x00100073), // c.ebreak
    (0x9282, 0x000280E7), // c.jalr t0
    (0x9FAA, 0x00AF8FB3), // c.add t6,a0
    (0xDF86, 0x0E112E23), // c.swsp ra,252(sp)
    (0xC0AA, 0x04A12023), // c.swsp a0,64(sp)
];

#[test]
fn each_compressed_instruction_stands_for_the_word_of_the_assembler() {
    for &(half, word) in PAIRS {
        assert_eq!(expand(half), Some(word), "{half:#06x}");
    }
}

#[test]
fn reserved_encodings_and_those_of_other_extensions_are_illegal() {
    // Zero, c.addi4spn of 0, c.fld, c.flw, c.sd, c.fsw, c.lui of 0, c.addi16sp of 0, shifts by 32 and more, c.subw,
    // c.fldsp, c.lwsp to zero, c.flwsp, c.jr zero, c.fsdsp, c.fswsp.
    let halves = [
        0x0000,
        0x0014,
        0x2000,
        0x6000,
        0xA000,
        0xE000,
        0x6505 & !0x107C,
        0x6101,
        0x9005,
        0x9405,
        0x9C05,
        0x1502,
        0x2002,
        0x4002,
        0x6002,
        0x8002,
        0xA002,
        0xE002,
    ];
    for half in halves {
        assert_eq!(expand(half), None, "{half:#06x}");
    }
}

#[test]
fn no_half_expands_to_a_compressed_instruction() {
    assert!((0..=u16::MAX).filter_map(expand).all(|word| word & 3 == 3));
    assert!((0..=u16::MAX).filter(|half| half & 3 == 3).all(|half| expand(half).is_none()));
}
