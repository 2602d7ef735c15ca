//! Advice on small workloads whose makespans are known by hand, and on the built-in example.

use std::convert::Infallible;

use super::*;
use crate::run::run;
use crate::workload::{InputFile, Inputs};

fn ran(workload: &Workload) -> RunRecord {
    run(workload, ()).unwrap().0
}

fn read(text: &str) -> Workload {
    let mut nothing = |_: &str, _: &str| Err(std::io::ErrorKind::NotFound.into());
    let file = InputFile { name: "file.yaml".to_owned(), bytes: text.into() };
    Inputs { files: vec![file], ..Inputs::default() }.read(&mut nothing).unwrap()
}

/// Many short blocks, each of which waits for an attempt unless it is launched early.
fn short_blocks() -> Workload {
    read(
        "dags:\n  - id: g\n    kernels:\n      - { id: wide, threads: 16, blocks: 24, est: 500 }\n      \
         - { id: narrow, threads: 8, blocks: 48, est: 450, deps: [ wide ] }",
    )
}

fn advise(workload: &Workload, policies: &[(String, String)]) -> Option<Advice> {
    let adviser = Adviser { workload, policies, is_stopped: &|| false };
    let nothing_drawn = &mut |_| Ok::<_, Infallible>(None);
    adviser.advise(&ran(workload), nothing_drawn).unwrap()
}

fn with<'p>(workload: &Workload, policies: impl IntoIterator<Item = &'p str>) -> Workload {
    let mut workload = workload.clone();
    for (key, value) in policies.into_iter().filter_map(|policy| policy.split_once('=')) {
        workload.set_policy(key, value).unwrap();
    }
    workload
}

fn policy(key: &str, value: &str) -> (String, String) {
    (key.to_owned(), value.to_owned())
}

#[test]
fn advice_is_what_a_run_with_these_settings_shows() {
    let workload = short_blocks();
    let advice = advise(&workload, &[]).unwrap();
    let better = advice.better.unwrap();
    let (before, after) =
        (ran(&workload).makespan, ran(&with(&workload, better.policies.iter().map(String::as_str))).makespan);
    assert_eq!((better.makespan, advice.tried), (after, PRESETS.len()));
    let gain = (before - after) * 1000 / before;
    assert!(gain >= ADVISED_PERMILLE && better.change_permille == -(gain as i64), "{better:?}");
}

#[test]
fn the_same_run_gives_the_same_advice() {
    assert_eq!(advise(&short_blocks(), &[]), advise(&short_blocks(), &[]));
}

#[test]
fn a_setting_of_the_caller_is_not_touched() {
    for (fixed, key) in [
        ("early_launch=off", "early_launch"),
        ("p_top_k=1", "p_top_k"),
        ("reg.PRE_IDLE_OFFSET.UNITS=0", "early_launch.offset"),
    ] {
        let workload = with(&short_blocks(), [fixed]);
        let policies = [fixed.split_once('=').map(|(key, value)| policy(key, value)).unwrap()];
        let adviser = Adviser { workload: &workload, policies: &policies, is_stopped: &|| false };
        let combinations = adviser.combinations();
        assert!(!combinations.is_empty());
        assert!(combinations.iter().flatten().all(|setting| setting.key != key), "{fixed}: {combinations:?}");
    }
}

#[test]
fn a_setting_of_a_file_is_not_touched() {
    let workload = read(
        "hardware: { registers: { P_TOP_K: 2 } }\ndags: [ { id: g, kernels: [ { id: k, threads: 1, blocks: 1, est: 9 } ] } ]",
    );
    let adviser = Adviser { workload: &workload, policies: &[], is_stopped: &|| false };
    assert!(adviser.combinations().iter().flatten().all(|setting| setting.key != "p_top_k"));
}

#[test]
fn combinations_that_became_equal_are_tried_once() {
    let fixed = [policy("p_top_k", "4"), policy("fillup_first", "off")];
    let workload = short_blocks();
    let adviser = Adviser { workload: &workload, policies: &fixed, is_stopped: &|| false };
    let combinations = adviser.combinations();
    let mut once = combinations.clone();
    once.dedup();
    assert!(once.len() == combinations.len() && combinations.len() < PRESETS.len());
}

#[test]
fn a_single_kernel_has_nothing_to_choose() {
    let workload = read("dags: [ { id: g, kernels: [ { id: k, threads: 1, blocks: 1, est: 900 } ] } ]");
    assert_eq!(advise(&workload, &[]), Some(Advice { tried: PRESETS.len(), better: None }));
}

#[test]
fn a_run_that_is_stuck_or_has_faults_gets_no_advice() {
    let stuck = read(
        "contexts: { 0: { \"16\": 0x0000FFFF } }\ndags: [ { id: g, kernels: [ { id: k, threads: 16, blocks: 2, coop: true, est: 9 } ] } ]",
    );
    assert!(!ran(&stuck).drained);
    assert_eq!(advise(&stuck, &[]), None);
    let mut faulty = short_blocks();
    faulty.set_policy("inject.stuck-sip", "1/1000000").unwrap();
    assert_eq!(advise(&faulty, &[]), None);
}

#[test]
fn a_stopped_adviser_says_nothing() {
    let workload = short_blocks();
    let adviser = Adviser { workload: &workload, policies: &[], is_stopped: &|| true };
    assert_eq!(adviser.advise(&ran(&workload), &mut |_| Ok::<_, Infallible>(None)).unwrap(), None);
}

/// With other real times, the kernels of the workload take so long that nothing is to be gained.
#[test]
fn a_gain_that_other_real_times_do_not_confirm_is_none() {
    let workload = short_blocks();
    let mut slow = workload.clone();
    slow.dags[0].kernels.iter_mut().for_each(|kernel| kernel.actual = Some(100_000));
    let adviser = Adviser { workload: &workload, policies: &[], is_stopped: &|| false };
    let mut draws = Vec::new();
    let mut redraw = |draw| {
        draws.push(draw);
        Ok::<_, Infallible>(Some(if draw == REDRAWS { slow.clone() } else { workload.clone() }))
    };
    assert_eq!(adviser.advise(&ran(&workload), &mut redraw).unwrap().unwrap().better, None);
    assert_eq!(draws, [1, 2]);
    let mut as_before = |_| Ok::<_, Infallible>(Some(workload.clone()));
    assert!(adviser.advise(&ran(&workload), &mut as_before).unwrap().unwrap().better.is_some());
}

/// 72 blocks, and at most a thousand attempts; confirming runs and a longer run count.
#[test]
fn a_long_run_is_not_cheap() {
    let workload = short_blocks();
    let adviser = Adviser { workload: &workload, policies: &[], is_stopped: &|| false };
    let mut record = ran(&workload);
    assert!(adviser.is_cheap(&record, true));
    let most = UNASKED_MOST / PRESETS.len() as u64 - workload.launches();
    record.counters.as_mut().unwrap().attempts = most as u32;
    assert!(adviser.is_cheap(&record, false) && !adviser.is_cheap(&record, true));
    record.counters.as_mut().unwrap().attempts += 1;
    assert!(!adviser.is_cheap(&record, false));
}

/// Of two graphs, the one that ends the run becomes faster at the expense of the other.
#[test]
fn a_gain_at_the_cost_of_the_graphs_is_none() {
    let outcome =
        |makespan, turnarounds, missed| Outcome { makespan, end: makespan + 9, turnarounds, missed };
    let base = outcome(1000, 5000, 1);
    assert!(outcome(990, 5000, 1).is_better(&base));
    assert!(!outcome(991, 5000, 1).is_better(&base));
    assert!(!outcome(900, 5001, 1).is_better(&base));
    assert!(!outcome(900, 4000, 2).is_better(&base));
}
