//! The five channels of AXI4-Lite.

use super::handshake::{Handshakes, Request};
use crate::map::Port;
use crate::sample::SampledEdge;

impl Handshakes {
    /// A write is asked for when address and data have been taken, a read when its address has been taken; or, if
    /// that is when accesses take effect, when the answer is taken.
    pub(super) fn observe_axi(&mut self, edge: &SampledEdge<'_>) {
        let is_set = |port: Port| edge.inputs[port as usize].get() == Some(1);
        let value = |port: Port| edge.inputs[port as usize].value as u32;
        if is_set(Port::Awvalid) && is_set(Port::Awready) {
            self.write_address.push_back(value(Port::Awaddr));
        }
        if is_set(Port::Wvalid) && is_set(Port::Wready) {
            self.write_data.push_back(value(Port::Wdata));
        }
        if is_set(Port::Arvalid) && is_set(Port::Arready) {
            self.read_address.push_back(value(Port::Araddr));
        }
        let is_written = is_set(Port::Bvalid) && is_set(Port::Bready);
        let is_read = is_set(Port::Rvalid) && is_set(Port::Rready);
        if is_written || !self.is_effective_at_end() {
            self.ask_write();
        }
        if is_read || !self.is_effective_at_end() {
            self.ask_read();
        }
        let of = |port: Port| edge.inputs[port as usize];
        if is_written {
            self.respond(true, [of(Port::Bresp), of(Port::Wdata)]);
        }
        if is_read {
            self.respond(false, [of(Port::Rresp), of(Port::Rdata)]);
        }
    }

    fn ask_write(&mut self) {
        if self.write_address.is_empty() || self.write_data.is_empty() {
            return;
        }
        if let (Some(address), write) = (self.write_address.pop_front(), self.write_data.pop_front()) {
            self.ask(Request { write, address, response: None });
        }
    }

    fn ask_read(&mut self) {
        if let Some(address) = self.read_address.pop_front() {
            self.ask(Request { write: None, address, response: None });
        }
    }
}
