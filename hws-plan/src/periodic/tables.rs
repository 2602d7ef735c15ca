//! The answer of the mode `plan` as tables for people.

use std::fmt;

use super::candidate::Launches;
use super::period::Period;
use super::planned::PeriodicPlanned;
use super::widths::Widths;
use crate::TextTable;
use crate::table::counted;

/// Most rows of a table of placements; the JSON has all of them.
const ROWS: usize = 200;

impl fmt::Display for PeriodicPlanned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layers = &self.layers;
        writeln!(
            f,
            "{} PEs, {} iterations: {} of width {} (widest level {})\n",
            self.problem.pes,
            self.iterations,
            counted(layers.launches, "launch", "launches"),
            layers.width,
            layers.max_concurrency,
        )?;
        if let Some(tried) = &self.widths {
            widths(tried, layers.width, f)?;
        }
        write!(f, "{}", launches(&self.launches))?;
        for launch in &self.launches {
            write!(f, "\nperiod on {}\n", counted(launch.period.pes, "PE", "PEs"))?;
            period(self, &launch.period, f)?;
        }
        totals(self, f)
    }
}

/// The widths that were compared.
fn widths(widths: &Widths, chosen: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut table = TextTable::new(&["width", "launches", "plan", "total", "latency", "cache", ""]);
    for tried in &widths.tried {
        table.row([
            tried.width.to_string(),
            tried.launches.to_string(),
            if tried.is_retimed { "retimed" } else { "simple" }.to_owned(),
            tried.total.to_string(),
            tried.latency.to_string(),
            tried.cache.to_string(),
            if tried.width == chosen { "chosen" } else { "" }.to_owned(),
        ]);
    }
    write!(f, "{table}")?;
    if widths.left > 0 {
        writeln!(f, "{} not tried, to save time", counted(widths.left, "more width", "more widths"))?;
    }
    writeln!(f)
}

fn launches(list: &[Launches]) -> TextTable {
    let head =
        ["launches", "pes", "iterations", "T", "i_period", "ratio", "R_max", "prologue", "exact", "bound"];
    let mut table = TextTable::new(&head);
    for launch in list {
        let Period { pes, arrangement, ratio, r_max, prologue, totals, .. } = &launch.period;
        let (exact, bound) = (totals.exact(launch.iterations), totals.bound(launch.iterations));
        table.row([
            launch.count.to_string(),
            pes.to_string(),
            launch.iterations.to_string(),
            arrangement.t.to_string(),
            arrangement.i_period.to_string(),
            format!("{}/{}", ratio.0, ratio.1),
            r_max.to_string(),
            prologue.to_string(),
            exact.to_string(),
            bound.to_string(),
        ]);
    }
    table
}

/// Tasks by PE and start, and the use of the cache.
fn period(planned: &PeriodicPlanned, period: &Period, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let layout = period.layout(&planned.problem);
    let labels = planned.problem.graph.labels();
    let mut copies: Vec<usize> = (0..period.st.len()).collect();
    copies.sort_by_key(|&copy| (period.pe[copy], period.st[copy]));
    let mut table = TextTable::new(&["task", "copy", "pe", "start", "end", "R"]);
    for &copy in copies.iter().take(ROWS) {
        table.row([
            labels[copy / layout.i_period].clone(),
            (copy % layout.i_period + 1).to_string(),
            period.pe[copy].to_string(),
            period.st[copy].to_string(),
            layout.ed(copy).to_string(),
            period.choice.r[copy].to_string(),
        ]);
    }
    write!(f, "{table}")?;
    if copies.len() > ROWS {
        writeln!(f, "… and {} more (--json has all)", copies.len() - ROWS)?;
    }
    let cached = period.choice.cached.iter().filter(|cached| **cached).count();
    let peak = period.peak.iter().max().copied().unwrap_or(0);
    writeln!(
        f,
        "{} in the cache, {} in DRAM; at most {peak} of {} bytes of a cache used",
        counted(cached, "transfer", "transfers"),
        period.choice.cached.len() - cached,
        planned.problem.capacity,
    )?;
    for (what, unit, found) in [
        ("positions", "units of time", period.approximations),
        ("cache", "bytes", period.choice.approximations),
    ] {
        if !found.is_none() {
            writeln!(f, "{what} approximated: {found} {unit}")?;
        }
    }
    Ok(())
}

fn totals(planned: &PeriodicPlanned, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let baseline = &planned.baseline;
    let (chosen, because) = if baseline.use_retiming() {
        ("the retimed plan", "at most")
    } else {
        ("the simple arrangement", "more than")
    };
    writeln!(f, "\nretimed plan        {} (at most {})", planned.total_time, planned.total_time_formula)?;
    writeln!(f, "simple arrangement  {} ({} an iteration)", baseline.t_normal, baseline.one_iteration)?;
    writeln!(
        f,
        "chosen              {}: {chosen}, since the estimate {} is {because} {}",
        planned.chosen_total(),
        baseline.t_estimate,
        baseline.t_normal,
    )?;
    writeln!(
        f,
        "latency             {} from the first start to the last end of an iteration",
        planned.latency
    )?;
    writeln!(f, "utilisation         {}/{}", planned.utilisation.0, planned.utilisation.1)
}
