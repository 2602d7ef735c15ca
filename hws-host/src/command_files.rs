//! The files that a command reads and writes: no output may replace an input or another output.
//!
//! A command lists its files before it begins; [`CommandFiles::check`] refuses two names of one file, however they are spelt.
//! Devices, FIFOs and the standard streams may be named several times. Outputs whose names differ only in case count as two files
//! until one of them exists.

mod identity;
#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::run::names;
use crate::{HostError, files, stimuli};
use identity::FileIdentity;

/// The inputs and the outputs of a command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandFiles {
    inputs: Vec<PathBuf>,
    outputs: Vec<NamedOutput>,
}

/// A file that an option writes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct NamedOutput {
    option: &'static str,
    path: PathBuf,
}

impl CommandFiles {
    /// Adds inputs; `-` is standard input, which may be a file, too.
    #[must_use]
    pub fn reading<'p>(mut self, paths: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        self.inputs.extend(paths.into_iter().cloned());
        self
    }

    /// Adds inputs, each of which may be a folder of `hws run --out`: all files of a run in it are then inputs.
    #[must_use]
    pub fn reading_runs<'p>(mut self, paths: impl IntoIterator<Item = &'p PathBuf>) -> Self {
        for path in paths {
            match path.is_dir() {
                true => self.inputs.extend(names().into_iter().map(|name| path.join(name))),
                false => self.inputs.push(path.clone()),
            }
        }
        self
    }

    /// Adds reports of runs, or their folders, with the stimuli beside the reports.
    #[must_use]
    pub fn reading_reports<'p>(self, paths: impl IntoIterator<Item = &'p PathBuf> + Clone) -> Self {
        let reports = paths.clone().into_iter().filter(|path| !path.is_dir());
        let beside: Vec<PathBuf> = reports.map(|report| stimuli::stimulus_beside(report)).collect();
        self.reading_runs(paths).reading(&beside)
    }

    /// Adds the file of an option, if the option is given.
    #[must_use]
    pub fn writing(mut self, option: &'static str, path: Option<&PathBuf>) -> Self {
        self.outputs.extend(path.map(|path| NamedOutput { option, path: path.clone() }));
        self
    }

    /// Adds files whose names are that of an option with something added.
    #[must_use]
    pub fn writing_with_endings(
        self,
        option: &'static str,
        path: Option<&PathBuf>,
        endings: &[&str],
    ) -> Self {
        let with = |path: &PathBuf, ending: &str| {
            let mut name = path.clone().into_os_string();
            name.push(ending);
            PathBuf::from(name)
        };
        let all: Vec<PathBuf> =
            path.iter().flat_map(|path| endings.iter().map(|ending| with(path, ending))).collect();
        all.iter().fold(self, |files, path| files.writing(option, Some(path)))
    }

    /// Adds the files of these names in the folder of an option, if the option is given.
    #[must_use]
    pub fn writing_into<N: AsRef<OsStr>>(
        mut self,
        option: &'static str,
        folder: Option<&Path>,
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        if let Some(folder) = folder {
            let path = |name: N| folder.join(name.as_ref());
            self.outputs.extend(names.into_iter().map(|name| NamedOutput { option, path: path(name) }));
        }
        self
    }

    /// Reads a file that another input names, relative to that input, and adds it to the inputs.
    ///
    /// # Errors
    /// Those of the system.
    pub fn read_beside(&mut self, file: &str, path: &str) -> io::Result<Vec<u8>> {
        self.read(&files::path_beside(file, path))
    }

    /// Reads a file and adds it to the inputs.
    ///
    /// # Errors
    /// Those of the system.
    pub fn read(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        self.inputs.push(path.to_owned());
        fs::read(path)
    }

    /// Refuses an output that is an input or another output.
    ///
    /// # Errors
    /// [`HostError::Input`], with the name of the output; nothing has been written.
    pub fn check(&self) -> Result<(), HostError> {
        let mut outputs: Vec<(&NamedOutput, FileIdentity)> = Vec::new();
        // Most commands write nothing, and some read thousands of files.
        let inputs = if self.outputs.is_empty() { Vec::new() } else { self.identified_inputs() };
        for output in &self.outputs {
            let Some(identity) = FileIdentity::of_output(&output.path) else { continue };
            if let Some((input, _)) = inputs.iter().find(|(_, input)| *input == identity) {
                return Err(output.refused(&format!("the input {}", files::name(input)), NAME));
            }
            if let Some((other, _)) = outputs.iter().find(|(_, other)| *other == identity)
                && !output.is_in_folder_with(other)
            {
                return Err(output.refused_beside(other));
            }
            outputs.push((output, identity));
        }
        Ok(())
    }

    /// Refuses an output that exists already: `workload` could not be read, so that any file may be one that it names.
    ///
    /// # Errors
    /// [`HostError::Input`], with the name of the output; nothing has been written.
    pub fn check_beside_unread(&self, workload: &str) -> Result<(), HostError> {
        match self.outputs.iter().find(|output| output.path.is_file()) {
            Some(output) => {
                let what = format!("a file that {workload}, which cannot be read, may import");
                Err(output.refused(&what, "mend the workload or give another name"))
            }
            None => Ok(()),
        }
    }

    fn identified_inputs(&self) -> Vec<(&Path, FileIdentity)> {
        let identified = |path: &'_ PathBuf| FileIdentity::of_input(path);
        self.inputs.iter().filter_map(|path| Some((path.as_path(), identified(path)?))).collect()
    }
}

/// What to do about one name for two files.
const NAME: &str = "give it a name of its own";

impl NamedOutput {
    /// Whether both are files of one folder: an earlier call may have left links to one file, which this one replaces one by one.
    fn is_in_folder_with(&self, other: &Self) -> bool {
        self.option == other.option && self.path != other.path
    }

    fn refused_beside(&self, other: &Self) -> HostError {
        if self.option == other.option {
            return self.refused("what it has written for another input", "rename one of the inputs");
        }
        self.refused(&format!("the file of {}", other.option), NAME)
    }

    fn refused(&self, what: &str, remedy: &str) -> HostError {
        let message = format!("{} would overwrite {what}; {remedy}", self.option);
        HostError::file(&self.path.display().to_string(), message)
    }
}
