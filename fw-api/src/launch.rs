//! The launch table: what runs, and what was launched without anybody being told.

use hws_regs::{LaunchDoneMask, LaunchInfo, LaunchKernelSeq, LaunchSipMask};
use hws_types::{LaunchId, SipMask, Source, TaskIds};

use crate::{Bus, HwsDriver, Outcome, Wait};

/// One launch in flight: a block on its SIPs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Its place in the launch table.
    pub id: LaunchId,
    /// The task.
    pub ids: TaskIds,
    /// The block.
    pub block_id: u16,
    /// Sequence number of the kernel.
    pub kernel_seq: u32,
    /// Its SIPs.
    pub sips: SipMask,
    /// Those that have completed.
    pub done: SipMask,
    /// The MDMA was told to start it.
    pub mdma: bool,
    /// Firmware was told by message.
    pub mih: bool,
}

impl Launch {
    /// Whether firmware alone has to start it. After a lost message (MIH_OVERFLOW, or a pop whose
    /// answer was lost) those of these that firmware has not started are the launches nobody runs.
    #[must_use]
    pub const fn is_firmwares(&self) -> bool {
        self.mih && !self.mdma
    }
}

impl<B: Bus> HwsDriver<B> {
    /// A launch in flight; `None` when the entry is free.
    ///
    /// Registers: read LAUNCH\[id\].INFO; when VALID read KERNEL_SEQ, SIP_MASK, DONE_MASK and INFO again,
    /// until the entry did not change hands meanwhile.
    ///
    /// # Errors
    /// Timeout ([`Wait::StableLaunch`]); the bus's.
    pub fn launch(&mut self, id: LaunchId) -> Outcome<Option<Launch>, B> {
        let index = id.get() as u8;
        let mut info = self.read::<LaunchInfo>(index)?;
        self.wait(Wait::StableLaunch, |hws| {
            if !info.valid() {
                return Ok(Some(None));
            }
            let launch = hws.read_launch(id, info)?;
            let before = core::mem::replace(&mut info, hws.read(index)?);
            Ok((info == before).then_some(Some(launch)))
        })
    }

    fn read_launch(&mut self, id: LaunchId, info: LaunchInfo) -> Outcome<Launch, B> {
        let index = id.get() as u8;
        let source = if info.src() { Source::Firmware } else { Source::Hdr };
        Ok(Launch {
            id,
            ids: TaskIds { source, hdr_id: info.hdr_id() as u8, hdr_entry_id: info.entry_id() as u8 },
            block_id: info.block_id() as u16,
            kernel_seq: self.read::<LaunchKernelSeq>(index)?.value(),
            sips: SipMask(self.read::<LaunchSipMask>(index)?.value()),
            done: SipMask(self.read::<LaunchDoneMask>(index)?.value()),
            mdma: info.out_mdma(),
            mih: info.out_mih(),
        })
    }
}
