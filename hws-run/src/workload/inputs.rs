//! Several files combined into one workload, with all graphs on one machine.
//!
//! * Files that have a key such as `hardware` or `contexts` must agree on its value.
//! * An imported file is one graph, named after the file. A name that is already taken gets the suffix `@2`,
//!   `@3` and so on, so that one file can be given twice.
//! * Imported times of all files are scaled by one constant.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use hws_input::{Position, StandardInput};
use hws_plan::import;
use hws_sim::fault::{Chance, FaultKind};
use hws_types::{SipMask, ThreadNum, Topology};

use super::dags::{self, Content, Draft};
use super::error::{Fault, WorkloadError, WorkloadReason};
use super::error_model::{ErrorKind, ErrorModel};
use super::fields::Fields;
use super::file::File;
use super::firmware::{self, FirmwareOptions};
use super::imported::{self, Imports};
use super::layers::{Layers, says_how_to_read};
use super::node::Node;
use super::options::ReadOptions;
use super::origins::Origins;
use super::{
    Dag, Faults, Hardware, Workload, across, built_in, graph_priority, hardware, planned, real_times,
};
use crate::policy::RunSettings;

/// The bytes of a file, and its name in errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputFile {
    /// Its name; the stem becomes the name of an imported graph.
    pub name: String,
    /// Its content, gzip included.
    pub bytes: Vec<u8>,
}

/// The file name of standard input.
pub const STANDARD_INPUT: &str = StandardInput::NAME;

impl InputFile {
    /// Returns the file's name without folders and the last extension.
    #[must_use]
    pub fn stem(&self) -> &str {
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or(&self.name);
        let stem = file.strip_suffix(".gz").unwrap_or(file);
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        if matches!(stem.trim(), "" | "-" | STANDARD_INPUT) { "graph" } else { stem }
    }
}

/// Everything that makes up a workload.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Inputs {
    /// The files, in order; if empty, the [built-in example](super::built_in).
    pub files: Vec<InputFile>,
    /// A file with `hardware` and `contexts` only. It overrides the files, key by key; its registers are written
    /// after theirs.
    pub config: Option<InputFile>,
    /// [Policies](crate::policy), key and value. They override the files and the configuration; later ones
    /// override earlier ones.
    pub policies: Vec<(String, String)>,
    /// How real times differ from estimates; overrides the files.
    pub error_kind: Option<ErrorKind>,
    /// The faults that the run injects, with their rates; none by default. Their seed is that of the error model.
    pub faults: Vec<(FaultKind, Chance)>,
    /// The seed of the error model, which overrides that of the files, and of the faults; 0 by default.
    pub seed: Option<u64>,
    /// Options that are not in the files.
    pub options: ReadOptions,
}

/// Loads an imported file. Takes the name of the file that imports it, and the path as written there.
pub type Load<'l> = dyn FnMut(&str, &str) -> io::Result<Vec<u8>> + 'l;

/// A workload and the origins of its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Understood {
    /// The workload, with real times from the error model.
    pub workload: Arc<Workload>,
    /// Where the settings of the machine come from.
    pub origins: Origins,
    /// The error model that was applied, if any.
    pub error_model: Option<ErrorModel>,
    /// How the files were read.
    pub reading: ReadOptions,
}

/// Keys of a configuration.
pub(super) const CONFIG_KEYS: &[&str] = &["hardware", "contexts"];

/// Usage masks, as in [`Workload::usage_masks`].
pub type Masks = Vec<(u8, ThreadNum, SipMask)>;

/// A file with its graphs.
struct Drafted<'s> {
    name: &'s str,
    file: &'s File<'s>,
    drafts: Vec<Draft>,
}

impl Inputs {
    /// Drops the files, which may be large, once they have been read; all else stays.
    #[must_use]
    pub fn without_files(self) -> Self {
        Self { files: Vec::new(), ..self }
    }

    /// Reads the workload. `load` returns the bytes of a file named by `import:`; it takes the name of the
    /// workload file and the path as written there.
    ///
    /// # Errors
    /// The first problem, with its file, place and a remedy.
    pub fn read(&self, load: &mut Load<'_>) -> Result<Workload, WorkloadError> {
        self.understand(load).map(|understood| Arc::unwrap_or_clone(understood.workload))
    }

    /// Reads the workload, and records where its settings come from.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    pub fn understand(&self, load: &mut Load<'_>) -> Result<Understood, WorkloadError> {
        let sets = !self.options.dims.is_empty();
        let mut known = BTreeSet::new();
        let mut note = |bytes: &[u8]| {
            if sets {
                known.extend(import::dimensions(bytes))
            }
        };
        self.files.iter().for_each(|file| note(&file.bytes));
        let understood = self.understood(&mut |file: &str, path: &str| {
            let bytes = load(file, path)?;
            note(&bytes);
            Ok(bytes)
        })?;
        import::check_dimensions(&self.options.dims, &known)?;
        Ok(understood)
    }

    fn understood(&self, load: &mut Load<'_>) -> Result<Understood, WorkloadError> {
        let mut layers = Layers::new(RunSettings {
            reading: self.options.clone(),
            error_kind: self.error_kind,
            faults: self.faults.clone(),
            ..RunSettings::default()
        });
        layers.policies(&self.policies, says_how_to_read)?;
        let mut files = self.parse(&layers.settings.reading)?;
        let written_model = self.resolve(&mut layers, &files)?;
        let error_model = self.error_model(&layers.settings, written_model)?;
        let mut workload = if files.is_empty() {
            let Layers { settings, .. } = &layers;
            Workload {
                firmware: settings.firmware,
                ..built_in::on(settings.hardware.clone(), settings.usage_masks.clone())?
            }
        } else {
            let RunSettings { hardware, reading, .. } = &layers.settings;
            let drafted = draft(&self.files, &mut files, hardware, reading, load)?;
            let plans = drafted.iter().flat_map(|file| &file.drafts).filter_map(|draft| draft.content.plan());
            let planned = planned::l2_bytes(plans, hardware.topology);
            layers.planned_l2(planned);
            finish(drafted, &layers.settings)?
        };
        let seed = self.seed.or(written_model.map(|model| model.seed)).unwrap_or_default();
        workload.faults = Faults::new(&layers.settings.faults, seed);
        if let Some(model) = error_model {
            model.apply(&mut workload).map_err(|error| real_times::too_long(&model, error))?;
        }
        let Layers { settings, origins, .. } = layers;
        Ok(Understood { workload: Arc::new(workload), origins, error_model, reading: settings.reading })
    }

    /// Returns the machine and the usage masks without the files: a machine of this topology (by default the full
    /// one), changed by the configuration and the policies.
    ///
    /// # Errors
    /// The first problem in them.
    pub fn configuration(&self, topology: Option<Topology>) -> Result<(Hardware, Masks), WorkloadError> {
        let mut layers = Layers::default();
        if let Some(topology) = topology {
            layers.settings.hardware.topology = topology;
        }
        self.config.iter().try_for_each(|config| layers.configuration(config))?;
        layers.policies(&self.policies, |_| true)?;
        Ok((layers.settings.hardware, layers.settings.usage_masks))
    }

    /// Adds the layers that follow from the content of the files, and those above; returns the error model of the files.
    fn resolve(&self, layers: &mut Layers, files: &[File<'_>]) -> Result<Option<ErrorModel>, WorkloadError> {
        let written = self.written(files)?;
        if files.is_empty() {
            layers.hardware(built_in::NAME, built_in::hardware());
        }
        let planned = self.planned_topology(files)?;
        if let Some((topology, plan)) = planned {
            layers.topology(plan, topology);
        }
        let usual = &layers.settings.hardware;
        if let Some((read, file)) = agreed(&written, "hardware", |node| hardware::read(node, usual))? {
            if let Some((_, plan)) = planned.filter(|&(topology, _)| topology != read.topology) {
                return Err(differs("topology", plan).in_file(file));
            }
            layers.hardware(file, read);
        }
        if let Some((read, file)) = agreed(&written, "contexts", hardware::read_contexts)? {
            layers.masks(file, read);
        }
        if let Some((read, _)) = agreed(&written, "firmware", firmware::read)? {
            layers.firmware(read);
        }
        self.config.iter().try_for_each(|config| layers.configuration(config))?;
        layers.policies(&self.policies, |group| !says_how_to_read(group))?;
        Ok(agreed(&written, "error_model", real_times::read)?.map(|(model, _)| model))
    }

    /// The machine that the plans are made for, and the first plan that names it.
    fn planned_topology(&self, files: &[File<'_>]) -> Result<Option<(Topology, &str)>, WorkloadError> {
        let mut known = None;
        for (source, file) in self.files.iter().zip(files) {
            let Some(topology) = file.planned_topology() else { continue };
            let (first, plan) = *known.get_or_insert((topology, source.name.as_str()));
            if first != topology {
                return Err(differs("machine", plan).in_file(&source.name));
            }
        }
        Ok(known)
    }

    fn error_model(
        &self,
        options: &RunSettings,
        written: Option<ErrorModel>,
    ) -> Result<Option<ErrorModel>, WorkloadError> {
        let kind = options.error_kind.or(written.map(|model| model.kind));
        let seed = self.seed.or(written.map(|model| model.seed)).unwrap_or_default();
        match (kind, self.seed) {
            (None, Some(seed)) if options.faults.is_empty() => Err(real_times::no_model(seed)),
            (kind, _) => Ok(kind.map(|kind| ErrorModel { kind, seed })),
        }
    }

    fn parse(&self, options: &ReadOptions) -> Result<Vec<File<'_>>, WorkloadError> {
        let parsed =
            self.files.iter().map(|source| File::parse(source, options).map_err(in_file(&source.name)));
        parsed.collect()
    }

    /// The files in our YAML, with their top-level keys.
    fn written<'f>(&'f self, files: &'f [File<'_>]) -> Result<Vec<(&'f str, Fields<'f>)>, WorkloadError> {
        let named = self.files.iter().map(|source| source.name.as_str()).zip(files);
        let written = named.filter_map(|(name, file)| Some((name, file.fields()?)));
        written.map(|(name, fields)| Ok((name, fields.map_err(in_file(name))?))).collect()
    }
}

fn draft<'f>(
    sources: &'f [InputFile],
    files: &'f mut [File<'_>],
    hardware: &Hardware,
    options: &ReadOptions,
    load: &mut Load<'_>,
) -> Result<Vec<Drafted<'f>>, WorkloadError> {
    let mut kernels = 0;
    let named = sources.iter().map(|source| source.name.as_str()).zip(files);
    let mut drafted = named
        .map(|(name, file)| {
            let mut loader = |path: &str| load(name, path);
            let read = file.drafts(hardware, options, &mut loader);
            let file: &File<'_> = file;
            let refused = |fault| file.fault(fault).in_file(name);
            let mut drafts = read.map_err(refused)?;
            dags::check_size(&drafts, &mut kernels).map_err(refused)?;
            dags::check_names(&drafts).map_err(refused)?;
            across::tie(&mut drafts).map_err(refused)?;
            Ok(Drafted { name, file, drafts })
        })
        .collect::<Result<Vec<_>, WorkloadError>>()?;
    dags::tell_apart(drafted.iter_mut().flat_map(|file| &mut file.drafts));
    Ok(drafted)
}

pub(super) fn in_file(name: &str) -> impl Fn(Fault) -> WorkloadError {
    move |fault| fault.in_file(name)
}

/// The machine of a file differs from that of an earlier one.
fn differs(key: &'static str, first: &str) -> Fault {
    Fault::at(Position::UNKNOWN, WorkloadReason::Differs { key, first: first.to_owned() })
}

/// The value of a key, if all files that have it agree, and the first of these files.
fn agreed<'f, T: PartialEq>(
    written: &[(&'f str, Fields<'_>)],
    key: &'static str,
    read: impl Fn(&Node) -> Result<T, Fault>,
) -> Result<Option<(T, &'f str)>, WorkloadError> {
    let mut known: Option<(T, &str, Position)> = None;
    for &(name, fields) in written {
        let Some(node) = fields.get(key) else { continue };
        let value = read(node).map_err(in_file(name))?;
        match &known {
            None => known = Some((value, name, node.position())),
            Some((first, file, place)) if *first != value => {
                let first = place.in_file(file).to_string();
                return Err(Fault::at(node.position(), WorkloadReason::Differs { key, first }).in_file(name));
            }
            Some(_) => {}
        }
    }
    Ok(known.map(|(value, file, _)| (value, file)))
}

/// Scales imported times and makes the instances of repeated graphs.
fn finish(files: Vec<Drafted<'_>>, settings: &RunSettings) -> Result<Workload, WorkloadError> {
    let RunSettings { hardware, usage_masks, firmware, reading, .. } = settings;
    let drafts = files.iter().flat_map(|file| &file.drafts);
    let imports = Imports::of(drafts.map(|draft| &draft.content), hardware, reading);
    let predicted_factor = match files.as_slice() {
        [only] => only.file.predicted_factor(),
        _ => None,
    };
    let mut dags = Vec::new();
    for Drafted { name, file, drafts } in files {
        let first = dags.len();
        for draft in drafts {
            let limits = (*firmware, hardware.topology);
            let refused = |fault| file.fault(fault).in_file(name);
            dags.extend(instances(draft, &imports, limits).map_err(refused)?);
        }
        across::shift(&mut dags[first..], first);
    }
    graph_priority::apply(&mut dags);
    let est_scale = imports.scale;
    let mut workload = Workload {
        hardware: hardware.clone(),
        usage_masks: usage_masks.clone(),
        firmware: *firmware,
        dags,
        est_scale,
        predicted_factor,
        faults: Faults::default(),
    };
    if reading.no_transfers {
        workload.forget_transfers();
    }
    Ok(workload)
}

fn instances(
    mut draft: Draft,
    imports: &Imports,
    limits: (FirmwareOptions, Topology),
) -> Result<impl Iterator<Item = Dag>, Fault> {
    let content = std::mem::replace(&mut draft.content, Content::Kernels(Vec::new()));
    let mut kernels = match content {
        Content::Kernels(kernels) => kernels,
        Content::Graph(graph) => {
            imported::kernels(graph, imports).map_err(|reason| Fault::at(draft.content_at, reason))?
        }
        Content::Plan(graph) => {
            draft.arrival = graph.arrival(imports)?;
            graph.kernels(imports)?
        }
    };
    firmware::narrow(&mut kernels, draft.sips);
    firmware::check(&draft, &kernels, limits)?;
    let named: Vec<_> = draft.instances().collect();
    let Draft { kind, scheduler, priority, deadline, .. } = draft;
    // The last instance takes the kernels themselves.
    let kernels = std::iter::repeat_n(kernels, named.len());
    Ok(named.into_iter().zip(kernels).map(move |((name, arrival), kernels)| Dag {
        name,
        arrival,
        kind,
        scheduler,
        deadline,
        priority,
        kernels,
    }))
}
