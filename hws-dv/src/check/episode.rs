//! Differences after which a comparison goes on: known ones, and as many unknown ones as are wanted.

use std::fmt;

use hws_types::Rule;

use crate::diff::{Skip, Waiver, WaiverUse};
use crate::lockstep::Divergence;
use crate::pattern::fits;

/// A difference, and where the comparison went on after it.
#[derive(Clone, Debug)]
pub struct Episode {
    /// The difference.
    pub divergence: Box<Divergence>,
    /// The waivers that cover it, as places in [`DumpReport::waivers`](super::DumpReport::waivers); none if it is not waived.
    pub waivers: Vec<usize>,
    /// Signals that still differed then, as known from an earlier episode: the difference may follow from theirs.
    pub beside: Vec<String>,
    /// Signals that differed, too, before everything else agreed again, and that no waiver names: whether they follow from the
    /// difference is not known.
    pub meanwhile: Vec<String>,
    /// Where the comparison went on.
    pub after: AfterEpisode,
}

/// What followed a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AfterEpisode {
    /// As many differences as were wanted.
    Enough,
    /// Model and dump had not agreed again when the dump ended.
    Unsettled,
    /// After this tick every register agreed, apart from those that differed.
    Agreed {
        /// The cycle.
        cycle: u64,
        /// The time stamp.
        time: u64,
    },
    /// The model took the state of a quiet HWS from the registers, and went on from there.
    Quiet {
        /// The cycle of the state.
        cycle: u64,
        /// The time stamp.
        time: u64,
    },
    /// A power-on reset, from which the comparison went on.
    Reset {
        /// The time stamp of the first edge in reset.
        time: u64,
    },
    /// Nothing was compared any more.
    Nothing {
        /// Why.
        reason: String,
    },
}

impl fmt::Display for AfterEpisode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Enough => f.write_str("the comparison ends there"),
            Self::Unsettled => f.write_str("nothing agreed again before the dump ended"),
            Self::Agreed { cycle, .. } => {
                write!(f, "compared again from cycle {cycle} on, where all other registers agree")
            }
            Self::Quiet { cycle, .. } => {
                write!(f, "compared again from cycle {cycle} on, where the HWS is quiet")
            }
            Self::Reset { time } => write!(f, "compared again from the power-on reset at time {time} on"),
            Self::Nothing { reason } => write!(f, "not compared any more: {reason}"),
        }
    }
}

/// Decides after which differences a comparison goes on.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The waivers, and what they have covered.
    pub waivers: Vec<WaiverUse>,
    /// The differences so far that are not waived.
    unknown: usize,
    /// The comparison ends at this one.
    most: usize,
}

/// What a judge says of a difference.
pub(crate) struct Judged {
    /// The waivers that cover it.
    pub(crate) waivers: Vec<usize>,
    pub(crate) goes_on: bool,
}

impl Judge {
    /// Creates a judge that ends the comparison at the unknown difference of this number; 0 counts as 1.
    #[must_use]
    pub fn new(waivers: &[Waiver], most: usize) -> Self {
        let unused = |waiver: &Waiver| WaiverUse { waiver: waiver.clone(), signals: Vec::new() };
        Self { waivers: waivers.iter().map(unused).collect(), unknown: 0, most: most.max(1) }
    }

    /// Whether one of these waivers still holds for a signal; without a waiver, what differs is known for good.
    pub(crate) fn still_covers(&self, waivers: &[usize], signal: &str, cycle: u64) -> bool {
        waivers.is_empty() || waivers.iter().any(|&place| names(&self.waivers[place].waiver, signal, cycle))
    }

    /// Whether any waiver names a signal at a cycle, which is then needed; its rule is not asked.
    pub(crate) fn covers(&mut self, signal: &str, cycle: u64) -> bool {
        let is_of_signals = |waiver: &Waiver| waiver.rule.is_none() || waiver.signal != "*";
        let found =
            self.waivers.iter_mut().find(|it| is_of_signals(&it.waiver) && names(&it.waiver, signal, cycle));
        found.map(|it| count(it, signal)).is_some()
    }

    pub(crate) fn judge(&mut self, divergence: &Divergence) -> Judged {
        let waivers = covering(&self.waivers, divergence);
        note(&mut self.waivers, &waivers, divergence);
        self.unknown += usize::from(waivers.is_empty());
        Judged { goes_on: !waivers.is_empty() || self.unknown < self.most, waivers }
    }
}

/// Returns the waivers that cover a difference: together they name every signal that differs, or one names its rule alone.
/// None if a signal is left.
fn covering(waivers: &[WaiverUse], divergence: &Divergence) -> Vec<usize> {
    let mut used = Vec::new();
    for difference in &divergence.differences {
        let covers =
            |it: &WaiverUse| is_covered(&it.waiver, &difference.signal, divergence.rule, divergence.cycle);
        let Some(found) = waivers.iter().position(covers) else { return Vec::new() };
        if !used.contains(&found) {
            used.push(found);
        }
    }
    used
}

fn is_covered(waiver: &Waiver, signal: &str, rule: Option<Rule>, cycle: u64) -> bool {
    names(waiver, signal, cycle) && waiver.rule.is_none_or(|wanted| rule == Some(wanted))
}

/// Whether a waiver holds for a signal at a cycle.
fn names(waiver: &Waiver, signal: &str, cycle: u64) -> bool {
    let is_then = match &waiver.when {
        None => true,
        Some((_, Skip::Cycles(first, last))) => (*first..=*last).contains(&cycle),
        // The reader of waivers refuses other windows.
        Some(_) => false,
    };
    !waiver.is_expired && is_then && fits(&waiver.signal, signal)
}

/// Notes that the waivers were needed.
fn note(waivers: &mut [WaiverUse], used: &[usize], divergence: &Divergence) {
    for difference in &divergence.differences {
        let is_of = |&&place: &&usize| fits(&waivers[place].waiver.signal, &difference.signal);
        let Some(&place) = used.iter().find(is_of) else { continue };
        count(&mut waivers[place], &difference.signal);
    }
}

/// Counts a value that a waiver covers.
fn count(waiver: &mut WaiverUse, signal: &str) {
    match waiver.signals.iter_mut().find(|(name, _)| name == signal) {
        Some((_, count)) => *count += 1,
        None => waiver.signals.push((signal.to_owned(), 1)),
    }
}
