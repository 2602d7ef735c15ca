//! Why an idle SIP is not launched on: a function of the state at LATCH and its decision.

use hws_model::Considered;
use hws_sim::free_for;
use hws_types::Sip;

use super::WhyIdle;
use crate::explain::facts::Facts;
use crate::explain::reason::View;
use crate::explain::state::NoAttempt;

/// Without an attempt, one of the conditions of LATCH does not hold.
pub(super) fn without_attempt(view: View<'_>, sip: Sip) -> WhyIdle {
    let broken = NoAttempt::of(view.hws);
    match view.keeper(sip.mask()) {
        Some(kernel) => WhyIdle::Reserved { kernel },
        None if broken.contains(&NoAttempt::Empty) => WhyIdle::NothingResident,
        None if broken.contains(&NoAttempt::Disabled) => WhyIdle::Disabled,
        None => WhyIdle::Undecided,
    }
}

/// During an attempt that saw the SIP idle.
pub(super) fn in_attempt(view: View<'_>, sip: Sip) -> WhyIdle {
    let chosen = view.decision.choice.as_ref();
    let winner = chosen.and_then(|choice| view.kernel(choice.entry));
    let is_on_it = chosen.is_some_and(|choice| choice.placement.sips().contains(sip.mask()));
    match (winner.filter(|_| is_on_it), view.keeper(sip.mask())) {
        (Some(kernel), _) => WhyIdle::Launching { kernel },
        (None, Some(kernel)) => WhyIdle::Reserved { kernel },
        (None, None) if view.decision.tasks.is_empty() => WhyIdle::NothingToLaunch,
        (None, None) => unused(view, sip),
    }
}

/// Kernels compete, and none takes the SIP.
fn unused(view: View<'_>, sip: Sip) -> WhyIdle {
    let tasks = || view.decision.tasks.iter();
    let first = |is_it: &dyn Fn(&Considered) -> bool| {
        tasks().find(|task| is_it(task)).and_then(|task| view.kernel(task.entry))
    };
    let Some(allowed) = first(&|task| task.masks.allowed.contains(sip.mask())) else {
        return WhyIdle::NotAllowed;
    };
    if first(&|task| task.masks.usable.contains(sip.mask())).is_none() {
        return WhyIdle::SecondResources;
    }
    let winner = view.decision.choice.as_ref().and_then(|choice| view.kernel(choice.entry));
    match winner.filter(|_| tasks().any(|task| has_place(view, task, sip))) {
        Some(kernel) => WhyIdle::OtherFirst { kernel },
        None => WhyIdle::NoPlace { kernel: allowed },
    }
}

/// Whether the task has an aligned place with the SIP.
fn has_place(view: View<'_>, task: &Considered, sip: Sip) -> bool {
    let Some(facts) = Facts::of(view.hws, task.entry) else { return false };
    let free = free_for(task.pool, &task.masks, facts.reserved);
    !task.options.is_empty() && free.blocks(facts.shape().threads).any(|block| block.contains(sip.mask()))
}
