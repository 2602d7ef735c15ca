//! `hws sweep --merge`: the folders of a sweep in one.

use std::path::Path;
use std::process::ExitCode;

use hws_host::sweep::SweepMerge;
use hws_input::counted;
use hws_run::sweep::{RunTable, Shard};

use super::super::answer;
use super::news;
use crate::args::sweep::Sweep as Args;
use crate::failure::Failure;

/// At most this many missing runs are shown with their settings; of the others there are the numbers.
const SHOWN: usize = 10;

pub(super) fn execute(args: &Args) -> Result<ExitCode, Failure> {
    let mut merge = SweepMerge::read(&args.merge, args.folder.tables.iter().copied().collect())?;
    let runs = counted(merge.list.runs(), "run");
    for folder in &merge.folders {
        let shard = folder.shard.map_or_else(String::new, |shard| format!(" (shard {shard})"));
        eprintln!("{}{shard}: {} of {runs}", folder.folder.display(), folder.rows);
    }
    // Clap asks for the folder.
    let out = args.folder.out.as_deref().unwrap_or(Path::new("."));
    merge.write(out, args.folder.format(), &mut |news| news::tell(&news, None))?;
    let missing = merge.missing();
    tell_missing(&merge, &missing);
    let missing_in_tables = merge.missing_in_tables();
    for (table, runs) in &missing_in_tables {
        tell_missing_in(*table, &merge, runs);
    }
    answer::print(&merge.list.summary(&merge.rows, args.sort), args.json)?;
    let is_drained = merge.rows.iter().flatten().all(|row| row.problem.is_none());
    let is_complete = missing.is_empty() && missing_in_tables.is_empty();
    Ok(if is_complete && is_drained { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Lists the missing runs by their numbers, the first of them with settings.
fn tell_missing(merge: &SweepMerge, missing: &[usize]) {
    if missing.is_empty() {
        return;
    }
    eprintln!("missing: {} of {}", missing.len(), counted(merge.list.runs(), "run"));
    tell_numbers(merge, missing);
    for &run in missing.iter().take(SHOWN) {
        eprintln!("  run {run}: {}", merge.list.run(run).shown());
    }
    if missing.len() > SHOWN {
        eprintln!("  … (`hws sweep --list-runs` lists all runs)");
    }
}

/// Lists the runs of which a table has nothing, and says how it gets them.
fn tell_missing_in(table: RunTable, merge: &SweepMerge, missing: &[usize]) {
    let (runs, name) = (counted(merge.list.runs(), "run"), table.name());
    eprintln!(
        "missing in {name}: {} of {runs}; repeat the command of their shard with --tables {name}",
        missing.len()
    );
    tell_numbers(merge, missing);
}

/// The numbers of missing runs, by shard if the sweep was divided only once.
fn tell_numbers(merge: &SweepMerge, missing: &[usize]) {
    match division(merge) {
        Some(shard) => shard.all().for_each(|shard| tell_of_shard(shard, merge.list.runs(), missing)),
        None => eprintln!("  runs {}", ranges(missing)),
    }
}

fn tell_of_shard(shard: Shard, runs: usize, missing: &[usize]) {
    let its: Vec<usize> = missing.iter().copied().filter(|&run| shard.has(run)).collect();
    match its.len() {
        0 => (),
        all if all == shard.runs(runs).count() => eprintln!("  shard {shard}: all its runs"),
        _ => eprintln!("  shard {shard}: runs {}", ranges(&its)),
    }
}

/// One of the shards, if the sweep was divided only once.
fn division(merge: &SweepMerge) -> Option<Shard> {
    let mut shards = merge.folders.iter().filter_map(|folder| folder.shard);
    let first = shards.next()?;
    shards.all(|shard| shard.of() == first.of()).then_some(first)
}

/// Ascending numbers as they are written in a list: `0, 4-7, 9`.
fn ranges(numbers: &[usize]) -> String {
    let groups = numbers.chunk_by(|one, next| one + 1 == *next);
    let text = |group: &[usize]| match group {
        [first, .., last] => format!("{first}-{last}"),
        group => group.iter().map(usize::to_string).collect(),
    };
    groups.map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(ranges(&[0, 4, 5, 6, 9, 10]), "0, 4-6, 9-10");
        assert_eq!(ranges(&[]), "");
    }
}
