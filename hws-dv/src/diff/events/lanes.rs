//! The events of a dump: its monitor lanes at every clock edge.

use std::path::Path;

use hws_input::Place;
use hws_types::EventKind;

use super::log::{EventLogFile, FieldValue, Origin};
use super::names::{Name, Names};
use crate::diff::options::SideOptions;
use crate::input;
use crate::lockstep::{LaneRecord, take};
use crate::map::{Binding, ClockEdge, NameMap, Port, Rename};
use crate::sample::{AfterEdge, EdgeSink, SampledEdge, Sampler};
use crate::wave::Bits;

/// More events at one edge are not events but values before a reset.
const MOST_AT_AN_EDGE: u64 = 4096;

/// Reads the events of a dump.
pub(super) fn read(path: &Path, side: &SideOptions, names: &mut Names) -> Result<EventLogFile, String> {
    let dump = input::open(path, side.opening()).map_err(|error| error.to_string())?;
    let map = map(side)?;
    let binding = Binding::of_lanes(&map, dump.hierarchy()).map_err(|error| error.to_string())?;
    let sink = Collector::new(&binding, names);
    let mut sampler = Sampler::new(&binding.feeds, binding.targets.len(), map.edge, map.inputs, sink);
    let end = dump.read(&binding.select, &mut sampler).map_err(|error| error.to_string())?;
    let Collector { mut log, error, edges, strange, .. } = sampler.into_sink();
    if let Some(error) = error {
        return Err(error);
    }
    if edges == 0 {
        return Err("the clock never ticks: name the clock with --clock".to_owned());
    }
    log.cut = end.cut.map(|cut| cut.to_string());
    log.warnings.extend(end.warnings);
    if strange > 0 {
        log.warnings.push(format!(
            "at {strange} edges `ev_n` is unknown or has no meaning: their events are left out"
        ));
    }
    log.scope = binding.scope.clone();
    Ok(log)
}

/// The clock and the scope that options give.
fn map(side: &SideOptions) -> Result<NameMap, String> {
    let mut map = NameMap { scope: side.prefix.clone(), ..NameMap::default() };
    if let Some(clock) = &side.clock {
        let (edge, name) = match clock.split_once(' ') {
            Some(("negedge", name)) => (ClockEdge::Falling, name.trim()),
            Some(("posedge", name)) => (ClockEdge::Rising, name.trim()),
            _ => (ClockEdge::Rising, clock.as_str()),
        };
        if name.is_empty() || name.contains([' ', '&', '|', '!', '~', '(', '=', '^', '<', '>']) {
            return Err(format!(
                "--clock `{clock}`: events need a signal as clock, `NAME` or `negedge NAME`"
            ));
        }
        "--clock".clone_into(&mut map.file);
        map.edge = edge;
        map.renames.push(Rename { place: Place::UNKNOWN, ours: "clk".to_owned(), theirs: name.to_owned() });
    }
    Ok(map)
}

struct Collector<'b> {
    binding: &'b Binding,
    /// The names of the words of each kind.
    words: Vec<Vec<Name>>,
    log: EventLogFile,
    lanes: Vec<LaneRecord>,
    /// `cycle` after the last edge, or the number of edges.
    cycle: u64,
    epoch: u32,
    was_reset: bool,
    /// `tick_busy` after the last edge.
    is_busy: bool,
    edges: u64,
    strange: u64,
    error: Option<String>,
}

impl<'b> Collector<'b> {
    fn new(binding: &'b Binding, names: &mut Names) -> Self {
        let words = EventKind::ALL
            .iter()
            .map(|kind| kind.fields().iter().map(|field| names.number(field.name)).collect());
        let words = words.collect();
        let log = EventLogFile::new(Origin::Lanes);
        let (lanes, error) = Default::default();
        Self {
            binding,
            words,
            log,
            lanes,
            cycle: 0,
            epoch: 1,
            was_reset: true,
            is_busy: false,
            edges: 0,
            strange: 0,
            error,
        }
    }

    fn is_reset(&self, edge: &SampledEdge<'_>) -> bool {
        self.binding.port(Port::RstN).is_some() && edge.inputs[Port::RstN as usize].get() != Some(1)
    }

    /// The cycle of the events of this edge. An edge that ends a tick shows the next cycle; there may be idle cycles
    /// before an access or a tick that the dump leaves out.
    fn count(&mut self, edge: &SampledEdge<'_>) -> u64 {
        let before = self.cycle;
        self.cycle = match self.binding.port(Port::Cycle) {
            Some(_) => edge.values[Port::Cycle as usize].get().unwrap_or(before),
            None => before + 1,
        };
        let is_access = [Port::BusValid, Port::HdrValid].map(|port| is_set(&edge.inputs[port as usize]));
        let is_access = !self.is_busy && is_access.contains(&true);
        let is_counted = self.cycle > before && !(is_access && self.binding.port(Port::Cycle).is_some());
        self.cycle - u64::from(is_counted)
    }

    fn events(&mut self, edge: &SampledEdge<'_>) -> Result<(), String> {
        let cycle = self.count(edge);
        self.log.end = self.log.end.max((self.epoch, cycle));
        match edge.values[Port::EvN as usize].get() {
            Some(count) if count <= MOST_AT_AN_EDGE => (),
            _ => {
                self.strange += 1;
                return Ok(());
            }
        }
        let mut lanes = std::mem::take(&mut self.lanes);
        take(edge, self.binding, &mut lanes);
        let result = lanes.drain(..).flatten().try_for_each(|lane| self.event(&lane, cycle, edge.time));
        self.lanes = lanes;
        result
    }

    fn event(&mut self, lane: &[Bits; 7], cycle: u64, time: u64) -> Result<(), String> {
        let Some(kind) = lane[0].get().filter(|kind| (*kind as usize) < EventKind::ALL.len()) else {
            return Err(format!("time {time}: a lane has the kind {}, which no event has", lane[0]));
        };
        self.log.begin(self.epoch, cycle, time, kind as Name)?;
        let words = &self.words[kind as usize];
        for (name, word) in words.iter().zip(&lane[1..]) {
            self.log.field(*name, word.get().map_or(FieldValue::Unknown, FieldValue::Number));
        }
        Ok(())
    }
}

impl EdgeSink for Collector<'_> {
    fn edge(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        self.edges += 1;
        let is_reset = self.is_reset(edge);
        if is_reset {
            self.epoch += u32::from(!self.was_reset);
            self.cycle = 0;
        } else if let Err(error) = self.events(edge) {
            self.error = Some(error);
            return AfterEdge::Stop;
        }
        self.was_reset = is_reset;
        self.is_busy = is_set(&edge.values[Port::TickBusy as usize]);
        AfterEdge::Clear
    }
}

fn is_set(bits: &Bits) -> bool {
    bits.get() == Some(1)
}
