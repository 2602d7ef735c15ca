//! The result of a tuning for a terminal: the recommendation first, without colour.

use std::fmt::{self, Display};

use hws_input::counted;
use hws_plan::TextTable;

use super::change::TuneChange;
use super::report::{TriedPoint, TuneReport, TuneVerdict, TunedPoint};
use crate::sweep::PolicySetting;

/// The most points in the table of what was tried.
const TRIED: usize = 10;

impl fmt::Display for TuneReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        match self.best.as_slice() {
            [] => writeln!(f, "\n{}", self.nothing())?,
            [best] if self.objectives.len() == 1 => self.single(f, best)?,
            front => self.front(f, front)?,
        }
        self.matters(f)?;
        self.table(f)
    }
}

impl TuneReport {
    fn head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = match self.budget_runs {
            Some(budget) => format!("{} of {}", self.runs, counted(budget, "run")),
            None => counted(self.runs, "run"),
        };
        let disqualified = match self.disqualified() {
            0 => String::new(),
            count => format!(", {count} disqualified"),
        };
        let (objectives, workloads) = (self.objectives.join(", "), self.workloads.join(", "));
        writeln!(f, "objective  {objectives}")?;
        writeln!(f, "workloads  {workloads}")?;
        writeln!(f, "tried      {} in {runs}{disqualified}", counted(self.tried.len(), "setting"))?;
        let held_out = match self.held_out.as_slice() {
            [] => "the runs do not depend on seeds".to_owned(),
            held_out => format!("{} choose, {} held out", Seeds(&self.seeds), Seeds(held_out)),
        };
        writeln!(f, "seeds      {held_out}")
    }

    fn nothing(&self) -> &'static str {
        match self.is_complete {
            true => "Keep the defaults: nothing that was tried is better.",
            false => "Stopped: there is no recommendation yet.",
        }
    }

    /// Returns what to do, in a sentence; none if there are several objectives, between which the reader chooses.
    #[must_use]
    pub fn conclusion(&self) -> Option<String> {
        match self.best.as_slice() {
            [] => Some(self.nothing().to_owned()),
            [best] if self.objectives.len() == 1 => Some(match best.unwanted() {
                Some(reason) => reason.to_owned(),
                None => format!("Recommended: {}", best.options),
            }),
            _ => None,
        }
    }

    /// What the held-out seeds say about the only candidate.
    fn single(&self, f: &mut fmt::Formatter<'_>, best: &TunedPoint) -> fmt::Result {
        match best.unwanted() {
            Some(reason) => writeln!(f, "\n{reason}")?,
            None => writeln!(f, "\nrecommended\n  {}", best.options)?,
        }
        self.gain(f, best)
    }

    fn gain(&self, f: &mut fmt::Formatter<'_>, best: &TunedPoint) -> fmt::Result {
        let title =
            if self.held_out.is_empty() { "change" } else { "change (95 % interval, held-out seeds)" };
        let mut table =
            TextTable::new(&["workload", "metric", "defaults", "tuned", title]).ending_with_text();
        for workload in &best.workloads {
            for (index, metric) in workload.metrics.iter().enumerate() {
                let mean = |sample: Option<crate::sweep::Sample>| {
                    sample.map_or_else(|| "-".to_owned(), |sample| format!("{:.0}", sample.mean))
                };
                let last = index + 1 == workload.metrics.len();
                let change = if last { joined(&workload.changes) } else { String::new() };
                let name = if index == 0 { workload.name.clone() } else { String::new() };
                let problem = workload.problem.clone().filter(|_| last).unwrap_or(change);
                table.row([
                    name,
                    metric.metric.to_owned(),
                    mean(metric.defaults),
                    mean(metric.tuned),
                    problem,
                ]);
            }
        }
        if best.workloads.len() > 1 {
            let [defaults, tuned, metric] = ["", "", ""].map(str::to_owned);
            table.row(["all".to_owned(), metric, defaults, tuned, joined(&best.changes)]);
        }
        write!(f, "\n{table}")?;
        match best.verdicts.first() {
            Some(TuneVerdict::Gain) => machines(f, best),
            _ => Ok(()),
        }
    }

    /// Several objectives: one line for each point of the front.
    fn front(&self, f: &mut fmt::Formatter<'_>, front: &[TunedPoint]) -> fmt::Result {
        writeln!(f, "\nPareto front: change in % on the held-out seeds, with 95 % intervals")?;
        let mut head = vec!["point"];
        head.extend(self.objectives.iter().map(String::as_str));
        head.extend(["gain", "settings"]);
        let mut table = TextTable::new(&head).ending_with_text();
        for (number, point) in (1..).zip(front) {
            let gains = point.verdicts.iter().filter(|&&verdict| verdict == TuneVerdict::Gain).count();
            let mut row = vec![format!("{number}")];
            row.extend(point.changes.iter().map(shown));
            row.push(match point.is_undrained() {
                true => "not drained".to_owned(),
                false => format!("{gains} of {}", point.verdicts.len()),
            });
            row.push(point.options.clone());
            table.row(row);
        }
        write!(f, "{table}")
    }

    fn matters(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut effects: Vec<_> = self
            .effects
            .iter()
            .filter(|effect| {
                effect.without.is_some() || effect.alone.iter().flatten().any(|change| change.percent != 0.0)
            })
            .collect();
        if effects.is_empty() {
            return Ok(());
        }
        let size = |change: &Option<TuneChange>| change.map_or(0.0, |change| change.percent.abs());
        effects.sort_by(|a, b| {
            let key = |effect: &super::report::TuneEffect| {
                (size(&effect.without), effect.alone.iter().map(size).fold(0.0, f64::max))
            };
            let (a, b) = (key(a), key(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        writeln!(f, "\nwhat matters: change of the objective in % on the seeds that choose")?;
        let mut table = TextTable::new(&["setting", "set alone", "the best without it"]);
        for effect in effects {
            let name = format!("{}={}", effect.key, effect.value);
            table.row([name, joined(&effect.alone), shown(&effect.without)]);
        }
        write!(f, "{table}")
    }

    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\ntried, best first: change of the objective in % on the seeds that choose")?;
        let mut table = TextTable::new(&["seeds", "change", "settings"]).ending_with_text();
        let (good, bad): (Vec<&TriedPoint>, Vec<&TriedPoint>) =
            self.tried.iter().partition(|tried| tried.problem.is_none());
        for tried in good.iter().take(TRIED) {
            let settings =
                if tried.settings.is_empty() { "(defaults)".to_owned() } else { listed(&tried.settings) };
            table.row([tried.seeds.to_string(), joined(&tried.changes), settings]);
        }
        write!(f, "{table}")?;
        if good.len() > TRIED {
            writeln!(f, "and {} more", good.len() - TRIED)?;
        }
        for tried in bad.iter().take(TRIED) {
            writeln!(
                f,
                "disqualified: {}: {}",
                listed(&tried.settings),
                tried.problem.as_deref().unwrap_or_default()
            )?;
        }
        if bad.len() > TRIED {
            writeln!(f, "and {} more disqualified", bad.len() - TRIED)?;
        }
        Ok(())
    }
}

impl TunedPoint {
    /// Why its options are not recommended for the only objective, as a sentence; none if they are.
    fn unwanted(&self) -> Option<&'static str> {
        match self.verdicts.first() {
            Some(TuneVerdict::Gain) => None,
            Some(TuneVerdict::Noise) => {
                Some("Keep the defaults: on the held-out seeds, the best settings have no gain beyond noise.")
            }
            Some(TuneVerdict::Undrained) => Some(
                "Keep the defaults: the best settings do not drain every workload with the held-out seeds.",
            ),
            Some(TuneVerdict::Unmeasured) | None => {
                Some("Stopped: the best settings so far have not been measured.")
            }
        }
    }
}

/// The recommendation as a configuration and as register writes.
fn machines(f: &mut fmt::Formatter<'_>, best: &TunedPoint) -> fmt::Result {
    let several = best.machines.0.len() > 1;
    for machine in &best.machines.0 {
        let names = if several { format!(", for {}", machine.workloads.join(", ")) } else { String::new() };
        write!(f, "\nas a file for --config{names}\n{}", machine.config)?;
        writeln!(f, "\nas register writes{names}: offset, value, name")?;
        machine.writes.iter().try_for_each(|write| writeln!(f, "{write}"))?;
    }
    Ok(())
}

fn shown(change: &Option<TuneChange>) -> String {
    change.map_or_else(|| "-".to_owned(), |change| change.to_string())
}

fn joined(changes: &[Option<TuneChange>]) -> String {
    changes.iter().map(shown).collect::<Vec<_>>().join(", ")
}

fn listed(settings: &[PolicySetting]) -> String {
    settings.iter().map(|setting| format!("{}={}", setting.key, setting.value)).collect::<Vec<_>>().join(" ")
}

/// Settings as options of a command.
pub(super) struct Arguments<'a>(pub(super) &'a [PolicySetting]);

impl Display for Arguments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, PolicySetting { key, value }) in self.0.iter().enumerate() {
            let blank = if index > 0 { " " } else { "" };
            write!(f, "{blank}--policy {key}={value}")?;
        }
        Ok(())
    }
}

/// Seeds, shortened to the first and the last if they follow each other.
struct Seeds<'s>(&'s [u64]);

impl Display for Seeds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [first, .., last] if self.0.windows(2).all(|pair| pair[1] == pair[0] + 1) => {
                write!(f, "{} ({first} to {last})", self.0.len())
            }
            seeds => {
                let all: Vec<String> = seeds.iter().map(u64::to_string).collect();
                write!(f, "{} ({})", seeds.len(), all.join(", "))
            }
        }
    }
}
