//! A copy of the working tree, to be altered and built.
//!
//! Its target folder is a folder of its own: Cargo takes what it compiles in the copy for what is compiled here. A file is
//! written only if its contents differ, so that its time tells Cargo whether it changed since the last build.

use crate::repository::{Outcome, bash, command, files, root, succeed, target};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) struct Tree {
    folder: PathBuf,
    target: PathBuf,
}

impl Tree {
    /// Makes the copy, or brings it up to date, in a folder of that name in the target folder.
    pub(crate) fn new(name: &str) -> Outcome<Self> {
        let tree = Self::as_it_is(name);
        tree.update()?;
        Ok(tree)
    }

    /// A copy that was made before, with what was altered in it.
    pub(crate) fn as_it_is(name: &str) -> Self {
        let home = target().join(name);
        Self { folder: home.join("tree"), target: home.join("target") }
    }

    /// Gives every file the contents of the working tree, and removes the others.
    pub(crate) fn update(&self) -> Outcome {
        let files = files()?;
        for file in &files {
            copy(&root().join(file), &self.folder.join(file))?;
        }
        let wanted: BTreeSet<PathBuf> = files.iter().map(|file| self.folder.join(file)).collect();
        remove_others(&self.folder, &wanted)
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Cargo in the copy, which compiles only what an alteration concerns.
    pub(crate) fn cargo(&self, words: &[&str]) -> Command {
        let mut cargo = self.command("cargo");
        cargo.args(words);
        cargo
    }

    /// A command in the copy, for which Cargo compiles in the target folder of the copy.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = command(program);
        command.current_dir(&self.folder);
        command.env("CARGO_TARGET_DIR", &self.target).env("CARGO_INCREMENTAL", "1");
        command
    }

    /// A program that Cargo has built in the copy; it is stopped after so many seconds.
    pub(crate) fn program(&self, seconds: &str, name: &str) -> Command {
        let mut program = command("timeout");
        program.arg(seconds).arg(self.target.join("debug").join(name)).current_dir(&self.folder);
        program
    }

    /// What a function returns while the copy has the patch.
    pub(crate) fn with_patch<T>(&self, patch: &str, run: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        self.patch(patch, &[])?;
        let result = run();
        self.patch(patch, &["--reverse"])?;
        result
    }

    fn patch(&self, patch: &str, options: &[&str]) -> Outcome {
        let mut apply = command("patch");
        apply.args(["--quiet", "--strip=1", "--force", "--directory"]).arg(&self.folder).args(options);
        succeed(apply.arg("--input").arg(root().join(patch)))
            .map_err(|error| format!("{patch}: does not apply: {error}"))
    }
}

/// Installs the program that applies patches.
pub(crate) fn tools() -> Outcome {
    succeed(&mut bash("debian patch"))
}

/// The patches of a folder, or the patch itself, from the root, in the order of their names.
pub(crate) fn patches(place: &str) -> Outcome<Vec<String>> {
    let missing = || format!("{place}: no patch is there; name a patch or a folder of patches");
    if place.ends_with(".patch") {
        return if root().join(place).is_file() { Ok(vec![place.to_owned()]) } else { Err(missing()) };
    }
    let entries = fs::read_dir(root().join(place)).map_err(|_| missing())?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut found: Vec<String> = names
        .filter(|name| name.ends_with(".patch"))
        .map(|name| format!("{}/{name}", place.trim_end_matches('/')))
        .collect();
    found.sort_unstable();
    if found.is_empty() { Err(missing()) } else { Ok(found) }
}

/// The name of a patch without its folder and its ending.
pub(crate) fn name_of(patch: &str) -> &str {
    let file = patch.rsplit('/').next().unwrap_or(patch);
    file.strip_suffix(".patch").unwrap_or(file)
}

fn copy(from: &Path, to: &Path) -> Outcome {
    let failed = |error| format!("{}: not copied: {error}", from.display());
    let contents = fs::read(from).map_err(failed)?;
    if fs::read(to).is_ok_and(|before| before == contents) {
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    // With its permissions; the time is that of the copy.
    fs::copy(from, to).map(|_| ()).map_err(failed)
}

fn remove_others(folder: &Path, wanted: &BTreeSet<PathBuf>) -> Outcome {
    let failed = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            remove_others(&path, wanted)?;
        } else if !wanted.contains(&path) {
            fs::remove_file(&path).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written_and_what_is_gone_is_removed() {
        let home = std::env::temp_dir().join(format!("xtask-tree-{}", std::process::id()));
        let (from, to) = (home.join("from"), home.join("to/a"));
        fs::create_dir_all(home.join("to")).expect("a folder");
        fs::write(&from, "1").expect("a file");
        fs::write(home.join("to/b"), "2").expect("a file");
        copy(&from, &to).expect("a copy");
        let time = || fs::metadata(&to).and_then(|data| data.modified()).expect("the copy");
        let first = time();
        copy(&from, &to).expect("the same");
        assert_eq!(time(), first, "written again");
        fs::write(&from, "3").expect("a file");
        copy(&from, &to).expect("another");
        assert_eq!(fs::read_to_string(&to).expect("the copy"), "3");
        remove_others(&home.join("to"), &BTreeSet::from([to.clone()])).expect("a folder");
        assert!(to.exists() && !home.join("to/b").exists());
        fs::remove_dir_all(&home).expect("the folder of the test");
    }

    #[test]
    fn patches_are_those_of_a_folder_and_not_below_it() {
        let found = patches("tests/mutants").expect("patches");
        assert!(found.contains(&"tests/mutants/double_grant.patch".to_owned()));
        assert!(found.iter().all(|patch| !patch.starts_with("tests/mutants/rules/")));
        assert_eq!(patches("tests/mutants/lost_sip.patch").expect("a patch").len(), 1);
        assert!(patches("tests/mutants/none.patch").is_err());
        assert_eq!(name_of("tests/mutants/lost_sip.patch"), "lost_sip");
    }

    const PATCH: &str = "A title\n--- a/text\n+++ b/text\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n";

    #[test]
    fn a_patch_is_there_while_the_function_runs() {
        if Command::new("patch").arg("--version").output().is_err() {
            return eprintln!("NOT CHECKED: patches (the program `patch` is missing)");
        }
        let home = std::env::temp_dir().join(format!("xtask-patch-{}", std::process::id()));
        let tree = Tree { folder: home.join("tree"), target: home.join("target") };
        fs::create_dir_all(&tree.folder).expect("a folder");
        let (text, patch) = (tree.path("text"), home.join("a.patch"));
        fs::write(&text, "one\ntwo\n").expect("a file");
        fs::write(&patch, PATCH).expect("a patch");
        let read = || fs::read_to_string(&text).map_err(|error| error.to_string());
        let patch = patch.to_string_lossy();
        assert_eq!(tree.with_patch(&patch, read).expect("the patch applies"), "one\nthree\n");
        assert_eq!(read().expect("the file"), "one\ntwo\n");
        fs::write(&text, "four\n").expect("a file");
        let refused = tree.with_patch(&patch, || Ok(())).expect_err("another text");
        assert!(refused.contains("a.patch: does not apply"), "{refused}");
        assert_eq!(read().expect("the file"), "four\n");
        fs::remove_dir_all(&home).expect("the folder of the test");
    }
}
