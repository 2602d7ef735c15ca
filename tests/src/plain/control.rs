//! Writes that depend on the state: HWS_CTRL with its soft reset, SIP_TOPOLOGY, XMC_SIP_MAP (§8).

use hws_model::{ErrorBit, Event};
use hws_regs::{HwsCtrl, RegId};

use super::PlainHws;

impl PlainHws {
    fn is_any_sip_busy(&self) -> bool {
        self.sips.iter().any(|sip| !sip.idle)
    }

    fn is_any_sip_owned(&self) -> bool {
        !self.fw_owned.is_empty()
    }

    /// No two logical SIPs on one physical SIP.
    fn is_sip_map_a_permutation(&self) -> bool {
        let mut physical: Vec<u32> = self.regs.xmc_sip_map.iter().map(|map| map.phy_id()).collect();
        physical.sort_unstable();
        physical.dedup();
        physical.len() == self.regs.xmc_sip_map.len()
    }

    /// A write of HWS_CTRL: refused whole, or accepted.
    pub(super) fn write_ctrl(&mut self, written: HwsCtrl) {
        let busy = self.is_any_sip_busy() || self.is_any_sip_owned();
        let reset_refused = written.soft_reset() && busy && !written.force();
        let enable_refused = written.enable() && !self.is_sip_map_a_permutation();
        if reset_refused || enable_refused {
            return self.error_of_nobody(ErrorBit::Cfg);
        }
        if written.soft_reset() {
            self.emit(Event::SoftReset { forced: written.force() });
            self.soft_reset();
        }
        self.regs.hws_ctrl = HwsCtrl::from_bits(0).with_enable(written.enable());
    }

    /// Everything but the RW registers, the launch_id pointer and the cycle of the trace.
    fn soft_reset(&mut self) {
        let events = std::mem::take(&mut self.events);
        let (cycle, last_launch_id) = (self.cycle, self.last_launch_id);
        let regs = self.regs;
        *self = Self { regs, cycle, last_launch_id, events, ..Self::new(self.config) };
    }

    /// A write of SIP_TOPOLOGY with a legal pair.
    pub(super) fn write_topology(&mut self, value: u32) {
        let in_use = self.kernels().next().is_some() || self.loading.is_some();
        if in_use || self.is_any_sip_busy() || self.is_any_sip_owned() {
            return self.error_of_nobody(ErrorBit::Cfg);
        }
        self.store(RegId::SipTopology, value);
    }

    /// A write of an element of XMC_SIP_MAP.
    pub(super) fn write_sip_map(&mut self, id: RegId, value: u32) {
        if self.regs.hws_ctrl.enable() || self.attempt.is_some() || self.is_any_sip_busy() {
            return self.error_of_nobody(ErrorBit::Cfg);
        }
        self.store(id, value);
    }
}
