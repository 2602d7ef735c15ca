//! Maps from other formats.
//!
//! Importing our own export and exporting it again gives the same bytes. `map_import/lost.FORMAT.txt` has what the map has
//! lost on this way: what import says, and the differences that `hws regs diff` finds.

mod altered;
mod foreign;
mod ipxact;
mod svd;
mod systemrdl;

use crate::exports_readers::{directory, path, say};
use hws_regmap::emit::{self, ExportOptions};
use hws_regmap::import::{self, Imported, SYSTEMRDL_READER};
use hws_regmap::{Map, MapImportFormat, diff, fingerprint, load};
use hws_regs::REGMAP_YAML;
use rstest::rstest;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Returns the block that is in a file alone.
fn imported(format: MapImportFormat, text: &str) -> Imported {
    let blocks = import::read(format, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let [block] = <[_; 1]>::try_from(blocks).expect("one block");
    block.into_map("a file").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn export(format: MapImportFormat, map: &Map) -> String {
    (emit::format(format.as_str()).unwrap().emit)(map, &ExportOptions::default()).unwrap()
}

/// Exports, imports and exports a map again; returns the text of the imported map.
fn round_trip(format: MapImportFormat, name: &str, map: &Map) -> Result<Option<Imported>, String> {
    let first = export(format, map);
    let again = match format {
        MapImportFormat::SystemRdl => compiled(&first, name, &[]).map(|json| imported(format, &json)),
        _ => Some(imported(format, &first)),
    };
    let Some(again) = again else { return Ok(None) };
    let map = load(&again.yaml, "imported.yaml").map_err(|found| format!("{}\n{}", found[0], again.yaml))?;
    let second = export(format, &map);
    match first.lines().zip(second.lines()).enumerate().find(|(_, (one, other))| one != other) {
        Some((number, (one, other))) => Err(format!("line {}:\n{one}\n{other}\n{}", number + 1, again.yaml)),
        None if first != second => Err(format!("one is longer\n{}", again.yaml)),
        None => Ok(Some(again)),
    }
}

/// Returns what the reader of SystemRDL prints, if it can run: `.ci/exports` installs what it needs.
fn compiled(text: &str, name: &str, include: &[PathBuf]) -> Option<String> {
    let tools = env::var_os("HWS_READERS").map(PathBuf::from);
    let mut python = Command::new("python3");
    if let Some(tools) = &tools {
        python.env("PATH", path(tools));
    }
    let work = directory("read.py", name);
    fs::write(work.join("map.rdl"), text).unwrap();
    fs::write(work.join("read.py"), SYSTEMRDL_READER).unwrap();
    python.arg("read.py").args(include.iter().map(|folder| format!("--include={}", folder.display())));
    let output = python.current_dir(&work).arg("map.rdl").output().ok();
    let missing = output.as_ref().is_none_or(|output| output.status.code() == Some(3));
    if missing && tools.is_none() {
        say(&format!(
            "NOT CHECKED: the import of {name} from SystemRDL (.ci/exports installs its compiler)\n"
        ));
        return None;
    }
    let output = output.expect("python3 runs");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[rstest]
fn an_export_is_imported_and_exported_as_the_same_file(
    #[values(MapImportFormat::SystemRdl, MapImportFormat::Svd, MapImportFormat::IpXact)]
    format: MapImportFormat,
    #[values("regmap", "everything", "names", "uart", "dma", "plic")] subject: &str,
) {
    let map = load(&crate::exports_readers::text(subject), subject).unwrap();
    round_trip(format, subject, &map).unwrap_or_else(|why| panic!("{why}"));
}

#[rstest]
fn what_an_imported_export_has_lost_is_known(
    #[values(MapImportFormat::SystemRdl, MapImportFormat::Svd, MapImportFormat::IpXact)]
    format: MapImportFormat,
) {
    let map = load(REGMAP_YAML, "regmap.yaml").unwrap();
    let Some(again) = round_trip(format, "lost", &map).unwrap_or_else(|why| panic!("{why}")) else { return };
    let mut text = String::new();
    for loss in &again.losses {
        text += &format!("lost: {loss}\n");
    }
    for unsaid in import::unsaid(format, true) {
        text += &format!("not said: {unsaid}\n");
    }
    for change in diff(&map, &again.map) {
        text += &format!("{change}\n");
    }
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/map_import/lost.{}.txt", format.as_str()));
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(&file).unwrap_or_default(), "BLESS=1 rewrites {}", file.display());
}

/// The JSON of an imported map names the file that it comes from, and no other map's does.
#[rstest]
fn the_json_of_an_imported_map_has_its_origin(
    #[values(MapImportFormat::Svd, MapImportFormat::IpXact)] format: MapImportFormat,
) {
    let map = load(REGMAP_YAML, "regmap.yaml").unwrap();
    assert!(emit::json(&map).get("imported").is_none());
    let again = imported(format, &export(format, &map));
    let told = |map: &Map, unchanged: bool| {
        let fingerprint = format!("0x{:016x}", fingerprint(map));
        serde_json::json!({"format": format.as_str(), "fingerprint": fingerprint, "unchanged": unchanged})
    };
    assert_eq!(emit::json(&again.map)["imported"], told(&map, true));
    let changed =
        load(&again.yaml.replacen("name: SIP_USAGE_MASK\n", "name: OTHER\n", 1), "changed").unwrap();
    assert_eq!(emit::json(&changed)["imported"], told(&map, false));
}

#[rstest]
fn an_imported_map_that_is_changed_has_its_own_fingerprint(
    #[values(MapImportFormat::Svd, MapImportFormat::IpXact)] format: MapImportFormat,
) {
    let map = load(REGMAP_YAML, "regmap.yaml").unwrap();
    // As if the file had something that is lost.
    let (own, carried) = (format!("{:016x}", fingerprint(&map)), "0123456789abcdef".to_owned());
    let again = imported(format, &export(format, &map).replace(&own, &carried));
    assert!(export(format, &again.map).contains(&carried));
    let c = |map: &Map| (emit::format("c").unwrap().emit)(map, &ExportOptions::default()).unwrap();
    assert!(!c(&again.map).contains(&carried), "another format is not the same file");
    let old = "name: SIP_USAGE_MASK\n";
    assert!(again.yaml.contains(old), "{}", again.yaml);
    let changed = load(&again.yaml.replacen(old, "name: SIP_USAGE_MASKS\n", 1), "changed").unwrap();
    assert!(!export(format, &changed).contains(&carried));
}

/// What random maps lose: types that no field has, parts of interrupts, strides of arrays of one element, and what IP-XACT
/// does not say of windows and pages with memories. Every other change is a fault, unless arrays come back in other shapes.
const LOST: [&str; 8] = [
    ": enum removed",
    ": Shared",
    ": part in an interrupt was",
    " × index and is",
    ": stride was",
    ": the window was",
    ": page ",
    ": was on page",
];

/// Returns whether the registers have the names that they had, with as many dimensions.
fn has_its_shapes(map: &Map, again: &Map) -> bool {
    let names = |map: &Map| map.registers.iter().map(|one| one.name.value.clone()).collect::<Vec<_>>();
    names(map) == names(again)
}

/// In two halves, which the test runner runs side by side.
#[rstest]
fn so_are_random_maps(#[values(1, 2)] half: u8) {
    let cases = env::var("HWS_CASES").map_or(20, |cases| cases.parse().expect("HWS_CASES is a number"));
    crate::random_maps::for_each_of(cases, half, |text, map| {
        for format in [MapImportFormat::Svd, MapImportFormat::IpXact] {
            let again = round_trip(format, "random", map)
                .map_err(|why| format!("{}: {why}\n{text}", format.as_str()))?;
            let again = again.expect("this format needs no other program").map;
            let changes = if has_its_shapes(map, &again) { diff(map, &again) } else { Vec::new() };
            let texts = changes.iter().map(ToString::to_string);
            let faults: Vec<String> =
                texts.filter(|change| !LOST.iter().any(|lost| change.contains(lost))).collect();
            if !faults.is_empty() {
                return Err(format!("{}: {}\n{text}", format.as_str(), faults.join("\n")));
            }
        }
        Ok(())
    });
}

/// `HWS_RANDOM_MAPS` is their number, as for the readers of exports.
#[test]
fn so_are_random_maps_in_systemrdl() {
    let count =
        env::var("HWS_RANDOM_MAPS").map_or(1, |count| count.parse().expect("HWS_RANDOM_MAPS is a number"));
    for number in 0..count {
        let text = crate::random_maps::of_number(number);
        let map = load(&text, "random").unwrap();
        let trip = round_trip(MapImportFormat::SystemRdl, &format!("random-{number}"), &map);
        trip.unwrap_or_else(|why| panic!("{why}\n{text}"));
    }
}
