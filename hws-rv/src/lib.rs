//! A RISC-V core: RV32IMAC with machine mode, one instruction at a time, over a bus of the caller.
//!
//! * [`Core`]: registers, program counter, CSRs, and [`Core::step`];
//! * [`CoreBus`]: memory and devices, which answer with a value and wait cycles or with an [`AccessFault`];
//! * [`CoreInputs`]: the interrupt lines and the time, given with every step;
//! * [`CoreStep`]: what a step did, and the cycles that it took;
//! * [`CoreMemory`]: memory for a board;
//! * [`Image`]: an executable file (ELF, 32 bits, little-endian), checked before anything is loaded.
//!
//! Implemented: RV32I, M, A, C, Zicsr, Zifencei; traps, direct and vectored; the timer, software and external interrupts;
//! `wfi`; the counters; semihosting calls, for those who want them. Misaligned accesses are traps, as are the faults of
//! the bus. There is one mode, M, and no memory protection.
//!
//! A step depends on the core, the bus and the inputs alone; there is no clock and no randomness, and no instruction
//! or file causes a panic.
//!
//! ```
//! use hws_rv::{BusAnswer, CoreBus, AccessFault, Core, CoreInputs, Size, StepKind};
//!
//! /// Four instructions at address 0, and nothing else.
//! struct Rom([u32; 4]);
//!
//! impl CoreBus for Rom {
//!     fn read(&mut self, address: u32, size: Size) -> Result<BusAnswer, AccessFault> {
//!         let word = self.0.get(address as usize / 4).ok_or(AccessFault::default())?;
//!         Ok(BusAnswer::new(word >> (8 * (address % 4)) & size.mask()))
//!     }
//!     fn write(&mut self, _: u32, _: Size, _: u32) -> Result<u32, AccessFault> {
//!         Err(AccessFault::default())
//!     }
//! }
//!
//! // li a0, 6; li a1, 7; mul a0, a0, a1; wfi
//! let mut rom = Rom([0x0060_0513, 0x0070_0593, 0x02B5_0533, 0x1050_0073]);
//! let mut core = Core::new(0);
//! while core.step(&mut rom, CoreInputs::default()).kind != StepKind::Waiting {}
//! assert_eq!((core.register(10), core.pc()), (42, 16));
//! ```

mod alu;
mod atomic;
mod bus;
mod compressed;
mod core;
mod csr;
mod execute;
mod fields;
mod image;
mod load_store;
mod memory;
mod semihosting;
mod step;
mod symbol;
mod trap;

pub use self::core::Core;
pub use bus::{AccessFault, BusAnswer, CoreBus, Size};
pub use compressed::expand;
pub use csr::{CoreInputs, CsrFile};
pub use image::{Image, ImageError, Segment};
pub use memory::CoreMemory;
pub use semihosting::SemihostingCall;
pub use step::{CoreStep, StepKind};
pub use symbol::FunctionSymbol;
pub use trap::{Exception, Interrupt};
