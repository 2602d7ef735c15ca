//! The mode `check`: whether a schedule made elsewhere is valid, and how good its retiming is (§7).

mod copies;
mod rules;
mod schedule;

use std::fmt;

use serde_json::{Value, json};

pub(super) use schedule::Schedule;

use super::arrange::MOST_COPIES;
use super::input::Problem;
use super::layout::{Layout, r_max};
use super::output::by_pe;
use super::period::peaks;
use super::totals::Totals;
use crate::input::{InputError, InputFault, fit};
use crate::table::counted;
use crate::{PlannerAnswer, TextTable};
use copies::Named;

/// The answer of the mode `check`.
#[derive(Clone, Debug)]
pub struct PeriodicChecked {
    violations: Vec<String>,
    /// `None` unless every copy has one place and one retiming.
    found: Option<Found>,
}

/// The results for a complete schedule.
#[derive(Clone, Debug)]
struct Found {
    r_max: i64,
    r_max_minimal: i64,
    is_maximal: bool,
    peak: Vec<i64>,
    prologue: i64,
    /// Makespan and formula, if the iterations are given.
    totals: Option<(i64, i64)>,
}

impl PeriodicChecked {
    pub(super) fn of(
        problem: &Problem,
        schedule: &Schedule,
        iterations: Option<i64>,
    ) -> Result<Self, InputError> {
        let named = match Named::of(&problem.graph, schedule) {
            Ok(named) => named,
            Err(violations) => return Ok(Self { violations, found: None }),
        };
        if problem.graph.edges.len().saturating_mul(schedule.i_period) > MOST_COPIES {
            let what = "more than 2^24 copies of edges".to_owned();
            return Err(InputError::new(
                "schedule.i_period",
                InputFault::Infeasible { what, remedy: "lower it" },
            ));
        }
        let layout = Layout {
            graph: &problem.graph,
            i_period: schedule.i_period,
            t: schedule.t,
            pe: &named.pe,
            st: &named.st,
        };
        let cached = named.cached(&problem.graph, schedule);
        let found = Found::of(&layout, schedule, &named.r, &cached, iterations)?;
        let mut violations = rules::broken(problem, schedule, &layout, &named.r, &cached);
        violations.extend(rules::caches_overfull(problem.capacity, &found.peak));
        Ok(Self { violations, found: Some(found) })
    }
}

impl Found {
    fn of(
        layout: &Layout<'_>,
        schedule: &Schedule,
        r: &[i128],
        cached: &[bool],
        iterations: Option<i64>,
    ) -> Result<Self, InputError> {
        let largest = layout.retiming(cached);
        let totals = Totals::of(layout, r);
        let total = |n| -> Result<(i64, i64), InputError> {
            Ok((fit(totals.exact(n), "makespan")?, fit(totals.bound(n), "formula")?))
        };
        Ok(Self {
            r_max: fit(r_max(r), "R_max")?,
            r_max_minimal: fit(r_max(&largest), "R_max_minimal")?,
            is_maximal: largest == r,
            peak: peaks(layout, r, schedule.pes, cached)?,
            prologue: fit(r_max(r) * i128::from(layout.t), "prologue")?,
            totals: iterations.map(total).transpose()?,
        })
    }
}

impl PlannerAnswer for PeriodicChecked {
    fn json(&self) -> Value {
        let mut output = json!({ "ok": self.is_good(), "violations": self.violations });
        if let Some(found) = &self.found {
            output["R_max"] = found.r_max.into();
            output["R_max_minimal"] = found.r_max_minimal.into();
            output["retiming_is_maximal"] = found.is_maximal.into();
            output["peak_cache"] = by_pe(&found.peak);
            output["prologue"] = found.prologue.into();
            if let Some((makespan, formula)) = found.totals {
                output["makespan"] = makespan.into();
                output["formula"] = formula.into();
            }
        }
        output
    }

    fn is_good(&self) -> bool {
        self.violations.is_empty()
    }
}

impl fmt::Display for PeriodicChecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.violations.len() {
            0 => writeln!(f, "the schedule is valid")?,
            count => writeln!(f, "{}", counted(count, "violation", "violations"))?,
        }
        self.violations.iter().try_for_each(|violation| writeln!(f, "  {violation}"))?;
        let Some(found) = &self.found else { return Ok(()) };
        let best = if found.is_maximal { "the largest retiming" } else { "not the largest retiming" };
        writeln!(f, "\nR_max {} (smallest {}), {best}", found.r_max, found.r_max_minimal)?;
        writeln!(f, "prologue {}", found.prologue)?;
        if let Some((makespan, formula)) = found.totals {
            writeln!(f, "makespan {makespan}, at most {formula}")?;
        }
        let mut table = TextTable::new(&["pe", "largest live bytes"]);
        found.peak.iter().enumerate().for_each(|(pe, peak)| table.row([pe.to_string(), peak.to_string()]));
        write!(f, "\n{table}")
    }
}
