//! The files of a plan, so that it can be sent to machines that do not have them.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use hws_host::{HostError, files};
use hws_run::workload::InputFile;

/// Opens files and keeps what is in them, or has them all and opens none.
#[derive(Clone, Debug, Default)]
pub(super) struct SweepFiles {
    content: BTreeMap<String, Vec<u8>>,
    is_complete: bool,
}

impl SweepFiles {
    /// All files of a plan that was made elsewhere, by their paths there.
    pub(super) fn of_plan(content: BTreeMap<String, Vec<u8>>) -> Self {
        Self { content, is_complete: true }
    }

    /// What has been opened, by path.
    pub(super) fn content(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.content
    }

    /// Opens a file that the plan names.
    pub(super) fn source(&mut self, path: &Path) -> Result<InputFile, HostError> {
        let bytes = self.bytes(path).map_err(HostError::read(path))?;
        Ok(InputFile { name: path.display().to_string(), bytes })
    }

    /// Opens a file that a workload names.
    pub(super) fn beside(&mut self, file: &str, path: &str) -> io::Result<Vec<u8>> {
        self.bytes(&files::path_beside(file, path))
    }

    fn bytes(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        let name = path.display().to_string();
        match self.content.get(&name) {
            Some(bytes) => Ok(bytes.clone()),
            None if self.is_complete => Err(io::ErrorKind::NotFound.into()),
            None => {
                let bytes = std::fs::read(path)?;
                self.content.insert(name, bytes.clone());
                Ok(bytes)
            }
        }
    }
}
