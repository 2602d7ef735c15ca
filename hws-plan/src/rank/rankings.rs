//! Several graphs, each ranked by itself.

use std::fmt;

use serde_json::{Value, json};

use super::Ranking;
use crate::PlannerAnswer;

/// The rankings of graphs by name; with `normalise` each graph has its own coefficient.
///
/// As JSON, a single graph has the form of planner §7; several are `{"graphs": [{"name", …}]}`, each with those keys.
#[derive(Clone, Debug)]
pub struct Rankings {
    graphs: Vec<(String, Ranking)>,
}

impl Rankings {
    /// Creates the rankings in the order given.
    #[must_use]
    pub fn new(graphs: Vec<(String, Ranking)>) -> Self {
        Self { graphs }
    }

    /// Returns the tasks and edges of all graphs, in the form of [`PlannerAnswer::json`].
    #[must_use]
    pub fn input(&self) -> Value {
        self.one_or_all(Ranking::input)
    }

    /// The JSON of the only graph, or of each under `graphs`.
    fn one_or_all(&self, json: impl Fn(&Ranking) -> Value) -> Value {
        let named = |(name, ranking): &(String, Ranking)| {
            let mut json = json(ranking);
            json["name"] = json!(name);
            json
        };
        match self.graphs.as_slice() {
            [(_, one)] => json(one),
            many => json!({ "graphs": many.iter().map(named).collect::<Vec<_>>() }),
        }
    }
}

impl PlannerAnswer for Rankings {
    fn json(&self) -> Value {
        self.one_or_all(Ranking::json)
    }
}

/// The tables of each graph, under its name if there are several.
impl fmt::Display for Rankings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, ranking)) in self.graphs.iter().enumerate() {
            match (self.graphs.len(), index) {
                (1, _) => {}
                (_, 0) => writeln!(f, "{name}:")?,
                _ => writeln!(f, "\n{name}:")?,
            }
            write!(f, "{ranking}")?;
        }
        Ok(())
    }
}
