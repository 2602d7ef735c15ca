//! Files become a stimulus.

use std::io::{self, Read};
use std::path::Path;

use hws_input::gzip::unpacked;
use hws_run::run::run;
use hws_run::workload::{InputFile, Inputs, Workload};
use hws_sim::stimulus::Writer;
use hws_sim::stimulus::is_stimulus;
use serde::Serialize;

use super::error::SessionError;
use super::record::Record;

/// A stimulus, and the names of its kernels if it was recorded from a workload.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) name: String,
    pub(super) stimulus: Vec<u8>,
    is_workload: bool,
    kernels: Vec<String>,
}

/// What was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Opened {
    /// The names of the files.
    pub name: String,
    /// Whether it is the run of a workload.
    pub is_workload: bool,
    /// The names of the kernels by kernel_id, GRAPH/KERNEL; none for a stimulus.
    pub kernels: Vec<String>,
    /// The last cycle.
    pub end: u64,
    /// The number of operations.
    pub operations: usize,
    /// The number of lines of the trace.
    pub lines: usize,
    /// The cycles of the COMMITs.
    pub commits: Vec<u64>,
}

impl Opened {
    pub(super) fn new(source: &Source, record: &Record, operations: usize) -> Self {
        Self {
            name: source.name.clone(),
            is_workload: source.is_workload,
            kernels: source.kernels.clone(),
            end: record.end,
            operations,
            lines: record.lines.len(),
            commits: record.commits.cycles().to_vec(),
        }
    }
}

impl Source {
    pub(super) fn open(files: Vec<InputFile>) -> Result<Self, SessionError> {
        let mut files = files.into_iter().map(unpack).collect::<Result<Vec<_>, _>>()?;
        let found = files.iter().position(|file| is_stimulus(Path::new(&file.name), &file.bytes));
        match (found, files.len()) {
            (_, 0) => Err(SessionError::Nothing),
            (Some(_), 1) => Ok(Self::stimulus(files.remove(0))),
            (Some(at), _) => Err(SessionError::NotAlone { file: files.remove(at).name }),
            (None, _) => Self::workload(files),
        }
    }

    fn stimulus(file: InputFile) -> Self {
        Self { name: file.name, stimulus: file.bytes, is_workload: false, kernels: Vec::new() }
    }

    /// Runs the files together. A file that another one imports is not a workload by itself.
    fn workload(files: Vec<InputFile>) -> Result<Self, SessionError> {
        let (imported, files): (Vec<_>, Vec<_>) =
            files.iter().cloned().partition(|file| is_imported(file, &files));
        let name = files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join(" + ");
        let inputs = Inputs { files, ..Inputs::default() };
        let understood = inputs.understand(&mut |_, path| load(&imported, path))?;
        let (_, writer) = run(&understood.workload, Writer::new(Vec::new()))?;
        let kernels = names(&understood.workload);
        // Memory accepts everything.
        let stimulus = writer.finish().unwrap_or_default();
        Ok(Self { name, stimulus, is_workload: true, kernels })
    }
}

fn unpack(file: InputFile) -> Result<InputFile, SessionError> {
    let damaged =
        |error: io::Error| SessionError::Damaged { file: file.name.clone(), problem: error.to_string() };
    let mut bytes = Vec::new();
    unpacked(Box::new(io::Cursor::new(file.bytes.clone())))
        .and_then(|mut input| input.read_to_end(&mut bytes))
        .map_err(damaged)?;
    Ok(InputFile { bytes, name: file.name })
}

/// The name of a file without its folder.
fn base(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Whether another file has a line `import: …` with its name.
fn is_imported(file: &InputFile, files: &[InputFile]) -> bool {
    files.iter().filter(|other| other.name != file.name).any(|other| {
        let text = String::from_utf8_lossy(&other.bytes);
        let named = text.split("import:").skip(1).filter_map(|rest| rest.split(['\n', ',', '}']).next());
        named.map(|path| path.trim().trim_matches(['"', '\''])).any(|path| base(path) == base(&file.name))
    })
}

/// A browser knows only the files that it was given.
fn load(files: &[InputFile], path: &str) -> io::Result<Vec<u8>> {
    let found = files.iter().find(|file| base(&file.name) == base(path));
    found.map(|file| file.bytes.clone()).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::NotFound,
            format!("a page cannot read it by itself; open {} together with it", base(path)),
        )
    })
}

/// kernel_id counts the kernels of all graphs.
fn names(workload: &Workload) -> Vec<String> {
    let named = |dag: &hws_run::workload::Dag| {
        let graph = dag.name.clone();
        dag.kernels.iter().map(move |kernel| format!("{graph}/{}", kernel.name)).collect::<Vec<_>>()
    };
    workload.dags.iter().flat_map(named).collect()
}
