//! A configuration made ready: descriptors in memory, the actions of the surroundings, and the operations at the start.

use hws_model::Hws;
use hws_regs::{DagCmd, EarlyMode, HwsCtrl, Op as DagOp, RegFile, RegId, SipTopology};
use hws_sim::SparseMemory;
use hws_sim::stimulus::Op;
use hws_types::{HdrPush, SipMask, TD_WORDS};

use crate::action::Action;
use crate::configuration::Configuration;

/// The distance of the descriptors in memory.
const TD_BYTES: u32 = TD_WORDS as u32 * 4;

/// The ticks after which the commands of the start are retired.
pub(crate) const SETTLED: u64 = 2;

/// A configuration that can be explored.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub(crate) configuration: Configuration,
    /// What the surroundings may do; an action is named by its index.
    pub(crate) actions: Vec<Action>,
    pub(crate) memory: SparseMemory,
    pub(crate) early: Early,
}

/// Whether a SIP may get a launch while it still runs another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Early {
    Never,
    /// After its pre-complete report.
    Reported,
    /// When the HWS expects it to end.
    Estimated,
}

impl Scenario {
    /// Creates the scenario of a configuration.
    #[must_use]
    pub fn new(configuration: Configuration) -> Self {
        let actions = Action::all(&configuration);
        let early = early(&configuration);
        let mut scenario = Self { configuration, actions, memory: SparseMemory::default(), early };
        for op in scenario.descriptors() {
            if let Op::Mem { addr, words } = op {
                // Cannot fail: the descriptors are aligned and far below 2^32.
                let _ = scenario.memory.write(addr, &words);
            }
        }
        scenario
    }

    /// The operations that precede the first state.
    pub(crate) fn start(&self) -> Vec<Op> {
        let configuration = &self.configuration;
        let topology = configuration.topology;
        let topology = SipTopology::default()
            .with_cluster_sip_num_masked(topology.cluster_sip_num())
            .with_cluster_num_masked(topology.cluster_num());
        let mut ops = self.descriptors();
        ops.push(write(RegId::SipTopology, topology.bits()));
        ops.extend(configuration.registers.iter().map(|&(register, value)| write(register, value)));
        ops.extend(configuration.dags.iter().flat_map(|&(tag, total, dynamic)| init(tag, total, dynamic)));
        let others = configuration.topology.present() - configuration.sips;
        if !others.is_empty() {
            ops.push(write(RegId::HrmFwClaim, others.0));
        }
        ops.push(write(RegId::HwsCtrl, HwsCtrl::default().with_enable(true).bits()));
        ops
    }

    /// The push of a kernel.
    pub(crate) fn push(kernel: usize) -> HdrPush {
        HdrPush { hdr_id: 0, hdr_entry_id: kernel as u8, td_addr: kernel as u32 * TD_BYTES }
    }

    fn descriptors(&self) -> Vec<Op> {
        let words = |td: &hws_types::TaskDescriptor| td.encode().unwrap_or_default().to_vec();
        let kernels = self.configuration.kernels.iter().zip(0..);
        kernels.map(|(kernel, at)| Op::Mem { addr: at * TD_BYTES, words: words(&kernel.td) }).collect()
    }

    /// Returns the name of a kernel by its index; `?` if there is no such kernel.
    #[must_use]
    pub fn name(&self, kernel: usize) -> &str {
        self.configuration.kernels.get(kernel).map_or("?", |kernel| &kernel.name)
    }

    /// An HWS at power-on.
    pub(crate) fn hws() -> Hws {
        Hws::new(hws_model::Config::default())
    }
}

/// The writes that put the same mask into every usage mask.
pub(crate) fn usage(mask: SipMask) -> Vec<Op> {
    let all = RegId::all().filter(|register| matches!(register, RegId::SipUsageMask(..)));
    all.map(|register| write(register, mask.0)).collect()
}

pub(crate) fn write(register: RegId, value: u32) -> Op {
    Op::Write { target: register.into(), value }
}

fn init(tag: u16, total: u32, dynamic: bool) -> [Op; 3] {
    let command = DagCmd::default().with_op(DagOp::Init).with_dynamic(dynamic);
    [
        write(RegId::DagCmdTag, tag.into()),
        write(RegId::DagCmdTotal, total),
        write(RegId::DagCmd, command.bits()),
    ]
}

fn early(configuration: &Configuration) -> Early {
    let mut regs = RegFile::reset();
    for &(register, value) in &configuration.registers {
        // The values were checked when the configuration was read.
        let _ = regs.write(register, value);
    }
    match (regs.enable_early_launch_sip.enable(), regs.early_launch_mode.mode()) {
        (false, _) => Early::Never,
        (true, EarlyMode::HwsEstimate) => Early::Estimated,
        (true, _) => Early::Reported,
    }
}
