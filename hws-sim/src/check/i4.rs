//! I4: idle ⇔ no running and no pending; idle ⇒ pre_idle; count_en ⇒ running; owned ⇒ idle.

use hws_types::Rule;

use super::clause::{difference, none_of, sips_where};
use super::view::{Touched, View};
use super::violation::{Invariant, Violation};

const RULE: Rule = Rule::Scheduler7_1;

/// Idle ⇔ no running and no pending, and SIP_PENDING_MASK is PENDING_VALID.
pub(super) fn idle_is_neither_running_nor_pending(view: &View, touched: &Touched) -> Result<(), Violation> {
    let sips = touched.sips;
    let idle = sips_where(view, sips, |sip| sip.running.is_none() && sip.pending.is_none());
    let pending = sips_where(view, sips, |sip| sip.pending.is_some());
    let wrong = difference(idle, view.idle & sips);
    none_of(view, Invariant::I4, wrong, "has an idle bit that disagrees with its launches", RULE)?;
    let wrong = difference(pending, view.pending & sips);
    none_of(view, Invariant::I4, wrong, "has a pending bit that disagrees with its launches", RULE)
}

/// Idle ⇒ pre_idle.
pub(super) fn idle_is_pre_idle(view: &View, _: &Touched) -> Result<(), Violation> {
    none_of(view, Invariant::I4, view.idle - view.pre_idle, "is idle but not pre-idle", RULE)
}

/// count_en ⇒ running.
pub(super) fn counting_is_running(view: &View, touched: &Touched) -> Result<(), Violation> {
    let counting = view.count_en & touched.sips;
    let running = sips_where(view, counting, |sip| sip.running.is_some());
    none_of(view, Invariant::I4, counting - running, "counts down but runs nothing", Rule::Scheduler7_2)
}

/// Owned ⇒ idle: firmware claims idle SIPs only, and no launch takes an owned one.
pub(super) fn owned_is_idle(view: &View, _: &Touched) -> Result<(), Violation> {
    none_of(view, Invariant::I4, view.owned - view.idle, "is firmware-owned but not idle", Rule::Scheduler8_4)
}
