//! The machine: memory and devices, the first instructions, and the end. All unsafe code is here.
#![allow(
    unsafe_code,
    reason = "devices are accessed through raw addresses, and the first instructions are assembly"
)]

use core::arch::{asm, global_asm};
use core::fmt::{self, Write};
use core::panic::PanicInfo;

use fw_api::Mmio;

use crate::amos::KernelProgress;
use crate::blocks::Blocks;
use crate::graphs::GraphProgress;

/// Kernels of a workload, at most.
pub(crate) const MOST_KERNELS: usize = 1 << 16;
/// Graphs of a workload, at most.
pub(crate) const MOST_GRAPHS: usize = 1 << 12;

// The same first instructions as those of Amos in C: they call `amos`, `trapped` and `finish`.
global_asm!(include_str!("../../c/start.S"));

/// Memory or a device: 32-bit words from an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    base: u32,
    bytes: u32,
}

impl Region {
    /// # Safety
    /// These addresses are a device or memory that no Rust value occupies.
    const unsafe fn new(base: u32, bytes: u32) -> Self {
        Self { base, bytes }
    }

    fn word(self, offset: u32) -> *mut u32 {
        assert!(offset.is_multiple_of(4) && offset < self.bytes, "offset {offset:#x} is outside a region");
        self.base.wrapping_add(offset) as usize as *mut u32
    }

    /// Reads a word.
    pub(crate) fn load(self, offset: u32) -> u32 {
        // SAFETY: the word is in the region, which is a device or memory that no Rust value occupies.
        unsafe { self.word(offset).read_volatile() }
    }

    /// Writes a word.
    pub(crate) fn store(self, offset: u32, value: u32) {
        // SAFETY: as in `load`.
        unsafe { self.word(offset).write_volatile(value) }
    }
}

/// What the machine has, at the addresses that the hand-over gives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Platform {
    /// The hand-over.
    pub(crate) workload: Region,
    /// Memory that the HWS reads descriptors from.
    pub(crate) shared: Region,
    /// The dependency resolver.
    pub(crate) resolver: Region,
    timer: Region,
    uart: Region,
    finisher: Region,
    hws: u32,
}

const MAGIC: u32 = 0x5753_5748;
const TIMER_COMPARE_LO: u32 = 0x4000;
const TIMER_COMPARE_HI: u32 = 0x4004;
const TIMER_TIME_LO: u32 = 0xBFF8;
const TIMER_TIME_HI: u32 = 0xBFFC;

impl Platform {
    /// Finds the devices by the hand-over at this address; `None` if there is none.
    fn find(address: u32) -> Option<Self> {
        // SAFETY: the machine starts a firmware with the address of the hand-over, which is memory of its own and has
        // 32 words or more.
        let head = unsafe { Region::new(address, 128) };
        if head.load(0) != MAGIC {
            return None;
        }
        let at = |word: u32, bytes| {
            // SAFETY: the hand-over gives the addresses of the devices, and no Rust value lies there.
            unsafe { Region::new(head.load(4 * word), bytes) }
        };
        Some(Self {
            // SAFETY: the machine says how long the hand-over is.
            workload: unsafe { Region::new(address, head.load(8)) },
            shared: at(27, head.load(4 * 28)),
            resolver: at(23, 0x1000),
            uart: at(24, 0x1000),
            timer: at(25, 0x1_0000),
            finisher: at(26, 0x1000),
            hws: head.load(4 * 22),
        })
    }

    /// The register window, which one driver has for itself.
    pub(crate) fn registers(&self) -> Mmio {
        // SAFETY: the hand-over has the address of the whole window; only the driver of `Amos` accesses it.
        unsafe { Mmio::new(self.hws as usize as *mut u32) }
    }

    /// The present cycle.
    pub(crate) fn now(&self) -> u64 {
        loop {
            let high = self.timer.load(TIMER_TIME_HI);
            let low = self.timer.load(TIMER_TIME_LO);
            if high == self.timer.load(TIMER_TIME_HI) {
                return u64::from(high) << 32 | u64::from(low);
            }
        }
    }

    /// Waits for the external interrupt, or for a cycle. Interrupts end the wait without a handler.
    pub(crate) fn wait_until(&self, cycle: u64) {
        self.timer.store(TIMER_COMPARE_HI, u32::MAX);
        self.timer.store(TIMER_COMPARE_LO, cycle as u32);
        self.timer.store(TIMER_COMPARE_HI, (cycle >> 32) as u32);
        // SAFETY: it changes nothing but time.
        unsafe { asm!("wfi") }
    }

    fn end(&self, code: u32) -> ! {
        self.finisher.store(0, if code == 0 { 0x5555 } else { code << 16 | 0x3333 });
        stop()
    }
}

/// The external interrupt and the timer end a wait.
pub(crate) fn enable_wake_ups() {
    // SAFETY: mstatus.MIE stays 0, so that no handler is called.
    unsafe { asm!("csrw mie, {0}", in(reg) 1_u32 << 11 | 1 << 7) }
}

fn stop() -> ! {
    loop {
        // SAFETY: it changes nothing but time.
        unsafe { asm!("wfi") }
    }
}

/// The text output.
pub(crate) struct Uart(Region);

impl Uart {
    /// The UART of the machine that was found; before that, nothing is printed.
    pub(crate) fn get() -> Option<Self> {
        machine().map(|machine| Self(machine.uart))
    }
}

impl Write for Uart {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| self.0.store(0, byte.into()));
        Ok(())
    }
}

/// Prints a line.
#[macro_export]
macro_rules! say {
    ($($text:tt)*) => {
        if let Some(mut uart) = $crate::platform::Uart::get() {
            // Nobody is left to be told.
            let _ = core::fmt::Write::write_fmt(&mut uart, format_args!("{}\n", format_args!($($text)*)));
        }
    };
}

/// The tables of the firmware, too large for its stack.
pub(crate) struct Tables {
    pub(crate) kernels: &'static mut [KernelProgress; MOST_KERNELS],
    pub(crate) graphs: &'static mut [GraphProgress; MOST_GRAPHS],
    pub(crate) blocks: &'static mut Blocks,
}

static mut MACHINE: Option<Platform> = None;
static mut KERNELS: [KernelProgress; MOST_KERNELS] = [KernelProgress::NEW; MOST_KERNELS];
static mut GRAPHS: [GraphProgress; MOST_GRAPHS] = [GraphProgress::NEW; MOST_GRAPHS];
static mut BLOCKS: Blocks = Blocks::new();

fn machine() -> Option<Platform> {
    // SAFETY: `amos` writes it once, before anything reads it; there is one hart and no interrupt handler.
    unsafe { MACHINE }
}

/// The beginning, called once by the first instructions.
#[unsafe(no_mangle)]
extern "C" fn amos(address: u32) -> ! {
    let Some(platform) = Platform::find(address) else { stop() };
    // SAFETY: this function runs once, on one hart, before anything else looks at these.
    let tables = unsafe {
        MACHINE = Some(platform);
        Tables {
            kernels: &mut *(&raw mut KERNELS),
            graphs: &mut *(&raw mut GRAPHS),
            blocks: &mut *(&raw mut BLOCKS),
        }
    };
    let code = crate::run(platform, tables).unwrap_or_else(|failure| {
        say!("amos: {failure}");
        2
    });
    platform.end(code)
}

/// An exception, which is a bug of this firmware.
#[unsafe(no_mangle)]
extern "C" fn trapped(cause: u32, place: u32, value: u32) {
    say!("amos: exception {cause} at {place:#010x}, value {value:#010x}");
    finish(3)
}

/// The end for those who have nothing to say.
#[unsafe(no_mangle)]
extern "C" fn finish(code: u32) -> ! {
    match machine() {
        Some(machine) => machine.end(code),
        None => stop(),
    }
}

#[panic_handler]
fn panicked(info: &PanicInfo<'_>) -> ! {
    say!("amos: {info}");
    finish(3)
}
