//! The task descriptor: 16 little-endian words in shared memory (interfaces.md §1).

use core::fmt;

use crate::words::{Halves, TdEdte, TdFlags, TdWindows};
use crate::{Cluster, Die};

/// The number of 32-bit words of a task descriptor.
pub const TD_WORDS: usize = 16;

// One counter per VG and per die. The lengths are literals, because rustc 1.95 fails on a struct update
// (`..td`) in a closure if a field's length is an associated constant.
const _: () = assert!(Cluster::COUNT == 8 && Die::COUNT == 2);

/// A task descriptor, with every field as in memory. The values are checked at admission (scheduler.md §2.3), not
/// by this type.
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
    /// Word 0: the id of the kernel, which the HWS only passes on.
    pub kernel_id: u32,
    /// Word 1, sip_alloc_affinity_mask: the logical SIPs that the kernel may use, bit i for SIP i.
    pub affinity: u32,
    /// Word 2, kernel_est_exec_time: the estimated execution time of a block in time units.
    pub est_exec_time: u32,
    /// Word 3: the priority given by the planner; higher values come first.
    pub offline_priority: u32,
    /// Word 4: the tag of the DAG that the kernel belongs to.
    pub dag_tag: u16,
    /// Word 4: the kernel is on the critical path of its DAG.
    pub on_cp: bool,
    /// Word 4: cooperative launch: all blocks start together.
    pub coop: bool,
    /// Word 4: the HWS sends MDMA commands.
    pub out_path_mdma: bool,
    /// Word 4: the HWS sends messages.
    pub out_path_mih: bool,
    /// Word 4: the kernel runs on SIPs; an allocation-only kernel has 0.
    pub enable_sip_alloc: bool,
    /// Word 4: blocks need an L2 grant.
    pub enable_l2_alloc: bool,
    /// Word 4: blocks need VCs.
    pub enable_vc_alloc: bool,
    /// Word 4: the HWS takes the VCs from its own pools.
    pub vc_hw_alloc: bool,
    /// Word 4: context, 0..=3.
    pub ctx: u8,
    /// Word 5, block_dim_x: SIPs per block.
    pub thread_num: u16,
    /// Word 5, grid_dim_x: blocks of the kernel.
    pub block_num: u16,
    /// Word 6: the id of the first block.
    pub start_block_idx: u16,
    /// Word 6 (live): the number of blocks that may be launched.
    pub block_trigger_cnt: u16,
    /// Word 7: the request window (§9.3): the number of blocks for which L2 or VCs may be requested ahead; 0 counts as 1.
    pub outstanding_block_num: u8,
    /// Word 7: VCs per block.
    pub cdte_vc_num: u8,
    /// Word 7: L2 grants that an allocation-only kernel waits for.
    pub num_block_to_alloc_l2: u16,
    /// Word 8: bytes of L2 per block, for firmware, which grants them.
    pub l2_size_per_block: u32,
    /// Words 9 and 10 (live): L2 grants so far, by VG; the counters wrap.
    pub l2_done: [u8; 8],
    /// Word 11 (live): VC grants so far, by die; the counters wrap.
    pub vc_done: [u16; 2],
    /// Word 12: the byte address of the parameter slots.
    pub block_param_base: u32,
    /// Word 13: the number of parameter slots; 0 means one slot for all blocks.
    pub block_param_queue_size: u16,
    /// Word 13: the size of a parameter slot in bytes.
    pub block_param_entry_size: u16,
    /// Word 14: the first VC, unless the HWS allocates them.
    pub edte_vc_base: u8,
    /// Word 14: the number of VCs, unless the HWS allocates them.
    pub edte_vc_num: u8,
    /// Word 15: the real execution time in cycles, for the reference environment; 0 means derived from the
    /// estimate.
    pub sim_exec_time: u32,
}

impl TaskDescriptor {
    /// The word with the trigger, which is read again after each launch (scheduler.md §6.3).
    pub const TRIGGER_WORD: u32 = 6;
    /// The words with the grant counters, which are also read again while second resources are on.
    pub const COUNTER_WORDS: [u32; 3] = [9, 10, 11];

    /// Returns the byte address of the parameter slot of a block, as in the MDMA command. It wraps at 32 bits, and is
    /// the base for every block if there are no slots (interfaces.md §3).
    ///
    /// ```
    /// use hws_types::TaskDescriptor;
    /// let td = TaskDescriptor {
    ///     block_param_base: 0x1000,
    ///     block_param_queue_size: 4,
    ///     block_param_entry_size: 64,
    ///     ..Default::default()
    /// };
    /// assert_eq!(td.block_param_addr(6), 0x1080);
    /// ```
    #[must_use]
    pub fn block_param_addr(&self, block_id: u16) -> u32 {
        let slot = block_id.checked_rem(self.block_param_queue_size).unwrap_or(0);
        self.block_param_base.wrapping_add(u32::from(slot) * u32::from(self.block_param_entry_size))
    }

    /// Decodes the descriptor in the 16 words. Any words are a descriptor; reserved bits are ignored.
    #[must_use]
    pub fn decode(words: &[u32; TD_WORDS]) -> Self {
        let [
            kernel_id,
            affinity,
            est_exec_time,
            offline_priority,
            w4,
            w5,
            w6,
            w7,
            w8,
            w9,
            w10,
            w11,
            w12,
            w13,
            w14,
            w15,
        ] = *words;
        let flags = TdFlags::from(w4);
        let (dims, blocks, params) = (Halves::from(w5), Halves::from(w6), Halves::from(w13));
        let windows = TdWindows::from(w7);
        let edte = TdEdte::from(w14);
        Self {
            kernel_id,
            affinity,
            est_exec_time,
            offline_priority,
            dag_tag: flags.dag_tag(),
            on_cp: flags.on_cp(),
            coop: flags.coop(),
            out_path_mdma: flags.out_path_mdma(),
            out_path_mih: flags.out_path_mih(),
            enable_sip_alloc: flags.enable_sip_alloc(),
            enable_l2_alloc: flags.enable_l2_alloc(),
            enable_vc_alloc: flags.enable_vc_alloc(),
            vc_hw_alloc: flags.vc_hw_alloc(),
            ctx: flags.ctx(),
            thread_num: dims.low(),
            block_num: dims.high(),
            start_block_idx: blocks.low(),
            block_trigger_cnt: blocks.high(),
            outstanding_block_num: windows.outstanding_block_num(),
            cdte_vc_num: windows.cdte_vc_num(),
            num_block_to_alloc_l2: windows.num_block_to_alloc_l2(),
            l2_size_per_block: w8,
            l2_done: Self::decode_l2_done(w9, w10),
            vc_done: Self::decode_vc_done(w11),
            block_param_base: w12,
            block_param_queue_size: params.low(),
            block_param_entry_size: params.high(),
            edte_vc_base: edte.vc_base(),
            edte_vc_num: edte.vc_num(),
            sim_exec_time: w15,
        }
    }

    /// block_trigger_cnt in word 6.
    #[must_use]
    pub fn decode_trigger(word_6: u32) -> u16 {
        Halves::from(word_6).high()
    }

    /// Returns the L2 counters in words 9 and 10, VG 0 first.
    #[must_use]
    pub const fn decode_l2_done(word_9: u32, word_10: u32) -> [u8; 8] {
        (word_9 as u64 | (word_10 as u64) << 32).to_le_bytes()
    }

    /// Returns the VC counters in word 11, die 0 first.
    #[must_use]
    pub fn decode_vc_done(word_11: u32) -> [u16; 2] {
        let halves = Halves::from(word_11);
        [halves.low(), halves.high()]
    }

    /// Encodes the descriptor; reserved bits are 0.
    ///
    /// # Errors
    /// [`Unencodable`] if `ctx` does not fit into its two bits.
    pub fn encode(&self) -> Result<[u32; TD_WORDS], Unencodable> {
        let l2 = u64::from_le_bytes(self.l2_done);
        Ok([
            self.kernel_id,
            self.affinity,
            self.est_exec_time,
            self.offline_priority,
            self.encode_flags()?,
            halves(self.thread_num, self.block_num),
            halves(self.start_block_idx, self.block_trigger_cnt),
            self.encode_windows(),
            self.l2_size_per_block,
            l2 as u32,
            (l2 >> 32) as u32,
            halves(self.vc_done[0], self.vc_done[1]),
            self.block_param_base,
            halves(self.block_param_queue_size, self.block_param_entry_size),
            TdEdte::new().with_vc_base(self.edte_vc_base).with_vc_num(self.edte_vc_num).into(),
            self.sim_exec_time,
        ])
    }

    fn encode_flags(&self) -> Result<u32, Unencodable> {
        let flags = TdFlags::new()
            .with_dag_tag(self.dag_tag)
            .with_on_cp(self.on_cp)
            .with_coop(self.coop)
            .with_out_path_mdma(self.out_path_mdma)
            .with_out_path_mih(self.out_path_mih)
            .with_enable_sip_alloc(self.enable_sip_alloc)
            .with_enable_l2_alloc(self.enable_l2_alloc)
            .with_enable_vc_alloc(self.enable_vc_alloc)
            .with_vc_hw_alloc(self.vc_hw_alloc);
        flags.with_ctx_checked(self.ctx).map(u32::from).map_err(|_| Unencodable { ctx: self.ctx })
    }

    fn encode_windows(&self) -> u32 {
        TdWindows::new()
            .with_outstanding_block_num(self.outstanding_block_num)
            .with_cdte_vc_num(self.cdte_vc_num)
            .with_num_block_to_alloc_l2(self.num_block_to_alloc_l2)
            .into()
    }
}

fn halves(low: u16, high: u16) -> u32 {
    Halves::new().with_low(low).with_high(high).into()
}

/// A context that does not fit into a descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unencodable {
    /// The requested context.
    pub ctx: u8,
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "context {} does not fit a task descriptor; contexts are 0..=3", self.ctx)
    }
}

impl core::error::Error for Unencodable {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bits of each word that interfaces.md defines; the others are reserved.
    const NAMED: [u32; TD_WORDS] = {
        let mut named = [u32::MAX; TD_WORDS];
        named[4] = 0x03FF_FFFF;
        named[14] = 0x0000_FFFF;
        named
    };

    #[test]
    fn every_named_bit_survives_a_round_trip_alone() {
        for word in 0..TD_WORDS {
            for bit in 0..32 {
                let mut words = [0; TD_WORDS];
                words[word] = 1 << bit;
                let back = TaskDescriptor::decode(&words).encode().unwrap();
                words[word] &= NAMED[word];
                assert_eq!(back, words, "word {word} bit {bit}");
            }
        }
    }

    #[test]
    fn fields_are_where_interfaces_md_puts_them() {
        let mut words = [0; TD_WORDS];
        words[4] = 0x0200_0000 | 1 << 20 | 0xBEEF;
        words[6] = 0x0007_0003;
        words[7] = 0x0102_0304;
        words[9] = 0x0403_0201;
        words[11] = 0x0002_0001;
        let td = TaskDescriptor::decode(&words);
        assert_eq!((td.dag_tag, td.ctx, td.enable_sip_alloc, td.on_cp), (0xBEEF, 2, true, false));
        assert_eq!((td.start_block_idx, td.block_trigger_cnt), (3, 7));
        assert_eq!((td.outstanding_block_num, td.cdte_vc_num, td.num_block_to_alloc_l2), (4, 3, 0x102));
        assert_eq!(td.l2_done, [1, 2, 3, 4, 0, 0, 0, 0]);
        assert_eq!(td.vc_done, [1, 2]);
    }

    #[test]
    fn a_context_past_3_is_refused() {
        let td = TaskDescriptor { ctx: 4, ..Default::default() };
        assert_eq!(td.encode(), Err(Unencodable { ctx: 4 }));
    }
}
