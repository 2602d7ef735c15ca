//! Promotion: when a kernel that keeps failing gets a reservation.

use hws_regs::Promote;

use crate::{Bus, HwsDriver, InvalidArgument, Outcome};

/// One rule by which a P-task becomes an R-task (scheduler.md §6.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromotionRule {
    /// Its failed attempts have reached the threshold.
    Threshold,
    /// It is first in the pool and needs a whole cluster.
    Top1FullVg,
    /// It is first in the pool, and another kernel was launched past it.
    Top1,
    /// It is on the critical path, and a kernel that is not was launched past the first in the pool.
    OnCp,
}

/// A set of promotion rules.
///
/// ```
/// use fw_api::{PromotionRule, PromotionRules};
/// let rules = PromotionRules::NONE.with(PromotionRule::Threshold).with(PromotionRule::OnCp);
/// assert!(rules.has(PromotionRule::OnCp) && !rules.has(PromotionRule::Top1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PromotionRules {
    threshold: bool,
    top1_full_vg: bool,
    top1: bool,
    on_cp: bool,
}

impl PromotionRules {
    /// No rule: nothing is promoted.
    pub const NONE: Self = Self { threshold: false, top1_full_vg: false, top1: false, on_cp: false };

    /// Returns this set with `rule` added.
    #[must_use]
    pub const fn with(mut self, rule: PromotionRule) -> Self {
        match rule {
            PromotionRule::Threshold => self.threshold = true,
            PromotionRule::Top1FullVg => self.top1_full_vg = true,
            PromotionRule::Top1 => self.top1 = true,
            PromotionRule::OnCp => self.on_cp = true,
        }
        self
    }

    /// Returns whether `rule` is in the set.
    #[must_use]
    pub const fn has(self, rule: PromotionRule) -> bool {
        match rule {
            PromotionRule::Threshold => self.threshold,
            PromotionRule::Top1FullVg => self.top1_full_vg,
            PromotionRule::Top1 => self.top1,
            PromotionRule::OnCp => self.on_cp,
        }
    }
}

/// The contents of PROMOTE. The default is the register's reset value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PromotionPolicy {
    /// The enabled rules.
    pub rules: PromotionRules,
    /// Failed attempts for [`PromotionRule::Threshold`]; a single digit is recommended.
    pub threshold: u16,
    /// Maximum number of R-tasks at once, 1..=8. More than one can starve a cooperative kernel.
    pub r_tasks_max: u8,
    /// Under the threshold rule, try the task with the most failures first, instead of the pool's order.
    pub most_failed_first: bool,
}

impl From<Promote> for PromotionPolicy {
    fn from(word: Promote) -> Self {
        Self {
            rules: PromotionRules {
                threshold: word.rule_threshold(),
                top1_full_vg: word.rule_top1_full_vg(),
                top1: word.rule_top1(),
                on_cp: word.rule_on_cp(),
            },
            threshold: word.threshold() as u16,
            r_tasks_max: word.rtask_max() as u8,
            most_failed_first: word.most_failed_first(),
        }
    }
}

impl Default for PromotionPolicy {
    fn default() -> Self {
        Promote::default().into()
    }
}

impl PromotionPolicy {
    fn encode(&self) -> Result<Promote, InvalidArgument> {
        let (threshold, max) = (u32::from(self.threshold), u32::from(self.r_tasks_max));
        Promote::from_bits(0)
            .with_rule_threshold(self.rules.threshold)
            .with_rule_top1_full_vg(self.rules.top1_full_vg)
            .with_rule_top1(self.rules.top1)
            .with_rule_on_cp(self.rules.on_cp)
            .with_most_failed_first(self.most_failed_first)
            .with_threshold_masked(threshold)
            .with_rtask_max(max)
            .map_err(InvalidArgument::field("r_tasks_max", max))
    }
}

impl<B: Bus> HwsDriver<B> {
    /// Sets when a kernel is promoted, from the next COMMIT on. Existing reservations stay.
    ///
    /// Registers: write PROMOTE.
    ///
    /// # Errors
    /// An argument error if `r_tasks_max` is out of range; bus errors.
    #[doc(alias = "configPromotionPolicy")]
    pub fn set_promotion(&mut self, policy: &PromotionPolicy) -> Outcome<(), B> {
        self.begins("configPromotionPolicy");
        let value = policy.encode()?;
        self.write((), value)
    }
}
