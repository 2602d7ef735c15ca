//! The account of the faults of a run: how often each kind struck, and what firmware did.
//!
//! Firmware sees only the effect of a fault: a record that is missing, a SIP that is silent. The run knows the cause, and
//! enters what firmware did under the kind that struck.

use std::collections::BTreeMap;

use hws_sim::fault::{Chance, FaultKind};

use crate::workload::Faults;

/// What firmware did about a fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultAnswer {
    /// Made the access again.
    Repeated,
    /// Found out from the registers whether the access had taken effect.
    Settled,
    /// Found what the message had said on the RS and LAUNCH pages or in the resolver's table.
    ReadBack,
    /// Ignored a message whose content it knew.
    Ignored,
    /// Found the cause of the interrupt when it polled IRQ_STATUS.
    Polled,
    /// Cleared the error of a report that the HWS refused.
    Cleared,
    /// Let the HWS read live words again.
    Refreshed,
    /// Reset the SIP and started its thread again.
    Restarted,
    /// Wrote the descriptor and let the kernel be pushed again.
    PushedAgain,
    /// Took the SIP out of every SIP_USAGE_MASK.
    Closed,
    /// Gave up the kernel, and what depends on it.
    GivenUp,
}

impl FaultAnswer {
    /// Every answer.
    pub const ALL: [Self; 11] = [
        Self::Repeated,
        Self::Settled,
        Self::ReadBack,
        Self::Ignored,
        Self::Polled,
        Self::Cleared,
        Self::Refreshed,
        Self::Restarted,
        Self::PushedAgain,
        Self::Closed,
        Self::GivenUp,
    ];

    /// Returns what firmware did so many times, in words.
    #[must_use]
    pub fn in_words(self, count: u64) -> String {
        let (one, more) = match self {
            Self::Repeated => ("access repeated", "accesses repeated"),
            Self::Settled => ("settled by the registers", "settled by the registers"),
            Self::ReadBack => ("read back from the pages", "read back from the pages"),
            Self::Ignored => ("ignored as known", "ignored as known"),
            Self::Polled => ("found by polling", "found by polling"),
            Self::Cleared => ("error cleared", "errors cleared"),
            Self::Refreshed => ("refresh of live words repeated", "refreshes of live words repeated"),
            Self::Restarted => ("SIP reset and started again", "SIPs reset and started again"),
            Self::PushedAgain => ("kernel pushed again", "kernels pushed again"),
            Self::Closed => ("SIP closed", "SIPs closed"),
            Self::GivenUp => ("kernel given up", "kernels given up"),
        };
        format!("{count} {}", if count == 1 { one } else { more })
    }
}

/// The faults of a run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FaultRecord {
    /// The seed of their occasions.
    pub seed: u64,
    /// Each kind that was to be injected.
    pub kinds: Vec<FaultCount>,
    /// Threads that were started again because they took far longer than estimated, without a fault.
    pub slow_threads: u64,
    /// Why firmware could not go on, if it could not.
    pub end: Option<String>,
}

/// A kind of fault that was to be injected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultCount {
    /// The kind.
    pub kind: FaultKind,
    /// Its rate.
    pub chance: Chance,
    /// How often it struck.
    pub struck: u64,
    /// What firmware did, and how often; only what it did at least once. What it noticed more often than the fault struck
    /// is counted as often as that.
    pub answers: BTreeMap<FaultAnswer, u64>,
}

impl FaultCount {
    /// Returns how often the fault had no effect that firmware had to act upon.
    #[must_use]
    pub fn needed_nothing(&self) -> u64 {
        // A late message that was read back is ignored when it comes.
        let is_second = |answer| self.kind == FaultKind::LateMessage && answer == FaultAnswer::Ignored;
        let answers = self.answers.iter().filter(|(answer, _)| !is_second(**answer));
        self.struck.saturating_sub(answers.map(|(_, count)| count).sum())
    }
}

/// What firmware has done so far.
#[derive(Clone, Debug, Default)]
pub(super) struct FaultAccount {
    faults: Faults,
    answers: BTreeMap<(FaultKind, FaultAnswer), u64>,
    slow_threads: u64,
}

impl FaultAccount {
    pub(super) fn new(faults: &Faults) -> Self {
        Self { faults: faults.clone(), ..Self::default() }
    }

    pub(super) fn count(&mut self, kind: FaultKind, answer: FaultAnswer) {
        *self.answers.entry((kind, answer)).or_default() += 1;
    }

    /// Enters an answer under the first of these kinds that is injected; none: under the first one.
    pub(super) fn count_first(&mut self, kinds: &[FaultKind], answer: FaultAnswer) {
        let is_injected = |kind: &&FaultKind| self.faults.rates().iter().any(|(other, _)| other == *kind);
        if let Some(&kind) = kinds.iter().find(is_injected).or(kinds.first()) {
            self.count(kind, answer);
        }
    }

    /// An answer turns out to be one to a fault of another kind, or to none.
    pub(super) fn withdraw(&mut self, kind: FaultKind, answer: FaultAnswer) {
        if let Some(count) = self.answers.get_mut(&(kind, answer)) {
            *count = count.saturating_sub(1);
        }
    }

    pub(super) fn count_slow_thread(&mut self) {
        self.slow_threads += 1;
    }

    /// The record at the end of the run.
    pub(super) fn record(&self, struck: impl Fn(FaultKind) -> u64, end: Option<String>) -> FaultRecord {
        let kinds = self.faults.rates().iter().map(|&(kind, chance)| {
            let struck = struck(kind);
            FaultCount { kind, chance, struck, answers: self.answers_to(kind, struck) }
        });
        FaultRecord { seed: self.faults.seed(), kinds: kinds.collect(), slow_threads: self.slow_threads, end }
    }

    fn answers_to(&self, kind: FaultKind, struck: u64) -> BTreeMap<FaultAnswer, u64> {
        let of_kind = self.answers.iter().filter(|((other, _), _)| *other == kind);
        // A message that was on its way when the pages were read was not lost, and a lost interrupt may be hidden for
        // several polls.
        let at_most = |answer, count: u64| match answer {
            FaultAnswer::ReadBack | FaultAnswer::Polled => count.min(struck),
            _ => count,
        };
        of_kind
            .map(|(&(_, answer), &count)| (answer, at_most(answer, count)))
            .filter(|&(_, count)| count > 0)
            .collect()
    }
}
