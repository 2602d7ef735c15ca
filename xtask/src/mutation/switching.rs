//! Switches the mutants into the copy of the tree, without those that do not compile.

use super::faults::Faults;
use super::folder::{Folder, LIST, SWITCHED};
use super::list::Mutant;
use super::messages::{Diagnostic, OPTIONS, errors};
use crate::repository::{Outcome, output, root, text};
use crate::tree::Tree;
use std::collections::BTreeSet;
use std::fs;

/// Every crate with mutants gets it: what a switch asks.
const SELECT: &str = r#"
extern crate std;

/// Whether the environment selects this mutant.
pub fn mutant(number: u32) -> bool {
    static SELECTED: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var("HWS_MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(u32::MAX)
    });
    *SELECTED == number
}
"#;

/// The environment selects none of the mutants.
pub(super) const NO_MUTANT: usize = u32::MAX as usize;

/// Files that tell the program of tests/mutation what to leave out.
const DROPPED: &str = "dropped";
const CONSTANT: &str = "constant";

/// Errors that are printed at most.
const SHOWN: usize = 20;

pub(super) fn run(folder: &Folder, tree: &Tree, mutants: &[Mutant]) -> Outcome {
    let packages: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.package.as_str()).collect();
    let of_packages: Vec<&str> = packages.iter().flat_map(|package| ["-p", package]).collect();
    let mut switching = Switching { folder, tree, packages, faults: Faults::of(mutants) };
    let (check, tests) = (["check"], ["test", "--no-run", "-p", "hws-tests"]);
    for words in [&check[..], &tests] {
        let words = [words, &of_packages, &OPTIONS].concat();
        while !switching.compiles(&words)? {}
    }
    Ok(())
}

struct Switching<'a> {
    folder: &'a Folder,
    tree: &'a Tree,
    packages: BTreeSet<&'a str>,
    faults: Faults,
}

impl Switching<'_> {
    /// Whether what is switched compiles; if not, less is switched the next time.
    fn compiles(&mut self, words: &[&str]) -> Outcome<bool> {
        let switched = self.switch()?;
        let build = output(&mut self.tree.cargo(words))?;
        let errors = errors(&String::from_utf8_lossy(&build.stdout))?;
        let (dropped, constant) = (self.faults.dropped.len(), self.faults.constant.len());
        println!("{switched} switched, {dropped} dropped, {constant} constant, {} errors", errors.len());
        if build.status.success() {
            return Ok(true);
        }
        if self.faults.note(&errors, |file| fs::read_to_string(self.tree.path(file)).ok()) {
            return Ok(false);
        }
        Err(shown(&errors).unwrap_or_else(|| String::from_utf8_lossy(&build.stderr).into_owned()))
    }

    /// Writes the sources with switches; returns their number.
    fn switch(&self) -> Outcome<usize> {
        self.folder.write(DROPPED, &lines(&self.faults.dropped))?;
        self.folder.write(CONSTANT, &lines(&self.faults.constant))?;
        let switched = self.program()?;
        self.packages.iter().try_for_each(|package| self.select(package))?;
        self.folder.write(SWITCHED, &switched)?;
        Ok(switched.lines().count())
    }

    /// Adds to a crate what a switch asks. A root without mutants has it from the first time on.
    fn select(&self, package: &str) -> Outcome {
        let path = self.tree.path(&format!("{package}/src/lib.rs"));
        let failed = |error| format!("{}: {error}", path.display());
        let text = fs::read_to_string(&path).map_err(failed)?;
        if text.ends_with(SELECT) { Ok(()) } else { fs::write(&path, text + SELECT).map_err(failed) }
    }

    fn program(&self) -> Outcome<String> {
        let mut cargo =
            self.tree.cargo(&["run", "--quiet", "--manifest-path", "tests/mutation/Cargo.toml", "--"]);
        cargo.arg(self.folder.path(LIST)).arg(root()).arg(self.tree.path(""));
        text(cargo.arg(self.folder.path(DROPPED)).arg(self.folder.path(CONSTANT)))
    }
}

fn lines<T: ToString>(words: &BTreeSet<T>) -> String {
    words.iter().map(|word| word.to_string() + "\n").collect()
}

/// The first errors, as the compiler prints them.
fn shown(errors: &[Diagnostic]) -> Option<String> {
    let rendered: Vec<&str> =
        errors.iter().take(SHOWN).filter_map(|error| error.rendered.as_deref()).collect();
    (!rendered.is_empty()).then(|| rendered.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_one_a_line() {
        assert_eq!(lines(&BTreeSet::from([10, 9])), "9\n10\n");
        assert_eq!(lines(&BTreeSet::from(["b", "a"])), "a\nb\n");
    }

    #[test]
    fn the_first_errors_are_shown_as_the_compiler_prints_them() {
        let error = |number: usize| {
            format!(
                r#"{{"reason":"compiler-message","message":{{"message":"m","level":"error","code":null,"rendered":"error {number}","spans":[{{"file_name":"a.rs","byte_start":0,"byte_end":1,"is_primary":true}}]}}}}"#
            )
        };
        let said: Vec<String> = (1..=25).map(error).collect();
        let shown = shown(&errors(&said.join("\n")).expect("messages")).expect("errors");
        assert!(shown.starts_with("error 1\nerror 2\n") && shown.ends_with("\nerror 20"), "{shown}");
        assert_eq!(super::shown(&[]), None);
    }
}
