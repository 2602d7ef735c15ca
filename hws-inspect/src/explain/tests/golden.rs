//! Golden stimuli: every explained decision is that of the trace, and every suggestion with lines starts its kernel.

use std::collections::BTreeMap;
use std::env;
use std::path::Path;

use hws_model::{Assumption, Config, Hws};
use hws_sim::Machine;
use hws_sim::stimulus::{Op, Operation, Writer};
use hws_types::{Cycle, Sip};
use rstest::rstest;
use serde_json::Value;

use super::bench::{attempt, reader};
use crate::explain::{Explanation, Question, StateChange, WhyNot, explain};

fn golden(name: &str, extension: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    std::fs::read(folder.join(format!("{name}.{extension}"))).unwrap()
}

/// The lines of a trace by cycle.
fn trace(name: &str) -> BTreeMap<u64, Vec<Value>> {
    let mut events: BTreeMap<u64, Vec<Value>> = BTreeMap::new();
    for line in String::from_utf8(golden(name, "trace")).unwrap().lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        events.entry(event["c"].as_u64().unwrap()).or_default().push(event);
    }
    events
}

/// The cycles with a COMMIT.
fn commits(name: &str) -> Vec<u64> {
    let has_commit = |events: &[Value]| events.iter().any(|event| event["ev"] == "commit");
    trace(name).iter().filter(|(_, events)| has_commit(events)).map(|(at, _)| *at).collect()
}

/// One of so many attempts is explained, each by a replay from the start; all when `HWS_ALL_ATTEMPTS` is set, as in `.ci/nightly`.
fn share() -> usize {
    if env::var_os("HWS_ALL_ATTEMPTS").is_some() { 1 } else { 3 }
}

fn launches(events: &[Value]) -> Vec<(u64, u64, u64)> {
    let launches = events.iter().filter(|event| event["ev"] == "launch");
    let number = |event: &Value, key: &str| event[key].as_u64().unwrap();
    launches.map(|event| (number(event, "seq"), number(event, "block"), number(event, "sip_mask"))).collect()
}

#[rstest]
#[case("03_basic_2203")]
#[case("11_promote_2103")]
#[case("14_early_2002")]
#[case("20_coop_2304")]
#[case("25_hrm_2001")]
#[case("30_rsc_2702")]
#[case("36_chaos_2104")]
fn every_explained_decision_is_that_of_the_trace(#[case] name: &str) {
    let (stimulus, trace) = (golden(name, "jsonl"), trace(name));
    let mut attempts = 0;
    for commit in commits(name).into_iter().step_by(share()) {
        let events = &trace[&commit];
        let line = events.iter().find(|event| event["ev"] == "commit").unwrap();
        attempts += 1;
        let seen = attempt(&stimulus, commit);
        let span = seen.attempt.unwrap_or_else(|| panic!("{seen}"));
        assert_eq!((span.commit.0, span.committed), (commit, true), "{seen}");
        assert_eq!(seen.chosen.is_some(), line["launched"] == true, "{seen}");
        let launched: Vec<_> = seen
            .launched
            .iter()
            .map(|block| (u64::from(block.seq), u64::from(block.block), u64::from(block.sips.0)))
            .collect();
        assert_eq!(launched, launches(events), "{seen}");
        let masks: Vec<_> = seen.chosen.iter().flat_map(|chosen| &chosen.blocks).map(|mask| mask.0).collect();
        assert_eq!(masks, seen.launched.iter().map(|block| block.sips.0).collect::<Vec<_>>());
        let promoted =
            events.iter().find(|event| event["ev"] == "promote").map(|event| event["mask"].clone());
        assert_eq!(seen.promoted.map(|promoted| Value::from(promoted.sips.0)), promoted, "{seen}");
    }
    assert!(attempts > 5, "{attempts}");
}

/// The stimulus with further lines before the tick of a cycle.
fn with(stimulus: &[u8], why_not: &WhyNot) -> Vec<u8> {
    let mut operations: Vec<Operation> = reader(stimulus).map(Result::unwrap).collect();
    for line in &why_not.lines {
        let text = format!("{line}\n{{\"at\":{},\"op\":\"end\"}}", i64::MAX);
        let operation = reader(text.as_bytes()).next().unwrap().unwrap();
        let is_later = |other: &Operation| other.at > operation.at || other.op == Op::End;
        let index = operations.iter().position(is_later).unwrap();
        operations.insert(index, operation);
    }
    Writer::write(Vec::new(), &operations).unwrap()
}

#[rstest]
#[case("03_basic_2203", 3)]
#[case("11_promote_2103", 3)]
#[case("30_rsc_2702", 3)]
fn suggested_lines_start_the_kernel(#[case] name: &str, #[case] least: usize) {
    let (stimulus, trace, commits) = (golden(name, "jsonl"), trace(name), commits(name));
    let mut tried = 0;
    for &commit in commits.iter().step_by(share()) {
        let follows = commits.contains(&(commit - 48));
        let seen = attempt(&stimulus, commit);
        for one in seen.candidates.iter().chain(&seen.outside) {
            // A COMMIT in the cycle of LATCH would see ENABLE_SECOND_RSC_SCH, too, and promote another kernel.
            let has_lines = |why_not: &&WhyNot| {
                let is_seen = why_not.lines.iter().any(|line| line.contains("ENABLE_SECOND_RSC_SCH"));
                !(why_not.lines.is_empty() || follows && is_seen)
            };
            let Some(why_not) = one.why_not.iter().find(has_lines) else { continue };
            let seq = one.facts.kernel.seq;
            assert!(launches(&trace[&commit]).iter().all(|launch| launch.0 != u64::from(seq)));
            let changed = attempt(&with(&stimulus, why_not), commit);
            let launched = changed.launched.iter().any(|block| block.seq == seq);
            assert!(launched, "{name} {commit} {}: {why_not}\n{seen}\n{changed}", one.facts.kernel);
            tried += 1;
        }
    }
    assert!(tried * share() >= least, "{tried}");
}

/// The HWS right after the tick of a LATCH.
fn latched(stimulus: &[u8], latch: Cycle) -> Hws {
    let mut machine = Machine::new(Hws::new(Config::default()), ());
    for operation in reader(stimulus).map(Result::unwrap).filter(|operation| operation.at <= latch) {
        // Refusals are part of a replay.
        let _ = machine.perform(&operation);
    }
    machine.advance_to(latch.after(1));
    machine.hws().clone()
}

/// Tries every SIP.
#[rstest]
#[case("03_basic_2203", 10)]
#[case("20_coop_2304", 10)]
fn no_single_sip_starts_a_kernel_for_which_several_are_suggested(#[case] name: &str, #[case] least: usize) {
    let (stimulus, mut tried) = (golden(name, "jsonl"), 0);
    for commit in commits(name).into_iter().step_by(share()) {
        let seen = attempt(&stimulus, commit);
        let hws = latched(&stimulus, seen.attempt.unwrap().latch);
        for one in &seen.candidates {
            let is_idle = |why_not: &&WhyNot| matches!(why_not.changes[..], [StateChange::Idle { .. }]);
            let Some(idle) = one.why_not.iter().find(is_idle).filter(|idle| idle.size > 1) else { continue };
            let starts = |sip: &Sip| {
                let choice = hws.choose_if(&[Assumption::Idle { sips: sip.mask() }]);
                choice.is_some_and(|choice| choice.entry == one.facts.kernel.entry)
            };
            assert_eq!(Sip::all().find(starts), None, "instead of {idle}\n{seen}");
            tried += 1;
        }
    }
    assert!(tried * share() >= least, "{tried}");
}

#[rstest]
#[case("03_basic_2203")]
#[case("11_promote_2103")]
#[case("20_coop_2304")]
#[case("33_chaos_2001")]
fn lives_and_histories_have_no_gaps(#[case] name: &str) {
    let stimulus = golden(name, "jsonl");
    let ids: Vec<u32> = trace(name)
        .values()
        .flatten()
        .filter(|event| event["ev"] == "admit")
        .map(|event| event["kernel_id"].as_u64().unwrap() as u32)
        .collect();
    for id in ids.iter().copied().take(12) {
        let Explanation::Kernel(answer) = explain(reader(&stimulus), Question::Kernel(id)).unwrap() else {
            unreachable!()
        };
        for life in &answer.lives {
            assert_eq!(life.waits.first().map(|wait| wait.from.0), Some(0), "{answer}");
            assert!(life.waits.windows(2).all(|pair| pair[0].to == pair[1].from), "{answer}");
        }
    }
    for sip in [0, 13, 31] {
        let Explanation::Sip(answer) = explain(reader(&stimulus), Question::Sip(sip)).unwrap() else {
            unreachable!()
        };
        assert!(answer.spans.windows(2).all(|pair| pair[0].to == pair[1].from), "{answer}");
        let totals = answer.totals;
        let sum = totals.running + totals.reserved + totals.owned + totals.idle + totals.absent;
        assert_eq!(sum, answer.end.0, "{answer}");
    }
}
