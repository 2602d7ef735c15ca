//! The messages of the HWS, one at a time or all at once.

use hws_regs::{MihDataHi, MihDataLo, MihStatus};
use hws_types::{MihMessage, RawMih};

use crate::{Bus, Error, HwsDriver, Outcome};

impl<B: Bus> HwsDriver<B> {
    /// Takes the next message out of the FIFO; `None` if it is empty.
    ///
    /// Registers: read MIH_STATUS; unless EMPTY, read MIH_DATA_LO, MIH_DATA_HI (which pops).
    ///
    /// # Errors
    /// [`Error::UnknownMessage`] with the words of a message with an undefined encoding, which has been
    /// popped. Bus errors: if the answer of the pop was lost, the message may be gone; its contents are
    /// also on the LAUNCH and RS pages ([`launch`](Self::launch)).
    pub fn next_message(&mut self) -> Outcome<Option<MihMessage>, B> {
        self.begins("next_message");
        if self.read::<MihStatus>(())?.empty() {
            return Ok(None);
        }
        let dw0 = self.read::<MihDataLo>(())?.dw0();
        let dw1 = self.read::<MihDataHi>(())?.dw1();
        Ok(Some(MihMessage::decode(RawMih { dw0, dw1 })?))
    }

    /// Drains the FIFO: takes messages until it is empty.
    ///
    /// The HWS may keep writing meanwhile; `take(n)` bounds the work of one turn, and the level
    /// interrupt stays active for the rest. An unknown message is an error after which the iterator
    /// continues; a bus error is the last item.
    ///
    /// Registers: those of [`next_message`](Self::next_message), for each item.
    pub const fn messages(&mut self) -> Messages<'_, B> {
        Messages { hws: self, over: false }
    }

    /// Returns the number of messages in the FIFO.
    ///
    /// Registers: read MIH_STATUS.
    ///
    /// # Errors
    /// Bus errors.
    pub fn message_count(&mut self) -> Outcome<u32, B> {
        self.begins("message_count");
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
        // A dead bus would otherwise give errors forever.
        self.over = matches!(item, None | Some(Err(Error::Bus(_))));
        item
    }
}

impl<B: Bus> core::iter::FusedIterator for Messages<'_, B> {}
