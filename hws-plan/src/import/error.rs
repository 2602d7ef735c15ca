//! Errors of imported files: place, reason, remedy.

use std::fmt;

use hws_input::{Diagnose, Diagnostic, Position};

use crate::GraphError;
use crate::import::LanguageFault;
use crate::import::gemini::GeminiFinding;
use crate::import::onnx::OnnxError;
use crate::input::{InputError, InputFault};
use crate::topo::DependencyCycle;

pub use crate::input::FilePlace;

/// An import error. `Display` is `LINE:COL: reason; remedy`; see [`ImportError::in_file`].
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

    /// Returns the error with the file's name before it: `FILE:LINE:COL: reason; remedy`.
    pub fn in_file<'a>(&'a self, file: &'a str) -> ImportErrorInFile<'a> {
        ImportErrorInFile { file, error: self }
    }

    /// Returns the error as a diagnostic without a file.
    pub fn diagnostic(&self) -> Diagnostic {
        self.place.of(self.reason.diagnostic())
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

hws_input::faults! {
    /// The reason of an import error.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ImportReason {
        /// An unknown format.
        Unrecognised {
            /// How the content begins.
            found: String,
        } = "unknown-format",
            ("not a format this program reads: looked for gzip, an ONNX model (a protobuf message with `ir_version` and `graph`), a Gemini Scheduler IR (a JSON object with the keys \"-1\" and \"xlen\"), a WfCommons instance (\"workflow\"), a rank input (\"tasks\"), a plan (\"hws_plan\"), a workload in YAML (the key `dags:` at the start of a line), a CNN (lines `N M` and `id name op cost layer`), a Standard Task Graph (a first line that is the number of tasks) and a Task IR (`blocks {{` or `edges {{`); found {found}"),
            ("convert the file to one of these");
        /// A workload without its key.
        NearlyWorkload {
            /// The key that it has.
            key: String,
        } = "unknown-key", ("unknown key `{key}`"), ("`dags` are the graphs of a workload"), near Some("dags");
        /// The file has no content.
        Empty = "empty-file", ("the file is empty"), ("give a workload or a task graph");
        /// Bytes that are not text.
        NotText {
            /// Offset of the first bad byte, after inflating.
            offset: usize,
        } = "not-text",
            ("byte {offset} is not UTF-8 text"),
            ("save the file as UTF-8");
        /// Damaged gzip data.
        Gzip {
            /// The message of the decoder.
            message: String,
        } = "damaged-gzip", ("the gzip data is damaged: {message}"), ("compress the file again");
        /// gzip data that inflates to more than the limit.
        InflatesTooFar {
            /// The limit.
            most: u64,
        } = "inflates-too-far", ("the gzip data inflates to more than {most} bytes"), ("split the graph");
        /// A workload where a single graph is expected.
        WorkloadIsNoGraph = "other-format", ("this is a workload file, not a single graph"), ("run it with `hws run`");
        /// A plan where a single graph is expected.
        PlanIsNoGraph = "other-format", ("this is a plan, not a single graph"), ("run it with `hws run`");
        /// A TIR program where a graph is expected.
        TirIsNoGraph = "other-format",
            ("this is a TIR program, not a graph of tasks"),
            ("schedule it with `hws plan dataflow`");
        /// A fault in a TIR program or a Task IR.
        Language(inner: Box<LanguageFault>);
        /// A fault in the input of a planner.
        Input(inner: InputFault);
        /// A WfCommons instance of an unsupported version.
        WfFormat {
            /// The version, shortened.
            found: String,
        } = "unsupported-version",
            ("WfFormat {found} is not supported"),
            ("migrate the file to 1.5 with wfcommons-migrate-instance.py");
        /// A graph without tasks.
        NoTask = "no-tasks", ("the graph has no tasks"), ("give at least one");
        /// A key of a Gemini IR that no reader knows, but that resembles one of the format.
        MisspeltKey {
            /// The key.
            key: String,
            /// The key that it resembles.
            closest: String,
        } = "unknown-key",
            ("unknown key `{key}`"),
            ("correct it; other unknown keys give only a warning"), near Some(closest);
        /// An invalid option of a Gemini IR.
        Option = "illegal-option", ("the option is not valid"), ("give integers from 1 to 2^31 - 1, two of them for time_scale");
        /// Rules of the Gemini IR that are broken.
        Rule {
            /// The first finding; its place is the error's.
            first: Box<GeminiFinding>,
            /// The number of further errors.
            more: usize,
        } = "schedule-rule", ("{}: {}", first.rule, first.msg), ("correct the schedule{}", others(*more));
        /// A fault in an ONNX model.
        Onnx(inner: Box<OnnxError>);
        /// The graph is unsound in a way that the importer does not check itself.
        Graph(inner: GraphError);
        /// A word that is not an integer in range.
        Number {
            /// The token, shortened.
            found: String,
            /// What is expected.
            wanted: &'static str,
        } = "illegal-value", ("`{found}` is not {wanted}"), ("give {wanted}");
        /// A task line with too few or too many numbers.
        LineLength {
            /// Numbers on the line.
            found: usize,
            /// Declared predecessors.
            count: u64,
            /// Numbers expected.
            wanted: u64,
        } = "line-length",
            ("{found} numbers, but `id time count` and {count} predecessors make {wanted}"),
            ("correct the count or the list");
        /// A Standard Task Graph with communication costs.
        CommunicationCosts {
            /// How they were detected.
            seen: &'static str,
        } = "communication-costs",
            ("the file carries communication costs ({seen}), which are not supported"),
            ("use the graph without them: lines `id time count predecessors…`");
        /// A task id out of order.
        IdOrder {
            /// The id on the line.
            found: u64,
            /// The id expected.
            wanted: usize,
        } = "id-order", ("task id {found} where {wanted} is expected"), ("number the tasks 0, 1, 2, … in order");
        /// A number of task lines that differs from the header.
        TaskCount {
            /// The header's number.
            header: u64,
            /// Task lines found.
            found: usize,
        } = "task-count",
            ("the header announces {header} tasks, but there are {found} task lines"),
            ("give {header}, or {header} + 2 with the dummies");
        /// A predecessor that does not exist.
        UnknownPredecessor {
            /// The predecessor named.
            pred: u64,
            /// The last task id.
            last: usize,
        } = "unknown-predecessor",
            ("predecessor {pred} does not exist: tasks are 0 to {last}"),
            ("name an existing task");
        /// A predecessor named twice.
        PredecessorTwice {
            /// The predecessor.
            pred: u64,
        } = "given-twice", ("predecessor {pred} is named twice"), ("remove one");
        /// Circular dependencies.
        Cycle(inner: DependencyCycle) = "cycle",
            ("task {} waits for itself: {}", inner.first(), inner.waits(|task| task)),
            ("remove one of these dependencies");
        /// A line with a number of words that differs from its format.
        Words {
            /// Words on the line.
            found: usize,
            /// The format of the line.
            wanted: &'static str,
        } = "word-count", ("{found} words where `{wanted}` is expected"), ("write the line in this form");
        /// A number of lines that differs from the header of a CNN.
        LineCount {
            /// Nodes announced.
            nodes: u64,
            /// Edges announced.
            edges: u64,
            /// Lines after the header.
            found: usize,
        } = "line-count",
            ("the header announces {nodes} nodes and {edges} edges, but {found} lines follow"),
            ("give one for each");
        /// An edge to or from a node that does not exist.
        UnknownNode {
            /// The id named.
            id: u64,
            /// The number of nodes.
            nodes: usize,
        } = "unknown-node",
            ("node {id} does not exist: nodes are numbered from 0, and there are {nodes}"),
            ("name an existing node");
        /// An edge given twice.
        EdgeTwice {
            /// From.
            from: usize,
            /// To.
            to: usize,
        } = "given-twice", ("edge {from} -> {to} given twice"), ("remove one");
        /// No task takes any time.
        NoWork = "no-work", ("no task has a time above 0"), ("give at least one");
        /// Skipping tasks of no time makes too many dependencies.
        TooManyEdges {
            /// The limit.
            most: usize,
        } = "too-many-edges",
            ("skipping the tasks of time 0 makes more than {most} dependencies"),
            ("give such tasks a time of 1");
    }
}

fn others(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => "; 1 more error".into(),
        more => format!("; {more} more errors"),
    }
}
