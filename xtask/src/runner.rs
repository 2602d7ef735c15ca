//! A list of steps: runs each with its time limit, and prints the table.

mod group;
mod guard;
mod table;

use crate::repository::bash;
use crate::steps::Step;
use group::{End, Group};
use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use table::{Line, Verdict};

pub(crate) use guard::{GUARDED, start};

/// Status of a list that was interrupted, as a shell has it.
const INTERRUPTED: u8 = 130;

/// What a list does after a step that fails.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// The list ends.
    Ends,
    /// The next step follows.
    GoesOn,
}

/// Runs the steps in their order, with the environment of the list. The table is printed however the list ends; a closed
/// standard input ends it.
pub(crate) fn run(steps: &[&Step], environment: &[(&str, String)], after: After) -> ExitCode {
    let group = Group::new();
    group.watch(io::stdin());
    let began = Instant::now();
    let mut lines = Vec::new();
    for step in steps {
        println!("\n==== {} ({} s) ====", step.name, began.elapsed().as_secs());
        let line = run_step(step, environment, &group);
        let (is_passed, is_interrupted) = (line.verdict.is_passed(), line.verdict == Verdict::Interrupted);
        lines.push(line);
        if is_interrupted || (!is_passed && after == After::Ends) {
            break;
        }
    }
    let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
    print!("{}", table::table(&lines, &names[lines.len()..], began.elapsed().as_secs()));
    code(&lines)
}

fn run_step(step: &Step, environment: &[(&str, String)], group: &Group) -> Line {
    let began = Instant::now();
    let mut command = bash(step.command);
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    let verdict = match group.run(&mut command, Duration::from_secs(60 * step.limit)) {
        Ok(End::Status(status)) if status.success() => Verdict::Passed,
        Ok(End::Status(status)) => Verdict::Failed(status.to_string()),
        Ok(End::OverLimit) => Verdict::OverLimit(step.limit),
        Ok(End::Interrupted) => Verdict::Interrupted,
        Err(error) => Verdict::Failed(format!("not started: {error}")),
    };
    Line { name: step.name, seconds: began.elapsed().as_secs(), budget: step.budget, verdict }
}

fn code(lines: &[Line]) -> ExitCode {
    if lines.iter().any(|line| line.verdict == Verdict::Interrupted) {
        return ExitCode::from(INTERRUPTED);
    }
    if lines.iter().all(|line| line.verdict.is_passed()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
