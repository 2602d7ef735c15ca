//! Would the tests notice? Compiles all mutants of hws-model, fw-api and the invariant checker (cargo-mutants) into one set
//! of test programs (tests/mutation), and runs the tests with each mutant.
//!
//! Survivors that no test can notice are in tests/mutants/equivalent.txt, each with its reason, and those that no test
//! notices yet in tests/mutants/open.txt. A run that was interrupted continues where it stopped, as long as no file of the
//! repository has changed.

mod answers;
mod faults;
mod folder;
mod keys;
mod known;
mod list;
mod marks;
mod messages;
mod parallel;
mod programs;
mod report;
mod selection;
mod suites;
mod switching;
mod trial;
mod trials;

use crate::repository::{Outcome, command, files, read, text};
use crate::tree::Tree;
use answers::Answer;
use folder::{CONTENTS, Folder, LIST, OUTCOMES};
use known::Known;
use list::Mutant;
use report::{Judged, Report};
use selection::Selection;
use std::collections::BTreeMap;

pub(crate) fn run(words: &[&str]) -> Outcome {
    let selection = Selection::from_words(words)?;
    let folder = Folder::new()?;
    let contents = contents()?;
    if folder.read(CONTENTS)? != contents {
        prepare(&folder)?;
        folder.write(CONTENTS, &contents)?;
    }
    println!("-- the tests with each mutant");
    judge(&folder, &selection)
}

/// What tells whether a file of the repository has changed.
fn contents() -> Outcome<String> {
    text(command("sha256sum").arg("--").args(files()?))
}

/// Lists the mutants, and switches them in the copy of the tree.
fn prepare(folder: &Folder) -> Outcome {
    folder.remove(CONTENTS)?;
    folder.remove(OUTCOMES)?;
    let mutants = list::mutants()?;
    folder.write(LIST, &list::to_json(&mutants)?)?;
    println!("-- switches of {} mutants", mutants.len());
    switching::run(folder, &Tree::new(folder::NAME)?, &mutants)
}

/// Runs the tests with the selected mutants; fails on a survivor without a line in a list, and on a line without a mutant.
fn judge(folder: &Folder, selection: &Selection) -> Outcome {
    let mutants = list::from_json(&folder.read(LIST)?)?;
    let switched = folder.switched()?;
    let keys = keys::of(&mutants, |file| read(file))?;
    let known = Known::read()?;
    let selected = selection.of(&mutants, &switched);
    let answers = answers::of(&selected, &mutants, &Tree::as_it_is(folder::NAME), folder)?;
    let mut report = Report::of(&judged(&answers, &mutants, &keys), &known);
    report.check_lines(&known, switched.iter().map(|number| keys[*number].as_str()));
    report.print()
}

fn judged<'a>(
    answers: &BTreeMap<usize, Answer>,
    mutants: &'a [Mutant],
    keys: &'a [String],
) -> Vec<Judged<'a>> {
    let one = |(number, answer): (&usize, &Answer)| Judged {
        package: &mutants[*number].package,
        key: &keys[*number],
        answer: *answer,
    };
    answers.iter().map(one).collect()
}
