//! Names what a stimulus made the model do, to prove that random stimuli differ.

use std::collections::BTreeSet;

use hws_model::{CommandKind, Event, Hws, Pool};
use hws_regs::{
    DagCmdStatus, DagResult, EarlyLaunchMode, ElementIndex, LaunchInfo, Promote, RegId, RegIndex, Register,
    RsDims, RsFlags, SipLaunch, UseRsvdSipFirst, VcPoolFree,
};
use hws_sim::stimulus::Op;
use hws_types::{Entry, LaunchId, MihMessage, Notice, RawMih, Sip, SipMask};

use super::Stimulus;
use crate::log::{Log, Seen};
use crate::surroundings::Surroundings;

/// Everything that [`reached`] can report and random stimuli should reach.
#[must_use]
pub fn goals() -> BTreeSet<String> {
    let mut goals: BTreeSet<String> = GOALS.iter().map(|goal| (*goal).to_owned()).collect();
    goals.extend((0..18).map(error));
    goals
        .extend(RegId::SipTopology.info().combinations.iter().flat_map(|pairs| pairs.patterns).map(topology));
    goals.extend([1, 2, 3, 4, 6, 8, 9, 12, 16].map(threads));
    goals.extend(KINDS.map(|kind| format!("command {kind:?}")));
    let results =
        [DagResult::Ok, DagResult::TableFull, DagResult::NotFound, DagResult::Busy, DagResult::Dropped];
    goals.extend(results.map(|result| format!("DAG_CMD_STATUS {result:?}")));
    goals.extend(RULES.map(|(_, rule)| rule.to_owned()));
    goals
}

const KINDS: [CommandKind; 6] = [
    CommandKind::DagInit,
    CommandKind::DagReset,
    CommandKind::Trigger,
    CommandKind::Refresh,
    CommandKind::Claim,
    CommandKind::Release,
];

/// A rule that is on alone, as the low bits of PROMOTE.
const RULES: [(u32, &str); 4] = [
    (1, "promotion by RULE_THRESHOLD"),
    (2, "promotion by RULE_TOP1_FULL_VG"),
    (4, "promotion by RULE_TOP1"),
    (8, "promotion by RULE_ON_CP"),
];

const GOALS: &[&str] = &[
    "P launch",
    "O launch",
    "R launch on the reserved SIPs",
    "R launch elsewhere",
    "P backfill",
    "O backfill",
    "backfill inside a reservation",
    "backfill across its border",
    "backfill with USE_RSVD_SIP_FIRST",
    "backfill by a cooperative kernel",
    "early launch, SIP reports",
    "early launch, estimates",
    "cooperative launch",
    "cooperative R launch",
    "cooperative launch with L2 grants",
    "cooperative launch with VC grants",
    "cooperative launch with VC runs",
    "launch with a VC run",
    "launch without MDMA",
    "launch of a firmware task",
    "firmware task leaves with blocks left",
    "promotion with MOST_FAILED_FIRST",
    "promotion of a cooperative kernel",
    "promotion beside another R-task",
    "cancel",
    "kernel without a DAG slot done",
    "allocation-only kernel done",
    "L2 request",
    "VC request",
    "claim refused in part",
    "soft reset",
    "forced soft reset",
    "HDR push refused",
    "bus error",
];

fn error(bit: u32) -> String {
    format!("ERR_STATUS bit {bit}")
}

fn topology(pair: &u32) -> String {
    format!("launch with SIP_TOPOLOGY {pair:#x}")
}

fn threads(t: u32) -> String {
    format!("launch of {t} threads")
}

/// Runs the stimulus on the model and returns what happened, by name.
#[must_use]
pub fn reached(stimulus: &Stimulus) -> BTreeSet<String> {
    let mut surroundings: Surroundings<Hws, Log> = Surroundings::new(stimulus.config, Log::default());
    let mut found = Found::default();
    for operation in &stimulus.operations {
        while surroundings.hws().cycle() < operation.at {
            let (before, seen) = (surroundings.hws().clone(), surroundings.observer().0.len());
            surroundings.tick();
            let after = surroundings.hws();
            found.in_a_tick(&before, after, &surroundings.observer().0[seen..]);
        }
        surroundings.perform(operation);
        if operation.op != Op::End {
            let status = DagCmdStatus::from_bits(surroundings.hws().peek(RegId::DagCmdStatus));
            found.extend(status.result().map(|result| format!("DAG_CMD_STATUS {result:?}")));
        }
    }
    // Everything in ERR_STATUS was raised; bus errors are not events.
    let log = surroundings.into_observer();
    log.0.iter().for_each(|seen| found.anywhere(*seen));
    found.0
}

#[derive(Default)]
struct Found(BTreeSet<String>);

/// A launch with the states around its COMMIT.
struct Launching<'a> {
    before: &'a Hws,
    after: &'a Hws,
    entry: Entry,
    pool: Pool,
    launch_id: LaunchId,
    /// All blocks of the COMMIT.
    sips: SipMask,
}

impl Found {
    fn note(&mut self, goal: &str) {
        self.0.insert(goal.to_owned());
    }

    fn note_if(&mut self, holds: bool, goal: &str) {
        if holds {
            self.note(goal);
        }
    }

    fn extend(&mut self, goals: impl IntoIterator<Item = String>) {
        self.0.extend(goals);
    }

    /// Notes what follows from one event.
    fn anywhere(&mut self, seen: Seen) {
        match seen {
            Seen::Event(_, Event::Error { bit, .. }) => self.extend([error(bit.code().into())]),
            Seen::Event(_, Event::Cancel { .. }) => self.note("cancel"),
            Seen::Event(_, Event::Mih(raw)) => self.message(raw),
            Seen::Event(_, Event::Command { kind, .. }) => self.extend([format!("command {kind:?}")]),
            Seen::Event(_, Event::KernelDone { dag_slot: None, .. }) => {
                self.note("kernel without a DAG slot done");
            }
            Seen::Event(_, Event::SoftReset { forced: true }) => self.note("forced soft reset"),
            Seen::Event(_, Event::SoftReset { forced: false }) => self.note("soft reset"),
            Seen::HdrRefused(..) => self.note("HDR push refused"),
            Seen::BusError(..) => {
                self.note("bus error");
                self.extend([error(0)]);
            }
            _ => (),
        }
    }

    fn message(&mut self, raw: RawMih) {
        match MihMessage::decode(raw) {
            Ok(MihMessage::Notify { notice: Notice::L2AllocReq { .. }, .. }) => self.note("L2 request"),
            Ok(MihMessage::Notify { notice: Notice::VcAllocReq { .. }, .. }) => self.note("VC request"),
            _ => (),
        }
    }

    /// Notes what follows from events together with the states around their tick.
    fn in_a_tick(&mut self, before: &Hws, after: &Hws, seen: &[Seen]) {
        let launched = seen.iter().filter_map(|seen| match seen {
            Seen::Event(_, Event::Launch { sip_mask, .. }) => Some(*sip_mask),
            _ => None,
        });
        let sips = launched.fold(SipMask::EMPTY, |all, mask| all | mask);
        for event in seen {
            let Seen::Event(_, event) = event else { continue };
            match *event {
                Event::Launch { entry, pool, launch_id, .. } => {
                    self.launch(&Launching { before, after, entry, pool, launch_id, sips });
                }
                Event::Promote { entry, .. } => self.promotion(before, after, entry),
                Event::KernelDone { entry, .. } => self.kernel_done(before, after, entry, sips),
                Event::Command { kind: CommandKind::Claim, result } => {
                    let granted = after.peek(RegId::HrmFwOwned) & !before.peek(RegId::HrmFwOwned);
                    self.note_if(result != 0 && granted != 0, "claim refused in part");
                }
                _ => (),
            }
        }
    }

    fn launch(&mut self, of: &Launching<'_>) {
        let entry = RegIndex::wrapping(of.entry.get());
        let pair = of.before.peek(RegId::SipTopology);
        let t = RsDims::from_bits(of.before.peek(RegId::RsDims(entry))).thread_num();
        self.extend([topology(&pair), threads(t)]);
        let reserved = SipMask(of.before.peek(RegId::RsReserved(entry)));
        match of.pool {
            Pool::R => {
                let is_in_place = of.sips == reserved;
                self.note_if(is_in_place, "R launch on the reserved SIPs");
                self.note_if(!is_in_place, "R launch elsewhere");
            }
            Pool::P => self.note("P launch"),
            Pool::O => self.note("O launch"),
        }
        self.backfill(of);
        self.early_launch(of);
        self.resources(of);
        self.paths(of);
    }

    fn backfill(&mut self, of: &Launching<'_>) {
        let reserved = SipMask(of.before.peek(RegId::ReservedSipMask));
        if of.pool == Pool::R || !reserved.intersects(of.sips) {
            return;
        }
        self.note(if of.pool == Pool::P { "P backfill" } else { "O backfill" });
        let is_inside = reserved.contains(of.sips);
        self.note(if is_inside { "backfill inside a reservation" } else { "backfill across its border" });
        let prefers = UseRsvdSipFirst::from_bits(of.before.peek(RegId::UseRsvdSipFirst)).enable();
        self.note_if(prefers, "backfill with USE_RSVD_SIP_FIRST");
        self.note_if(flags(of.before, of.entry).coop(), "backfill by a cooperative kernel");
    }

    /// A SIP that still runs something holds the launch as pending.
    fn early_launch(&mut self, of: &Launching<'_>) {
        let holds_it = |sip: Sip| {
            let launch = SipLaunch::from_bits(of.after.peek(RegId::SipLaunch(RegIndex::wrapping(sip.get()))));
            launch.pending_valid() && launch.pending() == of.launch_id.get()
        };
        if of.sips.iter().any(holds_it) {
            let mode = EarlyLaunchMode::from_bits(of.before.peek(RegId::EarlyLaunchMode)).mode_bits();
            self.note(if mode == 0 { "early launch, SIP reports" } else { "early launch, estimates" });
        }
    }

    fn resources(&mut self, of: &Launching<'_>) {
        let flags = flags(of.before, of.entry);
        let is_on = of.before.peek(RegId::EnableSecondRscSch) == 1;
        let pools = |hws: &Hws| {
            let indices = <VcPoolFree as Register>::Index::all();
            indices.map(|index| hws.peek(VcPoolFree::id(index))).collect::<Vec<_>>()
        };
        let takes_run = pools(of.before) != pools(of.after);
        let takes_grant = is_on && flags.vc_alloc() && !takes_run;
        self.note_if(takes_run, "launch with a VC run");
        if flags.coop() {
            self.note("cooperative launch");
            self.note_if(of.pool == Pool::R, "cooperative R launch");
            self.note_if(is_on && flags.l2_alloc(), "cooperative launch with L2 grants");
            self.note_if(takes_grant, "cooperative launch with VC grants");
            self.note_if(takes_run, "cooperative launch with VC runs");
        }
    }

    fn paths(&mut self, of: &Launching<'_>) {
        let info =
            LaunchInfo::from_bits(of.after.peek(RegId::LaunchInfo(RegIndex::wrapping(of.launch_id.get()))));
        self.note_if(!info.out_mdma(), "launch without MDMA");
        self.note_if(info.src(), "launch of a firmware task");
    }

    fn promotion(&mut self, before: &Hws, after: &Hws, entry: Entry) {
        let promote = Promote::from_bits(before.peek(RegId::Promote));
        let alone = RULES.iter().find(|(rule, _)| promote.bits() & 0xF == *rule);
        self.extend(alone.map(|(_, rule)| (*rule).to_owned()));
        let by_threshold = promote.bits() & 0xF == 1;
        let most_failed = by_threshold && promote.most_failed_first();
        self.note_if(most_failed, "promotion with MOST_FAILED_FIRST");
        self.note_if(flags(before, entry).coop(), "promotion of a cooperative kernel");
        let r_tasks = Entry::all().filter(|&entry| flags(after, entry).r_flag()).count();
        self.note_if(r_tasks > 1, "promotion beside another R-task");
    }

    fn kernel_done(&mut self, before: &Hws, after: &Hws, entry: Entry, sips: SipMask) {
        let flags = flags(before, entry);
        self.note_if(!flags.sip_alloc(), "allocation-only kernel done");
        let slot = RegIndex::wrapping(flags.dag_slot());
        let finish = |hws: &Hws| hws.peek(RegId::DagFinish(slot));
        let is_unfinished = flags.src() && !sips.is_empty() && finish(before) == finish(after);
        self.note_if(is_unfinished && flags.dag_slot_valid(), "firmware task leaves with blocks left");
    }
}

fn flags(hws: &Hws, entry: Entry) -> RsFlags {
    RsFlags::from_bits(hws.peek(RegId::RsFlags(RegIndex::wrapping(entry.get()))))
}
