//! A folder whose files are written aside, and then replace the files of the same names together.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::unfinished::Unfinished;
use crate::HostError;

/// What the folder is called, inside the other one, in which files are written until all of them are complete.
const PREFIX: &str = ".hws-unfinished-";
/// The folder in it for the files that are replaced, until all of them are.
const REPLACED: &str = "replaced";

/// The files of one folder, written aside. Unless they are [put in place](Self::finish), dropping this leaves the folder
/// as it was before.
#[derive(Debug)]
pub struct Aside {
    folder: PathBuf,
    names: Vec<&'static str>,
    // Fields are dropped in this order: what is aside lies in the folders that were created.
    aside: TempDir,
    _unfinished: Unfinished,
    created: Created,
}

impl Aside {
    /// Begins to write files with some of these names into a folder, which is created if necessary.
    ///
    /// # Errors
    /// [`HostError::Write`]: the folder cannot be created or written to, or has a folder with one of the names.
    pub fn new(folder: &Path, names: Vec<&'static str>) -> Result<Self, HostError> {
        let created = Created::new(folder).map_err(HostError::write(folder))?;
        names.iter().try_for_each(|name| refuse_folder(&folder.join(name)))?;
        let aside = tempfile::Builder::new().prefix(PREFIX).tempdir_in(folder);
        let aside = aside.map_err(HostError::write(folder))?;
        let _unfinished = Unfinished::new(aside.path());
        Ok(Self { folder: folder.to_owned(), names, aside, _unfinished, created })
    }

    /// Returns the folder in which files are written.
    #[must_use]
    pub fn place(&self) -> &Path {
        self.aside.path()
    }

    /// Returns where a file is to be written.
    #[must_use]
    pub fn place_of(&self, name: &str) -> PathBuf {
        self.aside.path().join(name)
    }

    /// Returns where a file will be.
    #[must_use]
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Puts the files that were written in place. Files with others of these names, of an earlier call, are removed; all
    /// other files stay as they are.
    ///
    /// # Errors
    /// [`HostError::Write`]; the folder is then as it was before. If the system refuses even that, what was replaced stays
    /// in the folder aside, and the error names it.
    pub fn finish(mut self) -> Result<(), HostError> {
        self.names.iter().try_for_each(|name| refuse_folder(&self.path_of(name)))?;
        let replaced = self.place_of(REPLACED);
        fs::create_dir(&replaced).map_err(HostError::write(&self.folder))?;
        // A program that is ended now would leave half of them.
        let _whole = super::unfinished::hold();
        let mut moves = Moves::default();
        for name in &self.names {
            let (place, path) = (self.place_of(name), self.path_of(name));
            let moved =
                moves.move_file(&path, &replaced.join(name)).and_then(|()| moves.move_file(&place, &path));
            if let Err(error) = moved {
                let error = if moves.undo() { error } else { self.stranded(&replaced, &error) };
                return Err(HostError::Write { path, error });
            }
        }
        self.created.keep();
        Ok(())
    }

    /// Keeps what could not be moved back, rather than lose it with the folder aside.
    fn stranded(&mut self, replaced: &Path, error: &io::Error) -> io::Error {
        self.aside.disable_cleanup(true);
        self.created.keep();
        let message = format!("{error}; files of before are in {}; move them back", replaced.display());
        io::Error::new(error.kind(), message)
    }
}

/// A file cannot take the place of a folder: better to hear that before a long run than after it.
fn refuse_folder(path: &Path) -> Result<(), HostError> {
    if fs::symlink_metadata(path).is_ok_and(|data| data.is_dir()) {
        let error = io::Error::new(io::ErrorKind::IsADirectory, "it is a folder; move it away");
        return Err(HostError::Write { path: path.to_owned(), error });
    }
    Ok(())
}

/// Files that were moved, in order.
#[derive(Default)]
struct Moves(Vec<(PathBuf, PathBuf)>);

impl Moves {
    /// Moves a file, if there is one.
    fn move_file(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        if fs::symlink_metadata(from).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return Ok(());
        }
        fs::rename(from, to)?;
        self.0.push((from.to_owned(), to.to_owned()));
        Ok(())
    }

    /// Moves everything back; returns whether nothing refused to go.
    fn undo(self) -> bool {
        self.0.into_iter().rev().fold(true, |whole, (from, to)| fs::rename(to, from).is_ok() && whole)
    }
}

/// Folders that were created for another one, itself included, the outermost first; they are removed when this is dropped.
#[derive(Debug, Default)]
struct Created(Vec<PathBuf>);

impl Created {
    fn new(folder: &Path) -> io::Result<Self> {
        let is_missing = |path: &&Path| path.as_os_str() != OsStr::new("") && !path.exists();
        let mut created: Vec<PathBuf> =
            folder.ancestors().take_while(is_missing).map(Path::to_owned).collect();
        created.reverse();
        let created = Self(created);
        fs::create_dir_all(folder)?;
        Ok(created)
    }

    fn keep(&mut self) {
        self.0.clear();
    }
}

impl Drop for Created {
    fn drop(&mut self) {
        // One that is not empty has files of others, which stay.
        while let Some(folder) = self.0.pop() {
            fs::remove_dir(folder).ok();
        }
    }
}

#[cfg(test)]
mod tests;
