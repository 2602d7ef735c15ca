//! The history of a resource: who got it, who got it again or never gave it back.

use hws_model::{CommandKind, Event};
use hws_regs::{Decoded, RegId};
use hws_sim::check::Resource;
use hws_sim::stimulus::{Op, Operation};
use hws_types::{Cycle, Die, Rule, SipMask};

use crate::finding::FuzzFinding;
use crate::recording::{Heard, Recording};

/// The lines of a history.
const LINES: usize = 12;

/// The last lines of what happened to the resource of a finding, or in the whole HWS if it names none.
pub(crate) fn of(recording: &Recording, finding: &FuzzFinding) -> Vec<String> {
    let concerned = match finding {
        FuzzFinding::Violation(violation) => Concerned::by(violation.resource, recording),
        FuzzFinding::Panic(_) | FuzzFinding::Other { .. } => Concerned::All,
    };
    let mut lines: Vec<String> = Vec::new();
    let mut events = recording.events.iter().peekable();
    for (number, operation) in recording.operations.iter().enumerate() {
        while let Some(heard) = events.next_if(|heard| heard.operations <= number) {
            lines.extend(concerned.tell(heard));
        }
        lines.extend(concerned.tell_operation(operation));
    }
    lines.extend(events.filter_map(|heard| concerned.tell(heard)));
    lines.split_off(lines.len().saturating_sub(LINES))
}

/// What a history is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Concerned {
    Sips(SipMask),
    Launch(u32),
    Entry(u32),
    Kernel(u32),
    DagSlot(usize),
    /// All reservations.
    Reservations,
    Register(RegId),
    /// The whole HWS.
    All,
}

impl Concerned {
    fn by(resource: Resource, recording: &Recording) -> Self {
        match resource {
            Resource::Sip(sip) => Self::Sips(sip.mask()),
            Resource::Cluster(_) => Self::Reservations,
            Resource::Die(die) => Self::Sips(Die::BOTH[die % Die::COUNT].sips()),
            Resource::Launch(id) => Self::Launch(id.get()),
            Resource::Entry(entry) => Self::Entry(entry.get()),
            Resource::Kernel(seq) => Self::Kernel(seq),
            Resource::DagSlot(slot) => Self::DagSlot(slot),
            Resource::Register(register) if is_written(register, recording) => Self::Register(register),
            Resource::Register(_) | Resource::Named(_) => Self::All,
        }
    }

    /// The line about an event, if it concerns the resource.
    fn tell(self, heard: &Heard) -> Option<String> {
        let text = sentence(heard.event)?;
        let is_told = matches!(heard.event, Event::SoftReset { .. }) || self.is_touched_by(heard.event);
        is_told.then(|| line(heard.cycle, &text))
    }

    fn is_touched_by(self, event: Event) -> bool {
        match self {
            Self::Sips(sips) => sips_of(event).intersects(sips),
            Self::Launch(id) => launch_of(event) == Some(id),
            Self::Entry(entry) => entry_of(event) == Some(entry),
            Self::Kernel(seq) => kernel_of(event) == Some(seq),
            Self::DagSlot(slot) => match event {
                Event::KernelDone { dag_slot, .. } => dag_slot.map(usize::from) == Some(slot),
                Event::Command { kind, .. } => matches!(kind, CommandKind::DagInit | CommandKind::DagReset),
                _ => false,
            },
            Self::Reservations => matches!(event, Event::Promote { .. } | Event::Cancel { .. }),
            Self::Register(_) => false,
            Self::All => true,
        }
    }

    /// The line about a write that gives or takes SIPs, or sets the register concerned.
    fn tell_operation(self, operation: &Operation) -> Option<String> {
        let Op::Write { target, value } = operation.op else { return None };
        let Decoded::Register(register) = RegId::decode(target.offset()) else { return None };
        let is_told = match self {
            Self::Sips(sips) => is_ownership(register) && SipMask(value).intersects(sips),
            Self::Register(concerned) => concerned == register,
            Self::All => register == RegId::HwsCtrl,
            _ => false,
        };
        is_told.then(|| line(operation.at, &format!("write of {value:#x} to {register}")))
    }
}

fn line(cycle: Cycle, text: &str) -> String {
    format!("cycle {cycle}: {text}")
}

fn is_ownership(register: RegId) -> bool {
    matches!(register, RegId::HrmFwClaim | RegId::HrmFwRelease)
}

fn is_written(register: RegId, recording: &Recording) -> bool {
    recording.operations.iter().any(|operation| match operation.op {
        Op::Write { target, .. } => target.offset() == register.offset(),
        _ => false,
    })
}

/// The SIPs that an event concerns.
fn sips_of(event: Event) -> SipMask {
    match event {
        Event::Launch { sip_mask, .. } => sip_mask,
        Event::Promote { mask, .. } | Event::Cancel { mask, .. } => mask,
        Event::Complete { sip, .. } | Event::PreComplete { sip, .. } => sip.mask(),
        _ => SipMask::EMPTY,
    }
}

fn launch_of(event: Event) -> Option<u32> {
    match event {
        Event::Launch { launch_id, .. }
        | Event::Complete { launch_id, .. }
        | Event::PreComplete { launch_id, .. } => Some(launch_id.get()),
        _ => None,
    }
}

fn entry_of(event: Event) -> Option<u32> {
    match event {
        Event::Admit { entry, .. }
        | Event::Launch { entry, .. }
        | Event::KernelDone { entry, .. }
        | Event::Promote { entry, .. }
        | Event::Cancel { entry, .. } => Some(entry.get()),
        _ => None,
    }
}

fn kernel_of(event: Event) -> Option<u32> {
    match event {
        Event::Admit { seq, .. }
        | Event::Launch { seq, .. }
        | Event::KernelDone { seq, .. }
        | Event::Promote { seq, .. } => Some(seq),
        _ => None,
    }
}

/// An event that gives or takes something, as a sentence with its rule.
fn sentence(event: Event) -> Option<String> {
    let (text, rule) = change(event)?;
    Some(format!("{text} ({})", rule.section()))
}

/// What an event gives or takes, and the rule; `None` if it does neither.
fn change(event: Event) -> Option<(String, Rule)> {
    Some(match event {
        Event::Admit { entry, seq, .. } => {
            (format!("kernel {seq} gets entry {}", entry.get()), Rule::Scheduler2_4)
        }
        Event::Launch { entry, seq, block, launch_id, sip_mask, .. } => {
            let (entry, id) = (entry.get(), launch_id.get());
            let got = format!("launch {id} and SIPs {sip_mask}");
            (format!("block {block} of kernel {seq} in entry {entry} gets {got}"), Rule::Scheduler6_2)
        }
        Event::Complete { sip, launch_id } => {
            (format!("SIP {} completes launch {}", sip.get(), launch_id.get()), Rule::Scheduler7_3)
        }
        Event::PreComplete { sip, launch_id } => {
            (format!("SIP {} is about to complete launch {}", sip.get(), launch_id.get()), Rule::Scheduler7_3)
        }
        Event::KernelDone { entry, seq, .. } => {
            (format!("kernel {seq} gives back entry {}", entry.get()), Rule::Scheduler6_4)
        }
        Event::Promote { entry, seq, mask } => {
            (format!("kernel {seq} in entry {} reserves SIPs {mask}", entry.get()), Rule::Scheduler6_5)
        }
        Event::Cancel { entry, mask } => {
            (format!("entry {} gives back its reservation of SIPs {mask}", entry.get()), Rule::Scheduler6_6)
        }
        Event::Command { kind, result } => {
            (format!("{kind:?} is retired, result {result:#x}"), Rule::Scheduler8)
        }
        Event::SoftReset { forced: false } => ("soft reset".to_owned(), Rule::Scheduler8_5),
        Event::SoftReset { forced: true } => ("forced soft reset".to_owned(), Rule::Scheduler8_5),
        Event::Error { .. } | Event::Commit { .. } | Event::Mdma(_) | Event::Mih(_) | Event::MihDrop(_) => {
            return None;
        }
    })
}

#[cfg(test)]
mod tests {
    use hws_model::EventSink;
    use hws_sim::Observer;
    use hws_sim::check::{Invariant, Violation};
    use hws_types::{Entry, LaunchId, Sip, TaskIds};

    use super::*;

    fn launch(recording: &mut Recording, cycle: u64, block: u16, id: u32, sips: u32) {
        let (entry, launch_id) = (Entry::wrapping(3), LaunchId::wrapping(id));
        let (pool, sip_mask) = (hws_model::Pool::P, SipMask(sips));
        recording.event(Cycle(cycle), Event::Launch { entry, seq: 7, pool, block, launch_id, sip_mask });
    }

    fn write(recording: &mut Recording, cycle: u64, register: RegId, value: u32) {
        recording.operation(Cycle(cycle), &Op::Write { target: register.into(), value });
    }

    fn recording() -> Recording {
        let mut recording = Recording::default();
        write(&mut recording, 1, RegId::Promote, 9);
        launch(&mut recording, 50, 0, 5, 0xF0);
        write(&mut recording, 60, RegId::HrmFwClaim, 0x10);
        launch(&mut recording, 70, 1, 6, 0x0F);
        let complete = Event::Complete { sip: Sip::wrapping(4), launch_id: LaunchId::wrapping(5) };
        recording.event(Cycle(80), complete);
        let ids = TaskIds::default();
        recording.event(Cycle(90), Event::Error { bit: hws_model::ErrorBit::Bus, ids });
        recording
    }

    fn told(resource: Resource) -> Vec<String> {
        let (invariant, cycle, how) = (Invariant::I1, Cycle(90), String::new());
        let violation =
            Violation { invariant, cycle, resource, how, since: None, line: None, rule: Rule::Scheduler7 };
        of(&recording(), &FuzzFinding::Violation(violation))
    }

    const FIRST: &str = "cycle 50: block 0 of kernel 7 in entry 3 gets launch 5 and SIPs 0x000000f0 (§6.2)";
    const SECOND: &str = "cycle 70: block 1 of kernel 7 in entry 3 gets launch 6 and SIPs 0x0000000f (§6.2)";
    const CLAIM: &str = "cycle 60: write of 0x10 to HRM_FW_CLAIM";
    const END: &str = "cycle 80: SIP 4 completes launch 5 (§7.3)";

    #[test]
    fn a_history_tells_only_what_concerns_its_resource() {
        assert_eq!(told(Resource::Sip(Sip::wrapping(4))), [FIRST, CLAIM, END]);
        assert_eq!(told(Resource::Sip(Sip::wrapping(0))), [SECOND]);
        assert_eq!(told(Resource::Launch(LaunchId::wrapping(5))), [FIRST, END]);
        assert_eq!(told(Resource::Entry(Entry::wrapping(3))), [FIRST, SECOND]);
        assert_eq!(told(Resource::Register(RegId::Promote)), ["cycle 1: write of 0x9 to PROMOTE"]);
        assert_eq!(told(Resource::Kernel(8)), [""; 0]);
        assert_eq!(told(Resource::Named("the loader")), [FIRST, SECOND, END]);
    }

    #[test]
    fn of_a_long_history_the_end_is_told() {
        let mut recording = Recording::default();
        (0..100).for_each(|cycle| launch(&mut recording, cycle, 0, 5, 1));
        let lines = of(&recording, &FuzzFinding::Panic(String::new()));
        assert_eq!(lines.len(), LINES);
        assert!(lines[LINES - 1].starts_with("cycle 99: "));
    }
}
