//! The folder in which a run keeps what the next one continues with.

use crate::repository::{Outcome, target};
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

/// Its name in the target folder. The copy of the tree lies in it, too.
pub(super) const NAME: &str = "mutation";

/// The sums of all files of the repository, once everything is switched.
pub(super) const CONTENTS: &str = "contents";

/// The mutants, as JSON; the number of a mutant is its place there.
pub(super) const LIST: &str = "list.json";

/// The numbers of the mutants that have a switch.
pub(super) const SWITCHED: &str = "switched";

/// What the tests say of each mutant that ran.
pub(super) const OUTCOMES: &str = "outcomes";

pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> Outcome<Self> {
        Self::at(target().join(NAME))
    }

    pub(super) fn at(folder: PathBuf) -> Outcome<Self> {
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self(folder))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The text of a file; an absent one is empty.
    pub(super) fn read(&self, name: &str) -> Outcome<String> {
        match fs::read_to_string(self.path(name)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
            read => read.map_err(|error| self.fault(name, &error)),
        }
    }

    pub(super) fn write(&self, name: &str, text: &str) -> Outcome {
        fs::write(self.path(name), text).map_err(|error| self.fault(name, &error))
    }

    pub(super) fn remove(&self, name: &str) -> Outcome {
        match fs::remove_file(self.path(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.fault(name, &error)),
            _ => Ok(()),
        }
    }

    /// The numbers of the mutants that have a switch, in ascending order.
    pub(super) fn switched(&self) -> Outcome<Vec<usize>> {
        let text = self.read(SWITCHED)?;
        let numbers = text.split_whitespace().map(str::parse);
        let mut numbers = numbers
            .collect::<Result<Vec<usize>, _>>()
            .map_err(|_| format!("{}: expected numbers", self.path(SWITCHED).display()))?;
        numbers.sort_unstable();
        Ok(numbers)
    }

    pub(super) fn fault(&self, name: &str, error: &std::io::Error) -> String {
        format!("{}: {error}", self.path(name).display())
    }
}

/// A folder for a test, without files.
#[cfg(test)]
pub(super) fn example(test: &str) -> Folder {
    let folder = std::env::temp_dir().join(format!("xtask-{test}-{}", std::process::id()));
    // A folder that is not there is what the test needs.
    let _ = fs::remove_dir_all(&folder);
    Folder::at(folder).expect("a folder")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_file_is_empty_and_can_be_removed() {
        let folder = example("absent");
        assert_eq!(folder.read(LIST), Ok(String::new()));
        folder.write(LIST, "[]").expect("a file");
        assert_eq!(folder.read(LIST), Ok("[]".to_owned()));
        for _ in 0..2 {
            folder.remove(LIST).expect("removed, or absent");
            assert!(!folder.path(LIST).exists());
        }
        fs::remove_dir(folder.path("")).expect("the folder of the test");
    }

    #[test]
    fn another_failure_names_the_file() {
        let folder = example("failure");
        fs::create_dir(folder.path(LIST)).expect("a folder in place of a file");
        for fault in [folder.read(LIST).err(), folder.remove(LIST).err(), folder.write(LIST, "").err()] {
            let fault = fault.expect("not a file");
            assert!(fault.starts_with(&folder.path(LIST).display().to_string()), "{fault}");
        }
        fs::remove_dir_all(folder.path("")).expect("the folder of the test");
    }

    #[test]
    fn switched_numbers_are_sorted() {
        let folder = example("switched");
        assert_eq!(folder.switched(), Ok(Vec::new()));
        folder.write(SWITCHED, "10\n9\n").expect("a file");
        assert_eq!(folder.switched(), Ok(vec![9, 10]));
        folder.write(SWITCHED, "10\nnine\n").expect("a file");
        assert!(folder.switched().is_err());
        fs::remove_dir_all(folder.path("")).expect("the folder of the test");
    }
}
