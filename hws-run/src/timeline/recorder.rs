//! Records a run and builds its [`Timeline`].
//!
//! Its sources are the events of the HWS, the survey of each attempt, the operations of the firmware, and the
//! runs that firmware starts itself. It never reads the state, so that as many ticks pass at once as without a
//! recorder.
//!
//! * A SIP begins a launch in its COMMIT cycle or, if it is still running another one, in the cycle in which
//!   that one completes (interfaces.md §6). A launch that firmware delivers begins when it is delivered.
//! * A kernel waits from the cycle in which it is ready to the COMMIT of its last launch, without a gap: see
//!   [`waits`] and [`why`].

mod ended;
mod fails;
mod firmware;
mod lines;
mod ownership;
mod ports;
mod reservations;
mod resident;
mod runs;
mod waits;
mod why;

use hws_model::{Event, EventSink, Pool, Survey};
use hws_regs::InPath;
use hws_sim::stimulus::{Op, Target};
use hws_sim::{FirmwareAct, FirmwareRun, Observer};
use hws_types::{Cycle, Entry, SipMask, ThreadNum};

use super::{AttemptSpan, AttemptSums, Timeline, TimelineSums, Trouble, TroubleKind};
use crate::run::RunRecord;
use crate::workload::{Kernel, Role, Workload};
use ended::Ended;
use fails::Fails;
use firmware::FirmwareRecorder;
use ownership::Ownership;
use reservations::Reservations;
use resident::{Resident, Residents};
use runs::{Launch, Runs};
use waits::Waits;

/// The properties of a kernel that determine why it waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shape {
    threads: ThreadNum,
    /// Blocks of a launch: all of a cooperative kernel, otherwise one.
    blocks: u32,
    /// It has no blocks to launch.
    is_prefetch: bool,
}

/// An observer of one run.
///
/// ```
/// use hws_run::run::run;
/// use hws_run::timeline::Recorder;
/// use hws_run::workload;
///
/// let workload = workload::built_in();
/// let (record, recorder) = run(&workload, Recorder::new(&workload)).expect("it runs");
/// let timeline = recorder.timeline(&workload, &record);
/// let busy: u64 = timeline.runs.iter().map(|run| run.to.since(run.from)).sum();
/// assert_eq!(busy, record.busy_sip_cycles);
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    present: SipMask,
    shapes: Vec<Shape>,
    residents: Residents,
    runs: Runs,
    reservations: Reservations,
    ownership: Ownership,
    waits: Waits,
    fails: Fails,
    attempts: Vec<AttemptSpan>,
    /// The totals of attempts, if they are not listed.
    sums: Option<AttemptSums>,
    /// [`AttemptSpan::idle_unusable`] of the attempt in flight.
    idle_unusable: u32,
    troubles: Vec<Trouble>,
    firmware: Option<Box<FirmwareRecorder>>,
}

impl Recorder {
    /// Creates a recorder of a run of `workload`.
    #[must_use]
    pub fn new(workload: &Workload) -> Self {
        let present = workload.hardware.topology.present();
        Self {
            present,
            shapes: workload.kernels().map(|(_, kernel)| Shape::new(kernel)).collect(),
            residents: Residents::counted(),
            runs: Runs::default(),
            reservations: Reservations::default(),
            ownership: Ownership::default(),
            waits: Waits::default(),
            fails: Fails::default(),
            attempts: Vec::new(),
            sums: None,
            idle_unusable: 0,
            troubles: Vec::new(),
            firmware: None,
        }
    }

    /// Creates a recorder of a run of which only totals are wanted: its timeline lists no attempts, waits, kernels and
    /// numbers of residents, and only those runs that overlap a reservation, if their [sums](Timeline::sums) can do without. They cannot if a kernel may be admitted twice, in parts or again,
    /// since its waits overlap then.
    #[must_use]
    pub fn of_totals(workload: &Workload) -> Self {
        let recorder = Self::new(workload);
        if workload.firmware.in_path == InPath::Firmware || !workload.faults.is_empty() {
            return recorder;
        }
        Self {
            residents: Residents::default(),
            runs: Runs::added_up(),
            waits: Waits::added_up(recorder.shapes.len()),
            sums: Some(AttemptSums::default()),
            ..recorder
        }
    }

    /// Lists, too, every run on a SIP.
    #[must_use]
    pub fn with_runs(self) -> Self {
        Self { runs: Runs::default(), ..self }
    }

    /// Records, too, what firmware does, whose accesses take `bus_cycles` cycles each: for pages that show it.
    #[must_use]
    pub fn with_firmware(mut self, bus_cycles: u32) -> Self {
        self.firmware = Some(Box::new(FirmwareRecorder::new(bus_cycles)));
        self
    }

    /// Returns the timeline of the run with this record.
    #[must_use]
    pub fn timeline(mut self, workload: &Workload, record: &RunRecord) -> Timeline {
        let end = record.end;
        self.waits.end(end);
        lines::name_errors(&mut self.troubles, record);
        let (waits, waited) = match self.waits.ended() {
            Ended::Spans(spans) => (ports::with_waits_at_the_ports(spans, &self.shapes, record), None),
            Ended::Sums(waited) => (Vec::new(), Some(waited.with_waits_at_the_ports(record))),
        };
        let (runs, run_sums) = self.runs.all(end, &self.reservations);
        let sums = self.sums.zip(waited).map(|(attempts, waits)| TimelineSums {
            attempts,
            waits,
            runs: run_sums,
            fail_times: lines::fail_times(workload, &self.fails),
        });
        Timeline {
            topology: workload.hardware.topology,
            time_unit: workload.hardware.time_unit,
            end,
            dags: lines::dags(workload, record),
            kernels: if sums.is_some() { Vec::new() } else { lines::kernels(workload, record, &self.fails) },
            runs,
            reservations: self.reservations.all(end),
            owned: self.ownership.all(end),
            waits,
            sums,
            resident: self.residents.counts(),
            attempts: self.attempts,
            troubles: self.troubles,
            firmware: self.firmware.map(|firmware| firmware.log(end)),
        }
    }

    fn admitted(&mut self, at: Cycle, entry: Entry, seq: u32, kernel: u32) {
        let shape = self.shapes.get(kernel as usize).copied();
        self.residents.admit(at, entry, Resident { kernel, seq, shape });
        if let Some(shape) = shape {
            self.waits.admitted(at, entry, kernel, shape.is_prefetch);
        }
    }

    fn launched(&mut self, at: Cycle, entry: Entry, pool: Pool, launch: Launch) {
        if pool == Pool::R {
            self.reservations.launched(at, entry);
        }
        self.waits.launched(at, entry);
        self.runs.launched(at, pool, launch, self.reservations.sips());
    }

    fn left(&mut self, at: Cycle, entry: Entry) {
        self.fails.left(entry, &self.residents);
        self.residents.leave(at, entry);
        self.waits.left(at, entry);
    }

    fn committed(&mut self, at: Cycle, launched: bool) {
        match &mut self.sums {
            Some(sums) => sums.add(launched, self.idle_unusable),
            None => {
                self.attempts.push(AttemptSpan { commit: at, launched, idle_unusable: self.idle_unusable });
            }
        }
        self.waits.committed(at);
        self.fails.committed();
    }

    fn promoted(&mut self, at: Cycle, entry: Entry, mask: SipMask) {
        if let Some(resident) = self.residents.get(entry) {
            self.reservations.promoted(at, entry, resident.kernel, mask);
        }
    }

    fn reset(&mut self, at: Cycle, forced: bool) {
        self.trouble(at, TroubleKind::SoftReset(forced));
        self.residents.clear(at);
        self.runs.reset(at, &self.reservations);
        self.reservations.reset(at);
        self.ownership.reset(at);
        self.waits.end(at);
    }

    fn trouble(&mut self, at: Cycle, what: TroubleKind) {
        self.troubles.push(Trouble { at, what, kernel: None });
    }
}

impl Shape {
    fn new(kernel: &Kernel) -> Self {
        Self {
            threads: kernel.threads,
            blocks: if kernel.coop { kernel.blocks.into() } else { 1 },
            is_prefetch: matches!(kernel.role, Role::PrefetchOf(_)),
        }
    }
}

impl EventSink for Recorder {
    fn event(&mut self, at: Cycle, event: Event) {
        if let Some(firmware) = &mut self.firmware {
            firmware.event(at, &event, |seq| self.residents.kernel_of(seq));
        }
        match event {
            Event::Admit { entry, seq, kernel_id } => self.admitted(at, entry, seq, kernel_id),
            Event::Commit { launched } => self.committed(at, launched),
            Event::Launch { entry, seq, pool, block, launch_id, sip_mask } => {
                let kernel = self.residents.kernel_of(seq);
                let launch = Launch { kernel, block, launch_id, sips: sip_mask };
                self.fails.launched(pool, seq);
                self.launched(at, entry, pool, launch);
            }
            Event::Mdma(command) => self.runs.delivered(at, command.sip, command.launch_id),
            Event::KernelDone { entry, .. } => self.left(at, entry),
            Event::Promote { entry, mask, .. } => self.promoted(at, entry, mask),
            Event::Cancel { entry, .. } => self.reservations.cancelled(at, entry),
            Event::Command { kind, result } => self.ownership.retired(at, kind, result),
            Event::Complete { sip, launch_id } => self.runs.completed(at, sip, launch_id, &self.reservations),
            Event::SoftReset { forced } => self.reset(at, forced),
            Event::MihDrop(_) => self.trouble(at, TroubleKind::MessageDropped),
            Event::Error { bit, .. } => {
                self.ownership.error(bit);
                self.trouble(at, TroubleKind::Error(bit));
            }
            Event::Mih(_) | Event::PreComplete { .. } => {}
        }
    }

    fn survey(&mut self, at: Cycle, survey: &dyn Fn() -> Survey) {
        let survey = survey();
        let view =
            why::View { survey: &survey, residents: &self.residents, reservations: &self.reservations };
        self.fails.latched(&survey, &self.residents);
        self.idle_unusable = view.idle_unusable(self.present);
        self.waits.latched(at, &view.reasons());
    }
}

impl Observer for Recorder {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.ownership.operation(op);
        if let Some(firmware) = &mut self.firmware {
            firmware.operation(at, op);
        }
    }

    fn read(&mut self, at: Cycle, target: Target, value: u32) {
        if let Some(firmware) = &mut self.firmware {
            firmware.read(at, target, value);
        }
    }

    fn firmware(&mut self, at: Cycle, act: FirmwareAct<'_>) {
        if let Some(firmware) = &mut self.firmware {
            firmware.acts(at, act);
        }
    }

    fn watches_firmware(&self) -> bool {
        self.firmware.is_some()
    }

    fn bus_error(&mut self, at: Cycle, target: Target) {
        self.trouble(at, TroubleKind::BusError);
        if let Some(firmware) = &mut self.firmware {
            firmware.refused(at, target);
        }
    }

    fn delivered(&mut self, at: Cycle, run: &FirmwareRun) {
        match run.launch_id {
            Some(launch_id) => self.runs.delivered(at, run.sip, launch_id),
            None => self.runs.started_by_firmware(at, run),
        }
    }

    fn returned(&mut self, at: Cycle, run: &FirmwareRun) {
        self.runs.returned(at, run.sip, &self.reservations);
    }
}

#[cfg(test)]
mod tests;
