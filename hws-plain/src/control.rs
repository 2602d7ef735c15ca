//! Writes that depend on the state: HWS_CTRL with its soft reset, SIP_TOPOLOGY, XMC_SIP_MAP (§8).

use hws_model::{ErrorBit, Event};
use hws_regs::{HwsCtrl, RegId, SipTopology, XmcSipMap};

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

    /// A refused write is one error.
    fn refuse(&mut self, is_error: bool) {
        if is_error {
            self.error_of_nobody(ErrorBit::Cfg);
        }
    }

    /// §8.5: nothing but SIPs that are not idle or that firmware owns holds a soft reset back.
    fn is_reset_held_back(&self, written: HwsCtrl, busy: bool) -> bool {
        if !written.soft_reset() || written.force() {
            return busy;
        }
        let resident = self.kernels().next().is_some();
        let busy = rule!(SoftResetNotDeciding, busy, busy || self.attempt.is_some());
        let busy = rule!(SoftResetNotLoading, busy, busy || self.loading.is_some());
        let busy = rule!(SoftResetNotResident, busy, busy || resident);
        rule!(SoftResetNotEnabled, busy, busy || self.regs.hws_ctrl.enable())
    }

    /// §8.6: ENABLE = 1 while XMC_SIP_MAP is not a permutation, also with FORCE (§8.5).
    fn is_enable_refused(&self, written: HwsCtrl) -> bool {
        let is_bad = !self.is_sip_map_a_permutation();
        let refused = rule!(EnableUnchecked, written.enable() && is_bad, false);
        let refused = rule!(ForceOverridesMap, refused, refused && !written.force());
        rule!(MapCheckedAlways, refused, is_bad)
    }

    /// A write of HWS_CTRL: refused whole, or accepted.
    pub(super) fn write_ctrl(&mut self, written: HwsCtrl) {
        let owned = rule!(SoftResetOwned, self.is_any_sip_owned(), false);
        let busy = rule!(SoftResetBusy, self.is_any_sip_busy(), false) || owned;
        let busy = self.is_reset_held_back(written, busy);
        let reset_refused = written.soft_reset() && busy && rule!(ForceIgnored, !written.force(), true);
        if reset_refused || self.is_enable_refused(written) {
            if rule!(RefusedWritesEnable, false, reset_refused) {
                self.regs.hws_ctrl = HwsCtrl::from_bits(0).with_enable(written.enable());
            }
            return self.refuse(rule!(CtrlRefusedSilent, true, false));
        }
        let resets = rule!(ForceAloneResets, written.soft_reset(), written.soft_reset() || written.force());
        let enabled = self.regs.hws_ctrl.enable();
        if resets {
            self.emit(Event::SoftReset { forced: written.force() });
            self.soft_reset();
        }
        let enable = rule!(SoftResetDisables, written.enable(), written.enable() && !resets);
        let enable = rule!(SoftResetKeepsEnable, enable, if resets { enabled } else { enable });
        let pulses = rule!(PulsesStored, HwsCtrl::from_bits(0), written.with_enable(false));
        self.regs.hws_ctrl = pulses.with_enable(enable);
        if rule!(DisableAborts, false, !written.enable() && self.attempt.is_some()) {
            self.attempt = None;
        }
    }

    /// A write of SIP_TOPOLOGY with a legal pair.
    pub(super) fn write_topology(&mut self, value: u32) {
        let loading = rule!(TopologyWhileLoading, self.loading.is_some(), false);
        let in_use = rule!(TopologyWhileResident, self.kernels().next().is_some(), false) || loading;
        let owned = rule!(TopologyWhileOwned, self.is_any_sip_owned(), false);
        let enabled = rule!(TopologyNotEnabled, false, self.regs.hws_ctrl.enable());
        let waiting = rule!(TopologyNotWaiting, false, !self.hdr_fifo.is_empty());
        let held = enabled || waiting;
        if held || in_use || rule!(TopologyWhileBusy, self.is_any_sip_busy(), false) || owned {
            return self.refuse(rule!(TopologySilent, true, false));
        }
        self.regs.sip_topology = SipTopology::from_bits(value);
    }

    /// A write of an element of XMC_SIP_MAP.
    pub(super) fn write_sip_map(&mut self, id: RegId, value: u32) {
        let enabled = rule!(MapWhileEnabled, self.regs.hws_ctrl.enable(), false);
        let deciding = rule!(MapWhileDeciding, self.attempt.is_some(), false);
        let owned = rule!(MapNotOwned, false, self.is_any_sip_owned());
        let resident = rule!(MapNotResident, false, self.kernels().next().is_some());
        let clashes = rule!(MapMustPermute, false, self.is_mapped(XmcSipMap::from_bits(value)));
        let held = owned || resident || clashes;
        if held || enabled || deciding || rule!(MapWhileBusy, self.is_any_sip_busy(), false) {
            return self.refuse(rule!(MapSilent, true, false));
        }
        self.store(id, value);
    }

    /// A logical SIP has that physical one already.
    fn is_mapped(&self, written: XmcSipMap) -> bool {
        self.regs.xmc_sip_map.iter().any(|map| map.phy_id() == written.phy_id())
    }
}
