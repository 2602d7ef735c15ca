//! Small workloads, run to their end: every recording replays, and no invariant is violated.

mod across;
mod checked;
mod credits;
mod faults;
mod grants;
mod graph_priority;
mod holds;
mod modes;
mod own;
mod policies;
mod transfers;
mod waiting;

use std::cell::Cell;

use hws_model::{Event, EventSink};
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::{Reader, Writer};
use hws_sim::{FirmwareRun, KernelState, Observer, ReplayOptions, TraceWriter, replay, replay_observed};
use hws_types::{Cycle, SipMask, ThreadNum, Topology};

use super::{Control, Policy, Reference, RunRecord, run, run_under, run_with};
use crate::workload::{Dag, Kernel, Role, Scheduler, Triggers, Workload};
use crate::workload::{ReadOptions, read};

fn kernel(name: &str, threads: u32, blocks: u16, est: u32, deps: &[usize]) -> Kernel {
    let kernel = Kernel::new(name, ThreadNum::new(threads).unwrap(), blocks, est);
    Kernel { priority: 10, ..kernel }.after_finish(deps.iter().copied())
}

fn workload(kernels: Vec<Kernel>) -> Workload {
    Workload::new(vec![Dag { arrival: Cycle(100), ..Dag::new("g", kernels) }])
}

/// Runs, checks that the recorded stimulus reproduces the recorded trace, and returns the record.
fn run_and_replay(workload: &Workload) -> RunRecord {
    run_with_and_replay(workload, &mut Reference)
}

fn run_with_and_replay(workload: &Workload, policy: &mut dyn Policy) -> RunRecord {
    let (mut stimulus, mut trace, mut again) = (Vec::new(), Vec::new(), Vec::new());
    let observer = (Writer::new(&mut stimulus), TraceWriter::new(&mut trace));
    let (record, observer) = run_with(workload, policy, observer).unwrap();
    observer.0.finish().unwrap();
    observer.1.finish().unwrap();
    let stimulus = Reader::new("run", stimulus.as_slice());
    let checker = InvariantChecker::new();
    let (_, checker) = replay_observed(stimulus, &mut again, ReplayOptions::default(), checker).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(trace).unwrap());
    assert!(checker.verdict().holds(), "{}", checker.verdict());
    record
}

/// A workload in our YAML.
fn yaml(text: &str) -> Workload {
    let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    read(text.as_bytes(), "w.yaml", &ReadOptions::default(), &mut no_files)
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_chain_runs_in_order() {
    let record = run_and_replay(&workload(vec![
        kernel("a", 4, 3, 500, &[]),
        kernel("b", 16, 1, 700, &[0]),
        kernel("c", 1, 2, 100, &[0, 1]),
    ]));
    assert!(record.drained && record.stuck.is_empty() && record.errors.is_empty());
    let [a, b, c] = [0, 1, 2].map(|id| record.kernels[id].clone());
    assert!(a.finish < b.first_launch && b.finish < c.first_launch);
    assert_eq!(record.makespan, c.finish.unwrap().0);
    assert_eq!(record.busy_sip_cycles, 3 * 4 * 500 + 16 * 700 + 2 * 100);
    assert!(record.dags[0].opened >= Some(Cycle(100)));
}

#[test]
fn a_window_bounds_the_blocks_in_flight() {
    let windowed = Kernel { triggers: Triggers::Window(2), ..kernel("w", 1, 10, 1000, &[]) };
    let record = run_and_replay(&workload(vec![windowed]));
    assert!(record.drained && record.errors.is_empty());
    // Two at a time take at least five rounds of 1000; all at once would take one.
    let took = record.kernels[0].finish.unwrap().since(record.kernels[0].first_launch.unwrap());
    assert!((5000..6000).contains(&took), "{took}");
}

#[test]
fn a_prefetch_allocates_before_its_kernel_runs() {
    let prefetch = Kernel { role: Role::PrefetchOf(1), ..kernel("load", 4, 6, 1, &[]) };
    let compute = Kernel { role: Role::ComputeAfter(0), ..kernel("use", 4, 6, 300, &[0]) };
    let record = run_and_replay(&workload(vec![prefetch, compute]));
    assert!(record.drained && record.errors.is_empty(), "{record:?}");
    assert_eq!(record.kernels[0].first_launch, None, "it does not run");
    assert!(record.kernels[0].finish < record.kernels[1].first_launch);
}

#[test]
fn a_prefetch_in_one_vg_can_be_given_255_grants() {
    let affinity = SipMask(0xF);
    let prefetch = Kernel { role: Role::PrefetchOf(1), affinity, ..kernel("load", 1, 255, 1, &[]) };
    let compute = Kernel { role: Role::ComputeAfter(0), affinity, ..kernel("use", 1, 255, 30, &[0]) };
    let record = run_and_replay(&workload(vec![prefetch, compute]));
    assert!(record.drained && record.errors.is_empty(), "{:?}", record.stuck);
}

#[test]
fn a_rejected_kernel_leaves_the_run_stuck_with_reasons() {
    let nowhere = Kernel { affinity: SipMask(0x10), ..kernel("nowhere", 2, 1, 100, &[]) };
    let record = run_and_replay(&workload(vec![nowhere, kernel("behind", 1, 1, 100, &[0])]));
    assert!(!record.drained);
    assert_eq!(record.kernels[0].state, KernelState::Rejected);
    let reasons: Vec<_> = record.stuck.iter().map(|stuck| stuck.reason.as_str()).collect();
    assert_eq!(reasons, ["the HWS rejected it: TdUnplaceable", "it waits for the end of nowhere"]);
}

#[test]
fn a_usage_mask_without_a_place_leaves_the_run_stuck() {
    let mut shut = workload(vec![kernel("a", 2, 1, 100, &[])]);
    shut.usage_masks.push((0, ThreadNum::new(2).unwrap(), SipMask::EMPTY));
    let record = run_and_replay(&shut);
    assert!(!record.drained);
    assert!(record.stuck[0].reason.contains("no aligned place for 2 threads"), "{}", record.stuck[0].reason);
}

#[test]
fn a_missing_delivery_is_recognised() {
    let mut silent = workload(vec![kernel("a", 2, 1, 100, &[])]);
    silent.hardware.registers.push((hws_regs::RegId::HwsWorkMode, 1));
    let record = run_and_replay(&silent);
    assert!(!record.drained);
    assert!(record.stuck[0].reason.contains("never reported"), "{}", record.stuck[0].reason);
}

#[test]
fn dropped_messages_are_recovered() {
    // Many short blocks on a slow bus: the message FIFO overflows, but everything still finishes.
    let windowed = Kernel { triggers: Triggers::Window(40), ..kernel("w", 1, 200, 10, &[]) };
    let mut slow = workload(vec![windowed, kernel("x", 1, 100, 10, &[]), kernel("y", 1, 5, 10, &[0, 1])]);
    slow.hardware.bus_cycles = 40;
    let record = run_and_replay(&slow);
    assert!(record.errors.iter().any(|error| error.bit == hws_model::ErrorBit::MihOverflow));
    assert!(record.drained, "{:?}", record.stuck);
}

/// Stopped when the three blocks of the first kernel have been launched; the recording up to then replays.
#[test]
fn a_stopped_run_leaves_a_partial_record() {
    let chain = workload(vec![kernel("a", 4, 3, 500, &[]), kernel("b", 16, 1, 700, &[0])]);
    let (mut stimulus, mut trace, mut again) = (Vec::new(), Vec::new(), Vec::new());
    let seen = Cell::new(0);
    let (stop, progress) = (|| seen.get() >= 3, |progress: super::Progress| seen.set(progress.blocks));
    let control = Control { stop: Some(&stop), progress: Some(&progress) };
    let observer = (Writer::new(&mut stimulus), TraceWriter::new(&mut trace));
    let (record, observer) = run_under(&chain, &mut Reference, observer, &control).unwrap();
    observer.0.finish().unwrap();
    observer.1.finish().unwrap();
    assert!(record.stopped && !record.drained && record.stuck.is_empty());
    assert_eq!(record.kernels[1].first_launch, None);
    replay(Reader::new("run", stimulus.as_slice()), &mut again, ReplayOptions::default()).unwrap();
    assert_eq!(again, trace);
}

#[test]
fn watching_changes_nothing() {
    let chain = workload(vec![kernel("a", 4, 3, 500, &[]), kernel("b", 16, 1, 700, &[0])]);
    let most = Cell::new(0);
    let progress = |progress: super::Progress| most.set(most.get().max(progress.blocks));
    let control = Control { stop: Some(&|| false), progress: Some(&progress) };
    let (watched, ()) = run_under(&chain, &mut Reference, (), &control).unwrap();
    assert_eq!(watched, run(&chain, ()).unwrap().0);
    assert_eq!((most.get(), watched.stopped), (4, false));
}

/// With a window of one, each block except the first costs its graph one trigger: a read of the command queue, and
/// a write (docs/firmware-traffic.md). Firmware's other work is the same for both graphs.
#[test]
fn accesses_are_counted_for_the_graph_that_they_serve() {
    let windowed = Kernel { triggers: Triggers::Window(1), ..kernel("w", 1, 6, 1000, &[]) };
    let mut two = workload(vec![kernel("a", 1, 1, 700, &[])]);
    two.dags.push(Dag {
        name: "h".to_owned(),
        arrival: Cycle(90_000),
        kernels: vec![windowed],
        ..two.dags[0].clone()
    });
    let record = run_and_replay(&two);
    let [plain, windowed] = [0, 1].map(|graph: usize| record.dags[graph].traffic);
    assert!(plain.writes > 0 && plain.reads > 0);
    assert_eq!((windowed.writes, windowed.reads), (plain.writes + 5, plain.reads + 5));
    assert!(
        record.traffic.reads > plain.reads + windowed.reads,
        "reading messages is not attributed to a graph"
    );
}
