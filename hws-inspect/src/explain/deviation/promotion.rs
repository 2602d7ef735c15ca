//! A promotion that differs from the model's (scheduler.md §6.5).

use std::cmp::Ordering;

use hws_model::{Hws, Pool};
use hws_regs::Promote;
use hws_types::{Entry, Rule};

use super::{Deviation, name};
use crate::explain::at::PromotionReason;
use crate::explain::facts::{Facts, KernelRef};
use crate::explain::reason::{Precedence, View};
use crate::explain::words::count;

/// The promotions of both sides at a COMMIT.
#[derive(Clone, Copy, Debug)]
pub struct PromotionDeviation<'a> {
    /// The state at LATCH.
    pub latched: &'a Hws,
    /// PROMOTE at COMMIT.
    pub promote: Promote,
    /// Whether the launched kernel has left.
    pub has_left: bool,
    /// The kernel that the RTL has promoted.
    pub rtl: Option<Entry>,
    /// The kernel that the model has promoted.
    pub model: Option<Entry>,
}

const RULES: Rule = Rule::Scheduler6_5;

impl PromotionDeviation<'_> {
    /// `None` if both promote the same kernel, or none.
    pub(super) fn explain(&self, view: View<'_>) -> Option<Deviation> {
        if self.rtl == self.model {
            return None;
        }
        let sides = [("RTL", self.rtl), ("model", self.model)];
        let mut lines: Vec<String> =
            sides.into_iter().map(|(side, entry)| self.side(view, side, entry)).collect();
        let order = self.rtl.zip(self.model).and_then(|(rtl, model)| self.order(view, rtl, model));
        lines.extend(
            order
                .as_ref()
                .map(|(_, why)| format!("one rule holds for both; that of the model precedes: {why}")),
        );
        Some(Deviation { rule: Some(order.map_or(RULES, |(rule, _)| rule)), lines })
    }

    fn side(&self, view: View<'_>, side: &str, entry: Option<Entry>) -> String {
        let Some(entry) = entry else { return format!("the {side} promotes nothing") };
        let kernel = name(self.latched, entry);
        let passed = Facts::of(self.latched, entry).map_or(0, |facts| facts.fail_times);
        let online = view.task(entry).and_then(|task| task.online_priority);
        let online =
            online.map_or_else(|| "not in the P-pool".to_owned(), |online| format!("online {online}"));
        let rule = match self.reason(view, entry) {
            Some(rule) => rule.name(),
            None => "for which no rule of promotion holds",
        };
        format!("the {side} promotes {kernel}, {online}, passed over {}, {rule}", count(passed, "time"))
    }

    fn reason(&self, view: View<'_>, entry: Entry) -> Option<PromotionReason> {
        let kernel = KernelRef::of(self.latched, entry)?;
        PromotionReason::new(view, kernel, self.promote, self.has_left)
    }

    /// If one rule holds for both kernels, why that of the model comes first.
    fn order(&self, view: View<'_>, rtl: Entry, model: Entry) -> Option<(Rule, String)> {
        if self.reason(view, rtl)? != self.reason(view, model)? {
            return None;
        }
        let passed = |entry| Facts::of(self.latched, entry).map(|facts| facts.fail_times);
        if self.promote.most_failed_first() && passed(model) != passed(rtl) {
            return Some((RULES, format!("it was passed over more often ({})", RULES.section())));
        }
        let place = |entry| view.decision.pool(Pool::P).position(|task| task.entry == entry);
        let online = |entry| view.task(entry).and_then(|task| task.online_priority);
        match place(model)?.cmp(&place(rtl)?) {
            Ordering::Less if online(model) == online(rtl) => Some(precedence(Precedence::Age)),
            Ordering::Less => Some(precedence(Precedence::OnlinePriority)),
            _ => None,
        }
    }
}

fn precedence(because: Precedence) -> (Rule, String) {
    (because.rule(), format!("{because} ({})", because.rule().section()))
}
