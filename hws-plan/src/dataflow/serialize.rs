//! The schedule as JSON (planner §7), serialised in place without building a value.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::answer::DataflowSchedule;
use super::fifo::Fifo;
use super::function::Scheduled;
use super::input::{Edge, Function};
use super::net::Timing;
use crate::streamed::{List, Map};

impl Serialize for DataflowSchedule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Schedule", 3)?;
        object.serialize_field(
            "functions",
            &Map(|| {
                self.functions()
                    .map(|(function, scheduled)| (&function.name, Of { schedule: self, function, scheduled }))
            }),
        )?;
        object.serialize_field("absolute", &self.absolute)?;
        object.serialize_field("warnings", &self.warnings)?;
        object.end()
    }
}

/// A function of a schedule.
#[derive(Clone, Copy)]
struct Of<'a> {
    schedule: &'a DataflowSchedule,
    function: &'a Function,
    scheduled: &'a Scheduled,
}

impl Serialize for Of<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { function, scheduled, .. } = *self;
        let ids = || function.operators.iter().map(|operator| &operator.id);
        let edges = || {
            function.edges.iter().zip(&scheduled.fifos).map(|(edge, fifo)| Stream { of: *self, edge, fifo })
        };
        let mut object = serializer.serialize_struct("Function", 6)?;
        object.serialize_field("nodes", &Map(|| ids().zip(&scheduled.timings)))?;
        object.serialize_field("edges", &List(edges))?;
        object.serialize_field("LAT", &scheduled.unit.lat)?;
        object.serialize_field("LFI", &scheduled.unit.lfi)?;
        object.serialize_field("FPO", &scheduled.unit.fpo)?;
        object.serialize_field(
            "order",
            &List(|| function.order.iter().map(|&node| &function.operators[node].id)),
        )?;
        object.end()
    }
}

impl Serialize for Timing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Node", 7)?;
        object.serialize_field("LAT", &self.unit.lat)?;
        object.serialize_field("LFI", &self.unit.lfi)?;
        object.serialize_field("EFI", &self.efi)?;
        object.serialize_field("AFI", &self.afi)?;
        object.serialize_field("FPO", &self.unit.fpo)?;
        object.serialize_field("SD", &self.sd)?;
        object.serialize_field("D", &self.d)?;
        object.end()
    }
}

/// An edge of a function.
struct Stream<'a> {
    of: Of<'a>,
    edge: &'a Edge,
    fifo: &'a Fifo,
}

impl Serialize for Stream<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { of, edge, fifo } = self;
        let stalls = of.schedule.is_stalled(fifo);
        let more = usize::from(edge.buffer.is_some()) + usize::from(stalls);
        let mut object = serializer.serialize_struct("Edge", 11 + more)?;
        object.serialize_field("from", &of.function.operators[edge.from].id)?;
        object.serialize_field("to", &of.function.operators[edge.to].id)?;
        object.serialize_field("sd_edge", &fifo.sd_edge)?;
        object.serialize_field("delay", &fifo.delay)?;
        object.serialize_field("case1", &fifo.delay)?;
        object.serialize_field("case2", &fifo.case2)?;
        object.serialize_field("case3", &fifo.case3)?;
        object.serialize_field("fifo", &fifo.depth)?;
        object.serialize_field("min_entries", &fifo.min_entries)?;
        object.serialize_field("actual_entries", &fifo.actual_entries)?;
        object.serialize_field("tokens", &fifo.tokens)?;
        if let Some(buffer) = edge.buffer {
            object.serialize_field("buffer_ok", &fifo.fits(buffer))?;
        }
        if stalls {
            object.serialize_field("stall", &true)?;
        }
        object.end()
    }
}
