//! Recovery of launches whose messages were lost: a scan of the whole LAUNCH page.

use hws_types::LaunchId;

use crate::{Bus, Error, HwsDriver, Launch, Outcome};

impl<B: Bus> HwsDriver<B> {
    /// Every launch that firmware alone has to start ([`Launch::is_firmwares`]), by launch id.
    ///
    /// For use after MIH_OVERFLOW, or after a pop whose answer was lost: of these, those that firmware
    /// has not started are the launches that nobody runs. They keep their SIPs until they are started
    /// and completed, so none can disappear before the scan reaches it. Drain the
    /// [`messages`](Self::messages) first: those that wait were not lost. Launches made while the
    /// scan runs may be among the results, and their messages in the FIFO.
    ///
    /// The hardware does not know what firmware has started; kernel_seq and block_id tell launches
    /// apart. A bus error is the last item; a launch that timed out is one among the others.
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

/// The scan of [`HwsDriver::firmware_launches`].
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
    /// After a bus error no entry is left; a dead bus would give one error for each.
    fn failed(&mut self, error: Error<B::Error>) -> Error<B::Error> {
        if matches!(error, Error::Bus(_)) {
            self.next = LaunchId::COUNT as u32;
        }
        error
    }
}

impl<B: Bus> core::iter::FusedIterator for FirmwareLaunches<'_, B> {}
