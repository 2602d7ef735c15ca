//! Control and status registers.

use crate::trap::Interrupt;

const MSTATUS: u32 = 0x300;
const MISA: u32 = 0x301;
const MIE: u32 = 0x304;
const MTVEC: u32 = 0x305;
const MSTATUSH: u32 = 0x310;
const MSCRATCH: u32 = 0x340;
const MEPC: u32 = 0x341;
const MCAUSE: u32 = 0x342;
const MTVAL: u32 = 0x343;
const MIP: u32 = 0x344;
const MCYCLE: u32 = 0xB00;
const MINSTRET: u32 = 0xB02;
const MCYCLEH: u32 = 0xB80;
const MINSTRETH: u32 = 0xB82;
const CYCLE: u32 = 0xC00;
const TIME: u32 = 0xC01;
const INSTRET: u32 = 0xC02;
const CYCLEH: u32 = 0xC80;
const TIMEH: u32 = 0xC81;
const INSTRETH: u32 = 0xC82;
const MVENDORID: u32 = 0xF11;
const MARCHID: u32 = 0xF12;
const MIMPID: u32 = 0xF13;
const MHARTID: u32 = 0xF14;
const MCONFIGPTR: u32 = 0xF15;

const STATUS_MIE: u32 = 1 << 3;
const STATUS_MPIE: u32 = 1 << 7;
/// The previous mode is always M.
const STATUS_MPP: u32 = 3 << 11;

/// RV32, A, C, I and M.
const ISA: u32 = 1 << 30 | 1 | 1 << 2 | 1 << 8 | 1 << 12;

const INTERRUPTS: u32 =
    1 << Interrupt::External.number() | 1 << Interrupt::Software.number() | 1 << Interrupt::Timer.number();

/// The lines that enter the core, as they are before a step.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CoreInputs {
    /// The external interrupt.
    pub external: bool,
    /// The timer interrupt.
    pub timer: bool,
    /// The software interrupt.
    pub software: bool,
    /// The time, for the CSRs `time` and `timeh`.
    pub time: u64,
}

impl CoreInputs {
    /// mip.
    const fn pending(self) -> u32 {
        (self.external as u32) << Interrupt::External.number()
            | (self.software as u32) << Interrupt::Software.number()
            | (self.timer as u32) << Interrupt::Timer.number()
    }
}

/// The control and status registers of machine mode.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CsrFile {
    is_enabled: bool,
    was_enabled: bool,
    mie: u32,
    mtvec: u32,
    mscratch: u32,
    mepc: u32,
    mcause: u32,
    mtval: u32,
    pub(crate) mcycle: u64,
    pub(crate) minstret: u64,
    pub(crate) inputs: CoreInputs,
}

const fn high(value: u64) -> u32 {
    (value >> 32) as u32
}

const fn with_low(value: u64, low: u32) -> u64 {
    value & !(u32::MAX as u64) | low as u64
}

const fn with_high(value: u64, high: u32) -> u64 {
    value & u32::MAX as u64 | (high as u64) << 32
}

impl CsrFile {
    /// Every register: its name and its number.
    pub const ALL: [(&str, u32); 25] = [
        ("mstatus", MSTATUS),
        ("misa", MISA),
        ("mie", MIE),
        ("mtvec", MTVEC),
        ("mstatush", MSTATUSH),
        ("mscratch", MSCRATCH),
        ("mepc", MEPC),
        ("mcause", MCAUSE),
        ("mtval", MTVAL),
        ("mip", MIP),
        ("mcycle", MCYCLE),
        ("minstret", MINSTRET),
        ("mcycleh", MCYCLEH),
        ("minstreth", MINSTRETH),
        ("cycle", CYCLE),
        ("time", TIME),
        ("instret", INSTRET),
        ("cycleh", CYCLEH),
        ("timeh", TIMEH),
        ("instreth", INSTRETH),
        ("mvendorid", MVENDORID),
        ("marchid", MARCHID),
        ("mimpid", MIMPID),
        ("mhartid", MHARTID),
        ("mconfigptr", MCONFIGPTR),
    ];

    /// Returns the value of a register by its number; none if it does not exist.
    #[must_use]
    pub const fn read(&self, number: u32) -> Option<u32> {
        Some(match number {
            MSTATUS => self.mstatus(),
            MISA => ISA,
            MIE => self.mie,
            MTVEC => self.mtvec,
            MSTATUSH | MVENDORID | MARCHID | MIMPID | MHARTID | MCONFIGPTR => 0,
            MSCRATCH => self.mscratch,
            MEPC => self.mepc,
            MCAUSE => self.mcause,
            MTVAL => self.mtval,
            MIP => self.inputs.pending(),
            MCYCLE | CYCLE => self.mcycle as u32,
            MINSTRET | INSTRET => self.minstret as u32,
            TIME => self.inputs.time as u32,
            MCYCLEH | CYCLEH => high(self.mcycle),
            MINSTRETH | INSTRETH => high(self.minstret),
            TIMEH => high(self.inputs.time),
            _ => return None,
        })
    }

    /// Writes a register by its number: bits that do not exist stay as they are. Returns whether it exists and is
    /// writable.
    pub const fn write(&mut self, number: u32, value: u32) -> bool {
        match number {
            MSTATUS => {
                self.is_enabled = value & STATUS_MIE != 0;
                self.was_enabled = value & STATUS_MPIE != 0;
            }
            // The extensions cannot be switched off, and no line can be raised by the core.
            MISA | MSTATUSH | MIP => (),
            MIE => self.mie = value & INTERRUPTS,
            // A mode above 1 does not exist.
            MTVEC if value & 2 != 0 => (),
            MTVEC => self.mtvec = value,
            MSCRATCH => self.mscratch = value,
            MEPC => self.mepc = value & !1,
            MCAUSE => self.mcause = value,
            MTVAL => self.mtval = value,
            MCYCLE => self.mcycle = with_low(self.mcycle, value),
            MINSTRET => self.minstret = with_low(self.minstret, value),
            MCYCLEH => self.mcycle = with_high(self.mcycle, value),
            MINSTRETH => self.minstret = with_high(self.minstret, value),
            _ => return false,
        }
        true
    }

    /// The same registers with other lines.
    pub(crate) fn with_inputs(&self, inputs: CoreInputs) -> Self {
        Self { inputs, ..self.clone() }
    }

    const fn mstatus(&self) -> u32 {
        let enabled = if self.is_enabled { STATUS_MIE } else { 0 };
        let previous = if self.was_enabled { STATUS_MPIE } else { 0 };
        enabled | previous | STATUS_MPP
    }

    /// Whether an interrupt that mie enables is pending: the end of `wfi`.
    pub(crate) const fn has_pending(&self) -> bool {
        self.inputs.pending() & self.mie != 0
    }

    /// The interrupt to take now.
    pub(crate) fn to_take(&self) -> Option<Interrupt> {
        let pending = if self.is_enabled { self.inputs.pending() & self.mie } else { 0 };
        Interrupt::ALL.into_iter().find(|interrupt| pending >> interrupt.number() & 1 == 1)
    }

    /// Enters the handler of an exception; returns its address.
    pub(crate) const fn enter_exception(&mut self, pc: u32, cause: u32, value: u32) -> u32 {
        self.enter(pc, cause, value);
        self.mtvec & !3
    }

    /// Enters the handler of an interrupt; returns its address.
    pub(crate) const fn enter_interrupt(&mut self, pc: u32, interrupt: Interrupt) -> u32 {
        self.enter(pc, 1 << 31 | interrupt.number(), 0);
        let offset = if self.mtvec & 1 == 1 { 4 * interrupt.number() } else { 0 };
        (self.mtvec & !3).wrapping_add(offset)
    }

    const fn enter(&mut self, pc: u32, cause: u32, value: u32) {
        (self.mepc, self.mcause, self.mtval) = (pc, cause, value);
        (self.was_enabled, self.is_enabled) = (self.is_enabled, false);
    }

    /// Leaves a handler; returns the address to continue at.
    pub(crate) const fn leave(&mut self) -> u32 {
        (self.is_enabled, self.was_enabled) = (self.was_enabled, true);
        self.mepc
    }
}
