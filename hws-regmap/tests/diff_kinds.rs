//! Edits of `maps/changes.yaml` and what `diff` says of each, there and back; at least one for each kind of change.
//!
//! A block of `diff_kinds.txt` has lines `- replaced` and `+ by this`, in pairs, with `\n` for the end of a line, and then
//! `> change` from the old map to the new one and `< change` back. `BLESS=1 cargo test -p hws-regmap --test integration
//! diff_kinds` renews the changes; review them afterwards.

use hws_regmap::{Change, ChangeKind, Dependent, DiffSeverity, Map, diff, load};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const OLD: &str = include_str!("maps/changes.yaml");
const DOCUMENT: &str = include_str!("../../docs/map-changes.md");

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diff_kinds.txt")
}

fn map(text: &str) -> Map {
    load(text, "map.yaml").unwrap_or_else(|diagnostics| panic!("{text}\n{diagnostics:#?}"))
}

/// The pairs of lines that say what a block replaces, and by what.
fn edits(block: &str) -> Vec<(String, String)> {
    let all = |mark: &str| -> Vec<String> {
        block
            .lines()
            .filter_map(|line| line.strip_prefix(mark))
            .map(|text| text.replace("\\n", "\n"))
            .collect()
    };
    all("- ").into_iter().zip(all("+ ")).collect()
}

fn edited(block: &str) -> Map {
    let edit = |text: String, (old, new): (String, String)| {
        assert_eq!(text.matches(&old).count(), 1, "{old}");
        text.replacen(&old, &new, 1)
    };
    map(&edits(block).into_iter().fold(OLD.to_owned(), edit))
}

/// Every block with the changes there and back.
fn judged() -> Vec<(String, Vec<Change>, Vec<Change>)> {
    let (text, old) = (fs::read_to_string(file()).unwrap(), map(OLD));
    let blocks = text.split("\n\n").filter(|block| !block.trim().is_empty());
    blocks
        .map(|block| {
            let new = edited(block);
            (block.to_owned(), diff(&old, &new), diff(&new, &old))
        })
        .collect()
}

#[test]
fn an_edit_is_told_as_what_it_is() {
    let lines = |mark: char, changes: &[Change]| -> String {
        changes.iter().map(|change| format!("{mark} {change}\n")).collect()
    };
    let found: Vec<String> = judged()
        .iter()
        .map(|(block, there, back)| {
            let is_edit = |line: &&str| line.starts_with(['-', '+']);
            let head: String = block.lines().filter(is_edit).map(|line| format!("{line}\n")).collect();
            format!("{head}{}{}", lines('>', there), lines('<', back))
        })
        .collect();
    let found = found.join("\n");
    if std::env::var_os("BLESS").is_some() {
        fs::write(file(), &found).unwrap();
    }
    assert_eq!(fs::read_to_string(file()).unwrap(), found);
}

#[test]
fn there_is_an_edit_for_each_kind_of_change_and_each_edit_is_a_change() {
    let judged = judged();
    let all = judged.iter().flat_map(|(_, there, back)| there.iter().chain(back));
    let seen: BTreeSet<ChangeKind> = all.map(|change| change.kind).collect();
    let unseen: Vec<&ChangeKind> = ChangeKind::ALL.iter().filter(|kind| !seen.contains(kind)).collect();
    assert!(unseen.is_empty(), "no edit makes {unseen:?}");
    let silent: Vec<&String> = judged
        .iter()
        .filter(|(_, there, back)| there.is_empty() || back.is_empty())
        .map(|(b, ..)| b)
        .collect();
    assert!(silent.is_empty(), "nothing is said of {silent:#?}");
}

#[test]
fn a_change_breaks_someone_exactly_if_it_is_breaking() {
    for kind in ChangeKind::ALL {
        assert_eq!(kind.breaks().is_empty(), kind.severity() == DiffSeverity::Compatible, "{kind:?}");
        assert!(kind.breaks().is_sorted(), "{kind:?}");
    }
}

/// The row of a kind in the document: its name, its meaning, and a mark below everyone whom it breaks.
fn row(kind: ChangeKind) -> String {
    let mark = |dependent| if kind.breaks().contains(&dependent) { "×" } else { " " };
    let marks: Vec<&str> = Dependent::ALL.into_iter().map(mark).collect();
    let summary = kind.summary().trim_end_matches('.');
    format!("| `{}` | {summary} | {} |\n", kind.as_str(), marks.join(" | "))
}

#[test]
fn the_table_of_the_document_is_that_of_the_code() {
    let titles = Dependent::ALL.map(Dependent::title).join(" | ");
    let head = format!("| Kind | What changed | {titles} |\n|---|---|:-:|:-:|:-:|:-:|:-:|:-:|\n");
    let rows: String = ChangeKind::ALL.iter().map(|kind| row(*kind)).collect();
    let table = format!("{head}{rows}");
    assert!(DOCUMENT.contains(&table), "docs/map-changes.md needs this table:\n{table}");
}
