//! The files of a run's folder.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use hws_run::timeline::{Spill, Timeline, perfetto};
use hws_sim::stimulus::Writer;
use hws_sim::{TraceFilter, TraceParts};
use serde::Serialize;
use thiserror::Error;

use crate::HostError;
use crate::outputs::{self, Aside, Output};
use crate::replay::TraceOutput;

/// A file of the folder of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunFile {
    /// The report.
    Report,
    /// The page that shows the run.
    Timeline,
    /// The timeline for the Perfetto UI.
    Perfetto,
    /// Every operation on the HWS.
    Stimulus,
    /// Every event of the HWS.
    Trace,
}

impl RunFile {
    /// Every file, in the order of the documentation.
    pub const ALL: [Self; 5] = [Self::Report, Self::Timeline, Self::Perfetto, Self::Stimulus, Self::Trace];

    /// Returns what it is called in options.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Report => "report",
            Self::Timeline => "timeline",
            Self::Perfetto => "perfetto",
            Self::Stimulus => "stimulus",
            Self::Trace => "trace",
        }
    }

    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Report => "report.json",
            Self::Timeline => "timeline.html",
            Self::Perfetto => "trace.json",
            Self::Stimulus => "stimulus.jsonl",
            Self::Trace => "trace.jsonl",
        }
    }

    /// Returns its name as gzip, if it is ever compressed: those with a line for everything that happens.
    #[must_use]
    pub const fn packed_name(self) -> Option<&'static str> {
        match self {
            Self::Stimulus => Some("stimulus.jsonl.gz"),
            Self::Trace => Some("trace.jsonl.gz"),
            Self::Report | Self::Timeline | Self::Perfetto => None,
        }
    }
}

impl fmt::Display for RunFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// No file of a run is called that.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a file of a run; give report, timeline, perfetto, stimulus or trace")]
pub struct UnknownRunFile(String);

impl FromStr for RunFile {
    type Err = UnknownRunFile;

    fn from_str(key: &str) -> Result<Self, UnknownRunFile> {
        Self::ALL.into_iter().find(|file| file.key() == key).ok_or_else(|| UnknownRunFile(key.to_owned()))
    }
}

/// The names of all files that a run may write into its folder.
#[must_use]
pub fn names() -> Vec<&'static str> {
    RunFile::ALL.iter().flat_map(|file| [Some(file.name()), file.packed_name()]).flatten().collect()
}

/// Which files of a run are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The files.
    pub files: Vec<RunFile>,
    /// Stimulus and trace as gzip.
    pub gzip: bool,
}

/// Every file, none compressed.
impl Default for Kept {
    fn default() -> Self {
        Self { files: RunFile::ALL.to_vec(), gzip: false }
    }
}

/// The folder of a run that is under way. Its files appear when the run has been written as a whole; until then, and
/// whenever something fails, the folder is as it was before.
#[derive(Debug)]
pub struct RunFolder {
    aside: Aside,
    kept: Kept,
}

impl RunFolder {
    /// Begins the files of a run in a folder, which is created if necessary.
    ///
    /// # Errors
    /// [`HostError::Write`].
    pub fn new(folder: &Path, kept: Kept) -> Result<Self, HostError> {
        Ok(Self { aside: Aside::new(folder, names())?, kept })
    }

    /// Whether a file is kept that shows the timeline, with what firmware does.
    pub(super) fn shows_timeline(&self) -> bool {
        self.shown().is_some()
    }

    /// A file for the lists of the timeline. It has no name, so that nothing is left of it however the program ends.
    pub(super) fn lists(&self) -> Result<Spill, HostError> {
        tempfile::tempfile_in(self.aside.place())
            .map(Spill::new)
            .map_err(HostError::write(&self.path_shown()))
    }

    /// Whether the lists of the timeline could be written and read, so that the files that show it are whole.
    pub(super) fn check(&self, timeline: &Timeline) -> Result<(), HostError> {
        timeline.check_stored().map_err(HostError::write(&self.path_shown()))
    }

    /// The first file that shows the timeline.
    fn shown(&self) -> Option<RunFile> {
        [RunFile::Timeline, RunFile::Perfetto].into_iter().find(|file| self.kept.files.contains(file))
    }

    fn path_shown(&self) -> PathBuf {
        self.aside.path_of(self.shown().unwrap_or(RunFile::Timeline).name())
    }

    /// The writer of the stimulus, if it is kept.
    pub(super) fn stimulus(&self) -> Result<Option<Writer<Output>>, HostError> {
        Ok(self.begin(RunFile::Stimulus)?.map(Writer::new))
    }

    /// The writer of the trace, if it is kept.
    pub(super) fn trace(&self) -> Result<Option<TraceParts<TraceOutput<Output>>>, HostError> {
        let output = self.begin(RunFile::Trace)?.map(TraceOutput::new);
        Ok(output.map(|output| TraceParts::new(output, TraceFilter::default())))
    }

    /// Ends a file that was begun.
    pub(super) fn end(&self, file: RunFile, written: io::Result<Output>) -> Result<(), HostError> {
        let path = self.aside.path_of(self.name(file));
        written.and_then(Output::finish).map_err(HostError::write(&path))
    }

    /// Writes report and timeline and puts all files in place. Those of an earlier run in the same folder are replaced or
    /// removed.
    ///
    /// # Errors
    /// [`HostError::Write`]; the folder is then as it was before.
    pub(super) fn finish(self, report: &impl Serialize, timeline: &Timeline) -> Result<(), HostError> {
        self.write(RunFile::Report, |out| outputs::json(report, out))?;
        self.write(RunFile::Timeline, |out| outputs::page(timeline, out))?;
        self.write(RunFile::Perfetto, |out| perfetto::write(timeline, out))?;
        self.aside.finish()
    }

    fn is_packed(&self, file: RunFile) -> bool {
        self.kept.gzip && file.packed_name().is_some()
    }

    fn name(&self, file: RunFile) -> &'static str {
        file.packed_name().filter(|_| self.is_packed(file)).unwrap_or(file.name())
    }

    fn begin(&self, file: RunFile) -> Result<Option<Output>, HostError> {
        if !self.kept.files.contains(&file) {
            return Ok(None);
        }
        let name = self.name(file);
        let created = File::create(self.aside.place_of(name));
        let created = created.map_err(HostError::write(&self.aside.path_of(name)))?;
        Ok(Some(Output::new(created, self.is_packed(file))))
    }

    fn write(
        &self,
        file: RunFile,
        write: impl FnOnce(&mut io::BufWriter<Output>) -> io::Result<()>,
    ) -> Result<(), HostError> {
        let Some(output) = self.begin(file)? else { return Ok(()) };
        let mut out = io::BufWriter::new(output);
        let written = write(&mut out).and_then(|()| Ok(out.into_inner()?));
        self.end(file, written)
    }
}
