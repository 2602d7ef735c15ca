//! The watchdog: what firmware does besides its normal work if faults are injected.
//!
//! A message is a notice that something happened, not the only record of it (firmware-api.md §5). So firmware
//!
//! * polls IRQ_STATUS, in case the interrupt was lost;
//! * looks at the RS and LAUNCH pages and at the resolver's table at intervals, in case a message was lost or is late
//!   ([`recovery`](super::recovery)); an interval after which nothing was missing is doubled;
//! * ignores a message whose content it has seen;
//! * detects SIPs that stay silent for too long ([`silence`](super::silence));
//! * has rejected kernels pushed again, and finds out about pushes in doubt ([`again`](super::again)).
//!
//! Without faults there is no watchdog, and firmware makes no access for it.

use std::collections::{BTreeMap, BTreeSet};

use hws_sim::fault::FaultKind;
use hws_types::{Cycle, MihMessage, Notice};

use super::again::Doubt;
use super::silence::Silences;
use super::{Amos, Board};
use crate::run::board::{disturbance, note_answer};
use crate::run::error::RunError;
use crate::run::faults::FaultAnswer;
use crate::run::stuck;

/// Cycles between two polls of IRQ_STATUS.
const POLL: u64 = 1024;
/// Cycles between two looks, at first and at most.
const LOOK_FIRST: u64 = 8192;
const LOOK_MOST: u64 = 65_536;

/// The state of the watchdog.
#[derive(Clone, Debug)]
pub(super) struct Watchdog {
    poll_at: Cycle,
    look_at: Cycle,
    interval: u64,
    /// Nothing has happened since a look that found nothing.
    is_rested: bool,
    /// What the present look has found.
    found: u32,
    /// The messages that were taken, and those whose content was read back.
    heard: BTreeSet<Notable>,
    read_back: BTreeSet<Notable>,
    /// Live words were refused: the HWS has to read them again.
    pub(super) must_refresh: bool,
    pub(super) silences: Silences,
    /// The blocks that firmware has started, by kernel_id.
    pub(super) started: BTreeSet<(u32, u16)>,
    /// How often each kernel was pushed again, and its live words read again, since a block of it finished.
    pub(super) pushes: BTreeMap<u32, u32>,
    pub(super) refreshes: BTreeMap<u32, u32>,
    pub(super) doubt: Option<Doubt>,
    /// Why kernels were given up.
    pub(super) reasons: BTreeMap<u32, String>,
}

/// What a message is about: kernel_id, kind and block. The HWS sends each once.
type Notable = (u32, Kind, u16);

/// The kind of a message. A kernel that is pushed again may be rejected again, with other ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    Result,
    SchedInfo,
    BlockFinish,
    L2Request,
    VcRequest,
    Error(u8, u8, u8),
}

impl Kind {
    const fn of(message: &MihMessage) -> Self {
        match message {
            MihMessage::Result { .. } => Self::Result,
            MihMessage::SchedInfo { .. } => Self::SchedInfo,
            MihMessage::BlockFinish { .. } => Self::BlockFinish,
            MihMessage::Notify { of, notice: Notice::Error { code } } => {
                Self::Error(*code, of.ids.hdr_id, of.ids.hdr_entry_id)
            }
            MihMessage::Notify { notice: Notice::L2AllocReq { .. }, .. } => Self::L2Request,
            MihMessage::Notify { notice: Notice::VcAllocReq { .. }, .. } => Self::VcRequest,
        }
    }
}

impl Default for Watchdog {
    fn default() -> Self {
        Self {
            poll_at: Cycle(POLL),
            look_at: Cycle(LOOK_FIRST),
            interval: LOOK_FIRST,
            is_rested: false,
            found: 0,
            heard: BTreeSet::new(),
            read_back: BTreeSet::new(),
            must_refresh: false,
            silences: Silences::default(),
            started: BTreeSet::new(),
            pushes: BTreeMap::new(),
            refreshes: BTreeMap::new(),
            doubt: None,
            reasons: BTreeMap::new(),
        }
    }
}

impl Watchdog {
    /// Something happened.
    pub(super) const fn stir(&mut self) {
        self.is_rested = false;
    }

    /// A look found something.
    pub(super) const fn find(&mut self) {
        self.found = self.found.saturating_add(1);
    }

    /// Something is missing: look as soon as possible.
    pub(super) const fn look_now(&mut self) {
        (self.look_at, self.is_rested) = (Cycle(0), false);
    }

    /// A block of the kernel has finished: what was tried again has helped.
    pub(super) fn has_progressed(&mut self, kernel_id: u32) {
        self.pushes.remove(&kernel_id);
        self.refreshes.remove(&kernel_id);
    }

    fn begin_look(&mut self) {
        self.found = 0;
    }

    fn end_look(&mut self, now: Cycle) {
        let has_found = self.found > 0;
        self.is_rested = !has_found;
        self.interval = if has_found { LOOK_FIRST } else { (2 * self.interval).min(LOOK_MOST) };
        let deadline = self.silences.next_deadline().map(|at| at.max(now.after(1)));
        self.look_at = deadline.into_iter().fold(now.after(self.interval), Cycle::min);
    }
}

impl Amos<'_, '_> {
    /// Does what is due; returns whether it did something.
    pub(super) fn watch(&mut self, board: &mut Board<'_>) -> Result<bool, RunError> {
        let Some(dog) = &mut self.watchdog else { return Ok(false) };
        let now = board.cycle();
        let has_stopped = !dog.is_rested && stuck::is_stuck(board);
        if dog.look_at <= now || has_stopped {
            self.look(board)?;
        } else if dog.poll_at <= now {
            self.poll(board)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// When the watchdog has to act, even if nothing happens; none if nothing can be missing.
    pub(in crate::run) fn next_watch(&self, board: &Board<'_>) -> Option<Cycle> {
        let dog = self.watchdog.as_ref()?;
        let late = board.observer().0.disturbance.as_ref().and_then(|disturbance| disturbance.next_due());
        let is_over = dog.is_rested
            && dog.silences.next_deadline().is_none()
            && dog.doubt.is_none_or(|doubt| !doubt.is_open(board.cycle()));
        if is_over && stuck::is_stuck(board) {
            return late;
        }
        let next = if stuck::is_stuck(board) { dog.look_at } else { dog.look_at.min(dog.poll_at) };
        Some(late.map_or(next, |late| late.min(next)))
    }

    fn poll(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        if self.serve_interrupt(board)? {
            note_answer(board, &[FaultKind::LostInterrupt], FaultAnswer::Polled);
        }
        if let Some(dog) = &mut self.watchdog {
            dog.poll_at = board.cycle().after(POLL);
        }
        Ok(())
    }

    fn look(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        if let Some(dog) = &mut self.watchdog {
            dog.begin_look();
        }
        let live = self.read_back(board)?;
        self.watch_silent_sips(board, &live)?;
        if let Some(dog) = &mut self.watchdog {
            dog.end_look(board.cycle());
        }
        Ok(())
    }

    /// Whether firmware knows the content of a message: it comes for the second time, or late.
    pub(super) fn is_known(&mut self, board: &mut Board<'_>, kernel_id: u32, message: &MihMessage) -> bool {
        let Some(dog) = &mut self.watchdog else { return false };
        let of = message.header();
        let notable = (kernel_id, Kind::of(message), of.block_id);
        let (is_new, was_read) = (dog.heard.insert(notable), dog.read_back.remove(&notable));
        let Some(disturbance) = disturbance(board) else { return false };
        if !is_new {
            disturbance.account.count(FaultKind::DoubledMessage, FaultAnswer::Ignored);
        } else if was_read {
            // It was not lost. Without a late one, the look was only quicker than the message.
            disturbance.account.withdraw(FaultKind::LostMessage, FaultAnswer::ReadBack);
            if disturbance.struck(FaultKind::LateMessage) > 0 {
                disturbance.account.count(FaultKind::LateMessage, FaultAnswer::ReadBack);
                disturbance.account.count(FaultKind::LateMessage, FaultAnswer::Ignored);
            }
        }
        // What was read back of a block does not include the end of a kernel.
        (!is_new || was_read) && !matches!(message, MihMessage::BlockFinish { kernel_finish: true, .. })
    }

    /// The content of a message was found elsewhere.
    pub(super) fn note_read_back(&mut self, board: &mut Board<'_>, kernel_id: u32, kind: Kind, block: u16) {
        let sends_messages = self.sends_messages(kernel_id);
        let Some(dog) = self.watchdog.as_mut().filter(|_| sends_messages) else { return };
        let notable = (kernel_id, kind, block);
        if !dog.heard.contains(&notable) && dog.read_back.insert(notable) {
            dog.find();
            note_answer(board, &[FaultKind::LostMessage], FaultAnswer::ReadBack);
        }
    }
}
