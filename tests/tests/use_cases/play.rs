//! A workload with the reference firmware, as in `hws run`, with listeners.

use std::fs;
use std::path::Path;

use hws_run::run::{RunRecord, run};
use hws_run::timeline::{Recorder, SipRun, StartedBy, Timeline};
use hws_run::workload::{Dag, ErrorKind, InputFile, Inputs, Workload};
use hws_sim::KernelState;
use hws_sim::check::InvariantChecker;

use crate::use_cases::story::{Run, Story};

/// A run as reported by the firmware, and as seen in the events of the machine.
pub(crate) struct Played {
    pub(crate) record: RunRecord,
    pub(crate) story: Story,
    pub(crate) timeline: Timeline,
}

/// A workload of `examples/`.
#[track_caller]
pub(crate) fn example(name: &str) -> Workload {
    example_with(name, &[], None)
}

/// The same with policies, and with an error model and its seed.
#[track_caller]
pub(crate) fn example_with(
    name: &str,
    policies: &[(&str, &str)],
    errors: Option<(ErrorKind, u64)>,
) -> Workload {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let inputs = Inputs {
        files: vec![InputFile { name: name.to_owned(), bytes }],
        policies: policies.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect(),
        error_kind: errors.map(|(kind, _)| kind),
        seed: errors.map(|(_, seed)| seed),
        ..Inputs::default()
    };
    let mut no_files = |_: &str, _: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    inputs.read(&mut no_files).unwrap_or_else(|error| panic!("{error}"))
}

/// kernel_id of a kernel of the first graph.
#[track_caller]
pub(crate) fn id(dag: &Dag, name: &str) -> u32 {
    let place = dag.kernels.iter().position(|kernel| kernel.name == name);
    place.unwrap_or_else(|| panic!("no kernel {name}")) as u32
}

/// Runs it: the invariants hold, everything is done, nothing is used or lost at the end.
#[track_caller]
pub(crate) fn play(workload: &Workload) -> Played {
    let observer = (Recorder::new(workload), (Story::default(), InvariantChecker::new()));
    let (record, (recorder, (story, checker))) =
        run(workload, observer).unwrap_or_else(|error| panic!("{error}"));
    let timeline = recorder.timeline(workload, &record);
    assert!(checker.verdict().holds(), "{}", checker.verdict());
    assert!(record.drained && record.stuck.is_empty(), "{:?}", record.stuck);
    assert!(record.kernels.iter().all(|kernel| kernel.state == KernelState::Finished));
    story.assert_no_sip_is_given_twice();
    story.assert_ownership();
    let kernels: Vec<_> = workload.kernels().map(|(_, kernel)| kernel).collect();
    for run in &story.runs {
        let cycles = workload.block_cycles(kernels[run.kernel as usize]);
        assert_eq!(run.to - run.from, cycles, "{run:?}");
    }
    assert_eq!(of_timeline(&timeline), in_order(&story.runs), "the timeline differs from the events");
    Played { record, story, timeline }
}

fn of_timeline(timeline: &Timeline) -> Vec<Run> {
    let run = |run: &SipRun| Run {
        sip: run.sip,
        kernel: run.kernel,
        from: run.from.0,
        to: run.to.0,
        by_firmware: run.by == StartedBy::Firmware,
    };
    in_order(&timeline.runs.iter().map(run).collect::<Vec<_>>())
}

fn in_order(runs: &[Run]) -> Vec<Run> {
    let mut runs = runs.to_vec();
    runs.sort_by_key(|run| (run.from, run.sip.get()));
    runs
}
