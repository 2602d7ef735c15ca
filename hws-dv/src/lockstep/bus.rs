//! The register bus of the dump: which accesses it makes, and what they answer.
//!
//! The flat bus takes and answers an access at one edge. APB and AXI4-Lite split it into handshakes; when the access
//! takes effect between them is a matter of the design, so the map declares it (`effect`, `latency`).

mod axi;
mod handshake;

use hws_model::BusError;
use hws_regs::{RegId, SipReportComplete};

use super::Moment;
use super::compare::Comparison;
use super::events::EventLog;
use super::registers::Extent;
use crate::map::{AddressMap, BusKind, NameMap, Port, Word};
use crate::sample::SampledEdge;
use crate::wave::Bits;
use handshake::{Handshakes, Request};
use hws_plain::EitherHws;

/// An access, and what the model answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// The data of a write; `None` for a read.
    pub(super) write: Option<u32>,
    pub(super) address: u32,
    pub(super) word: Word,
    /// The offset of the access that the model made.
    pub(super) offset: u32,
    /// The data of a read, 0 for a write.
    pub(super) answer: Result<u32, BusError>,
    /// The model has refused the write: a bus error, an illegal value, or one that its state does not allow.
    pub(super) is_refused: bool,
}

impl Access {
    /// How much it changed in the model. A read without an effect changes nothing, a soft reset everything.
    pub(super) fn extent(&self, log: &EventLog) -> Extent {
        let has_effect = matches!(self.word, Word::Register(RegId::MihDataHi | RegId::CntCycleLo));
        match self.write {
            None if self.answer.is_ok() && !has_effect => Extent::Time,
            _ if log.soft_reset().is_some() => Extent::All,
            _ => Extent::Write,
        }
    }
}

/// The bus of a dump.
#[derive(Clone, Debug)]
pub(super) struct Bus {
    kind: BusKind,
    base: u32,
    addresses: AddressMap,
    handshakes: Handshakes,
    /// An offset of the model with a reserved word, if there is one.
    reserved: u32,
}

/// An offset at which the model has nothing.
const NOWHERE: u32 = u32::MAX;

impl Bus {
    pub(super) fn new(map: &NameMap) -> Self {
        let reserved = AddressMap::of_model().first_reserved().unwrap_or(NOWHERE);
        let (kind, base, addresses) = (map.bus, map.bus_base, map.addresses.clone());
        Self { kind, base, addresses, handshakes: Handshakes::new(map), reserved }
    }

    pub(super) fn kind(&self) -> BusKind {
        self.kind
    }

    /// Notes the handshakes of an edge; called at every edge out of reset.
    pub(super) fn observe(&mut self, edge: &SampledEdge<'_>, is_busy: bool) {
        match self.kind {
            BusKind::Flat => (),
            BusKind::Apb => self.handshakes.observe_apb(edge),
            BusKind::Axi4Lite => self.handshakes.observe_axi(edge),
        }
        self.handshakes.pass_edge(is_busy);
    }

    /// Forgets what is under way, as a reset does.
    pub(super) fn reset(&mut self) {
        self.handshakes.clear();
    }

    /// Whether the edge takes an access.
    pub(super) fn start(&self, edge: &SampledEdge<'_>) -> Option<Moment> {
        let is_access = match self.kind {
            BusKind::Flat => edge.inputs[Port::BusValid as usize].get() == Some(1),
            BusKind::Apb | BusKind::Axi4Lite => self.handshakes.is_due(),
        };
        is_access.then_some(Moment::Access)
    }

    /// The model makes the access of the edge.
    pub(super) fn perform(
        &mut self,
        hws: &mut EitherHws,
        log: &mut EventLog,
        edge: &SampledEdge<'_>,
    ) -> Access {
        let request = match self.kind {
            BusKind::Flat => flat_request(edge),
            // `start` has found one.
            BusKind::Apb | BusKind::Axi4Lite => self.handshakes.take_due().unwrap_or_default(),
        };
        let address = request.address.wrapping_sub(self.base);
        let word = self.addresses.word(address);
        let offset = match word {
            Word::Register(id) => id.offset(),
            Word::Reserved => self.reserved,
            Word::Unmapped => NOWHERE,
        };
        let answer = match request.write {
            Some(value) => hws.write32(offset, value, log).map(|()| 0),
            None => hws.read32(offset),
        };
        let is_refused = request.write.is_some() && (answer.is_err() || log.has_refused_write());
        let access = Access { write: request.write, address, word, offset, answer, is_refused };
        self.handshakes.performed(&request, &access);
        access
    }

    /// Compares the answer of the access, and the outputs that its write drives.
    pub(super) fn compare(
        &mut self,
        access: &Access,
        log: &EventLog,
        edge: &SampledEdge<'_>,
        comparison: &mut Comparison<'_>,
    ) {
        if self.kind == BusKind::Flat {
            comparison.port(Port::BusReady, 1);
            comparison.port(Port::BusErr, access.answer.is_err().into());
            if let (None, Ok(value)) = (access.write, access.answer) {
                comparison.port(Port::BusRdata, value.into());
            }
        }
        compare_reports(access, log, edge, comparison);
        comparison.port(Port::ForcedReset, log.is_forced_reset().into());
    }

    /// Compares the answers that were due since the last comparison.
    pub(super) fn compare_responses(&mut self, comparison: &mut Comparison<'_>) {
        for (port, rtl, model) in self.handshakes.take_responses() {
            comparison.port_had(port, rtl, model);
        }
    }
}

fn flat_request(edge: &SampledEdge<'_>) -> Request {
    let value = |port: Port| edge.inputs[port as usize].value as u32;
    let write = (value(Port::BusWrite) == 1).then(|| value(Port::BusWdata));
    Request { write, address: value(Port::BusAddr), response: None }
}

/// The decoded report, if the access was one.
fn compare_reports(access: &Access, log: &EventLog, edge: &SampledEdge<'_>, comparison: &mut Comparison<'_>) {
    let register = match (access.word, access.write) {
        (Word::Register(id), Some(value)) => Some((id, value)),
        _ => None,
    };
    let is = |wanted: RegId| register.is_some_and(|(id, _)| id == wanted);
    let (complete, pre_complete) = (is(RegId::SipReportComplete), is(RegId::SipReportPreComplete));
    comparison.port(Port::RptComplete, complete.into());
    comparison.port(Port::RptPreComplete, pre_complete.into());
    comparison.port(Port::RptValid, log.has_report().into());
    if let Some((_, value)) = register.filter(|_| complete || pre_complete) {
        // Both reports have one layout.
        let report = SipReportComplete::from_bits(value);
        let fields = [
            (Port::RptSip, report.sip_id()),
            (Port::RptLaunchId, report.launch_id()),
            (Port::RptBlockId, report.block_id()),
        ];
        fields.into_iter().for_each(|(port, value)| {
            comparison.port_had(port, edge.values[port as usize], value.into());
        });
    }
}

/// An answer of a bus with handshakes: the error and the data, as sampled.
pub(super) type Response = [Bits; 2];
