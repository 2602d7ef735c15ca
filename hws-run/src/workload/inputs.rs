//! Several files combined into one workload, with all graphs on one machine.
//!
//! * Files that have a key such as `hardware` or `contexts` must agree on its value.
//! * An imported file is one graph, named after the file. A name that is already taken gets the suffix `@2`,
//!   `@3` and so on, so that one file can be given twice.
//! * Imported times of all files are scaled by one constant.

use std::collections::BTreeSet;
use std::io;

use hws_input::Position;
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
use super::node::{self, Node};
use super::options::ReadOptions;
use super::origins::Origins;
use super::{
    Dag, Faults, Hardware, Workload, across, built_in, graph_priority, hardware, planned, real_times,
};
use crate::policy::{self, RunSettings};

/// The bytes of a file, and its name in errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputFile {
    /// Its name; the stem becomes the name of an imported graph.
    pub name: String,
    /// Its content, gzip included.
    pub bytes: Vec<u8>,
}

/// The file name of standard input.
pub const STANDARD_INPUT: &str = "standard input";

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
    pub workload: Workload,
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

/// Everything that is not a graph.
struct Machine {
    hardware: Hardware,
    masks: Masks,
    firmware: FirmwareOptions,
}

/// A file with its graphs.
struct Drafted<'s> {
    name: &'s str,
    file: &'s File<'s>,
    drafts: Vec<Draft>,
}

impl Inputs {
    /// Reads the workload. `load` returns the bytes of a file named by `import:`; it takes the name of the
    /// workload file and the path as written there.
    ///
    /// # Errors
    /// The first problem, with its file, place and a remedy.
    pub fn read(&self, load: &mut Load<'_>) -> Result<Workload, WorkloadError> {
        self.understand(load).map(|understood| understood.workload)
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
        let options = self.with_policies(RunSettings {
            reading: self.options.clone(),
            error_kind: self.error_kind,
            faults: self.faults.clone(),
            ..RunSettings::default()
        })?;
        let mut files = self.parse(&options.reading)?;
        let written = self.written(&files)?;
        let (hardware, masks, origins) = self.machine(&files, &written)?;
        let written_model = agreed(&written, "error_model", real_times::read)?.map(|(model, _)| model);
        let error_model = self.error_model(&options, written_model)?;
        let mut workload = if files.is_empty() {
            let firmware = self.firmware(FirmwareOptions::default())?;
            Workload { firmware, ..built_in::on(hardware, masks)? }
        } else {
            let agreed_firmware = agreed(&written, "firmware", firmware::read)?.map(|(options, _)| options);
            let drafted = draft(&self.files, &mut files, &hardware, &options.reading, load)?;
            let firmware = agreed_firmware.unwrap_or_else(|| usual_firmware(&drafted, &hardware));
            let firmware = self.firmware(firmware)?;
            finish(drafted, Machine { hardware, masks, firmware }, &options.reading)?
        };
        let seed = self.seed.or(written_model.map(|model| model.seed)).unwrap_or_default();
        workload.faults = Faults::new(&options.faults, seed);
        if let Some(model) = error_model {
            model.apply(&mut workload).map_err(|error| real_times::too_long(&model, error))?;
        }
        Ok(Understood { workload, origins, error_model, reading: options.reading })
    }

    /// Returns the machine and the usage masks without the files: a machine of this topology (by default the full
    /// one), changed by the configuration and the policies.
    ///
    /// # Errors
    /// The first problem in them.
    pub fn configuration(&self, topology: Option<Topology>) -> Result<(Hardware, Masks), WorkloadError> {
        let (usual, mut masks) = (Hardware::default(), Masks::new());
        let mut hardware = Hardware { topology: topology.unwrap_or(usual.topology), ..usual };
        self.configure(&mut hardware, &mut masks, &mut Origins::default())?;
        Ok((hardware, masks))
    }

    /// The machine, layer by layer.
    fn machine(
        &self,
        files: &[File<'_>],
        written: &[(&str, Fields<'_>)],
    ) -> Result<(Hardware, Masks, Origins), WorkloadError> {
        let (mut hardware, mut masks, mut origins) = (Hardware::default(), Masks::new(), Origins::default());
        if files.is_empty() {
            let example = built_in::hardware();
            origins.note(built_in::NAME, &hardware, &example);
            hardware = example;
        }
        let planned = self.planned_topology(files)?;
        if let Some((topology, plan)) = planned {
            let read = Hardware { topology, ..hardware.clone() };
            origins.note(plan, &hardware, &read);
            hardware = read;
        }
        let usual = hardware.clone();
        if let Some((read, file)) = agreed(written, "hardware", |node| hardware::read(node, &usual))? {
            if let Some((_, plan)) = planned.filter(|&(topology, _)| topology != read.topology) {
                return Err(differs("topology", plan).in_file(file));
            }
            origins.note(file, &hardware, &read);
            hardware = read;
        }
        if let Some((read, file)) = agreed(written, "contexts", hardware::read_contexts)? {
            origins.note_masks(file, &read);
            masks = read;
        }
        self.configure(&mut hardware, &mut masks, &mut origins)?;
        Ok((hardware, masks, origins))
    }

    /// Applies the configuration, then the policies.
    fn configure(
        &self,
        hardware: &mut Hardware,
        masks: &mut Masks,
        origins: &mut Origins,
    ) -> Result<(), WorkloadError> {
        if let Some(config) = &self.config {
            configure(config, hardware, masks, origins).map_err(in_file(&config.name))?;
        }
        let mut settings = RunSettings {
            hardware: std::mem::take(hardware),
            usage_masks: std::mem::take(masks),
            ..RunSettings::default()
        };
        for (key, value) in &self.policies {
            let before = settings.hardware.clone();
            policy::set(&mut settings, key, value).map_err(WorkloadError::from)?;
            origins.note(&format!("policy {key}={value}"), &before, &settings.hardware);
            origins.keep_masks(&settings.usage_masks);
        }
        (*hardware, *masks) = (settings.hardware, settings.usage_masks);
        Ok(())
    }

    /// Applies all policies to settings that the caller needs only in part.
    fn with_policies(&self, mut settings: RunSettings) -> Result<RunSettings, WorkloadError> {
        for (key, value) in &self.policies {
            policy::set(&mut settings, key, value).map_err(WorkloadError::from)?;
        }
        Ok(settings)
    }

    /// The options of the firmware with the policies.
    fn firmware(&self, firmware: FirmwareOptions) -> Result<FirmwareOptions, WorkloadError> {
        Ok(self.with_policies(RunSettings { firmware, ..RunSettings::default() })?.firmware)
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

fn in_file(name: &str) -> impl Fn(Fault) -> WorkloadError {
    move |fault| fault.in_file(name)
}

/// The machine of a file differs from that of an earlier one.
fn differs(key: &'static str, first: &str) -> Fault {
    Fault::at(Position::UNKNOWN, WorkloadReason::Differs { key, first: first.to_owned() })
}

/// Applies a configuration to a machine.
fn configure(
    config: &InputFile,
    hardware: &mut Hardware,
    masks: &mut Masks,
    origins: &mut Origins,
) -> Result<(), Fault> {
    let text = std::str::from_utf8(&config.bytes).map_err(|error| not_text(&error))?;
    let root = node::parse(text)?;
    let fields = Fields::of(&root, "a configuration", CONFIG_KEYS)?;
    if let Some(node) = fields.get("hardware") {
        let read = hardware::read(node, hardware)?;
        origins.note(&config.name, hardware, &read);
        *hardware = read;
    }
    if let Some(node) = fields.get("contexts") {
        let own = hardware::read_contexts(node)?;
        origins.note_masks(&config.name, &own);
        let of = |&(ctx, threads, _): &(u8, ThreadNum, SipMask)| (ctx, threads.class());
        masks.retain(|mask| own.iter().all(|new| of(new) != of(mask)));
        masks.extend(own);
    }
    Ok(())
}

fn not_text(error: &std::str::Utf8Error) -> Fault {
    let message = format!("the file is not text: byte {} is not UTF-8", error.valid_up_to());
    Fault::at(Position::UNKNOWN, WorkloadReason::Syntax { message })
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

/// The firmware options if no file has any.
fn usual_firmware(files: &[Drafted<'_>], hardware: &Hardware) -> FirmwareOptions {
    let plans = files.iter().flat_map(|file| &file.drafts).filter_map(|draft| draft.content.plan());
    FirmwareOptions { l2_bytes: planned::l2_bytes(plans, hardware.topology), ..FirmwareOptions::default() }
}

/// Scales imported times and makes the instances of repeated graphs.
fn finish(
    files: Vec<Drafted<'_>>,
    machine: Machine,
    options: &ReadOptions,
) -> Result<Workload, WorkloadError> {
    let Machine { hardware, masks: usage_masks, firmware } = machine;
    let drafts = files.iter().flat_map(|file| &file.drafts);
    let imports = Imports::of(drafts.map(|draft| &draft.content), &hardware, options);
    let predicted_factor = match files.as_slice() {
        [only] => only.file.predicted_factor(),
        _ => None,
    };
    let mut dags = Vec::new();
    for Drafted { name, file, drafts } in files {
        let first = dags.len();
        for draft in drafts {
            let limits = (firmware, hardware.topology);
            let refused = |fault| file.fault(fault).in_file(name);
            dags.extend(instances(draft, &imports, limits).map_err(refused)?);
        }
        across::shift(&mut dags[first..], first);
    }
    graph_priority::apply(&mut dags);
    let est_scale = imports.scale;
    let mut workload = Workload {
        hardware,
        usage_masks,
        firmware,
        dags,
        est_scale,
        predicted_factor,
        faults: Faults::default(),
    };
    if options.no_transfers {
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
