//! The platform of an image: where memory and devices are, and how long everything takes.

use hws_regs::WINDOW_BYTES;

/// A part of the address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlatformRegion {
    /// The first address.
    pub base: u32,
    /// The number of bytes.
    pub size: u64,
}

impl PlatformRegion {
    /// Returns the address after the last one.
    #[must_use]
    pub const fn end(self) -> u64 {
        self.base as u64 + self.size
    }

    /// Returns whether an address is inside.
    #[must_use]
    pub const fn contains(self, address: u32) -> bool {
        address >= self.base && (address as u64) < self.end()
    }

    /// Returns whether some address is in both.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        (self.base as u64) < other.end() && (other.base as u64) < self.end()
    }
}

/// The memory map and the timing of a platform.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Platform {
    /// Memory of the core alone, for the image.
    pub ram: PlatformRegion,
    /// Memory of core and HWS, with the same addresses for both; descriptors are at its beginning.
    pub shared: PlatformRegion,
    /// The register window of the HWS.
    pub hws: u32,
    /// The dependency resolver.
    pub resolver: u32,
    /// The UART.
    pub uart: u32,
    /// The timer.
    pub timer: u32,
    /// The test finisher.
    pub finisher: u32,
    /// The workload, which can only be read.
    pub workload: u32,
    /// Cycles of an instruction, besides those of its register access; 0: only register accesses take time.
    pub cycles_per_instruction: u32,
    /// Cycles of a register access; none: those of the workload (`hardware.bus_cycles`).
    pub bus_cycles: Option<u32>,
    /// Instructions after which a run is given up if meanwhile no SIP was running, no block started or ended and no
    /// kernel was added.
    pub patience: u64,
}

const PAGE: u64 = 4096;
const TIMER_BYTES: u64 = 0x1_0000;
/// The most bytes of a workload.
pub(super) const WORKLOAD_BYTES: u64 = 1 << 28;

impl Default for Platform {
    fn default() -> Self {
        Self {
            ram: PlatformRegion { base: 0x4000_0000, size: 16 << 20 },
            shared: PlatformRegion { base: 0x8000_0000, size: 1 << 31 },
            hws: 0x1000_0000,
            resolver: 0x1100_0000,
            uart: 0x1200_0000,
            timer: 0x0200_0000,
            finisher: 0x0010_0000,
            workload: 0x2000_0000,
            cycles_per_instruction: 1,
            bus_cycles: None,
            patience: 10_000_000,
        }
    }
}

impl Platform {
    /// Every region with its key.
    pub(super) fn regions(&self) -> [(&'static str, PlatformRegion); 8] {
        let region = |base, size| PlatformRegion { base, size };
        [
            ("ram", self.ram),
            ("shared", self.shared),
            ("hws", region(self.hws, WINDOW_BYTES.into())),
            ("resolver", region(self.resolver, PAGE)),
            ("uart", region(self.uart, PAGE)),
            ("timer", region(self.timer, TIMER_BYTES)),
            ("finisher", region(self.finisher, PAGE)),
            ("workload", region(self.workload, WORKLOAD_BYTES)),
        ]
    }
}
