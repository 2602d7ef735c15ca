//! Why something is refused: one message, and the place where it is known.

use std::io;
use std::path::{Path, PathBuf};

use hws_input::{Diagnose, Diagnostic, Place, Position};
use hws_plan::InputError;
use hws_plan::import::ImportError;
use hws_run::run::RunError;
use hws_run::sweep::SweepError;
use hws_run::workload::WorkloadError;
use hws_sim::stimulus::StimulusError;
use thiserror::Error;

/// Invalid input, or an error of the operating system. Its `Display` is the whole message, with the place first.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HostError {
    /// A file could not be read.
    #[error("{}", self.diagnostic())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file could not be written.
    #[error("{}", self.diagnostic())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// An input is refused.
    #[error("{0}")]
    Input(Box<Diagnostic>),
    /// The value of an option is refused; the key of the diagnostic is the name of the option.
    #[error("{0}")]
    Option(Box<Diagnostic>),
    /// The value of an option is refused for another reason; the key is the name of the option, without dashes.
    #[error("{0}")]
    Argument(Box<Diagnostic>),
    /// A run cannot continue.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl HostError {
    /// Returns the error of a file that cannot be read.
    pub fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Read { path, error }
    }

    /// Returns the error of a file that cannot be written.
    pub fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Write { path, error }
    }

    /// Returns the error of a graph that cannot be imported from a file.
    pub fn import(file: &str) -> impl Fn(ImportError) -> Self {
        let file = file.to_owned();
        move |error| Self::Input(Box::new(error.diagnostic().in_file(&file)))
    }

    /// Returns the error of a planner's input from a file.
    pub fn input(file: &str) -> impl Fn(InputError) -> Self {
        let file = file.to_owned();
        move |error| Self::Input(Box::new(error.diagnostic().in_file(&file)))
    }

    /// Returns an error about a file as a whole.
    pub fn file(file: &str, message: impl ToString) -> Self {
        Self::of_file("unusable-file", file, message.to_string())
    }

    /// Returns an error about a file as a whole, with its code.
    pub fn of_file(code: &'static str, file: &str, message: String) -> Self {
        Self::Input(Box::new(of_file(code, file, message)))
    }

    /// Returns an error about a place in a file that the program itself has written.
    pub fn at(file: &str, position: Position, message: impl Into<String>) -> Self {
        Self::Input(Box::new(of_file("damaged-file", file, message.into()).at(position)))
    }

    /// Returns the refusal of an option whose name is the key of a planner's input.
    pub fn option(error: &InputError) -> Self {
        Self::Option(Box::new(error.diagnostic()))
    }

    /// Returns the refusal of an option, which is named without dashes.
    pub fn argument(name: &str, message: impl Into<String>) -> Self {
        Self::Argument(Box::new(Diagnostic::new("illegal-option", Place::UNKNOWN, message).at_key(name)))
    }

    /// Returns the refusal of a request that cannot be met.
    pub fn request(message: impl Into<String>) -> Self {
        Self::Input(Box::new(Diagnostic::new("impossible-request", Place::UNKNOWN, message)))
    }

    /// Returns the error as a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Read { path, error } => {
                let found =
                    of_file("cannot-read", &crate::files::name(path), format!("cannot be read: {error}"));
                found.remedy(remedy_of_reading(error))
            }
            Self::Write { path, error } => {
                let found = of_file(
                    "cannot-write",
                    &path.display().to_string(),
                    format!("cannot be written: {error}"),
                );
                found.remedy(remedy_of_writing(error))
            }
            Self::Input(found) | Self::Option(found) | Self::Argument(found) => (**found).clone(),
            Self::Run(error) => Diagnostic::new("run-stopped", Place::UNKNOWN, error.to_string()),
        }
    }
}

/// What helps against an error of the system, where it is known.
fn remedy_of_reading(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "check the name and the folder",
        io::ErrorKind::PermissionDenied => "allow this user to read it",
        io::ErrorKind::IsADirectory => "give a file",
        _ => "",
    }
}

fn remedy_of_writing(error: &io::Error) -> &'static str {
    // Errors of this program have their own.
    if error.raw_os_error().is_none() {
        return "";
    }
    match error.kind() {
        io::ErrorKind::NotFound => "create the folder first",
        io::ErrorKind::PermissionDenied => "allow this user to write there, or give another path",
        io::ErrorKind::IsADirectory => "give the name of a file",
        io::ErrorKind::StorageFull => "free space, or give another path",
        _ => "",
    }
}

fn of_file(code: &'static str, file: &str, message: String) -> Diagnostic {
    Diagnostic::new(code, Place::UNKNOWN, message).in_file(file)
}

impl From<Box<Diagnostic>> for HostError {
    fn from(found: Box<Diagnostic>) -> Self {
        Self::Input(found)
    }
}

impl From<WorkloadError> for HostError {
    fn from(error: WorkloadError) -> Self {
        Self::Input(Box::new(error.diagnostic()))
    }
}

impl From<SweepError> for HostError {
    fn from(error: SweepError) -> Self {
        Self::Input(Box::new(error.diagnostic()))
    }
}

impl From<StimulusError> for HostError {
    fn from(error: StimulusError) -> Self {
        Self::Input(Box::new(error.diagnostic()))
    }
}

#[cfg(test)]
mod tests {
    use hws_plan::import::onnx::UserRules;
    use hws_plan::input;

    use super::*;

    #[test]
    fn the_place_of_an_error_is_known_as_a_value() {
        let error = input::parse("{\n  \"a\": x }").map_err(HostError::input("in.json")).unwrap_err();
        let found = error.diagnostic();
        assert_eq!((found.file.as_str(), found.place.line(), found.key.as_str()), ("in.json", 2, ""));
        assert_eq!((found.code, found.remedy.as_str()), ("json", "correct the JSON"));
        assert!(error.to_string().starts_with("in.json:2:"), "{error}");
        assert_eq!(HostError::file("a", "no").to_string(), "a: no");
        let error = HostError::from(UserRules::parse("\noperator: {}\n", "ops.yaml").unwrap_err());
        let found = error.diagnostic();
        assert_eq!((found.file.as_str(), found.place.line()), ("ops.yaml", 2));
        assert_eq!((found.code, found.candidates), ("unknown-key", vec!["operators".to_owned()]));
    }
}
