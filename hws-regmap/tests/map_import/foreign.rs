//! Maps of other people, which `.ci/exports` fetches into the folder HWS_FOREIGN_MAPS. None of them is in the repository.

use super::compiled;
use hws_regmap::emit::{ExportOptions, FORMATS};
use hws_regmap::import::{self, Imported};
use hws_regmap::{Code, MapImportFormat, check};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Every block of every file makes a map without errors, which has every export.
#[test]
fn maps_of_other_people_are_imported_and_exported() {
    let Some(folder) = env::var_os("HWS_FOREIGN_MAPS").map(PathBuf::from) else {
        return crate::exports_readers::say(
            "NOT CHECKED: the import of maps of other people (.ci/exports fetches them)\n",
        );
    };
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    let mut devices = 0;
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
        let (format, text) = match file.extension().and_then(|end| end.to_str()) {
            Some("svd") => (MapImportFormat::Svd, text),
            Some("xml") => (MapImportFormat::IpXact, text),
            Some("rdl") => (MapImportFormat::SystemRdl, compiled_file(&file)),
            _ => continue,
        };
        let blocks = import::read(format, &text).unwrap_or_else(|error| panic!("{name}:{error}"));
        assert!(!blocks.is_empty(), "{name}");
        let maps = blocks
            .into_iter()
            .map(|block| block.into_map(&name).unwrap_or_else(|error| panic!("{name}: {error}")));
        let (mut count, mut registers, mut lost) = (0, 0, 0);
        for map in maps {
            judge(&name, &map);
            (count, registers, lost) =
                (count + 1, registers + map.map.registers.len(), lost + map.losses.len());
        }
        assert!(registers > 0, "{name} has no registers");
        devices += 1;
        crate::exports_readers::say(&format!(
            "[import of {name}] {count} maps, {registers} registers, {lost} losses\n"
        ));
    }
    assert!(devices >= 5, "{devices} files in {}", folder.display());
}

/// What a file includes is beside it or in the folder `include`.
fn compiled_file(file: &Path) -> String {
    let folder = file.parent().unwrap().to_owned();
    let include = [folder.clone(), folder.join("include")];
    compiled(&fs::read_to_string(file).unwrap(), "foreign", &include)
        .expect("the compiler is there where the maps are")
}

fn judge(name: &str, map: &Imported) {
    let checked = check(map.yaml.as_bytes(), name);
    let errors = checked.map.is_none();
    assert!(!errors, "{name}: {}: {}", map.name, checked.diagnostics[0]);
    let warned: Vec<Code> = checked.diagnostics.iter().map(|one| one.code).collect();
    assert!(!warned.contains(&Code::IneffectiveKey), "{name}: {}: {warned:?}", map.name);
    for format in FORMATS {
        let options = ExportOptions { standalone: format.name == "rust", ..ExportOptions::default() };
        let text = (format.emit)(&map.map, &options)
            .unwrap_or_else(|found| panic!("{name}: {}: {}", map.name, found[0]));
        assert!(!text.is_empty(), "{name}: {}: {}", map.name, format.name);
    }
    for format in [MapImportFormat::Svd, MapImportFormat::IpXact] {
        super::round_trip(format, name, &map.map).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}
