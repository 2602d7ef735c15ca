//! Several graphs, each ranked by itself.

use std::collections::BTreeMap;
use std::{fmt, io};

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::Ranking;
use super::json::{Part, Parts};
use crate::PlannerAnswer;
use crate::streamed::List;

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
        let named = |(name, ranking): &(String, Ranking)| {
            let mut json = ranking.input();
            json["name"] = json!(name);
            json
        };
        match self.graphs.as_slice() {
            [(_, one)] => one.input(),
            many => json!({ "graphs": many.iter().map(named).collect::<Vec<_>>() }),
        }
    }
}

impl Serialize for Rankings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.graphs.as_slice() {
            [(_, one)] => one.parts().serialize(serializer),
            many => BTreeMap::from([("graphs", List(|| many.iter().map(named)))]).serialize(serializer),
        }
    }
}

fn named((name, ranking): &(String, Ranking)) -> Parts<'_> {
    let mut parts = ranking.parts();
    parts.insert("name", Part::Text(name));
    parts
}

impl PlannerAnswer for Rankings {
    fn json(&self) -> Value {
        json!(self)
    }

    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        Ok(serde_json::to_writer_pretty(out, self)?)
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
