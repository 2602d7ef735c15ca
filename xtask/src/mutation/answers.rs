//! What the tests say of each mutant. Each answer is written to a file at once: a run that is stopped continues there.

use super::folder::{Folder, OUTCOMES};
use super::list::Mutant;
use super::parallel;
use super::trials::Trials;
use crate::repository::Outcome;
use crate::tree::Tree;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::thread;

/// What the tests say of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Noticed,
    Missed,
}

const NOTICED: &str = "noticed";
const MISSED: &str = "missed";

/// The answers for some mutants: those of earlier runs, and of the other mutants by their tests.
pub(super) fn of(
    numbers: &[usize],
    mutants: &[Mutant],
    tree: &Tree,
    folder: &Folder,
) -> Outcome<BTreeMap<usize, Answer>> {
    let mut known = remembered(&folder.read(OUTCOMES)?)?;
    let wanted = wanted(numbers, &known);
    if !wanted.is_empty() {
        let altered: Vec<&Mutant> = wanted.iter().map(|number| &mutants[*number]).collect();
        let trials = Trials::new(tree, &altered)?;
        ask(&wanted, |number| trials.is_missed(number, &mutants[number]), &mut known, folder)?;
    }
    known.retain(|number, _| numbers.contains(number));
    Ok(known)
}

/// The numbers without an answer.
fn wanted(numbers: &[usize], known: &BTreeMap<usize, Answer>) -> Vec<usize> {
    numbers.iter().copied().filter(|number| !known.contains_key(number)).collect()
}

/// Adds the answers for some numbers to those that are known.
fn ask(
    wanted: &[usize],
    is_missed: impl Fn(usize) -> Outcome<bool> + Sync,
    known: &mut BTreeMap<usize, Answer>,
    folder: &Folder,
) -> Outcome {
    let mut log = log(known, folder)?;
    parallel::each(wanted, jobs()?, is_missed, |number, is_missed| {
        let answer = if is_missed { Answer::Missed } else { Answer::Noticed };
        known.insert(number, answer);
        log.write_all(line(number, answer).as_bytes()).map_err(|error| folder.fault(OUTCOMES, &error))
    })
}

/// The file with the answers that are known, for others to follow: a line that a run did not end is gone.
fn log(known: &BTreeMap<usize, Answer>, folder: &Folder) -> Outcome<File> {
    let lines: String = known.iter().map(|(number, answer)| line(*number, *answer)).collect();
    folder.write(OUTCOMES, &lines)?;
    let log = OpenOptions::new().append(true).open(folder.path(OUTCOMES));
    log.map_err(|error| folder.fault(OUTCOMES, &error))
}

fn line(number: usize, answer: Answer) -> String {
    let word = match answer {
        Answer::Noticed => NOTICED,
        Answer::Missed => MISSED,
    };
    format!("{number} {word}\n")
}

/// The answers of earlier runs.
fn remembered(text: &str) -> Outcome<BTreeMap<usize, Answer>> {
    // What a run did not end before it was stopped is not an answer.
    let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let answer = |line: &str| {
        let (number, word) = line.trim_end().split_once(' ')?;
        let answer = match word {
            NOTICED => Answer::Noticed,
            MISSED => Answer::Missed,
            _ => return None,
        };
        Some((number.parse().ok()?, answer))
    };
    lines
        .map(|line| answer(line).ok_or_else(|| format!("{OUTCOMES}: `{}` is not valid", line.trim_end())))
        .collect()
}

/// How many mutants run at the same time: `HWS_JOBS`, or one for each processor.
fn jobs() -> Outcome<usize> {
    match std::env::var("HWS_JOBS") {
        Ok(jobs) => jobs.parse().map_err(|_| format!("HWS_JOBS: `{jobs}` is not a valid number")),
        Err(_) => Ok(thread::available_parallelism().map_or(1, usize::from)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::folder;
    use super::*;

    #[test]
    fn what_is_written_is_remembered() {
        let text = line(7, Answer::Missed) + &line(12, Answer::Noticed);
        assert_eq!(text, "7 missed\n12 noticed\n");
        let known = BTreeMap::from([(7, Answer::Missed), (12, Answer::Noticed)]);
        assert_eq!(remembered(&text), Ok(known.clone()));
        // Stopped within a line.
        assert_eq!(remembered(&(text + "1")), Ok(known));
        assert!(remembered("7 lost\n").is_err());
        assert!(remembered("seven missed\n").is_err());
    }

    #[test]
    fn a_run_asks_for_the_rest_and_writes_each_answer() {
        let folder = folder::example("answers");
        folder.write(OUTCOMES, "3 missed\n4 no").expect("a file");
        let mut known = remembered(&folder.read(OUTCOMES).expect("the file")).expect("answers");
        let wanted = wanted(&[3, 4, 5], &known);
        assert_eq!(wanted, [4, 5]);
        ask(&wanted, |number| Ok(number == 5), &mut known, &folder).expect("no fault");
        let expected = BTreeMap::from([(3, Answer::Missed), (4, Answer::Noticed), (5, Answer::Missed)]);
        assert_eq!(known, expected);
        assert_eq!(remembered(&folder.read(OUTCOMES).expect("the file")), Ok(expected));
        std::fs::remove_dir_all(folder.path("")).expect("the folder of the test");
    }
}
