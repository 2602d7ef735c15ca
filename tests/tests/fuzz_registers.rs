//! The fuzz target `registers` on a fixed set of inputs, and proof that it can fail.

use hws_fuzz::registers::{Reached, dictionary, record, run};
use std::fs;

use hws_fuzz::{FuzzFinding, FuzzRun};
use hws_model::Event;
use hws_tests::corpus::{corpus, fuzz_folder};
use hws_tests::random::Numbers;

const INPUTS: u64 = 96;
const INPUT_BYTES: usize = 2048;

fn input(seed: u64) -> Vec<u8> {
    Numbers::new(seed).bytes(INPUT_BYTES)
}

fn reached(bytes: &[u8]) -> Reached {
    run(bytes).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Runs every input.
fn run_all() -> Reached {
    (0..INPUTS).map(|seed| reached(&input(seed))).fold(Reached::default(), Reached::plus)
}

#[test]
fn random_inputs_keep_the_invariants_and_reach_what_matters() {
    let reached = run_all();
    let floors = [
        ("operations", reached.operations, 10_000),
        ("checks", reached.checks, 30_000),
        ("admitted", reached.admitted, 1_000),
        ("launched", reached.launched, 1_000),
        ("completed", reached.completed, 3_000),
        ("pre_completed", reached.pre_completed, 500),
        ("kernels_done", reached.kernels_done, 200),
        ("promoted", reached.promoted, 100),
        ("cancelled", reached.cancelled, 5),
        ("dag_commands", reached.dag_commands, 50),
        ("resets", reached.resets, 20),
        ("errors", reached.errors, 1_000),
        ("bus_errors", reached.bus_errors, 300),
        ("several_r_tasks", reached.several_r_tasks, 1_000),
        ("pending", reached.pending, 1_000),
        ("owned", reached.owned, 1_000),
        ("over_limit", reached.over_limit, 50),
        ("harvested", reached.harvested, 1_000),
    ];
    for (what, count, floor) in floors {
        assert!(
            count >= floor,
            "{what}: {count} is less than {floor}; the inputs prove too little: {reached:#?}"
        );
    }
}

#[test]
fn an_input_is_decoded_the_same_way_each_time() {
    let bytes = input(7);
    assert_eq!(reached(&bytes), reached(&bytes));
}

#[test]
fn the_committed_corpus_keeps_the_invariants_and_is_small() {
    let inputs = corpus("registers");
    let reached = inputs.iter().map(|(_, bytes)| reached(bytes)).fold(Reached::default(), Reached::plus);
    assert!(reached.operations > 1000 && reached.launched > 100, "{reached:#?}");
    let bytes: usize = inputs.iter().map(|(_, bytes)| bytes.len()).sum();
    assert!(bytes <= 150_000, "{bytes} bytes");
}

#[test]
fn the_committed_dictionary_is_that_of_the_map() {
    let path = fuzz_folder().join("dictionaries/registers.dict");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, dictionary()).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == dictionary(), "BLESS=1 writes {} again", path.display());
}

#[test]
fn a_replay_of_what_was_recorded_is_the_same_run() {
    let inputs: Vec<Vec<u8>> =
        (0..INPUTS).map(input).chain(corpus("registers").into_iter().map(|(_, bytes)| bytes)).collect();
    let recorded: Vec<FuzzRun> = inputs.iter().map(|bytes| record(bytes)).collect();
    let replayable: Vec<&FuzzRun> = recorded.iter().filter(|recorded| recorded.is_replayable).collect();
    assert!(replayable.len() > inputs.len() / 2, "only {} can be replayed", replayable.len());
    for recorded in replayable {
        let replayed = FuzzRun::replay(recorded.config, &recorded.recording.operations);
        assert_eq!((&replayed, replayed.recording.state.is_some()), (recorded, true));
    }
}

fn promotes(run: &FuzzRun) -> bool {
    run.recording.events.iter().any(|heard| matches!(heard.event, Event::Promote { .. }))
}

/// The unaltered model has no failure to shrink, so an event stands for one.
#[test]
fn a_shrunk_run_keeps_what_is_shown_and_little_else() {
    let recorded =
        (0..INPUTS).map(|seed| record(&input(seed))).find(|run| run.is_replayable && promotes(run));
    let recorded = recorded.unwrap();
    let short = recorded.shrunk(2000, promotes).unwrap();
    let (before, after) = (recorded.recording.operations.len(), short.recording.operations.len());
    // A promotion needs a kernel in memory, its push, the HWS enabled with a rule, and SIPs that are taken.
    assert!(promotes(&short) && (5..40).contains(&after), "{after} of {before} operations");
    assert_eq!(recorded.shrunk(2000, |run| run.finding.is_some()), None);
}

#[test]
fn findings_are_alike_by_clause() {
    let other = |kind, message: &str| FuzzFinding::Other { kind, message: message.to_owned() };
    assert!(other("leak", "SIP 1").is_like(&other("leak", "SIP 2")));
    assert!(!other("leak", "SIP 1").is_like(&other("order", "SIP 1")));
    let panic = |text: &str| FuzzFinding::Panic(text.to_owned());
    assert!(panic("a").is_like(&panic("a")) && !panic("a").is_like(&panic("b")));
    assert!(!panic("a").is_like(&other("a", "a")));
}
