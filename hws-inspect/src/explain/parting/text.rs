//! Where two runs part, as text.

use std::fmt::{self, Formatter};

use hws_model::Pool;
use hws_types::{Cycle, SipMask};

use super::side::{PartingAct, PartingCandidate, PartingEffect, PartingSide, PartingSips};
use super::{DifferenceKind, DifferentEvent, FirstDifference, Parting, PartingDecision, SettingEffects};
use crate::explain::words::{Sips, count, list};

/// The candidates that are shown.
const SHOWN: usize = 6;

pub(super) fn launched(kernel: &str, block: u16, sips: SipMask) -> String {
    format!("starts {kernel} block {block} on {}", Sips(sips))
}

pub(super) fn promoted(kernel: &str, sips: SipMask) -> String {
    format!("promotes {kernel} and reserves {}", Sips(sips))
}

pub(super) fn cancelled(kernel: &str, sips: SipMask) -> String {
    format!("cancels the reservation of {kernel} on {}", Sips(sips))
}

impl fmt::Display for PartingEffect {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Launched { kernel, block, sips } => launched(kernel, *block, *sips),
            Self::Promoted { kernel, sips } => promoted(kernel, *sips),
            Self::Cancelled { kernel, sips } => cancelled(kernel, *sips),
        })
    }
}

impl PartingAct {
    const fn verb(self) -> &'static str {
        match self {
            Self::Launch => "start",
            Self::Promote => "promote",
            Self::Cancel => "cancel the reservation of",
        }
    }
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (equal, later) = (count(self.equal_events as u64, "event"), later(self.later));
        let cut = self.cut.map_or_else(String::new, |end| format!(" up to cycle {end}"));
        let Some(first) = &self.first else {
            return writeln!(f, "the runs are equal{cut}: {equal}{later}");
        };
        writeln!(f, "equal from the beginning: {equal}{later}")?;
        if first.kind != DifferenceKind::Decision {
            write!(f, "{first}")?;
        }
        match &self.decision {
            Some(decision) => write!(f, "\n{decision}"),
            None => writeln!(
                f,
                "no decision parts{cut}: launches, promotions and cancellations have the same order"
            ),
        }
    }
}

fn later(cycles: i64) -> String {
    match cycles {
        0 => String::new(),
        1.. => format!(", {cycles} cycles later in run 2"),
        _ => format!(", {} cycles earlier in run 2", cycles.unsigned_abs()),
    }
}

impl fmt::Display for FirstDifference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let unit = match self.kind {
            DifferenceKind::Decision => "a decision of the HWS",
            DifferenceKind::Completion => "the time of a block, not a decision",
            DifferenceKind::Admission => "the arrival of a kernel, not a decision",
            DifferenceKind::Firmware => "firmware, not a decision",
            DifferenceKind::Trouble => "an error or a reset, not a decision",
        };
        writeln!(f, "first difference: {unit}")?;
        self.events.iter().try_for_each(|event| writeln!(f, "  {event}"))
    }
}

impl fmt::Display for DifferentEvent {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.cycles {
            [Some(a), Some(b)] if self.later == 0 => {
                write!(f, "{}: cycle {a} in run 1, {b} in run 2", self.event)
            }
            [Some(a), Some(b)] => {
                let expected = a.0.saturating_add_signed(self.later);
                write!(f, "{}: cycle {a} in run 1, {b} in run 2 instead of {expected}", self.event)
            }
            [Some(at), None] => write!(f, "{}: cycle {at} in run 1, never in run 2", self.event),
            [None, Some(at)] => write!(f, "{}: never in run 1, cycle {at} in run 2", self.event),
            [None, None] => f.write_str(&self.event),
        }
    }
}

impl fmt::Display for PartingDecision {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.sides;
        writeln!(f, "first decision that parts{}", both_cycles(a.cycle, b.cycle))?;
        for (run, side) in (1..).zip(&self.sides) {
            did(f, run, side)?;
        }
        writeln!(f, "why")?;
        for (run, side) in (1..).zip(&self.sides) {
            for reason in &side.instead {
                let (not, kernel, because) = (reason.not.verb(), &reason.kernel, &reason.because);
                writeln!(f, "  run {run} does not {not} {kernel}: {because}")?;
            }
        }
        self.settings.fmt(f)?;
        sips(f, a.sips, b.sips)?;
        candidates(f, a, b)
    }
}

fn both_cycles(a: Cycle, b: Cycle) -> String {
    if a == b { format!(": cycle {a}") } else { format!(": cycle {a} in run 1, {b} in run 2") }
}

fn did(f: &mut Formatter<'_>, run: usize, side: &PartingSide) -> fmt::Result {
    if !side.effects.is_empty() {
        write!(f, "  run {run} {}", list(&side.effects))?;
        let is_launch = |effect: &PartingEffect| matches!(effect, PartingEffect::Launched { .. });
        if let Some((rule, way)) = side.choice.filter(|_| side.effects.iter().any(is_launch)) {
            write!(f, ": {rule} (§5.6); {way}")?;
        }
        if let Some(rule) = side.promotion {
            write!(f, "; promoted {} (§6.5)", rule.name())?;
        }
        return writeln!(f);
    }
    match side.attempt {
        Some(attempt) => writeln!(
            f,
            "  run {run} does nothing at this time: the attempt from LATCH {} to COMMIT {}",
            attempt.latch, attempt.commit
        ),
        None => writeln!(f, "  run {run} has no attempt: {} (§3.1)", list(&side.no_attempt)),
    }
}

impl fmt::Display for SettingEffects {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for one in self.leading() {
            let [a, b] = &one.shown;
            match one.leads {
                Some([true, true]) => {
                    writeln!(
                        f,
                        "  by setting: with {b} run 1 decides like run 2, and with {a} run 2 like run 1"
                    )?;
                }
                Some([true, false]) => {
                    writeln!(f, "  by setting: with {b} instead of {a}, run 1 decides like run 2")?;
                }
                _ => writeln!(f, "  by setting: with {a} instead of {b}, run 2 decides like run 1")?,
            }
        }
        if self.leading().next().is_some() || self.settings.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = self.settings.iter().map(|one| one.setting.as_str()).collect();
        match self.together {
            Some([true, true]) => {
                writeln!(f, "  only these settings together lead to the other decision: {}", list(&names))
            }
            _ => writeln!(f, "  no setting that differs leads to the other decision here ({})", list(&names)),
        }
    }
}

/// The sets of SIPs that differ at LATCH.
fn sips(f: &mut Formatter<'_>, a: PartingSips, b: PartingSips) -> fmt::Result {
    let sets = [
        ("ready", a.ready, b.ready),
        ("idle", a.idle, b.idle),
        ("reserved", a.reserved, b.reserved),
        ("firmware's", a.owned, b.owned),
    ];
    for (name, a, b) in sets.into_iter().filter(|(_, a, b)| a != b) {
        writeln!(f, "  {name:<10} at LATCH: {} in run 1, {} in run 2", Sips(a), Sips(b))?;
    }
    Ok(())
}

/// The candidates of both runs in their order; one list if they are the same.
fn candidates(f: &mut Formatter<'_>, a: &PartingSide, b: &PartingSide) -> fmt::Result {
    if a.candidates == b.candidates {
        return listed(f, "both runs", &a.candidates);
    }
    listed(f, "run 1", &a.candidates)?;
    listed(f, "run 2", &b.candidates)
}

fn listed(f: &mut Formatter<'_>, of: &str, all: &[PartingCandidate]) -> fmt::Result {
    let shown: Vec<String> = all.iter().take(SHOWN).map(candidate).collect();
    let rest = all.len().saturating_sub(SHOWN);
    let rest = if rest > 0 { format!("; {rest} more") } else { String::new() };
    match shown.as_slice() {
        [] => writeln!(f, "  candidates of {of}: none"),
        shown => writeln!(f, "  candidates of {of}: {}{rest}", shown.join("; ")),
    }
}

fn candidate(one: &PartingCandidate) -> String {
    let pool = one.pool.map_or("", Pool::name);
    let key = match (one.online_priority, one.reserved.is_empty()) {
        (Some(online), _) => format!("online {online}"),
        (None, false) => format!("{} reserved", Sips(one.reserved)),
        (None, true) => format!("offline {}", one.offline_priority),
    };
    let place = if one.has_place { "" } else { ", no place" };
    format!("{pool} {} ({key}{place})", one.kernel)
}
