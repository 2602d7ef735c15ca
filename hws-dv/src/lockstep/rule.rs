//! The rule of the specification that a difference concerns, and the registers that it reads.

use hws_model::{Event, Hws};
use hws_regs::{RegId, RegInfo};

use super::ModelDifference;
use super::events::EventLog;
use super::inputs::InputLog;
use crate::lane::LAUNCH;

/// Rules of ports: the beginning of the name, and the rule.
const PORTS: [(&str, &str); 10] = [
    ("tick_busy", "scheduler.md §1.2"),
    ("bus_rdata", "registers.md §1"),
    ("bus_", "registers.md §1"),
    ("hdr_", "scheduler.md §2.1"),
    ("sm_", "interfaces.md §1"),
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

/// The configuration that a rule reads.
const READS: [(&str, &[&str]); 12] = [
    ("scheduler.md §2.1", &["HWS_WORK_MODE"]),
    ("scheduler.md §2.3", &["SIP_TOPOLOGY", "TDP_CFG", "ENABLE_SECOND_RSC_SCH"]),
    ("scheduler.md §4.2", &["P_TOP_K"]),
    ("scheduler.md §4.3", &["DYN_DAG_PRIO"]),
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
    ("scheduler.md §7.2", &["LAUNCH_SIP_DELAY"]),
    ("scheduler.md §7.3", &["EARLY_LAUNCH_MODE"]),
    ("scheduler.md §7.4", &["TIME_UNIT", "EARLY_LAUNCH_MODE", "PRE_IDLE_OFFSET"]),
    ("scheduler.md §9.3", &["ENABLE_SECOND_RSC_SCH"]),
];

/// The rule to read first: that of the first difference.
pub(super) fn of(differences: &[ModelDifference], log: &EventLog) -> &'static str {
    let Some(first) = differences.first() else { return "" };
    if let Some(id) = first.register {
        return of_register(id, log);
    }
    if first.signal.starts_with("ev_") {
        return of_lanes(first, log);
    }
    PORTS
        .iter()
        .find(|(start, _)| first.signal.starts_with(start))
        .map_or("interfaces.md §7", |(_, rule)| rule)
}

/// The data sheet defines a register; the rule that changes it in a tick says more where one is known.
fn of_register(id: RegId, log: &EventLog) -> &'static str {
    let info: &RegInfo = id.info();
    let has = |wanted: fn(&Event) -> bool| log.iter().any(wanted);
    match info.name {
        "DAG[].FINISH" if has(|event| matches!(event, Event::KernelDone { .. })) => "scheduler.md §6.4",
        "SIP_COUNT_EN_MASK" | "SIP_REMAIN_EXEC_TIME[]"
            if has(|event| matches!(event, Event::Complete { .. })) =>
        {
            "scheduler.md §7.3"
        }
        "SIP_LAUNCH[]" | "LAUNCH[].INFO" => "scheduler.md §6.2",
        "RS[].FAIL" => "scheduler.md §6.4",
        "RS[].ONLINE_PRIORITY" => "scheduler.md §4.3",
        "RS[].PROGRESS" => "scheduler.md §6.3",
        "RS[].RESERVED" => "scheduler.md §6.6",
        "RS[].RSC_OPEN" => "scheduler.md §9.1",
        "RS[].RSC_REQ" => "scheduler.md §9.3",
        _ => info.spec,
    }
}

fn of_lanes(first: &ModelDifference, log: &EventLog) -> &'static str {
    // The note names the event of the model.
    let of_model = log.lanes().iter().find(|event| first.note == format!("in `{}`", event.describe()));
    match of_model.map(|event| event.kind) {
        Some(LAUNCH) if first.signal == "ev_e" => "scheduler.md §6.2",
        Some(LAUNCH) if first.signal == "ev_f" => "scheduler.md §5.2",
        Some(kind) => EVENTS.get(kind as usize).copied().unwrap_or("interfaces.md §7"),
        None => "interfaces.md §7",
    }
}

/// The registers that the rule reads: value, and the write that set it.
pub(super) fn inputs(rule: &str, hws: &Hws, inputs: &InputLog) -> Vec<String> {
    let Some((_, names)) = READS.iter().find(|(known, _)| *known == rule) else { return Vec::new() };
    let ids = names.iter().filter_map(|name| RegId::parse(name).ok());
    ids.map(|id| {
        let since = inputs
            .last_write(id)
            .map_or("reset value".to_owned(), |(cycle, _)| format!("written before tick {cycle}"));
        format!("{id} = {:#x} ({since})", hws.peek(id))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_register_that_a_rule_reads_exists() {
        for name in READS.iter().flat_map(|(_, names)| *names) {
            assert!(RegId::parse(name).is_ok(), "{name}");
        }
    }
}
