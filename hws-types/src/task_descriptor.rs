//! The task descriptor: 16 little-endian words in shared memory (interfaces.md §1).

mod generated;

use core::fmt;

use crate::{Cluster, Die};
pub use generated::TaskDescriptor;

/// The number of 32-bit words of a task descriptor.
pub const TD_WORDS: usize = 16;

// One counter per VG and per die. The lengths are literals, because rustc 1.95 fails on a struct update
// (`..td`) in a closure if a field's length is an associated constant.
const _: () = assert!(Cluster::COUNT == 8 && Die::COUNT == 2);

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

    /// block_trigger_cnt in word 6.
    #[must_use]
    pub const fn decode_trigger(word_6: u32) -> u16 {
        (word_6 >> 16) as u16
    }

    /// Returns the L2 counters in words 9 and 10, VG 0 first.
    #[must_use]
    pub const fn decode_l2_done(word_9: u32, word_10: u32) -> [u8; Cluster::COUNT] {
        (word_9 as u64 | (word_10 as u64) << 32).to_le_bytes()
    }

    /// Returns the VC counters in word 11, die 0 first.
    #[must_use]
    pub const fn decode_vc_done(word_11: u32) -> [u16; Die::COUNT] {
        [word_11 as u16, (word_11 >> 16) as u16]
    }

    /// Encodes the descriptor; reserved bits are 0.
    ///
    /// # Errors
    /// [`Unencodable`] if `ctx` does not fit into its two bits.
    pub const fn encode(&self) -> Result<[u32; TD_WORDS], Unencodable> {
        if self.ctx > 3 {
            return Err(Unencodable { ctx: self.ctx });
        }
        Ok(self.cut())
    }
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
