//! The answer of the mode `plan` as JSON (§7), written record by record without building its lists.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::candidate::Launches;
use super::period::Period;
use super::planned::PeriodicPlanned;
use super::widths::Tried;
use crate::streamed::{List, Map};

/// One value per PE, by PE.
pub(super) fn by_pe(values: &[i64]) -> Value {
    serde_json::to_value(Map(|| values.iter().enumerate())).unwrap_or_default()
}

impl Serialize for PeriodicPlanned {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (ids, layers) = (&self.problem.graph.ids, &self.layers);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("layers", &Levels(ids, &layers.level))?;
        map.serialize_entry("max_concurrency", &layers.max_concurrency)?;
        map.serialize_entry("width", &layers.width)?;
        map.serialize_entry("H", &layers.launches)?;
        map.serialize_entry("baseline", &Simple(self))?;
        map.serialize_entry("launches", &List(|| self.launches.iter().map(|launch| Launch(self, launch))))?;
        map.serialize_entry("total_time", &self.total_time)?;
        map.serialize_entry("total_time_formula", &self.total_time_formula)?;
        map.serialize_entry("chosen_total", &self.chosen_total())?;
        map.serialize_entry("utilisation", &self.utilisation)?;
        map.serialize_entry("latency", &self.latency)?;
        if let Some(widths) = &self.widths {
            map.serialize_entry("widths", &List(|| &widths.tried))?;
            map.serialize_entry("widths_left", &widths.left)?;
        }
        map.end()
    }
}

impl Serialize for Tried {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("width", &self.width)?;
        map.serialize_entry("H", &self.launches)?;
        map.serialize_entry("use_retiming", &self.is_retimed)?;
        map.serialize_entry("total", &self.total)?;
        map.serialize_entry("latency", &self.latency)?;
        map.serialize_entry("cache", &self.cache)?;
        map.end()
    }
}

/// The level of each node.
struct Levels<'a>(&'a [i64], &'a [usize]);

impl Serialize for Levels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().zip(self.1))
    }
}

/// The simple arrangement.
struct Simple<'a>(&'a PeriodicPlanned);

impl Serialize for Simple<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (ids, baseline) = (&self.0.problem.graph.ids, &self.0.baseline);
        let placed = || ids.iter().zip(&baseline.placements).map(|(&id, &(pe, st))| Start { id, pe, st });
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("one_iteration", &baseline.one_iteration)?;
        map.serialize_entry("t_normal", &baseline.t_normal)?;
        map.serialize_entry("estimate_T", &baseline.estimate_t)?;
        map.serialize_entry("estimate_R", &baseline.estimate_r)?;
        map.serialize_entry("t_estimate", &baseline.t_estimate)?;
        map.serialize_entry("t_estimate_wide", &baseline.t_estimate_wide)?;
        map.serialize_entry("use_retiming", &baseline.use_retiming())?;
        map.serialize_entry("placements", &List(placed))?;
        map.end()
    }
}

#[derive(Serialize)]
struct Start {
    id: i64,
    pe: usize,
    st: i64,
}

/// Launches of one kind.
struct Launch<'a>(&'a PeriodicPlanned, &'a Launches);

impl Serialize for Launch<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("pes", &self.1.period.pes)?;
        map.serialize_entry("count", &self.1.count)?;
        map.serialize_entry("iterations_each", &self.1.iterations)?;
        map.serialize_entry("period", &Repeated { planned: self.0, period: &self.1.period })?;
        map.end()
    }
}

/// The period of the launches of one kind.
struct Repeated<'a> {
    planned: &'a PeriodicPlanned,
    period: &'a Period,
}

#[derive(Serialize)]
struct Placement {
    id: i64,
    r: usize,
    pe: u32,
    st: i64,
    ed: i128,
}

#[derive(Serialize)]
struct Retiming {
    id: i64,
    r: usize,
    #[serde(rename = "R")]
    retiming: i128,
}

impl Repeated<'_> {
    /// Id and copy number.
    fn name(&self, copy: usize) -> (i64, usize) {
        let i_period = self.period.arrangement.i_period;
        (self.planned.problem.graph.ids[copy / i_period], copy % i_period + 1)
    }

    fn placement(&self, copy: usize) -> Placement {
        let ((id, r), layout) = (self.name(copy), self.period.layout(&self.planned.problem));
        Placement { id, r, pe: layout.pe[copy], st: layout.st[copy], ed: layout.ed(copy) }
    }

    fn retiming(&self, copy: usize) -> Retiming {
        let (id, r) = self.name(copy);
        Retiming { id, r, retiming: self.period.choice.r[copy] }
    }

    /// From, to and copy number of the edges that are cached, or that are not.
    fn edges(&self, cached: bool) -> impl Iterator<Item = (i64, i64, usize)> {
        let (graph, i_period) = (&self.planned.problem.graph, self.period.arrangement.i_period);
        self.copies(cached).map(move |copy| {
            let edge = graph.edges[copy / i_period];
            (graph.ids[edge.from], graph.ids[edge.to], copy % i_period + 1)
        })
    }

    /// At most 2^24 copies of less than 2^31.
    fn bytes(&self, cached: bool) -> i64 {
        let (edges, i_period) = (&self.planned.problem.graph.edges, self.period.arrangement.i_period);
        self.copies(cached).map(|copy| edges[copy / i_period].size).sum()
    }

    fn copies(&self, cached: bool) -> impl Iterator<Item = usize> {
        let all = self.period.choice.cached.iter().enumerate();
        all.filter(move |(_, is_cached)| **is_cached == cached).map(|(copy, _)| copy)
    }
}

impl Serialize for Repeated<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Period { arrangement, ratio, st, choice, peak, r_max, prologue, .. } = self.period;
        let names = |list: &Vec<u32>| list.iter().map(|&copy| self.name(copy as usize)).collect::<Vec<_>>();
        let copies = || 0..st.len();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("T", &arrangement.t)?;
        map.serialize_entry("i_period", &arrangement.i_period)?;
        map.serialize_entry("ratio", ratio)?;
        map.serialize_entry("arrangement", &Map(|| arrangement.lists.iter().map(names).enumerate()))?;
        map.serialize_entry("placements", &List(|| copies().map(|copy| self.placement(copy))))?;
        map.serialize_entry("retiming", &List(|| copies().map(|copy| self.retiming(copy))))?;
        map.serialize_entry("R_max", r_max)?;
        map.serialize_entry("prologue", prologue)?;
        map.serialize_entry("cached", &List(|| self.edges(true)))?;
        map.serialize_entry("dram", &List(|| self.edges(false)))?;
        map.serialize_entry("cache_bytes", &self.bytes(true))?;
        map.serialize_entry("dram_bytes", &self.bytes(false))?;
        map.serialize_entry("peak_cache", &Map(|| peak.iter().enumerate()))?;
        map.serialize_entry("demotion_passes", &choice.passes)?;
        let approximations = [("positions", self.period.approximations), ("cache", choice.approximations)];
        if approximations.iter().any(|(_, found)| !found.is_none()) {
            map.serialize_entry("approximations", &Map(|| approximations))?;
        }
        map.end()
    }
}
