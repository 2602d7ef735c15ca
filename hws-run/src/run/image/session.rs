//! The lock-step of core and machine.

use hws_rv::{Core, Exception, SemihostingCall, Size, StepKind};
use hws_sim::{FirmwareAct, Observer};
use hws_types::{Cycle, TD_WORDS, TaskDescriptor};

use super::devices::Devices;
use super::end::Opened;
use super::loaded::FirmwareImage;
use super::record::ImageRecord;
use crate::run::amos::Board;
use crate::run::control::{Control, Progress};
use crate::run::drive;
use crate::run::error::RunError;
use crate::run::stuck;
use crate::workload::Workload;

/// How many instructions pass between two looks at the control and at the progress.
const LOOK: u64 = 1024;
/// CSRs: mie, with two bits of it, the address of the handler, the place of the exception.
const MIE: u32 = 0x304;
const MTVEC: u32 = 0x305;
const MEPC: u32 = 0x341;
const TIMER_BIT: u32 = 1 << 7;
const EXTERNAL_BIT: u32 = 1 << 11;
/// Registers of the calling convention.
const A0: usize = 10;
const A1: usize = 11;
/// The longest text of a semihosting call.
const TEXT_MOST: u32 = 4096;
/// What a semihosting call returns that is not implemented.
const NOT_IMPLEMENTED: u32 = u32::MAX;

/// Why a session is over.
pub(super) enum SessionEnd {
    /// The image ended with a code.
    Exit(u32),
    /// The image does nothing any more, for this reason.
    Silent(String),
    /// It was stopped from outside.
    Stopped,
}

/// A core on its platform.
pub(super) struct Session<'w, 'o> {
    core: Core,
    devices: Devices<'o>,
    workload: &'w Workload,
    instructions: u64,
    patience: u64,
    /// Blocks launched, last finish and kernels passed on, at the last look; and when they changed.
    seen: (u64, Cycle, u64),
    changed: u64,
    has_retired: bool,
    /// The last exception outside a handler that traps at once: what it was, and where.
    trap: (&'static str, u32),
}

impl<'w, 'o> Session<'w, 'o> {
    /// A core before its first instruction: a0 has the number of the hart, 0, and a1 the address of the workload.
    pub(super) fn new(
        firmware: &FirmwareImage,
        workload: &'w Workload,
        handover: Vec<u8>,
        board: Board<'o>,
    ) -> Self {
        let platform = firmware.platform();
        let mut core = Core::new(firmware.entry())
            .with_cycles_per_instruction(platform.cycles_per_instruction)
            .with_semihosting();
        core.set_register(A1, platform.workload);
        let mut devices =
            Devices::new(platform, firmware.memory(), handover, workload.hardware.bus_cycles, board);
        devices.callers = devices.board.observer().watches_firmware().then(|| firmware.callers());
        Self {
            core,
            devices,
            workload,
            instructions: 0,
            patience: platform.patience,
            seen: (0, Cycle(0), 0),
            changed: 0,
            has_retired: true,
            trap: ("", 0),
        }
    }

    /// Runs to the end.
    pub(super) fn run(&mut self, control: &Control<'_>) -> Result<SessionEnd, RunError> {
        let mut looked = 0;
        loop {
            if let Some(callers) = &mut self.devices.callers {
                callers.look(&self.core);
            }
            let inputs = self.devices.inputs();
            let step = self.core.step(&mut self.devices, inputs);
            self.devices.board.advance(step.cycles);
            match step.kind {
                StepKind::Retired | StepKind::Interrupted(_) => self.has_retired = true,
                StepKind::Trapped(exception) if !self.has_retired => {
                    return Err(self.crashed(exception));
                }
                StepKind::Trapped(exception) => self.note_trap(exception),
                StepKind::Semihosting(call) => self.answer(call),
                StepKind::Waiting => {
                    if self.is_stopped(control) {
                        return Ok(SessionEnd::Stopped);
                    }
                    if let Some(reason) = self.pass_idle_time() {
                        return Ok(SessionEnd::Silent(reason));
                    }
                    continue;
                }
            }
            self.instructions += 1;
            if let Some(code) = self.devices.exit {
                return Ok(SessionEnd::Exit(code));
            }
            if self.instructions - looked >= LOOK {
                looked = self.instructions;
                if self.is_stopped(control) {
                    return Ok(SessionEnd::Stopped);
                }
                if let Some(reason) = self.lost_patience() {
                    return Ok(SessionEnd::Silent(reason));
                }
            }
        }
    }

    fn is_stopped(&self, control: &Control<'_>) -> bool {
        let board = &self.devices.board;
        control.tell(Progress { cycle: board.cycle(), blocks: board.observer().0.blocks_launched });
        control.is_stopped()
    }

    /// Time passes to the next event. Returns the reason if no event can end the wait.
    fn pass_idle_time(&mut self) -> Option<String> {
        let enabled = self.core.csrs().read(MIE).unwrap_or(0);
        let timer = (enabled & TIMER_BIT != 0).then_some(self.devices.compare).filter(|&at| at != u64::MAX);
        let pc = self.core.pc().wrapping_sub(4);
        if timer.is_none() && enabled & EXTERNAL_BIT == 0 {
            return Some(format!(
                "waits for ever: `wfi` at {pc:#010x} with neither the external interrupt nor the timer enabled (mie is {enabled:#x})"
            ));
        }
        let board = &mut self.devices.board;
        if timer.is_none() && stuck::is_stuck(board) {
            return Some(format!(
                "waits for ever: no interrupt can end the `wfi` at {pc:#010x}, nothing is running"
            ));
        }
        let (look, since) = (drive::next_look(board), board.cycle());
        board.step(timer.map_or(look, |at| look.min(Cycle(at))));
        board.note_firmware(FirmwareAct::Waited { since });
        None
    }

    fn lost_patience(&mut self) -> Option<String> {
        let board = &self.devices.board;
        let watch = &board.observer().0;
        let seen = (watch.blocks_launched, watch.last_finish, self.devices.resolver.passed_on);
        if seen != self.seen || board.next_due().is_some() {
            (self.seen, self.changed) = (seen, self.instructions);
        }
        (self.instructions - self.changed >= self.patience).then(|| {
            format!(
                "does nothing: {} instructions without a block or a kernel, the last one at {:#010x} (`patience` of the platform)",
                self.patience,
                self.core.pc()
            )
        })
    }

    /// The graphs of which a kernel was passed on, with the tag in its descriptor.
    fn opened(&self) -> Opened {
        let offset = self.workload.hardware.descriptor_offset();
        let firsts = self.workload.first_kernels();
        let graphs = self.workload.dags.iter().zip(firsts);
        graphs
            .map(|(dag, first)| {
                let ids = first..first + dag.kernels.len() as u32;
                let mut kernels = self.devices.board.hdr()?.kernels();
                let kernel = kernels.find(|kernel| ids.contains(&kernel.kernel_id) && kernel.parts > 0)?;
                let place = kernel.td_addr.wrapping_add(offset);
                let words: [u32; TD_WORDS] =
                    std::array::from_fn(|word| self.devices.shared_word(place.wrapping_add(4 * word as u32)));
                Some((TaskDescriptor::decode(&words).dag_tag, kernel.arrival))
            })
            .collect()
    }

    fn answer(&mut self, call: SemihostingCall) {
        self.has_retired = true;
        let result = match call.operation {
            SemihostingCall::EXIT => {
                self.devices.exit = Some(u32::from(call.parameter != SemihostingCall::APPLICATION_EXIT));
                0
            }
            SemihostingCall::EXIT_EXTENDED => {
                let reason = self.word(call.parameter);
                let code = self.word(call.parameter.wrapping_add(4));
                let is_exit = reason == Some(SemihostingCall::APPLICATION_EXIT);
                self.devices.exit = Some(code.filter(|_| is_exit).unwrap_or(1));
                0
            }
            SemihostingCall::WRITE_CHARACTER => {
                self.print(call.parameter, 1);
                0
            }
            SemihostingCall::WRITE_TEXT => {
                self.print(call.parameter, TEXT_MOST);
                0
            }
            _ => NOT_IMPLEMENTED,
        };
        self.core.set_register(A0, result);
    }

    fn word(&mut self, address: u32) -> Option<u32> {
        self.devices.ram.read(address, Size::Word)
    }

    /// Prints up to `most` characters, up to a zero.
    fn print(&mut self, address: u32, most: u32) {
        for at in 0..most {
            match self.devices.ram.read(address.wrapping_add(at), Size::Byte) {
                None | Some(0) => return,
                Some(byte) => self.devices.uart.put(byte as u8),
            }
        }
    }

    fn note_trap(&mut self, exception: Exception) {
        self.has_retired = false;
        self.trap = (exception.text(), self.csr(MEPC));
    }

    fn csr(&self, number: u32) -> u32 {
        self.core.csrs().read(number).unwrap_or(0)
    }

    /// The handler of the last exception trapped at its first instruction.
    fn crashed(&self, exception: Exception) -> RunError {
        let (first, first_at) = self.trap;
        RunError::ImageCrashed {
            first,
            first_at,
            second: exception.text(),
            handler: self.csr(MTVEC),
            uart: self.devices.uart.text(),
        }
    }

    /// The record of the image, after its end.
    pub(super) fn record(&self, end: &SessionEnd) -> ImageRecord {
        let (exit_code, reason) = match end {
            SessionEnd::Exit(code) => (Some(*code), None),
            SessionEnd::Silent(reason) => (None, Some(reason.clone())),
            SessionEnd::Stopped => (None, None),
        };
        let uart = self.devices.uart.text();
        ImageRecord { instructions: self.instructions, exit_code, reason, left_over: false, uart }
    }

    /// The machine, and the graphs that were opened.
    pub(super) fn into_parts(self) -> (Board<'o>, Opened) {
        let opened = self.opened();
        (self.devices.board, opened)
    }
}
