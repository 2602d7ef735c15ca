//! `hws plan emit`.

use std::fs;
use std::process::ExitCode;

use hws_host::outputs;
use hws_run::emit::{FILES, emit};

use crate::args::plan::emit::Emit;
use crate::commands::{inputs, policies};
use crate::failure::Failure;

pub(super) fn execute(args: &Emit) -> Result<ExitCode, Failure> {
    if args.machine.lists_policies() {
        return policies::print(false);
    }
    let only = [args.file.clone()];
    let mut named = args.files();
    let inputs = inputs::open(&only, &args.machine, &args.imports)?;
    let workload = inputs.read(&mut |file, path| named.read_beside(file, path))?;
    named.check()?;
    let emitted = emit(&workload)?;
    fs::create_dir_all(&args.out).map_err(Failure::write(&args.out))?;
    for (name, write) in FILES {
        outputs::file(&args.out.join(name), |out| write(&emitted, out))?;
    }
    Ok(ExitCode::SUCCESS)
}
