// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.

use super::TD_WORDS;

/// The task descriptor (TD): 16 little-endian words in shared memory at td_addr + TDP_CFG.OFFSET. The values are checked at admission
/// (scheduler.md §2.3), not by this type.
///
/// ```
/// use hws_types::TaskDescriptor;
/// let td = TaskDescriptor { kernel_id: 7, thread_num: 4, block_num: 2, ..Default::default() };
/// let words = td.encode().unwrap();
/// assert_eq!(words[5], 4 | 2 << 16);
/// assert_eq!(TaskDescriptor::decode(&words), td);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct TaskDescriptor {
    /// Word 0: The id of the kernel, which the HWS only passes on.
    pub kernel_id: u32,
    /// Word 1, sip_alloc_affinity_mask: The logical SIPs that the kernel may use, bit i for SIP i. (scheduler.md §5.1)
    pub affinity: u32,
    /// Word 2, kernel_est_exec_time: The estimated execution time of a block in time units. (scheduler.md §7.2)
    pub est_exec_time: u32,
    /// Word 3: The priority given by the planner; higher values come first. (scheduler.md §4.2)
    pub offline_priority: u32,
    /// Word 4: The tag of the DAG that the kernel belongs to. (scheduler.md §2.5)
    pub dag_tag: u16,
    /// Word 4: The kernel is on the critical path of its DAG. (scheduler.md §2.5)
    pub on_cp: bool,
    /// Word 4: Cooperative launch: all blocks start together. (scheduler.md §5.2)
    pub coop: bool,
    /// Word 4: The HWS sends MDMA commands. (scheduler.md §6.2)
    pub out_path_mdma: bool,
    /// Word 4: The HWS sends messages. (scheduler.md §6.2)
    pub out_path_mih: bool,
    /// Word 4: The kernel runs on SIPs; an allocation-only kernel has 0. (scheduler.md §9.4)
    pub enable_sip_alloc: bool,
    /// Word 4: Blocks need an L2 grant. (scheduler.md §9.1)
    pub enable_l2_alloc: bool,
    /// Word 4: Blocks need VCs. (scheduler.md §9.1)
    pub enable_vc_alloc: bool,
    /// Word 4: The HWS takes the VCs from its own pools. (scheduler.md §9.1)
    pub vc_hw_alloc: bool,
    /// Word 4: The context, whose SIP_USAGE_MASK applies. (scheduler.md §5.1)
    pub ctx: u8,
    /// Word 5, block_dim_x: SIPs per block. Legal: 1, 2, 3, 4, 6, 8, 9, 12, 16. (scheduler.md §2.3)
    pub thread_num: u16,
    /// Word 5, grid_dim_x: Blocks of the kernel. Legal: 1..=65535. (scheduler.md §2.3)
    pub block_num: u16,
    /// Word 6: The id of the first block. (scheduler.md §6.3)
    pub start_block_idx: u16,
    /// Word 6 (live): The number of blocks that may be launched. (scheduler.md §6.3)
    pub block_trigger_cnt: u16,
    /// Word 7: The request window: the number of blocks for which L2 or VCs may be requested ahead; 0 counts as 1. (scheduler.md §9.3)
    pub outstanding_block_num: u8,
    /// Word 7: VCs per block. (scheduler.md §9.1)
    pub cdte_vc_num: u8,
    /// Word 7: L2 grants that an allocation-only kernel waits for. (scheduler.md §9.4)
    pub num_block_to_alloc_l2: u16,
    /// Word 8: Bytes of L2 per block, for firmware, which grants them.
    pub l2_size_per_block: u32,
    /// Words 9 to 10 (live): L2 grants so far, by VG, VG 0 first; the counters wrap. (scheduler.md §9.1)
    pub l2_done: [u8; 8],
    /// Word 11 (live): VC grants so far, by die, die 0 first; the counters wrap. (scheduler.md §9.1)
    pub vc_done: [u16; 2],
    /// Word 12: The byte address of the parameter slots. (interfaces.md §3)
    pub block_param_base: u32,
    /// Word 13: The number of parameter slots; 0 means one slot for all blocks. (interfaces.md §3)
    pub block_param_queue_size: u16,
    /// Word 13: The size of a parameter slot in bytes. (interfaces.md §3)
    pub block_param_entry_size: u16,
    /// Word 14: The first VC, unless the HWS allocates them. (scheduler.md §9.2)
    pub edte_vc_base: u8,
    /// Word 14: The number of VCs, unless the HWS allocates them. (scheduler.md §9.2)
    pub edte_vc_num: u8,
    /// Word 15: The real execution time in cycles, for the reference environment; 0: est × (PRESCALE+1). Among the words read, but not used by the HWS. (interfaces.md §6)
    pub sim_exec_time: u32,
}

impl TaskDescriptor {
    /// Decodes the words. Any words are a descriptor; reserved bits are ignored.
    #[must_use]
    pub const fn decode(words: &[u32; TD_WORDS]) -> Self {
        Self {
            kernel_id: words[0],
            affinity: words[1],
            est_exec_time: words[2],
            offline_priority: words[3],
            dag_tag: words[4] as u16,
            on_cp: (words[4] >> 16) & 1 != 0,
            coop: (words[4] >> 17) & 1 != 0,
            out_path_mdma: (words[4] >> 18) & 1 != 0,
            out_path_mih: (words[4] >> 19) & 1 != 0,
            enable_sip_alloc: (words[4] >> 20) & 1 != 0,
            enable_l2_alloc: (words[4] >> 21) & 1 != 0,
            enable_vc_alloc: (words[4] >> 22) & 1 != 0,
            vc_hw_alloc: (words[4] >> 23) & 1 != 0,
            ctx: (words[4] >> 24 & 0x3) as u8,
            thread_num: words[5] as u16,
            block_num: (words[5] >> 16) as u16,
            start_block_idx: words[6] as u16,
            block_trigger_cnt: (words[6] >> 16) as u16,
            outstanding_block_num: words[7] as u8,
            cdte_vc_num: (words[7] >> 8) as u8,
            num_block_to_alloc_l2: (words[7] >> 16) as u16,
            l2_size_per_block: words[8],
            l2_done: [
                words[9] as u8,
                (words[9] >> 8) as u8,
                (words[9] >> 16) as u8,
                (words[9] >> 24) as u8,
                words[10] as u8,
                (words[10] >> 8) as u8,
                (words[10] >> 16) as u8,
                (words[10] >> 24) as u8,
            ],
            vc_done: [words[11] as u16, (words[11] >> 16) as u16],
            block_param_base: words[12],
            block_param_queue_size: words[13] as u16,
            block_param_entry_size: (words[13] >> 16) as u16,
            edte_vc_base: words[14] as u8,
            edte_vc_num: (words[14] >> 8) as u8,
            sim_exec_time: words[15],
        }
    }

    /// The words without a look at fields that are too large for their bits, which are cut off.
    pub(super) const fn cut(&self) -> [u32; TD_WORDS] {
        [
            self.kernel_id,
            self.affinity,
            self.est_exec_time,
            self.offline_priority,
            self.dag_tag as u32
                | (self.on_cp as u32) << 16
                | (self.coop as u32) << 17
                | (self.out_path_mdma as u32) << 18
                | (self.out_path_mih as u32) << 19
                | (self.enable_sip_alloc as u32) << 20
                | (self.enable_l2_alloc as u32) << 21
                | (self.enable_vc_alloc as u32) << 22
                | (self.vc_hw_alloc as u32) << 23
                | (self.ctx as u32 & 0x3) << 24,
            self.thread_num as u32 | (self.block_num as u32) << 16,
            self.start_block_idx as u32 | (self.block_trigger_cnt as u32) << 16,
            self.outstanding_block_num as u32
                | (self.cdte_vc_num as u32) << 8
                | (self.num_block_to_alloc_l2 as u32) << 16,
            self.l2_size_per_block,
            self.l2_done[0] as u32
                | (self.l2_done[1] as u32) << 8
                | (self.l2_done[2] as u32) << 16
                | (self.l2_done[3] as u32) << 24,
            self.l2_done[4] as u32
                | (self.l2_done[5] as u32) << 8
                | (self.l2_done[6] as u32) << 16
                | (self.l2_done[7] as u32) << 24,
            self.vc_done[0] as u32 | (self.vc_done[1] as u32) << 16,
            self.block_param_base,
            self.block_param_queue_size as u32 | (self.block_param_entry_size as u32) << 16,
            self.edte_vc_base as u32 | (self.edte_vc_num as u32) << 8,
            self.sim_exec_time,
        ]
    }
}
