//! A file of a format that another command reads: the diagnostic names the format and the command.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use hws_dv::coverage::is_saved_coverage;
use hws_input::gzip::beginning_of_text;
use hws_input::{Diagnostic, Place, StandardInput};
use hws_plan::import::{ImportFormat, recognise};
use hws_run::workload::STANDARD_INPUT;

use crate::args::Command;
use crate::args::plan::Planner;

/// The code of such a diagnostic.
pub(crate) const OTHER_FORMAT: &str = "other-format";

/// The most bytes of a file that are looked at: no workload by hand is as long.
const MOST: usize = 64 << 20;

/// A format with a name and a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileFormat {
    Workload,
    Plan,
    Graph,
    Stimulus,
    Trace,
    Report,
    SavedCoverage,
    Dump,
    RegisterMap,
    RegisterSource,
    Interfaces,
    NameMap,
    Exploration,
    Firmware,
    Snapshot,
}

use FileFormat as F;

impl FileFormat {
    /// The name, and which command reads it.
    fn texts(self) -> (&'static str, &'static str) {
        match self {
            F::Workload => ("a workload", "`hws run` takes it"),
            F::Plan => ("a plan", "`hws run` and `hws plan check` take it"),
            F::Graph => ("a task graph", "`hws run` and `hws plan import` take it"),
            F::Stimulus => ("a stimulus", "`hws replay` takes it"),
            F::Trace => {
                ("a trace, which `hws replay` writes", "give the stimulus; `diff` compares two traces")
            }
            F::Report => ("a report of a run", "`hws compare` takes it"),
            F::SavedCoverage => ("saved coverage", "`hws coverage` takes it"),
            F::Dump => ("a waveform dump", "`hws check` and `hws diff` take it"),
            F::RegisterMap => ("a register map", "`hws regs check` takes it"),
            F::RegisterSource => ("a register description", "`hws regs import` takes it"),
            F::Interfaces => ("a file of interfaces", "`hws interfaces check` takes it"),
            F::NameMap => ("a map of the names in dumps", "`hws check --map` takes it"),
            F::Exploration => ("a configuration to explore", "`hws explore` takes it"),
            F::Firmware => ("an executable", "`hws run --firmware` takes it"),
            F::Snapshot => ("a state of the model", "`hws check --start` takes it"),
        }
    }

    /// Whether a content may be of this format, even if another reader takes it, too: a mistake in it must not hide that.
    fn may_be(self, bytes: &[u8]) -> bool {
        let candidates = [binary(bytes), json(bytes), graph(bytes), yaml(bytes), markup(bytes)];
        candidates.contains(&Some(self)) || self == F::Plan && is_like_plan(bytes)
    }

    /// The format of a content, if it is certain.
    fn of(bytes: &[u8]) -> Option<Self> {
        binary(bytes)
            .or_else(|| json(bytes))
            .or_else(|| graph(bytes))
            .or_else(|| yaml(bytes))
            .or_else(|| markup(bytes))
    }
}

fn binary(bytes: &[u8]) -> Option<FileFormat> {
    /// An FST begins with a header block of 329 bytes.
    const FST: [u8; 9] = [0, 0, 0, 0, 0, 0, 0, 1, 73];
    let starts = |magic: &[u8]| bytes.starts_with(magic);
    let is_vcd = || {
        ["$date", "$version", "$timescale", "$comment", "$scope"]
            .iter()
            .any(|word| bytes.trim_ascii_start().starts_with(word.as_bytes()))
    };
    match () {
        () if starts(b"\x7fELF") => Some(F::Firmware),
        () if starts(&FST) || starts(b"GHDLwave") || is_vcd() => Some(F::Dump),
        () => None,
    }
}

fn json(bytes: &[u8]) -> Option<FileFormat> {
    if is_saved_coverage(bytes) {
        return Some(F::SavedCoverage);
    }
    let text = bytes.trim_ascii_start();
    if !text.starts_with(b"{") {
        return None;
    }
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let start = &text[..text.len().min(400)];
    let has = |line: &[u8], key: &str| {
        let key = format!("\"{key}\":");
        line.windows(key.len()).any(|window| window == key.as_bytes())
    };
    match () {
        () if has(line, "at") && has(line, "op") => Some(F::Stimulus),
        () if has(line, "c") && has(line, "ev") => Some(F::Trace),
        () if has(start, "schema_version") && has(text, "makespan") => Some(F::Report),
        () if ["header", "map", "state"].iter().all(|key| has(start, key)) => Some(F::Snapshot),
        () => None,
    }
}

fn graph(bytes: &[u8]) -> Option<FileFormat> {
    match recognise(bytes).ok()?.0 {
        ImportFormat::Workload => Some(F::Workload),
        ImportFormat::Plan => Some(F::Plan),
        _ => Some(F::Graph),
    }
}

/// YAML by the keys at the start of a line.
fn yaml(bytes: &[u8]) -> Option<FileFormat> {
    let text = std::str::from_utf8(bytes).ok()?;
    let has =
        |key: &str| text.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')));
    match () {
        () if has("records") && has("events") => Some(F::Interfaces),
        () if has("name") && has("window_bytes") && has("pages") => Some(F::RegisterMap),
        () if has("sips") && has("topology") => Some(F::Exploration),
        () if has("signals") && (has("scope") || has("clock") || has("bus")) => Some(F::NameMap),
        () => None,
    }
}

/// A JSON object with what a plan consists of, under whatever name of the format.
fn is_like_plan(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.trim_start().starts_with('{') && ["\"dags\"", "\"kernels\""].iter().all(|key| text.contains(key))
}

fn markup(bytes: &[u8]) -> Option<FileFormat> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let words = ["<device", "<ipxact:component", "<spirit:component"];
    words.iter().any(|word| start.contains(word)).then_some(F::RegisterSource)
}

/// What `hws interfaces` reads.
pub(crate) const INTERFACES: &[FileFormat] = &[F::Interfaces];
/// What `hws regs` reads.
pub(crate) const REGISTERS: &[FileFormat] = &[F::RegisterMap, F::RegisterSource];
/// What `hws coverage` reads.
pub(crate) const COVERED: &[FileFormat] =
    &[F::Stimulus, F::Workload, F::Plan, F::Graph, F::Dump, F::SavedCoverage, F::NameMap];

impl Command {
    /// The formats of the files that the command reads, under whatever option.
    pub(crate) fn formats(&self) -> &'static [FileFormat] {
        const GRAPHS: &[FileFormat] = &[F::Workload, F::Plan, F::Graph, F::Firmware];
        match self {
            Self::Run(_) | Self::Sweep(_) | Self::Tune(_) => GRAPHS,
            Self::Explain(_) | Self::Debug(_) => &[F::Workload, F::Plan, F::Graph, F::Stimulus],
            Self::Compare(_) => &[F::Report, F::Stimulus],
            Self::Replay(_) => &[F::Stimulus],
            Self::Check(_) => &[F::Dump, F::NameMap],
            Self::Diff(_) => &[F::Dump, F::NameMap, F::Trace, F::Stimulus],
            Self::Coverage(_) => COVERED,
            Self::Explore(_) => &[F::Exploration],
            Self::Serve(_) => &[F::Firmware],
            Self::Regs(_) => REGISTERS,
            Self::Interfaces(_) => INTERFACES,
            Self::Plan(plan) => match plan.planner {
                Planner::Check(_) => &[F::Plan],
                Planner::Lint(_) => &[F::Plan, F::Workload, F::Graph],
                _ => GRAPHS,
            },
            // Any bytes are an input of a fuzz target; the others read nothing.
            Self::Fuzz(_) | Self::Schema { .. } | Self::ExplainError { .. } | Self::Completions { .. } => &[],
        }
    }
}

/// Codes that are not about the content of a file, or say more than its format.
const OTHERWISE: [&str; 5] =
    ["cannot-read", "cannot-write", "damaged-file", "unsupported-version", "unusable-file"];

/// Codes of files that must have one format, whatever else the command reads.
const ONE_FORMAT: [(&str, FileFormat); 3] =
    [("not-a-report", F::Report), ("not-a-snapshot", F::Snapshot), ("not-importable", F::RegisterSource)];

/// Replaces the fault of a file that has none of these formats, but another one, by one that names it.
pub(crate) fn named(found: Diagnostic, formats: &[FileFormat]) -> Diagnostic {
    if OTHERWISE.contains(&found.code) {
        return found;
    }
    let one = ONE_FORMAT.iter().find(|(code, _)| *code == found.code).map(|(_, format)| [*format]);
    other(&found.file, one.as_ref().map_or(formats, |one| one)).unwrap_or(found)
}

/// The fault of a file whose format is certain, and none of these.
fn other(file: &str, formats: &[FileFormat]) -> Option<Diagnostic> {
    let bytes = if file == STANDARD_INPUT { StandardInput::beginning() } else { read(Path::new(file))? };
    of_bytes(file, &beginning_of_text(&bytes, MOST), formats)
}

/// The same of a content that has been read.
pub(crate) fn of_bytes(name: &str, bytes: &[u8], formats: &[FileFormat]) -> Option<Diagnostic> {
    let format = FileFormat::of(bytes)?;
    if formats.is_empty() || formats.iter().any(|own| own.may_be(bytes)) {
        return None;
    }
    let (format, remedy) = format.texts();
    let found = Diagnostic::new(OTHER_FORMAT, Place::UNKNOWN, format!("this is {format}"));
    Some(found.in_file(name).remedy(remedy))
}

/// The content of a regular file.
fn read(path: &Path) -> Option<Vec<u8>> {
    if !path.metadata().is_ok_and(|data| data.is_file()) {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MOST as u64).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// A mistake in a file of the right format is not that it has another one.
    #[rstest]
    #[case("topology: 3x4\nsips: [0]\ndags: []\nkernls: []\n", F::Exploration)]
    #[case("name: U\nwindow_bytes: 64\npages: []\ndags: []\n", F::RegisterMap)]
    #[case("{\"hws_plam\": 1, \"dags\": [], \"kernels\": []}", F::Plan)]
    fn a_file_may_be_of_several_formats(#[case] text: &str, #[case] format: FileFormat) {
        assert!(format.may_be(text.as_bytes()));
        assert!(!FileFormat::Stimulus.may_be(text.as_bytes()));
    }

    #[rstest]
    #[case("dags:\n  - id: a\n", Some(F::Workload))]
    #[case("{\"hws_plan\": 1}", Some(F::Plan))]
    #[case("{\"at\":0,\"op\":\"end\"}\n", Some(F::Stimulus))]
    #[case("{\"c\":0,\"ev\":\"read\"}\n", Some(F::Trace))]
    #[case("{\n  \"schema_version\": 3,\n  \"makespan\": 1\n}", Some(F::Report))]
    #[case("{\"header\": {\"format\": 1, \"map\": 7},\n \"state\": {\"n_rs\": 32}}", Some(F::Snapshot))]
    #[case("$timescale 1ns $end", Some(F::Dump))]
    #[case("\x7fELF", Some(F::Firmware))]
    #[case("name: UART\nwindow_bytes: 64\npages: []\n", Some(F::RegisterMap))]
    #[case("<?xml?><device schemaVersion='1'>", Some(F::RegisterSource))]
    #[case("version: 1\nrecords: []\nevents: []\n", Some(F::Interfaces))]
    #[case("clock: clk\nsignals: {}\n", Some(F::NameMap))]
    #[case("topology: 3x4\nsips: [0]\nkernels: []\n", Some(F::Exploration))]
    #[case("3\n0 1 0\n1 1 1 0\n2 1 1 1\n", Some(F::Graph))]
    #[case("hello", None)]
    #[case("", None)]
    fn a_format_is_known_by_its_content(#[case] text: &str, #[case] format: Option<FileFormat>) {
        assert_eq!(FileFormat::of(text.as_bytes()), format);
    }
}
