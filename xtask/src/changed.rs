//! What changed since a revision, and which steps depend on it.

use crate::packages::Packages;
use crate::repository::{Outcome, command, output, paths, root, text};
use crate::steps::Step;

/// What every step depends on: beginnings of paths.
const EVERYWHERE: [&str; 6] = [".cargo/", ".ci/lib", "Cargo.lock", "Cargo.toml", "regmap.yaml", "xtask/"];

pub(crate) struct Changed {
    files: Vec<String>,
    packages: &'static Packages,
}

impl Changed {
    /// Changes of commits, of the index, of the working tree, and new files.
    pub(crate) fn since(revision: &str) -> Outcome<Self> {
        let commit = format!("{revision}^{{commit}}");
        let mut git = command("git");
        if !output(git.args(["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]))?
            .status
            .success()
        {
            return Err(format!(
                "check: `{revision}` is not a revision of this repository; give a tag or a commit"
            ));
        }
        // A file that moved has changed in both places.
        let known = text(command("git").args(["diff", "--name-only", "--no-renames", "-z", &commit, "--"]))?;
        let new = text(command("git").args(["ls-files", "--others", "--exclude-standard", "-z"]))?;
        let files = [paths(&known), paths(&new)].concat();
        Ok(Self { files, packages: Packages::all()? })
    }

    /// A changed file that the step depends on.
    pub(crate) fn reason(&self, step: &Step) -> Outcome<Option<&str>> {
        let mut starts: Vec<String> =
            EVERYWHERE.iter().chain(step.paths).map(|&path| path.to_owned()).collect();
        starts.extend(named(step.command));
        for name in step.crates {
            starts.extend(self.packages.folders(name)?);
        }
        let file = self.files.iter().find(|file| starts.iter().any(|start| file.starts_with(start)));
        Ok(file.map(String::as_str))
    }
}

/// The files that a command names. What belongs to a script begins as the script does.
fn named(command: &str) -> Vec<String> {
    let words = command.split(|c: char| c.is_whitespace() || c == ';');
    words.filter(|word| word.contains('/') && root().join(word).is_file()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::RUN;

    fn changed(files: &[&str]) -> Changed {
        let files = files.iter().map(|&file| file.to_owned()).collect();
        Changed { files, packages: Packages::all().expect("the manifests") }
    }

    fn step(command: &str) -> &'static Step {
        RUN.iter().find(|step| step.command == command).expect("a step of .ci/run")
    }

    fn runs(command: &str, file: &str) -> bool {
        changed(&[file]).reason(step(command)).expect("known crates").is_some()
    }

    #[test]
    fn a_step_depends_on_its_paths_its_crates_and_its_script() {
        assert!(runs(".ci/dv", "rtl/hws.sv"));
        assert!(runs(".ci/dv", ".ci/dv"));
        assert!(runs(".ci/onnx", ".ci/onnx_compare.py"));
        assert!(runs(".ci/dv", "hws-cli/src/main.rs"));
        // Two crates further down.
        assert!(runs(".ci/dv", "hws-model/src/lib.rs"));
        assert!(!runs(".ci/dv", "bindings/python/src/lib.rs"));
        assert!(!runs(".ci/firmware core", "hws-plan/src/lib.rs"));
    }

    #[test]
    fn a_package_outside_the_workspace_uses_crates_of_it() {
        assert!(runs("bindings/fuzz/check", "hws-types/src/lib.rs"));
        assert!(!runs("bindings/fuzz/check", "hws-cli/src/main.rs"));
    }

    #[test]
    fn some_files_concern_every_step_and_some_steps_every_file() {
        for file in EVERYWHERE {
            assert!(RUN.iter().all(|step| runs(step.command, file)), "{file}");
        }
        assert!(runs("cargo xtask readme test", "docs/glossary.md"));
    }

    #[test]
    fn without_a_change_no_step_runs() {
        let changed = changed(&[]);
        assert!(RUN.iter().all(|step| changed.reason(step).expect("known crates").is_none()));
    }

    #[test]
    fn an_unknown_revision_is_refused() {
        if !root().join(".git").exists() {
            return eprintln!("NOT CHECKED: revisions (this is not a clone of the repository)");
        }
        let refused = Changed::since("no-such-revision").err().expect("no such revision");
        assert!(refused.starts_with("check: `no-such-revision` is not a revision"), "{refused}");
        assert!(Changed::since("--help").is_err());
    }
}
