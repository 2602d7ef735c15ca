//! Saved coverage: the counts of files, for merging them later.
//!
//! JSON with the hits of each file as pairs of place and count, and the digest of the model that gives the places their
//! meaning.

use std::io::{self, Write};

use hws_input::{Diagnose, Diagnostic, Position};
use serde::{Deserialize, Serialize};

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

hws_input::faults! {
    /// Why saved coverage cannot be read.
    #[derive(Debug, PartialEq, Eq)]
    pub enum SavedCoverageFault {
        /// Not JSON, or JSON without the keys of saved coverage.
        Json {
            /// What the reader of JSON says, without the place.
            reason: String,
        } = "json", ("not saved coverage: {reason}"), ("count the files again with `hws coverage --save`");
        /// Written by a program of another version.
        Version {
            /// Its version.
            found: u32,
        } = "unsupported-version", ("version {found} of saved coverage; this program reads version {VERSION}"),
            ("count the files again");
        /// The places of the counts mean other bins.
        Model {
            /// Its digest.
            theirs: String,
            /// That of this program.
            ours: String,
        } = "other-coverage-model",
            ("saved with another coverage model (digest {theirs}, here {ours}): its counts cannot be merged"),
            ("count its files again");
        /// A bin that does not exist, though the digest is right.
        Place {
            /// The file that was counted.
            file: String,
            /// The place of the bin.
            place: usize,
            /// The bins that exist.
            bins: usize,
        } = "damaged-file", ("damaged: `{file}` has hits of bin {place}, but the model has {bins} bins"),
            ("count its files again");
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
/// [`SavedCoverageFault`]: it is damaged, or was saved with another coverage model.
pub fn read_saved(name: &str, bytes: &[u8]) -> Result<CoverageSet, Box<Diagnostic>> {
    let saved = serde_json::from_slice(bytes).map_err(|error: serde_json::Error| {
        let position = Position::new(error.line(), error.column());
        let (text, place) =
            (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
        let reason = text.strip_suffix(&place).unwrap_or(&text).to_owned();
        Box::new(SavedCoverageFault::Json { reason }.diagnostic().at(position).in_file(name))
    })?;
    counts(saved).map_err(|fault| Box::new(fault.diagnostic().in_file(name)))
}

fn counts(saved: Saved) -> Result<CoverageSet, SavedCoverageFault> {
    if saved.version != VERSION {
        return Err(SavedCoverageFault::Version { found: saved.version });
    }
    let ours = digest(model());
    if saved.model != ours {
        return Err(SavedCoverageFault::Model { theirs: saved.model, ours });
    }
    let files = saved.files.into_iter().map(counted).collect::<Result<_, _>>()?;
    Ok(CoverageSet { files })
}

fn counted(saved: SavedFile) -> Result<CoveredFile, SavedCoverageFault> {
    let SavedFile { name, kind, cycles, hits } = saved;
    let mut counts = CoverageCounts::new(model());
    for (place, count) in hits {
        if place >= model().len() {
            return Err(SavedCoverageFault::Place { file: name, place, bins: model().len() });
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
