//! The tests with a mutant, each suite within its limits.

use super::list::Mutant;
use super::programs::Programs;
use super::suites::{self, Suite};
use super::switching::NO_MUTANT;
use super::trial::passes;
use crate::repository::Outcome;
use crate::tree::Tree;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// They read the sources, which have switches, or the pages.
const SKIPPED: [&str; 2] = ["every_public_call_has_a_case", "rules::table"];

/// A mutant that never ends is noticed, too. The limit is this many times what the tests take without a mutant, and a
/// reserve for a machine that does other things besides.
const TIMES: u32 = 4;
const RESERVE: Duration = Duration::from_secs(15);

/// The limit of the tests without a mutant.
const UNALTERED: Duration = Duration::from_secs(3600);

/// A mutant that needs memory without end is noticed, too: the limit of the address space, in bytes.
const MEMORY: u64 = 4 << 30;

/// The program that sets it, which every Linux has.
const LIMITER: &str = "prlimit";

/// The same random cases every time, so that a survivor stays one.
const CASES: &str = "40";

pub(super) struct Trials<'a> {
    tree: &'a Tree,
    programs: Programs,
    limits: BTreeMap<Suite, Duration>,
}

impl<'a> Trials<'a> {
    /// Builds the programs, and measures the limits of the suites for some mutants, which have to pass without one.
    pub(super) fn new(tree: &'a Tree, mutants: &[&Mutant]) -> Outcome<Self> {
        let mut trials = Self { tree, programs: Programs::build(tree)?, limits: BTreeMap::new() };
        for mutant in mutants {
            for suite in suites::of(&mutant.file)? {
                if !trials.limits.contains_key(suite) {
                    trials.limits.insert(*suite, trials.limit(suite)?);
                }
            }
        }
        Ok(trials)
    }

    fn limit(&self, suite: &Suite) -> Outcome<Duration> {
        let began = Instant::now();
        if passes(&mut self.tests(suite, NO_MUTANT)?, UNALTERED)? {
            return Ok(limit(began.elapsed()));
        }
        Err(format!("the tests of {} fail without a mutant: {}", suite.package, suite.filters.join(" ")))
    }

    /// Whether no test notices a mutant.
    pub(super) fn is_missed(&self, number: usize, mutant: &Mutant) -> Outcome<bool> {
        for suite in suites::of(&mutant.file)? {
            let limit = self.limits.get(suite).copied().unwrap_or(UNALTERED);
            if !passes(&mut self.tests(suite, number)?, limit)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The tests of a suite with a mutant.
    fn tests(&self, suite: &Suite, number: usize) -> Outcome<Command> {
        let program = self.programs.of(suite)?;
        let mut tests = self.tree.command(LIMITER);
        limited(&mut tests, &program.executable);
        tests.args(["--test-threads=1", "--quiet"]).args(SKIPPED.iter().flat_map(|name| ["--skip", name]));
        tests.args(suite.filters).current_dir(&program.folder);
        tests.env("HWS_MUTANT", number.to_string()).env("RUST_BACKTRACE", "0");
        tests.env("HWS_CASES", CASES).env_remove("HWS_FIRST");
        Ok(tests)
    }
}

/// Lets the limiter run a program: it sets the limit of its own process, and becomes the program.
fn limited(limiter: &mut Command, program: &Path) {
    limiter.arg(format!("--as={MEMORY}")).arg("--").arg(program);
}

fn limit(took: Duration) -> Duration {
    TIMES * took + RESERVE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_has_4_gib_and_its_arguments() {
        if Command::new(LIMITER).arg("--version").output().is_err() {
            return eprintln!("NOT CHECKED: the limit of memory (the program `{LIMITER}` is missing)");
        }
        let mut shell = Command::new(LIMITER);
        limited(&mut shell, Path::new("sh"));
        let output = shell.args(["-c", "echo $0 $(ulimit -v)", "--quiet"]).output().expect("it starts");
        assert_eq!(output.stdout, b"--quiet 4194304\n");
    }

    #[test]
    fn even_the_quickest_tests_have_the_reserve() {
        assert_eq!(limit(Duration::ZERO), Duration::from_secs(15));
        assert_eq!(limit(Duration::from_secs(10)), Duration::from_secs(55));
    }
}
