//! Kernels that are ready and not pushed: the reason is the one that firmware or the machine has recorded.

use hws_regs::params;
use hws_types::Cycle;
use rstest::rstest;

use super::{run_and_replay, yaml};
use crate::report::Metrics;
use crate::run::{PushWait, RunRecord, before_push, run};
use crate::timeline::{Recorder, Why};
use crate::workload::Workload;

/// A kernel that waits for the first block of another one, for 700 cycles.
const CREDIT: &str = "dags: [ { id: g, kernels: [
    { id: a, threads: 1, blocks: 2, est: 700 },
    { id: b, threads: 1, est: 90, trigger: { credits: [ { kernel: a, need: [ 1 ] } ] } } ] } ]";

/// Kernels that are ready together: 80 are more than Ready Station and HDR FIFO have places.
fn crowd(kernels: usize) -> String {
    let list: Vec<String> =
        (0..kernels).map(|id| format!("{{ id: k{id}, threads: 16, est: 900 }}")).collect();
    format!("dags: [ {{ id: g, kernels: [ {} ] }} ]", list.join(", "))
}

/// The reasons of a kernel from ready to pushed, with their cycles.
fn reasons(record: &RunRecord, kernel: u32) -> Vec<(u64, PushWait)> {
    let times = &record.kernels[kernel as usize];
    let (ready, pushed) = times.ready.zip(times.pushed).unwrap();
    let told = if ready < pushed { record.holds.between(kernel, ready, pushed) } else { Vec::new() };
    told.into_iter().map(|(from, to, why)| (to.since(from), why)).collect()
}

fn all_reasons(record: &RunRecord) -> Vec<PushWait> {
    let kernels = 0..record.kernels.len() as u32;
    let mut all: Vec<PushWait> = kernels.flat_map(|id| reasons(record, id)).map(|(_, why)| why).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn a_kernel_without_a_credit_is_held_by_firmware_and_not_by_the_fifo() {
    let workload = yaml(CREDIT);
    let record = run_and_replay(&workload);
    let [(cycles, why)] = reasons(&record, 1)[..] else { panic!("{:?}", reasons(&record, 1)) };
    assert_eq!(why, PushWait::Credits);
    assert!(cycles >= 700, "{cycles}");
    assert_eq!(reasons(&record, 0), []);
    let told = before_push(&workload, &record, 1);
    assert_eq!((told[0].0, told.last().unwrap().1), (Cycle(0), record.kernels[1].pushed.unwrap()));
    assert!(told.last().unwrap().2.ends_with("(credits)"), "{told:?}");
}

/// The FIFO is full as long as kernels wait for it, which all come at once.
#[test]
fn the_fifo_is_the_reason_only_while_it_is_full() {
    let record = run_and_replay(&yaml(&crowd(80)));
    assert_eq!(all_reasons(&record), [PushWait::HdrFull]);
    let waiting = (0..80).filter(|&id| !reasons(&record, id).is_empty()).count();
    assert_eq!(waiting, 80 - params::HDR_FIFO, "the others find room at once");
    let few = run_and_replay(&yaml(&crowd(10)));
    assert_eq!(all_reasons(&few), []);
}

#[rstest]
#[case::hdr("", &[PushWait::Credits])]
#[case::firmware("firmware: { in_path: firmware }\n", &[PushWait::Credits, PushWait::Firmware])]
fn firmware_that_pushes_is_never_taken_for_a_full_fifo(#[case] options: &str, #[case] expected: &[PushWait]) {
    let record = run_and_replay(&yaml(&format!("{options}{CREDIT}")));
    assert_eq!(all_reasons(&record), expected);
}

#[test]
fn a_crowd_waits_for_firmware_that_pushes_it() {
    let workload = yaml(&format!("firmware: {{ in_path: firmware }}\n{}", crowd(80)));
    let record = run_and_replay(&workload);
    assert_eq!(all_reasons(&record), [PushWait::Firmware]);
}

/// The report and the timeline have what was recorded, added up or listed.
#[test]
fn reports_have_the_recorded_reason() {
    let workload = yaml(CREDIT);
    let credits = |recorder: fn(&Workload) -> Recorder| {
        let (record, recorder) = run(&workload, recorder(&workload)).unwrap();
        let timeline = recorder.timeline(&workload, &record);
        let reasons = Metrics::new(&workload, &record, &timeline, None).overhead.reasons;
        assert_eq!((reasons.hdr_port, reasons.not_recorded), (0, 0));
        (reasons.credits, timeline)
    };
    let (listed, timeline) = credits(Recorder::new);
    let (added, _) = credits(Recorder::of_totals);
    assert!(listed >= 700 && listed == added, "{listed} {added}");
    let first = timeline.waits.iter().find(|wait| wait.kernel == 1).unwrap();
    assert_eq!((first.why, first.to.since(first.from)), (Why::Credits, listed));
}

/// There are 32 tags.
#[test]
fn a_graph_without_a_tag_is_said_to_wait_for_one() {
    let many =
        yaml("dags: [ { id: g, repeat: 40, every: 1, kernels: [ { id: k, threads: 16, est: 2000 } ] } ]");
    let record = run_and_replay(&many);
    let told = |kernel| before_push(&many, &record, kernel).into_iter().map(|(.., what)| what);
    assert!(told(39).any(|what| what.contains("no DAG tag was free in")));
    assert!(told(0).all(|what| !what.contains("tag")));
    assert!(told(39).all(|what| !what.contains("depends on")), "it depends on nothing");
}
