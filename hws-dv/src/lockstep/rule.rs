//! The rule of the specification that a difference concerns, and the registers that it reads.

use hws_model::{Event, Hws};
use hws_regs::{EarlyLaunchMode, EarlyMode, RegId, RegInfo};

use super::ModelDifference;
use super::events::EventLog;
use super::inputs::{InputLog, LastWrites};
use crate::fields::in_fields;
use crate::lane::{COMMAND, COMMIT, LAUNCH, LaneEvent, MDMA, PROMOTE};

/// Rules of ports: the beginning of the name, and the rule.
const PORTS: [(&str, &str); 11] = [
    ("tick_busy", "scheduler.md §1.2"),
    ("bus_rdata", "registers.md §1"),
    ("bus_", "registers.md §1"),
    ("hdr_", "scheduler.md §2.1"),
    ("sm_", "interfaces.md §1"),
    ("mdma_phy", "scheduler.md §8.6"),
    ("mdma_", "interfaces.md §3"),
    ("mih_", "interfaces.md §4"),
    ("rpt_", "scheduler.md §7.3"),
    ("irq", "registers.md §5"),
    ("cycle", "scheduler.md §1.1"),
];

/// Rules of events, by the kind of lane.
const EVENTS: [&str; 13] = [
    "scheduler.md §2.3",
    "registers.md §5",
    "scheduler.md §6.6",
    "scheduler.md §5.6",
    "scheduler.md §5.6",
    "interfaces.md §3",
    "interfaces.md §4",
    "interfaces.md §4",
    "scheduler.md §6.4",
    "scheduler.md §6.5",
    "scheduler.md §8",
    "scheduler.md §7.3",
    "scheduler.md §7.3",
];

/// Rules of commands, in the order of their codes.
const COMMANDS: [&str; 6] = [
    "scheduler.md §8.1",
    "scheduler.md §8.2",
    "scheduler.md §8.3",
    "scheduler.md §8.3",
    "scheduler.md §8.4",
    "scheduler.md §8.4",
];

/// The configuration that a rule reads.
const READS: [(&str, &[&str]); 15] = [
    ("scheduler.md §2.1", &["HWS_WORK_MODE"]),
    ("scheduler.md §2.3", &["SIP_TOPOLOGY", "TDP_CFG", "ENABLE_SECOND_RSC_SCH"]),
    ("scheduler.md §3.1", &["HWS_CTRL"]),
    ("scheduler.md §4.2", &["P_TOP_K"]),
    ("scheduler.md §4.3", &["DYN_DAG_PRIO"]),
    ("scheduler.md §5.4", &["USE_RSVD_SIP_FIRST"]),
    ("scheduler.md §5.5", &["RSVD_SIP_BACKFILL_MARGIN_OFFSET", "PRE_IDLE_OFFSET"]),
    (
        "scheduler.md §5.6",
        &[
            "SIP_FILLUP_TASK_FIRST",
            "USE_RSVD_SIP_FIRST",
            "P_TOP_K",
            "RSVD_SIP_BACKFILL_MARGIN_OFFSET",
            "ENABLE_EARLY_LAUNCH_SIP",
            "ENABLE_SECOND_RSC_SCH",
        ],
    ),
    ("scheduler.md §6.2", &["HWS_WORK_MODE"]),
    ("scheduler.md §6.5", &["PROMOTE", "P_TOP_K", "DYN_DAG_PRIO"]),
    ("scheduler.md §7.1", &["ENABLE_EARLY_LAUNCH_SIP", "EARLY_LAUNCH_MODE"]),
    ("scheduler.md §7.2", &["LAUNCH_SIP_DELAY"]),
    ("scheduler.md §7.3", &["EARLY_LAUNCH_MODE"]),
    ("scheduler.md §7.4", &["TIME_UNIT", "EARLY_LAUNCH_MODE", "PRE_IDLE_OFFSET"]),
    ("scheduler.md §9.3", &["ENABLE_SECOND_RSC_SCH"]),
];

/// The rule to read first: that of the first difference. `rtl` are the events that the lanes of the dump show, `latched`
/// the state of the attempt that the tick committed.
pub(super) fn of(
    differences: &[ModelDifference],
    hws: &Hws,
    log: &EventLog,
    rtl: &[Option<LaneEvent>],
    latched: Option<&Hws>,
) -> &'static str {
    let Some(first) = differences.first() else { return "" };
    if let Some(id) = first.register {
        let before = latched.map(|latched| u64::from(latched.peek(id)));
        return match id {
            RegId::RsOnlinePriority(_) => of_online_priority(first, before),
            _ => of_register(id, hws, log),
        };
    }
    if first.signal.starts_with("ev_") {
        return of_events(rtl, log.lanes());
    }
    PORTS
        .iter()
        .find(|(start, _)| first.signal.starts_with(start))
        .map_or("interfaces.md §7", |(_, rule)| rule)
}

/// The data sheet defines a register; the rule that changes it in a tick says more where one is known.
fn of_register(id: RegId, hws: &Hws, log: &EventLog) -> &'static str {
    let info: &RegInfo = id.info();
    let has = |wanted: fn(&Event) -> bool| log.iter().any(wanted);
    match info.name {
        "DAG[].FINISH" if has(|event| matches!(event, Event::KernelDone { .. })) => "scheduler.md §6.4",
        "SIP_COUNT_EN_MASK" | "SIP_REMAIN_EXEC_TIME[]" | "SIP_PRE_IDLE_MASK" | "SIP_READY_MASK"
            if log.has_report() =>
        {
            "scheduler.md §7.3"
        }
        "SIP_PRE_IDLE_MASK" | "SIP_READY_MASK" if is_estimating(hws) => "scheduler.md §7.4",
        "SIP_LAUNCH[]" | "LAUNCH[].INFO" => "scheduler.md §6.2",
        "RS[].FAIL" => "scheduler.md §6.4",
        "RS[].PROGRESS" => "scheduler.md §6.3",
        "RS[].RESERVED" => "scheduler.md §6.6",
        "RS[].RSC_OPEN" => "scheduler.md §9.1",
        "RS[].RSC_REQ" => "scheduler.md §9.3",
        _ => info.spec,
    }
}

/// Only a task of the P-pool gets a new value: if one side keeps the old one, the sides have other P-pools.
fn of_online_priority(difference: &ModelDifference, before: Option<u64>) -> &'static str {
    let is_old = |value: Option<u64>| value == before;
    if before.is_some() && is_old(difference.rtl.get()) != is_old(Some(difference.model)) {
        return "scheduler.md §4.2";
    }
    "scheduler.md §4.3"
}

fn is_estimating(hws: &Hws) -> bool {
    EarlyLaunchMode::from_bits(hws.peek(RegId::EarlyLaunchMode)).mode() == EarlyMode::HwsEstimate
}

/// The rule of the first event that differs. Of two events of different kinds, it is that of the one that the other
/// side does not have: the other event only comes later there.
fn of_events(rtl: &[Option<LaneEvent>], model: &[LaneEvent]) -> &'static str {
    let Some(first) = first_different(rtl, model) else { return "interfaces.md §7" };
    let is_commit = |event: &LaneEvent| event.kind == COMMIT;
    let commits = [rtl.iter().flatten().any(is_commit), model.iter().any(is_commit)];
    let at_first = [rtl.get(first).copied().flatten(), model.get(first).copied()];
    // An attempt that ends on one side only has begun in another tick, or takes another time.
    if commits[0] != commits[1] && at_first.iter().flatten().any(is_commit) {
        return "scheduler.md §3.1";
    }
    match (rtl.get(first).copied().flatten(), model.get(first)) {
        (Some(rtl), Some(expected)) if rtl.kind == expected.kind => of_words(&rtl, expected),
        (Some(rtl), Some(expected)) if model[first..].contains(&rtl) => of_kind(expected.kind),
        (Some(rtl), _) => of_kind(rtl.kind),
        (None, Some(expected)) => of_kind(expected.kind),
        (None, None) => "interfaces.md §7",
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
fn of_words(rtl: &LaneEvent, model: &LaneEvent) -> &'static str {
    let first = rtl.words.iter().zip(&model.words).position(|(rtl, model)| rtl != model);
    match (model.kind, first) {
        (LAUNCH, Some(4)) => "scheduler.md §6.2",
        (LAUNCH, Some(5)) => "scheduler.md §5.2",
        (PROMOTE, Some(2)) => "scheduler.md §6.6",
        (MDMA, Some(1)) => "scheduler.md §8.6",
        (COMMAND, Some(1)) => COMMANDS.get(model.words[0] as usize).copied().unwrap_or(of_kind(COMMAND)),
        (kind, _) => of_kind(kind),
    }
}

fn of_kind(kind: u32) -> &'static str {
    EVENTS.get(kind as usize).copied().unwrap_or("interfaces.md §7")
}

/// The registers that the rule reads: value, and the write that set it.
pub(super) fn inputs(rule: &str, hws: &Hws, inputs: &InputLog) -> Vec<String> {
    let Some((_, names)) = READS.iter().find(|(known, _)| *known == rule) else { return Vec::new() };
    let ids = names.iter().filter_map(|name| RegId::parse(name).ok());
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

    fn event(kind: u32, words: [u32; 6]) -> LaneEvent {
        LaneEvent { kind, words }
    }

    const ADMIT: u32 = 0;

    #[test]
    fn of_two_events_the_one_that_is_missing_or_wrong_gives_the_rule() {
        let (admit, promote) = (event(ADMIT, [1, 2, 3, 0, 0, 0]), event(PROMOTE, [1, 2, 0xF0, 0, 0, 0]));
        assert_eq!(of_events(&[Some(promote), Some(admit)], &[admit]), "scheduler.md §6.5");
        assert_eq!(of_events(&[Some(admit)], &[promote, admit]), "scheduler.md §6.5");
        assert_eq!(of_events(&[], &[admit]), "scheduler.md §2.3");
        assert_eq!(of_events(&[Some(admit), Some(promote)], &[admit]), "scheduler.md §6.5");
        let elsewhere = event(PROMOTE, [1, 2, 0xF, 0, 0, 0]);
        assert_eq!(of_events(&[None, Some(elsewhere)], &[admit, promote]), "scheduler.md §6.6");
    }

    #[test]
    fn an_attempt_that_ends_on_one_side_only_is_one_of_another_length() {
        let (admit, commit) = (event(ADMIT, [1, 2, 3, 0, 0, 0]), |hit| event(COMMIT, [hit, 0, 0, 0, 0, 0]));
        assert_eq!(of_events(&[Some(admit), Some(commit(0))], &[admit]), "scheduler.md §3.1");
        assert_eq!(of_events(&[], &[commit(1), admit]), "scheduler.md §3.1");
        assert_eq!(of_events(&[Some(commit(0))], &[commit(1)]), "scheduler.md §5.6");
        assert_eq!(of_events(&[Some(admit)], &[commit(1), admit]), "scheduler.md §3.1");
        assert_eq!(of_events(&[Some(commit(1))], &[admit, commit(1)]), "scheduler.md §2.3");
    }

    #[test]
    fn the_rule_of_a_launch_depends_on_what_differs() {
        let launch = |words| event(LAUNCH, words);
        let model = launch([1, 2, 1, 0, 4, 0xF]);
        assert_eq!(of_words(&launch([3, 4, 1, 0, 5, 0xF0]), &model), "scheduler.md §5.6");
        assert_eq!(of_words(&launch([1, 2, 1, 0, 5, 0xF]), &model), "scheduler.md §6.2");
        assert_eq!(of_words(&launch([1, 2, 1, 0, 4, 0xF0]), &model), "scheduler.md §5.2");
    }

    #[test]
    fn the_rule_of_a_command_is_that_of_its_kind() {
        let command = |kind, result| event(COMMAND, [kind, result, 0, 0, 0, 0]);
        assert_eq!(of_words(&command(4, 3), &command(4, 1)), "scheduler.md §8.4", "a claim");
        assert_eq!(of_words(&command(0, 3), &command(0, 1)), "scheduler.md §8.1", "DAG INIT");
        assert_eq!(of_words(&command(1, 0), &command(0, 0)), "scheduler.md §8", "another command");
    }

    #[test]
    fn every_register_that_a_rule_reads_exists() {
        for name in READS.iter().flat_map(|(_, names)| *names) {
            assert!(RegId::parse(name).is_ok(), "{name}");
        }
    }
}
