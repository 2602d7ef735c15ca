//! The lock-step of core and machine, one step at a time.

use hws_rv::{Core, CoreStep, Exception, StepKind};
use hws_sim::{FirmwareAct, Observer};
use hws_types::{Cycle, TD_WORDS, TaskDescriptor};

use super::access::{ImageAccess, Rehearsal};
use super::calls;
use super::devices::Devices;
use super::end::Opened;
use super::loaded::FirmwareImage;
use super::record::ImageRecord;
use super::{handover, script::ImageScript};
use crate::run::board::{self, BoardOf};
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
/// The register of the calling convention for the second argument.
const A1: usize = 11;

/// What one step of a session did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImageStep {
    /// An instruction took place, or caused an exception; its cycles have passed.
    Executed,
    /// An interrupt was taken; the next instruction is that of its handler.
    Interrupted,
    /// The core waits for an interrupt, and time has passed to the next event.
    Waited,
    /// The run is over.
    Over(ImageEnd),
}

/// Why a session is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImageEnd {
    /// The image ended with a code.
    Exit(u32),
    /// The image does nothing any more, for this reason.
    Silent(String),
    /// It was stopped from outside.
    Stopped,
}

/// A firmware image on its platform with a workload, that is run step by step: the core, its memory, the HWS and
/// everything around it. Time passes in steps only. A clone goes on from the same state; what follows depends on the state
/// alone.
///
/// ```
/// # use hws_run::run::{FirmwareImage, ImageSession, RunError};
/// # use hws_run::workload::Workload;
/// # fn example(image: &FirmwareImage, workload: &Workload) -> Result<(), RunError> {
/// let mut session = ImageSession::new(workload, image, ())?;
/// let before = session.clone();
/// session.step()?;
/// assert_eq!((session.steps(), before.steps()), (1, 0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct ImageSession<'w, O> {
    pub(super) core: Core,
    pub(super) devices: Devices<O>,
    workload: &'w Workload,
    steps: u64,
    instructions: u64,
    /// Instructions at the last look.
    looked: u64,
    patience: u64,
    /// Blocks launched, last finish and kernels passed on, at the last look; and when they changed.
    seen: (u64, Cycle, u64),
    changed: u64,
    has_retired: bool,
    /// The last exception outside a handler that traps at once: what it was, and where.
    trap: (&'static str, u32),
}

impl<'w, O: Observer> ImageSession<'w, O> {
    /// Creates a session before the first instruction.
    ///
    /// # Errors
    /// [`RunError`] when the image cannot be given the workload.
    pub fn new(workload: &'w Workload, firmware: &FirmwareImage, observer: O) -> Result<Self, RunError> {
        let platform = firmware.platform();
        let handover = handover::bytes(workload, platform)?;
        let board = board::machine(workload, hws_regs::InPath::Hdr, observer)?;
        // a0 has the number of the hart, 0, and a1 the address of the workload.
        let mut core = Core::new(firmware.entry())
            .with_cycles_per_instruction(platform.cycles_per_instruction)
            .with_semihosting();
        core.set_register(A1, platform.workload);
        let bus_cycles = workload.hardware.bus_cycles;
        let mut devices = Devices::new(platform, firmware.memory(), handover, bus_cycles, board);
        devices.callers = devices.board.observer().watches_firmware().then(|| firmware.callers());
        Ok(Self {
            core,
            devices,
            workload,
            steps: 0,
            instructions: 0,
            looked: 0,
            patience: platform.patience,
            seen: (0, Cycle(0), 0),
            changed: 0,
            has_retired: true,
            trap: ("", 0),
        })
    }

    /// Returns the number of steps made so far: the place in the run.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the number of instructions so far.
    pub const fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Makes one step: executes an instruction, takes an interrupt, or waits.
    ///
    /// # Errors
    /// [`RunError::ImageCrashed`]; the session is then over.
    pub fn step(&mut self) -> Result<ImageStep, RunError> {
        if let Some(callers) = &mut self.devices.callers {
            callers.look(&self.core);
        }
        let inputs = self.devices.inputs();
        let step = self.core.step(&mut self.devices, inputs);
        self.steps += 1;
        self.settle(step)
    }

    /// Returns whether the next step executes the instruction at pc.
    pub fn is_about_to_execute(&self) -> bool {
        self.core.is_about_to_execute(self.devices.inputs())
    }

    /// Returns the first access to data that the next step would make and that is wanted, without making it.
    pub fn next_access(&mut self, is_wanted: impl Fn(&ImageAccess) -> bool) -> Option<ImageAccess> {
        let inputs = self.devices.inputs();
        let mut rehearsal = Rehearsal::new(&mut self.devices, is_wanted);
        self.core.clone().step(&mut rehearsal, inputs);
        rehearsal.found
    }

    /// Runs to the end, or until this number of steps.
    pub(super) fn run_to(&mut self, steps: u64, control: &Control<'_>) -> Result<Option<ImageEnd>, RunError> {
        while self.steps < steps {
            let step = self.step()?;
            if let ImageStep::Over(end) = step {
                return Ok(Some(end));
            }
            let has_looked = step == ImageStep::Waited || self.looked == self.instructions;
            if has_looked && self.is_stopped(control) {
                return Ok(Some(ImageEnd::Stopped));
            }
        }
        Ok(None)
    }

    /// Runs to the end or to where a script stops, and does what the script does.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn run(&mut self, script: &ImageScript, control: &Control<'_>) -> Result<ImageEnd, RunError> {
        for (at, edit) in &script.edits {
            if let Some(end) = self.run_to(*at, control)? {
                return Ok(end);
            }
            // One that is refused was refused before, too.
            let _ = self.edit(edit);
        }
        let end = self.run_to(script.stop_after.unwrap_or(u64::MAX), control)?;
        Ok(end.unwrap_or(ImageEnd::Stopped))
    }

    /// Time passes, and what happened is noted.
    fn settle(&mut self, step: CoreStep) -> Result<ImageStep, RunError> {
        self.devices.board.advance(step.cycles);
        let mut did = ImageStep::Executed;
        match step.kind {
            StepKind::Retired => self.has_retired = true,
            StepKind::Interrupted(_) => (self.has_retired, did) = (true, ImageStep::Interrupted),
            StepKind::Trapped(exception) if !self.has_retired => return Err(self.crashed(exception)),
            StepKind::Trapped(exception) => self.note_trap(exception),
            StepKind::Semihosting(call) => {
                self.has_retired = true;
                calls::answer(&mut self.core, &mut self.devices, call);
            }
            StepKind::Waiting => {
                let reason = self.pass_idle_time();
                return Ok(
                    reason.map_or(ImageStep::Waited, |reason| ImageStep::Over(ImageEnd::Silent(reason)))
                );
            }
        }
        self.instructions += 1;
        if let Some(code) = self.devices.exit {
            return Ok(ImageStep::Over(ImageEnd::Exit(code)));
        }
        if self.instructions - self.looked >= LOOK {
            self.looked = self.instructions;
            if let Some(reason) = self.lost_patience() {
                return Ok(ImageStep::Over(ImageEnd::Silent(reason)));
            }
        }
        Ok(did)
    }

    fn is_stopped(&self, control: &Control<'_>) -> bool {
        let board = &self.devices.board;
        control.tell(Progress { cycle: board.cycle(), blocks: board.observer().0.blocks_launched });
        control.is_stopped()
    }

    /// Time passes to the next event. Returns the reason if no event can end the wait.
    fn pass_idle_time(&mut self) -> Option<String> {
        let enabled = self.csr(MIE);
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
                let hdr = self.devices.board.hdr()?;
                let mut own = hdr.kernel_ids().filter(|id| ids.contains(id));
                let (td_addr, arrival) = own.find_map(|id| hdr.td_addr(id).zip(hdr.arrival(id)))?;
                let place = td_addr.wrapping_add(offset);
                let words: [u32; TD_WORDS] =
                    std::array::from_fn(|word| self.devices.shared_word(place.wrapping_add(4 * word as u32)));
                Some((TaskDescriptor::decode(&words).dag_tag, arrival))
            })
            .collect()
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
    pub(super) fn record(&self, end: &ImageEnd) -> ImageRecord {
        let (exit_code, reason) = match end {
            ImageEnd::Exit(code) => (Some(*code), None),
            ImageEnd::Silent(reason) => (None, Some(reason.clone())),
            ImageEnd::Stopped => (None, None),
        };
        let uart = self.devices.uart.text();
        ImageRecord { instructions: self.instructions, exit_code, reason, left_over: false, uart }
    }

    /// Ends the run in the present cycle, for its observer.
    pub fn finish(mut self) {
        self.devices.board.end();
    }

    /// The machine, and the graphs that were opened.
    pub(super) fn into_parts(self) -> (BoardOf<O>, Opened) {
        let opened = self.opened();
        (self.devices.board, opened)
    }
}
