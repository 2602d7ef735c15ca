//! A bus that records every access, answers reads from a script, and can fail at any access.

use std::collections::{BTreeMap, VecDeque};

use fw_api::regs::{Decoded, ElementIndex, RegId, Register};
use fw_api::types::{LaunchId, Sip, SipReport, Source, TaskIds, ThreadNum};
use fw_api::{Bus, Error, FirmwareTask, HwsDriver};

/// The failure of one access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fault;

/// One access, by register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Read(RegId),
    Write(RegId, u32),
}

/// What selects an element of a register, as plain numbers.
type Numbers<R> = <<R as Register>::Index as ElementIndex>::Numbers;

fn id<R: Register>(index: Numbers<R>) -> RegId {
    R::id(R::index(index).expect("an element of the register"))
}

/// A read of a register.
pub(crate) fn r<R: Register>(index: Numbers<R>) -> Access {
    Access::Read(id::<R>(index))
}

/// A write of a register.
pub(crate) fn w<R: Register>(index: Numbers<R>, value: R) -> Access {
    Access::Write(id::<R>(index), value.bits())
}

/// An access is a sequence of one.
impl IntoIterator for Access {
    type Item = Self;
    type IntoIter = std::iter::Once<Self>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(self)
    }
}

pub(crate) const IDS: TaskIds = TaskIds { source: Source::Hdr, hdr_id: 9, hdr_entry_id: 0xA5 };
pub(crate) const TASK: FirmwareTask = FirmwareTask { td_addr: 0x1000, hdr_id: 9, hdr_entry_id: 0xA5, ctx: 3 };

pub(crate) fn report() -> SipReport {
    SipReport { launch_id: LaunchId::wrapping(63), block_id: 0xFFFF, sip: Sip::wrapping(31) }
}

pub(crate) fn four() -> ThreadNum {
    ThreadNum::new(4).unwrap()
}

#[derive(Default, Debug)]
pub(crate) struct ScriptBus {
    /// Every access, the failed one included.
    pub(crate) log: Vec<Access>,
    /// The calls that began, each with the number of accesses before it.
    pub(crate) begun: Vec<(&'static str, usize)>,
    /// The access that fails, counted from 0 from now on.
    pub(crate) fault_at: Option<usize>,
    answers: BTreeMap<u32, VecDeque<u32>>,
    written: BTreeMap<u32, u32>,
}

impl ScriptBus {
    /// Reads of the register return these values in order, then the last one forever.
    pub(crate) fn answer<R: Register>(&mut self, index: Numbers<R>, values: impl IntoIterator<Item = R>) {
        let values = values.into_iter().map(Register::bits).collect();
        self.answers.insert(id::<R>(index).offset(), values);
    }

    /// Clears the log; the script stays.
    pub(crate) fn forget(&mut self) {
        (self.log, self.fault_at) = (Vec::new(), None);
    }

    fn record(&mut self, access: Access) -> Result<(), Fault> {
        let position = self.log.len();
        self.log.push(access);
        if self.fault_at == Some(position) { Err(Fault) } else { Ok(()) }
    }
}

fn register_at(offset: u32) -> RegId {
    match RegId::decode(offset) {
        Decoded::Register(id) => id,
        other => panic!("{offset:#x} is not a register: {other:?}"),
    }
}

impl Bus for ScriptBus {
    type Error = Fault;

    fn read32(&mut self, offset: u32) -> Result<u32, Fault> {
        let id = register_at(offset);
        assert!(id.info().access.is_readable(), "{id} was read");
        self.record(Access::Read(id))?;
        if let Some(script) = self.answers.get_mut(&offset) {
            let next = script.front().copied().expect("a script has an answer");
            if script.len() > 1 {
                script.pop_front();
            }
            return Ok(next);
        }
        Ok(self.written.get(&offset).copied().unwrap_or(id.reset()))
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), Fault> {
        let id = register_at(offset);
        assert!(id.info().access.is_writable(), "{id} was written");
        assert!(id.info().is_legal(value), "{value:#x} is not legal for {id}");
        self.record(Access::Write(id, value))?;
        if !id.info().queued {
            self.written.insert(offset, value & !id.info().pulse_mask);
        }
        Ok(())
    }

    fn begin_call(&mut self, name: &'static str) {
        self.begun.push((name, self.log.len()));
    }
}

pub(crate) type Driver<'a> = HwsDriver<&'a mut ScriptBus>;
pub(crate) type Answer = Result<(), Error<Fault>>;

/// Runs one call on a bus and returns its result and its accesses.
pub(crate) fn run<T>(bus: &mut ScriptBus, call: impl FnOnce(&mut Driver<'_>) -> T) -> (T, Vec<Access>) {
    let answer = call(&mut HwsDriver::new(&mut *bus));
    (answer, std::mem::take(&mut bus.log))
}

/// Returns the error of a refused call, after checking that it made no access.
pub(crate) fn refused<T: std::fmt::Debug>(
    call: impl FnOnce(&mut Driver<'_>) -> Result<T, Error<Fault>>,
) -> Error<Fault> {
    let (answer, log) = run(&mut ScriptBus::default(), call);
    assert_eq!(log, [], "the bus was accessed before the refusal");
    answer.expect_err("the call should be refused")
}
