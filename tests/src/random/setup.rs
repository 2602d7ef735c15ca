//! The configuration of the HWS before a stimulus enables it.

use hws_regs::{
    DagCmd, EarlyLaunchMode, EarlyMode, HwsCtrl, HwsWorkMode, InPath, Op, OutPath, Promote, RegId, RegIndex,
    RsvdSipBackfillMarginOffset, Sign,
};
use hws_sim::stimulus::Op as Operation;

use super::driver::Driver;

impl Driver {
    /// The configuration, the environment, some DAGs, ENABLE. Seeds take the topologies in turn.
    pub(super) fn set_up(&mut self, seed: usize) {
        if self.features.topology {
            let pairs = topologies();
            self.write(RegId::SipTopology, pairs[seed / 2 % pairs.len()]);
        }
        self.shape();
        self.scheduling();
        self.write(RegId::EnableEarlyLaunchSip, self.features.early_launch.into());
        let second_resources = self.features.second_resources && self.numbers.chance(3, 4);
        self.write(RegId::EnableSecondRscSch, second_resources.into());
        self.early_launch();
        self.promotion();
        self.work_mode();
        if self.features.sip_array {
            let pre_lead = if self.numbers.chance(1, 3) { 0 } else { self.numbers.below(200) };
            self.apply(Operation::SipArray { pre_lead });
        }
        let dags = if self.features.many_tags { 40 } else { 6 };
        for _ in 0..self.numbers.below(dags) {
            self.init_dag();
            self.machine.advance(1);
        }
        self.switch_on();
    }

    pub(super) fn switch_on(&mut self) {
        self.write(RegId::HwsCtrl, HwsCtrl::from_bits(0).with_enable(true).bits());
    }

    fn shape(&mut self) {
        if self.features.topology && self.numbers.chance(1, 2) {
            self.usage_mask();
        }
        if self.numbers.chance(1, 4) {
            let offset = 4 * self.numbers.below(16);
            self.write(RegId::TdpCfg, offset);
        }
        if self.numbers.chance(1, 3) {
            let prescale = self.numbers.below(12);
            self.write(RegId::TimeUnit, prescale);
        }
        if self.numbers.chance(1, 4) {
            self.swap_physical_sips();
        }
        let interrupts = self.numbers.below(4);
        self.write(RegId::IrqEnable, interrupts);
    }

    /// Any legal pair.
    pub(super) fn topology(&mut self) {
        let pair = self.numbers.pick(topologies());
        self.write(RegId::SipTopology, pair);
    }

    pub(super) fn usage_mask(&mut self) {
        let (ctx, class) = (RegIndex::wrapping(self.numbers.below(2)), self.index());
        let mask = if self.numbers.chance(1, 3) { u32::MAX } else { self.numbers.sips() };
        self.write(RegId::SipUsageMask(ctx, class), mask);
    }

    fn swap_physical_sips(&mut self) {
        let (left, right) = (self.numbers.below(32), self.numbers.below(32));
        self.write(RegId::XmcSipMap(RegIndex::wrapping(left)), right);
        self.write(RegId::XmcSipMap(RegIndex::wrapping(right)), left);
    }

    /// The registers of §4 and §5.
    pub(super) fn scheduling(&mut self) {
        let magnitude = self.numbers.below(300);
        let sign = if self.numbers.chance(1, 2) { Sign::Positive } else { Sign::Negative };
        let margin =
            RsvdSipBackfillMarginOffset::from_bits(0).with_magnitude_masked(magnitude).with_sign(sign);
        self.write(RegId::RsvdSipBackfillMarginOffset, margin.bits());
        for register in [RegId::SipFillupTaskFirst, RegId::UseRsvdSipFirst, RegId::DynDagPrio] {
            let is_on = self.numbers.below(2);
            self.write(register, is_on);
        }
        let k = self.numbers.pick(&[1, 1, 2, 3, 4]);
        self.write(RegId::PTopK, k);
        if self.numbers.chance(1, 3) {
            let (rank, ratio) = (self.index(), self.numbers.up_to(u32::MAX));
            self.write(RegId::ScaleRatioTableRank(rank), ratio);
        }
    }

    pub(super) fn early_launch(&mut self) {
        let mode = if self.numbers.chance(1, 2) { EarlyMode::HwsEstimate } else { EarlyMode::SipReport };
        self.write(RegId::EarlyLaunchMode, EarlyLaunchMode::from_bits(0).with_mode(mode).bits());
        let offset = self.numbers.below(150);
        self.write(RegId::PreIdleOffset, offset);
        let delay = if self.numbers.chance(1, 16) { u32::MAX } else { self.numbers.below(60) };
        self.write(RegId::LaunchSipDelay, delay);
    }

    /// Often only one rule.
    pub(super) fn promotion(&mut self) {
        let rules = match self.numbers.below(8) {
            0..=4 => 1 << self.numbers.below(4),
            _ => self.numbers.below(16),
        };
        let (max, threshold) = (self.numbers.pick(&[1, 1, 2, 3, 8]), self.numbers.pick(&[0, 1, 1, 2, 4]));
        let promote = Promote::from_bits(rules)
            .with_most_failed_first(self.numbers.chance(1, 2))
            .with_rtask_max_masked(max)
            .with_threshold_masked(threshold);
        self.write(RegId::Promote, promote.bits());
    }

    pub(super) fn work_mode(&mut self) {
        let firmware_in = self.features.firmware_tasks && self.numbers.chance(1, 2);
        // In the environment, an early launch must not wait behind a block that firmware delivers.
        let firmware_out = self.features.mih_path && !self.features.early_launch && self.numbers.chance(1, 3);
        let mode = HwsWorkMode::from_bits(0)
            .with_in_path(if firmware_in { InPath::Firmware } else { InPath::Hdr })
            .with_out_path(if firmware_out { OutPath::Mih } else { OutPath::Mdma })
            .with_report_en(self.features.mih_path && self.numbers.chance(1, 3));
        self.write(RegId::HwsWorkMode, mode.bits());
    }

    pub(super) fn init_dag(&mut self) {
        let tag = self.tag();
        self.write(RegId::DagCmdTag, tag);
        let total = self.numbers.pick(&[0, 1, 2, 4, 10, 100, u32::MAX]);
        self.write(RegId::DagCmdTotal, total);
        let command = DagCmd::from_bits(0).with_op(Op::Init).with_dynamic(self.numbers.chance(1, 3));
        self.write(RegId::DagCmd, command.bits());
    }
}

/// Every legal value of SIP_TOPOLOGY.
fn topologies() -> &'static [u32] {
    RegId::SipTopology.info().combinations.as_ref().expect("only some pairs are legal").patterns
}
