//! Wall-clock benchmarks of the model: `cargo bench --package hws-benches --bench model`.
//!
//! Compare ratios, not seconds: the model and the plain transcription are measured in the same run.

use divan::Bencher;
use divan::counter::ItemsCount;
use hws_benches::long_stimuli::golden;
use hws_benches::{Busy, before_commit, busy_stimulus};
use hws_model::{Config, Hws};
use hws_plain::PlainHws;
use hws_regs::{PTopK, RegId, params};
use hws_sim::stimulus::Reader;
use hws_sim::{Machine, ReplayOptions, replay, replay_on};
use hws_tests::interface::HwsInterface;

fn main() {
    divan::main();
}

/// Attempts of the busy machine, reports and MDMA commands included; items are attempts.
#[divan::bench(types = [Hws, PlainHws])]
fn busy_attempts<D: HwsInterface + Clone + Sync + Send>(bencher: Bencher<'_, '_>) {
    const ATTEMPTS: usize = 500;
    let busy = Busy::<D>::new();
    bencher
        .counter(ItemsCount::new(ATTEMPTS))
        .with_inputs(|| busy.clone())
        .bench_local_refs(|busy| busy.run(ATTEMPTS));
}

/// The tick of COMMIT and LATCH alone; items are attempts.
#[divan::bench(types = [Hws, PlainHws])]
fn commit_and_latch<D: HwsInterface + Clone>(bencher: Bencher<'_, '_>) {
    let states = before_commit::<D>(200);
    bencher.counter(ItemsCount::new(states.len())).with_inputs(|| states.clone()).bench_local_refs(
        |states| {
            for state in states {
                state.hws.tick(&mut state.memory, &mut ());
            }
        },
    );
}

/// A busy stimulus from memory without a listener; items are cycles.
#[divan::bench]
fn replay_into_nothing(bencher: Bencher<'_, '_>) {
    const CYCLES: u64 = 1_000_000;
    let stimulus = busy_stimulus(CYCLES);
    bencher.counter(ItemsCount::new(CYCLES)).bench_local(|| {
        let mut machine = Machine::new(Hws::new(Config::default()), ());
        replay_on(&mut machine, Reader::new("busy", stimulus.as_slice()), |()| false)
    });
}

/// The same with its complete trace written; items are cycles.
#[divan::bench]
fn replay_with_trace(bencher: Bencher<'_, '_>) {
    const CYCLES: u64 = 1_000_000;
    let stimulus = busy_stimulus(CYCLES);
    bencher.counter(ItemsCount::new(CYCLES)).bench_local(|| {
        replay(Reader::new("busy", stimulus.as_slice()), std::io::sink(), ReplayOptions::default())
    });
}

/// The lines of the stimulus with an operation every 20 cycles.
const LINES: usize = 324_256;

/// Golden stimuli from memory without a listener: an operation every 20 cycles; items are operations.
#[divan::bench]
fn replay_of_operations(bencher: Bencher<'_, '_>) {
    let stimulus = golden(LINES);
    bencher.counter(ItemsCount::new(LINES)).bench_local(|| {
        let mut machine = Machine::new(Hws::new(Config::default()), ());
        replay_on(&mut machine, Reader::new("golden", stimulus.as_slice()), |()| false)
    });
}

/// The same operations without their reading.
#[divan::bench]
fn operations_alone(bencher: Bencher<'_, '_>) {
    let stimulus = golden(LINES);
    let operations: Result<Vec<_>, _> = Reader::new("golden", stimulus.as_slice()).collect();
    let operations = operations.expect("a legal stimulus");
    bencher.counter(ItemsCount::new(LINES)).bench_local(|| {
        let mut machine = Machine::new(Hws::new(Config::default()), ());
        for operation in &operations {
            // A refusal is a part of the run.
            let _ = machine.perform(operation);
        }
        machine.cycle()
    });
}

/// Their reading without their replay.
#[divan::bench]
fn operations_read(bencher: Bencher<'_, '_>) {
    let stimulus = golden(LINES);
    bencher
        .counter(ItemsCount::new(LINES))
        .bench_local(|| Reader::new("golden", stimulus.as_slice()).filter(Result::is_ok).count());
}

/// Idle time, whose cost should not depend on its length.
#[divan::bench(args = [1_000_u64, 1_000_000, 1_000_000_000_000])]
fn advance_idle(bencher: Bencher<'_, '_>, ticks: u64) {
    let mut hws = Hws::new(Config::default());
    bencher.bench_local(|| hws.advance(divan::black_box(ticks), &mut (), &mut ()));
}

/// A read of a configuration register by its offset. The first read is slow, because its code is not in the cache yet; a sample size
/// derived from it would be 1, too few for the clock.
#[divan::bench(sample_size = 512)]
fn register_read(bencher: Bencher<'_, '_>) {
    let mut hws = Hws::new(Config::default());
    bencher.bench_local(|| hws.read32(divan::black_box(RegId::Promote.offset())));
}

/// A write of a configuration register by its offset.
#[divan::bench]
fn register_write(bencher: Bencher<'_, '_>) {
    let mut hws = Hws::new(Config::default());
    bencher.bench_local(|| {
        hws.write32(divan::black_box(RegId::PreIdleOffset.offset()), divan::black_box(7), &mut ())
    });
}

/// A typed write of a register with illegal values.
#[divan::bench]
fn register_write_typed(bencher: Bencher<'_, '_>) {
    let mut hws = Hws::new(Config::default());
    let value = PTopK::default().with_k_masked(2);
    bencher.bench_local(|| hws.write((), divan::black_box(value), &mut ()));
}

/// A copy of the whole state of a busy machine.
#[divan::bench]
fn clone_state(bencher: Bencher<'_, '_>) {
    let mut busy = Busy::<Hws>::new();
    busy.run(params::N_RS);
    bencher.bench_local(|| divan::black_box(&busy.hws).clone());
}
