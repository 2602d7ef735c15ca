//! One file, recognised by its content: our YAML, a plan, or a graph in an imported format.

use hws_input::Position;
use hws_plan::TaskGraph;
use hws_plan::import::{self, FilePlace, ImportFormat};
use hws_plan::plan::WrittenOut;
use hws_types::Topology;

use super::dags::{self, Content, Draft};
use super::error::{Fault, ImportPlace, WorkloadReason};
use super::fields::Fields;
use super::inputs::InputFile;
use super::node::{self, Node};
use super::options::{Loader, ReadOptions};
use super::read::KEYS;
use super::{GraphKind, Hardware, gemini, planned, scalar};

/// The content of a file.
#[derive(Debug)]
pub(super) enum File<'s> {
    /// Our YAML.
    Written(Node),
    /// A graph that is the whole file; its kernels depend on the machine.
    Graph {
        /// Its format.
        format: ImportFormat,
        /// The file, decompressed.
        content: import::Content<'s>,
        /// The name of the graph.
        name: String,
    },
    /// A plan.
    Plan(Box<WrittenOut>),
}

impl<'s> File<'s> {
    /// Recognises and parses a file, gzip included.
    pub(super) fn parse(source: &'s InputFile, options: &ReadOptions) -> Result<Self, Fault> {
        let (format, content) = import::recognise(&source.bytes).map_err(not_a_graph)?;
        let text = || content.text().map_err(not_a_graph);
        Ok(match format {
            ImportFormat::Workload => Self::Written(node::parse(text()?)?),
            ImportFormat::Plan => Self::Plan(Box::new(planned::read(text()?, options.instances)?)),
            _ => Self::Graph { format, content, name: source.stem().to_owned() },
        })
    }

    /// The top-level keys of a file in our YAML.
    pub(super) fn fields(&self) -> Option<Result<Fields<'_>, Fault>> {
        match self {
            Self::Written(root) => Some(Fields::of(root, "a workload", KEYS)),
            Self::Graph { .. } | Self::Plan(_) => None,
        }
    }

    /// The machine that a plan is made for, if the plan names one.
    pub(super) fn planned_topology(&self) -> Option<Topology> {
        match self {
            Self::Plan(written_out) => planned::topology(&written_out.plan),
            Self::Written(_) | Self::Graph { .. } => None,
        }
    }

    /// The end of a run and the planned one, if a plan predicts them.
    pub(super) fn predicted_factor(&self) -> Option<[u64; 2]> {
        match self {
            Self::Plan(written_out) => written_out.plan.time.predicted_factor,
            Self::Written(_) | Self::Graph { .. } => None,
        }
    }

    /// A fault in the file or in one of its graphs: what a plan has is named as in its file.
    pub(super) fn fault(&self, fault: Fault) -> Fault {
        match self {
            Self::Plan(written_out) => fault.in_written_out(written_out),
            Self::Written(_) | Self::Graph { .. } => fault,
        }
    }

    /// Reads the graphs, once: the tree of a graph that has been read is dropped, since it takes more memory than its kernels.
    pub(super) fn drafts(
        &mut self,
        hardware: &Hardware,
        options: &ReadOptions,
        loader: &mut dyn Loader,
    ) -> Result<Vec<Draft>, Fault> {
        let of_files = options.import(hardware);
        let root = match self {
            Self::Written(root) => root,
            Self::Graph { format, content, name } => {
                let graph = import::graph(*format, content, name, &of_files).map_err(not_a_graph)?;
                if let (ImportFormat::Gemini, Some(bw)) =
                    (*format, options.bw.filter(|_| !options.no_transfers))
                {
                    let text = content.text().map_err(not_a_graph)?;
                    let plan = gemini::plan(text, name, bw, options.mapping)?;
                    return planned::drafts(&plan, hardware.topology);
                }
                return Ok(vec![alone(graph)]);
            }
            Self::Plan(written_out) => return planned::drafts(&written_out.plan, hardware.topology),
        };
        let list = Fields::of(root, "a workload", KEYS)?.required("dags")?;
        let nodes = scalar::list(list, "`dags`", "a list of graphs")?;
        if nodes.is_empty() {
            return Err(scalar::wrong(list, "`dags`", "at least one graph"));
        }
        root.take_elements("dags")
            .into_iter()
            .map(|node| dags::read(&node, hardware, &of_files, loader))
            .collect()
    }
}

/// A graph that is the whole file.
fn alone(graph: TaskGraph) -> Draft {
    let name = graph.name().to_owned();
    Draft::of_file(&name, GraphKind::Static, Content::Graph(graph))
}

/// The importer's place is a place in the file, since the graph is the whole file.
pub(super) fn not_a_graph(error: import::ImportError) -> Fault {
    let place = match error.place {
        FilePlace::At(position) => position,
        FilePlace::File | FilePlace::Path(_) => Position::UNKNOWN,
    };
    Fault::at(place, WorkloadReason::Import(ImportPlace { file: None, error }))
}
