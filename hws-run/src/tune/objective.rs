//! What a tuning minimises: a metric of a run, or a weighted sum of several.
//!
//! Metrics have different units and workloads different sizes, so everything is compared with the defaults: the value of
//! an objective is the weighted mean of the ratios (v + 1) / (d + 1), where v is the metric of a candidate and d that of
//! the defaults with the same workload and seed. The 1 gives a metric that is 0 a ratio; it does not matter for cycles.

use hws_input::nearest;

use crate::sweep::{SweepRow, metric_names};

/// A metric that can be an objective; less is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Its name in `--objective`.
    pub name: &'static str,
    /// The metric, a column of a sweep.
    pub metric: &'static str,
    /// Its meaning.
    pub doc: &'static str,
}

/// Every metric that can be an objective.
pub const GOALS: &[Goal] = &[
    Goal { name: "makespan", metric: "makespan", doc: "the end of the last kernel, in cycles" },
    Goal {
        name: "worst_slowdown",
        metric: "slowdown_max_permille",
        doc: "the largest slowdown of a graph against running alone",
    },
    Goal {
        name: "mean_slowdown",
        metric: "slowdown_mean_permille",
        doc: "the mean slowdown of the graphs against running alone",
    },
    Goal {
        name: "unfairness",
        metric: "unfairness_permille",
        doc: "the largest slowdown of a graph over the smallest",
    },
    Goal {
        name: "turnaround_mean",
        metric: "turnaround_mean",
        doc: "the mean time from the arrival of a graph to its end",
    },
    Goal {
        name: "turnaround_p95",
        metric: "turnaround_p95",
        doc: "the 95th percentile of the time from the arrival of a graph to its end",
    },
    Goal {
        name: "deadline_misses",
        metric: "deadline_misses",
        doc: "the number of graphs that miss their deadline",
    },
    Goal {
        name: "tardiness_max",
        metric: "tardiness_max",
        doc: "the largest time by which a graph misses its deadline",
    },
    Goal { name: "wait_mean", metric: "wait_mean", doc: "the mean wait of a ready kernel" },
    Goal { name: "wait_p95", metric: "wait_p95", doc: "the 95th percentile of the wait of a ready kernel" },
];

/// A weighted sum of metrics; usually one metric with the weight 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Objective {
    text: String,
    terms: Vec<Term>,
}

/// A summand.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Term {
    weight: f64,
    goal: &'static Goal,
    /// Place of the metric in a row.
    metric: usize,
}

hws_input::faults! {
    /// Why an objective is refused.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ObjectiveError {
        /// The objective as given.
        pub text: String,
        /// What is wrong, and the remedy.
        pub reason: ObjectiveReason,
    } => reason, ("--objective {text}: ");
}

hws_input::faults! {
    /// What is wrong with an objective.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum ObjectiveReason {
        /// A name that does not exist.
        Unknown {
            /// The name.
            name: String,
            /// The most similar one.
            closest: Option<&'static str>,
        } = "unknown-name", ("unknown objective `{name}`"), ("give one of {}", names().collect::<Vec<_>>().join(", ")), near *closest;
        /// A weight that is not a positive number.
        Weight {
            /// The text.
            weight: String,
        } = "illegal-weight", ("`{weight}` is not a weight"), ("write WEIGHT*NAME with a number above 0, such as 0.5*unfairness");
        /// A metric that occurs twice in a sum, or an objective that is given twice.
        Twice {
            /// The name.
            name: String,
        } = "given-twice", ("`{name}` is given twice"), ("give it once");
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    GOALS.iter().map(|goal| goal.name)
}

impl Default for Objective {
    /// The makespan.
    fn default() -> Self {
        let metric = metric_names().iter().position(|&name| name == GOALS[0].metric).unwrap_or(0);
        Self { text: GOALS[0].name.to_owned(), terms: vec![Term { weight: 1.0, goal: &GOALS[0], metric }] }
    }
}

impl Objective {
    /// Reads `NAME` or `WEIGHT*NAME+WEIGHT*NAME…`; a term without a weight has the weight 1. A metric may also be named
    /// like its column.
    ///
    /// # Errors
    /// An unknown name, a weight that is not a positive number, a name twice.
    pub fn parse(text: &str) -> Result<Self, ObjectiveError> {
        let fail = |reason| ObjectiveError { text: text.to_owned(), reason };
        let mut terms: Vec<Term> = Vec::new();
        for part in text.split('+') {
            let term = term(part.trim()).map_err(fail)?;
            if terms.iter().any(|other| other.metric == term.metric) {
                return Err(fail(ObjectiveReason::Twice { name: term.goal.name.to_owned() }));
            }
            terms.push(term);
        }
        Ok(Self { text: text.trim().to_owned(), terms })
    }

    /// Reads several objectives; without any, the makespan.
    ///
    /// # Errors
    /// The first problem, or an objective that is given twice.
    pub fn parse_all<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<Vec<Self>, ObjectiveError> {
        let mut all: Vec<Self> = Vec::new();
        for text in texts {
            let objective = Self::parse(text)?;
            if all.iter().any(|other| other.terms == objective.terms) {
                let (text, name) = (text.to_owned(), objective.text);
                return Err(ObjectiveError { text, reason: ObjectiveReason::Twice { name } });
            }
            all.push(objective);
        }
        if all.is_empty() {
            all.push(Self::default());
        }
        Ok(all)
    }

    /// Returns it as given.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns its metrics: place in a row, and description.
    pub fn metrics(&self) -> impl Iterator<Item = (usize, &'static Goal)> {
        self.terms.iter().map(|term| (term.metric, term.goal))
    }

    /// Returns the logarithm of the weighted mean ratio of a row to that of the defaults: 0 for the defaults, negative if the
    /// row is better; none if one of them lacks a metric.
    #[must_use]
    pub fn log_ratio(&self, row: &SweepRow, defaults: &SweepRow) -> Option<f64> {
        let (mut sum, mut weights) = (0.0, 0.0);
        for term in &self.terms {
            sum += term.weight * (plus_one(row, term.metric)? / plus_one(defaults, term.metric)?);
            weights += term.weight;
        }
        Some((sum / weights).ln())
    }
}

fn plus_one(row: &SweepRow, metric: usize) -> Option<f64> {
    let value = *row.metrics.get(metric)?;
    value.map(|value| value as f64 + 1.0)
}

fn term(text: &str) -> Result<Term, ObjectiveReason> {
    let (weight, name) = match text.split_once('*') {
        Some((weight, name)) => (positive(weight.trim())?, name.trim()),
        None => (1.0, text),
    };
    let found = GOALS.iter().find(|goal| goal.name == name || goal.metric == name);
    let place = |goal: &Goal| metric_names().iter().position(|&metric| metric == goal.metric);
    match found.and_then(|goal| Some((goal, place(goal)?))) {
        Some((goal, metric)) => Ok(Term { weight, goal, metric }),
        None => Err(ObjectiveReason::Unknown { name: name.to_owned(), closest: nearest(name, names()) }),
    }
}

fn positive(text: &str) -> Result<f64, ObjectiveReason> {
    let weight = text.parse().ok().filter(|weight: &f64| weight.is_finite() && *weight > 0.0);
    weight.ok_or_else(|| ObjectiveReason::Weight { weight: text.to_owned() })
}
