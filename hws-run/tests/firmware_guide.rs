//! Checks docs/firmware-guide.md: the answers to errors, its links, and its example.

use std::fs;
use std::path::Path;

use fw_api::HwsError;
use hws_run::run::{ErrorAnswer, run};
use hws_run::workload::{ReadOptions, read};

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The second column of the row whose first column is `first`.
fn column<'t>(text: &'t str, first: &str) -> Option<&'t str> {
    let row = text.lines().find(|line| line.starts_with(&format!("| {first} |")))?;
    row.split('|').nth(2).map(str::trim)
}

#[test]
fn the_error_table_matches_the_reference_firmware() {
    let guide = file("docs/firmware-guide.md");
    for &error in HwsError::ALL {
        let answer = match ErrorAnswer::default_for(error) {
            ErrorAnswer::Note => "Note",
            ErrorAnswer::Recover => "Recover",
            ErrorAnswer::GiveUp => "Give up",
            ErrorAnswer::Stop => "Stop",
        };
        assert_eq!(column(&guide, error.name()), Some(answer), "{}", error.name());
    }
}

#[test]
fn every_danger_is_linked() {
    let (guide, dangers) = (file("docs/firmware-guide.md"), file("docs/dangers.md"));
    let anchor = |heading: &str| -> String {
        let kept = heading.to_lowercase();
        kept.chars()
            .filter(|c| c.is_alphanumeric() || "-_ ".contains(*c))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    };
    let headings: Vec<&str> = dangers.lines().filter_map(|line| line.strip_prefix("## D")).collect();
    assert!(headings.len() >= 27);
    for heading in headings {
        let number = heading.split(' ').next().unwrap();
        let link = format!("| [D{number}](dangers.md#{}) |", anchor(&format!("D{heading}")));
        assert!(guide.contains(&link), "no row {link}");
    }
}

#[test]
fn the_example_of_the_guide_ends_drained() {
    let text = file("examples/firmware.yaml");
    let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    let workload = read(text.as_bytes(), "firmware.yaml", &ReadOptions::default(), &mut no_files).unwrap();
    let (record, ()) = run(&workload, ()).unwrap();
    assert!(record.drained && record.errors.is_empty(), "{:?} {:?}", record.stuck, record.errors);
    assert!(record.dags[2].tag.is_none() && record.dags[0].tag.is_some());
}
