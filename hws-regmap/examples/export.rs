//! Prints a register map in a format of [`hws_regmap::emit::FORMATS`]: `export FORMAT [MAP]`, by default the built-in map.
//!
//! `hws regs export` does more; this program does not need the rest of the project, which has to be compiled first.

use std::env;
use std::fs;
use std::process::ExitCode;

use hws_regmap::CheckedMap;
use hws_regmap::emit::{self, ExportOptions};
use hws_regs::REGMAP_YAML;

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let (name, map) = (arguments.next().unwrap_or_default(), arguments.next());
    match read(map.as_deref()).and_then(|checked| export(&name, &checked)) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn read(file: Option<&str>) -> Result<CheckedMap, String> {
    let Some(file) = file else { return Ok(hws_regmap::check(REGMAP_YAML.as_bytes(), "regmap.yaml")) };
    let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let mut reader = |path: &str| fs::read(path).map_err(|error| error.to_string());
    Ok(hws_regmap::check_files(&bytes, file, &mut reader))
}

fn export(name: &str, checked: &CheckedMap) -> Result<String, String> {
    let format = emit::format(name).map_err(|unknown| unknown.to_string())?;
    let map = checked.map.as_ref().ok_or_else(|| lines(&checked.diagnostics))?;
    (format.emit)(map, &ExportOptions::default()).map_err(|found| lines(&checked.located(found)))
}

fn lines(diagnostics: &[hws_regmap::MapDiagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| format!("{diagnostic}\n")).collect()
}
