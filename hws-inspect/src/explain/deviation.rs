//! Why an RTL has decided otherwise: the smallest changes of the latched state with which the model decides like it.
//!
//! A wrong decision shows as its effect only. Each change that leads to it points at the rule that the RTL may apply
//! differently: a block that is backfilled by the last unit of time at the comparison of the backfill filter, a kernel of
//! equal priority at the order of age. The suspects are ranked; none of them is a proof.

mod launch;
mod promotion;
mod settings;

use hws_model::{Choice, Hws};
use hws_types::{Entry, Rule, SipMask};

use super::facts::KernelRef;
use super::reason::View;

pub use promotion::PromotionDeviation;

/// What a COMMIT launched: the kernel's entry and the SIPs of all blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaunchedSips {
    /// The entry of the kernel.
    pub entry: Entry,
    /// The SIPs of all its blocks.
    pub sips: SipMask,
}

impl From<&Choice> for LaunchedSips {
    fn from(choice: &Choice) -> Self {
        Self { entry: choice.entry, sips: choice.placement.sips() }
    }
}

/// What leads from the decision of the model to that of the RTL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deviation {
    /// The section of the specification that is most likely applied differently; `None` if it is that of a register whose
    /// map cites another page.
    pub rule: Option<Rule>,
    /// The explanation.
    pub lines: Vec<String>,
}

impl Deviation {
    /// Explains another launch than that of the model, from the state at LATCH; `None` if the launches are equal, or
    /// nothing explains it.
    pub fn from_launch(latched: &Hws, rtl: Option<LaunchedSips>) -> Option<Self> {
        let decision = latched.decide();
        launch::explain(View { hws: latched, decision: &decision }, rtl)
    }

    /// Explains another promotion than that of the model.
    pub fn from_promotion(promotion: &PromotionDeviation<'_>) -> Option<Self> {
        let decision = promotion.latched.decide();
        promotion.explain(View { hws: promotion.latched, decision: &decision })
    }
}

/// The kernel in an entry, also if there is none.
fn name(hws: &Hws, entry: Entry) -> String {
    KernelRef::of(hws, entry)
        .map_or_else(|| format!("entry {}, which is free", entry.get()), |kernel| kernel.to_string())
}

#[cfg(test)]
mod tests;
