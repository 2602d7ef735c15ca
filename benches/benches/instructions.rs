//! Instruction counts, which do not depend on the load of the machine. `.ci/instructions` runs and compares them.
//!
//! Each piece of work is done twice in the same build, by the model and by the plain transcription of scheduler.md, or without
//! and with the invariant checker; the gate checks the ratio of the two.
#![allow(missing_docs, reason = "the macros of the framework make public items")]

use gungraun::{library_benchmark, library_benchmark_group, main};
use hws_benches::{Busy, before_commit, busy_stimulus};
use hws_model::Hws;
use hws_plain::PlainHws;
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::{OperationParts, Reader};
use hws_sim::{ReplayOptions, TraceWriter, replay_checked, replay_parts};
use hws_tests::interface::HwsInterface;

/// Attempts per measurement.
const ATTEMPTS: usize = 200;

#[library_benchmark]
#[bench::model(before_commit::<Hws>(ATTEMPTS))]
#[bench::plain(before_commit::<PlainHws>(ATTEMPTS))]
fn attempt<D: HwsInterface>(mut states: Vec<Busy<D>>) -> Vec<Busy<D>> {
    for state in &mut states {
        state.hws.tick(&mut state.memory, &mut ());
    }
    states
}

#[library_benchmark]
#[bench::model(Busy::<Hws>::new())]
#[bench::plain(Busy::<PlainHws>::new())]
fn busy<D: HwsInterface>(mut busy: Busy<D>) -> Busy<D> {
    busy.run(ATTEMPTS);
    busy
}

/// Cycles of the stimulus that is checked.
const CYCLES: u64 = 200_000;

/// Cycles of the one before: the last kernel is pushed in cycle 310.
const WARM_UP: u64 = 400;

/// A replay of the busy machine that writes only the last line.
struct Replay {
    stimulus: Vec<u8>,
    checker: Option<InvariantChecker>,
}

impl Replay {
    fn new(checker: Option<InvariantChecker>) -> Self {
        // What is made once for all replays is made before the measurement.
        Self { stimulus: busy_stimulus(WARM_UP), checker: None }.run();
        Self { stimulus: busy_stimulus(CYCLES), checker }
    }

    fn run(mut self) -> Self {
        let mut operations = OperationParts::new(Reader::new("busy", self.stimulus.as_slice()));
        let (options, mut line) =
            (ReplayOptions { digest_only: true, ..ReplayOptions::default() }, Vec::new());
        match &mut self.checker {
            Some(checker) => {
                replay_checked(&mut operations, &mut line, options, checker, false).expect("a stimulus");
                assert!(checker.verdict().holds());
            }
            None => {
                _ = replay_parts(&mut operations, &mut TraceWriter::new(&mut line), options)
                    .expect("a stimulus")
            }
        }
        self
    }
}

#[library_benchmark]
#[bench::digest(Replay::new(None))]
#[bench::checked(Replay::new(Some(InvariantChecker::new())))]
fn check(replay: Replay) -> Replay {
    replay.run()
}

library_benchmark_group!(name = works; benchmarks = attempt, busy, check);
main!(library_benchmark_groups = works);
