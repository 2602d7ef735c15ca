//! The settings that differ before a decision, and what each of them does to it: the stimulus of one run is replayed with
//! the writes of the other one for this setting.

use std::fmt;

use hws_regs::{Access, FieldInfo, REGISTERS};
use hws_sim::stimulus::{Op, Operation, StimulusError, Target};
use hws_types::Cycle;
use serde::Serialize;

use super::ComparedRun;
use super::align::{PartedDecision, Partners, of_b};
use super::history::{RunHistory, SettingId, SettingWrite, setting};
use super::step::What;

/// The settings that are tried one by one.
const TRIED: usize = 16;

/// A setting that differs at the decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SettingEffect {
    /// The register, or `pre_complete_lead` of the SIPs.
    pub setting: String,
    /// The value in A and in B; `None` if it was never written.
    pub values: [Option<u32>; 2],
    /// The fields that differ, with their values in A and in B.
    pub shown: [String; 2],
    /// Whether A decides like B with the value of B, after all its decisions before, and B like A with that of A; `None` if it
    /// was not tried.
    pub leads: Option<[bool; 2]>,
}

/// What the settings do.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SettingEffects {
    /// The settings that differ, in the order of their first write.
    pub settings: Vec<SettingEffect>,
    /// If none of several leads to the decision of the other run by itself: whether all of them do.
    pub together: Option<[bool; 2]>,
}

impl SettingEffects {
    /// The settings that lead by themselves to the decision of the other run, in one direction or both.
    pub fn leading(&self) -> impl Iterator<Item = &SettingEffect> {
        self.settings.iter().filter(|one| one.leads.is_some_and(|leads| leads != [false, false]))
    }
}

impl fmt::Display for SettingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Register(register) => register.fmt(f),
            Self::PreCompleteLead => f.write_str("pre_complete_lead"),
        }
    }
}

/// Tries every setting that differs before the decision.
pub(super) fn effects(
    runs: [&ComparedRun<'_>; 2],
    histories: [&RunHistory; 2],
    decision: &PartedDecision,
    later: i64,
) -> SettingEffects {
    let differing = differing(histories, decision.ask);
    let trial = Trial { runs, histories, decision, later };
    let mut settings: Vec<SettingEffect> = Vec::new();
    for (place, (id, values)) in differing.iter().enumerate() {
        let leads = (place < TRIED).then(|| trial.leads(&[*id]));
        let shown = shown(*id, *values);
        settings.push(SettingEffect { setting: id.to_string(), values: *values, shown, leads });
    }
    let all: Vec<SettingId> = differing.iter().map(|(id, _)| *id).collect();
    let found = SettingEffects { settings, together: None };
    let has_one = found.settings.iter().any(|one| one.leads == Some([true, true]));
    let together = (!has_one && all.len() > 1).then(|| trial.leads(&all));
    SettingEffects { together, ..found }
}

/// The settings whose last values before the decision differ.
fn differing(histories: [&RunHistory; 2], before: [Cycle; 2]) -> Vec<(SettingId, [Option<u32>; 2])> {
    let mut known: Vec<(SettingId, [Option<u32>; 2])> = Vec::new();
    for (side, history) in histories.into_iter().enumerate() {
        for write in history.settings.iter().filter(|write| write.at <= before[side]) {
            match known.iter_mut().find(|(id, _)| *id == write.of) {
                Some((_, values)) => values[side] = Some(write.value),
                None => {
                    let mut values = [None; 2];
                    values[side] = Some(write.value);
                    known.push((write.of, values));
                }
            }
        }
    }
    known.retain(|(id, values)| {
        let [a, b] = values.map(|value| value.unwrap_or_else(|| reset(*id)));
        a != b && !is_argument(*id)
    });
    known
}

/// The fields that differ: `PROMOTE.THRESHOLD = 4`, and `PROMOTE.THRESHOLD = 16`.
fn shown(of: SettingId, values: [Option<u32>; 2]) -> [String; 2] {
    let words = values.map(|value| value.unwrap_or_else(|| reset(of)));
    let fields = match of {
        SettingId::Register(register) => register.info().fields,
        SettingId::PreCompleteLead => &[],
    };
    if fields.len() < 2 {
        return words.map(|word| format!("{of} = {word}"));
    }
    let differs = |field: &&FieldInfo| field.extract(words[0]) != field.extract(words[1]);
    let text = |word: u32| -> Vec<String> {
        let differing = fields.iter().filter(differs);
        differing.map(|field| format!("{of}.{} = {}", field.name, field.extract(word))).collect()
    };
    words.map(|word| text(word).join(", "))
}

fn reset(of: SettingId) -> u32 {
    match of {
        SettingId::Register(register) => register.reset(),
        SettingId::PreCompleteLead => 0,
    }
}

/// The argument of a command is not a setting.
fn is_argument(of: SettingId) -> bool {
    let SettingId::Register(register) = of else { return false };
    let page = register.info().page();
    REGISTERS.iter().any(|other| other.queued && other.access == Access::Wo && other.page() == page)
}

/// Replays one run with settings of the other one.
struct Trial<'a> {
    runs: [&'a ComparedRun<'a>; 2],
    histories: [&'a RunHistory; 2],
    decision: &'a PartedDecision,
    later: i64,
}

impl Trial<'_> {
    /// Whether A decides like B with the settings of B, after the same decisions as before, and the other way round.
    fn leads(&self, settings: &[SettingId]) -> [bool; 2] {
        [0, 1].map(|side| self.leads_on(side, settings))
    }

    fn leads_on(&self, side: usize, settings: &[SettingId]) -> bool {
        let (at, other) = (self.decision.at[side], self.decision.at[1 - side]);
        let Ok(stimulus) = self.runs[side].stimulus() else { return false };
        let shift = if side == 0 { -self.later } else { self.later };
        let writes = self.histories[1 - side].settings.iter().filter(|write| settings.contains(&write.of));
        let writes =
            writes.map(|write| SettingWrite { at: Cycle(write.at.0.saturating_add_signed(shift)), ..*write });
        let changed = Changed { stimulus, writes: writes.peekable(), settings, next: None };
        let history = RunHistory::of(until(changed, at));
        // Both as A names kernels, or both as B does.
        let partners: Partners<'_> = self.runs[1 - side].partners;
        let wanted: Vec<Option<What>> =
            self.histories[1 - side].effects(other).map(|what| of_b(what, partners)).collect();
        let decides_so = history.effects(at).map(Some).eq(wanted);
        decides_so && history.effects_before(at).eq(self.histories[side].effects_before(at))
    }
}

/// The operations before a cycle, and an end that lets it pass.
pub(super) fn until(
    operations: impl Iterator<Item = Result<Operation, StimulusError>>,
    at: Cycle,
) -> impl Iterator<Item = Result<Operation, StimulusError>> {
    let is_before = move |operation: &Result<Operation, StimulusError>| {
        operation.as_ref().is_ok_and(|operation| operation.at <= at && operation.op != Op::End)
    };
    let end = Operation { at: at.after(1), op: Op::End };
    operations.take_while(is_before).chain([Ok(end)])
}

/// A stimulus without its own writes of some settings, and with others.
struct Changed<'s, S, W: Iterator<Item = SettingWrite>> {
    stimulus: S,
    writes: std::iter::Peekable<W>,
    settings: &'s [SettingId],
    next: Option<Result<Operation, StimulusError>>,
}

impl<S: Iterator<Item = Result<Operation, StimulusError>>, W: Iterator<Item = SettingWrite>> Iterator
    for Changed<'_, S, W>
{
    type Item = Result<Operation, StimulusError>;

    fn next(&mut self) -> Option<Self::Item> {
        let is_kept = |operation: &Result<Operation, StimulusError>| match operation {
            Ok(operation) => !setting(&operation.op).is_some_and(|(id, _)| self.settings.contains(&id)),
            Err(_) => true,
        };
        let next = self.next.take().or_else(|| self.stimulus.find(is_kept))?;
        let Ok(operation) = &next else { return Some(next) };
        match self.writes.next_if(|write| write.at <= operation.at) {
            Some(write) => {
                self.next = Some(next);
                Some(Ok(Operation { at: write.at, op: operation_of(&write) }))
            }
            None => Some(next),
        }
    }
}

fn operation_of(write: &SettingWrite) -> Op {
    match write.of {
        SettingId::Register(register) => Op::Write { target: Target::Register(register), value: write.value },
        SettingId::PreCompleteLead => Op::SipArray { pre_lead: write.value },
    }
}
