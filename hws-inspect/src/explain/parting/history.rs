//! What happened in a run, in the order of the HWS's events: recorded from a replay of its stimulus.

use std::io::BufRead;

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::params::ATTEMPT_CYCLES;
use hws_regs::{Access, Decoded, HwAccess, RegId};
use hws_sim::stimulus::{Op, Operation, Reader, StimulusError, Target};
use hws_sim::{Machine, Observer};
use hws_types::{Cycle, Entry, LaunchId, Sip, SipMask};

use super::step::{Step, What};
use crate::explain::perform;

/// A run as its stimulus replays it.
#[derive(Debug, Default)]
pub struct RunHistory {
    pub(super) steps: Vec<Step>,
    pub(super) settings: Vec<SettingWrite>,
    /// The blocks on their SIPs, in the order of their ends.
    pub bars: Vec<RunBar>,
    /// The cycle of the end.
    pub end: Cycle,
    /// The mistake in the stimulus before which the history ends.
    pub cut: Option<StimulusError>,
}

/// A part of a block on its SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunBar {
    /// kernel_id.
    pub kernel: u32,
    /// The SIP.
    pub sip: Sip,
    /// The launch, or the completion of the block before on this SIP.
    pub from: Cycle,
    /// The completion; the end of the run if there is none.
    pub to: Cycle,
}

/// A setting was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SettingWrite {
    pub(super) at: Cycle,
    pub(super) of: SettingId,
    pub(super) value: u32,
}

/// What can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SettingId {
    /// A register that the hardware only reads.
    Register(RegId),
    /// The cycles by which SIPs report their end in advance.
    PreCompleteLead,
}

impl RunHistory {
    /// Replays a stimulus. A stimulus that is cut or has a mistake gives the history up to there.
    pub fn record<R: BufRead>(stimulus: Reader<R>) -> Self {
        Self::of(stimulus)
    }

    /// Replays operations up to the first mistake.
    pub(super) fn of(operations: impl Iterator<Item = Result<Operation, StimulusError>>) -> Self {
        let mut machine = Machine::new(Hws::new(Config::default()), HistoryRecorder::default());
        let mut cut = None;
        for operation in operations {
            match operation {
                Ok(operation) => perform(&mut machine, &operation),
                Err(error) => cut = Some(error),
            }
        }
        let end = machine.cycle();
        machine.into_observer().history(end, cut)
    }

    /// The largest kernel_id.
    #[must_use]
    pub fn last_kernel(&self) -> Option<u32> {
        self.steps.iter().filter_map(|step| step.what.kernel()).max()
    }

    /// The first launch of each kernel, by kernel_id, up to that many kernels.
    #[must_use]
    pub fn first_launches(&self, kernels: usize) -> Vec<Option<Cycle>> {
        let mut launches = vec![None; kernels];
        for step in self.steps.iter().filter(|step| matches!(step.what, What::Launch { .. })) {
            let place = step.what.kernel().and_then(|kernel| launches.get_mut(kernel as usize));
            if let Some(launch @ None) = place {
                *launch = Some(step.at);
            }
        }
        launches
    }

    /// Whether an attempt ends in a cycle.
    pub(super) fn commits_at(&self, at: Cycle) -> bool {
        self.at(at).iter().any(is_commit)
    }

    /// The COMMIT closest to a cycle, less than an attempt away and behind another cycle; the cycle itself without one.
    pub(super) fn attempt_near(&self, at: Cycle, behind: Option<Cycle>) -> Cycle {
        let reach = u64::from(ATTEMPT_CYCLES) - 1;
        let from = self.steps.partition_point(|step| step.at.0 + reach < at.0);
        let near = self.steps[from..].iter().take_while(|step| step.at <= at.after(reach));
        let commits = near.filter(|step| is_commit(step) && behind.is_none_or(|behind| step.at > behind));
        commits.map(|step| step.at).min_by_key(|commit| commit.0.abs_diff(at.0)).unwrap_or(at)
    }

    /// The effects of decisions in a cycle.
    pub(super) fn effects(&self, at: Cycle) -> impl Iterator<Item = What> {
        self.at(at).iter().map(|step| step.what).filter(What::is_effect)
    }

    /// The effects of all decisions before a cycle.
    pub(super) fn effects_before(&self, at: Cycle) -> impl Iterator<Item = &Step> {
        self.steps.iter().take_while(move |step| step.at < at).filter(|step| step.what.is_effect())
    }

    /// The steps of a cycle.
    pub(super) fn at(&self, at: Cycle) -> &[Step] {
        let from = self.steps.partition_point(|step| step.at < at);
        let to = self.steps.partition_point(|step| step.at <= at);
        &self.steps[from..to]
    }
}

fn is_commit(step: &Step) -> bool {
    matches!(step.what, What::Commit { .. })
}

/// A block that was launched on a SIP.
#[derive(Clone, Copy, Debug)]
struct Launched {
    id: LaunchId,
    kernel: u32,
    block: u16,
    at: Cycle,
}

#[derive(Debug, Default)]
struct HistoryRecorder {
    history: RunHistory,
    /// The kernel in each entry.
    resident: [Option<u32>; Entry::COUNT],
    /// What each SIP runs, and what waits for its end.
    on_sip: [[Option<Launched>; 2]; Sip::COUNT],
    /// The last completion of each SIP.
    free: [Cycle; Sip::COUNT],
}

impl HistoryRecorder {
    fn history(mut self, end: Cycle, cut: Option<StimulusError>) -> RunHistory {
        for sip in Sip::all() {
            let open = self.on_sip[sip.index()].into_iter().flatten().next();
            self.history.bars.extend(open.map(|launched| self.bar(sip, launched, end)));
        }
        RunHistory { end, cut, ..self.history }
    }

    fn bar(&self, sip: Sip, launched: Launched, to: Cycle) -> RunBar {
        RunBar { kernel: launched.kernel, sip, from: launched.at.max(self.free[sip.index()]), to }
    }

    fn launch(&mut self, launched: Launched, sips: SipMask) {
        for sip in sips.iter() {
            let places = &mut self.on_sip[sip.index()];
            let place = usize::from(places[0].is_some());
            places[place] = Some(launched);
        }
    }

    /// The block whose part a SIP has completed.
    fn complete(&mut self, sip: Sip, id: LaunchId, at: Cycle) -> Option<Launched> {
        let places = &mut self.on_sip[sip.index()];
        let place = places.iter().position(|place| place.is_some_and(|launched| launched.id == id))?;
        let launched = places[place].take()?;
        if place == 0 {
            places.swap(0, 1);
        }
        let bar = self.bar(sip, launched, at);
        self.history.bars.push(bar);
        self.free[sip.index()] = at;
        Some(launched)
    }

    fn what(&mut self, at: Cycle, event: Event) -> Option<What> {
        Some(match event {
            Event::Admit { entry, kernel_id: kernel, .. } => {
                self.resident[entry.index()] = Some(kernel);
                What::Admit { kernel }
            }
            Event::Commit { launched } => What::Commit { launched },
            Event::Launch { entry, block, launch_id, sip_mask: sips, .. } => {
                let kernel = self.resident[entry.index()]?;
                self.launch(Launched { id: launch_id, kernel, block, at }, sips);
                What::Launch { kernel, block, sips }
            }
            Event::Promote { entry, mask: sips, .. } => {
                What::Promote { kernel: self.resident[entry.index()]?, sips }
            }
            Event::Cancel { entry, mask: sips } => {
                What::Cancel { kernel: self.resident[entry.index()]?, sips }
            }
            Event::Complete { sip, launch_id } => {
                let Launched { kernel, block, .. } = self.complete(sip, launch_id, at)?;
                What::Complete { kernel, block, sip }
            }
            Event::Command { kind, .. } => What::Command(kind),
            Event::Error { bit, .. } => What::Error(bit),
            Event::SoftReset { .. } => {
                self.resident = [None; Entry::COUNT];
                What::Reset
            }
            Event::Mdma(_)
            | Event::Mih(_)
            | Event::MihDrop(_)
            | Event::KernelDone { .. }
            | Event::PreComplete { .. } => return None,
        })
    }
}

impl EventSink for HistoryRecorder {
    fn event(&mut self, at: Cycle, event: Event) {
        let what = self.what(at, event);
        self.history.steps.extend(what.map(|what| Step { at, what }));
    }
}

impl Observer for HistoryRecorder {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.history.settings.extend(setting(op).map(|(of, value)| SettingWrite { at, of, value }));
    }
}

/// The setting that an operation makes.
pub(super) fn setting(op: &Op) -> Option<(SettingId, u32)> {
    match *op {
        Op::SipArray { pre_lead } => Some((SettingId::PreCompleteLead, pre_lead)),
        Op::Write { target, value } => {
            let register = match target {
                Target::Register(register) => register,
                Target::Address(offset) => match RegId::decode(offset) {
                    Decoded::Register(register) => register,
                    _ => return None,
                },
            };
            let info = register.info();
            let is_plain = info.access == Access::Rw && info.hardware == HwAccess::Reads && !info.queued;
            is_plain.then_some((SettingId::Register(register), value))
        }
        Op::Mem { .. } | Op::Read { .. } | Op::Hdr(_) | Op::End => None,
    }
}
