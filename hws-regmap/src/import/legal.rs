//! What a file says about the values of a field, as the one restriction that a map has for it.

use super::draft::{DraftEnum, DraftLegal, Spot};
use super::losses::Losses;
use crate::model::{MapAccess, WriteEffect, low_ones};

/// Names and limits of the values of a field.
#[derive(Default)]
pub(super) struct Values {
    pub(super) named: Option<DraftEnum>,
    /// Whether only named values may be written.
    pub(super) is_closed: bool,
    /// The least and the greatest value, if nothing has a name.
    pub(super) bounds: Option<(u64, u64)>,
}

impl Values {
    /// Returns the restriction. A map restricts and names what is stored, or what is only read.
    pub(super) fn legal(self, access: MapAccess, width: u32, at: &Spot, losses: &mut Losses) -> DraftLegal {
        if let Some(enumeration) = self.named.filter(|named| !named.values.is_empty()) {
            if access.stores() || access.write() == WriteEffect::Ignored {
                let is_open = access.is_writable() && !self.is_closed;
                return DraftLegal::Named { enumeration, is_open };
            }
            let names: Vec<&str> = enumeration.values.iter().map(|value| value.name.as_str()).collect();
            let what = format!("the names of the values of a field that is {}", access.as_str());
            losses.add(at, format!("{what}: {}", names.join(", ")));
            return DraftLegal::Any;
        }
        match self.bounds {
            Some((min, max)) if access.stores() && min <= max => {
                DraftLegal::Range(min, max.min(low_ones(width)))
            }
            Some(_) => {
                losses.add(at, "a range of values that are not stored");
                DraftLegal::Any
            }
            None => DraftLegal::Any,
        }
    }
}
