//! Runs of workloads, with the files of a folder.

mod advice;
mod files;

use std::path::Path;
use std::sync::Arc;

use hws_run::report::metrics::Alone;
use hws_run::report::{ListedKernels, Metrics, Report};
use hws_run::run::{
    Control, FirmwareImage, ImageScript, Platform, Reference, RunRecord, run_image, run_scripted, run_under,
};
use hws_run::timeline::{Recorder, Timeline};
use hws_run::workload::Workload;
use hws_sim::Observer;
use hws_sim::check::{InvariantChecker, Verdict};

use crate::{HostError, files as inputs};

pub use advice::advice;
pub use files::{Kept, RunFile, RunFolder, UnknownRunFile, names};

/// What is asked of a run.
#[derive(Default)]
pub struct RunRequest<'r> {
    /// The folder into which stimulus and trace are recorded.
    pub out: Option<&'r RunFolder>,
    /// The timeline is used for nothing but the files of the folder, metrics and highlights.
    pub only_totals: bool,
    /// Check the invariants in every state.
    pub check: bool,
    /// The compiled firmware that runs instead of Amos.
    pub firmware: Option<&'r FirmwareImage>,
    /// What a debugger has done to the run of the firmware, which is done again.
    pub script: Option<&'r ImageScript>,
}

/// Reads a firmware image, and the platform that it runs on if it is not the built-in one.
///
/// # Errors
/// A file that cannot be read, is not a platform, or is not an image for it.
pub fn firmware(image: &Path, platform: Option<&Path>) -> Result<FirmwareImage, HostError> {
    let platform = self::platform(platform)?;
    let file = inputs::source(image)?;
    FirmwareImage::new(&file.bytes, platform).map_err(|error| HostError::file(&file.name, error))
}

/// Reads a platform, or returns the built-in one.
///
/// # Errors
/// A file that cannot be read, or is not a platform.
pub fn platform(path: Option<&Path>) -> Result<Platform, HostError> {
    let Some(path) = path else { return Ok(Platform::default()) };
    let (file, text) = inputs::text(path)?;
    Ok(Platform::read(&file, &text)?)
}

/// A run that has ended.
#[derive(Debug)]
pub struct Ran {
    /// What was run.
    pub workload: Arc<Workload>,
    /// What happened, for a report.
    pub record: RunRecord,
    /// What happened, as values.
    pub timeline: Timeline,
    /// The verdict of the invariant checker, if it was asked for.
    pub verdict: Option<Verdict>,
}

/// Runs a workload under an observer and external control.
///
/// # Errors
/// A file that cannot be written, or a run that cannot continue.
pub fn run<O: Observer>(
    workload: &Arc<Workload>,
    request: &RunRequest<'_>,
    observer: O,
    control: &Control<'_>,
) -> Result<(Ran, O), HostError> {
    let recorder = recorder(workload, request)?;
    if request.check {
        let all = (recorder, (InvariantChecker::new(), observer));
        let (record, (recorder, (checker, observer))) = run_as_asked(workload, request, all, control)?;
        let timeline = timeline(recorder, workload, &record, request)?;
        let verdict = Some(checker.verdict().clone());
        return Ok((Ran { workload: Arc::clone(workload), record, timeline, verdict }, observer));
    }
    let (record, (recorder, observer)) = run_as_asked(workload, request, (recorder, observer), control)?;
    let timeline = timeline(recorder, workload, &record, request)?;
    Ok((Ran { workload: Arc::clone(workload), record, timeline, verdict: None }, observer))
}

/// The timeline, of which everything could be recorded.
fn timeline(
    recorder: Recorder,
    workload: &Workload,
    record: &RunRecord,
    request: &RunRequest<'_>,
) -> Result<Timeline, HostError> {
    let timeline = recorder.timeline(workload, record);
    request.out.map_or(Ok(()), |folder| folder.check(&timeline))?;
    Ok(timeline)
}

/// The recorder of a run; what firmware does is recorded only for the files that show it.
fn recorder(workload: &Workload, request: &RunRequest<'_>) -> Result<Recorder, HostError> {
    // The waits of what a compiled firmware does may overlap.
    let has_sums = request.only_totals && request.firmware.is_none();
    let Some(folder) = request.out.filter(|folder| folder.shows_timeline()) else {
        return Ok(if has_sums { Recorder::of_totals(workload) } else { Recorder::new(workload) });
    };
    let recorder = if request.only_totals {
        Recorder::stored(workload, folder.lists()?)
    } else {
        Recorder::new(workload)
    };
    let recorder = if has_sums { recorder.with_sums(workload) } else { recorder };
    let of_image = request.firmware.and_then(|image| image.platform().bus_cycles);
    Ok(recorder.with_firmware(of_image.unwrap_or(workload.hardware.bus_cycles)))
}

/// Runs under an observer; into a folder if there is one.
fn run_as_asked<O: Observer>(
    workload: &Workload,
    request: &RunRequest<'_>,
    observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), HostError> {
    match request.out {
        Some(folder) => run_into(workload, request, folder, observer, control),
        None => run_with_firmware(workload, request, observer, control),
    }
}

/// Runs with the image, or with Amos.
fn run_with_firmware<O: Observer>(
    workload: &Workload,
    request: &RunRequest<'_>,
    observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), HostError> {
    Ok(match (request.firmware, request.script) {
        (Some(firmware), Some(script)) => run_scripted(workload, firmware, script, observer, control)?,
        (Some(firmware), None) => run_image(workload, firmware, observer, control)?,
        (None, _) => run_under(workload, &mut Reference, observer, control)?,
    })
}

/// Runs and records stimulus and trace: a replay of the stimulus gives the trace again.
fn run_into<O: Observer>(
    workload: &Workload,
    request: &RunRequest<'_>,
    folder: &RunFolder,
    observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), HostError> {
    let (mut stimulus, mut trace) = (folder.stimulus()?, folder.trace()?);
    let mut nothing = ((), ());
    let recording = (or_nothing(&mut stimulus, &mut nothing.0), or_nothing(&mut trace, &mut nothing.1));
    let (record, (_, observer)) = run_with_firmware(workload, request, (recording, observer), control)?;
    stimulus.map_or(Ok(()), |writer| folder.end(RunFile::Stimulus, writer.finish()))?;
    trace.map_or(Ok(()), |lines| folder.end(RunFile::Trace, lines.finish().finish()))?;
    Ok((record, observer))
}

/// A file that is not kept is not written.
fn or_nothing<'o, O: Observer>(observer: &'o mut Option<O>, nothing: &'o mut ()) -> &'o mut dyn Observer {
    match observer {
        Some(observer) => observer,
        None => nothing,
    }
}

impl Ran {
    /// Returns the report of all kernels or some, with metrics; slowdowns against graphs that run alone are included on request
    /// or if cheap.
    ///
    /// # Errors
    /// [`HostError::Run`] if a graph cannot run alone.
    pub fn report(&self, with_slowdowns: bool, listed: ListedKernels) -> Result<Report, HostError> {
        let workload = &self.workload;
        // A stopped run should end at once, not measure further runs.
        let is_wanted = !self.record.stopped && (with_slowdowns || Alone::is_cheap(workload));
        let alone = if is_wanted { Some(Alone::measure(workload)?) } else { None };
        let metrics = Metrics::new(workload, &self.record, &self.timeline, alone.as_ref());
        Ok(Report::listing(listed, workload, &self.record).with_metrics(metrics))
    }

    /// Writes the report, with all kernels, and the files that show the timeline to the folder into which the run was recorded.
    ///
    /// # Errors
    /// [`HostError::Write`]; the folder is then as it was before the run.
    pub fn write(&self, report: &Report, folder: RunFolder) -> Result<(), HostError> {
        folder.finish(&report.written(&self.workload, &self.record), &self.timeline)
    }
}
