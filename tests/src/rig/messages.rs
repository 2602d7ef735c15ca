//! The MIH FIFO, as firmware reads it.

use hws_regs::{MihDataHi, MihDataLo, MihStatus};
use hws_types::{MihMessage, RawMih};

use super::Rig;

impl Rig {
    /// Pops the oldest message.
    pub fn pop_mih(&mut self) -> Option<MihMessage> {
        if self.read::<MihStatus>(()).empty() {
            return None;
        }
        let dw0 = self.read::<MihDataLo>(()).dw0();
        let dw1 = self.read::<MihDataHi>(()).dw1();
        Some(MihMessage::decode(RawMih { dw0, dw1 }).expect("a message of interfaces.md"))
    }

    /// Pops all messages, oldest first.
    pub fn messages(&mut self) -> Vec<MihMessage> {
        std::iter::from_fn(|| self.pop_mih()).collect()
    }
}
