//! `hws check --monitor`: a SystemVerilog module for a design.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use hws_dv::input::{self, OpenOptions};
use hws_dv::map::NameMap;
use hws_dv::monitor::Monitor;
use hws_host::outputs;

use crate::args::check::Check;
use crate::failure::Failure;

/// Writes the monitor of the dump, or of the map alone.
pub(super) fn write(args: &Check, map: &NameMap, path: &Path) -> Result<ExitCode, Failure> {
    let monitor = match args.dumps.as_slice() {
        [] => Monitor::of_map(map).map_err(Failure::from)?,
        [dump] => {
            let name = input::name(dump);
            let options = OpenOptions { hierarchy: args.hierarchy.as_deref(), ..OpenOptions::default() };
            let reader =
                input::open(dump, options).map_err(|error| Failure::from(Box::new(error.in_file(&name))))?;
            Monitor::of_dump(map, reader.hierarchy())
                .map_err(|error| Failure::from(Box::new(error.in_file(&name))))?
        }
        dumps => return Err(Failure::usage(format!("--monitor takes one dump; {} are given", dumps.len()))),
    };
    outputs::file(path, |out| write!(out, "{monitor}"))?;
    Ok(ExitCode::SUCCESS)
}
