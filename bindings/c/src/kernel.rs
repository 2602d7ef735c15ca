//! Turns a request from the runtime into the 16 words of a task descriptor.

use fw_api::types::{SipMask, TD_WORDS, TaskDescriptor};
use fw_api::{BlockParams, KernelAction, L2Need, VcNeed, copy_grants, needs_messages};

use crate::boundary::{Answer, Buffer, call, from_c, give, list, read, run};
use crate::number::{byte, half, index, threads};
use crate::{HWS_N_CTX, hws_bus, hws_error, hws_status};

/// Number of words of a task descriptor.
pub const HWS_TD_WORDS: usize = 16;
const _: () = assert!(HWS_TD_WORDS == TD_WORDS);

/// Where the VCs of a kernel's blocks come from: one of the HWS_VC constants.
pub type hws_vc = u32;
/// No allocation: no VCs, or always the same `vc_num` VCs from `vc_base`, given in the command.
pub const HWS_VC_FIXED: u32 = 0;
/// Firmware: `vc_num` VCs for each block, requested by message.
pub const HWS_VC_FROM_FIRMWARE: u32 = 1;
/// The HWS: a run of `vc_num` VCs, 0..=64, from its own pools.
pub const HWS_VC_FROM_HWS: u32 = 2;

/// What the runtime asks firmware to run. If all members but `threads` and `blocks` are 0, the kernel needs nothing.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_kernel_action {
    /// The kernel.
    pub kernel_id: u32,
    /// Context, 0..=3.
    pub ctx: u32,
    /// Tag of its DAG, 0..=65535.
    pub dag_tag: u32,
    /// Not 0: the kernel is on the critical path.
    pub on_cp: u32,
    /// Not 0: all blocks start together.
    pub coop: u32,
    /// SIPs per block: 1, 2, 3, 4, 6, 8, 9, 12 or 16.
    pub threads: u32,
    /// Number of blocks, 1..=65535.
    pub blocks: u32,
    /// Blocks that may start immediately, 0..=65535; `hws_trigger_blocks` allows more.
    pub triggered: u32,
    /// The logical SIPs it may use.
    pub affinity: u32,
    /// Estimated execution time of a block in time units.
    pub est_exec_time: u32,
    /// Priority given by the planner.
    pub offline_priority: u32,
    /// Not 0: its launches and finishes are reported to firmware.
    pub report: u32,
    /// Not 0: each block needs L2; otherwise the other L2 members are ignored.
    pub has_l2: u32,
    /// L2 bytes per block.
    pub l2_bytes_per_block: u32,
    /// L2 grants that may be requested ahead of the launched blocks, 0..=255; 0 counts as 1.
    pub l2_ahead: u32,
    /// L2 grants that a prefetch of this kernel waits for, 0..=65535.
    pub l2_prefetch_blocks: u32,
    /// Where its VCs come from.
    pub vc: hws_vc,
    /// First VC for HWS_VC_FIXED, 0..=255; otherwise ignored.
    pub vc_base: u32,
    /// Number of VCs, 0..=255.
    pub vc_num: u32,
    /// Byte address of the first parameter slot.
    pub params_base: u32,
    /// Number of parameter slots, 0..=65535, used in turn; 0 means one slot for all blocks.
    pub params_slots: u32,
    /// Size of a parameter slot in bytes, 0..=65535.
    pub params_slot_bytes: u32,
}

impl hws_kernel_action {
    fn decode(&self) -> Answer<KernelAction> {
        Ok(KernelAction {
            kernel_id: self.kernel_id,
            ctx: index("ctx", self.ctx, HWS_N_CTX)?,
            dag_tag: half("dag_tag", self.dag_tag)?,
            on_cp: self.on_cp != 0,
            coop: self.coop != 0,
            threads: threads(self.threads)?,
            blocks: half("blocks", self.blocks)?,
            triggered: half("triggered", self.triggered)?,
            affinity: SipMask(self.affinity),
            est_exec_time: self.est_exec_time,
            offline_priority: self.offline_priority,
            report: self.report != 0,
            l2: self.l2()?,
            vc: self.vc()?,
            params: BlockParams {
                base: self.params_base,
                slots: half("params_slots", self.params_slots)?,
                slot_bytes: half("params_slot_bytes", self.params_slot_bytes)?,
            },
        })
    }

    fn l2(&self) -> Answer<Option<L2Need>> {
        if self.has_l2 == 0 {
            return Ok(None);
        }
        Ok(Some(L2Need {
            bytes_per_block: self.l2_bytes_per_block,
            ahead: byte("l2_ahead", self.l2_ahead)?,
            prefetch_blocks: half("l2_prefetch_blocks", self.l2_prefetch_blocks)?,
        }))
    }

    fn vc(&self) -> Answer<VcNeed> {
        let num = byte("vc_num", self.vc_num)?;
        match self.vc {
            HWS_VC_FIXED => Ok(VcNeed::Fixed { base: byte("vc_base", self.vc_base)?, num }),
            HWS_VC_FROM_FIRMWARE => Ok(VcNeed::FromFirmware(num)),
            HWS_VC_FROM_HWS => Ok(VcNeed::FromHws(num)),
            other => Err(hws_error::range("vc", other.into(), 0, HWS_VC_FROM_HWS.into())),
        }
    }
}

/// # Safety
/// `words` is NULL, misaligned, or has HWS_TD_WORDS readable words.
unsafe fn descriptor(words: *const u32, name: &'static str) -> Answer<TaskDescriptor> {
    // SAFETY: guaranteed by the caller.
    let words = unsafe { list(words, HWS_TD_WORDS, name) }?;
    Ok(words.first_chunk().map(TaskDescriptor::decode).unwrap_or_default())
}

/// # Safety
/// `words` is NULL, misaligned, or has HWS_TD_WORDS writable words.
unsafe fn describe(
    words: *mut u32,
    name: &'static str,
    descriptor: impl FnOnce() -> Answer<TaskDescriptor>,
) -> Answer<()> {
    // SAFETY: guaranteed by the caller.
    let mut buffer = unsafe { Buffer::new(words, HWS_TD_WORDS, name) }?;
    let encoded = descriptor()?.encode().map_err(|_| hws_error::illegal(name, 0))?;
    encoded.into_iter().for_each(|word| buffer.push(word));
    Ok(())
}

/// Fills `words` (HWS_TD_WORDS) with the descriptor of the kernel itself.
///
/// Errors: HWS_ARGUMENT with the name of a member that is out of range; for more than 64 VCs from the HWS the name
/// is `vc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_kernel_action_compute(
    action: *const hws_kernel_action,
    words: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(run(error, || describe(words, "words", || {
        let action = read(action, "action")?;
        Ok(action.decode()?.compute()?)
    })))
}

/// Fills `words` (HWS_TD_WORDS) with the descriptor of a prefetch, which allocates the kernel's L2 before the kernel
/// may run.
///
/// Each of the two kernels has its own descriptor. Firmware counts its grants in the prefetch's, and copies them
/// with `hws_copy_grants` before it pushes the kernel itself. The prefetch always reports.
///
/// Errors: those of `hws_kernel_action_compute`; HWS_ARGUMENT (`has_l2`) if the kernel needs no L2.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_kernel_action_prefetch(
    action: *const hws_kernel_action,
    words: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(run(error, || describe(words, "words", || {
        let action = read(action, "action")?;
        let prefetch = action.decode()?.prefetch()?;
        prefetch.ok_or_else(|| hws_error::range("has_l2", 0, 1, u32::MAX.into()))
    })))
}

/// Copies the L2 grants that a prefetch collected into the descriptor of its kernel (HWS_TD_WORDS each).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_copy_grants(
    prefetch: *const u32,
    compute: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(run(error, || {
        let from = descriptor(prefetch, "prefetch")?;
        let mut to = descriptor(compute, "compute")?;
        copy_grants(&from, &mut to);
        describe(compute, "compute", || Ok(to))
    }))
}

/// Gets whether firmware needs messages about the blocks of a kernel (`words`, HWS_TD_WORDS), because it triggers
/// blocks later, reuses parameter slots, or issues grants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_needs_messages(
    words: *const u32,
    needs: *mut bool,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(needs, "needs", error, || Ok(needs_messages(&descriptor(words, "words")?))))
}

/// Gets the byte address of the parameter slot of a block (0..=65535) of a kernel (`words`, HWS_TD_WORDS).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_block_param_addr(
    words: *const u32,
    block_id: u32,
    address: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(address, "address", error, || {
        Ok(descriptor(words, "words")?.block_param_addr(half("block_id", block_id)?))
    }))
}

/// Checks, before a kernel (`words`, HWS_TD_WORDS) is pushed, that firmware will receive the messages that the
/// kernel's flow control needs.
///
/// Errors: HWS_NO_MESSAGES.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_check_messages(bus: *const hws_bus, words: *const u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.check_messages(&descriptor(words, "words")?)?)))
}
