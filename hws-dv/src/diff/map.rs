//! The map file of `hws diff`: how the names of one dump become the names of the other.
//!
//! Pairs that the file lists come first. Then the rules of each side rename its other signals, one rule after the
//! other, and what has the same name afterwards is a pair. A rule or a pair that fits nothing is an error.

mod pairs;
mod read;
mod rename;

use hws_input::Place;
use hws_input::yaml::YamlFile;
use regex_lite::Regex;

use super::DiffError;
use super::pair::Matched;
use crate::wave::Hierarchy;

pub(super) use pairs::listed;
pub(super) use rename::renamed;

/// A map file.
#[derive(Clone, Debug, Default)]
pub struct DiffMap {
    /// The name of the file, for errors.
    file: String,
    /// The rules for A and for B.
    sides: [MapSide; 2],
    pairs: Vec<MapPair>,
}

/// What the file says about the names of one dump.
#[derive(Clone, Debug, Default)]
pub(super) struct MapSide {
    prefix: Option<(Place, String)>,
    rules: Vec<MapRule>,
}

/// One step in which names are changed.
#[derive(Clone, Debug)]
struct MapRule {
    place: Place,
    change: MapChange,
}

#[derive(Clone, Debug)]
enum MapChange {
    Unescape(crate::unescape::Unescape),
    /// Every match of the expression is replaced.
    Replace(Regex, String),
}

/// A pair that the file lists.
#[derive(Clone, Debug)]
struct MapPair {
    place: Place,
    a: String,
    /// One name, or those of the bits, the highest first.
    b: Vec<(Place, String)>,
}

/// The pairs of a map, and the variables of each side that they use up.
pub(super) type Listed = (Vec<Matched>, [std::collections::HashSet<usize>; 2]);

impl DiffMap {
    fn at(&self, place: Place, reason: String) -> DiffError {
        YamlFile::new(&self.file).at("map-does-not-fit", place, reason, "").into()
    }

    /// The scope of a side (0 is A), if the file gives one.
    pub(super) fn prefix(&self, side: usize, hierarchy: &Hierarchy) -> Result<Option<&str>, DiffError> {
        let Some((place, prefix)) = &self.sides[side].prefix else { return Ok(None) };
        hierarchy.check_scope(prefix).map_err(|reason| self.at(*place, reason))?;
        Ok(Some(prefix))
    }
}

/// The letter of a side.
pub(super) const SIDES: [&str; 2] = ["A", "B"];
