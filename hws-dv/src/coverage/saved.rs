//! Saved coverage: the counts of files, for merging them later.
//!
//! JSON with the hits of each file as pairs of place and count, and the digest of the model that gives the places their
//! meaning.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::model;
use super::model::CoverageModel;
use super::sampler::CoverageCounts;
use super::set::{CoverageSet, CoveredFile, CoveredKind};

/// The value of the key `format`.
const FORMAT: &str = "hws-coverage";
const VERSION: u32 = 1;
/// The bytes from the beginning in which the format shows.
const BEGINNING: usize = 64;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    version: u32,
    /// The digest of the coverage model.
    model: String,
    files: Vec<SavedFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedFile {
    name: String,
    kind: CoveredKind,
    cycles: u64,
    hits: Vec<(usize, u64)>,
}

/// Why saved coverage cannot be read.
#[derive(Debug, Error)]
#[error("{file}{reason}")]
pub struct SavedCoverageError {
    file: String,
    reason: SavedReason,
}

#[derive(Debug)]
enum SavedReason {
    Json(serde_json::Error),
    Version(u32),
    Model { theirs: String, ours: String },
    Place { file: String, place: usize, bins: usize },
}

impl Display for SavedReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => {
                write!(f, ":{}:{}: not saved coverage: {error}", error.line(), error.column())
            }
            Self::Version(found) => {
                write!(f, ": version {found} of saved coverage; this program reads version {VERSION}")
            }
            Self::Model { theirs, ours } => write!(
                f,
                ": saved with another coverage model (digest {theirs}, here {ours}): its counts cannot be merged; count \
                 its files again"
            ),
            Self::Place { file, place, bins } => {
                write!(f, ": damaged: `{file}` has hits of bin {place}, but the model has {bins} bins")
            }
        }
    }
}

/// Whether a file that begins so is saved coverage.
#[must_use]
pub fn is_saved_coverage(beginning: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&beginning[..beginning.len().min(BEGINNING)])
        .replace([' ', '\n', '\r', '\t'], "");
    start.starts_with(&format!("{{\"format\":\"{FORMAT}\""))
}

/// Writes the counts of files.
///
/// # Errors
/// Those of `out`.
pub fn save(set: &CoverageSet, out: &mut impl Write) -> io::Result<()> {
    let files = set.files.iter().map(|file| SavedFile {
        name: file.name.clone(),
        kind: file.kind,
        cycles: file.cycles,
        hits: file.counts.all().iter().copied().enumerate().filter(|&(_, count)| count > 0).collect(),
    });
    let saved =
        Saved { format: FORMAT.to_owned(), version: VERSION, model: digest(model()), files: files.collect() };
    serde_json::to_writer(&mut *out, &saved)?;
    writeln!(out)
}

/// Reads saved coverage; `name` is the name of the file in errors.
///
/// # Errors
/// [`SavedCoverageError`]: it is damaged, or was saved with another coverage model.
pub fn read_saved(name: &str, bytes: &[u8]) -> Result<CoverageSet, SavedCoverageError> {
    parse(bytes).map_err(|reason| SavedCoverageError { file: name.to_owned(), reason })
}

fn parse(bytes: &[u8]) -> Result<CoverageSet, SavedReason> {
    let saved: Saved = serde_json::from_slice(bytes).map_err(SavedReason::Json)?;
    if saved.version != VERSION {
        return Err(SavedReason::Version(saved.version));
    }
    let ours = digest(model());
    if saved.model != ours {
        return Err(SavedReason::Model { theirs: saved.model, ours });
    }
    let files = saved.files.into_iter().map(counted).collect::<Result<_, _>>()?;
    Ok(CoverageSet { files })
}

fn counted(saved: SavedFile) -> Result<CoveredFile, SavedReason> {
    let SavedFile { name, kind, cycles, hits } = saved;
    let mut counts = CoverageCounts::new(model());
    for (place, count) in hits {
        if place >= model().len() {
            return Err(SavedReason::Place { file: name, place, bins: model().len() });
        }
        counts.add(place, count);
    }
    Ok(CoveredFile { name, kind, cycles, counts })
}

/// FNV-1a of the names of all bins.
fn digest(model: &CoverageModel) -> String {
    let names =
        model.bins().map(|(group, item, bin)| format!("{}.{}: {}\n", group.name, item.name, bin.name));
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    let hash = names.fold(0xCBF2_9CE4_8422_2325, |hash, name| name.bytes().fold(hash, step));
    format!("{hash:016x}")
}
