//! The names of the files that a sweep or a tuning may write into its folder.

use std::fs;
use std::path::Path;

use hws_run::sweep::RunTable;

use super::SweepOptions;

/// What the names of the recommendations of a tuning begin with; their number is known only at its end.
const RECOMMENDATIONS: [&str; 2] = ["recommended", "front-"];

/// Returns the names of all files that a sweep with these options may write.
#[must_use]
pub fn sweep_files(options: &SweepOptions<'_>) -> Vec<String> {
    let tables: Vec<&str> = options.tables.iter().map(RunTable::name).collect();
    let of_table = |table: &str| [format!("{table}.parquet"), format!("{table}.csv")];
    let journals = ["rows"].into_iter().chain(tables.iter().copied()).map(|table| format!("{table}.jsonl"));
    let written = ["plan.json", "sweep.html"].map(str::to_owned).into_iter();
    let written = written.chain(["sweep"].into_iter().chain(tables.iter().copied()).flat_map(of_table));
    let aside: Vec<String> = written.flat_map(|name| [format!("{name}.part"), name]).collect();
    journals.chain(aside).collect()
}

/// Returns the names of all files that a tuning with these options may write; of its recommendations, those that exist.
#[must_use]
pub fn tune_files(options: &SweepOptions<'_>) -> Vec<String> {
    let report = ["tune.json", "tune.json.part"].map(str::to_owned);
    let present = options.out.map_or_else(Vec::new, recommendations);
    sweep_files(options).into_iter().chain(report).chain(present).collect()
}

/// A folder that cannot be read has no file that could be replaced.
fn recommendations(folder: &Path) -> Vec<String> {
    let is_one = |name: &String| {
        let whole = name.strip_suffix(".part").unwrap_or(name);
        RECOMMENDATIONS.iter().any(|start| whole.starts_with(start))
            && [".yaml", ".txt"].iter().any(|ending| whole.ends_with(ending))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(is_one).collect();
    names.sort_unstable();
    names
}
