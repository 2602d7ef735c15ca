//! `hws explore`: every state of small configurations.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_explore::{Configuration, Counterexample, Exploration, Scenario, explore};
use hws_host::files;

use crate::args::explore::Explore;
use crate::failure::Failure;

pub(crate) fn execute(args: &Explore) -> Result<ExitCode, Failure> {
    files::only_one_standard_input(args.files.iter())?;
    let read = args.files.iter().map(|path| read(args, path)).collect::<Result<Vec<_>, _>>()?;
    let columns = row("configuration", ["states", "transitions", "depth", "bytes"], "result");
    writeln!(io::stdout(), "{columns}")?;
    let mut is_expected = true;
    for (path, configuration) in args.files.iter().zip(read) {
        is_expected &= one(args, path, configuration)?;
    }
    Ok(if is_expected { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn read(args: &Explore, path: &Path) -> Result<Configuration, Failure> {
    let (name, text) = files::text(path)?;
    let mut configuration =
        Configuration::read(&name, &text).map_err(|error| Failure::Use(error.to_string()))?;
    if let Some(most) = args.most_states {
        configuration.most_states = most;
    }
    Ok(configuration)
}

/// Explores one configuration and prints its row; returns whether only what is expected was found.
fn one(args: &Explore, path: &Path, configuration: Configuration) -> Result<bool, Failure> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
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
        keep(args, &name, found)?;
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
fn keep(args: &Explore, name: &str, found: &Found) -> Result<(), Failure> {
    let Some(folder) = &args.out else { return Ok(()) };
    fs::create_dir_all(folder).map_err(Failure::write(folder))?;
    let stem = format!("{name}.{}", found.starves.as_deref().unwrap_or("violated"));
    let write = |path: PathBuf, bytes: &[u8]| fs::write(&path, bytes).map_err(Failure::write(&path));
    write(folder.join(format!("{stem}.jsonl")), &found.run.stimulus)?;
    write(folder.join(format!("{stem}.txt")), found.run.story.as_bytes())
}
