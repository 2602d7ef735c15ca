//! Keys that no reader of a schedule knows. One that resembles a key of the format is an error, since a misspelt key would
//! be ignored; every other is a finding (W4), once for each name.

use std::collections::BTreeMap;
use std::fmt;

use hws_input::nearest;
use serde_ignored::Path;

use super::finding::{GeminiPart, GeminiPlace};
use super::ir::GeminiIr;
use crate::import::error::{FilePlace, ImportError, ImportReason};
use crate::input::InputFault;

/// Lists keys, ascending, with a test that compares with each at once: a search would compare text several times.
macro_rules! keys {
    ($($key:literal,)*) => {
        /// The keys of the format below its top, whether they are read or not.
        const KEYS: &[&str] = &[$($key),*];

        fn is_key(key: &str) -> bool {
            matches!(key, $($key)|*)
        }
    };
}

keys! {
    "act_mini_tile",
    "address",
    "align",
    "bitwidth",
    "buffer",
    "ci_cut_num",
    "core_id",
    "cur_wl_ifmap",
    "cut_mode",
    "destination",
    "ifmap",
    "ifmap_lower",
    "ifmap_lower2",
    "ifmap_upper",
    "ifmap_upper2",
    "in",
    "layer_name",
    "layer_type",
    "loop_order",
    "lower",
    "mtc0_mtk0",
    "newly_added",
    "ofmap",
    "ofmap_lower",
    "ofmap_size",
    "ofmap_upper",
    "out",
    "out_mini_tile",
    "related_ifmap",
    "related_ofmap",
    "ring_buffer_info",
    "single_tile_time_pred",
    "size",
    "source",
    "source_layer",
    "start_send",
    "tensor_id",
    "tensor_order",
    "tile_info",
    "tile_padding_tblr",
    "time",
    "transfer_id",
    "type",
    "upper",
    "weight",
    "wl0_buffer",
    "wl1_buffer",
    "workload",
    "workload_id",
}

/// The keys of `options`.
const OPTIONS: [&str; 4] = ["dram_bw", "rank_div", "thread_num", "time_scale"];
/// Those at the top that are words.
const TOP: [&str; 5] = ["buffersize", "options", "top_batch_cut", "xlen", "ylen"];

/// A key that no reader knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadKey {
    /// Its name.
    pub key: String,
    /// The entry in which it comes first.
    pub place: GeminiPlace,
    /// How often it comes.
    pub count: usize,
}

/// Keys with an object; other objects are elements of lists, or tiles.
const OBJECTS: [&str; 4] = ["-1", "ir", "options", "weight"];

/// Where a key is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// At the top of the schedule or of its wrapper; the reader reports these itself.
    Top,
    /// In `options`.
    Option,
    /// Anywhere else.
    Below,
}

/// A step to a value of the file.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// The unknown keys of a file by name, each with the path to the first one.
#[derive(Default)]
pub(super) struct UnknownKeys(BTreeMap<String, Found>);

struct Found {
    level: Level,
    path: Vec<Step>,
    count: usize,
}

impl UnknownKeys {
    /// Notes a value that no reader has read. Values of known keys are skipped, too, when their type is wrong, with all that
    /// is in them.
    pub(super) fn note(&mut self, path: &Path<'_>) {
        let Path::Map { key, parent } = path else { return };
        if !is_read_as_object(parent) {
            return;
        }
        let level = Level::of(path);
        if level.known().binary_search(&key.as_str()).is_err() {
            let first = || Found { level, path: steps(path), count: 0 };
            self.0.entry(key.clone()).or_insert_with(first).count += 1;
        }
    }

    /// Returns an error for the first key that is an option, or resembles a known one.
    pub(super) fn check(&self) -> Result<(), ImportError> {
        self.0.iter().find_map(|(key, found)| found.misspelt(key)).map_or(Ok(()), Err)
    }

    /// Returns the keys below the top, with the places of their entries.
    pub(super) fn in_places(self, ir: &GeminiIr<'_>) -> Vec<UnreadKey> {
        let below = self.0.into_iter().filter(|(_, found)| found.level == Level::Below);
        below
            .map(|(key, found)| UnreadKey { place: place(&found.path, ir), key, count: found.count })
            .collect()
    }
}

impl Level {
    fn of(path: &Path<'_>) -> Self {
        match path {
            Path::Map { parent: Path::Root, .. } => Self::Top,
            Path::Map { parent: Path::Map { parent: Path::Root, key }, .. } if key == "ir" => Self::Top,
            _ if is_option(path) => Self::Option,
            _ => Self::Below,
        }
    }

    /// The known keys, ascending.
    fn known(self) -> &'static [&'static str] {
        match self {
            Self::Top => &TOP,
            Self::Option => &OPTIONS,
            Self::Below => KEYS,
        }
    }
}

/// Whether a key that the reader ignores is certainly known, by its depth alone: the keys at the top, of the wrapper and of
/// options come at depth 1 or 2.
pub(super) fn is_known_below(depth: usize, key: &str) -> bool {
    depth > 2 && is_key(key)
}

/// Whether the format has an object at this path.
fn is_read_as_object(path: &Path<'_>) -> bool {
    match path {
        Path::Root | Path::Seq { .. } => true,
        Path::Map { parent: Path::Map { key: around, .. }, .. } if around == "tile_info" => true,
        Path::Map { key, .. } => OBJECTS.contains(&key.as_str()),
        Path::Some { parent } | Path::NewtypeStruct { parent } | Path::NewtypeVariant { parent } => {
            is_read_as_object(parent)
        }
    }
}

fn is_option(path: &Path<'_>) -> bool {
    match path {
        Path::Root => false,
        Path::Map { parent: Path::Root, key } => key == "options",
        Path::Seq { parent, .. }
        | Path::Map { parent, .. }
        | Path::Some { parent }
        | Path::NewtypeStruct { parent }
        | Path::NewtypeVariant { parent } => is_option(parent),
    }
}

impl Found {
    fn misspelt(&self, key: &str) -> Option<ImportError> {
        let known = self.level.known();
        let reason = if self.level == Level::Option {
            ImportReason::Input(InputFault::unknown_key(key, known))
        } else {
            let closest = nearest(key, known.iter().copied())?.to_owned();
            ImportReason::MisspeltKey { key: key.to_owned(), closest }
        };
        Some(ImportError::new(FilePlace::Path(Shown(&self.path).to_string()), reason))
    }
}

/// The entry around a key: a tensor in DRAM, a workload or a part of one.
fn place(path: &[Step], ir: &GeminiIr<'_>) -> GeminiPlace {
    let inner = match path {
        [Step::Key(wrapper), rest @ ..] if wrapper == "ir" => rest,
        all => all,
    };
    match inner {
        [Step::Key(top), Step::Key(list), Step::Index(entry), ..] if top == "-1" => {
            if list == "in" {
                GeminiPlace::Input(*entry)
            } else {
                GeminiPlace::Output(*entry)
            }
        }
        [Step::Key(core), Step::Index(entry), rest @ ..] => {
            let core = core.parse().unwrap_or_default();
            let workload = ir.cores.get(&core).and_then(|list| list.get(*entry));
            let workload_id = workload.map_or(-1, |workload| workload.workload_id);
            GeminiPlace::Workload { core, workload_id, part: part(rest) }
        }
        // Below `-1`, beside its lists.
        _ => GeminiPlace::Top("-1".to_owned()),
    }
}

fn part(path: &[Step]) -> GeminiPart {
    match path {
        [Step::Key(list), Step::Index(entry), ..] => match list.as_str() {
            "ifmap" => GeminiPart::Ifmap(*entry),
            "ofmap" => GeminiPart::Ofmap(*entry),
            "buffer" => GeminiPart::Buffer(*entry),
            _ => GeminiPart::Whole,
        },
        [Step::Key(part), Step::Key(_), ..] if part == "weight" => GeminiPart::Weight,
        _ => GeminiPart::Whole,
    }
}

fn steps(path: &Path<'_>) -> Vec<Step> {
    let (parent, step) = match path {
        Path::Root => return Vec::new(),
        Path::Seq { parent, index } => (parent, Some(Step::Index(*index))),
        Path::Map { parent, key } => (parent, Some(Step::Key(key.clone()))),
        Path::Some { parent } | Path::NewtypeStruct { parent } | Path::NewtypeVariant { parent } => {
            (parent, None)
        }
    };
    let mut steps = steps(parent);
    steps.extend(step);
    steps
}

/// A path such as `0[3].ifmap[1].size`.
struct Shown<'a>(&'a [Step]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if place == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}
