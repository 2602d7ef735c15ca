//! Flow control of a resident kernel: allows more blocks to start, and makes new grants visible.

use hws_regs::{BlockTriggerCnt, RegIndex, TdRefresh};
use hws_types::{Entry, TaskIds};

use crate::{Bus, HwsDriver, InvalidArgument, Outcome};

impl<B: Bus> HwsDriver<B> {
    /// Allows the kernel `ids` in `entry` to start blocks until `count` have started in total.
    ///
    /// The entry comes from a SCHED_INFO or request message, so the kernel needs messages
    /// ([`check_messages`](Self::check_messages)). The command carries the ids (CHECK): if the entry
    /// holds another kernel when the command retires, it only sets ERR_STATUS.TRIGGER_ENTRY. A count
    /// below the current one changes nothing and sets ERR_STATUS.TRIGGER_REGRESS. The call does not
    /// wait for retirement; repeating it is harmless.
    ///
    /// Registers: poll HWS_STATUS for room in the command queue; write BLOCK_TRIGGER_CNT\[entry\].
    ///
    /// # Errors
    /// An argument error if `hdr_id` exceeds 4 bits; timeout
    /// ([`Wait::CommandRoom`](crate::Wait::CommandRoom)); bus errors.
    pub fn trigger_blocks(&mut self, entry: Entry, ids: TaskIds, count: u16) -> Outcome<(), B> {
        self.begins("trigger_blocks");
        let hdr_id = u32::from(ids.hdr_id);
        let value = BlockTriggerCnt::from_bits(0)
            .with_count_masked(count.into())
            .with_entry_id_masked(ids.hdr_entry_id.into())
            .with_hdr_id(hdr_id)
            .map_err(InvalidArgument::field("hdr_id", hdr_id))?
            .with_check(true);
        self.command(RegIndex::wrapping(entry.get()), value)
    }

    /// Returns how many blocks the kernel in `entry` may start in total; 0 if the entry is not valid.
    ///
    /// Registers: read BLOCK_TRIGGER_CNT\[entry\].
    ///
    /// # Errors
    /// Bus errors.
    pub fn triggered_blocks(&mut self, entry: Entry) -> Outcome<u16, B> {
        self.begins("triggered_blocks");
        Ok(self.read::<BlockTriggerCnt>(RegIndex::wrapping(entry.get()))?.count() as u16)
    }

    /// Makes the HWS read the live words of the descriptor of kernel `ids` in `entry` again: the
    /// trigger and, with second resources on, the grants. Write them to shared memory first.
    ///
    /// The rules of [`trigger_blocks`](Self::trigger_blocks) apply.
    ///
    /// Registers: poll HWS_STATUS for room in the command queue; write TD_REFRESH.
    ///
    /// # Errors
    /// An argument error if `hdr_id` exceeds 4 bits; timeout
    /// ([`Wait::CommandRoom`](crate::Wait::CommandRoom)); bus errors.
    pub fn refresh_descriptor(&mut self, entry: Entry, ids: TaskIds) -> Outcome<(), B> {
        self.begins("refresh_descriptor");
        let hdr_id = u32::from(ids.hdr_id);
        let value = TdRefresh::from_bits(0)
            .with_entry_masked(entry.get())
            .with_entry_id_masked(ids.hdr_entry_id.into())
            .with_hdr_id(hdr_id)
            .map_err(InvalidArgument::field("hdr_id", hdr_id))?
            .with_check(true);
        self.command((), value)
    }
}
