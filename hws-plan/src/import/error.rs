//! Errors of imported files: place, reason, remedy.

use std::fmt;

use hws_input::Position;

use crate::GraphError;
use crate::import::LanguageFault;
use crate::import::gemini::GeminiFinding;
use crate::import::onnx::OnnxError;
use crate::input::{InputError, InputFault};
use crate::topo::DependencyCycle;

pub use crate::input::FilePlace;

/// An import error. `Display` is `LINE:COL: reason (remedy)`; see [`ImportError::in_file`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{reason}")]
pub struct ImportError {
    /// The place.
    pub place: FilePlace,
    /// The reason, with its remedy.
    pub reason: ImportReason,
}

impl ImportError {
    pub(crate) fn new(place: FilePlace, reason: ImportReason) -> Self {
        Self { place, reason }
    }

    pub(crate) fn line(line: usize, reason: ImportReason) -> Self {
        Self::new(FilePlace::At(Position::new(line, 0)), reason)
    }

    /// Returns the error with the file's name before it: `FILE:LINE:COL: reason (remedy)`.
    pub fn in_file<'a>(&'a self, file: &'a str) -> ImportErrorInFile<'a> {
        ImportErrorInFile { file, error: self }
    }
}

impl From<InputError> for ImportError {
    fn from(error: InputError) -> Self {
        Self::new(error.place, ImportReason::Input(error.fault))
    }
}

/// Displays an [`ImportError`] with its file.
#[derive(Clone, Copy, Debug)]
pub struct ImportErrorInFile<'a> {
    file: &'a str,
    error: &'a ImportError,
}

impl fmt::Display for ImportErrorInFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.file, self.error.place.separator(), self.error)
    }
}

/// The reason of an import error; `Display` gives the remedy in brackets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportReason {
    /// An unknown format.
    #[error(
        "not a format this program reads: looked for gzip, an ONNX model (a protobuf message \
         with `ir_version` and `graph`), a Gemini Scheduler IR (a JSON object with the keys \
         \"-1\" and \"xlen\"), a WfCommons instance (\"workflow\"), a rank input (\"tasks\"), a plan \
         (\"hws_plan\"), a workload in YAML (the key `dags:` at the start of a line), a CNN (lines `N M` and \
         `id name op cost layer`), a Standard Task Graph (a first line that is the number of tasks) and a Task IR (`blocks {{` or `edges {{`); found {found} (convert the file to one of these)"
    )]
    Unrecognised {
        /// How the content begins.
        found: String,
    },
    /// A workload without its key.
    #[error("unknown key `{key}` (did you mean `dags`, the graphs of a workload?)")]
    NearlyWorkload {
        /// The key that it has.
        key: String,
    },
    /// The file has no content.
    #[error("the file is empty (give a workload or a task graph)")]
    Empty,
    /// Bytes that are not text.
    #[error("byte {offset} is not UTF-8 text, and the file is not an ONNX model (save the file as UTF-8)")]
    NotText {
        /// Offset of the first bad byte, after inflating.
        offset: usize,
    },
    /// Damaged gzip data.
    #[error("the gzip data is damaged: {message} (compress the file again)")]
    Gzip {
        /// The message of the decoder.
        message: String,
    },
    /// gzip data that inflates to more than the limit.
    #[error("the gzip data inflates to more than {most} bytes (split the graph)")]
    InflatesTooFar {
        /// The limit.
        most: u64,
    },
    /// A workload where a single graph is expected.
    #[error("this is a workload file, not a single graph (run it with `hws run`)")]
    WorkloadIsNoGraph,
    /// A plan where a single graph is expected.
    #[error("this is a plan, not a single graph (run it with `hws run`)")]
    PlanIsNoGraph,
    /// A TIR program where a graph is expected.
    #[error("this is a TIR program, not a graph of tasks (schedule it with `hws plan dataflow`)")]
    TirIsNoGraph,
    /// A fault in a TIR program or a Task IR.
    #[error("{0}")]
    Language(Box<LanguageFault>),
    /// A fault in the input of a planner.
    #[error("{0}")]
    Input(InputFault),
    /// A WfCommons instance of an unsupported version.
    #[error("WfFormat {found} is not supported (migrate the file to 1.5 with wfcommons-migrate-instance.py)")]
    WfFormat {
        /// The version, shortened.
        found: String,
    },
    /// A graph without tasks.
    #[error("the graph has no tasks (give at least one)")]
    NoTask,
    /// A key of a Gemini IR that no reader knows, but that resembles one of the format.
    #[error(
        "unknown key `{key}` (did you mean `{closest}`? correct it; other unknown keys give only a warning)"
    )]
    MisspeltKey {
        /// The key.
        key: String,
        /// The key that it resembles.
        closest: String,
    },
    /// An invalid option of a Gemini IR.
    #[error("the option is not valid (give integers from 1 to 2^31 - 1, two of them for time_scale)")]
    Option,
    /// Rules of the Gemini IR that are broken.
    #[error("{}: {} (correct the schedule{})", .first.rule, .first.msg, others(*.more))]
    Rule {
        /// The first finding; its place is the error's.
        first: Box<GeminiFinding>,
        /// The number of further errors.
        more: usize,
    },
    /// A fault in an ONNX model.
    #[error("{0}")]
    Onnx(Box<OnnxError>),
    /// The graph is unsound in a way that the importer does not check itself.
    #[error("{0}")]
    Graph(GraphError),
    /// A word that is not an integer in range.
    #[error("`{found}` is not {wanted} (give {wanted})")]
    Number {
        /// The token, shortened.
        found: String,
        /// What is expected.
        wanted: &'static str,
    },
    /// A task line with too few or too many numbers.
    #[error(
        "{found} numbers, but `id time count` and {count} predecessors make {wanted} (correct the count or the list)"
    )]
    LineLength {
        /// Numbers on the line.
        found: usize,
        /// Declared predecessors.
        count: u64,
        /// Numbers expected.
        wanted: u64,
    },
    /// A Standard Task Graph with communication costs.
    #[error(
        "the file carries communication costs ({seen}), which are not supported (use the graph without them: \
         lines `id time count predecessors…`)"
    )]
    CommunicationCosts {
        /// How they were detected.
        seen: &'static str,
    },
    /// A task id out of order.
    #[error("task id {found} where {wanted} is expected (number the tasks 0, 1, 2, … in order)")]
    IdOrder {
        /// The id on the line.
        found: u64,
        /// The id expected.
        wanted: usize,
    },
    /// A number of task lines that differs from the header.
    #[error(
        "the header announces {header} tasks, but there are {found} task lines (give {header}, or {header} + 2 with the dummies)"
    )]
    TaskCount {
        /// The header's number.
        header: u64,
        /// Task lines found.
        found: usize,
    },
    /// A predecessor that does not exist.
    #[error("predecessor {pred} does not exist: tasks are 0 to {last} (name an existing task)")]
    UnknownPredecessor {
        /// The predecessor named.
        pred: u64,
        /// The last task id.
        last: usize,
    },
    /// A predecessor named twice.
    #[error("predecessor {pred} is named twice (remove one)")]
    PredecessorTwice {
        /// The predecessor.
        pred: u64,
    },
    /// Circular dependencies.
    #[error("task {} waits for itself: {} (remove one of these dependencies)", .0.first(), .0.waits(|task| task))]
    Cycle(DependencyCycle),
    /// A line with a number of words that differs from its format.
    #[error("{found} words where `{wanted}` is expected (write the line in this form)")]
    Words {
        /// Words on the line.
        found: usize,
        /// The format of the line.
        wanted: &'static str,
    },
    /// A number of lines that differs from the header of a CNN.
    #[error(
        "the header announces {nodes} nodes and {edges} edges, but {found} lines follow (give one for each)"
    )]
    LineCount {
        /// Nodes announced.
        nodes: u64,
        /// Edges announced.
        edges: u64,
        /// Lines after the header.
        found: usize,
    },
    /// An edge to or from a node that does not exist.
    #[error(
        "node {id} does not exist: nodes are numbered from 0, and there are {nodes} (name an existing node)"
    )]
    UnknownNode {
        /// The id named.
        id: u64,
        /// The number of nodes.
        nodes: usize,
    },
    /// An edge given twice.
    #[error("edge {from} -> {to} given twice (remove one)")]
    EdgeTwice {
        /// From.
        from: usize,
        /// To.
        to: usize,
    },
    /// No task takes any time.
    #[error("no task has a time above 0 (give at least one)")]
    NoWork,
    /// Skipping tasks of no time makes too many dependencies.
    #[error("skipping the tasks of time 0 makes more than {most} dependencies (give such tasks a time of 1)")]
    TooManyEdges {
        /// The limit.
        most: usize,
    },
}

fn others(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => "; 1 more error".into(),
        more => format!("; {more} more errors"),
    }
}
