//! The inputs of a dump as a stimulus, and what its first difference needs of them.

use std::path::{Path, PathBuf};

use hws_dv::check::{CheckOptions, DumpReport, check};
use hws_dv::map::NameMap;
use hws_dv::minimise::{RustTest, Simulation, SimulationError, Situation, by_simulation, on_model};
use hws_model::{Config, Hws};
use hws_regs::{RegId, RegIndex};
use hws_sim::Machine;
use hws_sim::stimulus::{Op, Operation, Target};

use crate::common::vcd::{Dialect, text};
use crate::common::wave::Wave;
use crate::common::{file, run};

fn saved(wave: &Wave) -> PathBuf {
    file("vcd", text(wave, Dialect::default()).as_bytes())
}

fn recorded(dump: &Path) -> DumpReport {
    check(dump, &NameMap::default(), &CheckOptions { records_inputs: true, ..CheckOptions::default() })
}

fn recorded_once(wave: &Wave) -> DumpReport {
    let dump = saved(wave);
    let report = recorded(&dump);
    std::fs::remove_file(dump).unwrap();
    report
}

/// The run with a wrong bit of a register after a tick.
fn wrong() -> Wave {
    let wave = run::run();
    wave.corrupted("RS_KERNEL_ID[0]", wave.time_of("cycle", 41), 1)
}

fn operations(report: &DumpReport) -> &[Operation] {
    &report.inputs.as_ref().unwrap().operations
}

#[test]
fn the_inputs_of_a_dump_repeat_its_run() {
    let wave = run::run();
    let report = recorded_once(&wave);
    assert_eq!(report.inputs.as_ref().unwrap().warnings, Vec::<String>::new());
    let mut machine = Machine::new(Hws::new(Config::default()), ());
    for operation in operations(&report) {
        // The run has accesses that are refused.
        let _ = machine.perform(operation);
    }
    let last = |name: &str| wave.now[wave.place(name)].unwrap();
    assert_eq!(machine.cycle().0, last("cycle"));
    for name in
        ["CNT_CYCLE_HI", "CNT_KERNEL_DONE", "ERR_FIRST", "MIH_STATUS", "SIP_IDLE_MASK", "CNT_TASK_REJECT"]
    {
        assert_eq!(u64::from(machine.hws().peek(RegId::parse(name).unwrap())), last(name), "{name}");
    }
    assert!(last("CNT_KERNEL_DONE") > 0 && last("CNT_TASK_REJECT") > 0);
}

#[test]
fn nothing_is_kept_unless_asked_for() {
    let dump = saved(&run::run());
    let report = check(&dump, &NameMap::default(), &CheckOptions::default());
    std::fs::remove_file(dump).unwrap();
    assert!(report.inputs.is_none());
}

#[test]
fn on_the_model_a_stimulus_is_shortened_while_it_does_the_same_at_the_difference() {
    let report = recorded_once(&wrong());
    let divergence = report.divergence.as_ref().unwrap();
    let situation = Situation::new(operations(&report), divergence);
    assert_eq!(situation.registers(), [(RegId::RsKernelId(RegIndex::at::<0>()), 0x100)]);
    let short = on_model(operations(&report), &situation);
    assert_eq!(short.before, operations(&report).len());
    assert!(situation.is_reached_by(&short.operations));
    // The first kernel is in its entry: its push and its descriptor are left.
    let [push, descriptor, end] = &short.operations[..] else { panic!("{:?}", short.operations) };
    assert!(matches!(push.op, Op::Hdr(push) if push.hdr_entry_id == 0), "{push:?}");
    assert!(matches!(&descriptor.op, Op::Mem { words, .. } if words.len() == 16), "{descriptor:?}");
    assert_eq!((&end.op, end.at.0), (&Op::End, 42));
}

#[test]
fn a_test_in_rust_names_what_the_model_does() {
    let report = recorded_once(&wrong());
    let divergence = report.divergence.as_ref().unwrap();
    let situation = Situation::new(operations(&report), divergence);
    let test = RustTest {
        dump: "nightly.vcd".to_owned(),
        stimulus: "2026-11 nightly.jsonl".to_owned(),
        rule: divergence.cite().to_owned(),
        differences: divergence.differences.iter().map(ToString::to_string).collect(),
        operations: operations(&report).to_vec(),
        situation,
    };
    assert_eq!(test.module_name(), "dump_2026_11_nightly");
    let text = test.to_string();
    for line in [
        "fn dump_2026_11_nightly_at_cycle_40() {",
        "    // RS[0].KERNEL_ID rtl 0x101 model 0x100",
        "    assert_eq!(hws.peek(register(\"RS[0].KERNEL_ID\")), 0x100);",
        "    let file = include_bytes!(\"2026-11 nightly.jsonl\");",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

/// A simulation that gives the dump whatever the stimulus is, if `condition` holds.
fn simulation<'m>(dump: &Path, condition: &str, map: &'m NameMap) -> Simulation<'m> {
    let folder = dump.with_extension("tries");
    std::fs::create_dir_all(&folder).unwrap();
    Simulation {
        command: format!("{condition} && cp {} {{dump}} # {{stimulus}}", dump.display()),
        folder,
        extension: "vcd".to_owned(),
        map,
        wanted: ("RS[0].KERNEL_ID".to_owned(), ""),
    }
}

/// Calls with a simulation, and removes its files.
fn simulated<T>(condition: &str, use_it: impl FnOnce(&[Operation], &mut Simulation<'_>) -> T) -> T {
    let dump = saved(&wrong());
    let (report, map) = (recorded(&dump), NameMap::default());
    let mut simulation = simulation(&dump, condition, &map);
    simulation.wanted.1 = report.divergence.as_ref().unwrap().cite();
    let result = use_it(operations(&report), &mut simulation);
    std::fs::remove_dir_all(&simulation.folder).unwrap();
    std::fs::remove_file(dump).unwrap();
    result
}

#[test]
fn by_simulation_only_what_the_rtl_needs_is_left() {
    let condition = "grep -q '\"reg\":\"TIME_UNIT\"' {stimulus}";
    let short = simulated(condition, |operations, simulation| by_simulation(operations, simulation).unwrap());
    let [first, end] = &short.operations[..] else { panic!("{:?}", short.operations) };
    assert_eq!(first.op, Op::Write { target: Target::Register(RegId::TimeUnit), value: 1 });
    assert_eq!(end.op, Op::End);
}

#[test]
fn a_simulation_that_cannot_help_is_refused_with_the_reason() {
    let error = |condition: &str, change: fn(&mut Simulation<'_>)| {
        simulated(condition, |operations, simulation| {
            change(simulation);
            by_simulation(operations, simulation).unwrap_err()
        })
    };
    let missing = error("true", |simulation| simulation.command = "run {stimulus}".to_owned());
    assert!(matches!(missing, SimulationError::Placeholder { missing: "{dump}", .. }), "{missing}");
    let absent =
        error("true", |simulation| simulation.command = "./no_such_simulator {stimulus} {dump}".to_owned());
    assert!(absent.to_string().ends_with("the shell does not find the command"), "{absent}");
    let no_dump = error("false", |_| ());
    assert!(no_dump.to_string().contains("does not differ as the dump does"), "{no_dump}");
    let other = error("true", |simulation| simulation.wanted.0 = "irq".to_owned());
    assert!(other.to_string().contains("it differs in `RS[0].KERNEL_ID`"), "{other}");
}
