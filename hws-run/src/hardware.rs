//! The machine of a run and its settings.

use hws_plan::cost::CostModel;
use hws_regs::{PTopK, RegId, TdpCfg};
use hws_types::Topology;

/// Largest number of cycles of a CF access and of a time unit.
pub(crate) const CYCLES_MOST: u64 = 1 << 16;
/// Cycles of a CF access unless the workload sets them.
pub(crate) const BUS_CYCLES: u32 = 4;

/// The machine and its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hardware {
    /// CLUSTER_SIP_NUM × CLUSTER_NUM.
    pub topology: Topology,
    /// Cycles of a time unit, 1..=65536 (TIME_UNIT.PRESCALE + 1).
    pub time_unit: u32,
    /// Cycles that each CF access of the firmware takes, at least 1.
    pub bus_cycles: u32,
    /// Cycles by which a SIP announces the end of a block; 0: it does not.
    pub pre_complete_lead: u32,
    /// Cost of kernels that are given by operations and bytes.
    pub cost: CostModel,
    /// Register settings in the order of the file: RW registers with legal values, written after firmware's
    /// own settings and before the HWS is enabled.
    pub registers: Vec<(RegId, u32)>,
}

impl Default for Hardware {
    /// The full machine, a time unit of one cycle, four cycles for each access of the firmware, SIPs that
    /// announce nothing, and the default rates.
    fn default() -> Self {
        Self {
            topology: Topology::FULL,
            time_unit: 1,
            bus_cycles: BUS_CYCLES,
            pre_complete_lead: 0,
            cost: CostModel::default(),
            registers: Vec::new(),
        }
    }
}

impl Hardware {
    /// Returns TDP_CFG.OFFSET as the settings leave it.
    #[must_use]
    pub fn descriptor_offset(&self) -> u32 {
        self.setting(RegId::TdpCfg).map_or(TdpCfg::default(), TdpCfg::from_bits).offset()
    }

    /// Returns P_TOP_K.K as the settings leave it.
    #[must_use]
    pub fn top_k(&self) -> u32 {
        self.setting(RegId::PTopK).map_or(PTopK::default(), PTopK::from_bits).k()
    }

    /// Returns the value that a register is set to; none if it is left to firmware and reset.
    #[must_use]
    pub fn setting(&self, register: RegId) -> Option<u32> {
        self.registers.iter().rev().find(|(set, _)| *set == register).map(|&(_, value)| value)
    }

    /// Sets a register, in the place of an earlier setting if there is one.
    pub(crate) fn set_register(&mut self, register: RegId, value: u32) {
        match self.registers.iter_mut().rev().find(|(set, _)| *set == register) {
            Some((_, old)) => *old = value,
            None => self.registers.push((register, value)),
        }
    }
}

/// A topology as it is written: `16x2`.
pub(crate) fn parse_topology(text: &str) -> Option<Topology> {
    let (sips, clusters) = text.split_once('x')?;
    let side = |text: &str| text.trim().parse().ok();
    Topology::new(side(sips)?, side(clusters)?)
}
