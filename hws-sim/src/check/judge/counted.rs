//! Everything that is counted from the last reset.

use std::collections::VecDeque;

use hws_types::Entry;

use crate::check::books::Books;
use crate::check::i7::{Dags, Tasks};
use crate::check::i9::Messages;

/// A command in the queue, as far as it concerns the records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Queued {
    /// BLOCK_TRIGGER_CNT of an entry.
    Trigger(Entry),
    /// TD_REFRESH of an entry.
    Refresh(Entry),
    /// DAG_CMD.
    Dag,
    /// HRM_FW_CLAIM or HRM_FW_RELEASE.
    Ownership,
}

/// Everything that is counted from the last reset.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) books: Books,
    pub(super) tasks: Tasks,
    pub(super) dags: Dags,
    pub(super) messages: Messages,
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
            commands: VecDeque::new(),
        }
    }
}
