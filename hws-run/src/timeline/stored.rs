//! Lists of a timeline that lie in a file, because the lists of a long run do not fit in memory beside it.
//!
//! A [recorder](super::Recorder::stored) with a file writes what has ended to it while the run goes on. Lists that are wanted in
//! another order are sorted in pieces, which are merged when the run has ended. One file has the blocks of all lists.
//!
//! A list of which something cannot be written or read ends early. [`StoredLists::check`] tells that, and has to be asked before
//! anything that was made from the lists is trusted.

mod list;
mod records;
mod sorter;
mod spill;

use std::io;

use hws_types::Cycle;

use super::{
    AttemptSpan, FirmwareAccess, FirmwareCall, FirmwareLog, InterruptSpan, MessageSpan, SipRun, Timeline,
    WaitSpan,
};

use list::StoredIter;
pub(in crate::timeline) use list::{StoredList, StoredWriter};
pub(in crate::timeline) use records::Stored;
pub(in crate::timeline) use sorter::Sorter;
pub use spill::{Spill, SpillFile};

/// The lists of a timeline in a file.
#[derive(Clone, Debug)]
pub struct StoredLists {
    pub(in crate::timeline) runs: StoredList<SipRun>,
    pub(in crate::timeline) waits: StoredList<WaitSpan>,
    pub(in crate::timeline) resident: StoredList<(Cycle, u32)>,
    pub(in crate::timeline) attempts: StoredList<AttemptSpan>,
    /// Those of firmware, if it was recorded.
    pub(in crate::timeline) firmware: Option<StoredFirmware>,
}

/// The lists of a [log of firmware](super::FirmwareLog) in a file.
#[derive(Clone, Debug)]
pub(in crate::timeline) struct StoredFirmware {
    pub(in crate::timeline) calls: StoredList<FirmwareCall>,
    pub(in crate::timeline) accesses: StoredList<FirmwareAccess>,
    pub(in crate::timeline) interrupts: StoredList<InterruptSpan>,
    pub(in crate::timeline) messages: StoredList<MessageSpan>,
    pub(in crate::timeline) waits: StoredList<(Cycle, Cycle)>,
}

impl StoredLists {
    /// Returns whether everything could be written, and read up to now.
    ///
    /// # Errors
    /// The first error of the file.
    pub fn check(&self) -> io::Result<()> {
        self.runs.spill().check()
    }
}

/// Equal if they are in the same file.
impl PartialEq for StoredLists {
    fn eq(&self, other: &Self) -> bool {
        self.runs.spill() == other.runs.spill()
    }
}

impl Eq for StoredLists {}

/// The values of a list, wherever they are.
pub(in crate::timeline) enum Every<'t, T> {
    Memory(std::iter::Copied<std::slice::Iter<'t, T>>),
    Stored(StoredIter<T>),
}

impl<'t, T: Stored> Every<'t, T> {
    fn new(listed: &'t [T], stored: Option<&'t StoredList<T>>) -> Self {
        stored.map_or_else(|| Self::Memory(listed.iter().copied()), |stored| Self::Stored(stored.iter()))
    }
}

impl<T: Stored> Iterator for Every<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        match self {
            Self::Memory(listed) => listed.next(),
            Self::Stored(stored) => stored.next(),
        }
    }
}

/// The lists, from memory or from the file.
impl Timeline {
    /// Returns whether every list could be written, and read up to now.
    ///
    /// # Errors
    /// The first error of the file of the [lists](Self::stored).
    pub fn check_stored(&self) -> io::Result<()> {
        self.stored.as_ref().map_or(Ok(()), StoredLists::check)
    }

    /// Returns every [run](Self::runs).
    pub fn every_run(&self) -> impl Iterator<Item = SipRun> {
        Every::new(&self.runs, self.stored.as_ref().map(|stored| &stored.runs))
    }

    /// Returns every [wait](Self::waits).
    pub fn every_wait(&self) -> impl Iterator<Item = WaitSpan> {
        Every::new(&self.waits, self.stored.as_ref().map(|stored| &stored.waits))
    }

    /// Returns every [number of residents](Self::resident).
    pub fn every_resident(&self) -> impl Iterator<Item = (Cycle, u32)> {
        Every::new(&self.resident, self.stored.as_ref().map(|stored| &stored.resident))
    }

    /// Returns every [attempt](Self::attempts).
    pub fn every_attempt(&self) -> impl Iterator<Item = AttemptSpan> {
        Every::new(&self.attempts, self.stored.as_ref().map(|stored| &stored.attempts))
    }

    /// Returns every [call](super::FirmwareLog::calls) of firmware, if it was recorded.
    pub fn every_call(&self) -> impl Iterator<Item = FirmwareCall> {
        self.every_of_firmware(|log| &log.calls, |stored| &stored.calls)
    }

    /// Returns every [access](super::FirmwareLog::accesses) of firmware, if it was recorded.
    pub fn every_access(&self) -> impl Iterator<Item = FirmwareAccess> {
        self.every_of_firmware(|log| &log.accesses, |stored| &stored.accesses)
    }

    /// Returns every [interrupt](super::FirmwareLog::interrupts), if firmware was recorded.
    pub fn every_interrupt(&self) -> impl Iterator<Item = InterruptSpan> {
        self.every_of_firmware(|log| &log.interrupts, |stored| &stored.interrupts)
    }

    /// Returns every [message](super::FirmwareLog::messages), if firmware was recorded.
    pub fn every_message(&self) -> impl Iterator<Item = MessageSpan> {
        self.every_of_firmware(|log| &log.messages, |stored| &stored.messages)
    }

    /// Returns every [span in which firmware waited](super::FirmwareLog::waits), if it was recorded.
    pub fn every_firmware_wait(&self) -> impl Iterator<Item = (Cycle, Cycle)> {
        self.every_of_firmware(|log| &log.waits, |stored| &stored.waits)
    }

    fn every_of_firmware<T: Stored>(
        &self,
        listed: fn(&FirmwareLog) -> &[T],
        stored: fn(&StoredFirmware) -> &StoredList<T>,
    ) -> Every<'_, T> {
        let of_file = self.stored.as_ref().and_then(|lists| lists.firmware.as_ref());
        Every::new(self.firmware.as_ref().map_or(&[], listed), of_file.map(stored))
    }
}

#[cfg(test)]
mod tests;
