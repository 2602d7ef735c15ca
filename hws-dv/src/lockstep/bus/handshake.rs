//! Accesses that begin and end at different edges.

use std::collections::VecDeque;

use super::{Access, Response};
use crate::map::{BusKind, NameMap, Port};
use crate::sample::SampledEdge;
use crate::wave::Bits;

/// An access that the bus has asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::lockstep) struct Request {
    pub(super) write: Option<u32>,
    pub(super) address: u32,
    /// The answer, if the bus has given it already.
    pub(super) response: Option<Response>,
}

/// A request, and the edges until it takes effect.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    request: Request,
    edges_left: u32,
}

/// An answer of the model that the bus has not given yet.
#[derive(Clone, Copy, Debug)]
struct Owed {
    is_write: bool,
    is_error: bool,
    value: u32,
}

/// Requests under way, and answers to compare.
#[derive(Clone, Debug)]
pub(super) struct Handshakes {
    kind: BusKind,
    is_effective_at_end: bool,
    latency: u32,
    waiting: VecDeque<Waiting>,
    owed: VecDeque<Owed>,
    responses: Vec<(Port, Bits, u64)>,
    /// APB: the request of this access phase is known.
    is_phase_known: bool,
    /// AXI4-Lite: what came first of a write, or its whole request until its answer.
    pub(super) write_address: VecDeque<u32>,
    pub(super) write_data: VecDeque<u32>,
    pub(super) read_address: VecDeque<u32>,
}

impl Handshakes {
    pub(super) fn new(map: &NameMap) -> Self {
        Self {
            kind: map.bus,
            is_effective_at_end: map.is_bus_effective_at_end,
            latency: map.bus_latency,
            waiting: VecDeque::new(),
            owed: VecDeque::new(),
            responses: Vec::new(),
            is_phase_known: false,
            write_address: VecDeque::new(),
            write_data: VecDeque::new(),
            read_address: VecDeque::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.owed.clear();
        self.responses.clear();
        self.is_phase_known = false;
        self.write_address.clear();
        self.write_data.clear();
        self.read_address.clear();
    }

    pub(super) fn is_effective_at_end(&self) -> bool {
        self.is_effective_at_end
    }

    /// An access phase is PSEL and PENABLE; it ends with PREADY, which a bus without wait states does not have.
    pub(super) fn observe_apb(&mut self, edge: &SampledEdge<'_>) {
        let is_set = |port: Port| edge.inputs[port as usize].get() == Some(1);
        if !(is_set(Port::Psel) && is_set(Port::Penable)) {
            self.is_phase_known = false;
            return;
        }
        let value = |port: Port| edge.inputs[port as usize].value as u32;
        let write = is_set(Port::Pwrite).then(|| value(Port::Pwdata));
        let request = Request { write, address: value(Port::Paddr), response: None };
        let is_end = edge.inputs[Port::Pready as usize].get() != Some(0);
        if !self.is_phase_known && (is_end || !self.is_effective_at_end) {
            self.is_phase_known = true;
            self.ask(request);
        }
        if is_end {
            self.is_phase_known = false;
            let of = |port: Port| edge.inputs[port as usize];
            self.respond(write.is_some(), [of(Port::Pslverr), of(Port::Prdata)]);
        }
    }

    /// A request takes effect `latency` edges later.
    pub(super) fn ask(&mut self, request: Request) {
        // The edge of the request itself is counted by `pass_edge`.
        self.waiting.push_back(Waiting { request, edges_left: self.latency.saturating_add(1) });
    }

    /// An edge passes. While the HWS is busy, no access takes effect.
    pub(super) fn pass_edge(&mut self, is_busy: bool) {
        if let Some(first) = self.waiting.front_mut()
            && (first.edges_left > 1 || !is_busy)
        {
            first.edges_left = first.edges_left.saturating_sub(1);
        }
    }

    pub(super) fn is_due(&self) -> bool {
        self.waiting.front().is_some_and(|waiting| waiting.edges_left == 0)
    }

    pub(super) fn take_due(&mut self) -> Option<Request> {
        self.waiting.pop_front().map(|waiting| waiting.request)
    }

    /// The bus has answered the oldest access of a kind.
    pub(super) fn respond(&mut self, is_write: bool, response: Response) {
        if let Some(at) = self.owed.iter().position(|owed| owed.is_write == is_write) {
            if let Some(owed) = self.owed.remove(at) {
                self.compare_later(owed, response);
            }
            return;
        }
        let unanswered = |waiting: &&mut Waiting| {
            waiting.request.write.is_some() == is_write && waiting.request.response.is_none()
        };
        if let Some(waiting) = self.waiting.iter_mut().find(unanswered) {
            waiting.request.response = Some(response);
        }
    }

    /// The model has made an access.
    pub(super) fn performed(&mut self, request: &Request, access: &Access) {
        if self.kind == BusKind::Flat {
            return;
        }
        let (is_error, value) = (access.answer.is_err(), access.answer.unwrap_or(0));
        let owed = Owed { is_write: access.write.is_some(), is_error, value };
        match request.response {
            Some(response) => self.compare_later(owed, response),
            None => self.owed.push_back(owed),
        }
    }

    fn compare_later(&mut self, owed: Owed, [error, data]: Response) {
        let (error_port, data_port) = match (self.kind, owed.is_write) {
            (BusKind::Axi4Lite, true) => (Port::Bresp, Port::Rdata),
            (BusKind::Axi4Lite, false) => (Port::Rresp, Port::Rdata),
            _ => (Port::Pslverr, Port::Prdata),
        };
        // AXI has four responses, of which two are errors: only the bit that tells is compared.
        let error = if self.kind == BusKind::Axi4Lite { upper_bit(error) } else { error };
        self.responses.push((error_port, error, owed.is_error.into()));
        if !owed.is_write && !owed.is_error {
            self.responses.push((data_port, data, owed.value.into()));
        }
    }

    pub(super) fn take_responses(&mut self) -> Vec<(Port, Bits, u64)> {
        std::mem::take(&mut self.responses)
    }
}

/// OKAY and EXOKAY have 0 there, SLVERR and DECERR 1.
fn upper_bit(response: Bits) -> Bits {
    Bits { value: response.value >> 1 & 1, unknown: response.unknown >> 1 & 1 }
}
