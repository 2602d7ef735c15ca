//! A launch that differs from the model's.

use std::fmt::{self, Display};

use hws_model::{Assumption, Choice, Way};
use hws_types::{Cycle, Rule, SipMask};

use super::{Deviation, LaunchedSips, name};
use crate::explain::at::groups;
use crate::explain::change::{StateChange, Step};
use crate::explain::deviation::settings::{Setting, settings};
use crate::explain::facts::{Facts, KernelRef};
use crate::explain::reason::{Precedence, Reason, View};
use crate::explain::state::backfill_offset;
use crate::explain::why_not::Search;
use crate::explain::words::{Sips, are};

/// The suspects that are listed.
const SHOWN: usize = 4;

/// A rule that may be applied differently, and what points at it.
struct Suspect {
    /// The lower, the more is explained by the less.
    doubt: u32,
    /// The change of state that it stands for, if it is one.
    assumption: Option<Assumption>,
    /// `None` if it is that of a register whose map cites another page.
    rule: Option<Rule>,
    text: String,
}

impl Display for Suspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " ({})", rule.section()))
    }
}

/// Doubts: a value on the edge of a comparison; a tie; a setting; a change of the kernel that is launched instead, with
/// its size; the order of the pool; the place of the kernel of the model.
const EDGE: u32 = 0;
const TIE: u32 = 1;
const SETTING: u32 = 2;
const CHANGE: u32 = 2;
const ORDER: u32 = 1000;
const PLACE: u32 = 1001;

pub(super) fn explain(view: View<'_>, rtl: Option<LaunchedSips>) -> Option<Deviation> {
    let model = view.decision.choice.as_ref();
    if model.map(LaunchedSips::from) == rtl {
        return None;
    }
    let compared = Compared { view, model, rtl };
    let mut suspects = compared.suspects();
    suspects.sort_by_key(|suspect| suspect.doubt);
    let suspects = each_once(suspects);
    let rule = match suspects.first() {
        Some(suspect) => suspect.rule,
        None => Some(compared.obstacle()?.rule()?),
    };
    let mut lines = compared.sides();
    let shown = suspects.iter().take(SHOWN);
    lines.extend(shown.map(ToString::to_string));
    Some(Deviation { rule, lines })
}

/// Without those that suspect the same change under the same rule as one before.
fn each_once(suspects: Vec<Suspect>) -> Vec<Suspect> {
    let mut kept: Vec<Suspect> = Vec::new();
    for suspect in suspects {
        let is_same = |other: &Suspect| {
            suspect.assumption.is_some()
                && (other.assumption, other.rule) == (suspect.assumption, suspect.rule)
        };
        if !kept.iter().any(is_same) {
            kept.push(suspect);
        }
    }
    kept
}

/// The launches of both sides.
struct Compared<'a> {
    view: View<'a>,
    model: Option<&'a Choice>,
    rtl: Option<LaunchedSips>,
}

impl Compared<'_> {
    /// What each side launches, and why the model does not launch what the RTL does.
    fn sides(&self) -> Vec<String> {
        let hws = self.view.hws;
        let mut lines = vec![match self.rtl {
            None => "the RTL launches nothing".to_owned(),
            Some(rtl) => format!("the RTL launches {} on {}", name(hws, rtl.entry), Sips(rtl.sips)),
        }];
        lines.push(match self.model {
            None => "the model launches nothing".to_owned(),
            Some(choice) => {
                let (kernel, sips) = (name(hws, choice.entry), Sips(choice.placement.sips()));
                format!("the model launches {kernel} on {sips}: {}", choice.way)
            }
        });
        lines.extend(
            self.obstacle().map(|reason| format!("in the model, the kernel of the RTL waits: {reason}")),
        );
        lines
    }

    /// Why the model does not launch the kernel of the RTL.
    fn obstacle(&self) -> Option<Reason> {
        let facts = Facts::of(self.view.hws, self.rtl?.entry)?;
        Some(self.view.reason(&facts)).filter(|reason| *reason != Reason::Launching)
    }

    fn suspects(&self) -> Vec<Suspect> {
        let mut suspects = self.settings();
        match (self.model, self.rtl) {
            (Some(model), Some(rtl)) if model.entry == rtl.entry => {
                suspects.push(self.other_place(model, rtl))
            }
            (Some(model), _) => {
                suspects.extend(self.longer_estimates(model));
                suspects.extend(self.order());
                suspects.extend(self.unplaced(model));
            }
            (None, _) => (),
        }
        if self.rtl.is_some_and(|rtl| self.model.is_none_or(|model| model.entry != rtl.entry)) {
            suspects.extend(self.changes());
        }
        suspects
    }

    /// Whether the model decides like the RTL under an assumption.
    fn leads(&self, assumption: Assumption) -> bool {
        self.view.hws.choose_if(&[assumption]).as_ref().map(LaunchedSips::from) == self.rtl
    }

    /// The settings with which the model does the same.
    fn settings(&self) -> Vec<Suspect> {
        let settings = settings(self.view.hws).into_iter().filter(|one| self.leads(one.assumption));
        let suspect = |one: Setting| Suspect {
            doubt: if one.is_edge { EDGE } else { SETTING },
            assumption: Some(one.assumption),
            rule: one.rule,
            text: format!("with {} the model does the same", one.text),
        };
        settings.map(suspect).collect()
    }

    /// The same kernel on other SIPs.
    fn other_place(&self, model: &Choice, rtl: LaunchedSips) -> Suspect {
        let task = self.view.task(model.entry);
        let option = task.and_then(|task| task.options.iter().find(|one| one.placement.sips() == rtl.sips));
        if let Some(option) = option {
            let text = format!("the RTL takes another option of the kernel: {}", option.way);
            return Suspect { doubt: CHANGE, assumption: None, rule: Some(Rule::Scheduler5_4), text };
        }
        let (rule, text) = self.violated(model, rtl.sips);
        Suspect { doubt: ORDER, assumption: None, rule: Some(rule), text }
    }

    /// The restriction that SIPs of the RTL violate; the order of the search if they violate none.
    fn violated(&self, model: &Choice, sips: SipMask) -> (Rule, String) {
        let masks = self.view.task(model.entry).map(|task| task.masks);
        let allowed = masks.map_or(SipMask::ALL, |masks| masks.allowed);
        let usable = masks.map_or(SipMask::ALL, |masks| masks.nonrsv | masks.backfill);
        let ready = self.view.decision.ready;
        let own = Facts::of(self.view.hws, model.entry).map_or(SipMask::EMPTY, |facts| facts.reserved);
        if !allowed.contains(sips) {
            (Rule::Scheduler5_1, format!("{} not allowed for the kernel", are(sips - allowed)))
        } else if !ready.contains(sips) {
            (Rule::Scheduler7_1, format!("{} not ready", are(sips - ready)))
        } else if own.is_empty() && !usable.contains(sips) {
            (Rule::Scheduler5_5, format!("{} reserved and not open to backfill", are(sips - usable)))
        } else {
            (Rule::Scheduler5_2, "the SIPs of the RTL are free, but the search finds others first".to_owned())
        }
    }

    /// The kernel of the model is backfilled, and would not be if its estimate were longer.
    fn longer_estimates(&self, model: &Choice) -> Option<Suspect> {
        if !matches!(model.way, Way::Backfill | Way::Mixed) {
            return None;
        }
        let (hws, entry) = (self.view.hws, model.entry);
        let from = Facts::of(hws, entry)?.est_exec_time;
        let too_long = |remain: u32| u32::try_from(i64::from(remain) - backfill_offset(hws) + 1).ok();
        let longer = groups(hws).into_iter().filter_map(|group| too_long(group.remain));
        let to = longer
            .filter(|&units| units > from)
            .filter(|&units| self.leads(Assumption::Estimate { entry, units }))
            .min()?;
        let kernel = name(hws, entry);
        let text = format!("with an estimate of {to} instead of {from} for {kernel} the model does the same");
        let doubt = if to - from == 1 { EDGE } else { SETTING };
        let assumption = Some(Assumption::Estimate { entry, units: to });
        Some(Suspect { doubt, assumption, rule: Some(Rule::Scheduler5_5), text })
    }

    /// The kernel of the RTL comes next.
    fn order(&self) -> Option<Suspect> {
        let Some(Reason::Outranked { by, because }) = self.obstacle() else { return None };
        let assumption = Assumption::Absent { entry: by.entry };
        if !self.leads(assumption) {
            return None;
        }
        let doubt = if because == Precedence::Age { TIE } else { ORDER };
        let text = format!("the kernel of the RTL has a place, too, and comes next after {by}");
        Some(Suspect { doubt, assumption: Some(assumption), rule: Some(because.rule()), text })
    }

    /// The RTL does as if the kernel of the model had no place.
    fn unplaced(&self, model: &Choice) -> Option<Suspect> {
        let kernel = KernelRef::of(self.view.hws, model.entry)?;
        let assumption = Assumption::Absent { entry: model.entry };
        self.leads(assumption).then(|| Suspect {
            doubt: PLACE,
            assumption: Some(assumption),
            rule: Some(rule_of(model.way)),
            text: format!("the RTL does as if {kernel} had no place: {}", model.way),
        })
    }

    /// The smallest changes with which the model launches the kernel of the RTL, on the same SIPs.
    fn changes(&self) -> Vec<Suspect> {
        let Some((rtl, facts)) = self.rtl.and_then(|rtl| Some((rtl, Facts::of(self.view.hws, rtl.entry)?)))
        else {
            return Vec::new();
        };
        let search = Search::new(self.view, &facts, Cycle::default()).on(rtl.sips);
        let steps = search.single_steps().into_iter();
        steps.filter_map(|step| self.change(&step)).collect()
    }

    fn change(&self, step: &Step) -> Option<Suspect> {
        // The absence of another kernel is not what an RTL gets wrong.
        if matches!(step.change, StateChange::Absent { .. }) {
            return None;
        }
        let text = format!("with {} the model does the same", step.change);
        let (doubt, assumption) = (CHANGE + step.size, step.assumption);
        Some(Suspect { doubt, assumption, rule: step.change.rule(), text })
    }
}

const fn rule_of(way: Way) -> Rule {
    match way {
        Way::Reserved | Way::AroundReservations => Rule::Scheduler5_3,
        Way::Unreserved => Rule::Scheduler5_4,
        Way::Backfill | Way::Mixed => Rule::Scheduler5_5,
    }
}
