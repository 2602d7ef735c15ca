//! Register maps: a map or diagnostics, and every export of a map.

use std::collections::BTreeSet;

use hws_regmap::emit::{ExportFormat, ExportOptions, FORMATS};
use hws_regmap::{
    CheckedMap, Map, MapDiagnostic, MapText, Paint, check_files, diff, fingerprint, load, render_in,
};
use serde_json::Value;

use crate::edit::Edited;
use crate::place::inside;
use crate::target::{Checked, FileVerdict, ParserTarget};

/// The target `regmap`.
pub static REGMAP: ParserTarget = ParserTarget::new(
    "regmap",
    &[include_bytes!("../../hws-regmap/tests/small.yaml"), include_bytes!("../files/accesses_map.yaml")],
    || crate::target::keys(&hws_regmap::schema()),
    Edited::Text,
    check,
);

/// As in [`hws_regmap::load`].
const DIAGNOSTICS_MOST: usize = 10_000;
/// Diagnostics that are rendered: all of them would take too long.
const RENDERED: usize = 5;

fn check(file: &[u8]) -> Checked {
    // Whatever is included is the file itself, or is not there.
    let mut reader = |path: &str| match path.len() % 2 {
        0 => Ok(file.to_vec()),
        _ => Err("there is no such file".to_owned()),
    };
    let CheckedMap { map, diagnostics, texts } = check_files(file, "map.yaml", &mut reader);
    explained(&diagnostics, &texts)?;
    match map {
        Some(map) if texts.len() == 1 => {
            accepted(&map, &String::from_utf8_lossy(file))?;
            Ok(FileVerdict::Accepted)
        }
        Some(_) => Ok(FileVerdict::Accepted),
        None if diagnostics.is_empty() => Err("refused without a diagnostic".to_owned()),
        None => Ok(FileVerdict::Refused),
    }
}

fn accepted(map: &Map, text: &str) -> Result<(), String> {
    let again = load(text, "map.yaml").map_err(|_| "the map is refused when it is read again")?;
    if fingerprint(map) != fingerprint(&again) || !diff(map, &again).is_empty() {
        return Err("the map differs from itself when it is read again".to_owned());
    }
    FORMATS.iter().try_for_each(|format| exported(format, map))
}

fn exported(format: &ExportFormat, map: &Map) -> Result<(), String> {
    let options = ExportOptions { standalone: true, ..ExportOptions::default() };
    let text = match (format.emit)(map, &options) {
        Ok(text) => text,
        // An address map of SystemRDL cannot be empty.
        Err(_) if format.name == "systemrdl" && map.registers.is_empty() && map.memories.is_empty() => {
            return Ok(());
        }
        Err(_) => return Err(format!("the export {} is refused", format.name)),
    };
    if text.trim().is_empty() {
        return Err(format!("the export {} is empty", format.name));
    }
    if format.name == "json" {
        serde_json::from_str::<Value>(&text).map_err(|error| format!("the export json: {error}"))?;
    }
    let mut names = BTreeSet::new();
    // The header defines this one in each branch of a condition.
    let mut declared = declared(format.name, &text).filter(|name| !name.ends_with("_STATIC_ASSERT"));
    match declared.find(|name| !names.insert(*name)) {
        Some(twice) => Err(format!("the export {} declares `{twice}` twice", format.name)),
        None => Ok(()),
    }
}

/// The names that a file declares for all of its readers, as far as their lines show it.
fn declared<'t>(format: &str, text: &'t str) -> impl Iterator<Item = &'t str> {
    let starts: &'static [&'static str] = match format {
        "c" => &["#define "],
        "python" => &["", "class ", "def "],
        "systemverilog" => &["  localparam int unsigned ", "  localparam logic [31:0] "],
        "rust" => &["pub const ", "pub struct ", "pub enum ", "pub static "],
        _ => &[],
    };
    text.lines().filter_map(move |line| {
        let rest = starts.iter().rev().find_map(|start| line.strip_prefix(start))?;
        let end = rest.find(|it: char| !(it.is_ascii_alphanumeric() || it == '_')).unwrap_or(rest.len());
        let is_name =
            end > 0 && (format != "python" || rest[end..].starts_with(" = ") || !line.starts_with(rest));
        is_name.then_some(&rest[..end])
    })
}

fn explained(diagnostics: &[MapDiagnostic], texts: &[MapText]) -> Result<(), String> {
    if diagnostics.len() > DIAGNOSTICS_MOST {
        return Err(format!("{} diagnostics", diagnostics.len()));
    }
    for diagnostic in diagnostics {
        if diagnostic.place.line() == 0 || diagnostic.place.column() == 0 {
            return Err(format!("no place: {diagnostic}"));
        }
    }
    for diagnostic in diagnostics.iter().take(RENDERED) {
        let text = texts.iter().find(|text| text.name == diagnostic.file);
        let text = text.map(|text| text.text.as_str()).ok_or("a diagnostic about an unknown file")?;
        inside(text, diagnostic.place.position).map_err(|found| format!("{found}: {diagnostic}"))?;
        let shown = render_in(diagnostic, texts, Paint::Plain);
        if !shown.starts_with(&format!("{}[{}]", diagnostic.severity, diagnostic.code)) {
            return Err(format!("rendered without its code: {shown}"));
        }
    }
    Ok(())
}
