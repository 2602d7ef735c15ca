//! `hws completions`: completion scripts from the definition of the command line.

use std::io;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::failure::Failure;

pub(crate) fn execute(shell: Shell) -> Result<ExitCode, Failure> {
    clap_complete::generate(shell, &mut Args::command(), "hws", &mut io::stdout());
    Ok(ExitCode::SUCCESS)
}
