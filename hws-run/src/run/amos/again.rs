//! A second try: rejected kernels are pushed again, refused live words are read again, pushes in doubt are settled.

use fw_api::{FirmwareTask, HwsError};
use hws_regs::params;
use hws_sim::fault::FaultKind;
use hws_sim::{Hdr, KernelState};
use hws_types::{Cycle, Entry, TaskIds};

use super::{Amos, Board, pushes};
use crate::run::board::note_answer;
use crate::run::error::RunError;
use crate::run::faults::FaultAnswer;

/// How often a kernel is pushed again, and its live words read again, without progress between.
const AGAIN: u32 = 32;
/// While entries are free, the loader reads a pushed task within this time (`HwsDriver::push_task`).
const LOADED_WITHIN: u64 = (params::FW_TASK_FIFO as u64 + 1) * (params::TD_READ_CYCLES as u64 + 1);

/// How long firmware waits for the other tasks in the FIFO.
const DOUBT_MOST: u64 = 1 << 24;

/// A push that may have been delivered or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubt {
    task: FirmwareTask,
    /// Since when the loader could have read the task.
    since: Cycle,
    /// When firmware stops asking: the registers contradict each other.
    until: Cycle,
}

impl Doubt {
    /// Whether firmware still asks.
    pub(super) fn is_open(&self, now: Cycle) -> bool {
        now < self.until
    }
}

impl Amos<'_, '_> {
    /// Has a rejected kernel pushed again, unless that cannot help or did not; returns whether it is.
    ///
    /// fw-api makes only legal descriptors, so that one that was refused or is illegal was damaged on its way to the HWS.
    /// The place of a kernel, however, is as it is: TD_UNPLACEABLE is final.
    pub(super) fn push_again(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
        error: Option<HwsError>,
    ) -> bool {
        let Some((_, task)) = self.locate(kernel_id) else { return false };
        let Some(dog) = &mut self.watchdog else { return false };
        let state = board.hdr().and_then(|hdr| hdr.state(kernel_id));
        if state != Some(KernelState::Rejected) {
            // A look was quicker than the message.
            return true;
        }
        let pushes = dog.pushes.entry(kernel_id).or_default();
        if error == Some(HwsError::TdUnplaceable) || *pushes == AGAIN {
            return false;
        }
        *pushes += 1;
        dog.find();
        // It was written before, at the same place.
        let is_written = self.write_descriptors(board, &task).is_ok();
        let is_pushed = is_written && board.hdr_mut().is_some_and(|hdr: &mut Hdr| hdr.push_again(kernel_id));
        if is_pushed {
            note_answer(board, &rejecting(error), FaultAnswer::PushedAgain);
        }
        is_pushed
    }

    /// Gives up a kernel for a reason that the report of the run names.
    pub(super) fn give_up_rejected(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
        error: Option<HwsError>,
    ) {
        let tries = self.watchdog.as_ref().and_then(|dog| dog.pushes.get(&kernel_id)).copied().unwrap_or(0);
        let why = error.map_or_else(|| "the HWS rejected it".to_owned(), |error| error.to_string());
        let reason = match tries {
            0 => format!("given up: {why}"),
            _ => format!("given up: {why}, also after it was pushed again {tries} times"),
        };
        self.give_up_because(board, kernel_id, reason, &rejecting(error));
    }

    pub(super) fn give_up_because(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
        reason: String,
        faults: &[FaultKind],
    ) {
        if let Some(dog) = &mut self.watchdog {
            dog.reasons.insert(kernel_id, reason);
            note_answer(board, faults, FaultAnswer::GivenUp);
        }
        self.give_up(kernel_id, board.cycle());
    }

    /// Lets the HWS read the live words of a resident kernel again, unless that did not help; grants may be among them.
    pub(super) fn refresh_again(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
        entry: Entry,
        ids: TaskIds,
    ) -> Result<(), RunError> {
        let Some(dog) = &mut self.watchdog else { return Ok(()) };
        let refreshes = dog.refreshes.entry(kernel_id).or_default();
        if *refreshes == AGAIN {
            return Ok(());
        }
        *refreshes += 1;
        dog.find();
        note_answer(board, &[FaultKind::MemoryFault], FaultAnswer::Refreshed);
        let doing = RunError::while_doing("refresh a descriptor");
        self.driver(board).refresh_descriptor(entry, ids).map_err(doing)
    }

    /// Notes that it is not known whether a task was pushed.
    pub(super) fn doubt(&mut self, board: &Board<'_>, task: FirmwareTask) {
        if let Some(dog) = &mut self.watchdog {
            let now = board.cycle();
            dog.doubt = Some(Doubt { task, since: now, until: now.after(DOUBT_MOST) });
        }
    }

    /// Finds out whether the last push was delivered, and pushes again if not; returns false while it is not known.
    ///
    /// The HWS counts the tasks that have left the FIFO. If that is one more than were pushed before, it was delivered; if
    /// all of those have left, and the loader could have read it for long enough, it was not.
    pub(super) fn settle_doubt(&mut self, board: &mut Board<'_>) -> Result<bool, RunError> {
        let Some(doubt) = self.watchdog.as_ref().and_then(|dog| dog.doubt) else { return Ok(true) };
        let (task, now) = (doubt.task, board.cycle());
        let doing = RunError::while_doing("find out about a push");
        let taken = pushes::taken_exactly(&mut self.driver(board)).map_err(doing)?;
        let Some((taken, has_free_entry)) = taken else { return Ok(false) };
        let is_delivered = self.pushes.excess(taken) == 1;
        let is_empty = self.pushes.excess(taken) == 0 && has_free_entry;
        if !(is_delivered || is_empty && now >= doubt.since.after(LOADED_WITHIN)) {
            let since = if is_empty { doubt.since } else { board.cycle() };
            self.watchdog.iter_mut().for_each(|dog| dog.doubt = Some(Doubt { since, ..doubt }));
            return Ok(false);
        }
        if let Some(dog) = &mut self.watchdog {
            dog.doubt = None;
        }
        note_answer(board, &[FaultKind::BusFault], FaultAnswer::Settled);
        if is_delivered {
            self.pushes.add();
            return Ok(true);
        }
        self.push(board, task)
    }
}

/// The faults that can have a kernel rejected with an error: the likeliest first.
const fn rejecting(error: Option<HwsError>) -> [FaultKind; 2] {
    match error {
        Some(HwsError::TdRead) => [FaultKind::MemoryFault, FaultKind::Reject],
        _ => [FaultKind::Reject, FaultKind::MemoryFault],
    }
}
