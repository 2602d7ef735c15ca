//! The test programs with all mutants.

use super::messages::{Artifact, OPTIONS, artifacts};
use super::suites::{Suite, packages};
use crate::repository::{Outcome, text};
use crate::tree::Tree;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) executable: PathBuf,
    /// That of its package, where its tests run.
    pub(super) folder: PathBuf,
}

/// The programs by package and target.
pub(super) struct Programs(BTreeMap<(String, String), Program>);

impl Programs {
    /// Builds them in the copy.
    pub(super) fn build(tree: &Tree) -> Outcome<Self> {
        let mut cargo = tree.cargo(&["test", "--no-run"]);
        cargo.args(OPTIONS).args(packages().into_iter().flat_map(|package| ["-p", package]));
        Ok(Self(artifacts(&text(&mut cargo)?)?.iter().filter_map(program).collect()))
    }

    pub(super) fn of(&self, suite: &Suite) -> Outcome<&Program> {
        let name = (suite.package.to_owned(), suite.target.to_owned());
        self.0.get(&name).ok_or_else(|| format!("{} has no test program `{}`", name.0, name.1))
    }
}

fn program(artifact: &Artifact) -> Option<((String, String), Program)> {
    let folder = artifact.manifest_path.parent()?;
    let name = (package(folder)?, artifact.target.name.clone());
    Some((name, Program { executable: artifact.test()?.clone(), folder: folder.to_owned() }))
}

/// The package of a folder; they have one name, but for this one.
fn package(folder: &Path) -> Option<String> {
    let name = folder.file_name()?.to_str()?;
    Some(if name == "tests" { "hws-tests" } else { name }.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_by_package_and_target() {
        let said = r#"{"reason":"compiler-artifact","manifest_path":"/w/tests/Cargo.toml","target":{"name":"integration"},"profile":{"test":true},"executable":"/t/1"}
{"reason":"compiler-artifact","manifest_path":"/w/fw-api/Cargo.toml","target":{"name":"fw_api"},"profile":{"test":false},"executable":"/t/2"}"#;
        let found = artifacts(said).expect("messages").iter().filter_map(program).collect();
        let programs = Programs(found);
        let suite = |package, target| Suite { package, target, filters: &[] };
        let expected = Program { executable: "/t/1".into(), folder: "/w/tests".into() };
        assert_eq!(programs.of(&suite("hws-tests", "integration")), Ok(&expected));
        let missing = programs.of(&suite("fw-api", "fw_api")).expect_err("not a test program");
        assert_eq!(missing, "fw-api has no test program `fw_api`");
    }
}
