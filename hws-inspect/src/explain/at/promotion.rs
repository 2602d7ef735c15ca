//! The rule by which a COMMIT promoted a kernel (scheduler.md §6.5).

use hws_model::{Decision, Pool};
use hws_regs::{Promote, SipTopology};
use serde::Serialize;

use crate::explain::facts::{Facts, KernelRef};
use crate::explain::reason::View;
use crate::explain::state::register;

/// A rule of promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PromotionReason {
    /// RULE_THRESHOLD: it was passed over THRESHOLD times.
    Threshold,
    /// RULE_TOP1_FULL_VG: it is the first P-task, and a block takes a whole cluster.
    Top1FullVg,
    /// RULE_TOP1: it is the first P-task, and another kernel was launched.
    Top1,
    /// RULE_ON_CP: it is on the critical path, and one that is not was launched.
    OnCp,
}

impl PromotionReason {
    /// The rule in a sentence.
    pub(in crate::explain) const fn name(self) -> &'static str {
        match self {
            Self::Threshold => "by RULE_THRESHOLD",
            Self::Top1FullVg => "by RULE_TOP1_FULL_VG",
            Self::Top1 => "by RULE_TOP1",
            Self::OnCp => "by RULE_ON_CP",
        }
    }

    /// The rule by which the kernel was promoted; `None` if it was not. `promote` is the register at COMMIT, `has_left`
    /// whether the launched kernel left with its launch.
    pub(in crate::explain) fn new(
        view: View<'_>,
        kernel: KernelRef,
        promote: Promote,
        has_left: bool,
    ) -> Option<Self> {
        let facts = Facts::of(view.hws, kernel.entry)?;
        let launched = view.decision.choice.as_ref();
        let by = launched.and_then(|choice| Facts::of(view.hws, choice.entry));
        let was_passed = has_left
            && launched.zip(by.as_ref()).is_some_and(|(choice, by)| match choice.pool {
                Pool::R => false,
                Pool::P => kernel.seq < by.kernel.seq,
                Pool::O => true,
            });
        let first = first_of_p_pool(view.decision);
        let is_first = first == Some(kernel.entry);
        let overtaker = by.filter(|by| {
            launched.is_some_and(|choice| choice.pool != Pool::R) && first != Some(by.kernel.entry)
        });
        let cluster = register::<SipTopology>(view.hws).cluster_sip_num();
        let rules = [
            (
                Self::Threshold,
                promote.rule_threshold() && facts.fail_times + u32::from(was_passed) >= promote.threshold(),
            ),
            (Self::Top1FullVg, promote.rule_top1_full_vg() && is_first && facts.threads == cluster),
            (Self::Top1, promote.rule_top1() && is_first && overtaker.is_some()),
            (Self::OnCp, promote.rule_on_cp() && facts.on_cp && overtaker.is_some_and(|by| !by.on_cp)),
        ];
        rules.into_iter().find(|(_, holds)| *holds).map(|(rule, _)| rule)
    }
}

fn first_of_p_pool(decision: &Decision) -> Option<hws_types::Entry> {
    decision.pool(Pool::P).next().map(|task| task.entry)
}
