//! The columns of graphs and kernels: where each has its value, its type and its meaning from.

use std::sync::LazyLock;

use super::super::column::{Column, ColumnKind};
use super::super::metrics;
use super::RunTable;
use super::blocks::Blocks;
use crate::report::schema;

/// A column.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunColumn {
    pub(super) name: &'static str,
    unit: &'static str,
    pub(super) of: Of,
}

/// Where the value of a column comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of {
    /// The name of the graph.
    Graph,
    /// The name of the kernel, without that of its graph.
    Kernel,
    /// The place in the object of `dags` or `kernels` of the report.
    Report(&'static str),
    /// The place in the object of `metrics.dags` of the report.
    Metrics(&'static str),
    /// The launched blocks, and the meaning.
    Blocks(fn(Blocks) -> u64, &'static str),
}

const fn column(name: &'static str, unit: &'static str, of: Of) -> RunColumn {
    RunColumn { name, unit, of }
}

const LAUNCHES: RunColumn =
    column("launches", "count", Of::Blocks(|blocks| blocks.launched, "Blocks that the HWS launched"));
const EARLY: RunColumn = column(
    "launches_early",
    "count",
    Of::Blocks(|blocks| blocks.early, "Blocks launched on a SIP that was not idle yet"),
);
const BACKFILLED: RunColumn = column(
    "backfilled_blocks",
    "count",
    Of::Blocks(|blocks| blocks.backfilled, "Blocks launched on a SIP reserved for another kernel"),
);

const GRAPHS: &[RunColumn] = &[
    column("graph", "", Of::Graph),
    column("kind", "", Of::Report("/kind")),
    column("priority", "", Of::Report("/priority")),
    column("kernels", "count", Of::Report("/kernels")),
    column("arrival", "cycles", Of::Report("/arrival")),
    column("opened", "cycles", Of::Report("/opened")),
    column("finish", "cycles", Of::Report("/finish")),
    column("noticed", "cycles", Of::Report("/noticed")),
    column("turnaround", "cycles", Of::Report("/turnaround")),
    column("critical_path", "cycles", Of::Report("/critical_path")),
    column("path_ratio_permille", "permille", Of::Report("/path_ratio_permille")),
    column("alone", "cycles", Of::Metrics("/alone")),
    column("slowdown_permille", "permille", Of::Metrics("/slowdown_permille")),
    column("wait_mean", "cycles", Of::Metrics("/wait/mean")),
    column("wait_p50", "cycles", Of::Metrics("/wait/p50")),
    column("wait_p95", "cycles", Of::Metrics("/wait/p95")),
    column("wait_max", "cycles", Of::Metrics("/wait/max")),
    LAUNCHES,
    EARLY,
    BACKFILLED,
    column("register_reads", "count", Of::Metrics("/traffic/reads")),
    column("register_writes", "count", Of::Metrics("/traffic/writes")),
    column("deadline", "cycles", Of::Report("/deadline")),
    column("lateness", "cycles", Of::Report("/lateness")),
    column("missed", "", Of::Report("/missed")),
];

const KERNELS: &[RunColumn] = &[
    column("graph", "", Of::Graph),
    column("kernel", "", Of::Kernel),
    column("role", "", Of::Report("/role")),
    column("ctx", "", Of::Report("/ctx")),
    column("priority", "", Of::Report("/priority")),
    column("on_cp", "", Of::Report("/on_cp")),
    column("threads", "SIPs", Of::Report("/threads")),
    column("blocks", "count", Of::Report("/blocks")),
    column("est", "time units", Of::Report("/est")),
    column("block_cycles", "cycles", Of::Report("/block_cycles")),
    column("ready", "cycles", Of::Report("/ready")),
    column("admitted", "cycles", Of::Report("/admitted")),
    column("first_launch", "cycles", Of::Report("/first_launch")),
    column("finish", "cycles", Of::Report("/finish")),
    column("wait", "cycles", Of::Report("/wait")),
    LAUNCHES,
    EARLY,
    BACKFILLED,
    column("promotions", "count", Of::Report("/promotions")),
    column("state", "", Of::Report("/state")),
    column("planned_start", "cycles", Of::Report("/planned_start")),
    column("planned_finish", "cycles", Of::Report("/planned_finish")),
    column("deadline", "cycles", Of::Report("/deadline")),
    column("lateness", "cycles", Of::Report("/lateness")),
    column("missed", "", Of::Report("/missed")),
];

static GRAPHS_DESCRIBED: LazyLock<Vec<Column>> = LazyLock::new(|| described(GRAPHS, "DagReport"));
static KERNELS_DESCRIBED: LazyLock<Vec<Column>> = LazyLock::new(|| described(KERNELS, "KernelReport"));

impl RunTable {
    /// Returns its columns behind those of the run, in the order of a [row](super::RunTableRows).
    #[must_use]
    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Graphs => &GRAPHS_DESCRIBED,
            Self::Kernels => &KERNELS_DESCRIBED,
        }
    }

    pub(super) fn sources(self) -> &'static [RunColumn] {
        match self {
            Self::Graphs => GRAPHS,
            Self::Kernels => KERNELS,
        }
    }
}

/// The columns with their types and meanings, those of an object of the report from its schema.
fn described(columns: &[RunColumn], object: &str) -> Vec<Column> {
    let schema = schema();
    let in_schema =
        |object: &str, place: &str| metrics::described(&schema, &format!("/$defs/{object}"), place);
    let one = |column: &RunColumn| {
        let (kind, description) = match column.of {
            Of::Graph => (ColumnKind::Text, "The name of the graph".to_owned()),
            Of::Kernel => (ColumnKind::Text, "The name of the kernel in its graph".to_owned()),
            Of::Blocks(_, description) => (ColumnKind::I64, description.to_owned()),
            Of::Report(place) => in_schema(object, place),
            Of::Metrics(place) => in_schema("DagMetrics", place),
        };
        Column::new(column.name, kind, description).with_unit(column.unit)
    };
    columns.iter().map(one).collect()
}
