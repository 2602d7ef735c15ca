//! Simulating a shorter stimulus with the RTL.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hws_sim::stimulus::{Operation, Writer};
use thiserror::Error;

use crate::check::{CheckOptions, DumpReport, check};
use crate::map::NameMap;

/// A command that simulates a stimulus and writes a dump.
#[derive(Clone, Debug)]
pub struct Simulation<'m> {
    /// The command for the shell, with `{stimulus}` and `{dump}`.
    pub command: String,
    /// The folder for the stimulus and the dump of a try.
    pub folder: PathBuf,
    /// The end of the name of a dump, such as `vcd`.
    pub extension: String,
    /// The names in the dump.
    pub map: &'m NameMap,
    /// The signal and the rule of the difference.
    pub wanted: (String, &'static str),
}

/// Why a stimulus cannot be shortened by simulation.
#[derive(Debug, Error)]
pub enum SimulationError {
    /// The command lacks a placeholder.
    #[error(
        "the command `{command}` does not contain `{missing}`; it must name both `{{stimulus}}` and `{{dump}}`"
    )]
    Placeholder {
        /// The command.
        command: String,
        /// The placeholder.
        missing: &'static str,
    },
    /// The stimulus of a try cannot be written.
    #[error("{}: {error}", path.display())]
    Stimulus {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The command cannot be started or fails.
    #[error("`{command}`: {reason}")]
    Command {
        /// The command with the names of the files.
        command: String,
        /// The reason.
        reason: String,
    },
    /// The simulation of the recorded inputs does not differ in the same way.
    #[error(
        "the simulation of the recorded inputs does not differ as the dump does ({found}); is it the same RTL? Without \
         `--simulate`, the stimulus is shortened on the model alone"
    )]
    NotReproduced {
        /// What was found instead.
        found: String,
    },
}

impl Simulation<'_> {
    /// Checks that the simulation of the whole stimulus differs in the wanted way.
    ///
    /// # Errors
    /// [`SimulationError`]
    pub fn confirm(&self, operations: &[Operation]) -> Result<(), SimulationError> {
        if let Some(missing) = ["{stimulus}", "{dump}"].into_iter().find(|name| !self.command.contains(name))
        {
            return Err(SimulationError::Placeholder { command: self.command.clone(), missing });
        }
        let report = self.run(operations)?;
        if self.is_wanted(&report) {
            return Ok(());
        }
        let found = match (&report.divergence, &report.problem) {
            (Some(divergence), _) => {
                format!("it differs in `{}`, {}", divergence.first_signal(), divergence.cite())
            }
            (None, Some(problem)) => problem.clone(),
            (None, None) => "it is equal to the model".to_owned(),
        };
        Err(SimulationError::NotReproduced { found })
    }

    /// Returns whether the simulation of a shorter stimulus still differs in the wanted way; one that fails does not.
    #[must_use]
    pub fn still_differs(&self, operations: &[Operation]) -> bool {
        self.run(operations).is_ok_and(|report| self.is_wanted(&report))
    }

    fn is_wanted(&self, report: &DumpReport) -> bool {
        let found = report.divergence.as_ref();
        found.is_some_and(|found| {
            (found.first_signal(), found.cite()) == (self.wanted.0.as_str(), self.wanted.1)
        })
    }

    fn run(&self, operations: &[Operation]) -> Result<DumpReport, SimulationError> {
        let stimulus = self.folder.join("try.jsonl");
        let dump = self.folder.join(format!("try.{}", self.extension));
        write(&stimulus, operations)?;
        // A dump of an earlier try must not be taken for this one's.
        let _ = std::fs::remove_file(&dump);
        let command =
            self.command.replace("{stimulus}", &quoted(&stimulus)).replace("{dump}", &quoted(&dump));
        simulate(&command).map_err(|reason| SimulationError::Command { command, reason })?;
        let options = CheckOptions { min_coverage: Some(0), ..CheckOptions::default() };
        Ok(check(&dump, self.map, &options))
    }
}

fn write(path: &Path, operations: &[Operation]) -> Result<(), SimulationError> {
    let written = Writer::write(Vec::new(), operations).and_then(|text| std::fs::write(path, text));
    written.map_err(|error| SimulationError::Stimulus { path: path.to_owned(), error })
}

/// The path as one word for the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

/// Runs the command. Its exit status is not asked for: many simulators fail when a check of the bench fails.
fn simulate(command: &str) -> Result<(), String> {
    let status = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match status {
        Err(error) => Err(format!("cannot be started: {error}")),
        Ok(status) if status.code() == Some(127) => Err("the shell does not find the command".to_owned()),
        Ok(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_one_word_for_the_shell() {
        assert_eq!(quoted(Path::new("/tmp/a b/it's")), r"'/tmp/a b/it'\''s'");
    }
}
