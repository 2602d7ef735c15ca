//! The signals without which the model cannot follow a dump.

use hws_input::{did_you_mean, nearest};

use super::Binding;
use crate::map::file::{BusKind, NameMap};
use crate::map::{MapError, Port, SignalTarget, misfit};
use crate::wave::Hierarchy;

const FLAT: &[Port] = &[Port::BusValid, Port::BusWrite, Port::BusAddr, Port::BusWdata];
const APB: &[Port] = &[Port::Psel, Port::Penable, Port::Pwrite, Port::Paddr, Port::Pwdata];
const AXI: &[Port] = &[
    Port::Awvalid,
    Port::Awready,
    Port::Awaddr,
    Port::Wvalid,
    Port::Wready,
    Port::Wdata,
    Port::Arvalid,
    Port::Arready,
    Port::Araddr,
];
const MEMORY: &[Port] = &[Port::SmReq, Port::SmAddr, Port::SmRdata];
const PUSH: &[Port] = &[Port::HdrId, Port::HdrEntryId, Port::HdrTdAddr];

/// Every input that the model needs is there.
pub(super) fn check(binding: &Binding, map: &NameMap, hierarchy: &Hierarchy) -> Result<(), MapError> {
    let push = if binding.port(Port::HdrValid).is_some() { PUSH } else { &[] };
    let needed = [&[Port::Clk], of_bus(map.bus), MEMORY, push].concat();
    let mut absent: Vec<Port> = needed.into_iter().filter(|port| binding.port(*port).is_none()).collect();
    if binding.port(Port::TickBusy).is_none() && binding.port(Port::Cycle).is_none() {
        absent.push(Port::TickBusy);
    }
    match absent.as_slice() {
        [] => Ok(()),
        absent => Err(misfit(message(binding, absent, hierarchy))),
    }
}

/// The inputs of a bus.
fn of_bus(bus: BusKind) -> &'static [Port] {
    match bus {
        BusKind::Flat => FLAT,
        BusKind::Apb => APB,
        BusKind::Axi4Lite => AXI,
    }
}

/// Whether the model cannot follow a design without the port, whatever else there is.
pub(in crate::map) fn is_needed(port: Port, bus: BusKind) -> bool {
    port == Port::Clk || of_bus(bus).contains(&port) || MEMORY.contains(&port)
}

/// The clock and the first monitor lane are there.
pub(super) fn check_lanes(binding: &Binding, map: &NameMap, hierarchy: &Hierarchy) -> Result<(), MapError> {
    let missing: Vec<&str> = [SignalTarget::Port(Port::Clk), SignalTarget::Port(Port::EvN), FIRST_KIND]
        .into_iter()
        .zip(["clk", "ev_n", "ev_kind[0]"])
        .filter(|(target, _)| !binding.has(*target))
        .map(|(_, name)| name)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let known = hierarchy.variables().iter().map(|variable| variable.name.as_str());
    let meant = did_you_mean(nearest(missing[0], known));
    let place = if map.scope.is_some() { "the scope given" } else { "the dump" };
    Err(misfit(format!(
        "event streams are read from a clock and the monitor lanes `ev_n`, `ev_kind[]`, `ev_a[]` …: {place} has no `{}`; \
         {meant}compare an event log, or name the clock and the scope",
        missing.join("`, `")
    )))
}

const FIRST_KIND: SignalTarget = SignalTarget::Lane { column: 0, lane: 0 };

fn message(binding: &Binding, absent: &[Port], hierarchy: &Hierarchy) -> String {
    let names: Vec<String> = absent.iter().map(|port| format!("`{}`", port.name())).collect();
    let known = hierarchy.variables().iter().map(|variable| variable.name.as_str());
    let meant = did_you_mean(nearest(absent[0].name(), known));
    let scope = if binding.scope.is_empty() { "the root" } else { &binding.scope };
    format!(
        "the model needs {}, which scope {scope} of the dump does not have; {meant}give the name in a map, \
         `signals: {{{}: NAME}}`",
        names.join(", "),
        absent[0].name()
    )
}
