//! The rule of the specification that a difference concerns, and the registers that it reads.

use hws_model::{Event, Hws};
use hws_regs::{Access, EarlyLaunchMode, EarlyMode, RegId, RegInfo};
use hws_types::{COMMAND_RULES, EventKind, Rule};

use super::ModelDifference;
use super::events::EventLog;
use super::inputs::{InputLog, LastWrites};
use crate::fields::in_fields;
use crate::lane::LaneEvent;
use crate::map::Port;

/// The rule to read first: that of the first difference. `rtl` are the events that the lanes of the dump show, `latched`
/// the state of the attempt that the tick committed.
pub(super) fn of(
    differences: &[ModelDifference],
    hws: &Hws,
    log: &EventLog,
    rtl: &[Option<LaneEvent>],
    latched: Option<&Hws>,
) -> Option<Rule> {
    let first = differences.first()?;
    if let Some(id) = first.register {
        let before = latched.map(|latched| u64::from(latched.peek(id)));
        return match id {
            RegId::RsOnlinePriority(_) => Some(of_online_priority(first, before)),
            _ => of_register(id, hws, log),
        };
    }
    if first.signal.starts_with("ev_") {
        return Some(of_events(rtl, log.lanes()));
    }
    let port = Port::ALL.iter().find(|port| port.name() == first.signal);
    Some(port.and_then(|port| port.rule()).unwrap_or(Rule::Interfaces7))
}

/// The data sheet defines a register; the rule that changes it in a tick says more where one is known.
fn of_register(id: RegId, hws: &Hws, log: &EventLog) -> Option<Rule> {
    let info: &RegInfo = id.info();
    let has = |wanted: fn(&Event) -> bool| log.iter().any(wanted);
    Some(match info.name {
        "DAG[].FINISH" if has(|event| matches!(event, Event::KernelDone { .. })) => Rule::Scheduler6_4,
        "SIP_COUNT_EN_MASK" | "SIP_REMAIN_EXEC_TIME[]" | "SIP_PRE_IDLE_MASK" | "SIP_READY_MASK"
            if log.has_report() =>
        {
            Rule::Scheduler7_3
        }
        "SIP_PRE_IDLE_MASK" | "SIP_READY_MASK" if is_estimating(hws) => Rule::Scheduler7_4,
        "SIP_LAUNCH[]" | "LAUNCH[].INFO" => Rule::Scheduler6_2,
        "RS[].FAIL" => Rule::Scheduler6_4,
        "RS[].PROGRESS" => Rule::Scheduler6_3,
        "RS[].RESERVED" => Rule::Scheduler6_6,
        "RS[].RSC_OPEN" => Rule::Scheduler9_1,
        "RS[].RSC_REQ" => Rule::Scheduler9_3,
        _ => return Rule::from_cite(info.spec),
    })
}

/// Only a task of the P-pool gets a new value: if one side keeps the old one, the sides have other P-pools.
fn of_online_priority(difference: &ModelDifference, before: Option<u64>) -> Rule {
    let is_old = |value: Option<u64>| value == before;
    if before.is_some() && is_old(difference.rtl.get()) != is_old(Some(difference.model)) {
        return Rule::Scheduler4_2;
    }
    Rule::Scheduler4_3
}

fn is_estimating(hws: &Hws) -> bool {
    EarlyLaunchMode::from_bits(hws.peek(RegId::EarlyLaunchMode)).mode() == EarlyMode::HwsEstimate
}

/// The rule of the first event that differs. Of two events of different kinds, it is that of the one that the other
/// side does not have: the other event only comes later there.
fn of_events(rtl: &[Option<LaneEvent>], model: &[LaneEvent]) -> Rule {
    let Some(first) = first_different(rtl, model) else { return Rule::Interfaces7 };
    let is_commit = |event: &LaneEvent| event.is(EventKind::Commit);
    let commits = [rtl.iter().flatten().any(is_commit), model.iter().any(is_commit)];
    let at_first = [rtl.get(first).copied().flatten(), model.get(first).copied()];
    // An attempt that ends on one side only has begun in another tick, or takes another time.
    if commits[0] != commits[1] && at_first.iter().flatten().any(is_commit) {
        return Rule::Scheduler3_1;
    }
    match (rtl.get(first).copied().flatten(), model.get(first)) {
        (Some(rtl), Some(expected)) if rtl.kind == expected.kind => of_words(&rtl, expected),
        (Some(rtl), Some(expected)) if model[first..].contains(&rtl) => of_kind(expected.kind),
        (Some(rtl), _) => of_kind(rtl.kind),
        (None, Some(expected)) => of_kind(expected.kind),
        (None, None) => Rule::Interfaces7,
    }
}

/// The place of the first event that differs; one that the dump does not show differs from none.
pub(super) fn first_different(rtl: &[Option<LaneEvent>], model: &[LaneEvent]) -> Option<usize> {
    let is_different = |at: &usize| match (rtl.get(*at), model.get(*at)) {
        (Some(Some(rtl)), Some(model)) => rtl != model,
        (rtl, model) => rtl.is_none() || model.is_none(),
    };
    (0..rtl.len().max(model.len())).find(is_different)
}

/// The rule of an event, by the first of its words that differs.
fn of_words(rtl: &LaneEvent, model: &LaneEvent) -> Rule {
    let first = rtl.words.iter().zip(&model.words).position(|(rtl, model)| rtl != model);
    match (model.kind(), first) {
        (Some(EventKind::Cmd), Some(1)) => {
            COMMAND_RULES.get(model.words[0] as usize).copied().unwrap_or(EventKind::Cmd.rule())
        }
        (Some(kind), Some(word)) => kind.fields().get(word).map_or(kind.rule(), |field| field.rule),
        _ => of_kind(model.kind),
    }
}

fn of_kind(kind: u32) -> Rule {
    EventKind::from_number(kind).map_or(Rule::Interfaces7, EventKind::rule)
}

/// The configuration that the rule reads: value, and the write that set it. State has no such write.
pub(super) fn inputs(rule: Rule, hws: &Hws, inputs: &InputLog) -> Vec<String> {
    let ids = rule.reads().iter().filter_map(|name| RegId::parse(name).ok());
    let ids = ids.filter(|id| id.info().access == Access::Rw);
    ids.map(|id| show_register(id, hws.peek(id), inputs.last_writes(id))).collect()
}

/// The value, and the write that set it; a later write that was refused explains why the value is not that one.
fn show_register(id: RegId, value: u32, writes: LastWrites) -> String {
    let since =
        writes.effective.map_or("reset value".to_owned(), |cycle| format!("written before tick {cycle}"));
    match writes.refused {
        None => format!("{id} = {value:#x} ({since})"),
        Some((cycle, refused)) => {
            let [refused, kept] = in_fields(id, [refused, value]);
            format!(
                "{id}: the write of {refused} before tick {cycle} was refused, the register keeps {kept} ({since})"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: EventKind, words: [u32; 6]) -> LaneEvent {
        LaneEvent { kind: kind.number(), words }
    }

    #[test]
    fn of_two_events_the_one_that_is_missing_or_wrong_gives_the_rule() {
        let (admit, promote) =
            (event(EventKind::Admit, [1, 2, 3, 0, 0, 0]), event(EventKind::Promote, [1, 2, 0xF0, 0, 0, 0]));
        assert_eq!(of_events(&[Some(promote), Some(admit)], &[admit]), Rule::Scheduler6_5);
        assert_eq!(of_events(&[Some(admit)], &[promote, admit]), Rule::Scheduler6_5);
        assert_eq!(of_events(&[], &[admit]), Rule::Scheduler2_3);
        assert_eq!(of_events(&[Some(admit), Some(promote)], &[admit]), Rule::Scheduler6_5);
        let elsewhere = event(EventKind::Promote, [1, 2, 0xF, 0, 0, 0]);
        assert_eq!(of_events(&[None, Some(elsewhere)], &[admit, promote]), Rule::Scheduler6_6);
    }

    #[test]
    fn an_attempt_that_ends_on_one_side_only_is_one_of_another_length() {
        let (admit, commit) = (event(EventKind::Admit, [1, 2, 3, 0, 0, 0]), |hit| {
            event(EventKind::Commit, [hit, 0, 0, 0, 0, 0])
        });
        assert_eq!(of_events(&[Some(admit), Some(commit(0))], &[admit]), Rule::Scheduler3_1);
        assert_eq!(of_events(&[], &[commit(1), admit]), Rule::Scheduler3_1);
        assert_eq!(of_events(&[Some(commit(0))], &[commit(1)]), Rule::Scheduler5_6);
        assert_eq!(of_events(&[Some(admit)], &[commit(1), admit]), Rule::Scheduler3_1);
        assert_eq!(of_events(&[Some(commit(1))], &[admit, commit(1)]), Rule::Scheduler2_3);
    }

    #[test]
    fn the_rule_of_a_launch_depends_on_what_differs() {
        let launch = |words| event(EventKind::Launch, words);
        let model = launch([1, 2, 1, 0, 4, 0xF]);
        assert_eq!(of_words(&launch([3, 4, 1, 0, 5, 0xF0]), &model), Rule::Scheduler5_6);
        assert_eq!(of_words(&launch([1, 2, 1, 0, 5, 0xF]), &model), Rule::Scheduler6_2);
        assert_eq!(of_words(&launch([1, 2, 1, 0, 4, 0xF0]), &model), Rule::Scheduler5_2);
    }

    #[test]
    fn the_rule_of_a_command_is_that_of_its_kind() {
        let command = |kind, result| event(EventKind::Cmd, [kind, result, 0, 0, 0, 0]);
        assert_eq!(of_words(&command(4, 3), &command(4, 1)), Rule::Scheduler8_4, "a claim");
        assert_eq!(of_words(&command(0, 3), &command(0, 1)), Rule::Scheduler8_1, "DAG INIT");
        assert_eq!(of_words(&command(1, 0), &command(0, 0)), Rule::Scheduler8, "another command");
    }

    #[test]
    fn every_register_that_a_rule_names_exists() {
        for rule in Rule::ALL {
            let names = rule.reads().iter().chain(rule.writes());
            for name in names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())) {
                assert!(RegId::all().any(|id| id.info().name == *name), "{rule}: {name}");
            }
        }
    }
}
