//! Pages: a result drawn in a single HTML file that works without a network.
//!
//! A page is drawn only from the JSON of planner §7: the input and the answer. The same JSON gives the same
//! bytes. Names from the input are data and shown as text, never as markup. docs/planner/pages.md explains how
//! to read the pages.

mod refusal;

use std::io;

use hws_page::Page;
use serde::Serialize;
use serde_json::Value;

/// What a page draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageKind {
    /// A periodic schedule: `hws plan periodic` in the mode `plan`.
    Periodic,
    /// A dataflow graph: `hws plan dataflow`.
    Dataflow,
    /// A row pipeline or a phase: `hws plan pipeline` with the op `row_pipeline` or `phase`.
    Pipeline,
    /// Schedules of ranked graphs: `hws plan rank` with processors.
    Rank,
    /// The timeline of a Gemini schedule, with `loads` in the input: `hws plan gemini`.
    Gemini,
    /// A plan, its runs, and measured times: `hws plan compare`; or two runs: `hws compare`.
    Compare,
}

const FRAME: &str = include_str!("page/plan/plan.html");
const STYLES: [&str; 1] = [include_str!("page/plan/plan.css")];

/// The modules of every planner page, each after those it imports.
const PERIODIC: [&str; 10] = [
    include_str!("page/plan/names.mjs"),
    include_str!("page/plan/rows.mjs"),
    include_str!("page/plan/rounds.mjs"),
    include_str!("page/plan/chart.mjs"),
    include_str!("page/plan/page.mjs"),
    include_str!("page/periodic/model.mjs"),
    include_str!("page/periodic/cache.mjs"),
    include_str!("page/periodic/opening.mjs"),
    include_str!("page/periodic/scenes.mjs"),
    include_str!("page/periodic/main.mjs"),
];
const DATAFLOW: [&str; 9] = [
    include_str!("page/plan/page.mjs"),
    include_str!("page/dataflow/model.mjs"),
    include_str!("page/dataflow/layers.mjs"),
    include_str!("page/dataflow/placing.mjs"),
    include_str!("page/dataflow/overview.mjs"),
    include_str!("page/dataflow/far.mjs"),
    include_str!("page/dataflow/plane.mjs"),
    include_str!("page/dataflow/scene.mjs"),
    include_str!("page/dataflow/main.mjs"),
];
const PIPELINE: [&str; 7] = [
    include_str!("page/plan/rows.mjs"),
    include_str!("page/plan/rounds.mjs"),
    include_str!("page/plan/chart.mjs"),
    include_str!("page/plan/page.mjs"),
    include_str!("page/pipeline/model.mjs"),
    include_str!("page/pipeline/scenes.mjs"),
    include_str!("page/pipeline/main.mjs"),
];

/// The modules of a page of Gantt charts, with its own ones at the end.
macro_rules! gantt {
    ($($own:literal),+) => {
        [
            include_str!("page/plan/names.mjs"),
            include_str!("page/plan/rows.mjs"),
            include_str!("page/plan/rounds.mjs"),
            include_str!("page/plan/chart.mjs"),
            include_str!("page/plan/page.mjs"),
            include_str!("page/gantt/colours.mjs"),
            include_str!("page/gantt/lanes.mjs"),
            include_str!("page/gantt/scene.mjs"),
            include_str!("page/gantt/page.mjs"),
            $(include_str!($own)),+
        ]
    };
}
const RANK: [&str; 11] = gantt!("page/rank/model.mjs", "page/rank/main.mjs");
const GEMINI: [&str; 11] = gantt!("page/gemini/model.mjs", "page/gemini/main.mjs");
const COMPARE: [&str; 11] = gantt!("page/compare/model.mjs", "page/compare/main.mjs");

/// The data of a page.
#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    input: &'a Value,
    answer: &'a Value,
}

impl PageKind {
    /// Returns the planner's name: `hws plan NAME`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Periodic => "periodic",
            Self::Dataflow => "dataflow",
            Self::Pipeline => "pipeline",
            Self::Rank => "rank",
            Self::Gemini => "gemini",
            Self::Compare => "compare",
        }
    }

    const fn page(self) -> Page<'static> {
        let modules: &[&str] = match self {
            Self::Periodic => &PERIODIC,
            Self::Dataflow => &DATAFLOW,
            Self::Pipeline => &PIPELINE,
            Self::Rank => &RANK,
            Self::Gemini => &GEMINI,
            Self::Compare => &COMPARE,
        };
        Page { frame: FRAME, styles: &STYLES, modules }
    }
}

/// Writes the page of an answer, in UTF-8. `input` and `answer` are the JSON of planner §7 that the planner read and
/// returned.
///
/// # Errors
/// Errors of `out`; and [`io::ErrorKind::InvalidInput`], with nothing written, if there is no page for it: another
/// mode or op, an answer without times, or a number that a page cannot hold exactly.
pub fn write(
    kind: PageKind,
    title: &str,
    input: &Value,
    answer: &Value,
    out: &mut impl io::Write,
) -> io::Result<()> {
    refusal::judge(kind, input, answer).map_err(hws_page::refused)?;
    kind.page().write(&Data { title, input, answer }, out)
}

#[cfg(test)]
mod tests;
