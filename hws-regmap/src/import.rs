//! From descriptions of registers in other formats to the text of a map.
//!
//! A reader for each format makes a draft of the block; what our exports wrote in a form of their own is read back
//! (`notes`, `arrays`, `groups`); types of named values are shared (`enums`); then the draft is made a valid map
//! (`repair`). Whatever the map cannot hold is in the list of losses.
//!
//! ```
//! use hws_regmap::{MapImportFormat, import};
//!
//! let text = "<device><name>CHIP</name><peripherals><peripheral><name>UART</name>
//!     <baseAddress>0x40000000</baseAddress><registers><register><name>CTRL</name><addressOffset>4</addressOffset>
//!     <dataType>uint32_t</dataType></register></registers></peripheral></peripherals></device>";
//! let blocks = import::read(MapImportFormat::Svd, text).unwrap();
//! for block in blocks {
//!     let imported = block.into_map("chip.svd").unwrap();
//!     assert_eq!(imported.map.registers[0].name.value, "CTRL");
//!     assert_eq!(imported.losses[0].to_string(), "3: CTRL: the type of the register in C (`dataType`: uint32_t)");
//! }
//! ```

mod access;
mod arrays;
mod draft;
mod enums;
mod groups;
mod ipxact;
mod legal;
mod losses;
mod names;
mod notes;
mod origin;
mod pages;
mod renames;
mod repair;
mod svd;
mod systemrdl;
mod xml;
mod yaml;

use crate::fingerprint::fingerprint;
use crate::model::{Map, MapImportFormat, MapOrigin};
use draft::Draft;
use hws_input::{Diagnostic, Place, Position};
use losses::Losses;
use thiserror::Error;

pub use losses::{ImportLoss, unsaid};
pub use systemrdl::SYSTEMRDL_READER;

/// A map from another format.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name of the block.
    pub name: String,
    /// The text of the map, which is valid.
    pub yaml: String,
    /// The map.
    pub map: Map,
    /// The address of the block in its system, for the option `base` of exports.
    pub base: u64,
    /// What the map does not have, in the order of the file.
    pub losses: Vec<ImportLoss>,
}

/// Why a file cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MapImportError {
    /// The file is not of the format.
    #[error("{line}: {reason}")]
    Malformed {
        /// The line, from 1.
        line: u32,
        /// What is wrong.
        reason: String,
    },
    /// The map would not be valid for a reason that is not in one register.
    #[error("the registers do not make a map: {0}")]
    Invalid(String),
}

impl MapImportError {
    /// Returns the error as a diagnostic without a file.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        match self {
            Self::Malformed { line, reason } => Diagnostic::new("not-importable", Place::UNKNOWN, reason)
                .at(Position { line: *line, column: 0 }),
            Self::Invalid(_) => Diagnostic::new("not-a-map", Place::UNKNOWN, self.to_string()),
        }
    }
}

/// A block of a file: a peripheral, a memory map, an address map.
#[derive(Debug)]
pub struct ImportBlock {
    format: MapImportFormat,
    draft: Draft,
    losses: Losses,
}

/// Reads the blocks of a file; the text of SystemRDL is what [`SYSTEMRDL_READER`] prints for the file.
///
/// # Errors
/// The file is not of the format.
pub fn read(format: MapImportFormat, text: &str) -> Result<Vec<ImportBlock>, MapImportError> {
    match format {
        MapImportFormat::Svd => svd::read(text),
        MapImportFormat::IpXact => ipxact::read(text),
        MapImportFormat::SystemRdl => systemrdl::read(text),
    }
}

impl ImportBlock {
    /// Returns the name that the file gives to the block.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.draft.name
    }

    /// Makes the map; `source` is the name of the file, for a comment at its beginning.
    ///
    /// # Errors
    /// The registers do not make a map.
    pub fn into_map(self, source: &str) -> Result<Imported, MapImportError> {
        let Self { format, mut draft, mut losses } = self;
        enums::share(&mut draft);
        names::make_legal(&mut draft, &mut losses);
        pages::leave_out_beyond(&mut draft, &mut losses);
        pages::place(&mut draft);
        let mut head = vec![format!("Imported by `hws regs import` from {source}.")];
        if draft.base > 0 {
            head.push(format!(
                "In its system, the block is at 0x{0:x}: exports take `--base 0x{0:x}`.",
                draft.base
            ));
        }
        let repaired = repair::repaired(&mut draft, &head, &mut losses);
        let (text, map) = repaired.map_err(|found| {
            MapImportError::Invalid(found.first().map_or(String::new(), |first| first.message.clone()))
        })?;
        let (mut yaml, mut map) = (text.yaml, map);
        if let Some(carried) = draft.fingerprint {
            let origin = MapOrigin { format, fingerprint: carried, unchanged: fingerprint(&map) };
            yaml = origin::written(&yaml, &origin);
            map.origin = Some(origin);
        }
        Ok(Imported { name: draft.name, yaml, base: draft.base, map, losses: losses.into_list() })
    }
}
