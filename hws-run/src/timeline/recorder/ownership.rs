//! The SIPs that firmware owned (scheduler.md §8.4): those it claimed, except those refused.
//!
//! A claim takes effect when its command is retired, in the order written; the write contains the SIPs claimed,
//! the event those refused. A write to a full queue is dropped with CMD_OVERFLOW.

use std::collections::VecDeque;

use hws_model::{CommandKind, ErrorBit};
use hws_regs::RegId;
use hws_sim::stimulus::Op;
use hws_types::{Cycle, Sip, SipMask};

use crate::timeline::Owned;

/// All spans of ownership.
#[derive(Clone, Debug, Default)]
pub(super) struct Ownership {
    since: [Option<Cycle>; Sip::COUNT],
    ended: Vec<Owned>,
    /// Masks of claims and releases that are written and not retired.
    queued: VecDeque<SipMask>,
    /// The last operation was such a write.
    was_queued: bool,
}

impl Ownership {
    pub(super) fn operation(&mut self, op: &Op) {
        self.was_queued = false;
        let Op::Write { target, value } = op else { return };
        let offset = target.offset();
        if offset == RegId::HrmFwClaim.offset() || offset == RegId::HrmFwRelease.offset() {
            self.queued.push_back(SipMask(*value));
            self.was_queued = true;
        }
    }

    /// An error that the last operation may have caused.
    pub(super) fn error(&mut self, bit: ErrorBit) {
        if bit == ErrorBit::CmdOverflow && self.was_queued {
            self.queued.pop_back();
        }
    }

    pub(super) fn retired(&mut self, at: Cycle, kind: CommandKind, result: u32) {
        match kind {
            CommandKind::Claim => {
                let asked = self.queued.pop_front().unwrap_or_default();
                (asked - SipMask(result)).iter().for_each(|sip| self.begin(at, sip));
            }
            CommandKind::Release => {
                let released = self.queued.pop_front().unwrap_or_default();
                released.iter().for_each(|sip| self.end(at, sip));
            }
            _ => {}
        }
    }

    pub(super) fn reset(&mut self, at: Cycle) {
        Sip::all().for_each(|sip| self.end(at, sip));
        self.queued.clear();
    }

    /// By start, then SIP.
    pub(super) fn all(mut self, end: Cycle) -> Vec<Owned> {
        self.reset(end);
        self.ended.sort_by_key(|owned| (owned.from, owned.sip));
        self.ended
    }

    fn begin(&mut self, at: Cycle, sip: Sip) {
        self.since[sip.index()].get_or_insert(at);
    }

    fn end(&mut self, at: Cycle, sip: Sip) {
        let since = self.since[sip.index()].take();
        self.ended.extend(since.map(|from| Owned { sip, from, to: at }));
    }
}
