//! Everything that is counted from the last reset.

use std::collections::VecDeque;

use hws_model::CommandKind;
use hws_types::{Entry, SipMask};

use crate::check::books::Books;
use crate::check::i7::{Dags, Tasks};
use crate::check::i9::Messages;
use crate::check::view::{Total, View};

/// A command in the queue, as far as it concerns the records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Queued {
    /// BLOCK_TRIGGER_CNT of an entry.
    Trigger(Entry),
    /// TD_REFRESH of an entry.
    Refresh(Entry),
    /// DAG_CMD INIT: tag, total and DYNAMIC.
    DagInit(u16, u32, bool),
    /// DAG_CMD RESET of a tag.
    DagReset(u16),
    /// HRM_FW_CLAIM.
    Claim(SipMask),
    /// HRM_FW_RELEASE.
    Release(SipMask),
}

impl Queued {
    /// The kind of its event.
    pub(super) const fn kind(self) -> CommandKind {
        match self {
            Self::Trigger(_) => CommandKind::Trigger,
            Self::Refresh(_) => CommandKind::Refresh,
            Self::DagInit(..) => CommandKind::DagInit,
            Self::DagReset(_) => CommandKind::DagReset,
            Self::Claim(_) => CommandKind::Claim,
            Self::Release(_) => CommandKind::Release,
        }
    }
}

/// Everything that is counted from the last reset.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) books: Books,
    pub(super) tasks: Tasks,
    pub(super) dags: Dags,
    pub(super) messages: Messages,
    /// Attempts, failures, launches by pool, promotions and cancellations, as the registers count them.
    pub(super) totals: [u32; Total::COUNT],
    /// The commands that wait for a boundary.
    pub(super) commands: VecDeque<Queued>,
}

impl Counted {
    pub(super) fn new() -> Self {
        Self {
            books: Books::new(),
            tasks: Tasks::default(),
            dags: Dags::default(),
            messages: Messages::default(),
            totals: [0; Total::COUNT],
            commands: VecDeque::new(),
        }
    }

    /// What the registers show of the time before.
    pub(super) fn attached(now: &View) -> Self {
        Self {
            books: Books::attached(now),
            tasks: Tasks::attached(now),
            dags: Dags::attached(now),
            messages: Messages::attached(now),
            totals: now.totals,
            commands: VecDeque::new(),
        }
    }
}
