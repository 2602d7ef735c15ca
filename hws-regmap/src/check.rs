//! From the bytes of a map to a [`Map`] or its errors, and warnings.

use crate::diagnostic::MapDiagnostic;
use crate::files::{Including, MapText, Reader, Texts, Tree};
use crate::model::Map;
use crate::{MOST_DIAGNOSTICS, lint, resolve, source, validate};
use hws_input::DiagnosticSeverity;

/// What is known about a map: [`check`].
#[derive(Clone, Debug)]
pub struct CheckedMap {
    /// The map, if it has no errors.
    pub map: Option<Map>,
    /// Every error; or, if there is none, every warning. In the order of the files, at most 10,000.
    pub diagnostics: Vec<MapDiagnostic>,
    /// Every file that was read, for [`crate::render_in`]; the map itself is the last one.
    pub texts: Vec<MapText>,
}

impl CheckedMap {
    /// Returns the map.
    ///
    /// # Errors
    /// Every error of a map that has any.
    pub fn into_map(self) -> Result<Map, Vec<MapDiagnostic>> {
        self.map.ok_or(self.diagnostics)
    }

    /// Returns the diagnostics of an export of the map, which have places but no files, with their files.
    #[must_use]
    pub fn located(&self, diagnostics: Vec<MapDiagnostic>) -> Vec<MapDiagnostic> {
        let texts = Texts::of(&self.texts);
        diagnostics.into_iter().map(|diagnostic| texts.localised(diagnostic)).collect()
    }
}

/// Parses, resolves and validates a map.
///
/// `file_name` is used in the diagnostics only. The text cannot include other files; see [`check_files`].
///
/// # Errors
/// Every error, in the order of the file; at most 10,000. A text that is not YAML yields exactly one, because nothing
/// after the error can be trusted.
///
/// ```
/// let broken = hws_regs::REGMAP_YAML.replace("offset: 0x0004", "offset: 0x0000");
/// let diagnostics = hws_regmap::load(&broken, "broken.yaml").unwrap_err();
/// assert_eq!(diagnostics[0].code.as_str(), "registers-overlap");
/// ```
pub fn load(text: &str, file_name: &str) -> Result<Map, Vec<MapDiagnostic>> {
    load_bytes(text.as_bytes(), file_name)
}

/// Like [`load`], for bytes that may not be text.
///
/// # Errors
/// As for [`load`]; bytes that are not UTF-8 yield one diagnostic.
///
/// ```
/// let diagnostics = hws_regmap::load_bytes(b"name: \xff", "broken.yaml").unwrap_err();
/// assert_eq!(diagnostics[0].code.as_str(), "not-text");
/// assert_eq!((diagnostics[0].place.line(), diagnostics[0].place.column()), (1, 7));
/// ```
pub fn load_bytes(bytes: &[u8], file_name: &str) -> Result<Map, Vec<MapDiagnostic>> {
    check(bytes, file_name).into_map()
}

/// Like [`load_bytes`], with the warnings.
///
/// ```
/// let text = "{name: T, window_bytes: 16, pages: [{name: P}]}";
/// let checked = hws_regmap::check(text.as_bytes(), "t.yaml");
/// assert!(checked.map.is_some());
/// assert_eq!(checked.diagnostics[0].code.as_str(), "empty-page");
/// ```
#[must_use]
pub fn check(bytes: &[u8], file_name: &str) -> CheckedMap {
    judge(read(file_name, bytes, None))
}

/// Like [`check`], for a map that may include other files.
///
/// `reader` gets the path of an included file: the folder of the including file, whose path begins with that of
/// `file_name`, joined with the path in `include`. It returns the bytes, or the reason why they cannot be read.
///
/// ```
/// let main = "{name: T, window_bytes: 16, include: [pages.yaml], pages: []}";
/// let mut reader = |path: &str| match path {
///     "maps/pages.yaml" => Ok(b"pages: [{name: P, registers: [{name: R, offset: 0}]}]".to_vec()),
///     _ => Err("there is no such file".to_owned()),
/// };
/// let checked = hws_regmap::check_files(main.as_bytes(), "maps/main.yaml", &mut reader);
/// assert_eq!(checked.map.unwrap().registers[0].name.value, "R");
/// assert_eq!(checked.diagnostics[0].file, "maps/pages.yaml");
/// ```
pub fn check_files(
    bytes: &[u8],
    file_name: &str,
    reader: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> CheckedMap {
    judge(read(file_name, bytes, Some(reader)))
}

fn read<'r>(file_name: &str, bytes: &[u8], reader: Option<&'r mut Reader<'r>>) -> Tree {
    Including::new(reader).tree(file_name, bytes)
}

fn judge(tree: Tree) -> CheckedMap {
    let Tree { node, texts, mut diagnostics, is_whole, has_all_files } = tree;
    let mut map = None;
    if let Some(node) = &node {
        let lifted = source::lift(node, has_all_files);
        let is_whole = is_whole && lifted.is_whole;
        diagnostics.extend(lifted.diagnostics);
        if let Some(source) = lifted.source {
            let (built, unresolved) = resolve::resolve(source);
            let found = unresolved.into_iter().chain(validate::validate(&built));
            diagnostics.extend(found.filter(|one| is_whole || !one.code.needs_the_whole_map()));
            map = Some(built).filter(|_| !diagnostics.iter().any(is_error));
        }
    }
    match &map {
        Some(map) => diagnostics.extend(lint::warnings(map)),
        None => diagnostics.retain(is_error),
    }
    diagnostics.sort_by_key(|diagnostic| (texts.number(diagnostic.place), diagnostic.place, diagnostic.code));
    diagnostics.truncate(MOST_DIAGNOSTICS);
    let diagnostics = diagnostics.into_iter().map(|diagnostic| texts.localised(diagnostic)).collect();
    CheckedMap { map, diagnostics, texts: texts.into_texts() }
}

fn is_error(diagnostic: &MapDiagnostic) -> bool {
    diagnostic.severity == DiagnosticSeverity::Error
}
