//! Why the HWS decided as it did: the explanation of a stimulus, as data.
//!
//! [`explain`] replays a stimulus and answers one [`Question`]:
//! * [`Question::Cycle`]: the attempt that covers a cycle, with every candidate, the choice and its rule, and for each
//!   kernel that waited, [why](Reason) and [what would have started it](WhyNot);
//! * [`Question::Kernel`]: the life of a kernel, from its push to the end of its last block;
//! * [`Question::Sip`]: what a SIP ran, and why it was idle in between.
//!
//! [`part`] compares two stimuli: where they part, and why.
//!
//! Every answer is a value that can be serialised, and whose `Display` is the text for people.
//!
//! Nothing is guessed: decisions are those of [`Hws::decide`](hws_model::Hws::decide), and a change is suggested only
//! if [`Hws::choose_if`](hws_model::Hws::choose_if) starts the kernel with it. Idle time costs nothing.

mod at;
mod change;
mod clock;
mod deviation;
mod error;
mod facts;
mod kernel;
mod parting;
mod reason;
mod sip;
mod spans;
mod state;
mod why_not;
mod words;

use std::io::BufRead;

use hws_model::{Config, Decision, Hws};
use hws_regs::Promote;
use hws_sim::stimulus::{Op, Reader};
use hws_sim::{Machine, Observer};
use hws_types::{Cycle, Entry, Sip};
use serde::Serialize;
use std::fmt;

pub use at::{
    AttemptExplanation, AttemptWindow, BackfillGroup, Cancellation, Candidate, Chosen, LaunchedBlock,
    Promotion, PromotionReason, QueuePlace,
};
pub use change::StateChange;
pub use deviation::{Deviation, LaunchedSips, PromotionDeviation};
pub use error::ExplainError;
pub use facts::{Facts, KernelRef};
pub use kernel::{BlockRecord, KernelExplanation, KernelWait, Life, Rejection, ReservationSpan};
pub use parting::{
    ComparedRun, DifferenceKind, DifferentEvent, FirstDifference, Parting, PartingAct, PartingCandidate,
    PartingDecision, PartingEffect, PartingReason, PartingSide, PartingSips, RunBar, RunHistory,
    SettingEffect, SettingEffects, part,
};
pub use reason::{Precedence, Reason};
pub use sip::{SipExplanation, SipSpan, SipTotals, SipUse, WhyIdle};
pub use state::{NoAttempt, StateFacts, backfill_offset};
pub use why_not::WhyNot;

/// What to explain, as asked: the numbers are checked against the stimulus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The attempt that covers this cycle.
    Cycle(u64),
    /// The kernel with this kernel_id.
    Kernel(u32),
    /// The SIP with this logical id.
    Sip(u32),
}

/// The answer to a [`Question`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "question", rename_all = "snake_case")]
pub enum Explanation {
    /// To [`Question::Cycle`].
    Cycle(Box<AttemptExplanation>),
    /// To [`Question::Kernel`].
    Kernel(KernelExplanation),
    /// To [`Question::Sip`].
    Sip(SipExplanation),
}

/// Replays a stimulus and answers a question about it.
///
/// ```
/// use hws_inspect::explain::{Explanation, Question, explain};
/// use hws_sim::stimulus::Reader;
///
/// let stimulus = Reader::new("idle", "{\"at\":100,\"op\":\"end\"}".as_bytes());
/// let Explanation::Cycle(answer) = explain(stimulus, Question::Cycle(7))? else { unreachable!() };
/// assert!(answer.attempt.is_none());
/// assert!(answer.to_string().contains("HWS_CTRL.ENABLE is 0"));
/// # Ok::<(), hws_inspect::explain::ExplainError>(())
/// ```
///
/// # Errors
/// [`ExplainError`]: the stimulus is malformed, or the question does not fit it.
pub fn explain<R: BufRead>(stimulus: Reader<R>, question: Question) -> Result<Explanation, ExplainError> {
    match question {
        Question::Cycle(at) => {
            at::explain(stimulus, Cycle(at)).map(|answer| Explanation::Cycle(Box::new(answer)))
        }
        Question::Kernel(id) => kernel::explain(stimulus, id).map(Explanation::Kernel),
        Question::Sip(number) => {
            let sip = Sip::new(number).ok_or(ExplainError::NoSip { sip: number })?;
            sip::explain(stimulus, sip).map(Explanation::Sip)
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle(answer) => answer.fmt(f),
            Self::Kernel(answer) => answer.fmt(f),
            Self::Sip(answer) => answer.fmt(f),
        }
    }
}

/// Returns the resident kernels, by entry, as the RS page shows them.
pub fn resident(hws: &Hws) -> impl Iterator<Item = Facts> + '_ {
    Entry::all().filter_map(move |entry| Facts::of(hws, entry))
}

/// Returns the resident kernels, by entry, each with the reason for which the attempt that would be latched now does not
/// launch it, or that it does.
#[must_use]
pub fn waiting(hws: &Hws) -> Vec<(Facts, Reason)> {
    reasons(hws, &hws.decide()).collect()
}

/// Returns why each resident kernel is not launched, in a state at LATCH with its decision.
pub fn reasons<'a>(hws: &'a Hws, decision: &'a Decision) -> impl Iterator<Item = (Facts, Reason)> + 'a {
    let view = reason::View { hws, decision };
    resident(hws).map(move |facts| {
        let reason = view.reason(&facts);
        (facts, reason)
    })
}

/// The rule by which a COMMIT promoted the kernel in an entry: the state at LATCH with its decision, PROMOTE at COMMIT, and
/// whether the launched kernel has left.
#[must_use]
pub fn promotion_reason(
    hws: &Hws,
    decision: &Decision,
    entry: Entry,
    promote: Promote,
    has_left: bool,
) -> Option<PromotionReason> {
    let kernel = KernelRef::of(hws, entry)?;
    PromotionReason::new(reason::View { hws, decision }, kernel, promote, has_left)
}

/// Replays a stimulus under an observer and returns the machine at its end.
fn replayed<R: BufRead, O: Observer>(stimulus: Reader<R>, observer: O) -> Result<Machine<O>, ExplainError> {
    let mut machine = Machine::new(Hws::new(Config::default()), observer);
    for operation in stimulus {
        perform(&mut machine, &operation?);
    }
    Ok(machine)
}

/// Performs an operation; one that is refused is part of the run.
fn perform<O: Observer>(machine: &mut Machine<O>, operation: &hws_sim::stimulus::Operation) {
    machine.advance_to(operation.at);
    if operation.op != Op::End {
        let _ = machine.apply(&operation.op);
    }
}

#[cfg(test)]
mod tests;
