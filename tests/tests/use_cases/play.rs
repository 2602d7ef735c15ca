//! A workload with the reference firmware: what `hws run` does, watched.

use std::fs;
use std::path::Path;

use hws_sim::KernelState;
use hws_sim::check::InvariantChecker;
use hws_sim::run::{RunRecord, run};
use hws_sim::workload::{Dag, ReadOptions, Workload, read};

use crate::story::Story;

/// What the firmware says of a run, and what the machine said.
pub(crate) struct Played {
    pub(crate) record: RunRecord,
    pub(crate) story: Story,
}

/// A workload of `examples/`.
#[track_caller]
pub(crate) fn example(name: &str) -> Workload {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    read(&text, name, &ReadOptions::default(), &mut no_files).unwrap_or_else(|error| panic!("{error}"))
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
    let observer = (Story::default(), InvariantChecker::new());
    let (record, (story, checker)) = run(workload, observer).unwrap_or_else(|error| panic!("{error}"));
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
    Played { record, story }
}
