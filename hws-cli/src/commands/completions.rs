//! `hws completions`: the script by which a shell asks this program what may follow.

use std::io;
use std::process::ExitCode;

use clap_complete::Shell;
use clap_complete::env::Shells;

use crate::completion;
use crate::failure::Failure;

pub(crate) fn execute(shell: Shell) -> Result<ExitCode, Failure> {
    // Both enumerate the same shells under the same names.
    if let Some(script) = Shells::builtins().completer(&shell.to_string()) {
        script.write_registration(completion::VARIABLE, "hws", "hws", "hws", &mut io::stdout())?;
    }
    Ok(ExitCode::SUCCESS)
}
