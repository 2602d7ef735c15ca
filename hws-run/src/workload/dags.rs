//! An entry of `dags:`, its kernels written out or imported, and its repetitions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use hws_input::Position;
use hws_plan::TaskGraph;
use hws_plan::import::{self, ImportError};
use hws_types::{Cycle, SipMask};

use super::across::Across;
use super::error::{Fault, ImportPlace, WorkloadReason};
use super::fields::Fields;
use super::firmware::{SCHEDULERS, Scheduler};
use super::node::Node;
use super::options::Loader;
use super::planned::PlannedGraph;
use super::read::KERNELS_MOST;
use super::{GRAPH_PRIORITY_MOST, GraphKind, Hardware, Kernel, kernels, scalar};

/// Keys of a graph.
pub(super) const KEYS: &[&str] = &[
    "id",
    "arrival",
    "kind",
    "scheduler",
    "priority",
    "deadline",
    "sips",
    "repeat",
    "every",
    "kernels",
    "import",
];
/// What `kind` may be.
pub(super) const KINDS: &[(&str, GraphKind)] =
    &[("static", GraphKind::Static), ("dynamic", GraphKind::Dynamic)];
/// Latest arrival: far below the end of cycles, and exact in every JSON reader.
pub(super) const ARRIVAL_MOST: u64 = 1 << 53;
/// The deadlines of graphs and kernels, in cycles after the arrival of the graph.
pub(super) const DEADLINES: RangeInclusive<u64> = 1..=ARRIVAL_MOST;

/// A graph before its imported times are scaled.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) name_at: Position,
    pub(super) arrival: Cycle,
    pub(super) kind: GraphKind,
    pub(super) scheduler: Scheduler,
    pub(super) priority: u8,
    pub(super) deadline: Option<u64>,
    /// The SIPs that its kernels may use.
    pub(super) sips: Option<SipMask>,
    pub(super) sips_at: Option<Position>,
    pub(super) repeat: u64,
    pub(super) every: u64,
    pub(super) content_at: Position,
    /// The position of each kernel; empty for an imported graph.
    pub(super) kernels_at: Vec<Position>,
    /// Unresolved dependencies of its kernels on other graphs.
    pub(super) across: Vec<Across>,
    pub(super) content: Content,
}

/// What a graph consists of.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Kernels(Vec<Kernel>),
    Graph(TaskGraph),
    Plan(PlannedGraph),
}

impl Content {
    /// The kernels of a graph that is not imported; their times may not be known yet.
    pub(super) fn kernels(&self) -> &[Kernel] {
        match self {
            Self::Kernels(kernels) => kernels,
            Self::Plan(graph) => graph.untimed(),
            Self::Graph(_) => &[],
        }
    }

    /// The graph of a plan.
    pub(super) fn plan(&self) -> Option<&PlannedGraph> {
        match self {
            Self::Plan(graph) => Some(graph),
            Self::Kernels(_) | Self::Graph(_) => None,
        }
    }

    /// The imported graph.
    pub(super) fn graph(&self) -> Option<&TaskGraph> {
        match self {
            Self::Graph(graph) => Some(graph),
            Self::Kernels(_) | Self::Plan(_) => None,
        }
    }

    /// The times that are not in cycles.
    pub(super) fn times_in_units(&self) -> impl Iterator<Item = u64> + Clone {
        let tasks = self.graph().filter(|graph| !graph.is_in_cycles()).map_or(&[][..], TaskGraph::tasks);
        let plan = self.plan().map(PlannedGraph::ests_in_units);
        tasks.iter().map(|task| task.time).chain(plan.into_iter().flatten())
    }

    /// The mean estimate in attempts that a plan asks for.
    pub(super) fn mean_attempts(&self) -> Option<u32> {
        self.plan().and_then(PlannedGraph::mean_attempts)
    }

    fn len(&self) -> usize {
        self.graph().map_or(self.kernels().len(), TaskGraph::len)
    }
}

impl Draft {
    /// A graph of a file in another format: it arrives at 0 and runs once.
    pub(super) fn of_file(name: &str, kind: GraphKind, content: Content) -> Self {
        Self {
            name: name.to_owned(),
            name_at: Position::UNKNOWN,
            arrival: Cycle(0),
            kind,
            scheduler: Scheduler::Hws,
            priority: 0,
            deadline: None,
            sips: None,
            sips_at: None,
            repeat: 1,
            every: 0,
            content_at: Position::UNKNOWN,
            kernels_at: Vec::new(),
            across: Vec::new(),
            content,
        }
    }

    /// The name and arrival of each instance: `id` at arrival, `id#1` at arrival + every, and so on.
    pub(super) fn instances(&self) -> impl Iterator<Item = (String, Cycle)> {
        (0..self.repeat).map(|turn| {
            let name = if turn == 0 { self.name.clone() } else { format!("{}#{turn}", self.name) };
            (name, self.arrival.after(turn * self.every))
        })
    }
}

/// Reads an entry; loads the file that it imports.
pub(super) fn read(
    node: &Node,
    hardware: &Hardware,
    of_files: &import::ImportOptions,
    loader: &mut dyn Loader,
) -> Result<Draft, Fault> {
    let fields = Fields::of(node, "a graph", KEYS)?;
    let id = fields.required("id")?;
    let (repeat, every) = repetition(&fields)?;
    let arrival = fields.integer("arrival", 0..=ARRIVAL_MOST)?.unwrap_or(0);
    check_last_arrival(&fields, arrival, repeat, every)?;
    fields.not_both("kernels", "import")?;
    let kind = fields.word("kind", KINDS)?.unwrap_or(GraphKind::Static);
    let name = name(id)?;
    let mut across = Vec::new();
    let (content_at, kernels_at, content) = match fields.get("import") {
        Some(path) => (path.position(), Vec::new(), Content::Graph(load(path, &name, of_files, loader)?)),
        None => {
            let list = fields.required("kernels")?;
            let (kernels, beyond) = kernels::read(list, hardware)?;
            across = beyond;
            let places = scalar::list(list, "`kernels`", "a list")?.iter().map(Node::position);
            (list.position(), places.collect(), Content::Kernels(kernels))
        }
    };
    let arrival = Cycle(arrival);
    let scheduler = fields.word("scheduler", SCHEDULERS)?.unwrap_or_default();
    // In range: the limit is that of the type, or lower.
    let priority = fields.integer("priority", 0..=GRAPH_PRIORITY_MOST.into())?.unwrap_or(0) as u8;
    let deadline = fields.integer("deadline", DEADLINES)?;
    let sips_at = fields.get("sips").map(Node::position);
    let sips = fields.get("sips").map(|node| scalar::sips(node, "`sips`")).transpose()?;
    Ok(Draft {
        name,
        name_at: id.position(),
        arrival,
        kind,
        scheduler,
        priority,
        deadline,
        sips,
        sips_at,
        repeat,
        every,
        content_at,
        kernels_at,
        across,
        content,
    })
}

/// A kernel is called GRAPH/KERNEL, so a graph's name must not contain a slash.
fn name(id: &Node) -> Result<String, Fault> {
    let name = scalar::name(id, "`id`")?;
    if name.contains('/') {
        return Err(scalar::wrong(id, "`id`", "a name without `/`"));
    }
    Ok(name.into_owned())
}

fn repetition(fields: &Fields<'_>) -> Result<(u64, u64), Fault> {
    let repeat = fields.integer("repeat", 1..=KERNELS_MOST as u64)?.unwrap_or(1);
    if repeat > 1 {
        fields.required("every")?;
    }
    Ok((repeat, fields.integer("every", 0..=ARRIVAL_MOST)?.unwrap_or(0)))
}

fn check_last_arrival(fields: &Fields<'_>, arrival: u64, repeat: u64, every: u64) -> Result<(), Fault> {
    let last = u128::from(arrival) + u128::from(repeat - 1) * u128::from(every);
    match fields.get("every") {
        Some(node) if last > ARRIVAL_MOST.into() => {
            let wanted = format!("less: the last instance would arrive at {last}, after {ARRIVAL_MOST}");
            Err(scalar::wrong(node, "`every`", &wanted))
        }
        _ => Ok(()),
    }
}

fn load(
    path: &Node,
    name: &str,
    options: &import::ImportOptions,
    loader: &mut dyn Loader,
) -> Result<TaskGraph, Fault> {
    let file = scalar::name(path, "`import`")?.into_owned();
    let failed = |error: std::io::Error| {
        Fault::at(path.position(), WorkloadReason::Load { path: file.clone(), message: error.to_string() })
    };
    let bytes = loader.load(&file).map_err(failed)?;
    import_graph(&bytes, name, options).map_err(|error| {
        Fault::at(path.position(), WorkloadReason::Import(ImportPlace { file: Some(file), error }))
    })
}

fn import_graph(bytes: &[u8], name: &str, options: &import::ImportOptions) -> Result<TaskGraph, ImportError> {
    let (format, content) = import::recognise(bytes)?;
    import::graph(format, &content, name, options)
}

/// Checks that the names of graphs and instances are unique.
pub(super) fn check_names(drafts: &[Draft]) -> Result<(), Fault> {
    let mut seen = BTreeMap::new();
    for draft in drafts {
        for (name, _) in draft.instances() {
            if let Some(first) = seen.insert(name.clone(), draft.name_at.line) {
                let reason = WorkloadReason::Twice { what: format!("graph `{name}`"), first };
                return Err(Fault::at(draft.name_at, reason));
            }
        }
    }
    Ok(())
}

/// Renames a graph whose name, or that of an instance, is already taken to `name@2`, or to the first of
/// `name@3`, `name@4` and so on that is free. Within a file, [`check_names`] refuses duplicates.
pub(super) fn tell_apart<'d>(drafts: impl Iterator<Item = &'d mut Draft>) {
    let mut taken = BTreeSet::new();
    for draft in drafts {
        let is_free = |draft: &Draft| draft.instances().all(|(name, _)| !taken.contains(&name));
        let name = draft.name.clone();
        let mut turn = 2_u64;
        while !is_free(draft) {
            draft.name = format!("{name}@{turn}");
            turn += 1;
        }
        taken.extend(draft.instances().map(|(name, _)| name));
    }
}

/// Checks the number of kernels, including `kernels` of earlier files.
pub(super) fn check_size(drafts: &[Draft], kernels: &mut usize) -> Result<(), Fault> {
    for draft in drafts {
        // A repetition is bounded, so it is a usize.
        *kernels = kernels.saturating_add(draft.content.len().saturating_mul(draft.repeat as usize));
        if *kernels > KERNELS_MOST {
            return Err(Fault::at(draft.content_at, WorkloadReason::TooManyKernels { most: KERNELS_MOST }));
        }
    }
    Ok(())
}
