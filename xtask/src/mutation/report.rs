//! What the tests say of the mutants, beside what the lists say.

use super::answers::Answer;
use super::known::Known;
use crate::repository::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    Noticed,
    /// No test can notice it.
    Equivalent,
    /// No test notices it yet.
    Open,
    /// It survives, and no list has it.
    Missed,
}

const STATES: [State; 4] = [State::Noticed, State::Equivalent, State::Open, State::Missed];

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Noticed => "noticed",
            Self::Equivalent => "equivalent",
            Self::Open => "open",
            Self::Missed => "missed",
        })
    }
}

/// A mutant with which the tests ran.
pub(super) struct Judged<'a> {
    pub(super) package: &'a str,
    pub(super) key: &'a str,
    pub(super) answer: Answer,
}

impl Judged<'_> {
    fn state(&self, known: &Known) -> State {
        match self.answer {
            Answer::Noticed => State::Noticed,
            Answer::Missed => known.get(self.key).unwrap_or(State::Missed),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Report {
    lines: Vec<String>,
    faults: Vec<String>,
}

impl Report {
    pub(super) fn of(judged: &[Judged<'_>], known: &Known) -> Self {
        let (mut report, mut packages) = (Self::default(), BTreeMap::new());
        for mutant in judged {
            let state = mutant.state(known);
            let counts: &mut BTreeMap<State, usize> = packages.entry(mutant.package).or_default();
            *counts.entry(state).or_default() += 1;
            report.note(mutant, state, known);
        }
        report.lines.extend(packages.iter().map(|(package, counts)| line(package, counts)));
        report
    }

    fn note(&mut self, mutant: &Judged<'_>, state: State, known: &Known) {
        if state == State::Missed {
            self.faults.push(format!("not noticed: {}", mutant.key));
        } else if state == State::Noticed && known.get(mutant.key).is_some() {
            self.lines.push(format!("listed, but noticed: {}", mutant.key));
        }
    }

    /// Every line of the lists has to be the key of a mutant.
    pub(super) fn check_lines<'a>(&mut self, known: &Known, switched: impl Iterator<Item = &'a str>) {
        let switched: BTreeSet<&str> = switched.collect();
        let gone = known.keys().filter(|key| !switched.contains(key));
        self.faults.extend(gone.map(|key| format!("not a mutant: {key}")));
    }

    pub(super) fn print(&self) -> Outcome {
        for line in &self.lines {
            println!("{line}");
        }
        if self.faults.is_empty() { Ok(()) } else { Err(self.faults.join("\n")) }
    }
}

fn line(package: &str, counts: &BTreeMap<State, usize>) -> String {
    let count = |state: State| format!("{} {state}", counts.get(&state).copied().unwrap_or_default());
    let total: usize = counts.values().sum();
    format!("{package}: {total} mutants: {}", STATES.map(count).join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged<'a>(package: &'a str, key: &'a str, answer: Answer) -> Judged<'a> {
        Judged { package, key, answer }
    }

    #[test]
    fn survivors_count_by_the_list_that_has_them() {
        let mut known = Known::default();
        known.add("a # never\nb # never\nc # never", State::Equivalent);
        known.add("d # not yet", State::Open);
        let mutants = [
            judged("q", "a", Answer::Missed),
            judged("q", "b", Answer::Noticed),
            judged("p", "d", Answer::Missed),
            judged("q", "e", Answer::Missed),
            judged("q", "f", Answer::Noticed),
        ];
        let mut report = Report::of(&mutants, &known);
        let lines = [
            "listed, but noticed: b",
            "p: 1 mutants: 0 noticed, 0 equivalent, 1 open, 0 missed",
            "q: 4 mutants: 2 noticed, 1 equivalent, 0 open, 1 missed",
        ];
        assert_eq!(report.lines, lines);
        report.check_lines(&known, ["a", "b", "d", "e", "f"].into_iter());
        assert_eq!(report.print(), Err("not noticed: e\nnot a mutant: c".to_owned()));
    }

    #[test]
    fn a_run_without_surprises_passes() {
        let mut known = Known::default();
        known.add("a # never", State::Equivalent);
        let mut report = Report::of(&[judged("p", "a", Answer::Missed)], &known);
        report.check_lines(&known, ["a", "b"].into_iter());
        assert_eq!(report.print(), Ok(()));
    }
}
