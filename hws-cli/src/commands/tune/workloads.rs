//! The workloads of a tuning: each file by itself, `A+B` on one machine.

use std::path::PathBuf;

use hws_host::files;
use hws_run::workload::Inputs;

use crate::args::tune::Tune as Args;
use crate::commands::inputs;
use crate::failure::Failure;

/// The name of the workload without a file.
const BUILT_IN: &str = "built-in";

/// Opens the files; every workload has the name that the command line gives it.
pub(super) fn read(args: &Args) -> Result<Vec<(String, Inputs)>, Failure> {
    let open = |paths: &[PathBuf]| inputs::open(paths, &args.machine, &args.imports);
    if args.workloads.is_empty() {
        return Ok(vec![(BUILT_IN.to_owned(), open(&[])?)]);
    }
    let together: Vec<Vec<PathBuf>> = args.workloads.iter().map(|path| files::together_at(path)).collect();
    files::only_one_standard_input(together.iter().flatten().chain(&args.machine.config))?;
    let named = args.workloads.iter().zip(&together);
    named.map(|(path, paths)| Ok((files::name(path), open(paths)?))).collect()
}
