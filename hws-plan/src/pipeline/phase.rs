//! `phase`: Axon, Soma1, Router and Soma2 of one phase (J12).

use std::fmt;

use serde_json::{Value, json};

use super::read::{boolean_or, integer_or};
use super::rows::RowPipeline;
use crate::input::{InputError, InputNode};
use crate::{PlannerAnswer, TextTable};

/// The keys of a phase.
const KEYS: [&str; 8] =
    ["op", "axon_soma1", "axon", "soma1", "router", "router_overlap", "soma2", "a2s2_mode"];

/// How Axon and Soma1 run.
#[derive(Clone, Debug)]
pub(crate) enum Front {
    /// As a row pipeline.
    Rows(Box<RowPipeline>),
    /// Side by side, for the given cycles.
    Times {
        /// Axon's.
        axon: i64,
        /// Soma1's.
        soma1: i64,
    },
}

/// A checked phase.
#[derive(Clone, Debug)]
pub(crate) struct Phase {
    pub(crate) front: Front,
    /// Cycles of the Router.
    pub(crate) router: i64,
    /// Whether the Router sends while Soma1 computes.
    pub(crate) router_overlap: bool,
    /// Cycles of Soma2.
    pub(crate) soma2: i64,
    /// A2S2-mode 1: Soma2 does not wait for Axon.
    pub(crate) is_beside_axon: bool,
}

/// When the units end, in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) axon: i64,
    pub(crate) soma1: i64,
    pub(crate) router: i64,
    pub(crate) soma2_start: i64,
    pub(crate) phase: i64,
}

impl Phase {
    /// Reads a phase; with `axon_soma1`, neither `axon` nor `soma1` is read.
    pub(crate) fn of(root: &InputNode<'_, '_>) -> Result<Self, InputError> {
        root.has_only(&KEYS)?;
        let time = |key| integer_or(root, key, 0, 0);
        let front = match root.maybe("axon_soma1") {
            Some(rows) => Front::Rows(Box::new(RowPipeline::timeline(&rows)?)),
            None => Front::Times { axon: time("axon")?, soma1: time("soma1")? },
        };
        Ok(Self {
            front,
            router: time("router")?,
            router_overlap: boolean_or(root, "router_overlap", true)?,
            soma2: time("soma2")?,
            is_beside_axon: root.maybe("a2s2_mode").map_or(Ok(0), |mode| mode.integer(0..=1))? == 1,
        })
    }

    /// Returns when the units end; `None` if Axon and Soma1 wait for each other.
    pub(crate) fn ends(&self) -> Option<Ends> {
        match &self.front {
            Front::Rows(rows) if rows.is_deadlock() => None,
            Front::Rows(rows) => Some(self.ends_after(rows.run().producer_end, rows.run().consumer_end)),
            Front::Times { axon, soma1 } => Some(self.ends_after(*axon, *soma1)),
        }
    }

    /// Returns when the units end, given the ends of Axon and Soma1.
    pub(crate) fn ends_after(&self, axon: i64, soma1: i64) -> Ends {
        let router = if self.router_overlap { soma1.max(self.router) } else { soma1 + self.router };
        let soma2_start = soma1.max(router).max(if self.is_beside_axon { 0 } else { axon });
        let phase = (soma2_start + self.soma2).max(axon).max(router);
        Ends { axon, soma1, router, soma2_start, phase }
    }
}

impl PlannerAnswer for Phase {
    fn json(&self) -> Value {
        let Some(ends) = self.ends() else { return json!({ "deadlock": true }) };
        json!({
            "deadlock": false,
            "axon_end": ends.axon,
            "soma1_end": ends.soma1,
            "router_end": ends.router,
            "soma2_start": ends.soma2_start,
            "phase_end": ends.phase,
        })
    }

    fn is_good(&self) -> bool {
        self.ends().is_some()
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (None, Front::Rows(rows)) = (self.ends(), &self.front) {
            return writeln!(f, "deadlock at cycle {}: {}", rows.run().at, rows.reason());
        }
        let Some(ends) = self.ends() else { return Ok(()) };
        let router_start = if self.router_overlap { 0 } else { ends.soma1 };
        let mut table = TextTable::new(&["unit", "start", "end"]);
        let mut row = |unit: &str, start: i64, end: i64| {
            table.row([unit.to_owned(), start.to_string(), end.to_string()]);
        };
        row("Axon", 0, ends.axon);
        row("Soma1", 0, ends.soma1);
        row("Router", router_start, ends.router);
        row("Soma2", ends.soma2_start, ends.soma2_start + self.soma2);
        writeln!(f, "{table}\nphase {} cycles", ends.phase)
    }
}
