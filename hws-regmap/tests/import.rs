//! Maps from other formats.
//!
//! Importing our own export and exporting it again gives the same bytes.

use crate::exports_readers::{directory, path, say};
use hws_regmap::emit::{self, ExportOptions};
use hws_regmap::import::{self, Imported, SYSTEMRDL_READER};
use hws_regmap::{ImportFormat, Map, load};
use rstest::rstest;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// Returns the block that is in a file alone.
fn imported(format: ImportFormat, text: &str) -> Imported {
    let blocks = import::read(format, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let [block] = <[_; 1]>::try_from(blocks).expect("one block");
    block.into_map("a file").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn export(format: ImportFormat, map: &Map) -> String {
    (emit::format(format.as_str()).unwrap().emit)(map, &ExportOptions::default()).unwrap()
}

/// Exports, imports and exports a map again; returns the text of the imported map.
fn round_trip(format: ImportFormat, name: &str, map: &Map) -> Result<Option<Imported>, String> {
    let first = export(format, map);
    let again = match format {
        ImportFormat::SystemRdl => compiled(&first, name).map(|json| imported(format, &json)),
        _ => Some(imported(format, &first)),
    };
    let Some(again) = again else { return Ok(None) };
    let map = load(&again.yaml, "imported.yaml").map_err(|found| format!("{}\n{}", found[0], again.yaml))?;
    let second = export(format, &map);
    match first.lines().zip(second.lines()).enumerate().find(|(_, (one, other))| one != other) {
        Some((number, (one, other))) => {
            Err(format!("line {}:\n{one}\n{other}\n{}", number + 1, again.yaml))
        }
        None if first != second => Err(format!("one is longer\n{}", again.yaml)),
        None => Ok(Some(again)),
    }
}

/// Returns what the reader of SystemRDL prints, if it can run: `.ci/exports` installs what it needs.
fn compiled(text: &str, name: &str) -> Option<String> {
    let tools = env::var_os("HWS_READERS").map(PathBuf::from);
    let mut python = Command::new("python3");
    if let Some(tools) = &tools {
        python.env("PATH", path(tools));
    }
    let work = directory("read.py", name);
    fs::write(work.join("map.rdl"), text).unwrap();
    fs::write(work.join("read.py"), SYSTEMRDL_READER).unwrap();
    let output = python.current_dir(&work).args(["read.py", "map.rdl"]).output().ok();
    let missing = output.as_ref().is_none_or(|output| output.status.code() == Some(3));
    if missing && tools.is_none() {
        say(&format!("NOT CHECKED: the import of {name} from SystemRDL (.ci/exports installs its compiler)\n"));
        return None;
    }
    let output = output.expect("python3 runs");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[rstest]
fn an_export_is_imported_and_exported_as_the_same_file(
    #[values(ImportFormat::SystemRdl, ImportFormat::Svd, ImportFormat::IpXact)] format: ImportFormat,
    #[values("regmap", "everything", "uart", "dma", "plic")] subject: &str,
) {
    let map = load(&crate::exports_readers::text(subject), subject).unwrap();
    round_trip(format, subject, &map).unwrap_or_else(|why| panic!("{why}"));
}

/// In two halves, which the test runner runs side by side.
#[rstest]
fn so_are_random_maps(#[values(1, 2)] half: u8) {
    let cases = env::var("HWS_CASES").map_or(20, |cases| cases.parse().expect("HWS_CASES is a number"));
    crate::random_maps::for_each_of(cases, half, |text, map| {
        for format in [ImportFormat::Svd, ImportFormat::IpXact] {
            round_trip(format, "random", map).map_err(|why| format!("{}: {why}\n{text}", format.as_str()))?;
        }
        Ok(())
    });
}

/// `HWS_RANDOM_MAPS` is their number, as for the readers of exports.
#[test]
fn so_are_random_maps_in_systemrdl() {
    let count = env::var("HWS_RANDOM_MAPS").map_or(1, |count| count.parse().expect("HWS_RANDOM_MAPS is a number"));
    for number in 0..count {
        let text = crate::random_maps::of_number(number);
        let map = load(&text, "random").unwrap();
        let trip = round_trip(ImportFormat::SystemRdl, &format!("random-{number}"), &map);
        trip.unwrap_or_else(|why| panic!("{why}\n{text}"));
    }
}
