//! The parts of a file that a map cannot hold, and the parts of a map that the file does not give.

use super::draft::Spot;
use crate::model::MapImportFormat;
use roxmltree::{Document, Node};
use std::fmt;
use std::rc::Rc;

const PARAMETERS: &str = "where parameters are used";
const INTERRUPTS: &str = "which registers are the status, enable and test of interrupts";
const TYPES: &str = "types of named values that no field has";
const SINGLE: &str = "shapes of arrays of one element, and of some that are unrolled";
const UNNAMED: &str = "unnamed words of groups that are unrolled";
const BOUNDS: &str = "the size of the window, names and bounds of pages with memories";

/// Returns what a file in the format never says, so that an imported map has what follows from the rest. Our exports say
/// most of it in descriptions, from where it is read: for them, the list has what is left.
#[must_use]
pub fn unsaid(format: MapImportFormat, is_own: bool) -> &'static [&'static str] {
    match (format, is_own) {
        (MapImportFormat::SystemRdl, true) => &[PARAMETERS, INTERRUPTS, SINGLE, UNNAMED],
        (MapImportFormat::Svd, true) => &[PARAMETERS, INTERRUPTS, TYPES, SINGLE, UNNAMED],
        (MapImportFormat::IpXact, true) => &[BOUNDS, PARAMETERS, INTERRUPTS, TYPES, SINGLE, UNNAMED],
        (MapImportFormat::SystemRdl, false) => &[
            "limits of parameters, and where they are used",
            "bounds of pages",
            "whether values without a name are legal",
            "legal combinations of fields",
            "constants that the hardware provides",
            "unnamed words of groups",
            "the order within a cycle",
        ],
        (MapImportFormat::Svd, false) => &[
            "parameters (their values are in place)",
            "bounds of pages",
            "hardware access and constants",
            "pulses, counters, aliases, write enables and locks",
            "legal combinations of fields",
            "paths in the RTL and tests to skip",
            "unnamed words of groups",
            "the order within a cycle",
        ],
        (MapImportFormat::IpXact, false) => &[
            "units of parameters, which ones are fixed, and where they are used",
            "names of types of named values",
            "pulses, counters, aliases, write enables and locks",
            "legal combinations of fields",
            "paths in the RTL",
            "unnamed words of groups",
            "the order within a cycle",
        ],
    }
}

/// Something in a file that the imported map does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportLoss {
    /// The line of the file, from 1; 0 if it is not known.
    pub line: u32,
    /// Where it is, by names: `CH[].CTRL.MODE`; empty for the whole file.
    pub path: String,
    /// What is lost, and what the map has instead.
    pub what: String,
}

impl fmt::Display for ImportLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "{}: ", self.line)?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.what)
    }
}

/// The losses so far, and the identities of what has been read.
#[derive(Debug, Default)]
pub(super) struct Losses {
    list: Vec<ImportLoss>,
    last_id: usize,
    lines: Lines,
}

/// Where the lines of a text end.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines(Rc<[usize]>);

impl Lines {
    pub(super) fn of(document: &Document<'_>) -> Self {
        Self(document.input_text().match_indices('\n').map(|(end, _)| end).collect())
    }

    /// Returns the line of an element, from 1.
    fn line(&self, node: Node<'_, '_>) -> u32 {
        let before = self.0.partition_point(|end| *end < node.range().start);
        u32::try_from(before + 1).unwrap_or(u32::MAX)
    }
}

impl Losses {
    /// Returns an empty list for a text with these lines.
    pub(super) fn of(lines: &Lines) -> Self {
        Self { lines: lines.clone(), ..Self::default() }
    }

    /// Returns a new identity for what an element is read as.
    pub(super) fn at(&mut self, node: Node<'_, '_>, path: impl Into<String>) -> Spot {
        self.spot(self.lines.line(node), path)
    }

    /// Returns a new identity for what is read at a line.
    pub(super) fn spot(&mut self, line: u32, path: impl Into<String>) -> Spot {
        self.last_id += 1;
        Spot { id: self.last_id, line, path: path.into() }
    }

    pub(super) fn add(&mut self, at: &Spot, what: impl Into<String>) {
        self.list.push(ImportLoss { line: at.line, path: at.path.clone(), what: what.into() });
    }

    /// Returns the losses in the order of the file, each once.
    pub(super) fn into_list(mut self) -> Vec<ImportLoss> {
        self.list.sort_by_key(|one| one.line);
        self.list.dedup();
        self.list
    }
}
