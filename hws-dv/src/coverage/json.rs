//! The report as JSON.

use serde::Serialize;

use super::model::{CoverGroup, CoverItem};
use super::report::{BinTally, CountedBin, CoverageReport, FileShare};
use super::set::{CoveredFile, CoveredKind};

/// The version of the form of the report.
const SCHEMA_VERSION: u32 = 1;

#[derive(Serialize)]
struct JsonReport<'r> {
    schema_version: u32,
    #[serde(flatten)]
    tally: BinTally,
    percent: f64,
    at_least: u64,
    groups: Vec<JsonGroup<'r>>,
    files: Vec<JsonFile<'r>>,
    rank: Vec<JsonRank<'r>>,
}

#[derive(Serialize)]
struct JsonGroup<'r> {
    name: &'r str,
    rule: &'static str,
    title: &'r str,
    #[serde(flatten)]
    tally: BinTally,
    items: Vec<JsonItem<'r>>,
}

#[derive(Serialize)]
struct JsonItem<'r> {
    name: &'r str,
    rule: &'static str,
    crossed: &'r [String],
    covered: usize,
    counted: usize,
    bins: Vec<JsonBin<'r>>,
}

#[derive(Serialize)]
struct JsonBin<'r> {
    name: &'r str,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    excluded: Option<&'r str>,
}

#[derive(Serialize)]
struct JsonFile<'r> {
    name: &'r str,
    kind: CoveredKind,
    cycles: u64,
    #[serde(flatten)]
    share: FileShare,
}

#[derive(Serialize)]
struct JsonRank<'r> {
    /// The place in `files`.
    file: usize,
    name: &'r str,
    adds: usize,
}

/// Returns the report as a value that can be serialised.
#[must_use]
pub fn coverage_json(report: &CoverageReport) -> impl Serialize + '_ {
    let tally = report.tally();
    JsonReport {
        schema_version: SCHEMA_VERSION,
        tally,
        percent: tally.permille() as f64 / 10.0,
        at_least: report.at_least,
        groups: report.model().groups().iter().map(|group| json_group(report, group)).collect(),
        files: report
            .set
            .files
            .iter()
            .zip(report.shares())
            .map(|(file, share)| json_file(file, share))
            .collect(),
        rank: report
            .rank()
            .into_iter()
            .map(|(file, adds)| JsonRank { file, name: &report.set.files[file].name, adds })
            .collect(),
    }
}

fn json_group<'r>(report: &'r CoverageReport, group: &'r CoverGroup) -> JsonGroup<'r> {
    JsonGroup {
        name: &group.name,
        rule: group.rule.cite(),
        title: &group.title,
        tally: report.tally_of_group(group),
        items: group.items.iter().map(|item| json_item(report, item)).collect(),
    }
}

fn json_item<'r>(report: &'r CoverageReport, item: &'r CoverItem) -> JsonItem<'r> {
    let BinTally { covered, bins, .. } = report.tally_of(item);
    JsonItem {
        name: &item.name,
        rule: item.cite(),
        crossed: &item.crossed,
        covered,
        counted: bins,
        bins: report.bins_of(item).map(json_bin).collect(),
    }
}

fn json_bin(bin: CountedBin<'static>) -> JsonBin<'static> {
    JsonBin { name: &bin.bin.name, count: bin.count, excluded: bin.bin.excluded.as_deref() }
}

fn json_file(file: &CoveredFile, share: FileShare) -> JsonFile<'_> {
    JsonFile { name: &file.name, kind: file.kind, cycles: file.cycles, share }
}
