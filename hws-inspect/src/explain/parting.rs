//! Where two runs part: the first event that differs, the first decision that differs, and why.
//!
//! Both stimuli are replayed; what is compared are the events of the HWS (interfaces.md §7), kernel by kernel: the caller says
//! which kernel of one run is which of the other. Launches of an attempt are compared by kernel, block and SIPs, not by entry,
//! kernel_seq or launch_id.
//!
//! * [`RunHistory::record`] replays a stimulus;
//! * [`part`] finds the first difference and the first decision that parts, with the state at LATCH of both runs, the reason
//!   for which each run does not do what the other one does, and the settings that lead from one decision to the other.
//!
//! Nothing is guessed: reasons are those of [`explain`](super::explain), and a setting is said to lead to a decision only if a
//! replay of the stimulus with this setting decides so.

mod align;
mod history;
mod settings;
mod side;
mod step;
#[cfg(test)]
mod tests;
mod text;

use std::io::{self, BufRead};

use hws_sim::stimulus::{Reader, StimulusError, StimulusReason};
use hws_types::Cycle;
use serde::Serialize;

use super::error::ExplainError;
use align::{Likeness, Parted, PartedDecision};
use side::Explained;
use step::{Step, What};

pub use history::{RunBar, RunHistory};
pub use settings::{SettingEffect, SettingEffects};
pub use side::{PartingAct, PartingCandidate, PartingEffect, PartingReason, PartingSide, PartingSips};
pub use step::DifferenceKind;

/// A run that is compared.
#[derive(Clone, Copy)]
pub struct ComparedRun<'a> {
    /// The name of the stimulus in errors.
    pub file: &'a str,
    /// Opens the stimulus from its beginning.
    pub open: &'a dyn Fn() -> io::Result<Box<dyn BufRead>>,
    /// The names of the kernels, by kernel_id.
    pub kernels: &'a [String],
    /// The kernel_id of the same kernel in the other run, by kernel_id.
    pub partners: &'a [Option<u32>],
}

impl ComparedRun<'_> {
    fn stimulus(&self) -> Result<Reader<Box<dyn BufRead>>, ExplainError> {
        let input = (self.open)().map_err(|error| StimulusError {
            file: self.file.to_owned(),
            line: 1,
            column: 1,
            reason: StimulusReason::Unreadable { message: error.to_string() },
        })?;
        Ok(Reader::new(self.file, input))
    }

    fn name(&self, kernel: u32) -> String {
        self.kernels.get(kernel as usize).cloned().unwrap_or_else(|| format!("kernel {kernel}"))
    }
}

/// Where two runs part. Lists of two are about the first and the second run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Parting {
    /// The events that are equal from the beginning.
    pub equal_events: usize,
    /// Cycles that these events are later in the second run.
    pub later: i64,
    /// The end of a stimulus that is cut: later events are not compared.
    pub cut: Option<Cycle>,
    /// The first difference; `None` if all events are equal.
    pub first: Option<FirstDifference>,
    /// The first decision that parts; `None` if all decisions about kernels of both runs are equal.
    pub decision: Option<PartingDecision>,
}

/// The first difference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FirstDifference {
    /// Where it begins.
    pub kind: DifferenceKind,
    /// The events: one, or one of each run if both are at the same time.
    pub events: Vec<DifferentEvent>,
}

/// An event that the other run does not have at this time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DifferentEvent {
    /// The run that has it: 1 or 2.
    pub run: usize,
    /// The event in words.
    pub event: String,
    /// Cycles that everything before is later in the second run.
    pub later: i64,
    /// Its cycle in each run; `None` if a run does not have it at all.
    pub cycles: [Option<Cycle>; 2],
}

/// The first decision that parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartingDecision {
    /// The decision in each run.
    pub sides: [PartingSide; 2],
    /// What the settings that differ have to do with it.
    pub settings: SettingEffects,
}

/// Compares two runs with their histories. `same_sips`: a SIP of one run is that of the same number in the other one, as on
/// machines of one topology.
///
/// # Errors
/// [`ExplainError`]: a stimulus cannot be read a second time.
pub fn part(
    runs: [&ComparedRun<'_>; 2],
    histories: [&RunHistory; 2],
    same_sips: bool,
) -> Result<Parting, ExplainError> {
    let likeness = Likeness { to_b: runs[0].partners, to_a: runs[1].partners, same_sips };
    let (parted, later) = align::first(histories, &likeness);
    let cut = histories.iter().filter(|history| history.cut.is_some()).map(|history| history.end).min();
    let Some(parted) = parted else {
        let equal_events = histories[0].steps.len().min(histories[1].steps.len());
        return Ok(Parting { equal_events, later, cut, first: None, decision: None });
    };
    let equal_events = parted.equal;
    let place = match parted.kind {
        DifferenceKind::Decision => Some(align::of_difference(&parted, histories)),
        // With other times of blocks, decisions at other times are to be expected.
        DifferenceKind::Completion => align::in_order(histories, &likeness, later, false),
        _ => align::in_order(histories, &likeness, later, true),
    };
    let decision = place.map(|place| decision(runs, histories, &place, later)).transpose()?;
    let first = Some(difference(runs, histories, &parted));
    Ok(Parting { equal_events, later, cut, first, decision })
}

fn decision(
    runs: [&ComparedRun<'_>; 2],
    histories: [&RunHistory; 2],
    place: &PartedDecision,
    later: i64,
) -> Result<PartingDecision, ExplainError> {
    let a = Explained::new(runs[0], histories[0], place, 0)?;
    let b = Explained::new(runs[1], histories[1], place, 1)?;
    let in_other = |of: &Explained<'_>, run: &ComparedRun<'_>| -> Vec<(PartingAct, u32)> {
        let partner = |kernel: u32| run.partners.get(kernel as usize).copied().flatten();
        of.acts().into_iter().filter_map(|(act, kernel)| Some((act, partner(kernel)?))).collect()
    };
    let sides = [a.side(&in_other(&b, runs[1])), b.side(&in_other(&a, runs[0]))];
    Ok(PartingDecision { sides, settings: settings::effects(runs, histories, place, later) })
}

fn difference(runs: [&ComparedRun<'_>; 2], histories: [&RunHistory; 2], parted: &Parted) -> FirstDifference {
    let event = |side: usize| {
        let step = parted.steps[side].filter(|step| step.what.kind() == parted.kind)?;
        let there = align::of_b(step.what, runs[side].partners).and_then(|what| {
            let behind = histories[1 - side].steps.get(parted.equal..).unwrap_or_default();
            behind.iter().find(|other| other.what == what).map(|other| other.at)
        });
        let mut cycles = [Some(step.at), there];
        if side == 1 {
            cycles.swap(0, 1);
        }
        Some(DifferentEvent { later: parted.later, run: side + 1, event: told(runs[side], &step), cycles })
    };
    FirstDifference { kind: parted.kind, events: [0, 1].into_iter().filter_map(event).collect() }
}

/// A step in words.
fn told(run: &ComparedRun<'_>, step: &Step) -> String {
    let name = |kernel| run.name(kernel);
    match step.what {
        What::Command(kind) => format!("firmware's command {}", kind.name()),
        What::Admit { kernel } => format!("{} is admitted", name(kernel)),
        What::Commit { launched: true } => "an attempt launches a kernel".to_owned(),
        What::Commit { launched: false } => "an attempt ends without a launch".to_owned(),
        What::Launch { kernel, block, sips } => text::launched(&name(kernel), block, sips),
        What::Promote { kernel, sips } => text::promoted(&name(kernel), sips),
        What::Cancel { kernel, sips } => text::cancelled(&name(kernel), sips),
        What::Complete { kernel, block, sip } => {
            format!("{} block {block} completes on SIP {}", name(kernel), sip.get())
        }
        What::Error(bit) => format!("ERR_STATUS.{}", bit.name()),
        What::Reset => "a soft reset".to_owned(),
    }
}
