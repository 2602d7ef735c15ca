//! The injected faults of a run, and what Amos did.

use schemars::JsonSchema;
use serde::Serialize;

use crate::run::{FaultAnswer, FaultCount, FaultRecord};

/// The injected faults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultsReport {
    /// The seed of their occasions.
    pub seed: u64,
    /// Each kind that was to be injected.
    pub kinds: Vec<FaultReport>,
    /// Threads that were started again because they took far longer than estimated, without a fault.
    pub slow_threads: u64,
    /// Why Amos could not go on; null if it could.
    pub end: Option<String>,
}

/// A kind of fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultReport {
    /// The kind, as `--inject` names it.
    pub fault: &'static str,
    /// Its rate, as `--inject` takes it.
    pub rate: String,
    /// How often it struck.
    pub struck: u64,
    /// How often it had no effect that Amos had to act upon.
    pub needed_nothing: u64,
    /// What Amos did.
    pub answers: FaultAnswersReport,
}

/// What Amos did about the faults of one kind, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultAnswersReport {
    /// Made the access again.
    pub repeated: u64,
    /// Found out from the registers whether the access had taken effect.
    pub settled: u64,
    /// Found what a message had said on the RS and LAUNCH pages.
    pub read_back: u64,
    /// Ignored a message whose content it knew.
    pub ignored: u64,
    /// Found the cause of an interrupt when it polled IRQ_STATUS.
    pub polled: u64,
    /// Cleared the error of a report that the HWS refused.
    pub cleared: u64,
    /// Let the HWS read live words again.
    pub refreshed: u64,
    /// Reset a SIP and started its thread again.
    pub restarted: u64,
    /// Let a kernel be pushed again.
    pub pushed_again: u64,
    /// Took a SIP out of every SIP_USAGE_MASK.
    pub closed: u64,
    /// Gave up a kernel, and what depends on it.
    pub given_up: u64,
}

impl FaultsReport {
    pub(super) fn new(record: &FaultRecord) -> Self {
        Self {
            seed: record.seed,
            kinds: record.kinds.iter().map(FaultReport::new).collect(),
            slow_threads: record.slow_threads,
            end: record.end.clone(),
        }
    }
}

impl FaultReport {
    fn new(count: &FaultCount) -> Self {
        Self {
            fault: count.kind.name(),
            rate: count.chance.to_string(),
            struck: count.struck,
            needed_nothing: count.needed_nothing(),
            answers: FaultAnswersReport::new(|answer| count.answers.get(&answer).copied().unwrap_or(0)),
        }
    }

    /// Returns what Amos did, in words.
    #[must_use]
    pub fn in_words(&self) -> String {
        let counts = FaultAnswer::ALL.into_iter().map(|answer| (answer, self.answers.count(answer)));
        let done = counts.filter(|&(_, count)| count > 0).map(|(answer, count)| answer.in_words(count));
        let rest = (self.needed_nothing > 0).then(|| format!("{} needed nothing", self.needed_nothing));
        let all: Vec<String> = done.chain(rest).collect();
        if all.is_empty() { "-".to_owned() } else { all.join(", ") }
    }
}

impl FaultAnswersReport {
    fn new(count: impl Fn(FaultAnswer) -> u64) -> Self {
        Self {
            repeated: count(FaultAnswer::Repeated),
            settled: count(FaultAnswer::Settled),
            read_back: count(FaultAnswer::ReadBack),
            ignored: count(FaultAnswer::Ignored),
            polled: count(FaultAnswer::Polled),
            cleared: count(FaultAnswer::Cleared),
            refreshed: count(FaultAnswer::Refreshed),
            restarted: count(FaultAnswer::Restarted),
            pushed_again: count(FaultAnswer::PushedAgain),
            closed: count(FaultAnswer::Closed),
            given_up: count(FaultAnswer::GivenUp),
        }
    }

    const fn count(&self, answer: FaultAnswer) -> u64 {
        match answer {
            FaultAnswer::Repeated => self.repeated,
            FaultAnswer::Settled => self.settled,
            FaultAnswer::ReadBack => self.read_back,
            FaultAnswer::Ignored => self.ignored,
            FaultAnswer::Polled => self.polled,
            FaultAnswer::Cleared => self.cleared,
            FaultAnswer::Refreshed => self.refreshed,
            FaultAnswer::Restarted => self.restarted,
            FaultAnswer::PushedAgain => self.pushed_again,
            FaultAnswer::Closed => self.closed,
            FaultAnswer::GivenUp => self.given_up,
        }
    }
}
