//! Reading a register map and the files that it includes, and reporting its errors.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hws_host::{CommandFiles, files};
use hws_input::{StandardInput, counted};
use hws_regmap::{
    CheckedMap, DiagnosticSeverity, Map, MapDiagnostic, MapText, Paint, check, check_files, render_in,
};
use hws_regs::REGMAP_YAML;

use crate::diagnostics::other_format::{self, REGISTERS};
use crate::failure::Failure;
use crate::terminal;

/// The bytes and the name of a map.
pub(super) struct MapFile {
    name: String,
    bytes: Vec<u8>,
    /// Whether it may include files.
    is_file: bool,
}

impl MapFile {
    /// `-` is standard input, which includes files relative to the current folder.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        if path == Path::new("-") {
            let bytes = StandardInput::read_all().map_err(Failure::read(path))?;
            return Ok(Self { name: files::name(path), bytes, is_file: true });
        }
        let bytes = fs::read(path).map_err(Failure::read(path))?;
        Ok(Self { name: path.display().to_string(), bytes, is_file: true })
    }

    /// Returns the file, or the built-in map.
    pub(super) fn read_or_built_in(path: Option<&PathBuf>) -> Result<Self, Failure> {
        match path {
            Some(path) => Self::read(path),
            None => {
                let (name, bytes) = ("<built-in map>".to_owned(), REGMAP_YAML.as_bytes().to_vec());
                Ok(Self { name, bytes, is_file: false })
            }
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the map, or its errors, and its warnings; fails for a file of another format.
    pub(super) fn known(&self) -> Result<CheckedMap, Failure> {
        let checked = self.check();
        let others =
            checked.map.is_none().then(|| other_format::of_bytes(&self.name, &self.bytes, REGISTERS));
        others.flatten().map_or(Ok(checked), |other| Err(Box::new(other).into()))
    }

    /// Returns the map, or its errors, and its warnings.
    pub(super) fn check(&self) -> CheckedMap {
        self.check_among(&mut CommandFiles::default())
    }

    /// Adds the files that the map includes to the inputs of the command.
    fn check_among(&self, files: &mut CommandFiles) -> CheckedMap {
        match self.is_file {
            true => check_files(&self.bytes, &self.name, &mut |path| {
                files.read(Path::new(path)).map_err(|error| error.to_string())
            }),
            false => check(&self.bytes, &self.name),
        }
    }

    /// Returns the map, for commands that need a valid one.
    pub(super) fn map(&self) -> Result<Map, Failure> {
        self.map_among(&mut CommandFiles::default())
    }

    /// Returns the map, and adds the files that it includes to the inputs of the command.
    pub(super) fn map_among(&self, files: &mut CommandFiles) -> Result<Map, Failure> {
        let CheckedMap { map, diagnostics, texts } = self.check_among(files);
        map.ok_or_else(|| self.refused(diagnostics, texts))
    }

    /// Returns why an export refuses the map.
    pub(super) fn export_refused(&self, diagnostics: Vec<MapDiagnostic>) -> Failure {
        let checked = self.check();
        self.refused(checked.located(diagnostics), checked.texts)
    }

    fn refused(&self, diagnostics: Vec<MapDiagnostic>, texts: Vec<MapText>) -> Failure {
        let shown = self.rendered(&diagnostics, &texts);
        Failure::Map {
            shown,
            found: diagnostics.into_iter().map(MapDiagnostic::with_text_code).collect(),
            texts,
        }
    }

    /// Returns all diagnostics, rendered, and their number.
    pub(super) fn rendered(&self, diagnostics: &[MapDiagnostic], texts: &[MapText]) -> String {
        let paint = if terminal::has_colours(&io::stderr()) { Paint::Colour } else { Paint::Plain };
        let shown: String =
            diagnostics.iter().map(|diagnostic| render_in(diagnostic, texts, paint)).collect();
        let code = diagnostics.first().map_or("CODE", |diagnostic| diagnostic.code.as_str());
        format!("{shown}{}: {}; see `hws regs explain {code}`", self.name, summary(diagnostics))
    }
}

/// `1 error and 2 warnings`.
fn summary(diagnostics: &[MapDiagnostic]) -> String {
    let count = |severity: DiagnosticSeverity| {
        let count = diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        (count > 0).then(|| counted(count, &severity.to_string()))
    };
    let counts = [count(DiagnosticSeverity::Error), count(DiagnosticSeverity::Warning)];
    counts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}
