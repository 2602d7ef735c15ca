//! A workload: what is to run on which machine, complete and legal, with priorities.
//!
//! Everything that describes a workload ends here: our YAML, imported graphs, the built-in example.
//! [`read`] accepts a file only if it can be run; the first thing that is wrong is an error with file,
//! line, column, reason and remedy. [`Inputs`] takes several files. [`schema`] describes the YAML for editors.
//!
//! What the YAML leaves out, and what is not obvious in it:
//! * a graph arrives at 0, is static, and comes once; `repeat: 3, every: 50000` makes the instances `id`,
//!   `id#1` and `id#2`, one `every` after the other;
//! * a kernel has one block, context 0, any SIP, and all its triggers; `threads` and one of `est` (time
//!   units per block) and `cost` (operations and bytes of the whole kernel, by the rates of
//!   the machine, by default [`hws_plan::example::COST`]) have to be given;
//! * `prefetch: k` makes a kernel that allocates L2 for `k`. It has the shape of `k`; only `id`, `deps` and
//!   `priority` are its own. `k` waits for its launch, whether or not `deps` says so, and has no other;
//! * priorities are upward ranks ([`hws_plan::priorities`]) of est × rounds, where a round is as many blocks
//!   as the machine holds at once; dependencies on a launch count like others, `priority` overrides;
//! * imported times are scaled by one constant for all files ([`ReadOptions::est_scale`]); those of
//!   ONNX models are cycles by the same rates and are not scaled unless a scale is given;
//! * integers may be written as `118e6`; masks as numbers or as lists of SIPs; anchors and `<<` work.
//!
//! ```
//! use hws_run::workload::{ReadOptions, read};
//!
//! let text = "dags: [{ id: g, kernels: [{ id: a, thread: 2, est: 9 }] }]";
//! let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
//! let error = read(text.as_bytes(), "w.yaml", &ReadOptions::default(), &mut no_files).unwrap_err();
//! assert!(error.to_string().starts_with(
//!     "w.yaml:1:36: `thread` is no key of a kernel (did you mean `threads`?"
//! ));
//! ```
//!

mod across;
mod built_in;
mod construct;
mod dags;
mod error;
mod error_model;
mod fields;
mod file;
mod firmware;
mod hardware;
mod imported;
mod inputs;
mod kernels;
mod node;
mod options;
mod origins;
mod planned;
mod ranks;
mod read;
mod real_times;
mod registers;
mod scalar;
mod schema;
mod to_plan;

pub use built_in::built_in;
pub use error::{ImportPlace, Reason, WorkloadError};
pub use error_model::{ErrorKind, ErrorModel, RealTimeTooLong, UnknownErrorKind};
pub use firmware::{FirmwareOptions, Pin, Scheduler};
pub(crate) use hardware::{CYCLES_MOST, topology_of};
pub use imported::MEAN_EST_CYCLES;
pub use inputs::{Inputs, Load, Masks, STANDARD_INPUT, Source, Understood};
pub(crate) use kernels::places;
pub use options::{Loader, Mapping, ReadOptions};
pub use origins::Origins;
pub(crate) use ranks::rounds;
pub use read::read;
pub use schema::{config_schema, schema};

use hws_plan::cost::CostModel;
use hws_regs::{PTopK, RegId, TdpCfg};
use hws_types::{Cycle, SipMask, ThreadNum, Topology};

use hws_sim::On;

/// Machine, contexts and task graphs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Workload {
    /// The machine.
    pub hardware: Hardware,
    /// Usage masks that differ from all ones: context, one thread count of the size class, mask.
    pub usage_masks: Vec<(u8, ThreadNum, SipMask)>,
    /// What firmware does by itself.
    pub firmware: FirmwareOptions,
    /// The graphs, in the order of the file; repetitions are graphs of their own.
    pub dags: Vec<Dag>,
    /// What imported times were multiplied by; 1 where nothing was imported.
    pub est_scale: u64,
}

/// The machine and its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hardware {
    /// CLUSTER_SIP_NUM × CLUSTER_NUM.
    pub topology: Topology,
    /// Cycles per time unit, 1..=65536 (TIME_UNIT.PRESCALE + 1).
    pub time_unit: u32,
    /// Cycles that each CF access of the firmware takes, at least 1.
    pub bus_cycles: u32,
    /// Cycles by which a SIP announces the end of a block; 0: it does not.
    pub pre_complete_lead: u32,
    /// What kernels given by operations and bytes cost.
    pub cost: CostModel,
    /// Register settings in the order of the file: RW registers with legal values, written after
    /// everything that firmware sets by itself and before the HWS is enabled.
    pub registers: Vec<(RegId, u32)>,
}

/// Whether the whole graph is known before it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DagKind {
    /// Its online priorities scale with progress.
    Static,
    /// Its offline priorities are its online priorities.
    Dynamic,
}

/// One task graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dag {
    /// Unique name.
    pub name: String,
    /// When it is handed to the firmware.
    pub arrival: Cycle,
    /// Static or dynamic.
    pub kind: DagKind,
    /// Who chooses the SIPs.
    pub scheduler: Scheduler,
    /// Its kernels; at least one.
    pub kernels: Vec<Kernel>,
}

/// One kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// Unique in its graph.
    pub name: String,
    /// Context, 0..=3.
    pub ctx: u8,
    /// SIPs per block.
    pub threads: ThreadNum,
    /// Blocks, at least 1.
    pub blocks: u16,
    /// kernel_est_exec_time: time units per block, at least 1.
    pub est: u32,
    /// Real execution time per block in cycles, at least 1; none: the estimate is right.
    pub actual: Option<u32>,
    /// Logical SIPs it may use.
    pub affinity: SipMask,
    /// All blocks start together.
    pub coop: bool,
    /// offline_priority.
    pub priority: u32,
    /// On a critical path of its graph.
    pub on_cp: bool,
    /// What it waits for in its graph, each predecessor once, ascending.
    pub deps: Vec<Dep>,
    /// What it waits for in other graphs, each predecessor once, ascending.
    pub external: Vec<ExternalDep>,
    /// How many of its blocks may start when.
    pub triggers: Triggers,
    /// What it does.
    pub role: Role,
    /// What its blocks need besides SIPs.
    pub needs: Needs,
    /// When a plan has it run.
    pub planned: Option<Planned>,
}

/// A predecessor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Dep {
    /// Index of the kernel in its graph.
    pub kernel: usize,
    /// How far it must have got.
    pub on: On,
}

/// A predecessor in another graph, which may arrive later or have ended before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ExternalDep {
    /// Index of its graph in the workload.
    pub dag: usize,
    /// Index of the kernel in its graph.
    pub kernel: usize,
    /// How far it must have got.
    pub on: On,
}

/// Start of the first block and end of the last one, as planned, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The start.
    pub start: Cycle,
    /// The end.
    pub finish: Cycle,
}

/// Trigger policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Triggers {
    /// Every block may start at once.
    All,
    /// At most this many blocks, at least 1, are started and not finished: firmware raises
    /// BLOCK_TRIGGER_CNT as blocks finish.
    Window(u16),
    /// Each block when other kernels have got far enough, all of them: firmware raises BLOCK_TRIGGER_CNT as
    /// their blocks finish. Not for cooperative kernels.
    Credits(Vec<Credit>),
}

/// What the blocks of a kernel wait for in another kernel of its graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Credit {
    /// Index of the other kernel in the graph.
    pub kernel: usize,
    /// For each block, how many of the other's first blocks must have finished, without a gap; never falling.
    pub need: Vec<u16>,
}

impl Credit {
    /// How many blocks may have started when so many of the other's first blocks have finished.
    #[must_use]
    pub fn allowed(&self, finished: usize) -> usize {
        self.need.partition_point(|&need| usize::from(need) <= finished)
    }
}

/// What the blocks of a kernel need besides SIPs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Needs {
    /// Bytes of L2 of a block, which firmware grants.
    pub l2: Option<u32>,
    /// VCs of a block.
    pub vc: Option<Vc>,
    /// outstanding_block_num: grants that may be asked for ahead of the blocks launched; 0 counts as 1.
    pub ahead: u8,
    /// Where its blocks find their parameters.
    pub params: Option<Params>,
}

/// The VCs of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vc {
    /// How many, 1..=64.
    pub count: u8,
    /// From whom.
    pub by: VcBy,
}

/// Who hands out VCs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VcBy {
    /// The HWS, a run of its pools.
    Hws,
    /// Firmware, when it is asked.
    Firmware,
}

/// Slots for the parameters of blocks, used in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    /// Bytes of a slot, a multiple of 4, at least 8.
    pub entry_bytes: u16,
    /// Slots, at least 1.
    pub queue: u16,
}

/// What a kernel is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It runs on SIPs.
    Compute,
    /// It runs on SIPs with L2 that the kernel of this index, a prefetch, allocated before.
    ComputeAfter(usize),
    /// It allocates L2 for all blocks of the kernel of this index and runs nowhere.
    PrefetchOf(usize),
}

impl Kernel {
    /// Whether it runs on SIPs: a prefetch does not.
    #[must_use]
    pub const fn runs(&self) -> bool {
        !matches!(self.role, Role::PrefetchOf(_))
    }
}

impl Hardware {
    /// TDP_CFG.OFFSET as the settings leave it.
    #[must_use]
    pub fn descriptor_offset(&self) -> u32 {
        self.setting(RegId::TdpCfg).map_or(TdpCfg::default(), TdpCfg::from_bits).offset()
    }

    /// P_TOP_K.K as the settings leave it.
    #[must_use]
    pub fn top_k(&self) -> u32 {
        self.setting(RegId::PTopK).map_or(PTopK::default(), PTopK::from_bits).k()
    }

    /// What a register is set to; none: the file leaves it to firmware and reset.
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

impl Workload {
    /// All kernels of all graphs, in order: the index of a kernel in this order is its kernel_id.
    pub fn kernels(&self) -> impl Iterator<Item = (&Dag, &Kernel)> {
        self.dags.iter().flat_map(|dag| dag.kernels.iter().map(move |kernel| (dag, kernel)))
    }

    /// kernel_id of the first kernel of each graph.
    #[must_use]
    pub fn first_kernels(&self) -> Vec<u32> {
        let firsts = self.dags.iter().scan(0, |end, dag| {
            let first = *end;
            *end += dag.kernels.len() as u32;
            Some(first)
        });
        firsts.collect()
    }

    /// Blocks of all kernels that run on SIPs.
    #[must_use]
    pub fn launches(&self) -> u64 {
        let runs = self.kernels().filter(|(_, kernel)| !matches!(kernel.role, Role::PrefetchOf(_)));
        runs.map(|(_, kernel)| u64::from(kernel.blocks)).sum()
    }

    /// Real cycles of one block.
    #[must_use]
    pub fn block_cycles(&self, kernel: &Kernel) -> u64 {
        match kernel.actual {
            Some(cycles) => u64::from(cycles),
            None => u64::from(kernel.est) * u64::from(self.hardware.time_unit),
        }
    }
}

#[cfg(test)]
mod tests;
