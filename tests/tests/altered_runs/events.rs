//! Other events in the place of those of a step.

use hws_model::{CommandKind, ErrorBit, Event, Pool};
use hws_sim::check::Invariant::{self, I2, I5, I6, I7, I8, I9, I11, I13};
use hws_types::{Entry, LaunchId, MdmaCommand, Sip, SipMask};

use super::{Alteration, Heard, messages};

pub(super) fn next_entry(entry: Entry) -> Entry {
    Entry::wrapping(entry.get() + 1)
}

pub(super) fn next_launch(id: LaunchId) -> LaunchId {
    LaunchId::wrapping(id.get() + 1)
}

/// The first SIP more or less.
pub(super) fn other_sips(mask: SipMask) -> SipMask {
    SipMask(mask.0 ^ 1)
}

fn next_sip(sip: Sip) -> Sip {
    Sip::wrapping(sip.get() + 1)
}

/// The events with one of them lost, doubled, changed, or before its predecessor.
pub(super) fn altered(heard: &Heard, is_access: bool) -> Vec<Alteration<Heard>> {
    let step = Step { heard, is_access };
    (0..heard.len()).flat_map(|at| step.alterations(at)).collect()
}

/// The events of one step.
struct Step<'a> {
    heard: &'a Heard,
    is_access: bool,
}

impl Step<'_> {
    fn alterations(&self, at: usize) -> Vec<Alteration<Heard>> {
        let (cycle, event) = self.heard[at];
        let mut all = Vec::new();
        if let Some((lost, doubled)) = self.whole(&event) {
            let (mut fewer, mut more) = (self.heard.clone(), self.heard.clone());
            fewer.remove(at);
            more.insert(at, (cycle, event));
            all.push((lost.0, lost.1, fewer));
            all.extend(doubled.map(|(name, invariants)| (name, invariants, more)));
        }
        for (name, invariants, other) in self.others(at, event) {
            let mut changed = self.heard.clone();
            changed[at].1 = other;
            all.push((name, invariants, changed));
        }
        if let Some((name, invariants)) =
            at.checked_sub(1).and_then(|before| order(&self.heard[before].1, &event))
        {
            let mut swapped = self.heard.clone();
            swapped.swap(at - 1, at);
            all.push((name, invariants, swapped));
        }
        all
    }

    /// How the loss of the event, and its repetition, are noticed. ERR_STATUS is sticky, so that only an access shows which
    /// errors there were, and a second reset has no effect.
    fn whole(&self, event: &Event) -> Option<(Noticed, Option<Noticed>)> {
        let both = |lost: Noticed, doubled: Noticed| Some((lost, Some(doubled)));
        match event {
            Event::Admit { .. } => both(("admit lost", &[I7, I9, I11]), ("admit doubled", &[I7])),
            Event::Error { .. } if !self.is_access => None,
            Event::Error { .. } => both(("error lost", &[I11]), ("error doubled", &[I11])),
            Event::Cancel { .. } => both(("cancel lost", &[I11]), ("cancel doubled", &[I11])),
            Event::Commit { .. } => both(("commit lost", &[I11]), ("commit doubled", &[I11])),
            Event::Launch { .. } => both(("launch lost", &[I8, I9, I11]), ("launch doubled", &[I7])),
            Event::Mdma(_) => both(("command lost", &[I8]), ("command doubled", &[I8])),
            Event::Mih(_) => both(("message lost", &[I7, I9]), ("message doubled", &[I7, I9])),
            Event::MihDrop(_) => both(("drop lost", &[I7, I9]), ("drop doubled", &[I7, I9])),
            Event::KernelDone { .. } => both(("done lost", &[I7, I9]), ("done doubled", &[I7, I9])),
            Event::Promote { .. } => both(("promote lost", &[I5, I11]), ("promote doubled", &[I11])),
            Event::Command { .. } => both(("retired lost", &[I11]), ("retired doubled", &[I11])),
            Event::Complete { .. } => both(("complete lost", &[I9, I11]), ("complete doubled", &[I7])),
            Event::PreComplete { .. } => {
                both(("pre-complete lost", &[I11]), ("pre-complete doubled", &[I11]))
            }
            Event::SoftReset { .. } => Some((("reset lost", &[I11]), None)),
        }
    }

    /// The event with one field changed.
    ///
    /// Left out are the ids of an error that rejects no task, RESULT of the commands that have none, and the entry where one
    /// kernel takes the place of another.
    fn others(&self, at: usize, event: Event) -> Vec<Alteration<Event>> {
        match event {
            Event::Admit { entry, seq, kernel_id } => vec![
                ("admit: seq", &[I7], Event::Admit { entry, seq: seq.wrapping_add(1), kernel_id }),
                ("admit: kernel_id", &[I7], Event::Admit { entry, seq, kernel_id: kernel_id ^ 1 }),
            ],
            Event::Error { bit, ids } if self.is_access => {
                let bit = if bit == ErrorBit::Bus { ErrorBit::TdCoop } else { ErrorBit::Bus };
                vec![("error: bit", &[I11], Event::Error { bit, ids })]
            }
            Event::Commit { launched } => {
                vec![("commit: launched", &[I11], Event::Commit { launched: !launched })]
            }
            Event::Launch { .. } => self.launches(at, event),
            Event::Mdma(command) => commands(command),
            Event::Mih(raw) => {
                let mut all = vec![("message: dropped", &[I7, I9] as &[Invariant], Event::MihDrop(raw))];
                all.extend(
                    messages::others(raw)
                        .into_iter()
                        .map(|(name, invariants, raw)| (name, invariants, Event::Mih(raw))),
                );
                all
            }
            Event::MihDrop(raw) => vec![("drop: accepted", &[I9], Event::Mih(raw))],
            Event::Promote { entry, seq, mask } => vec![
                ("promote: entry", &[I7, I11], Event::Promote { entry: next_entry(entry), seq, mask }),
                ("promote: seq", &[I7], Event::Promote { entry, seq: seq.wrapping_add(1), mask }),
                ("promote: mask", &[I7], Event::Promote { entry, seq, mask: other_sips(mask) }),
            ],
            Event::Command { kind, result } => {
                let claims = kind == CommandKind::Claim;
                let other =
                    if kind == CommandKind::Refresh { CommandKind::Claim } else { CommandKind::Refresh };
                let refused =
                    ("claim: refused", &[I11] as &[Invariant], Event::Command { kind, result: result ^ 1 });
                let of_dag = matches!(kind, CommandKind::DagInit | CommandKind::DagReset);
                let dag = (
                    "DAG command: result",
                    &[I11] as &[Invariant],
                    Event::Command { kind, result: result ^ 1 },
                );
                let mut all =
                    vec![("retired: kind", &[I11] as &[Invariant], Event::Command { kind: other, result })];
                all.extend(claims.then_some(refused));
                all.extend(of_dag.then_some(dag));
                all
            }
            Event::Complete { sip, launch_id } => vec![
                ("complete: sip", &[I7, I11], Event::Complete { sip: next_sip(sip), launch_id }),
                (
                    "complete: launch_id",
                    &[I7, I11],
                    Event::Complete { sip, launch_id: next_launch(launch_id) },
                ),
                ("complete: early", &[I7, I9], Event::PreComplete { sip, launch_id }),
            ],
            Event::PreComplete { sip, launch_id } => vec![
                ("pre-complete: sip", &[I11], Event::PreComplete { sip: next_sip(sip), launch_id }),
                (
                    "pre-complete: launch_id",
                    &[I11],
                    Event::PreComplete { sip, launch_id: next_launch(launch_id) },
                ),
            ],
            Event::Cancel { entry, mask } => vec![
                ("cancel: entry", &[I7], Event::Cancel { entry: next_entry(entry), mask }),
                ("cancel: mask", &[I7], Event::Cancel { entry, mask: other_sips(mask) }),
            ],
            Event::KernelDone { entry, seq, dag_slot } => {
                let other = dag_slot.map_or(Some(0), |slot| slot.checked_sub(1));
                vec![("done: DAG slot", &[I7], Event::KernelDone { entry, seq, dag_slot: other })]
            }
            Event::Error { .. } | Event::SoftReset { .. } => vec![],
        }
    }

    /// The pool of a COMMIT is that of its first launch.
    fn launches(&self, at: usize, event: Event) -> Vec<Alteration<Event>> {
        let Event::Launch { entry, seq, pool, block, launch_id, sip_mask } = event else { return Vec::new() };
        let is_first = !self.heard[..at].iter().any(|(_, event)| matches!(event, Event::Launch { .. }));
        let with = |entry, seq, block| Event::Launch { entry, seq, pool, block, launch_id, sip_mask };
        let on = |launch_id, sip_mask| Event::Launch { entry, seq, pool, block, launch_id, sip_mask };
        let pool = if pool == Pool::O { Pool::P } else { Pool::O };
        let from = Event::Launch { entry, seq, pool, block, launch_id, sip_mask };
        let mut all: Vec<Alteration<Event>> = vec![
            ("launch: entry", &[I2, I8, I11], with(next_entry(entry), seq, block)),
            ("launch: seq", &[I8], with(entry, seq.wrapping_add(1), block)),
            ("launch: block", &[I8], with(entry, seq, block ^ 1)),
            ("launch: launch_id", &[I8, I9, I11], on(next_launch(launch_id), sip_mask)),
            ("launch: sip_mask", &[I2], on(launch_id, other_sips(sip_mask))),
        ];
        all.extend(is_first.then_some(("launch: pool", &[I6, I11] as &[Invariant], from)));
        all
    }
}

type Noticed = (&'static str, &'static [Invariant]);

/// How the exchange of two neighbours is noticed, where their order is specified.
fn order(first: &Event, second: &Event) -> Option<Noticed> {
    match (first, second) {
        (Event::Mdma(_), Event::Mdma(_)) => Some(("a command before another", &[I8])),
        (Event::Launch { .. }, Event::Mdma(_)) => Some(("a command before its launch", &[I8])),
        (Event::Launch { .. }, Event::Mih(_)) => Some(("a message before its launch", &[I9])),
        (Event::Complete { .. }, Event::Mih(_)) => Some(("a message before its cause", &[I9])),
        (Event::Command { kind: first, .. }, Event::Command { kind: second, .. }) if first != second => {
            Some(("a retired command before another", &[I11]))
        }
        _ => None,
    }
}

fn commands(is: MdmaCommand) -> Vec<Alteration<Event>> {
    let other = |name, invariants: &'static [Invariant], command| (name, invariants, Event::Mdma(command));
    vec![
        other("command: thread_idx", &[I8], MdmaCommand { thread_idx: is.thread_idx ^ 1, ..is }),
        other("command: block_id", &[I8], MdmaCommand { block_id: is.block_id ^ 1, ..is }),
        other("command: sip", &[I8], MdmaCommand { sip: next_sip(is.sip), ..is }),
        other("command: physical_sip", &[I8], MdmaCommand { physical_sip: next_sip(is.physical_sip), ..is }),
        other("command: launch_id", &[I8], MdmaCommand { launch_id: next_launch(is.launch_id), ..is }),
        other("command: kernel_id", &[I8], MdmaCommand { kernel_id: is.kernel_id ^ 1, ..is }),
        other("command: vc_base", &[I13], MdmaCommand { edte_vc_base: is.edte_vc_base ^ 1, ..is }),
        other("command: vc_num", &[I13], MdmaCommand { edte_vc_num: is.edte_vc_num ^ 1, ..is }),
        other("command: parameters", &[I8], MdmaCommand { block_param_addr: is.block_param_addr ^ 4, ..is }),
    ]
}
