//! What is meant by a key or a word that other formats use, or that is misspelt.

use crate::source::shape::{DIM, FIELD, GROUP, Key, MAP, MEMORY, PAGE, PARAMETER, REGISTER, Shape, VALUE};
use hws_input::nearest;
use hws_input::yaml;

/// Keys of SystemRDL, SVD, IP-XACT, OpenTitan's Hjson and everyday language, by the keys of this format.
const KEYS: &[(&str, &[&str])] = &[
    ("offset", &["address", "addr", "addressOffset", "byte_offset"]),
    ("bits", &["bit", "lsb", "msb", "bitOffset", "bitWidth", "bitRange", "bit_offset", "bit_width"]),
    ("reset", &["resval", "resetValue", "reset_value", "default", "init"]),
    ("description", &["desc", "doc", "comment", "brief"]),
    ("access", &["swaccess", "sw", "mode"]),
    ("hardware", &["hwaccess", "hw"]),
    ("write_enable", &["regwen", "swwe"]),
    ("values", &["enumeratedValues", "enumerated_values"]),
    ("bytes", &["size", "length"]),
    ("words", &["registers", "regs"]),
    ("registers", &["words", "regs"]),
    ("width", &["size", "regwidth"]),
    ("window_bytes", &["size", "window"]),
    ("base", &["offset", "address", "baseAddress"]),
];

/// Words of other formats, by the key and the word of this one.
const WORDS: &[(&str, &str, &[&str])] = &[
    ("access", "RO", &["r", "read", "read-only", "read_only", "readonly"]),
    ("access", "WO", &["w", "write", "write-only", "write_only", "writeonly"]),
    ("access", "RW", &["read-write", "read_write", "readwrite", "r/w"]),
    ("access", "W1C", &["rw1c", "r/w1c"]),
    ("access", "W1", &["writeonce", "read-writeonce"]),
    ("access", "WO1", &["write-once"]),
    ("hardware", "r", &["hro", "read", "read-only"]),
    ("hardware", "w", &["hwo", "write", "write-only"]),
    ("hardware", "rw", &["hrw", "read-write"]),
    ("kind", "event", &["edge", "pulse"]),
    ("kind", "level", &["status"]),
];

const SHAPES: &[&Shape] = &[&MAP, &PAGE, &REGISTER, &FIELD, &DIM, &GROUP, &MEMORY, &PARAMETER, &VALUE];

/// Returns the key of the shape that another format calls so, or the key before a colon without a space.
pub(super) fn translated<'s>(key: &str, shape: &'s Shape) -> Option<&'s Key> {
    let known = |name: &str| shape.keys.iter().find(|key| key.name == name);
    let is_meant = |others: &[&str]| others.iter().any(|other| other.eq_ignore_ascii_case(key));
    let before_colon = || key.split_once(':').and_then(|(name, _)| known(name));
    KEYS.iter().filter(|(_, others)| is_meant(others)).find_map(|(name, _)| known(name)).or_else(before_colon)
}

/// Returns the word that another format calls so, or the one that is spelt most alike.
pub(super) fn word<'w>(word: &str, key: &str, words: &[&'w str]) -> Option<&'w str> {
    let is_meant = |others: &[&str]| others.iter().any(|other| other.eq_ignore_ascii_case(word));
    let known = WORDS.iter().find(|(its_key, _, others)| *its_key == key && is_meant(others));
    let known = known.and_then(|(_, meant, _)| words.iter().copied().find(|one| one == meant));
    known.or_else(|| nearest(word, words.iter().copied()))
}

/// Returns what helps if nothing else is known about a key: where it belongs, or the keys that there are.
pub(super) fn remedy(key: &yaml::Key, shape: &Shape) -> String {
    let has_it = |other: &&&Shape| other.keys.iter().any(|known| key.name == known.name);
    let owners: Vec<String> = SHAPES.iter().filter(has_it).map(|owner| owner.with_article()).collect();
    let names: Vec<&str> = shape.keys.iter().map(|key| key.name).collect();
    match owners.len() {
        1..=3 => format!("`{}` belongs in {}", key.name, super::listed(&owners, "or")),
        _ => format!("the keys of {} are {}", shape.with_article(), names.join(", ")),
    }
}
