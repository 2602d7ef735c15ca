//! Opening inputs. `-` is standard input.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hws_input::{Diagnostic, Place, StandardInput};
use hws_run::workload::InputFile;

use crate::HostError;

/// The path that means standard input.
pub const STANDARD_INPUT: &str = StandardInput::PATH;

/// Refuses standard input for more than one file.
///
/// # Errors
/// [`HostError::Input`].
pub fn only_one_standard_input<'p>(files: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), HostError> {
    match files.into_iter().filter(|path| StandardInput::is(path)).count() {
        0 | 1 => Ok(()),
        _ => {
            let found =
                Diagnostic::new("given-twice", Place::UNKNOWN, "standard input can be read only once");
            Err(Box::new(found.remedy("give `-` once")).into())
        }
    }
}

/// Returns the name of a file in errors.
#[must_use]
pub fn name(path: &Path) -> String {
    StandardInput::name_of(path)
}

/// Reads a file as a whole.
///
/// # Errors
/// [`HostError::Read`].
pub fn source(path: &Path) -> Result<InputFile, HostError> {
    let bytes = if StandardInput::is(path) { StandardInput::read_all() } else { fs::read(path) };
    Ok(InputFile { name: name(path), bytes: bytes.map_err(HostError::read(path))? })
}

/// Returns the files of a workload as it is written in one word: those joined by `+` share the machine. A file whose own name
/// has a `+` is one file.
#[must_use]
pub fn together(text: &str) -> Vec<PathBuf> {
    match text.contains('+') && !Path::new(text).exists() {
        true => text.split('+').map(PathBuf::from).collect(),
        false => vec![PathBuf::from(text)],
    }
}

/// Returns the files of a workload as [`together`] does; a path that is not text is one file.
#[must_use]
pub fn together_at(path: &Path) -> Vec<PathBuf> {
    path.to_str().map_or_else(|| vec![path.to_owned()], together)
}

/// Returns the name and the text of a file.
///
/// # Errors
/// [`HostError::Read`], [`HostError::Input`].
pub fn text(path: &Path) -> Result<(String, String), HostError> {
    source(path).and_then(as_text)
}

/// Returns the name and the text of an input that is already read.
///
/// # Errors
/// [`HostError::Input`] if it is not UTF-8.
pub fn as_text(file: InputFile) -> Result<(String, String), HostError> {
    match String::from_utf8(file.bytes) {
        Ok(text) => Ok((file.name, text)),
        Err(error) => {
            let message = format!("is not a text in UTF-8: {}", error.utf8_error());
            let found = Diagnostic::new("not-text", Place::UNKNOWN, message).in_file(file.name);
            Err(Box::new(found.remedy("save the file as UTF-8")).into())
        }
    }
}

/// Opens a path that a file names: relative to that file, or to the current folder for standard input.
///
/// # Errors
/// Those of the system.
pub fn beside(file: &str, path: &str) -> io::Result<Vec<u8>> {
    fs::read(path_beside(file, path))
}

/// Returns the path that a file names.
#[must_use]
pub fn path_beside(file: &str, path: &str) -> PathBuf {
    Path::new(file).parent().unwrap_or(Path::new("")).join(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_input_can_be_given_once() {
        let paths = ["a", "-", "b"].map(PathBuf::from);
        only_one_standard_input(&paths).unwrap();
        let error = only_one_standard_input(paths.iter().chain(&[PathBuf::from("-")])).unwrap_err();
        assert!(error.to_string().contains("only once; give `-` once"));
        assert_eq!((name(&paths[1]).as_str(), name(&paths[0]).as_str()), ("standard input", "a"));
    }

    #[test]
    fn files_that_are_joined_share_the_machine() {
        let paths =
            |text: &str| together(text).iter().map(|path| path.display().to_string()).collect::<Vec<_>>();
        assert_eq!(paths("a.yaml"), ["a.yaml"]);
        assert_eq!(paths("a.yaml+b/c.stg"), ["a.yaml", "b/c.stg"]);
        let one = std::env::temp_dir().join(format!("hws-a+b-{}", std::process::id()));
        fs::write(&one, "").unwrap();
        assert_eq!(together(&one.display().to_string()), std::slice::from_ref(&one));
        fs::remove_file(one).unwrap();
    }

    #[test]
    fn what_is_no_text_is_refused_with_its_name_and_its_place() {
        let file = |bytes: &[u8]| InputFile { name: "map.yaml".to_owned(), bytes: bytes.to_owned() };
        assert_eq!(as_text(file(b"a: 1")).unwrap(), ("map.yaml".to_owned(), "a: 1".to_owned()));
        let error = as_text(file(b"a: \xff")).unwrap_err();
        assert_eq!(error.diagnostic().file, "map.yaml");
        assert!(
            error.to_string().contains("not a text in UTF-8") && error.to_string().contains("index 3"),
            "{error}"
        );
    }

    #[test]
    fn a_file_or_folder_that_cannot_be_read_is_named() {
        for path in ["/nowhere/at/all", "/"] {
            let error = source(Path::new(path)).unwrap_err();
            assert!(
                matches!(&error, HostError::Read { path: named, .. } if named == Path::new(path)),
                "{error}"
            );
        }
    }

    #[test]
    fn a_named_file_lies_beside_the_one_that_names_it() {
        let folder = std::env::temp_dir().join(format!("hws-beside-{}", std::process::id()));
        fs::create_dir_all(folder.join("models")).unwrap();
        fs::write(folder.join("models/net"), "net").unwrap();
        let workload = folder.join("work.yaml").display().to_string();
        assert_eq!(beside(&workload, "models/net").unwrap(), b"net");
        assert_eq!(beside(&workload, "net").unwrap_err().kind(), io::ErrorKind::NotFound);
        fs::remove_dir_all(folder).unwrap();
    }
}
