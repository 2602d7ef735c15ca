//! `hws plan emit`.

use std::fs;
use std::process::ExitCode;

use hws_host::{files, outputs};
use hws_run::emit::{FILES, emit};

use crate::args::plan::emit::Emit;
use crate::commands::{inputs, policies};
use crate::failure::Failure;

pub(super) fn execute(args: &Emit) -> Result<ExitCode, Failure> {
    if args.machine.lists_policies() {
        return policies::print(false);
    }
    let only = [args.file.clone()];
    let workload = inputs::open(&only, &args.machine, &args.imports)?.read(&mut files::beside)?;
    let emitted = emit(&workload)?;
    fs::create_dir_all(&args.out).map_err(Failure::write(&args.out))?;
    for (name, write) in FILES {
        outputs::file(&args.out.join(name), |out| write(&emitted, out))?;
    }
    Ok(ExitCode::SUCCESS)
}
