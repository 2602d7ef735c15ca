//! The fields of a 32-bit instruction.

/// A 32-bit instruction.
#[derive(Clone, Copy)]
pub(crate) struct Fields(pub(crate) u32);

impl Fields {
    const fn bits(self, low: u32, count: u32) -> u32 {
        self.0 >> low & ((1 << count) - 1)
    }

    pub(crate) const fn opcode(self) -> u32 {
        self.bits(0, 7)
    }

    pub(crate) const fn rd(self) -> usize {
        self.bits(7, 5) as usize
    }

    pub(crate) const fn rs1(self) -> usize {
        self.bits(15, 5) as usize
    }

    pub(crate) const fn rs2(self) -> usize {
        self.bits(20, 5) as usize
    }

    pub(crate) const fn funct3(self) -> u32 {
        self.bits(12, 3)
    }

    pub(crate) const fn funct7(self) -> u32 {
        self.bits(25, 7)
    }

    pub(crate) const fn csr(self) -> u32 {
        self.bits(20, 12)
    }

    pub(crate) const fn i_immediate(self) -> u32 {
        (self.0 as i32 >> 20) as u32
    }

    pub(crate) const fn s_immediate(self) -> u32 {
        (self.0 as i32 >> 25 << 5) as u32 | self.bits(7, 5)
    }

    pub(crate) const fn b_immediate(self) -> u32 {
        (self.0 as i32 >> 31 << 12) as u32
            | self.bits(7, 1) << 11
            | self.bits(25, 6) << 5
            | self.bits(8, 4) << 1
    }

    pub(crate) const fn u_immediate(self) -> u32 {
        self.0 & 0xFFFF_F000
    }

    pub(crate) const fn j_immediate(self) -> u32 {
        (self.0 as i32 >> 31 << 20) as u32
            | self.bits(12, 8) << 12
            | self.bits(20, 1) << 11
            | self.bits(21, 10) << 1
    }
}
