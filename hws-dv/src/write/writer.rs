//! The observer that writes waveforms.

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::RegId;
use hws_sim::Observer;
use hws_sim::stimulus::{Op, Target};
use hws_types::{Cycle, HdrPush};

use super::access::Access;
use super::clock::{Clock, LAST_CYCLE};
use super::edge::Inputs;
use super::error::WaveWriteError;
use super::files::{Files, WaveOptions};
use super::groups::Marks;
use super::ports::{FIRST_REGISTER, Port, Pulses};
use super::range::TickRange;
use super::registers::Registers;
use super::signals::signals;
use super::stream::Stream;

/// Writes waveforms of a machine at power-on with the default configuration.
///
/// Errors of the files are reported by [`Self::finish`]; after one, nothing more is written. A writer that is dropped
/// completes its files, too, so that those of a run that fails can be read up to there.
#[derive(Debug)]
pub struct WaveWriter {
    files: Files,
    pub(super) stream: Stream,
    pub(super) registers: Registers,
    pub(super) clock: Clock,
    every_tick: Option<TickRange>,
    /// Ticks completed.
    pub(super) now: u64,
    /// What has happened since the last edge.
    pub(super) events: Vec<Event>,
    /// The words of shared memory that were read since, none for a refused one.
    pub(super) reads: Vec<(u32, Option<u32>)>,
    marks: Marks,
    access: Option<Access>,
    /// There was an access in this cycle, so that its tick is written.
    is_touched: bool,
    /// The pulses of the last edge.
    pub(super) pulses: Pulses,
    /// Whether the waveform has the last tick, and thus the present values of free-running registers.
    is_current: bool,
    /// The cycle at whose rising edge the pulses end.
    pub(super) pulse_end: Option<u64>,
    error: Option<WaveWriteError>,
    is_closed: bool,
}

impl WaveWriter {
    /// Creates the files, which then have the values of the reset state at time 0.
    ///
    /// # Errors
    /// [`WaveWriteError`] when a file cannot be created.
    pub fn create(options: &WaveOptions) -> Result<Self, WaveWriteError> {
        let registers = Registers::new(&Hws::new(Config::default()));
        let mut values = vec![0; FIRST_REGISTER];
        values.extend(registers.words().iter().map(|&word| u64::from(word)));
        let files = Files::create(options, &signals(), &values)?;
        let mut writer = Self {
            files,
            stream: Stream::new(),
            registers,
            clock: Clock::default(),
            every_tick: options.every_tick,
            now: 0,
            events: Vec::new(),
            reads: Vec::new(),
            marks: Marks::default(),
            access: None,
            is_touched: false,
            is_current: true,
            pulses: Pulses::default(),
            pulse_end: None,
            error: None,
            is_closed: false,
        };
        writer.reset_edges();
        Ok(writer)
    }

    /// Completes the files.
    ///
    /// # Errors
    /// The first error of any file.
    pub fn finish(mut self) -> Result<(), WaveWriteError> {
        self.close();
        self.error.take().map_or(Ok(()), Err)
    }

    /// Returns whether a file has failed, so that nothing more is written.
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        self.error.is_some()
    }

    fn close(&mut self) {
        if std::mem::replace(&mut self.is_closed, true) {
            return;
        }
        // Everything up to a cycle that is too late can be written.
        if matches!(self.error, None | Some(WaveWriteError::TooLate { .. })) {
            self.end_of_time();
            self.pass_on();
        }
        let closed = self.files.finish();
        self.error = self.error.take().or(closed.err());
    }

    /// Passes the changes on to the files.
    fn pass_on(&mut self) {
        let changes = self.stream.take(self.files.empty_chunk());
        if let Err(error) = self.files.write(changes) {
            self.error.get_or_insert(error);
        }
    }

    /// An edge for an access that has had its effect.
    fn settle_access(&mut self, hws: &Hws) {
        let Some(access) = self.access.take() else { return };
        self.registers.compare(hws, std::mem::take(&mut self.marks));
        if self.is_current {
            self.registers.compare_free_running(hws);
        }
        self.edges(Inputs::Access(access), hws, self.now);
        self.is_touched = true;
    }

    /// An edge for a tick, if it has changed anything that does not change by itself.
    fn settle_tick(&mut self, hws: &Hws) {
        self.marks.tick = true;
        let was_loading = self.registers.is_loading();
        self.registers.compare(hws, std::mem::take(&mut self.marks));
        let is_wanted = self.every_tick.is_some_and(|range| range.contains(self.now));
        let irq = self.stream.value(Port::Irq.signal()) != 0;
        let is_changed = self.registers.has_changed() || hws.is_interrupt_asserted() != irq;
        let is_eventful = !(self.events.is_empty() && self.reads.is_empty());
        self.is_current = is_wanted || is_changed || self.is_touched || is_eventful;
        if self.is_current {
            self.registers.compare_free_running(hws);
            let is_loaded = was_loading && !self.registers.is_loading();
            self.edges(Inputs::Tick { is_loaded }, hws, self.now + 1);
        }
        self.is_touched = false;
    }

    fn begin_access(&mut self, access: Access) {
        self.marks.all |= access.may_change_anything();
        // What a report changes, its events name.
        self.marks.live |= access.report().is_none();
        self.access = Some(access);
    }
}

impl Drop for WaveWriter {
    fn drop(&mut self) {
        self.close();
    }
}

impl EventSink for WaveWriter {
    fn event(&mut self, _cycle: Cycle, event: Event) {
        if !self.is_broken() {
            self.marks.note(&event);
            self.events.push(event);
        }
    }
}

impl Observer for WaveWriter {
    fn operation(&mut self, _at: Cycle, op: &Op) {
        match *op {
            Op::Write { target, value } => self.begin_access(Access::write(target.offset(), value)),
            Op::Read { target } => self.begin_access(Access::read(target.offset())),
            Op::Hdr(push) => self.begin_access(Access::push(push)),
            Op::Mem { .. } | Op::SipArray { .. } | Op::End => {}
        }
    }

    fn reported(&mut self, _at: Cycle, doorbell: RegId, value: u32) {
        self.begin_access(Access::write(doorbell.offset(), value));
    }

    fn read(&mut self, _at: Cycle, _target: Target, value: u32) {
        if let Some(access) = &mut self.access {
            access.read_data = Some(value);
        }
    }

    fn bus_error(&mut self, _at: Cycle, _target: Target) {
        if let Some(access) = &mut self.access {
            access.is_refused = true;
        }
    }

    fn hdr_refused(&mut self, _at: Cycle, _push: HdrPush) {
        if let Some(access) = &mut self.access {
            access.is_refused = true;
        }
    }

    fn memory_read(&mut self, address: u32, word: Option<u32>) {
        if !self.is_broken() {
            self.reads.push((address, word));
        }
    }

    fn watches_state(&self) -> bool {
        !self.is_broken()
    }

    fn watches_memory(&self) -> bool {
        !self.is_broken()
    }

    /// One tick after an access and in the range of ticks that are all written; otherwise only up to that range.
    fn longest_step(&self, now: Cycle) -> u64 {
        if self.is_touched {
            return 1;
        }
        self.every_tick.map_or(u64::MAX, |range| range.longest_step(now.0))
    }

    fn settled(&mut self, hws: &Hws) {
        if self.is_broken() {
            return;
        }
        let cycle = hws.cycle().0;
        if cycle > LAST_CYCLE {
            self.error = Some(WaveWriteError::TooLate { cycle });
            return;
        }
        match cycle.saturating_sub(self.now) {
            0 => self.settle_access(hws),
            1 => self.settle_tick(hws),
            // Time in which only free-running values change.
            _ => self.is_current = false,
        }
        self.now = cycle;
        if self.stream.is_full() {
            self.pass_on();
        }
    }
}
