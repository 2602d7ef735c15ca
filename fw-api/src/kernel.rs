//! Turns a request from the runtime into task descriptors.

use hws_regs::{Register, VcPoolFree};
use hws_types::{SipMask, TaskDescriptor, ThreadNum};

use crate::argument::index_below;
use crate::{Bus, HwsDriver, InvalidArgument, OutPath, Outcome, Refusal};

/// The L2 that each block of a kernel needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct L2Need {
    /// Bytes per block.
    pub bytes_per_block: u32,
    /// Grants that may be requested ahead of the launched blocks; 0 counts as 1.
    pub ahead: u8,
    /// Grants that a prefetch of this kernel waits for.
    pub prefetch_blocks: u16,
}

/// The VCs that each block of a kernel needs, and where they come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VcNeed {
    /// None, or always the same ones, given in the command.
    Fixed {
        /// First VC.
        base: u8,
        /// Number of VCs.
        num: u8,
    },
    /// This many from firmware, requested by message.
    FromFirmware(u8),
    /// A run of this many, 0..=64, from the HWS's own pools.
    FromHws(u8),
}

/// Where the blocks of a kernel find their parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BlockParams {
    /// Byte address of the first slot.
    pub base: u32,
    /// Number of slots, used in turn; 0 means one slot for all blocks.
    pub slots: u16,
    /// Size of a slot in bytes.
    pub slot_bytes: u16,
}

/// What the runtime asks firmware to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KernelAction {
    /// The kernel.
    pub kernel_id: u32,
    /// Context, 0..=3.
    pub ctx: u8,
    /// Tag of its DAG.
    pub dag_tag: u16,
    /// The kernel is on the critical path.
    pub on_cp: bool,
    /// All blocks start together.
    pub coop: bool,
    /// SIPs per block.
    pub threads: ThreadNum,
    /// Number of blocks, at least 1.
    pub blocks: u16,
    /// Blocks that may start immediately; [`trigger_blocks`](HwsDriver::trigger_blocks) allows more.
    pub triggered: u16,
    /// The logical SIPs it may use.
    pub affinity: SipMask,
    /// Estimated execution time of a block in time units.
    pub est_exec_time: u32,
    /// Priority given by the planner.
    pub offline_priority: u32,
    /// Its launches and finishes are reported to firmware.
    pub report: bool,
    /// The L2 it needs, if any.
    pub l2: Option<L2Need>,
    /// The VCs it needs.
    pub vc: VcNeed,
    /// The parameters of its blocks.
    pub params: BlockParams,
}

impl KernelAction {
    /// Returns the descriptor of the kernel itself.
    ///
    /// # Errors
    /// If the context is greater than 3, there is no block, or more than 64 VCs come from the HWS.
    pub fn compute(&self) -> Result<TaskDescriptor, InvalidArgument> {
        self.check()?;
        let l2 = self.l2;
        let mut td = TaskDescriptor {
            kernel_id: self.kernel_id,
            affinity: self.affinity.0,
            est_exec_time: self.est_exec_time,
            offline_priority: self.offline_priority,
            dag_tag: self.dag_tag,
            on_cp: self.on_cp,
            coop: self.coop,
            out_path_mdma: true,
            out_path_mih: self.report,
            enable_sip_alloc: true,
            enable_l2_alloc: l2.is_some(),
            ctx: self.ctx,
            thread_num: self.threads.get() as u16,
            block_num: self.blocks,
            block_trigger_cnt: self.triggered,
            outstanding_block_num: l2.map_or(0, |need| need.ahead),
            num_block_to_alloc_l2: l2.map_or(0, |need| need.prefetch_blocks),
            l2_size_per_block: l2.map_or(0, |need| need.bytes_per_block),
            block_param_base: self.params.base,
            block_param_queue_size: self.params.slots,
            block_param_entry_size: self.params.slot_bytes,
            ..TaskDescriptor::default()
        };
        self.vc.describe(&mut td);
        Ok(td)
    }

    /// Returns the descriptor of a prefetch, which allocates the kernel's L2 before the kernel may run;
    /// `None` if it needs no L2.
    ///
    /// Each of the two kernels has its own descriptor. Firmware counts its grants in the prefetch's, and
    /// copies them with [`copy_grants`] before it pushes the kernel itself. The prefetch always reports.
    ///
    /// # Errors
    /// Those of [`compute`](Self::compute).
    pub fn prefetch(&self) -> Result<Option<TaskDescriptor>, InvalidArgument> {
        let compute = self.compute()?;
        Ok(self.l2.map(|_| TaskDescriptor {
            enable_sip_alloc: false,
            enable_vc_alloc: false,
            vc_hw_alloc: false,
            coop: false,
            out_path_mih: true,
            ..compute
        }))
    }

    fn check(&self) -> Result<(), InvalidArgument> {
        index_below::<{ hws_regs::params::N_CTX }>("ctx", self.ctx)?;
        if self.blocks == 0 {
            return Err(InvalidArgument::range("blocks", 0, 1, i64::from(u16::MAX)));
        }
        match self.vc {
            VcNeed::FromHws(num) if u32::from(num) > POOL_VCS => {
                Err(InvalidArgument::range("vc", i64::from(num), 0, i64::from(POOL_VCS)))
            }
            _ => Ok(()),
        }
    }
}

/// VCs in a die's pool (scheduler.md §9.1): one bit each in the words of VC_POOL_FREE\[die\].
const POOL_VCS: u32 = VcPoolFree::INFO.dims[1] as u32 * u32::BITS;

impl VcNeed {
    const fn describe(self, td: &mut TaskDescriptor) {
        match self {
            Self::Fixed { base, num } => (td.edte_vc_base, td.edte_vc_num) = (base, num),
            Self::FromFirmware(num) => (td.enable_vc_alloc, td.cdte_vc_num) = (true, num),
            Self::FromHws(num) => {
                (td.enable_vc_alloc, td.vc_hw_alloc, td.cdte_vc_num) = (true, true, num);
            }
        }
    }
}

/// Copies the L2 grants that a prefetch collected into the descriptor of its kernel.
pub const fn copy_grants(prefetch: &TaskDescriptor, compute: &mut TaskDescriptor) {
    compute.l2_done = prefetch.l2_done;
}

/// Returns whether firmware needs messages about the kernel's blocks, because it triggers blocks later,
/// reuses parameter slots, or issues grants.
#[must_use]
pub const fn needs_messages(td: &TaskDescriptor) -> bool {
    let triggers = td.enable_sip_alloc && !td.coop && td.block_trigger_cnt < td.block_num;
    let recycles = td.block_param_queue_size > 0 && td.block_param_queue_size < td.block_num;
    let grants = td.enable_l2_alloc || td.enable_vc_alloc && !td.vc_hw_alloc;
    triggers || recycles || grants
}

impl<B: Bus> HwsDriver<B> {
    /// Checks, before a kernel is pushed, that firmware will receive the messages that the kernel's
    /// flow control needs ([`needs_messages`]).
    ///
    /// Registers: read HWS_WORK_MODE, unless the kernel needs no messages or requests them itself.
    ///
    /// # Errors
    /// [`Refusal::NoMessages`]; bus errors.
    pub fn check_messages(&mut self, td: &TaskDescriptor) -> Outcome<(), B> {
        self.begins("check_messages");
        if !needs_messages(td) || td.out_path_mih {
            return Ok(());
        }
        let mode = self.read_mode()?;
        if mode.report_en() || mode.out_path() == OutPath::Mih {
            return Ok(());
        }
        Err(Refusal::NoMessages.into())
    }
}
