//! Memory and devices of the platform: the bus of the core.

use std::collections::BTreeMap;
use std::sync::Arc;

use hws_regs::{Decoded, RegId, WINDOW_BYTES};
use hws_rv::{AccessFault, BusAnswer, CoreBus, CoreInputs, CoreMemory, Size};
use hws_sim::Observer;

use super::callers::Callers;
use super::platform::{Platform, PlatformRegion};
use super::resolver::Resolver;
use super::uart::Uart;
use crate::run::board::BoardOf;

const PAGE: u32 = 4096;
const TIMER_BYTES: u32 = 0x1_0000;
const SOFTWARE: u32 = 0;
const COMPARE_LO: u32 = 0x4000;
const COMPARE_HI: u32 = 0x4004;
const TIME_LO: u32 = 0xBFF8;
const TIME_HI: u32 = 0xBFFC;
const UART_DATA: u32 = 0;
const UART_LINE_STATUS: u32 = 5;
/// The transmitter is empty.
const UART_READY: u32 = 0x60;
const PASS: u32 = 0x5555;
const FAIL: u32 = 0x3333;
const RESET: u32 = 0x7777;

/// Everything around the core.
#[derive(Clone)]
pub(super) struct Devices<O> {
    pub(super) board: BoardOf<O>,
    pub(super) ram: CoreMemory,
    pub(super) uart: Uart,
    pub(super) resolver: Resolver,
    /// The code with which the image has ended.
    pub(super) exit: Option<u32>,
    /// Who makes an access, if the observer wants to know.
    pub(super) callers: Option<Box<Callers>>,
    /// The first cycle in which the timer asserts its interrupt.
    pub(super) compare: u64,
    software: bool,
    workload: Arc<CoreMemory>,
    /// What the core wrote to shared memory, by address.
    shared: BTreeMap<u32, u32>,
    platform: Platform,
    bus_cycles: u32,
}

impl<O: Observer> Devices<O> {
    pub(super) fn new(
        platform: &Platform,
        ram: CoreMemory,
        handover: Vec<u8>,
        bus_cycles: u32,
        board: BoardOf<O>,
    ) -> Self {
        Self {
            board,
            ram,
            uart: Uart::default(),
            resolver: Resolver::default(),
            exit: None,
            callers: None,
            compare: u64::MAX,
            software: false,
            workload: Arc::new(CoreMemory::with_bytes(platform.workload, handover)),
            shared: BTreeMap::new(),
            platform: platform.clone(),
            bus_cycles: platform.bus_cycles.unwrap_or(bus_cycles),
        }
    }

    /// The lines into the core, in the present cycle.
    pub(super) fn inputs(&self) -> CoreInputs {
        let time = self.board.cycle().0;
        let external =
            self.board.hws().is_interrupt_asserted() || self.resolver.is_interrupt_asserted(&self.board);
        CoreInputs { external, timer: time >= self.compare, software: self.software, time }
    }

    /// A word of shared memory as the core wrote it, or 0.
    pub(super) fn shared_word(&self, address: u32) -> u32 {
        self.shared.get(&(address & !3)).copied().unwrap_or(0)
    }

    /// The number of words of shared memory that the core has written.
    pub(super) fn shared_words(&self) -> usize {
        self.shared.len()
    }

    /// A byte as the core would read it, without the effects of a read; none where nothing can be read.
    pub(super) fn peek(&self, address: u32) -> Option<u8> {
        let memory = self.ram.read(address, Size::Byte).or_else(|| self.workload.read(address, Size::Byte));
        let value = match memory {
            Some(byte) => byte,
            None if self.is_shared(address) => part(self.shared_word(address), address),
            None => self.peek_device(address)?,
        };
        Some(value as u8)
    }

    fn peek_device(&self, address: u32) -> Option<u32> {
        let (device, offset) = self.device(address)?;
        let word = offset & !3;
        let value = match device {
            Device::Uart => return Some(Self::read_uart(offset)),
            Device::Hws => match RegId::decode(word) {
                Decoded::Register(register) => self.board.hws().peek(register),
                Decoded::Reserved => 0,
                Decoded::Unmapped | Decoded::Unaligned => return None,
            },
            Device::Resolver => self.resolver.peek(word, &self.board)?,
            Device::Timer => self.read_timer(word)?,
            Device::Finisher => 0,
        };
        Some(part(value, offset))
    }

    /// The memory at an address that can be written in parts of any size.
    pub(super) fn memory_at(&self, address: u32) -> Option<PlatformRegion> {
        [self.platform.ram, self.platform.shared].into_iter().find(|region| region.contains(address))
    }

    /// Whether a device is at an address.
    pub(super) fn is_device(&self, address: u32) -> bool {
        self.device(address).is_some()
    }

    fn read_hws(&mut self, offset: u32) -> Result<BusAnswer, AccessFault> {
        self.name_caller();
        let wait = self.bus_cycles;
        let target = hws_sim::target_at(offset);
        let answer = self.board.read(target).map_err(|_| AccessFault { wait })?;
        if offset == RegId::MihDataHi.offset() {
            let now = self.board.cycle().after(wait.into());
            self.board.observer_mut().0.message_handled(now);
        }
        Ok(BusAnswer { value: answer, wait })
    }

    fn write_hws(&mut self, offset: u32, value: u32) -> Result<u32, AccessFault> {
        self.name_caller();
        let wait = self.bus_cycles;
        let answer = self.board.write(hws_sim::target_at(offset), value);
        answer.map(|()| wait).map_err(|_| AccessFault { wait })
    }

    fn name_caller(&mut self) {
        if let Some(act) = self.callers.as_mut().and_then(|callers| callers.turn()) {
            self.board.note_firmware(act);
        }
    }

    /// Shared memory has words; a part of one is read, changed and written.
    fn write_shared(&mut self, address: u32, size: Size, value: u32) -> Option<()> {
        let shift = 8 * (address & 3);
        let old = self.shared_word(address);
        let word = old & !(size.mask() << shift) | (value & size.mask()) << shift;
        self.board.write_memory(address & !3, vec![word]).ok()?;
        self.shared.insert(address & !3, word);
        Some(())
    }

    fn read_timer(&self, offset: u32) -> Option<u32> {
        let (time, compare) = (self.board.cycle().0, self.compare);
        Some(match offset {
            SOFTWARE => self.software.into(),
            COMPARE_LO => compare as u32,
            COMPARE_HI => (compare >> 32) as u32,
            TIME_LO => time as u32,
            TIME_HI => (time >> 32) as u32,
            _ => return None,
        })
    }

    fn write_timer(&mut self, offset: u32, value: u32) -> Option<()> {
        match offset {
            SOFTWARE => self.software = value & 1 == 1,
            COMPARE_LO => self.compare = self.compare & !u64::from(u32::MAX) | u64::from(value),
            COMPARE_HI => self.compare = self.compare & u64::from(u32::MAX) | u64::from(value) << 32,
            _ => return None,
        }
        Some(())
    }

    fn read_uart(offset: u32) -> u32 {
        if offset == UART_LINE_STATUS { UART_READY } else { 0 }
    }

    fn write_uart(&mut self, offset: u32, value: u32) {
        // The other registers set what a model of a line does not have.
        if offset == UART_DATA {
            self.uart.put(value as u8);
        }
    }

    fn write_finisher(&mut self, value: u32) {
        match value & 0xFFFF {
            PASS => self.exit = Some(0),
            FAIL => self.exit = Some((value >> 16).max(1)),
            RESET => self.exit = Some(RESET),
            _ => (),
        }
    }

    /// The device at an address, and the offset in it.
    fn device(&self, address: u32) -> Option<(Device, u32)> {
        let platform = &self.platform;
        let places = [
            (Device::Hws, platform.hws, WINDOW_BYTES),
            (Device::Resolver, platform.resolver, PAGE),
            (Device::Timer, platform.timer, TIMER_BYTES),
            (Device::Uart, platform.uart, PAGE),
            (Device::Finisher, platform.finisher, PAGE),
        ];
        places.into_iter().find_map(|(device, base, bytes)| {
            let offset = address.checked_sub(base).filter(|&offset| offset < bytes)?;
            Some((device, offset))
        })
    }

    fn is_shared(&self, address: u32) -> bool {
        let shared: PlatformRegion = self.platform.shared;
        shared.contains(address)
    }
}

/// The byte of a word that is at an address.
const fn part(word: u32, address: u32) -> u32 {
    word >> (8 * (address & 3)) & 0xFF
}

/// A device with registers.
#[derive(Clone, Copy)]
enum Device {
    Hws,
    Resolver,
    Timer,
    Uart,
    Finisher,
}

impl<O: Observer> CoreBus for Devices<O> {
    fn read(&mut self, address: u32, size: Size) -> Result<BusAnswer, AccessFault> {
        if let Some(value) = self.ram.read(address, size) {
            return Ok(BusAnswer::new(value));
        }
        if self.is_shared(address) {
            return Ok(BusAnswer::new(self.shared_word(address) >> (8 * (address & 3)) & size.mask()));
        }
        if let Some(value) = self.workload.read(address, size) {
            return Ok(BusAnswer::new(value));
        }
        let value = match self.device(address) {
            Some((Device::Uart, offset)) => Some(Self::read_uart(offset)),
            // All other registers are words.
            _ if size != Size::Word => None,
            Some((Device::Hws, offset)) => return self.read_hws(offset),
            Some((Device::Resolver, offset)) => self.resolver.read(offset, &mut self.board),
            Some((Device::Timer, offset)) => self.read_timer(offset),
            Some((Device::Finisher, _)) => Some(0),
            None => None,
        };
        value.map(BusAnswer::new).or_fault()
    }

    fn write(&mut self, address: u32, size: Size, value: u32) -> Result<u32, AccessFault> {
        if self.ram.write(address, size, value).is_some() {
            return Ok(0);
        }
        if self.is_shared(address) {
            return self.write_shared(address, size, value).map(|()| 0).or_fault();
        }
        let done = match self.device(address) {
            Some((Device::Uart, offset)) => {
                self.write_uart(offset, value);
                Some(())
            }
            _ if size != Size::Word => None,
            Some((Device::Hws, offset)) => return self.write_hws(offset, value),
            Some((Device::Resolver, offset)) => self.resolver.write(offset, value, &mut self.board),
            Some((Device::Timer, offset)) => self.write_timer(offset, value),
            Some((Device::Finisher, _)) => {
                self.write_finisher(value);
                Some(())
            }
            None => None,
        };
        done.map(|()| 0).or_fault()
    }

    /// Instructions are in memory only: a fetch has no effect on a device.
    fn fetch(&mut self, address: u32) -> Result<BusAnswer, AccessFault> {
        self.ram.read(address, Size::Half).map(BusAnswer::new).or_fault()
    }
}

/// An access that nothing answers.
trait OrFault<T> {
    fn or_fault(self) -> Result<T, AccessFault>;
}

impl<T> OrFault<T> for Option<T> {
    fn or_fault(self) -> Result<T, AccessFault> {
        self.ok_or(AccessFault { wait: 0 })
    }
}
