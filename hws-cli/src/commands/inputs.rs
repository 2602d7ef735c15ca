//! The inputs of commands, as options describe them.

use std::path::PathBuf;

use hws_host::{CommandFiles, HostError, files};
use hws_plan::import::onnx::UserRules;
use hws_plan::import::{self, ImportFormat};
use hws_run::workload::{InputFile, Inputs, Mapping, ReadOptions, Understood};

use crate::args::Run;
use crate::args::run::{self, Edges, Imports, Injection, Machine, Models, Policy};
use crate::args::sweep::Sweep;
use crate::failure::Failure;

/// Returns the inputs of a run.
pub(super) fn of_run(args: &Run) -> Result<Inputs, Failure> {
    Ok(Inputs {
        error_kind: args.real_times.error_model,
        seed: args.real_times.seed,
        faults: args.faults.injections.iter().filter_map(Injection::rate).collect(),
        ..open(&args.workloads, &args.machine, &args.imports)?
    })
}

/// Reads the workload of a command, before which no output of the command may be a file that the workload names.
pub(super) fn understand(inputs: &Inputs, mut files: CommandFiles) -> Result<Understood, Failure> {
    let understood = inputs.understand(&mut |file, path| files.read_beside(file, path))?;
    files.check()?;
    Ok(understood)
}

/// Inputs without files, on the machine of the defaults.
pub(super) fn with(options: ReadOptions) -> Inputs {
    Inputs { options, ..Inputs::default() }
}

/// Refuses outputs of a command that are files which workloads name; the machine is that of `settings`.
pub(super) fn check_named<'s>(
    sources: impl IntoIterator<Item = &'s InputFile>,
    settings: &Inputs,
    mut files: CommandFiles,
) -> Result<(), Failure> {
    for source in sources.into_iter().filter(|source| may_name_files(source)) {
        let inputs = Inputs { files: vec![source.clone()], ..settings.clone() };
        // The command reports what is wrong with a workload, and writes nothing then.
        let _ = inputs.read(&mut |file, path| files.read_beside(file, path));
    }
    Ok(files.check()?)
}

/// Only workloads in YAML do: graphs of other formats, which may be large, are not read here.
fn may_name_files(source: &InputFile) -> bool {
    matches!(import::recognise(&source.bytes), Ok((ImportFormat::Workload, _)))
}

/// Returns the inputs of a sweep, without real times.
pub(super) fn of_sweep(args: &Sweep) -> Result<Inputs, Failure> {
    open(&args.workloads, &args.machine, &args.imports)
}

/// Opens the files.
pub(super) fn open(workloads: &[PathBuf], machine: &Machine, imports: &Imports) -> Result<Inputs, Failure> {
    files::only_one_standard_input(workloads.iter().chain(&machine.config))?;
    let sources = workloads.iter().map(|path| files::source(path)).collect::<Result<_, _>>()?;
    Ok(Inputs { files: sources, ..on_machine(machine, options(imports)?)? })
}

/// Inputs without files.
pub(super) fn on_machine(machine: &Machine, options: ReadOptions) -> Result<Inputs, Failure> {
    Ok(Inputs {
        config: machine.config.as_deref().map(files::source).transpose()?,
        policies: machine.policies.iter().filter_map(policy).collect(),
        options,
        ..Inputs::default()
    })
}

fn policy(policy: &Policy) -> Option<(String, String)> {
    match policy {
        Policy::Set { key, value } => Some((key.clone(), value.clone())),
        Policy::List => None,
    }
}

/// Returns the settings that imported graphs leave open.
pub(super) fn options(imports: &Imports) -> Result<ReadOptions, Failure> {
    let mapping = match imports.mapping {
        run::Mapping::Dynamic => Mapping::Dynamic,
        run::Mapping::Static => Mapping::Static,
    };
    Ok(ReadOptions {
        mapping,
        est_scale: imports.scale,
        instances: imports.instances,
        no_transfers: imports.transfers.no_transfers,
        ..importers(&imports.models, &imports.edges)?
    })
}

/// Returns the options of the importers.
pub(super) fn importers(models: &Models, edges: &Edges) -> Result<ReadOptions, Failure> {
    let dims = models.dims.iter().cloned().collect();
    let rules = match &models.ops {
        Some(path) => {
            let (name, text) = files::text(path)?;
            UserRules::parse(&text, &name).map_err(HostError::from)?
        }
        None => UserRules::default(),
    };
    let unknown_op = models.unknown_op;
    Ok(ReadOptions { fuse: models.fuse, dims, unknown_op, rules, bw: edges.bw, ..ReadOptions::default() })
}
