//! What Cargo says of a build, as JSON: one message a line.

use crate::repository::Outcome;
use serde::Deserialize;
use std::ops::Range;
use std::path::PathBuf;

/// The options with which Cargo says it.
pub(super) const OPTIONS: [&str; 2] = ["--quiet", "--message-format=json"];

#[derive(Debug, Deserialize)]
#[serde(tag = "reason")]
enum Message {
    #[serde(rename = "compiler-message")]
    Said { message: Diagnostic },
    #[serde(rename = "compiler-artifact")]
    Compiled(Artifact),
    #[serde(other)]
    Other,
}

/// What the compiler says.
#[derive(Debug, Deserialize)]
pub(super) struct Diagnostic {
    pub(super) message: String,
    level: String,
    code: Option<Code>,
    pub(super) spans: Vec<Place>,
    /// As it is printed.
    pub(super) rendered: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Code {
    code: String,
}

/// A place that a diagnostic points at.
#[derive(Debug, Deserialize)]
pub(super) struct Place {
    /// From the folder of the workspace, or absolute.
    pub(super) file_name: String,
    byte_start: usize,
    byte_end: usize,
    pub(super) is_primary: bool,
}

/// What was compiled.
#[derive(Debug, Deserialize)]
pub(super) struct Artifact {
    pub(super) manifest_path: PathBuf,
    pub(super) target: Target,
    profile: Profile,
    executable: Option<PathBuf>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Target {
    pub(super) name: String,
}

#[derive(Debug, Deserialize)]
struct Profile {
    test: bool,
}

impl Diagnostic {
    pub(super) fn has_code(&self, code: &str) -> bool {
        self.code.as_ref().is_some_and(|found| found.code == code)
    }

    /// The summary at the end of a build is an error without a place.
    fn is_error(&self) -> bool {
        self.level == "error" && !self.spans.is_empty()
    }
}

impl Place {
    pub(super) fn bytes(&self) -> Range<usize> {
        self.byte_start..self.byte_end
    }
}

impl Artifact {
    /// The test program, if it is one.
    pub(super) fn test(&self) -> Option<&PathBuf> {
        self.executable.as_ref().filter(|_| self.profile.test)
    }
}

/// The errors of a build.
pub(super) fn errors(said: &str) -> Outcome<Vec<Diagnostic>> {
    let error = |message| match message {
        Message::Said { message } => Some(message).filter(Diagnostic::is_error),
        _ => None,
    };
    Ok(messages(said)?.into_iter().filter_map(error).collect())
}

/// What a build has compiled.
pub(super) fn artifacts(said: &str) -> Outcome<Vec<Artifact>> {
    let artifact = |message| match message {
        Message::Compiled(artifact) => Some(artifact),
        _ => None,
    };
    Ok(messages(said)?.into_iter().filter_map(artifact).collect())
}

/// Programs that Cargo runs may print lines of their own.
fn messages(said: &str) -> Outcome<Vec<Message>> {
    let lines = said.lines().filter(|line| line.starts_with('{'));
    let message =
        |line: &str| serde_json::from_str(line).map_err(|error| format!("cargo: a message: {error}"));
    lines.map(message).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = r#"a line of a program
{"reason":"compiler-artifact","manifest_path":"/w/tests/Cargo.toml","target":{"name":"integration","kind":["test"]},"profile":{"test":true},"executable":"/t/integration-1"}
{"reason":"compiler-artifact","manifest_path":"/w/a/Cargo.toml","target":{"name":"a"},"profile":{"test":true},"executable":null}
{"reason":"compiler-artifact","manifest_path":"/w/a/Cargo.toml","target":{"name":"b"},"profile":{"test":false},"executable":"/t/b"}
{"reason":"build-script-executed","out_dir":"/t/out"}
{"reason":"compiler-message","message":{"message":"m","level":"error","code":{"code":"E0004","explanation":null},"rendered":"r","spans":[{"file_name":"a/src/lib.rs","byte_start":3,"byte_end":5,"is_primary":true}]}}
{"reason":"compiler-message","message":{"message":"w","level":"warning","code":null,"rendered":null,"spans":[{"file_name":"a/src/lib.rs","byte_start":3,"byte_end":5,"is_primary":true}]}}
{"reason":"compiler-message","message":{"message":"aborting","level":"error","code":null,"rendered":null,"spans":[]}}
{"reason":"build-finished","success":false}
"#;

    #[test]
    fn only_errors_with_a_place_are_errors() {
        let errors = errors(SAID).expect("messages");
        assert_eq!(errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>(), ["m"]);
        assert!(errors[0].has_code("E0004") && !errors[0].has_code("E0005"));
        assert_eq!(errors[0].spans[0].bytes(), 3..5);
    }

    #[test]
    fn only_a_program_with_tests_is_a_test_program() {
        let artifacts = artifacts(SAID).expect("messages");
        let programs: Vec<_> = artifacts.iter().map(Artifact::test).collect();
        assert_eq!(programs, [Some(&PathBuf::from("/t/integration-1")), None, None]);
        assert_eq!(artifacts[0].target.name, "integration");
    }

    #[test]
    fn a_damaged_message_is_a_fault() {
        assert!(errors("{\"reason\":\"compiler-message\"}").is_err());
        assert!(errors("{").is_err());
    }
}
