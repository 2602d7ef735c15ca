//! Reading a register map, and reporting its errors.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use hws_regmap::{BUILT_IN, Diagnostic, Map, Paint, load_bytes, render};

use crate::failure::Failure;
use crate::terminal;

/// The bytes and the name of a map.
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

    /// Returns the file, or the built-in map.
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

    /// Returns the map, for commands that need a valid one.
    pub(super) fn map(&self) -> Result<Map, Failure> {
        self.load().map_err(|diagnostics| Failure::Map { shown: self.shown(&diagnostics) })
    }

    /// Returns all diagnostics, rendered, and their number.
    pub(super) fn shown(&self, diagnostics: &[Diagnostic]) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let paint = if terminal::has_colours(&io::stderr()) { Paint::Colour } else { Paint::Plain };
        let shown: String = diagnostics.iter().map(|diagnostic| render(diagnostic, &text, paint)).collect();
        let errors = if diagnostics.len() == 1 { "error" } else { "errors" };
        let code = diagnostics.first().map_or("CODE", |diagnostic| diagnostic.code.as_str());
        let more = format!("see `hws regs explain {code}`");
        format!("{shown}{}: {} {errors}; {more}", self.name, diagnostics.len())
    }
}
