//! Recovers launches whose messages were lost, by scanning the whole LAUNCH page.

use hws_types::LaunchId;

use crate::{Bus, Error, HwsDriver, Launch, Outcome};

impl<B: Bus> HwsDriver<B> {
    /// Iterates over the launches that firmware alone has to start ([`Launch::is_firmwares`]), by launch id.
    ///
    /// Use it after MIH_OVERFLOW, or after a pop whose answer was lost, to find launches that firmware
    /// has not started. They keep their SIPs until they are started and completed, so none can
    /// disappear before the scan reaches it. Drain the [`messages`](Self::messages) first, because
    /// messages still in the FIFO were not lost. Launches made during the scan may be among the
    /// results and also have a message in the FIFO.
    ///
    /// The hardware does not record what firmware has started; kernel_seq and block_id identify a
    /// launch. A bus error is the last item; after a timeout the scan continues.
    ///
    /// Registers: those of [`launch`](Self::launch), for each of the 64 entries.
    ///
    /// ```
    /// use fw_api::{Bus, HwsDriver, HwsErrors, HwsError, Launch, Outcome};
    ///
    /// fn recover<B: Bus>(hws: &mut HwsDriver<B>, start_if_new: fn(Launch)) -> Outcome<(), B> {
    ///     if hws.errors()?.has(HwsError::MihOverflow) {
    ///         hws.clear_errors(HwsError::MihOverflow.set())?;
    ///         for launch in hws.firmware_launches() {
    ///             start_if_new(launch?);
    ///         }
    ///     }
    ///     Ok(())
    /// }
    /// ```
    pub const fn firmware_launches(&mut self) -> FirmwareLaunches<'_, B> {
        FirmwareLaunches { hws: self, next: 0 }
    }
}

/// The iterator of [`HwsDriver::firmware_launches`].
#[derive(Debug)]
#[must_use = "entries are read only when the iterator is advanced"]
pub struct FirmwareLaunches<'a, B> {
    hws: &'a mut HwsDriver<B>,
    next: u32,
}

impl<B: Bus> Iterator for FirmwareLaunches<'_, B> {
    type Item = Outcome<Launch, B>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(id) = LaunchId::new(self.next) {
            self.next = self.next.saturating_add(1);
            match self.hws.launch(id) {
                Ok(Some(launch)) if launch.is_firmwares() => return Some(Ok(launch)),
                Ok(_) => {}
                Err(error) => return Some(Err(self.failed(error))),
            }
        }
        None
    }
}

impl<B: Bus> FirmwareLaunches<'_, B> {
    /// Ends the scan after a bus error; a dead bus would give one error per entry.
    fn failed(&mut self, error: Error<B::Error>) -> Error<B::Error> {
        if matches!(error, Error::Bus(_)) {
            self.next = LaunchId::COUNT as u32;
        }
        error
    }
}

impl<B: Bus> core::iter::FusedIterator for FirmwareLaunches<'_, B> {}
