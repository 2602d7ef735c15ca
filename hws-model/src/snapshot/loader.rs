//! Tasks that wait or are being read (scheduler.md §2.1, §2.2).

use core::fmt;

use hws_regs::params;
use hws_types::Source;

use super::error::RestoreError;
use super::kernels::{CONTEXTS, HDR_IDS};
use crate::Hws;
use crate::loader::{Loading, Task};

/// Where a task is.
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

/// What is wrong on the way to the Ready Station.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoaderFault {
    /// A task that its source cannot have pushed.
    Task(TaskPlace),
    /// The descriptor arrives at an impossible time.
    Ticks(u32),
    /// A task is being read although no entry is free for it.
    NoEntry,
}

impl fmt::Display for LoaderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Task(place) => write!(
                f,
                "{place}: it must be of its FIFO's source with an hdr_id of 0..={}, from the HDR without a \
                 context, from firmware with one of 0..={}",
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
                f.write_str("the task being read: no entry is free; one must be for the task to be popped")
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
