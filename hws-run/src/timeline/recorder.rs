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
mod kept;
mod lines;
mod log;
mod ownership;
mod ports;
mod reservations;
mod resident;
mod runs;
mod waits;
mod why;

use hws_model::{Event, EventSink, FailedAttempts, Pool, Survey};
use hws_regs::InPath;
use hws_sim::stimulus::{Op, Target};
use hws_sim::{FirmwareAct, FirmwareRun, Observer};
use hws_types::{Cycle, Entry, SipMask, ThreadNum};

use super::{AttemptSpan, AttemptSums, Spill, StoredLists, Timeline, TimelineSums, Trouble, TroubleKind};
use crate::run::RunRecord;
use crate::workload::{Kernel, Role, Workload};
use fails::Fails;
use firmware::FirmwareRecorder;
use log::{Log, Storage};
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
    attempts: Log<AttemptSpan>,
    /// The totals of attempts, if they are wanted.
    sums: Option<AttemptSums>,
    /// Where lists are kept, if they are wanted.
    storage: Option<Storage>,
    /// [`AttemptSpan::idle_unusable`] of the attempt in flight.
    idle_unusable: u32,
    troubles: Vec<Trouble>,
    firmware: Option<Box<FirmwareRecorder>>,
}

impl Recorder {
    /// Creates a recorder of a run of `workload`, with every list of a timeline in memory.
    #[must_use]
    pub fn new(workload: &Workload) -> Self {
        Self::empty(workload).listing(Storage::Memory)
    }

    /// Creates a recorder for a caller that needs only the totals of a run: its timeline lists no attempts, runs, reservations, waits,
    /// kernels and numbers of residents, but has [sums](Timeline::sums), if these can do without. They cannot if a kernel may be
    /// admitted twice, in parts or again, since its waits overlap then.
    #[must_use]
    pub fn of_totals(workload: &Workload) -> Self {
        if has_sums(workload) { Self::empty(workload).adding_up() } else { Self::new(workload) }
    }

    /// Creates a recorder of a long run, which keeps the lists that grow with attempts and blocks in a [file](Timeline::stored).
    #[must_use]
    pub fn stored(workload: &Workload, file: Spill) -> Self {
        Self::empty(workload).listing(Storage::File(file))
    }

    /// Adds up, too, what it lists, if the [sums](Timeline::sums) can do without lists: metrics need not read these then.
    #[must_use]
    pub fn with_sums(self, workload: &Workload) -> Self {
        if has_sums(workload) { self.adding_up() } else { self }
    }

    /// Neither lists nor adds up.
    fn empty(workload: &Workload) -> Self {
        Self {
            present: workload.hardware.topology.present(),
            shapes: workload.kernels().map(|(_, kernel)| Shape::new(kernel)).collect(),
            residents: Residents::default(),
            runs: Runs::default(),
            reservations: Reservations::default(),
            ownership: Ownership::default(),
            waits: Waits::default(),
            fails: Fails::default(),
            attempts: Log::Unwanted,
            sums: None,
            storage: None,
            idle_unusable: 0,
            troubles: Vec::new(),
            firmware: None,
        }
    }

    /// Adds everything up.
    fn adding_up(self) -> Self {
        Self {
            runs: self.runs.added_up(),
            reservations: self.reservations.added_up(),
            waits: self.waits.added_up(self.shapes.len()),
            sums: Some(AttemptSums::default()),
            ..self
        }
    }

    /// Lists everything, too.
    fn listing(self, storage: Storage) -> Self {
        Self {
            residents: Residents::counted(&storage),
            runs: self.runs.listed(&storage),
            reservations: self.reservations.listed(),
            waits: self.waits.listed(&storage),
            attempts: Log::new(&storage),
            storage: Some(storage),
            ..self
        }
    }

    /// Lists, too, every run on a SIP, in memory.
    #[must_use]
    pub fn with_runs(self) -> Self {
        Self { runs: self.runs.listed(&Storage::Memory), ..self }
    }

    /// Records, too, what firmware does, whose accesses take `bus_cycles` cycles each: for pages that show it.
    #[must_use]
    pub fn with_firmware(mut self, bus_cycles: u32) -> Self {
        let storage = self.storage.as_ref().unwrap_or(&Storage::Memory);
        self.firmware = Some(Box::new(FirmwareRecorder::new(bus_cycles, storage)));
        self
    }

    /// Returns the timeline of the run with this record.
    #[must_use]
    pub fn timeline(mut self, workload: &Workload, record: &RunRecord) -> Timeline {
        let end = record.end;
        self.waits.end(end);
        lines::name_errors(&mut self.troubles, record);
        let ended = self.waits.ended();
        let waited = ended.sums.map(|waited| waited.with_waits_at_the_ports(record));
        let (waits, stored_waits) = ports::with_waits_at_the_ports(ended.spans, self.shapes.len(), record);
        let ((runs, stored_runs), run_sums) = self.runs.all(end, self.reservations.sums_mut());
        let (reservations, kept_sums) = self.reservations.all(end);
        let sums = self.sums.zip(waited).zip(run_sums.zip(kept_sums));
        let sums = sums.map(|((attempts, waits), (runs, kept))| TimelineSums {
            attempts,
            waits,
            runs,
            reservations: kept.sums(),
            fail_times: lines::fail_times(workload, &self.fails),
        });
        let (resident, stored_resident) = self.residents.counts();
        let (attempts, stored_attempts) = self.attempts.finish();
        let (firmware, stored_firmware) = self.firmware.map(|firmware| firmware.log(end)).unzip();
        let stored_spans = stored_runs.zip(stored_waits);
        let stored = stored_spans.zip(stored_resident.zip(stored_attempts));
        Timeline {
            topology: workload.hardware.topology,
            time_unit: workload.hardware.time_unit,
            end,
            dags: lines::dags(workload, record),
            kernels: self
                .storage
                .as_ref()
                .map_or_else(Vec::new, |_| lines::kernels(workload, record, &self.fails)),
            runs,
            reservations,
            owned: self.ownership.all(end),
            waits,
            sums,
            resident,
            attempts,
            troubles: self.troubles,
            unfinished: lines::unfinished(record),
            firmware,
            stored: stored.map(|((runs, waits), (resident, attempts))| StoredLists {
                runs,
                waits,
                resident,
                attempts,
                firmware: stored_firmware.flatten(),
            }),
        }
    }

    fn view<'a>(&'a self, survey: &'a Survey) -> why::View<'a> {
        // Totals need the kind of a reason, not the kernel that it names.
        let has_names = self.storage.is_some();
        why::View { survey, residents: &self.residents, reservations: &self.reservations, has_names }
    }

    /// Whether an attempt with this survey would add nothing to what is noted, except that it was made.
    fn is_noted(&self, survey: &Survey) -> bool {
        let view = self.view(survey);
        self.idle_unusable == view.idle_unusable(self.present)
            && self.waits.have(&view.reasons())
            && self.fails.has_latched(survey)
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
            self.reservations.launched(at, entry, self.runs.lanes());
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
        if let Some(sums) = &mut self.sums {
            sums.add(launched, self.idle_unusable);
        }
        self.attempts.push(AttemptSpan { commit: at, launched, idle_unusable: self.idle_unusable });
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
        self.runs.reset(at, self.reservations.sums_mut());
        self.reservations.reset(at);
        self.ownership.reset(at);
        self.waits.end(at);
    }

    fn trouble(&mut self, at: Cycle, what: TroubleKind) {
        self.troubles.push(Trouble { at, what, kernel: None });
    }
}

/// Whether the totals of a run can be added up while it goes on: each kernel is admitted once, so that its waits do not overlap.
fn has_sums(workload: &Workload) -> bool {
    workload.firmware.in_path != InPath::Firmware && workload.faults.is_empty()
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
            firmware.event(at, &event, |entry, seq| self.residents.kernel_in(entry, seq));
        }
        match event {
            Event::Admit { entry, seq, kernel_id } => self.admitted(at, entry, seq, kernel_id),
            Event::Commit { launched } => self.committed(at, launched),
            Event::Launch { entry, seq, pool, block, launch_id, sip_mask } => {
                let kernel = self.residents.kernel_in(entry, seq);
                let launch = Launch { kernel, block, launch_id, sips: sip_mask };
                self.fails.launched(pool, seq);
                self.launched(at, entry, pool, launch);
            }
            Event::Mdma(command) => self.runs.delivered(at, command.sip, command.launch_id),
            Event::KernelDone { entry, .. } => self.left(at, entry),
            Event::Promote { entry, mask, .. } => self.promoted(at, entry, mask),
            Event::Cancel { entry, .. } => self.reservations.cancelled(at, entry, self.runs.lanes()),
            Event::Command { kind, result } => self.ownership.retired(at, kind, result),
            Event::Complete { sip, launch_id } => {
                self.runs.completed(at, sip, launch_id, self.reservations.sums_mut());
            }
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
        let view = self.view(&survey);
        let (idle_unusable, reasons) = (view.idle_unusable(self.present), view.reasons());
        self.idle_unusable = idle_unusable;
        self.waits.latched(at, &reasons);
        self.fails.latched(&survey);
    }

    fn takes_failures_at_once(&self) -> bool {
        !self.attempts.is_wanted() && self.firmware.is_none()
    }

    /// With fewer SIPs to backfill, a task that waits for grants may come to wait for a reservation, and one that waits for a
    /// reservation for an older one; nothing changes back. So what holds with these SIPs and without any holds in between.
    fn takes_these_at_once(&self, attempts: FailedAttempts, survey: &dyn Fn() -> Survey) -> bool {
        // One attempt is noted in less time than it is compared with what is noted.
        attempts.count > 1 && {
            let mut survey = survey();
            self.is_noted(&survey) && {
                survey.fitting.iter_mut().for_each(|task| task.masks.backfill = SipMask::EMPTY);
                self.is_noted(&survey)
            }
        }
    }

    fn failed(&mut self, attempts: FailedAttempts) {
        if let Some(sums) = &mut self.sums {
            sums.add_failed(attempts.count, self.idle_unusable);
        }
        self.fails.committed();
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
        self.runs.returned(at, run.sip, self.reservations.sums_mut());
    }
}

#[cfg(test)]
mod tests;
