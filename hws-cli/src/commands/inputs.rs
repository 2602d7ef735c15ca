//! The inputs of commands: files are opened here and read by `hws_run::workload`.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use hws_plan::import::onnx::UserRules;
use hws_run::workload::{self, InputFile, Inputs, Mapping, ReadOptions, Understood};

use crate::args::Run;
use crate::args::run::{self, Edges, Imports, Machine, Models, Policy};
use crate::args::sweep::Sweep;
use crate::failure::Failure;

/// The path that means standard input.
pub(super) const STANDARD_INPUT: &str = "-";

/// Reads the workload of the command line.
pub(super) fn read(args: &Run) -> Result<Understood, Failure> {
    let inputs = Inputs {
        error_kind: args.real_times.error_model,
        seed: args.real_times.seed,
        ..open(&args.workloads, &args.machine, &args.imports)?
    };
    Ok(inputs.understand(&mut beside)?)
}

/// Returns the inputs of a sweep, without real times.
pub(super) fn of_sweep(args: &Sweep) -> Result<Inputs, Failure> {
    open(&args.workloads, &args.machine, &args.imports)
}

/// Opens the files.
pub(super) fn open(workloads: &[PathBuf], machine: &Machine, imports: &Imports) -> Result<Inputs, Failure> {
    only_one_standard_input(workloads.iter().chain(&machine.config))?;
    let files = workloads.iter().map(|path| source(path)).collect::<Result<_, _>>()?;
    Ok(Inputs { files, ..on_machine(machine, options(imports)?)? })
}

/// Inputs without files.
pub(super) fn on_machine(machine: &Machine, options: ReadOptions) -> Result<Inputs, Failure> {
    Ok(Inputs {
        config: machine.config.as_deref().map(source).transpose()?,
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
            let (name, text) = text(path)?;
            UserRules::parse(&text, &name).map_err(|error| Failure::Use(error.to_string()))?
        }
        None => UserRules::default(),
    };
    let unknown_op = models.unknown_op;
    Ok(ReadOptions { fuse: models.fuse, dims, unknown_op, rules, bw: edges.bw, ..ReadOptions::default() })
}

pub(super) fn only_one_standard_input<'p>(files: impl Iterator<Item = &'p PathBuf>) -> Result<(), Failure> {
    match files.filter(|path| is_standard_input(path)).count() {
        0 | 1 => Ok(()),
        _ => Err(Failure::Use("standard input can be read only once; give `-` once".to_owned())),
    }
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Returns the name of a file in errors.
pub(super) fn name(path: &Path) -> String {
    if is_standard_input(path) { workload::STANDARD_INPUT.to_owned() } else { path.display().to_string() }
}

pub(super) fn source(path: &Path) -> Result<InputFile, Failure> {
    let bytes = if is_standard_input(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    Ok(InputFile { name: name(path), bytes: bytes.map_err(Failure::read(path))? })
}

/// Returns the name and the text of a file.
pub(super) fn text(path: &Path) -> Result<(String, String), Failure> {
    let file = source(path)?;
    match String::from_utf8(file.bytes) {
        Ok(text) => Ok((file.name, text)),
        Err(error) => Err(Failure::Use(format!("{}: is not a text in UTF-8: {error}", file.name))),
    }
}

/// Opens a path that a file names: relative to that file, or to the current folder for standard input.
pub(super) fn beside(file: &str, path: &str) -> io::Result<Vec<u8>> {
    fs::read(Path::new(file).parent().unwrap_or(Path::new("")).join(path))
}
