//! Why something is refused: one message, and the place where it is known.

use std::io;
use std::path::{Path, PathBuf};
use std::str::Utf8Error;

use hws_dv::map::MapError;
use hws_input::Position;
use hws_plan::InputError;
use hws_plan::import::onnx::RulesError;
use hws_plan::import::{FilePlace, ImportError};
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
    #[error("{}: cannot be read: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file could not be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file that should be text is not.
    #[error("{file}: is not a text in UTF-8: {error}")]
    NotText {
        /// The name of the file.
        file: String,
        /// Where it is not.
        error: Utf8Error,
    },
    /// Standard input is given for several files.
    #[error("standard input can be read only once; give `-` once")]
    StandardInputTwice,
    /// A graph that cannot be imported.
    #[error("{}", error.in_file(file))]
    Import {
        /// The name of the file.
        file: String,
        /// The error.
        error: ImportError,
    },
    /// The input of a planner is refused.
    #[error("{}", error.in_file(file))]
    Input {
        /// The name of the file.
        file: String,
        /// The error.
        error: InputError,
    },
    /// The value of an option is refused; the option has the name of the key.
    #[error("{0}")]
    Option(InputError),
    /// The value of an option is refused for another reason.
    #[error("{name}: {message}")]
    Argument {
        /// The name of the option, without dashes.
        name: &'static str,
        /// What is wrong, and the remedy.
        message: String,
    },
    /// A workload is malformed.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// The settings or seeds of a sweep are malformed.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// A stimulus is malformed.
    #[error(transparent)]
    Stimulus(#[from] StimulusError),
    /// Rules for operators of ONNX models are malformed.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A map of the names in dumps is malformed.
    #[error(transparent)]
    NameMap(#[from] MapError),
    /// A run cannot continue.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Something else about a file, at a position in it.
    #[error("{}: {message}", position.in_file(file))]
    File {
        /// The name of the file.
        file: String,
        /// The position.
        position: Position,
        /// What is wrong, and the remedy.
        message: String,
    },
    /// A request that cannot be met.
    #[error("{0}")]
    Request(String),
}

/// The place of an error, as far as it is known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ErrorPlace {
    /// The name of the file.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column, from 1.
    pub column: Option<u64>,
    /// The path in JSON, such as `tasks[3].cost`.
    pub key: Option<String>,
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
        move |error| Self::Import { file: file.clone(), error }
    }

    /// Returns the error of a planner's input from a file.
    pub fn input(file: &str) -> impl Fn(InputError) -> Self {
        let file = file.to_owned();
        move |error| Self::Input { file: file.clone(), error }
    }

    /// Returns an error about a file as a whole.
    pub fn file(file: &str, message: impl ToString) -> Self {
        Self::File { file: file.to_owned(), position: Position::UNKNOWN, message: message.to_string() }
    }

    /// Returns where the error is.
    #[must_use]
    pub fn place(&self) -> ErrorPlace {
        match self {
            Self::Read { path, .. } | Self::Write { path, .. } => ErrorPlace::of(&path.display().to_string()),
            Self::NotText { file, .. } => ErrorPlace::of(file),
            Self::Import { file, error } => ErrorPlace::of(file).within(&error.place),
            Self::Input { file, error } => ErrorPlace::of(file).within(&error.place),
            Self::Option(error) => ErrorPlace::default().within(&error.place),
            Self::Workload(error) => ErrorPlace::of(&error.file).at(error.position),
            Self::Stimulus(StimulusError { file, line, column, .. }) => {
                ErrorPlace { line: Some(*line), column: Some(*column), ..ErrorPlace::of(file) }
            }
            Self::Rules(error) => ErrorPlace::of(&error.file).at(error.position),
            Self::File { file, position, .. } => ErrorPlace::of(file).at(*position),
            Self::Sweep(SweepError::Workload(error)) => ErrorPlace::of(&error.file).at(error.position),
            Self::NameMap(MapError::At { file, place, .. }) => ErrorPlace::of(file).at(place.position),
            Self::NameMap(MapError::Read { file, .. }) => ErrorPlace::of(file),
            Self::NameMap(MapError::Fit(_))
            | Self::StandardInputTwice
            | Self::Sweep(_)
            | Self::Run(_)
            | Self::Argument { .. }
            | Self::Request(_) => ErrorPlace::default(),
        }
    }
}

impl ErrorPlace {
    fn of(file: &str) -> Self {
        Self { file: Some(file.to_owned()), ..Self::default() }
    }

    fn at(self, position: Position) -> Self {
        let known = |number: u32| (number > 0).then_some(number.into());
        Self { line: known(position.line), column: known(position.column), ..self }
    }

    fn within(self, place: &FilePlace) -> Self {
        match place {
            FilePlace::File => self,
            FilePlace::At(position) => self.at(*position),
            FilePlace::Path(path) => Self { key: Some(path.clone()), ..self },
        }
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
        let place = error.place();
        assert_eq!(
            (place.file.as_deref(), place.line, place.key.as_deref()),
            (Some("in.json"), Some(2), None)
        );
        assert!(error.to_string().starts_with("in.json:2:"), "{error}");
        assert_eq!(HostError::file("a", "no").to_string(), "a: no");
        let error = HostError::from(UserRules::parse("\noperator: {}\n", "ops.yaml").unwrap_err());
        assert_eq!((error.place().file.as_deref(), error.place().line), (Some("ops.yaml"), Some(2)));
    }
}
