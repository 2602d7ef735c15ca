//! Reading a register map and saying what is wrong with it.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use hws_regmap::{BUILT_IN, Diagnostic, Map, Paint, load_bytes, render};

use crate::failure::Failure;

/// The bytes of a map and their name.
pub(super) struct MapFile {
    name: String,
    bytes: Vec<u8>,
}

impl MapFile {
    /// `-` is standard input.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map_err(Failure::read(path))?;
            return Ok(Self { name: "<standard input>".to_owned(), bytes });
        }
        let bytes = fs::read(path).map_err(Failure::read(path))?;
        Ok(Self { name: path.display().to_string(), bytes })
    }

    /// The file, or the map that this program was built with.
    pub(super) fn read_or_built_in(path: Option<&PathBuf>) -> Result<Self, Failure> {
        match path {
            Some(path) => Self::read(path),
            None => Ok(Self { name: "<built-in map>".to_owned(), bytes: BUILT_IN.as_bytes().to_vec() }),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn load(&self) -> Result<Map, Vec<Diagnostic>> {
        load_bytes(&self.bytes, &self.name)
    }

    /// The map of a command that needs one without errors.
    pub(super) fn map(&self) -> Result<Map, Failure> {
        self.load().map_err(|diagnostics| Failure::Map { shown: self.shown(&diagnostics) })
    }

    /// Every diagnostic like a compiler shows it, and how many there are.
    pub(super) fn shown(&self, diagnostics: &[Diagnostic]) -> String {
        let (text, paint) = (String::from_utf8_lossy(&self.bytes), paint());
        let shown: String = diagnostics.iter().map(|diagnostic| render(diagnostic, &text, paint)).collect();
        let errors = if diagnostics.len() == 1 { "error" } else { "errors" };
        let code = diagnostics.first().map_or("CODE", |diagnostic| diagnostic.code.as_str());
        let more = format!("`hws regs explain {code}` says more");
        format!("{shown}{}: {} {errors}; {more}", self.name, diagnostics.len())
    }
}

/// Colours only on a terminal, and not where somebody does not want them.
fn paint() -> Paint {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stderr().is_terminal() && !unwanted { Paint::Colour } else { Paint::Plain }
}
