//! The platform without a core, driven by QEMU's qtest protocol (docs/qtest.md): lines of text in, lines of text out.
//!
//! * [`QtestPlatform`] is memory and devices of a [`Platform`] at power-on, with SIPs and resolver, and answers one
//!   command at a time;
//! * [`QtestSession`] is the conversation with one client: bytes in, bytes out, however they are cut;
//! * [`commands`](command) are parsed as a whole before anything is accessed, and a refused one changes nothing but
//!   ERR_STATUS.BUS of a refused register access;
//! * [`transfers`](transfer) take no time; time passes only on the [`clock`] of the client;
//! * [`interrupt lines`](lines) are told as they change.
//!
//! There are no sockets here: the caller has them.

mod clock;
mod command;
mod lines;
mod number;
mod session;
mod transfer;

use hws_sim::stimulus::Op;
use hws_sim::{Hdr, Observer};
use hws_types::Cycle;

use super::devices::Devices;
use super::platform::Platform;
use crate::run::{board, drive, stuck};
use clock::QtestClock;
use command::Command;
use hws_rv::CoreMemory;
use lines::Lines;

pub use number::{Frequency, FrequencyError};
pub use session::QtestSession;

/// What is answered: the words after `OK`, or those after `FAIL`.
type Answer = Result<String, String>;

/// Memory and devices of a platform, as a client of the qtest protocol drives them.
///
/// ```
/// use hws_run::run::{Frequency, Platform, QtestPlatform};
///
/// let mut nothing = ();
/// let mut platform = QtestPlatform::new(&Platform::default(), Frequency::default(), &mut nothing);
/// assert_eq!(platform.answer(b"readl 0x10000000"), "OK 0x0000000048575330\n");
/// assert_eq!(platform.answer(b"clock_step 100"), "OK 100\n");
/// assert_eq!(platform.answer(b"jump"), "FAIL Unknown command 'jump'\n");
/// ```
pub struct QtestPlatform<'o> {
    platform: Platform,
    devices: Devices<&'o mut dyn Observer>,
    clock: QtestClock,
    lines: Lines,
}

impl<'o> QtestPlatform<'o> {
    /// A platform at power-on: SIPs that execute commands and report, a resolver without kernels, empty memory. Every
    /// operation goes to the observer.
    pub fn new(platform: &Platform, frequency: Frequency, observer: &'o mut dyn Observer) -> Self {
        let mut board = board::bare_machine(0, observer);
        board.attach_hdr(Hdr::default());
        // SIPs can always be attached.
        let _ = board.apply(&Op::SipArray { pre_lead: 0 });
        // At most 2^29 bytes.
        let ram = CoreMemory::new(platform.ram.base, platform.ram.size as u32);
        Self {
            platform: platform.clone(),
            devices: Devices::new(platform, ram, Vec::new(), 0, board),
            clock: QtestClock::new(frequency),
            lines: Lines::default(),
        }
    }

    /// Returns the present cycle.
    #[must_use]
    pub fn cycle(&self) -> Cycle {
        self.devices.board.cycle()
    }

    /// Ends the session for the observer.
    pub fn end(&mut self) {
        self.devices.board.end();
    }

    /// Carries out a command, without its line feed. Returns what is sent: the changes of intercepted interrupt lines,
    /// each on a line, then the answer.
    pub fn answer(&mut self, line: &[u8]) -> String {
        let answer = Command::parse(line).and_then(|command| self.execute(command));
        self.notice_lines();
        let mut sent = self.lines.take();
        match answer {
            Ok(words) if words.is_empty() => sent.push_str("OK\n"),
            Ok(words) => sent.push_str(&format!("OK {words}\n")),
            Err(words) => sent.push_str(&format!("FAIL {words}\n")),
        }
        sent
    }

    fn execute(&mut self, command: Command) -> Answer {
        match command {
            Command::Endianness => Ok("little".to_owned()),
            // As in QEMU, nothing answers, and the lines are high.
            Command::PortRead { bytes } => Ok(format!("{:#06x}", u32::MAX >> (32 - 8 * bytes))),
            Command::PortWrite => Ok(String::new()),
            Command::Read { address, bytes } => {
                let data = self.read(address, bytes)?;
                let value = data.iter().rev().fold(0, |value: u64, &byte| value << 8 | u64::from(byte));
                Ok(format!("{value:#018x}"))
            }
            Command::ReadHex { address, bytes } => Ok(number::hex(&self.read(address, bytes)?)),
            Command::ReadBase64 { address, bytes } => Ok(number::base64(&self.read(address, bytes)?)),
            Command::Write { address, data } => self.write(address, &data).map(|()| String::new()),
            Command::Step(ns) => self.step(ns),
            Command::Set(ns) => self.advance_to(ns.max(self.clock.ns())),
            Command::Intercept { direction, path } => {
                self.lines.intercept(direction, &path).map(|()| String::new())
            }
        }
    }

    fn step(&mut self, ns: Option<u64>) -> Answer {
        match ns {
            Some(ns) => self.advance_to(self.clock.ns().saturating_add(ns)),
            None => {
                if let Some(deadline) = self.deadline() {
                    self.devices.board.step(deadline);
                    self.clock.follow(self.cycle());
                }
                Ok(self.clock.ns().to_string())
            }
        }
    }

    /// The cycle up to which a waiting core would sleep; none if nothing can happen by itself.
    fn deadline(&self) -> Option<Cycle> {
        let board = &self.devices.board;
        let timer = self.next_timer();
        if timer.is_none() && stuck::is_stuck(board) {
            return None;
        }
        Some(timer.into_iter().fold(drive::next_look(board), Cycle::min))
    }

    fn next_timer(&self) -> Option<Cycle> {
        Some(Cycle(self.devices.compare)).filter(|&at| at > self.cycle() && at.0 != u64::MAX)
    }

    /// Time passes until the clock shows `ns`; never back.
    fn advance_to(&mut self, ns: u64) -> Answer {
        let target = self.clock.set(ns)?;
        while self.cycle() < target {
            let stop = self.next_timer().into_iter().fold(target, Cycle::min);
            self.devices.board.step(stop);
            self.notice_lines();
        }
        Ok(self.clock.ns().to_string())
    }

    fn notice_lines(&mut self) {
        if self.lines.are_intercepted() {
            let inputs = self.devices.inputs();
            let hws = self.devices.board.hws().is_interrupt_asserted();
            let resolver = self.devices.resolver.is_interrupt_asserted(&self.devices.board);
            self.lines.notice(inputs, hws, resolver);
        }
    }
}

#[cfg(test)]
mod tests;
