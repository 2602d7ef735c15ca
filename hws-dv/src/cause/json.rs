//! The cause as JSON.

use hws_plain::Mutant;
use serde_json::{Value, json as value};

use super::{Cause, Suspect};

impl Cause {
    /// Returns `{"suspects": […], "tried": N, "catalogue": N}`, or `{"not_searched": "reason"}`.
    #[must_use]
    pub fn json(&self) -> Value {
        match self {
            Self::NotSearched { reason } => value!({ "not_searched": reason }),
            Self::Searched { suspects, tried } => {
                value!({ "suspects": suspects.iter().map(suspect).collect::<Vec<_>>(), "tried": tried, "catalogue": Mutant::ALL.len() })
            }
        }
    }
}

fn suspect(suspect: &Suspect) -> Value {
    let Suspect { mutant, edges, agrees_to_end } = suspect;
    value!({
        "rule": mutant.rule().cite(),
        "name": mutant.name(),
        "text": mutant.text(),
        "edges": edges,
        "agrees_to_end": agrees_to_end,
    })
}
