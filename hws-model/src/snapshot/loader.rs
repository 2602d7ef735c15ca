//! Tasks that wait in a FIFO or are being read (scheduler.md §2.1, §2.2).

use core::fmt;

use hws_regs::params;
use hws_types::Source;

use super::error::RestoreError;
use super::kernels::{CONTEXTS, HDR_IDS};
use crate::Hws;
use crate::loader::{Loading, Task};

/// The place of a task before its admission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskPlace {
    /// In the HDR FIFO; the oldest is 0.
    Hdr(usize),
    /// In the firmware task FIFO; the oldest is 0.
    Firmware(usize),
    /// It is being read.
    Loading,
}

impl fmt::Display for TaskPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hdr(position) => write!(f, "HDR FIFO, task {position}"),
            Self::Firmware(position) => write!(f, "firmware task FIFO, task {position}"),
            Self::Loading => f.write_str("the task being read"),
        }
    }
}

/// An inconsistency of the loader or its FIFOs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoaderFault {
    /// The source of the task cannot have pushed it.
    Task(TaskPlace),
    /// The ticks until the descriptor arrives are out of range.
    Ticks(u32),
    /// A task is being read although no entry is free for it.
    NoEntry,
}

impl fmt::Display for LoaderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(place) => write!(
                f,
                "{place}: its source must be that of its FIFO, its hdr_id 0..={}, and its context absent (HDR) or \
                 0..={} (firmware)",
                HDR_IDS - 1,
                CONTEXTS - 1
            ),
            Self::Ticks(ticks) => {
                write!(
                    f,
                    "the task being read: {ticks} ticks left; it must be 1..={}",
                    params::TD_READ_CYCLES
                )
            }
            Self::NoEntry => {
                f.write_str("the task being read: no entry is free; a task is popped only while one is")
            }
        }
    }
}

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let loader = &hws.loader;
    let hdr = (0..).map(TaskPlace::Hdr).zip(loader.hdr.iter()).map(|of| (of, Source::Hdr));
    let firmware =
        (0..).map(TaskPlace::Firmware).zip(loader.firmware.iter()).map(|of| (of, Source::Firmware));
    let loading = loader.loading.iter().map(|l| ((TaskPlace::Loading, &l.task), l.task.ids.source));
    let mut tasks = hdr.chain(firmware).chain(loading);
    if let Some(((place, _), _)) = tasks.find(|((_, task), source)| !is_task_of(*source, task)) {
        return Err(RestoreError::Loader(LoaderFault::Task(place)));
    }
    loader.loading.as_ref().map_or(Ok(()), |loading| check_loading(hws, loading))
}

fn check_loading(hws: &Hws, loading: &Loading) -> Result<(), RestoreError> {
    if !(1..=params::TD_READ_CYCLES).contains(&loading.ticks_left) {
        return Err(RestoreError::Loader(LoaderFault::Ticks(loading.ticks_left)));
    }
    if hws.tables.rs.is_full() {
        return Err(RestoreError::Loader(LoaderFault::NoEntry));
    }
    Ok(())
}

fn is_task_of(source: Source, task: &Task) -> bool {
    let has_context = match source {
        Source::Hdr => task.ctx.is_none(),
        Source::Firmware => task.ctx.is_some_and(|ctx| ctx < CONTEXTS),
    };
    task.ids.source == source && task.ids.hdr_id < HDR_IDS && has_context
}
