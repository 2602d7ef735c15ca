//! The shape of `tile_info`: how a core cuts a workload.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{Error as _, MapAccess};

use super::field::GeminiField;
use super::ir::Corner;
use super::shape::{Object, Shape};

/// The tiles of a workload, in the order of the file; names are unique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tiles(pub Vec<Tile>);

/// A tile.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Tile {
    /// Its part of the ofmap, lower corner.
    #[serde(rename = "ofmap_lower", default)]
    pub lower: GeminiField<Corner>,
    /// Upper corner, inclusive.
    #[serde(rename = "ofmap_upper", default)]
    pub upper: GeminiField<Corner>,
}

impl<'de> Shape<'de> for Tiles {
    fn object<A: MapAccess<'de>>(mut map: A) -> Result<Option<Self>, A::Error> {
        let mut names: Vec<Cow<'de, str>> = Vec::new();
        let mut tiles = Vec::new();
        while let Some((name, Object(tile))) = map.next_entry()? {
            names.push(name);
            tiles.push(tile);
        }
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(A::Error::custom(format_args!("duplicate field `{}`", pair[0]))),
            None => Ok(Some(Self(tiles))),
        }
    }
}
