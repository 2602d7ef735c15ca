//! Any file to a workload: ours in YAML, or one graph in a format that is imported.

use hws_plan::TaskGraph;
use hws_plan::import::{self, Format};
use hws_types::Cycle;

use super::dags::{self, Content, Draft};
use super::error::{Fault, ImportPlace, Place, Reason, WorkloadError};
use super::fields::Fields;
use super::imported::{self, Imports};
use super::options::{Loader, ReadOptions};
use super::{Dag, DagKind, Hardware, Workload, hardware, node, scalar};

/// Top-level keys.
pub(super) const KEYS: &[&str] = &["hardware", "contexts", "dags"];
/// Most kernels of a workload, all instances counted: what a run can hold in memory.
pub(super) const KERNELS_MOST: usize = 1 << 20;

/// Reads a workload from the bytes of a file. The format is recognised by content, gzip included.
///
/// A single graph (Standard Task Graph, Gemini IR) becomes a workload on the usual machine, with one
/// static graph that arrives at 0 and has the name of the file. `name` is how errors call the file.
///
/// # Errors
/// The first thing that is wrong, with its place and a remedy.
pub fn read(
    bytes: &[u8],
    name: &str,
    options: &ReadOptions,
    loader: &mut dyn Loader,
) -> Result<Workload, WorkloadError> {
    read_any(bytes, name, options, loader).map_err(|fault| fault.in_file(name))
}

fn read_any(
    bytes: &[u8],
    name: &str,
    options: &ReadOptions,
    loader: &mut dyn Loader,
) -> Result<Workload, Fault> {
    let (format, text) = import::recognise(bytes).map_err(not_a_graph)?;
    if format == Format::Workload {
        return read_yaml(&text, options, loader);
    }
    let graph = import::graph(format, &text, stem(name)).map_err(not_a_graph)?;
    let draft = alone(graph);
    finish(Hardware::default(), Vec::new(), vec![draft], options)
}

fn read_yaml(text: &str, options: &ReadOptions, loader: &mut dyn Loader) -> Result<Workload, Fault> {
    let root = node::parse(text)?;
    let fields = Fields::of(&root, "a workload", KEYS)?;
    let hardware = fields.get("hardware").map_or_else(|| Ok(Hardware::default()), hardware::read)?;
    let masks = fields.get("contexts").map_or_else(|| Ok(Vec::new()), hardware::read_contexts)?;
    let list = fields.required("dags")?;
    let nodes = scalar::list(list, "`dags`", "a list of graphs")?;
    if nodes.is_empty() {
        return Err(scalar::wrong(list, "`dags`", "at least one graph"));
    }
    let drafts = nodes.iter().map(|node| dags::read(node, &hardware, loader)).collect::<Result<_, _>>()?;
    finish(hardware, masks, drafts, options)
}

/// Scales what was imported and makes an instance of each repetition.
fn finish(
    hardware: Hardware,
    usage_masks: Vec<(u8, hws_types::ThreadNum, hws_types::SipMask)>,
    drafts: Vec<Draft>,
    options: &ReadOptions,
) -> Result<Workload, Fault> {
    // The size bounds the names that there are.
    dags::check_size(&drafts)?;
    dags::check_names(&drafts)?;
    let imports = Imports::of(drafts.iter().filter_map(|draft| draft.content.graph()), &hardware, options);
    let mut dags = Vec::new();
    for draft in drafts {
        let at = draft.content_at;
        let kernels = match &draft.content {
            Content::Kernels(kernels) => kernels.clone(),
            Content::Graph(graph) => {
                imported::kernels(graph, &imports).map_err(|reason| Fault::at(at, reason))?
            }
        };
        dags.extend(draft.instances().map(|(name, arrival)| Dag {
            name,
            arrival,
            kind: draft.kind,
            kernels: kernels.clone(),
        }));
    }
    Ok(Workload { hardware, usage_masks, dags, est_scale: imports.scale })
}

/// A graph that is the whole workload.
fn alone(graph: TaskGraph) -> Draft {
    Draft {
        name: graph.name().to_owned(),
        name_at: Place::UNKNOWN,
        arrival: Cycle(0),
        kind: DagKind::Static,
        repeat: 1,
        every: 0,
        content_at: Place::UNKNOWN,
        content: Content::Graph(graph),
    }
}

/// The file's name without folders and the last ending.
fn stem(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.strip_suffix(".gz").unwrap_or(file);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    if stem.trim().is_empty() { "graph" } else { stem }
}

/// The graph is the file, so the importer's place is a place in it.
fn not_a_graph(error: import::ImportError) -> Fault {
    let place = match error.place {
        import::Place::Line { line, col } => Place { line: line as u64, column: col as u64 },
        import::Place::File | import::Place::Path(_) => Place::UNKNOWN,
    };
    Fault::at(place, Reason::Import(ImportPlace { file: None, error }))
}
