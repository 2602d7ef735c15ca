//! Reads and checks a periodic input: the settings and their defaults (N20).

use serde_json::Value;

use super::check::Schedule;
use super::graph::{Graph, Speeds};
use crate::TaskGraph;
use crate::input::{InputError, InputNode};

/// Most PEs, rounds and copies of a period.
pub(super) const MOST_PES: i64 = 1 << 16;
/// The smallest integer of an input.
pub(super) const LEAST: i64 = 1 - (1 << 31);

/// The keys of an input, whatever its mode.
const KEYS: [&str; 15] = [
    "mode",
    "pes",
    "iterations",
    "nodes",
    "edges",
    "cache",
    "ratio_limit",
    "i_limit",
    "alpha",
    "arrange",
    "width",
    "max_latency",
    "exact",
    "schedule",
    "launch_iterations",
];

/// Those of them that follow from a graph.
const GRAPH: [&str; 2] = ["nodes", "edges"];

/// How a period is packed (N7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrange {
    /// Each round is added on top of the previous ones.
    Incremental,
    /// Each round packs all copies from scratch.
    GlobalLpt,
}

/// How many PEs a launch has (N4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// As many as the widest level has nodes.
    Widest,
    /// As many as the widest level has nodes, or most levels have, if the machine has fewer PEs than that.
    Mode,
    /// As many as give the shortest total (N22).
    Auto,
    /// This many.
    Given(i64),
}

/// The requested mode.
#[derive(Clone, Debug)]
pub(super) enum Mode {
    /// A plan for this many iterations.
    Plan { iterations: i64 },
    /// Whether a schedule is valid; for the totals, the iterations of its launch.
    Check { schedule: Box<Schedule>, iterations: Option<i64> },
    /// The optimum for a very small graph.
    Bruteforce,
}

/// A checked input.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// One iteration.
    pub(crate) graph: Graph,
    /// PEs of the machine.
    pub(crate) pes: usize,
    /// Bytes of cache of each PE.
    pub(crate) capacity: i64,
    /// The ratio that ends the search for a period: numerator, denominator.
    pub(crate) ratio_limit: (i64, i64),
    /// Most rounds of that search.
    pub(crate) i_limit: i64,
    /// How a period is packed.
    pub(crate) arrange: Arrange,
    /// PEs of a launch.
    pub(crate) width: Width,
    /// The largest time from the first start to the last end of an iteration, if it is limited.
    pub(crate) max_latency: Option<i64>,
    /// Whether every search must be exact, however long it takes (N21).
    pub(crate) is_exact: bool,
}

impl Problem {
    /// Reads and checks an input; the error names the first breach.
    pub(super) fn read(input: &Value) -> Result<(Self, Mode), InputError> {
        let root = InputNode::new(input);
        root.has_only(&KEYS)?;
        Self::with(&root, |speeds| Graph::read(&root, speeds))
    }

    /// The same for a graph that was imported, and the other keys of an input.
    pub(super) fn of(graph: &TaskGraph, keys: &Value) -> Result<(Self, Mode), InputError> {
        let root = InputNode::new(keys);
        let others: Vec<&str> = KEYS.into_iter().filter(|key| !GRAPH.contains(key)).collect();
        root.has_only(&others)?;
        Self::with(&root, |speeds| Graph::of(graph, speeds))
    }

    fn with(
        root: &InputNode<'_, '_>,
        graph: impl FnOnce(Speeds) -> Result<Graph, InputError>,
    ) -> Result<(Self, Mode), InputError> {
        let words = [("plan", Word::Plan), ("check", Word::Check), ("bruteforce", Word::Bruteforce)];
        let word = root.maybe("mode").map_or(Ok(Word::Plan), |mode| mode.word(&words))?;
        let pes = root.key("pes")?.integer(1..=MOST_PES)?;
        let iterations = match word {
            Word::Plan => root.key("iterations")?.at_least(1)?,
            Word::Check | Word::Bruteforce => 0,
        };
        let (capacity, speeds) = read_cache(root)?;
        check_alpha(root)?;
        let problem = Self {
            graph: graph(speeds)?,
            pes: usize::try_from(pes).unwrap_or(usize::MAX),
            capacity,
            ratio_limit: fraction(root, "ratio_limit", (9, 10))?,
            i_limit: root.maybe("i_limit").map_or(Ok(10), |limit| limit.integer(1..=MOST_PES))?,
            arrange: read_arrange(root)?,
            width: read_width(root)?,
            max_latency: root.maybe("max_latency").map(|latency| latency.at_least(1)).transpose()?,
            is_exact: root.maybe("exact").map_or(Ok(false), |exact| exact.boolean())?,
        };
        let mode = match word {
            Word::Plan => Mode::Plan { iterations },
            Word::Check => Mode::Check {
                schedule: Box::new(Schedule::read(&root.key("schedule")?)?),
                iterations: root.maybe("launch_iterations").map(|n| n.at_least(0)).transpose()?,
            },
            Word::Bruteforce => Mode::Bruteforce,
        };
        Ok((problem, mode))
    }
}

#[derive(Clone, Copy)]
enum Word {
    Plan,
    Check,
    Bruteforce,
}

/// Capacity and speeds; without `cache` the capacity is 0.
fn read_cache(root: &InputNode<'_, '_>) -> Result<(i64, Speeds), InputError> {
    let Some(cache) = root.maybe("cache") else { return Ok((0, Speeds::default())) };
    cache.has_only(&["size", "cache_speed", "dram_speed"])?;
    let speed = |key| cache.maybe(key).map(|speed: InputNode<'_, '_>| speed.at_least(1)).transpose();
    Ok((cache.key("size")?.at_least(0)?, Speeds { cache: speed("cache_speed")?, dram: speed("dram_speed")? }))
}

fn fraction(root: &InputNode<'_, '_>, key: &str, default: (i64, i64)) -> Result<(i64, i64), InputError> {
    root.maybe(key).map_or(Ok(default), |value| value.fraction(LEAST))
}

/// alpha is at most 1. Its value does not change any answer; see `place`.
fn check_alpha(root: &InputNode<'_, '_>) -> Result<(), InputError> {
    let (num, den) = fraction(root, "alpha", (8, 10))?;
    match root.maybe("alpha") {
        Some(alpha) if num > den => Err(alpha.unwanted("[numerator, denominator] of at most 1")),
        _ => Ok(()),
    }
}

fn read_arrange(root: &InputNode<'_, '_>) -> Result<Arrange, InputError> {
    let words = [("incremental", Arrange::Incremental), ("global_lpt", Arrange::GlobalLpt)];
    root.maybe("arrange").map_or(Ok(Arrange::Incremental), |arrange| arrange.word(&words))
}

fn read_width(root: &InputNode<'_, '_>) -> Result<Width, InputError> {
    match root.maybe("width") {
        None => Ok(Width::Widest),
        Some(width) if width.value().is_string() => {
            width.word(&[("auto", Width::Auto), ("mode", Width::Mode)])
        }
        Some(width) => Ok(Width::Given(width.at_least(1)?)),
    }
}
