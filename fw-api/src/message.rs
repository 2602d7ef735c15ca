//! The messages of the HWS, one by one or all there are.

use hws_regs::{MihDataHi, MihDataLo, MihStatus};
use hws_types::{MihMessage, RawMih};

use crate::{Bus, Error, HwsDriver, Outcome};

impl<B: Bus> HwsDriver<B> {
    /// Takes the next message out of the FIFO; `None` when there is none.
    ///
    /// Registers: read MIH_STATUS; unless EMPTY read MIH_DATA_LO, MIH_DATA_HI (which pops).
    ///
    /// # Errors
    /// [`Error::UnknownMessage`] with the words of a message that no rule names; it is popped. The
    /// bus's: when the pop's answer was lost the message may be gone, and what it said is on the LAUNCH
    /// and RS pages ([`launch`](Self::launch)).
    pub fn next_message(&mut self) -> Outcome<Option<MihMessage>, B> {
        if self.read::<MihStatus>(())?.empty() {
            return Ok(None);
        }
        let dw0 = self.read::<MihDataLo>(())?.dw0();
        let dw1 = self.read::<MihDataHi>(())?.dw1();
        Ok(Some(MihMessage::decode(RawMih { dw0, dw1 })?))
    }

    /// Drains the FIFO: every message until it is empty.
    ///
    /// The HWS may go on writing meanwhile; `take(n)` bounds the work of one turn, and the level
    /// interrupt stays up for the rest. An unknown message is an error among the others; a bus
    /// error is the last item.
    ///
    /// Registers: those of [`next_message`](Self::next_message), for each item.
    pub const fn messages(&mut self) -> Messages<'_, B> {
        Messages { hws: self, over: false }
    }

    /// How many messages wait.
    ///
    /// Registers: read MIH_STATUS.
    ///
    /// # Errors
    /// The bus's.
    pub fn message_count(&mut self) -> Outcome<u32, B> {
        Ok(self.read::<MihStatus>(())?.count())
    }
}

/// The draining iterator of [`HwsDriver::messages`].
#[derive(Debug)]
#[must_use = "messages are taken only when the iterator is advanced"]
pub struct Messages<'a, B> {
    hws: &'a mut HwsDriver<B>,
    over: bool,
}

impl<B: Bus> Iterator for Messages<'_, B> {
    type Item = Outcome<MihMessage, B>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let item = self.hws.next_message().transpose();
        // A dead bus would otherwise give errors for ever.
        self.over = matches!(item, None | Some(Err(Error::Bus(_))));
        item
    }
}

impl<B: Bus> core::iter::FusedIterator for Messages<'_, B> {}
