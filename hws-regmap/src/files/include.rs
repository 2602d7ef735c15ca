//! Reads a map and, through a callback, the files that it includes.

use super::{Texts, merge, shift};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::parse;
use crate::source::shape::{INCLUDED, MAP, Shape};
use hws_input::yaml::Node;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// Reads an included file, whose path is that of the including file's folder and the path in `include`; the error is
/// the reason why it cannot be read.
pub(crate) type Reader<'r> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'r;

/// The most files that include each other in a chain.
const MOST_DEPTH: usize = 32;
/// The most files of a map; each is read once.
const MOST_FILES: usize = 1000;

/// The tree of a map with the contents of its included files.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) node: Option<Node>,
    pub(crate) texts: Texts,
    pub(crate) diagnostics: Vec<MapDiagnostic>,
    /// Whether everything that other entries may refer to could be read.
    pub(crate) is_whole: bool,
    /// Whether every file could be read.
    pub(crate) has_all_files: bool,
}

/// Reads the files of one map.
pub(crate) struct Including<'r> {
    /// `None` if there are only the bytes of the map.
    reader: Option<&'r mut Reader<'r>>,
    tree: Tree,
    included: Vec<Node>,
    /// The files that are being read, outermost first.
    chain: Vec<PathBuf>,
    /// The files that have been read or are being read.
    seen: BTreeSet<PathBuf>,
}

impl<'r> Including<'r> {
    pub(crate) fn new(reader: Option<&'r mut Reader<'r>>) -> Self {
        let tree = Tree { is_whole: true, has_all_files: true, ..Tree::default() };
        Self { reader, tree, included: Vec::new(), chain: Vec::new(), seen: BTreeSet::new() }
    }

    /// Reads the main file and everything that it includes.
    pub(crate) fn tree(mut self, name: &str, bytes: &[u8]) -> Tree {
        let node = self.file(Path::new(name), bytes, &MAP);
        self.tree.node = node.map(|node| merge::merged(node, self.included));
        self.tree
    }

    /// Reads a file; what it includes is read first.
    fn file(&mut self, path: &Path, bytes: &[u8], shape: &'static Shape) -> Option<Node> {
        self.seen.insert(identity(path));
        let (mut node, mut found) = match parse::parse_bytes(bytes) {
            Ok(node) => (Some(node), Vec::new()),
            Err(diagnostic) => (None, vec![*diagnostic]),
        };
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.tree.has_all_files &= node.is_some();
        if let Some(node) = &mut node {
            let shape = parse::conform(node, shape, &text);
            self.tree.is_whole &= shape.is_whole;
            found.extend(shape.diagnostics);
            self.chain.push(path.to_owned());
            let files = node.get("include").map_or(&[][..], Node::elements);
            found.extend(files.iter().filter_map(|file| self.include(path, file)));
            self.chain.pop();
        }
        let start = self.tree.texts.add(&path.display().to_string(), text);
        node.iter_mut().for_each(|node| shift::node(node, start));
        found.iter_mut().for_each(|diagnostic| shift::diagnostic(diagnostic, start));
        self.tree.diagnostics.extend(found);
        node
    }

    /// Reads the file that an element of `include` names; the diagnostic is about that element.
    fn include(&mut self, from: &Path, element: &Node) -> Option<MapDiagnostic> {
        // Other values have been reported.
        let name = element.text()?;
        let path = beside(from, name);
        let read = match self.refusal(&path) {
            Ok(false) => return None,
            Ok(true) => self.read(&path, name),
            Err(refusal) => Err(refusal),
        };
        match read {
            Ok(bytes) => {
                let node = self.file(&path, &bytes, &INCLUDED);
                self.included.extend(node);
                None
            }
            Err((message, label, remedy)) => {
                self.tree.has_all_files = false;
                let diagnostic = MapDiagnostic::new(Code::CannotInclude, element.place, message);
                Some(diagnostic.label(label).remedy(remedy))
            }
        }
    }

    /// Returns whether the file has yet to be read.
    fn refusal(&self, path: &Path) -> Result<bool, Refusal> {
        let wanted = identity(path);
        if let Some(first) = self.chain.iter().position(|file| identity(file) == wanted) {
            return Err(cycle(&self.chain[first..], path));
        }
        if self.seen.contains(&wanted) {
            return Ok(false);
        }
        if self.chain.len() >= MOST_DEPTH || self.seen.len() >= MOST_FILES {
            let message = "the map includes too many files".to_owned();
            let remedy = format!("use at most {MOST_FILES} files, and chains of at most {MOST_DEPTH}");
            return Err((message, "limit exceeded here", remedy));
        }
        Ok(true)
    }

    fn read(&mut self, path: &Path, name: &str) -> Result<Vec<u8>, Refusal> {
        let Some(reader) = &mut self.reader else {
            let message = format!("cannot include `{name}`: only the text of this map was given");
            let remedy = "check the file itself, or write its contents here".to_owned();
            return Err((message, "no other file can be read", remedy));
        };
        if path.as_os_str().is_empty() {
            let message = format!("`{name}` is not the name of a file");
            return Err((message, "included here", "name a file, relative to this one".to_owned()));
        }
        let path = path.display().to_string();
        let bytes = reader(&path).map_err(|reason| {
            let message = format!("cannot read `{path}`: {reason}");
            (message, "included here", "correct the path, which is relative to this file".to_owned())
        })?;
        if self.tree.texts.end.saturating_add(bytes.len()) > parse::MOST_BYTES {
            let message = "the files of the map are too large".to_owned();
            let remedy = format!("use at most {} bytes in all files together", parse::MOST_BYTES);
            return Err((message, "limit exceeded here", remedy));
        }
        Ok(bytes)
    }
}

/// Message, label and remedy.
type Refusal = (String, &'static str, String);

fn cycle(chain: &[PathBuf], path: &Path) -> Refusal {
    let files = chain.iter().map(PathBuf::as_path).chain([path]);
    let files: Vec<String> = files.map(|file| file.display().to_string()).collect();
    let message = format!("the files include each other: {}", files.join(" → "));
    (message, "closes the circle", "move what both files need to a third one".to_owned())
}

/// Returns a path that a file names, relative to that file.
fn beside(file: &Path, path: &str) -> PathBuf {
    let path = file.parent().unwrap_or(Path::new("")).join(path);
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// Returns the same path for the same file, as far as the paths themselves show it.
fn identity(path: &Path) -> PathBuf {
    let mut identity = PathBuf::new();
    for part in path.components() {
        match (part, identity.components().next_back()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => drop(identity.pop()),
            (part, _) => identity.push(part),
        }
    }
    identity
}
