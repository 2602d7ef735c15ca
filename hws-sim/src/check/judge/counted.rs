//! Everything that is counted from the last reset.

use std::collections::VecDeque;

use hws_types::Entry;

use crate::check::books::Books;
use crate::check::i7::{Dags, Tasks};
use crate::check::i9::Messages;

/// Everything that is counted from the last reset.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) books: Books,
    pub(super) tasks: Tasks,
    pub(super) dags: Dags,
    pub(super) messages: Messages,
    /// Entries of the TD_REFRESH commands that wait for a boundary.
    pub(super) refreshes: VecDeque<Entry>,
}

impl Counted {
    pub(super) fn new() -> Self {
        Self {
            books: Books::new(),
            tasks: Tasks::default(),
            dags: Dags::default(),
            messages: Messages::default(),
            refreshes: VecDeque::new(),
        }
    }
}
