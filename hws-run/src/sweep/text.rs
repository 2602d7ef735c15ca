//! The summary of a sweep for a terminal: an aligned line for each setting, without colour.
//!
//! A number is the mean over the drained runs, ± half its 95 % confidence interval if there are two or more.
//! Settings with one value in the whole sweep have no column; `unfairness` is a factor, the largest slowdown of
//! a graph over the smallest; `misses` and `latest`, the largest lateness, are there if the workload has deadlines. A
//! difference whose interval contains 0 has the mark `~`.

use std::fmt;

use hws_plan::TextTable;

use super::stats::Sample;
use super::summary::{MetricSummary, SettingSummary, SweepReference, SweepSummary};
use crate::policy;

/// The metrics in the table: name, title, and divisor.
const SHOWN: &[(&str, &str, f64)] = &[
    ("makespan", "makespan", 1.0),
    ("utilisation_permille", "util %", 10.0),
    ("wait_mean", "wait mean", 1.0),
    ("wait_p95", "wait p95", 1.0),
    ("launches_early", "early", 1.0),
    ("backfills", "backfills", 1.0),
    ("promotions", "promotions", 1.0),
    ("unfairness_permille", "unfairness", 1000.0),
    ("deadline_misses", "misses", 1.0),
    ("lateness_max", "latest", 1.0),
];
/// Those that are left out if no run has a value.
const OF_DEADLINES: [&str; 2] = ["deadline_misses", "lateness_max"];
/// The metric whose difference to the reference is in the table.
const COMPARED: &str = "makespan";
/// The mark of a difference that the seeds do not explain.
const TIE: &str = " ~";

impl fmt::Display for SweepSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let varying = self.varying();
        let mut head = varying.clone();
        head.push("runs");
        for (name, title, _) in self.shown() {
            head.push(title);
            if name == COMPARED && self.compares() {
                head.push(match self.reference {
                    SweepReference::Defaults => "vs defaults",
                    SweepReference::First => "vs first",
                });
            }
        }
        let mut table = TextTable::new(&head);
        for setting in &self.settings {
            table.row(self.line(setting, &varying));
        }
        write!(f, "{table}")?;
        let is_tie = |setting: &SettingSummary| {
            setting.metrics.get(COMPARED).is_some_and(|metric| metric.is_tie == Some(true))
        };
        if self.settings.iter().any(is_tie) {
            writeln!(f, "~ no difference that the seeds tell: the 95 % interval contains 0")?;
        }
        Ok(())
    }
}

impl SweepSummary {
    /// The settings that have more than one value, in the order of the sweep.
    fn varying(&self) -> Vec<&str> {
        self.varying.iter().map(String::as_str).collect()
    }

    /// Whether some setting is not the reference.
    fn compares(&self) -> bool {
        self.settings.iter().any(|setting| !setting.is_reference)
    }

    /// The metrics in the table.
    fn shown(&self) -> impl Iterator<Item = (&'static str, &'static str, f64)> {
        let has = |name| {
            let metrics = self.settings.iter().filter_map(|setting| setting.metrics.get(name));
            metrics.into_iter().any(|metric| metric.values.is_some())
        };
        SHOWN.iter().copied().filter(move |(name, ..)| !OF_DEADLINES.contains(name) || has(*name))
    }

    fn line(&self, setting: &SettingSummary, varying: &[&str]) -> Vec<String> {
        let value = |key: &&str| match *key {
            policy::WORKLOAD => setting.workload.clone().unwrap_or_default(),
            key => setting.settings.get(key).cloned().unwrap_or_default(),
        };
        let mut cells: Vec<String> = varying.iter().map(value).collect();
        cells.push(match setting.drained == setting.made {
            true => setting.made.to_string(),
            false => format!("{} of {} drained", setting.drained, setting.made),
        });
        for (name, _, unit) in self.shown() {
            let metric = setting.metrics.get(name);
            cells.push(number(metric.and_then(|metric| metric.values), unit, false));
            if name == COMPARED && self.compares() {
                cells.push(match (setting.is_reference, self.reference) {
                    (true, SweepReference::Defaults) => "defaults".to_owned(),
                    (true, SweepReference::First) => "first".to_owned(),
                    (false, _) => difference(metric, unit),
                });
            }
        }
        cells
    }
}

/// The difference, with a mark if it is a tie.
fn difference(metric: Option<&MetricSummary>, unit: f64) -> String {
    let text = number(metric.and_then(|metric| metric.difference), unit, true);
    let is_tie = metric.is_some_and(|metric| metric.is_tie == Some(true));
    if is_tie { text + TIE } else { text }
}

/// Mean ± half width in the unit of the table; a dash if there is no value.
fn number(sample: Option<Sample>, unit: f64, is_signed: bool) -> String {
    let Some(sample) = sample else { return "-".to_owned() };
    let decimals = match unit {
        1.0 => usize::from(sample.n > 1),
        10.0 => 1,
        _ => 3,
    };
    let mean = sample.mean / unit;
    let mean = if is_signed { format!("{mean:+.decimals$}") } else { format!("{mean:.decimals$}") };
    match sample.half_width {
        Some(half) => format!("{mean} ±{:.decimals$}", half / unit),
        None => mean,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::sweep::metric_names;

    #[test]
    fn every_metric_shown_exists() {
        assert!(SHOWN.iter().all(|(name, _, _)| metric_names().contains(name)));
        assert!(SHOWN.iter().any(|&(name, _, _)| name == COMPARED));
    }

    #[rstest]
    #[case(&[7.0], 1.0, false, "7")]
    #[case(&[7.0, 7.0], 1.0, true, "+7.0 ±0.0")]
    #[case(&[-3.0], 1.0, true, "-3")]
    #[case(&[675.0], 10.0, false, "67.5")]
    #[case(&[1234.0], 1000.0, false, "1.234")]
    #[case(&[], 1.0, false, "-")]
    fn numbers(#[case] values: &[f64], #[case] unit: f64, #[case] is_signed: bool, #[case] text: &str) {
        assert_eq!(number(Sample::from_values(values), unit, is_signed), text);
    }
}
