//! A decision as one of the runs makes it, with the names of its kernels.

use hws_model::{ChoiceRule, Pool, Way};
use hws_regs::Promote;
use hws_types::{Cycle, SipMask};
use serde::Serialize;

use super::ComparedRun;
use super::align::PartedDecision;
use super::history::RunHistory;
use super::settings::until;
use super::step::What;
use crate::explain::at::{self, AttemptExplanation, AttemptWindow, Candidate, PromotionReason};
use crate::explain::error::ExplainError;
use crate::explain::facts::KernelRef;
use crate::explain::reason::{Reason, pool_name};
use crate::explain::state::{NoAttempt, promotion};
use crate::explain::words::{Sips, count};

/// A decision in one run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartingSide {
    /// The cycle of its effects, or that in which the other run has them.
    pub cycle: Cycle,
    /// The cycle for which `hws explain --at` shows everything.
    pub explained_at: Cycle,
    /// The attempt; `None` when none is in flight.
    pub attempt: Option<AttemptWindow>,
    /// The conditions of LATCH that do not hold, without an attempt.
    pub no_attempt: Vec<NoAttempt>,
    /// What it does; empty if it does nothing.
    pub effects: Vec<PartingEffect>,
    /// The rule that selected the kernel of a launch, and how its SIPs were found.
    pub choice: Option<(ChoiceRule, Way)>,
    /// The rule of a promotion.
    pub promotion: Option<PromotionReason>,
    /// The SIPs at LATCH.
    pub sips: PartingSips,
    /// The kernels of the pools in the order of the attempt: R, P, O.
    pub candidates: Vec<PartingCandidate>,
    /// Why it does not do what the other run does, for each kernel of the other one's effects.
    pub instead: Vec<PartingReason>,
}

/// The SIPs at LATCH.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PartingSips {
    /// Those that a launch may take.
    pub ready: SipMask,
    /// The idle ones.
    pub idle: SipMask,
    /// Those that are reserved for R-tasks.
    pub reserved: SipMask,
    /// Those that firmware owns.
    pub owned: SipMask,
}

/// An effect of a decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum PartingEffect {
    /// A block was launched.
    Launched {
        /// The kernel.
        kernel: String,
        /// block_id.
        block: u16,
        /// The SIPs.
        sips: SipMask,
    },
    /// A kernel was promoted.
    Promoted {
        /// The kernel.
        kernel: String,
        /// The SIPs that are reserved for it.
        sips: SipMask,
    },
    /// A reservation was cancelled.
    Cancelled {
        /// The kernel.
        kernel: String,
        /// The SIPs that were reserved for it.
        sips: SipMask,
    },
}

/// A kernel of the pools, with the keys of its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartingCandidate {
    /// The kernel.
    pub kernel: String,
    /// Its pool.
    pub pool: Option<Pool>,
    /// Its competing priority in the P-pool.
    pub online_priority: Option<u32>,
    /// Its offline_priority.
    pub offline_priority: u32,
    /// Its estimate in time units.
    pub est_exec_time: u32,
    /// How often it was passed over.
    pub fail_times: u32,
    /// The SIPs that are reserved for it.
    pub reserved: SipMask,
    /// Whether it has a place.
    pub has_place: bool,
}

/// Why a run does not do what the other one does with a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartingReason {
    /// What it does not do.
    pub not: PartingAct,
    /// The kernel.
    pub kernel: String,
    /// The sentence.
    pub because: String,
}

/// What a decision does with a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PartingAct {
    /// It launches blocks.
    Launch,
    /// It promotes the kernel.
    Promote,
    /// It cancels its reservation.
    Cancel,
}

impl PartingAct {
    const fn of(what: &What) -> Option<Self> {
        match what {
            What::Launch { .. } => Some(Self::Launch),
            What::Promote { .. } => Some(Self::Promote),
            What::Cancel { .. } => Some(Self::Cancel),
            _ => None,
        }
    }
}

/// The explanation of a side, while the other one is not known.
pub(super) struct Explained<'a> {
    run: &'a ComparedRun<'a>,
    history: &'a RunHistory,
    at: Cycle,
    ask: Cycle,
    explanation: AttemptExplanation,
}

impl<'a> Explained<'a> {
    pub(super) fn new(
        run: &'a ComparedRun<'a>,
        history: &'a RunHistory,
        decision: &PartedDecision,
        side: usize,
    ) -> Result<Self, ExplainError> {
        let (at, ask) = (decision.at[side], decision.ask[side]);
        let explanation = at::explain_operations(until(run.stimulus()?, ask), ask)?;
        Ok(Self { run, history, at, ask, explanation })
    }

    /// What it does with which kernels, each once.
    pub(super) fn acts(&self) -> Vec<(PartingAct, u32)> {
        let mut acts = Vec::new();
        for act in self.effects().filter_map(|what| Some((PartingAct::of(&what)?, what.kernel()?))) {
            if !acts.contains(&act) {
                acts.push(act);
            }
        }
        acts
    }

    fn effects(&self) -> impl Iterator<Item = What> {
        self.history.effects(self.at)
    }

    /// The side, with the reasons why it does not do what the other one does, told with its own kernels.
    pub(super) fn side(&self, of_other: &[(PartingAct, u32)]) -> PartingSide {
        let AttemptExplanation { attempt, no_attempt, state, .. } = &self.explanation;
        let own = self.acts();
        let others = of_other.iter().filter(|act| !own.contains(act));
        PartingSide {
            cycle: self.at,
            explained_at: self.ask,
            attempt: *attempt,
            no_attempt: no_attempt.clone(),
            effects: self.effects().filter_map(|what| self.effect(what)).collect(),
            choice: self.explanation.chosen.as_ref().map(|chosen| (chosen.rule, chosen.way)),
            promotion: self.explanation.promoted.map(|promoted| promoted.rule),
            sips: PartingSips {
                ready: state.ready,
                idle: state.idle,
                reserved: state.reserved,
                owned: state.owned,
            },
            candidates: self.explanation.candidates.iter().map(|one| self.candidate(one)).collect(),
            instead: others.map(|&(act, kernel)| self.reason(act, kernel)).collect(),
        }
    }

    fn effect(&self, what: What) -> Option<PartingEffect> {
        let kernel = self.run.name(what.kernel()?);
        match what {
            What::Launch { block, sips, .. } => Some(PartingEffect::Launched { kernel, block, sips }),
            What::Promote { sips, .. } => Some(PartingEffect::Promoted { kernel, sips }),
            What::Cancel { sips, .. } => Some(PartingEffect::Cancelled { kernel, sips }),
            _ => None,
        }
    }

    fn candidate(&self, one: &Candidate) -> PartingCandidate {
        PartingCandidate {
            kernel: self.run.name(one.facts.kernel.kernel_id),
            pool: one.pool,
            online_priority: one.online_priority,
            offline_priority: one.facts.offline_priority,
            est_exec_time: one.facts.est_exec_time,
            fail_times: one.facts.fail_times,
            reserved: one.facts.reserved,
            has_place: !one.options.is_empty(),
        }
    }

    fn reason(&self, not: PartingAct, kernel: u32) -> PartingReason {
        PartingReason { not, kernel: self.run.name(kernel), because: self.because(not, kernel) }
    }

    fn because(&self, not: PartingAct, kernel: u32) -> String {
        let explanation = &self.explanation;
        let all = explanation.candidates.iter().chain(&explanation.outside);
        if let Some(found) = all.into_iter().find(|one| one.facts.kernel.kernel_id == kernel) {
            return match not {
                PartingAct::Launch => self.waits(found, explanation),
                PartingAct::Promote => unpromoted(found, explanation),
                PartingAct::Cancel if found.facts.reserved.is_empty() => {
                    "nothing is reserved for it".to_owned()
                }
                PartingAct::Cancel => {
                    format!("{} reserved for it are not stale (§6.6)", Sips(found.facts.reserved))
                }
            };
        }
        if explanation.unseen.iter().any(|unseen| unseen.kernel_id == kernel) {
            return "it was admitted after LATCH, so the attempt cannot see it (§3.1)".to_owned();
        }
        let at = self.at;
        let own = self.history.steps.iter().filter(|step| step.what.kernel() == Some(kernel));
        let admitted = own.clone().find(|step| matches!(step.what, What::Admit { .. }));
        let launched = own.clone().find(|step| matches!(step.what, What::Launch { .. }));
        match (admitted, launched) {
            (_, Some(launched)) if launched.at <= at => {
                format!("it was started before, at cycle {}", launched.at)
            }
            (Some(admitted), _) => {
                format!("it is not in the Ready Station before cycle {}", admitted.at)
            }
            (None, _) => "it never reaches the Ready Station".to_owned(),
        }
    }

    /// Why a resident kernel waits, with names instead of ids.
    fn waits(&self, one: &Candidate, explanation: &AttemptExplanation) -> String {
        let text = one.reason.to_string();
        let named = |by: KernelRef, text: String| text.replace(&by.to_string(), &self.run.name(by.kernel_id));
        let text = match one.reason {
            Reason::Reserved { by: Some(by), .. } => {
                let remain = explanation.groups.iter().find(|group| group.by == Some(by));
                let needed = i64::from(one.facts.est_exec_time) + explanation.state.backfill_offset;
                let remain = remain.map_or_else(String::new, |group| {
                    format!(": {} units remain, {needed} must for a backfill", group.remain)
                });
                format!("{}{remain}", named(by, text))
            }
            Reason::Outranked { by, .. } => named(by, text),
            Reason::Launching if explanation.attempt.is_none() => {
                "it has a place, but no attempt is in flight".to_owned()
            }
            Reason::Launching => format!("the attempt launches it{}", later(explanation)),
            _ => text,
        };
        if one.facts.reserved.is_empty() {
            return text;
        }
        format!("{text}; {} reserved for it", Sips(one.facts.reserved))
    }
}

/// Why a resident kernel is not promoted: what the rules compare.
fn unpromoted(one: &Candidate, explanation: &AttemptExplanation) -> String {
    let reserved = explanation.candidates.iter().filter(|other| !other.facts.reserved.is_empty()).count();
    let passed = count(one.facts.fail_times, "time");
    let rules = promotion(Promote::from_bits(explanation.state.promote));
    let pool = one.pool.map_or("in no pool".to_owned(), |pool| format!("in the {}", pool_name(pool)));
    format!("it is {pool} and was passed over {passed}; R-tasks: {reserved}; PROMOTE: {rules} (§6.5)")
}

fn later(explanation: &AttemptExplanation) -> String {
    explanation.attempt.map_or_else(String::new, |attempt| format!(" at cycle {}", attempt.commit))
}
