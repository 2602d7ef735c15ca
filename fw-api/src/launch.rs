//! The launch table: launches in flight, including those whose message was lost.

use hws_regs::{LaunchDoneMask, LaunchInfo, LaunchKernelSeq, LaunchSipMask, RegIndex};
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
    /// The SIPs that have completed.
    pub done: SipMask,
    /// A command to start it went to the MDMA.
    pub mdma: bool,
    /// A message about it went to firmware.
    pub mih: bool,
}

impl Launch {
    /// Returns whether firmware alone has to start it. After a lost message (MIH_OVERFLOW, or a pop
    /// whose answer was lost), such launches that firmware has not started would never run.
    #[must_use]
    pub const fn is_firmwares(&self) -> bool {
        self.mih && !self.mdma
    }
}

impl<B: Bus> HwsDriver<B> {
    /// Returns a launch in flight; `None` if the entry is free.
    ///
    /// Registers: read LAUNCH\[id\].INFO; if VALID, read KERNEL_SEQ, SIP_MASK, DONE_MASK and INFO again,
    /// until INFO has not changed in between.
    ///
    /// # Errors
    /// Timeout ([`Wait::StableLaunch`]); bus errors.
    pub fn launch(&mut self, id: LaunchId) -> Outcome<Option<Launch>, B> {
        self.begins("launch");
        let index = RegIndex::wrapping(id.get());
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
        let index = RegIndex::wrapping(id.get());
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
