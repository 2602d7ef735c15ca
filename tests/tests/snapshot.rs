//! A snapshot can be taken and restored at any point of any run without a difference.
//!
//! `HWS_CASES=n` runs n random stimuli, `HWS_FIRST=s` starts with seed s.

use std::fs;

use hws_model::{Config, Hws, QuietError, Snapshot, Unseen};
use hws_regs::{HwsStatus, RegId};
use hws_sim::TraceWriter;
use hws_sim::check::{CLAUSES, Touched, View};
use hws_sim::stimulus::{Operation, Reader};
use hws_tests::log::Log;
use hws_tests::random::{Numbers, Stimulus, seeds, stimulus};
use hws_tests::stimuli;
use hws_tests::surroundings::Surroundings;
use hws_types::{HdrPush, LaunchId};
use serde_json::Value;

fn restored(hws: &Hws) -> Hws {
    let back = Hws::restore(&hws.snapshot()).unwrap_or_else(|error| panic!("cycle {}: {error}", hws.cycle()));
    assert_eq!(&back, hws);
    back
}

fn through_json(hws: &Hws) -> Hws {
    let snapshot = hws.snapshot();
    let back: Snapshot = serde_json::from_str(&serde_json::to_string(&snapshot).unwrap()).unwrap();
    assert_eq!(back, snapshot);
    let back = Hws::restore(&back).unwrap_or_else(|error| panic!("cycle {}: {error}", hws.cycle()));
    assert_eq!(&back, hws);
    back
}

type Run = Surroundings<Hws, Log>;

/// Runs up to the operation, tick by tick, calling `between` between ticks and operations.
fn perform(run: &mut Run, operation: &Operation, between: &mut impl FnMut(&mut Hws)) {
    while run.hws().cycle() < operation.at {
        run.tick();
        between(run.hws_mut());
    }
    run.perform(operation);
    between(run.hws_mut());
}

/// The run of a stimulus.
fn run(stimulus: &Stimulus, mut between: impl FnMut(&mut Hws)) -> Run {
    let mut run = Run::new(stimulus.config, Log::default());
    stimulus.operations.iter().for_each(|operation| perform(&mut run, operation, &mut between));
    run
}

/// Restoring at random points, between operations and in the middle of attempts, changes neither state nor
/// events.
#[test]
fn restoring_at_random_points_does_not_change_a_run() {
    for seed in seeds() {
        let (stimulus, mut numbers) = (stimulus(seed), Numbers::new(seed ^ 0x5A));
        let original = run(&stimulus, |_| {});
        let exchanged = run(&stimulus, |hws| match numbers.below(200) {
            0 => *hws = through_json(hws),
            1..20 => *hws = restored(hws),
            _ => {}
        });
        assert_eq!(exchanged.hws(), original.hws(), "seed {seed}");
        assert_eq!(exchanged.into_observer(), original.into_observer(), "seed {seed}");
    }
}

/// What no register shows, from the snapshot.
fn unseen(hws: &Hws) -> Unseen {
    let state = serde_json::to_value(hws.snapshot()).unwrap()["state"].take();
    let number = |value: &Value| value.as_u64().unwrap();
    Unseen {
        cycle: hws.cycle(),
        since_reset: hws.cycle().0 - number(&state["reset_at"]),
        next_launch: LaunchId::wrapping(number(&state["next_launch"]) as u32),
        prescaler: number(&state["time"]["prescaler"]) as u32,
    }
}

/// Whether firmware tasks wait that no register shows: IN_PATH was changed back before they were loaded.
fn hides_tasks(hws: &Hws) -> bool {
    let state = serde_json::to_value(hws.snapshot()).unwrap()["state"].take();
    !state["loader"]["firmware"].as_array().unwrap().is_empty()
}

/// Whether an attempt to start from the registers is worth the time.
fn looks_quiet(hws: &Hws) -> bool {
    let status = HwsStatus::from_bits(hws.peek(RegId::HwsStatus));
    status.rs_empty() && !status.loader_busy() && hws.peek(RegId::SipIdleMask) == u32::MAX
}

fn from_registers(config: Config, hws: &Hws, is_shown: fn(RegId) -> bool) -> Result<Hws, QuietError> {
    let read = |register| is_shown(register).then(|| hws.peek(register));
    Hws::from_quiet_registers(config, read, unseen(hws))
}

/// At the end of any tick, registers that show a quiet HWS show all of its state, but for firmware tasks behind IN_PATH = 0.
#[test]
fn a_quiet_hws_follows_from_its_registers() {
    let (mut quiet, mut busy, mut hidden) = (0, 0, 0);
    for seed in seeds() {
        let stimulus = stimulus(seed);
        let mut run = Run::new(stimulus.config, Log::default());
        for operation in &stimulus.operations {
            while run.hws().cycle() < operation.at {
                run.tick();
                let hws = run.hws();
                // What no register shows is read through JSON, which costs more than the tick.
                if !looks_quiet(hws) || !hws.cycle().0.is_multiple_of(7) {
                    continue;
                }
                match from_registers(stimulus.config, hws, |_| true) {
                    Ok(_) if hides_tasks(hws) => hidden += 1,
                    Ok(rebuilt) => {
                        let fewer = from_registers(stimulus.config, hws, Hws::is_quiet_state);
                        assert_eq!(fewer, Ok(rebuilt.clone()), "the others follow");
                        assert_eq!(&rebuilt, hws, "seed {seed}, cycle {}", hws.cycle());
                        quiet += 1;
                    }
                    Err(_) => busy += 1,
                }
            }
            run.perform(operation);
        }
    }
    assert!(quiet > 100 && busy > 0, "{quiet} quiet states, {busy} others");
    assert!(hidden < quiet / 10, "{hidden} states with unseen tasks, {quiet} without");
}

#[test]
fn a_busy_hws_is_refused_with_the_register_that_shows_it() {
    let mut hws = Hws::new(Config::default());
    hws.push_hdr(HdrPush::default()).unwrap();
    let text = from_registers(Config::default(), &hws, |_| true).unwrap_err().to_string();
    assert_eq!(text, "HWS_STATUS is 0x1000004; it is 0x4 while the HWS is quiet");
    let illegal = |register| Some(if register == RegId::PTopK { 7 } else { hws.peek(register) });
    let text =
        Hws::from_quiet_registers(Config::default(), illegal, Unseen::default()).unwrap_err().to_string();
    assert_eq!(text, "P_TOP_K is 0x7, which is not a legal value");
    let hidden = from_registers(Config::default(), &hws, |register| register != RegId::ErrFirst);
    assert_eq!(hidden, Err(QuietError::NotShown { register: RegId::ErrFirst }));
    assert!(hidden.unwrap_err().to_string().contains("ERR_FIRST"));
}

/// §7.4: the prescaler counts to TIME_UNIT.PRESCALE, which is 0 after power-on.
#[test]
fn what_no_register_shows_has_to_be_possible() {
    let hws = Hws::new(Config::default());
    let read = |register| Some(hws.peek(register));
    let with = |prescaler| {
        let unseen = Unseen { prescaler, ..Unseen::default() };
        Hws::from_quiet_registers(Config::default(), read, unseen)
    };
    assert_eq!(with(0), Ok(hws.clone()));
    let Err(QuietError::Inconsistent(error)) = with(1) else { panic!("{:?}", with(1)) };
    assert_eq!(QuietError::Inconsistent(error).to_string(), error.to_string());
    assert!(error.to_string().contains("prescaler"), "{error}");
}

/// Replays the stimuli of a folder; each time `every` operations have passed, the HWS goes through JSON.
fn replay_restored(folder: &str, every: usize) {
    for path in stimuli(folder) {
        let mut run: Surroundings<Hws, _> =
            Surroundings::new(Config::default(), TraceWriter::new(Vec::new()));
        let text = fs::read(&path).unwrap();
        for (number, operation) in Reader::new("stimulus", text.as_slice()).enumerate() {
            run.perform(&operation.unwrap());
            if number % every == every - 1 {
                *run.hws_mut() = through_json(run.hws());
            }
        }
        let trace = run.into_observer().finish().unwrap();
        assert!(trace == fs::read(path.with_extension("trace")).unwrap(), "{}", path.display());
    }
}

#[test]
fn golden_traces_come_out_of_restored_models() {
    replay_restored("golden", 50);
}

#[test]
fn traces_of_the_dangers_come_out_of_restored_models() {
    replay_restored("dangers", 20);
}

const MUTANTS: u64 = 120;
const CYCLES: u64 = 10_000;

fn below(numbers: &mut Numbers, bound: usize) -> usize {
    numbers.below(u32::try_from(bound).unwrap()) as usize
}

/// Changes a few values: numbers and flags, or the order of elements in an array.
fn mutate(json: &mut Value, numbers: &mut Numbers) {
    for _ in 0..=numbers.below(2) {
        let mut places = Vec::new();
        collect(json, String::new(), &mut places);
        let place = &places[below(numbers, places.len())];
        match json.pointer_mut(place).unwrap() {
            Value::Bool(flag) => *flag = !*flag,
            Value::Array(elements) => {
                let (a, b) = (below(numbers, elements.len()), below(numbers, elements.len()));
                elements.swap(a, b);
            }
            number => *number = changed(number.as_u64().unwrap(), numbers).into(),
        }
    }
}

/// The places of all numbers and flags, and of arrays whose elements can be swapped.
fn collect(json: &Value, place: String, places: &mut Vec<String>) {
    match json {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| collect(value, format!("{place}/{key}"), places));
        }
        Value::Array(elements) => {
            for (index, value) in elements.iter().enumerate() {
                collect(value, format!("{place}/{index}"), places);
            }
            if elements.len() > 1 {
                places.push(place);
            }
        }
        Value::Bool(_) | Value::Number(_) => places.push(place),
        Value::Null | Value::String(_) => {}
    }
}

fn changed(number: u64, numbers: &mut Numbers) -> u64 {
    match numbers.below(6) {
        0 => number.wrapping_add(1),
        1 => number.saturating_sub(1),
        2 => number ^ (1 << numbers.below(8)),
        3 => number ^ (1 << numbers.below(32)),
        4 => u64::from(numbers.any() as u8),
        _ => u64::from(numbers.any()),
    }
}

/// The state after a random part of a stimulus.
fn some_state(stimulus: &Stimulus, numbers: &mut Numbers) -> Hws {
    let mut run = Run::new(stimulus.config, Log::default());
    let end = 1 + below(numbers, stimulus.operations.len());
    stimulus.operations[..end].iter().for_each(|operation| run.perform(operation));
    run.hws().clone()
}

/// Checks that the invariants of a single state hold, and that the state can be restored.
fn run_on(hws: Hws, seed: u64) {
    let stimulus = stimulus(seed);
    let (begin, mut checked) = (hws.cycle(), 0);
    let mut run = Run::new(stimulus.config, Log::default());
    *run.hws_mut() = hws;
    for operation in &stimulus.operations {
        let later = Operation { at: begin.after(operation.at.0), op: operation.op.clone() };
        perform(&mut run, &later, &mut |hws| {
            checked += 1;
            if checked % 16 == 0 {
                let view = View::new(hws);
                let broken = CLAUSES.iter().find_map(|clause| clause(&view, &Touched::ALL).err());
                assert!(broken.is_none(), "{}", broken.unwrap());
            }
        });
        restored(run.hws());
        if run.hws().cycle() > begin.after(CYCLES) {
            return;
        }
    }
}

/// The numbers of the mutants; `HWS_CASES` changes them, as for stimuli.
fn mutants() -> std::ops::Range<u64> {
    if std::env::var_os("HWS_CASES").is_some() { seeds() } else { 0..MUTANTS }
}

#[test]
fn a_changed_snapshot_is_refused_or_runs_without_breaking_anything() {
    let (mut unreadable, mut refused, mut accepted) = (0, 0, 0);
    for mutant in mutants() {
        let mut numbers = Numbers::new(mutant ^ 0x3C00);
        let state = some_state(&stimulus(mutant), &mut numbers);
        let mut json = serde_json::to_value(state.snapshot()).unwrap();
        mutate(&mut json["state"], &mut numbers);
        match serde_json::from_value::<Snapshot>(json).map(|snapshot| Hws::restore(&snapshot)) {
            Err(_) => unreadable += 1,
            Ok(Err(_)) => refused += 1,
            Ok(Ok(hws)) => {
                accepted += 1;
                run_on(hws, mutant);
            }
        }
    }
    assert!(unreadable > 5 && refused > 15 && accepted > 30, "{unreadable} {refused} {accepted}");
}
