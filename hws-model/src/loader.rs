//! The loader: tasks wait in two FIFOs and are read and admitted one at a time (scheduler.md §2.1, §2.2).

use hws_regs::{InPath, params};
use hws_types::{HdrPush, Source, TD_WORDS, TaskDescriptor, TaskIds};

use crate::admission::{Candidate, admit};
use crate::fifo::{Fifo, Full};
use crate::memory::{ReadRefused, SharedMemory};
use crate::output::Output;
use crate::tables::Tables;
use crate::{ErrorBit, EventSink, HdrRefused};

/// A task on its way to the Ready Station.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Task {
    pub(crate) ids: TaskIds,
    pub(crate) td_addr: u32,
    /// FW_TASK_PUSH.CTX of a firmware task; `None` for an HDR task, whose context is in its descriptor.
    pub(crate) ctx: Option<u8>,
}

/// A push of firmware: FW_TASK_PUSH with its operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FirmwarePush {
    pub(crate) hdr_id: u8,
    pub(crate) hdr_entry_id: u8,
    pub(crate) ctx: u8,
    pub(crate) td_addr: u32,
}

/// The task whose descriptor is being read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Loading {
    pub(crate) task: Task,
    /// The ticks until the descriptor arrives, at least 1.
    pub(crate) ticks_left: u32,
}

/// The two sources and the task being read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Loader {
    pub(crate) hdr: Fifo<Task, { params::HDR_FIFO }>,
    pub(crate) firmware: Fifo<Task, { params::FW_TASK_FIFO }>,
    pub(crate) loading: Option<Loading>,
}

impl Loader {
    pub(crate) fn new() -> Self {
        Self { hdr: Fifo::new(), firmware: Fifo::new(), loading: None }
    }

    /// A push into the HDR port.
    pub(crate) fn push_hdr(&mut self, push: HdrPush) -> Result<(), HdrRefused> {
        let HdrPush { hdr_id, hdr_entry_id, td_addr } = push;
        if !push.has_legal_hdr_id() {
            return Err(HdrRefused::HdrId { hdr_id });
        }
        let ids = TaskIds { source: Source::Hdr, hdr_id, hdr_entry_id };
        self.hdr.push(Task { ids, td_addr, ctx: None }).map_err(|Full| HdrRefused::Full)
    }

    /// A write of FW_TASK_PUSH.
    pub(crate) fn push_firmware(&mut self, push: FirmwarePush) -> Result<(), Full> {
        let ids = TaskIds { source: Source::Firmware, hdr_id: push.hdr_id, hdr_entry_id: push.hdr_entry_id };
        self.firmware.push(Task { ids, td_addr: push.td_addr, ctx: Some(push.ctx) })
    }

    /// The number of tasks in the HDR FIFO.
    pub(crate) fn hdr_count(&self) -> usize {
        self.hdr.len()
    }

    /// The number of free places in the HDR FIFO.
    pub(crate) fn hdr_room(&self) -> usize {
        self.hdr.room()
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.loading.is_some()
    }

    /// One tick: the descriptor arrives, or the next task is popped.
    pub(crate) fn tick<S: EventSink>(
        &mut self,
        tables: &mut Tables,
        memory: &mut (impl SharedMemory + ?Sized),
        out: &mut Output<'_, S>,
    ) {
        match &mut self.loading {
            Some(loading) if loading.ticks_left > 1 => loading.ticks_left -= 1,
            Some(loading) => {
                let task = loading.task;
                self.loading = None;
                load(tables, task, memory, out);
            }
            None => self.pop(tables),
        }
    }

    fn pop(&mut self, tables: &Tables) {
        if self.pops(tables) {
            let task = if is_hdr_input(tables) { self.hdr.pop() } else { self.firmware.pop() };
            self.loading = task.map(|task| Loading { task, ticks_left: params::TD_READ_CYCLES });
        }
    }

    /// The ticks that can pass before the one in which the loader does more than count.
    #[inline]
    pub(crate) fn quiet_ticks(&self, tables: &Tables) -> u64 {
        match &self.loading {
            Some(loading) => u64::from(loading.ticks_left) - 1,
            None if self.pops(tables) => 0,
            None => u64::MAX,
        }
    }

    /// Whether a task is popped in the next tick, if none is being read.
    #[inline]
    fn pops(&self, tables: &Tables) -> bool {
        let is_none = if is_hdr_input(tables) { self.hdr.is_empty() } else { self.firmware.is_empty() };
        !is_none && !tables.rs.is_full()
    }

    /// `ticks`, no more than [`Self::quiet_ticks`], pass.
    #[inline]
    pub(crate) fn pass(&mut self, ticks: u64) {
        if let Some(loading) = &mut self.loading {
            // Fits: no more than `ticks_left` ticks pass.
            loading.ticks_left -= ticks.min(u64::from(loading.ticks_left) - 1) as u32;
        }
    }
}

/// Whether tasks are popped from the HDR FIFO.
fn is_hdr_input(tables: &Tables) -> bool {
    tables.regs.hws_work_mode.in_path() == InPath::Hdr
}

/// Reads the descriptor with the configuration of this tick and admits or rejects the task.
fn load<S: EventSink>(
    tables: &mut Tables,
    task: Task,
    memory: &mut (impl SharedMemory + ?Sized),
    out: &mut Output<'_, S>,
) {
    let address = task.td_addr.wrapping_add(tables.regs.tdp_cfg.offset());
    match read(address, memory) {
        Ok(td) => {
            let ctx = task.ctx.unwrap_or(td.ctx);
            admit(tables, Candidate { ids: task.ids, ctx, address, td }, out);
        }
        Err(ReadRefused) => out.reject(ErrorBit::TdRead, task.ids),
    }
}

fn read(address: u32, memory: &mut (impl SharedMemory + ?Sized)) -> Result<TaskDescriptor, ReadRefused> {
    let mut words = [0; TD_WORDS];
    for (word, index) in words.iter_mut().zip(0_u32..) {
        *word = memory.read_word(address.wrapping_add(index * 4))?;
    }
    Ok(TaskDescriptor::decode(&words))
}
