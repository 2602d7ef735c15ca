//! What `hws run` is told to run: files are opened here, and understood by `hws_sim::workload`.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use hws_sim::workload::{Inputs, Mapping, ReadOptions, Source, Understood};

use crate::args::run::Policy;
use crate::args::{self, Run};
use crate::failure::Failure;

/// Standard input.
const STANDARD_INPUT: &str = "-";

/// Reads the workload that the command line asks for.
pub(super) fn read(args: &Run) -> Result<Understood, Failure> {
    only_one_standard_input(args)?;
    let inputs = Inputs {
        files: args.workloads.iter().map(|path| source(path)).collect::<Result<_, _>>()?,
        config: args.machine.config.as_deref().map(source).transpose()?,
        policies: args.machine.policies.iter().filter_map(policy).collect(),
        error_kind: args.real_times.error_model,
        seed: args.real_times.seed,
        options: options(args),
    };
    Ok(inputs.understand(&mut beside)?)
}

fn policy(policy: &Policy) -> Option<(String, String)> {
    match policy {
        Policy::Set { key, value } => Some((key.clone(), value.clone())),
        Policy::List => None,
    }
}

fn options(args: &Run) -> ReadOptions {
    let mapping = match args.mapping {
        args::Mapping::Dynamic => Mapping::Dynamic,
        args::Mapping::Static => Mapping::Static,
    };
    ReadOptions { mapping, est_scale: args.scale, fuse: args.fuse, dims: args.dims.iter().cloned().collect() }
}

fn only_one_standard_input(args: &Run) -> Result<(), Failure> {
    let files = args.workloads.iter().chain(&args.machine.config);
    match files.filter(|path| is_standard_input(path)).count() {
        0 | 1 => Ok(()),
        _ => Err(Failure::Use("standard input can be read once (give `-` once)".to_owned())),
    }
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

fn source(path: &Path) -> Result<Source, Failure> {
    let bytes = if is_standard_input(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    Ok(Source { name: path.display().to_string(), bytes: bytes.map_err(Failure::read(path))? })
}

/// A path that a file names is relative to that file; from standard input, to the current folder.
fn beside(file: &str, path: &str) -> io::Result<Vec<u8>> {
    fs::read(Path::new(file).parent().unwrap_or(Path::new("")).join(path))
}
