//! `hws explore`: every state of small configurations.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_explore::{Configuration, Counterexample, Exploration, Scenario, explore};
use hws_host::{CommandFiles, files};

use crate::args::explore::Explore;
use crate::failure::Failure;

/// Of a run: its stimulus and its story.
const ENDINGS: [&str; 2] = ["jsonl", "txt"];
/// In the name of a run that violates a property, in place of a kernel.
const VIOLATED: &str = "violated";

pub(crate) fn execute(args: &Explore) -> Result<ExitCode, Failure> {
    files::only_one_standard_input(args.files.iter())?;
    let read = args.files.iter().map(|path| read(args, path)).collect::<Result<Vec<_>, _>>()?;
    named(args, &read).check()?;
    let columns = row("configuration", ["states", "transitions", "depth", "bytes"], "result");
    writeln!(io::stdout(), "{columns}")?;
    let mut is_expected = true;
    for (path, configuration) in args.files.iter().zip(read) {
        is_expected &= one(args, path, configuration)?;
    }
    Ok(if is_expected { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The files of the command: each configuration may have a run that violates a property, and one of each kernel that starves.
fn named(args: &Explore, read: &[Configuration]) -> CommandFiles {
    let of = |(path, configuration): (&PathBuf, &Configuration)| {
        let kernels = configuration.kernels.iter().map(|kernel| kernel.name.as_str());
        let stems = kernels.chain([VIOLATED]).map(|shown| stem(path, shown));
        stems.flat_map(|stem| ENDINGS.map(|ending| format!("{stem}.{ending}"))).collect::<Vec<_>>()
    };
    let names = args.files.iter().zip(read).flat_map(of);
    args.files().writing_into("--out", args.out.as_deref(), names)
}

/// What the names of the files of a run begin with: that of the configuration, and the kernel that starves or [`VIOLATED`].
fn stem(path: &Path, shown: &str) -> String {
    format!("{}.{shown}", name(path))
}

/// The name of a configuration.
fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn read(args: &Explore, path: &Path) -> Result<Configuration, Failure> {
    let (name, text) = files::text(path)?;
    let mut configuration = Configuration::read(&name, &text)?;
    if let Some(most) = args.most_states {
        configuration.most_states = most;
    }
    Ok(configuration)
}

/// Explores one configuration and prints its row; returns whether only what is expected was found.
fn one(args: &Explore, path: &Path, configuration: Configuration) -> Result<bool, Failure> {
    let name = name(path);
    let expected = configuration.starves.clone();
    let scenario = Scenario::new(configuration);
    let exploration = explore(&scenario);
    let found = found(&scenario, &exploration);
    let starving: Vec<String> = found.iter().filter_map(|found| found.starves.clone()).collect();
    let Exploration { states, transitions, depth, state_bytes, .. } = exploration;
    let numbers = [u64::from(states), transitions, u64::from(depth), u64::from(state_bytes)];
    let mut out = io::stdout().lock();
    writeln!(out, "{}", row(&name, numbers, &result(&exploration, &starving)))?;
    for found in &found {
        keep(args, path, found)?;
        if found.starves.as_ref().is_none_or(|kernel| !expected.contains(kernel)) {
            write!(out, "{}", found.run.story)?;
        }
    }
    out.flush()?;
    let is_same = expected.len() == starving.len() && expected.iter().all(|name| starving.contains(name));
    Ok(exploration.is_complete && is_same)
}

/// A line of the table.
fn row(name: &str, [states, transitions, depth, bytes]: [impl Display; 4], result: &str) -> String {
    format!("{name:<40} {states:>8} {transitions:>11} {depth:>5} {bytes:>5}  {result}")
}

/// A run that shows something.
struct Found {
    /// The kernel that starves; `None` for a property that is violated.
    starves: Option<String>,
    run: Counterexample,
}

fn found(scenario: &Scenario, exploration: &Exploration) -> Vec<Found> {
    let defect = exploration.defect.iter();
    let defect =
        defect.map(|defect| Found { starves: None, run: Counterexample::of_defect(scenario, defect) });
    let starvations = exploration.starvations.iter().map(|starvation| Found {
        starves: Some(scenario.name(starvation.kernel).to_owned()),
        run: Counterexample::of_starvation(scenario, starvation),
    });
    defect.chain(starvations).collect()
}

fn result(exploration: &Exploration, starving: &[String]) -> String {
    match &exploration.defect {
        Some(defect) => format!("violated: {}", defect.finding),
        None if !exploration.is_complete => "incomplete: the limit of states was reached".to_owned(),
        None if starving.is_empty() => "complete; safe and live".to_owned(),
        None => format!("complete; safe; can starve: {}", starving.join(", ")),
    }
}

/// Writes the run to the folder of `--out`.
fn keep(args: &Explore, path: &Path, found: &Found) -> Result<(), Failure> {
    let Some(folder) = &args.out else { return Ok(()) };
    fs::create_dir_all(folder).map_err(Failure::write(folder))?;
    let stem = stem(path, found.starves.as_deref().unwrap_or(VIOLATED));
    let contents = [found.run.stimulus.as_slice(), found.run.story.as_bytes()];
    ENDINGS.iter().zip(contents).try_for_each(|(ending, bytes)| {
        let path = folder.join(format!("{stem}.{ending}"));
        fs::write(&path, bytes).map_err(Failure::write(&path))
    })
}
