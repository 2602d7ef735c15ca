//! Memory and devices, as gdb reads and writes them. Reads have no effect; writes to devices are those of the core, without
//! time.

use gdbstub::target::{TargetError, TargetResult};
use hws_run::run::ImageEdit;

use super::{BAD_ADDRESS, GdbTarget};

impl GdbTarget<'_> {
    /// Reads up to the first byte that cannot be read.
    pub(super) fn read_memory(&self, address: u32, data: &mut [u8]) -> TargetResult<usize, Self> {
        let mut count = 0;
        for (place, byte) in (address..=u32::MAX).zip(data) {
            let Some(value) = self.debuggee.session().peek(place) else { break };
            *byte = value;
            count += 1;
        }
        if count == 0 { Err(TargetError::Errno(BAD_ADDRESS)) } else { Ok(count) }
    }

    pub(super) fn write_memory(&mut self, address: u32, data: &[u8]) -> TargetResult<(), Self> {
        self.edit(ImageEdit::Write { address, bytes: data.to_vec() })
    }
}
