//! Values that decide what an edge does, or that it takes, and that are unknown.
//!
//! An unknown control is not 0: it is not known whether the HWS has taken something, nor what its state is afterwards. So
//! the comparison ends there, as it does at data that are taken and unknown. At power-on a design may not have driven
//! anything yet: there an unknown control is accepted while nothing is taken, and what it leads to is forgotten at the
//! first reset.

use super::{Lockstep, LockstepObserver, Lost, Moment};
use crate::map::{BusKind, Port};
use crate::sample::{AfterEdge, SampledEdge};
use crate::wave::Bits;

/// Controls in order: each matters while the ones before it are 1. With all at 1, the RTL takes the ports of `taken`.
struct Controlled {
    controls: &'static [Port],
    taken: &'static [Port],
}

impl Controlled {
    const fn new(controls: &'static [Port], taken: &'static [Port]) -> Self {
        Self { controls, taken }
    }

    /// The first port that matters and is unknown; `value` is `None` for a port that the dump does not have.
    fn unknown(&self, value: impl Fn(Port) -> Option<Bits>) -> Option<Port> {
        for &control in self.controls {
            match value(control)?.get() {
                None => return Some(control),
                Some(1) => (),
                Some(_) => return None,
            }
        }
        self.taken.iter().copied().find(|port| value(*port).is_some_and(|bits| bits.unknown != 0))
    }
}

const FLAT: &[Controlled] = &[
    Controlled::new(&[Port::BusValid], &[Port::BusWrite, Port::BusAddr]),
    Controlled::new(&[Port::BusValid, Port::BusWrite], &[Port::BusWdata]),
];
const APB: &[Controlled] = &[
    Controlled::new(&[Port::Psel, Port::Penable], &[Port::Pwrite, Port::Paddr, Port::Pready]),
    Controlled::new(&[Port::Psel, Port::Penable, Port::Pwrite], &[Port::Pwdata]),
];
const AXI: &[Controlled] = &[
    Controlled::new(&[Port::Awvalid, Port::Awready], &[Port::Awaddr]),
    Controlled::new(&[Port::Wvalid, Port::Wready], &[Port::Wdata]),
    Controlled::new(&[Port::Arvalid, Port::Arready], &[Port::Araddr]),
    Controlled::new(&[Port::Bvalid, Port::Bready], &[]),
    Controlled::new(&[Port::Rvalid, Port::Rready], &[]),
];
const PUSH: Controlled =
    Controlled::new(&[Port::HdrValid], &[Port::HdrId, Port::HdrEntryId, Port::HdrTdAddr]);
const TICK: Controlled = Controlled::new(&[Port::TickReq], &[]);
/// What a tick shows of itself: the words that it asks for, its commands and its events are taken in order, so that one which
/// may or may not be there makes all later ones uncertain.
const SHOWN: &[Controlled] = &[
    Controlled::new(&[Port::SmReq], &[Port::SmAddr, Port::SmLoader]),
    Controlled::new(&[Port::MdmaValid], &[]),
    Controlled::new(&[Port::EvN], &[]),
];
/// Whether the next edge takes something; without `tick_busy`, the cycle tells.
const BUSY: Controlled = Controlled::new(&[Port::TickBusy], &[]);
const COUNTED: Controlled = Controlled::new(&[Port::Cycle], &[]);

impl<O: LockstepObserver> Lockstep<O> {
    /// A port that decides what the edge does, or that it takes, and that is unknown.
    pub(super) fn unknown_port(&self, edge: &SampledEdge<'_>, moment: Moment) -> Option<Port> {
        if self.reset.is_powering_up() && moment == Moment::Idle {
            return None;
        }
        let value = |port: Port| {
            self.binding.port(port)?;
            Some(if port.is_input() { edge.inputs[port as usize] } else { edge.values[port as usize] })
        };
        let bus = match self.bus.kind() {
            // Only an edge that finds the HWS idle takes an access; the other buses have handshakes at every edge.
            BusKind::Flat if self.is_busy => &[],
            BusKind::Flat => FLAT,
            BusKind::Apb => APB,
            BusKind::Axi4Lite => AXI,
        };
        let others: &[Controlled] = match moment {
            Moment::Access => &[],
            _ if self.is_busy => &[],
            Moment::Push => &[PUSH],
            Moment::Tick | Moment::Idle => &[PUSH, TICK],
        };
        let busy = if value(Port::TickBusy).is_some() { &BUSY } else { &COUNTED };
        let shown = if moment == Moment::Tick { SHOWN } else { &[] };
        let found = bus.iter().chain(others).chain(shown).find_map(|one| one.unknown(value));
        found.or_else(|| self.record.unknown_word(value)).or_else(|| busy.unknown(value))
    }

    /// The comparison ends, unless the first reset is still to come.
    pub(super) fn lose(&mut self, edge: &SampledEdge<'_>, port: Port, moment: Moment) -> AfterEdge {
        let is_inside = moment == Moment::Tick && (self.is_busy || !port.is_input());
        let (cycle, number) = (self.hws.cycle().0, self.skipped.1 + self.tally.edges - 1);
        self.lost = Some(Lost::Unknown { port, is_inside, cycle, time: edge.time, edge: number });
        let may_be_reset = self.reset.is_powering_up() && self.binding.port(Port::RstN).is_some();
        if may_be_reset { AfterEdge::Clear } else { AfterEdge::Stop }
    }
}
