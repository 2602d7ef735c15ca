//! The core: its state, and one step.

use crate::bus::CoreBus;
use crate::csr::{CoreInputs, CsrFile};
use crate::execute::Next;
use crate::semihosting::SemihostingCall;
use crate::step::{CoreStep, StepKind};
use crate::trap::{Exception, Trap};
use crate::{compressed, execute};

/// A core of RV32IMAC in machine mode. A clone is a snapshot: it continues from the same state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    registers: [u32; 32],
    pc: u32,
    csrs: CsrFile,
    /// The address that the last load-reserved has reserved.
    pub(crate) reservation: Option<u32>,
    is_waiting: bool,
    /// Wait cycles of the present instruction.
    pub(crate) waited: u64,
    cycles_per_instruction: u32,
    has_semihosting: bool,
}

impl Core {
    /// Creates a core that begins at `pc`, with all registers 0, one cycle for each instruction, and `ebreak` always a
    /// breakpoint.
    #[must_use]
    pub fn new(pc: u32) -> Self {
        Self {
            registers: [0; 32],
            pc: pc & !1,
            csrs: CsrFile::default(),
            reservation: None,
            is_waiting: false,
            waited: 0,
            cycles_per_instruction: 1,
            has_semihosting: false,
        }
    }

    /// Returns the same core, with instructions that take `cycles` cycles each, besides those that the bus waits.
    #[must_use]
    pub const fn with_cycles_per_instruction(mut self, cycles: u32) -> Self {
        self.cycles_per_instruction = cycles;
        self
    }

    /// Returns the same core, which recognises semihosting calls.
    #[must_use]
    pub const fn with_semihosting(mut self) -> Self {
        self.has_semihosting = true;
        self
    }

    /// Returns the address of the next instruction.
    #[must_use]
    pub const fn pc(&self) -> u32 {
        self.pc
    }

    /// Sets the address of the next instruction; its lowest bit is ignored.
    pub const fn set_pc(&mut self, pc: u32) {
        self.pc = pc & !1;
    }

    /// Returns register `number` modulo 32.
    #[must_use]
    pub const fn register(&self, number: usize) -> u32 {
        self.registers[number % 32]
    }

    /// Sets register `number` modulo 32; register 0 stays 0.
    pub const fn set_register(&mut self, number: usize, value: u32) {
        if !number.is_multiple_of(32) {
            self.registers[number % 32] = value;
        }
    }

    /// Returns the control and status registers.
    #[must_use]
    pub const fn csrs(&self) -> &CsrFile {
        &self.csrs
    }

    /// Returns the control and status registers, mutable.
    pub const fn csrs_mut(&mut self) -> &mut CsrFile {
        &mut self.csrs
    }

    /// Returns whether the core waits for an interrupt.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        self.is_waiting
    }

    /// Returns whether the next [step](Self::step) with these inputs executes the instruction at pc: it neither waits nor
    /// takes an interrupt.
    #[must_use]
    pub fn is_about_to_execute(&self, inputs: CoreInputs) -> bool {
        let csrs = self.csrs.with_inputs(inputs);
        (csrs.has_pending() || !self.is_waiting) && csrs.to_take().is_none()
    }

    pub(crate) const fn wait(&mut self) {
        self.is_waiting = true;
    }

    /// Takes an interrupt, or executes one instruction.
    pub fn step(&mut self, bus: &mut impl CoreBus, inputs: CoreInputs) -> CoreStep {
        self.csrs.inputs = inputs;
        if self.is_waiting && !self.csrs.has_pending() {
            return CoreStep { kind: StepKind::Waiting, cycles: 0 };
        }
        self.is_waiting = false;
        if let Some(interrupt) = self.csrs.to_take() {
            self.pc = self.csrs.enter_interrupt(self.pc, interrupt) & !1;
            return CoreStep { kind: StepKind::Interrupted(interrupt), cycles: 0 };
        }
        self.waited = 0;
        let kind = match self.execute_one(bus) {
            Ok(kind) => kind,
            Err(trap) => self.trap(trap),
        };
        let cycles = u64::from(self.cycles_per_instruction) + self.waited;
        self.csrs.mcycle = self.csrs.mcycle.wrapping_add(cycles);
        if let StepKind::Retired | StepKind::Semihosting(_) = kind {
            self.csrs.minstret = self.csrs.minstret.wrapping_add(1);
        }
        CoreStep { kind, cycles }
    }

    fn trap(&mut self, trap: Trap) -> StepKind {
        let Trap { exception, value } = trap;
        self.pc = self.csrs.enter_exception(self.pc, exception.cause(), value) & !1;
        StepKind::Trapped(exception)
    }

    fn execute_one(&mut self, bus: &mut impl CoreBus) -> Result<StepKind, Trap> {
        let (instruction, next) = self.fetch(bus)?;
        match execute::execute(self, bus, instruction, next)? {
            Next::At(pc) => self.pc = pc,
            Next::Break => return self.breakpoint(bus, next),
        }
        Ok(StepKind::Retired)
    }

    /// The instruction at pc, and the address after it.
    fn fetch(&mut self, bus: &mut impl CoreBus) -> Result<(u32, u32), Trap> {
        let low = self.fetch_half(bus, self.pc)?;
        if low & 3 == 3 {
            let high = self.fetch_half(bus, self.pc.wrapping_add(2))?;
            return Ok((high << 16 | low, self.pc.wrapping_add(4)));
        }
        let illegal = Trap::new(Exception::IllegalInstruction, low);
        let expanded = compressed::expand(low as u16).ok_or(illegal)?;
        Ok((expanded, self.pc.wrapping_add(2)))
    }

    fn fetch_half(&mut self, bus: &mut impl CoreBus, address: u32) -> Result<u32, Trap> {
        match bus.fetch(address) {
            Ok(access) => {
                self.waited += u64::from(access.wait);
                Ok(access.value & 0xFFFF)
            }
            Err(fault) => {
                self.waited += u64::from(fault.wait);
                Err(Trap::new(Exception::InstructionFault, address))
            }
        }
    }

    /// `ebreak`: a call, if the instructions around it say so.
    fn breakpoint(&mut self, bus: &mut impl CoreBus, next: u32) -> Result<StepKind, Trap> {
        let is_call = self.has_semihosting
            && next == self.pc.wrapping_add(4)
            && word(bus, self.pc.wrapping_sub(4)) == Some(SemihostingCall::BEFORE)
            && word(bus, next) == Some(SemihostingCall::AFTER);
        if !is_call {
            return Err(Trap::new(Exception::Breakpoint, 0));
        }
        self.pc = next;
        let call = SemihostingCall { operation: self.register(10), parameter: self.register(11) };
        Ok(StepKind::Semihosting(call))
    }
}

/// The instruction at an address, if there is one.
fn word(bus: &mut impl CoreBus, address: u32) -> Option<u32> {
    let low = bus.fetch(address).ok()?;
    let high = bus.fetch(address.wrapping_add(2)).ok()?;
    Some(high.value << 16 | low.value & 0xFFFF)
}
