//! Instruction counts, which do not depend on the load of the machine. `.ci/instructions` runs and compares them.
//!
//! Each piece of work is done by the model and by the plain transcription of scheduler.md in the same build; the
//! gate checks their ratio.
#![allow(missing_docs, reason = "the macros of the framework make public items")]

use gungraun::{library_benchmark, library_benchmark_group, main};
use hws_benches::{Busy, before_commit};
use hws_model::Hws;
use hws_tests::interface::HwsInterface;
use hws_tests::plain::PlainHws;

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

library_benchmark_group!(name = model_and_plain; benchmarks = attempt, busy);
main!(library_benchmark_groups = model_and_plain);
