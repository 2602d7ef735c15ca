//! The registers of the core: all at once, and one by one with the CSRs.

use gdbstub::target::ext::base::single_register_access::SingleRegisterAccess;
use gdbstub::target::ext::base::singlethread::{SingleThreadBase, SingleThreadResumeOps};
use gdbstub::target::{TargetError, TargetResult};
use gdbstub_arch::riscv::reg::RiscvCoreRegs;
use gdbstub_arch::riscv::reg::id::RiscvRegId;
use hws_run::run::ImageEdit;

use super::GdbTarget;

impl SingleThreadBase for GdbTarget<'_> {
    fn read_registers(&mut self, registers: &mut RiscvCoreRegs<u32>) -> TargetResult<(), Self> {
        let core = self.debuggee.session().core();
        registers.x = std::array::from_fn(|number| core.register(number));
        registers.pc = core.pc();
        Ok(())
    }

    /// Only what differs is a change of the run.
    fn write_registers(&mut self, registers: &RiscvCoreRegs<u32>) -> TargetResult<(), Self> {
        for (number, &value) in registers.x.iter().enumerate() {
            if self.debuggee.session().core().register(number) != value {
                self.edit(ImageEdit::Register { number, value })?;
            }
        }
        if self.debuggee.pc() != registers.pc {
            self.edit(ImageEdit::Pc(registers.pc))?;
        }
        Ok(())
    }

    fn support_single_register_access(
        &mut self,
    ) -> Option<gdbstub::target::ext::base::single_register_access::SingleRegisterAccessOps<'_, (), Self>>
    {
        Some(self)
    }

    fn read_addrs(&mut self, address: u32, data: &mut [u8]) -> TargetResult<usize, Self> {
        self.read_memory(address, data)
    }

    fn write_addrs(&mut self, address: u32, data: &[u8]) -> TargetResult<(), Self> {
        self.write_memory(address, data)
    }

    fn support_resume(&mut self) -> Option<SingleThreadResumeOps<'_, Self>> {
        Some(self)
    }
}

impl SingleRegisterAccess<()> for GdbTarget<'_> {
    fn read_register(
        &mut self,
        (): (),
        register: RiscvRegId<u32>,
        buffer: &mut [u8],
    ) -> TargetResult<usize, Self> {
        let core = self.debuggee.session().core();
        let value = match register {
            RiscvRegId::Gpr(number) => core.register(number.into()),
            RiscvRegId::Pc => core.pc(),
            RiscvRegId::Csr(number) => core.csrs().read(number.into()).ok_or(TargetError::NonFatal)?,
            _ => return Err(TargetError::NonFatal),
        };
        let bytes = value.to_le_bytes();
        buffer.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        Ok(bytes.len())
    }

    fn write_register(&mut self, (): (), register: RiscvRegId<u32>, value: &[u8]) -> TargetResult<(), Self> {
        let value = <[u8; 4]>::try_from(value).map(u32::from_le_bytes).map_err(|_| TargetError::NonFatal)?;
        self.edit(match register {
            RiscvRegId::Gpr(number) => ImageEdit::Register { number: number.into(), value },
            RiscvRegId::Pc => ImageEdit::Pc(value),
            RiscvRegId::Csr(number) => ImageEdit::Csr { number: number.into(), value },
            _ => return Err(TargetError::NonFatal),
        })
    }
}
