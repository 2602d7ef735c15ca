//! Many faults at random: no invariant breaks, nothing leaks, the same plan gives the same run, and its recording
//! replays it.

use fw_api::{EverySipWasReset, HwsDriver};
use hws_regs::RegId;
use hws_types::TaskDescriptor;

use super::bench::{Bench, MachineBus, block};
use crate::fault::{FaultKind, FaultPlan};
use crate::replay::{ReplayOptions, replay};
use crate::stimulus::Reader;

/// Kinds that a recorded stimulus cannot repeat.
const OF_MEMORY: [FaultKind; 2] = [FaultKind::MemoryFault, FaultKind::Reject];

fn every_kind(seed: u64, except: &[FaultKind]) -> FaultPlan {
    let kinds = FaultKind::ALL.into_iter().filter(|kind| !except.contains(kind));
    kinds.fold(FaultPlan::new(), |plan, kind| plan.with_rate(kind, 6.try_into().unwrap(), seed))
}

/// Sixty kernels, and firmware that takes messages as far as the bus lets it; then firmware resets everything.
fn run(plan: &FaultPlan) -> (String, Vec<u8>, [u64; 12]) {
    let mut bench = Bench::new(plan);
    for number in 0..60u16 {
        let thread_num = [1, 4, 6, 16][usize::from(number) % 4];
        let coop = number % 8 == 4;
        let td = TaskDescriptor {
            thread_num,
            coop,
            dag_tag: number % 3,
            block_num: 2,
            block_trigger_cnt: 2,
            ..block()
        };
        if bench.machine.hws().hdr_room() > 0 {
            bench.push(&td);
        }
        bench.machine.advance(150);
        let _ = bench.firmware().messages().count();
    }
    bench.machine.advance(5000);
    let machine = &mut bench.machine;
    let mut hws = HwsDriver::new(MachineBus(machine));
    hws.soft_reset_after_sip_reset(EverySipWasReset::i_have_reset_every_sip()).unwrap();
    machine.advance(1000);
    assert_eq!(machine.hws().peek(RegId::SipIdleMask), u32::MAX);
    let of_machine = machine.faults().unwrap();
    let counts = FaultKind::ALL.map(|kind| of_machine.struck(kind) + bench.faults.struck(kind));
    let (trace, stimulus) = bench.into_texts();
    (trace, stimulus, counts)
}

#[test]
fn no_mixture_of_faults_breaks_an_invariant_and_each_plan_gives_one_run() {
    let mut struck = [0; 12];
    for seed in 0..8 {
        let plan = every_kind(seed, &[]);
        let (trace, _, counts) = run(&plan);
        assert_eq!(run(&plan).0, trace, "random seed {seed}");
        assert!(trace.len() > 10_000);
        struck.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    for (kind, struck) in FaultKind::ALL.into_iter().zip(struck) {
        assert!(struck > 0 || kind == FaultKind::LostInterrupt, "{kind} never struck");
    }
}

#[test]
fn the_recorded_stimulus_of_a_run_with_faults_replays_it() {
    for seed in 0..8 {
        let (trace, stimulus, _) = run(&every_kind(seed, &OF_MEMORY));
        let mut again = Vec::new();
        replay(Reader::new("recorded", stimulus.as_slice()), &mut again, ReplayOptions::default()).unwrap();
        assert_eq!(String::from_utf8(again).unwrap(), trace);
    }
}
