//! Types that the caller of a generic entry supplies, opaque to the optimiser so that nothing is folded away.

use core::convert::Infallible;
use core::hash::Hasher;

use fw_api::Bus;
use hws_model::{Event, EventSink, ReadRefused, SharedMemory};
use hws_types::Cycle;

unsafe extern "C" {
    /// Returns a number that the optimiser cannot predict (`runtime.c`).
    fn outside(a: u64, b: u64) -> u64;
}

fn ask(a: impl Into<u64>, b: impl Into<u64>) -> u64 {
    // SAFETY: a C function without preconditions.
    unsafe { outside(a.into(), b.into()) }
}

/// A bus, memory, listener, hasher and collection about which nothing is known.
#[derive(Clone, Default, Debug)]
pub struct Probe;

impl Bus for Probe {
    type Error = u32;

    fn read32(&mut self, offset: u32) -> Result<u32, u32> {
        let value = ask(offset, 0_u32);
        if value >> 32 == 0 { Ok(value as u32) } else { Err(value as u32) }
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), u32> {
        if ask(offset, value) == 0 { Ok(()) } else { Err(offset) }
    }
}

impl SharedMemory for Probe {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        self.read32(address).map_err(|_| ReadRefused)
    }
}

impl EventSink for Probe {
    fn event(&mut self, cycle: Cycle, event: Event) {
        ask(cycle.0, matches!(event, Event::Mdma(_)));
    }
}

impl Extend<u8> for Probe {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, bytes: I) {
        bytes.into_iter().for_each(|byte| {
            ask(byte, 0_u8);
        });
    }
}

impl Hasher for Probe {
    fn finish(&self) -> u64 {
        ask(0_u32, 0_u32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let _ = ask(*byte, 0_u8);
        }
    }
}

/// An error type that formats and cannot fail.
pub type Never = Infallible;
