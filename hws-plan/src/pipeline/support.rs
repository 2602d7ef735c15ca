//! `support`: which pairs of units can be pipelined, and at what granularity (J14).

use std::fmt;

use serde_json::{Value, json};

use crate::input::{InputError, InputNode};
use crate::{PlannerAnswer, TextTable};

/// From, to, granularity. Between cores, only graph pipelining is possible.
const PAIRS: [[&str; 3]; 5] = [
    ["Axon", "Dendrite", "point"],
    ["Axon", "Soma1", "row"],
    ["Axon", "Soma2", "graph"],
    ["Soma1", "Router", "point"],
    ["Router", "Soma2", "graph"],
];

/// The table, which has no parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Support;

impl Support {
    /// Reads an input, which has nothing but its `op`.
    pub(crate) fn of(root: &InputNode<'_, '_>) -> Result<Self, InputError> {
        root.has_only(&["op"])?;
        Ok(Self)
    }
}

impl PlannerAnswer for Support {
    fn json(&self) -> Value {
        let pair = |[from, to, granularity]: [&str; 3]| json!({ "from": from, "to": to, "granularity": granularity });
        json!({ "pairs": PAIRS.map(pair) })
    }
}

impl fmt::Display for Support {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = TextTable::new(&["from", "to", "granularity"]).ending_with_text();
        PAIRS.iter().for_each(|pair| table.row(pair.map(str::to_owned)));
        table.fmt(f)
    }
}
