//! Backfills and early launches, counted on a constructed timeline and in a run of the built-in example.

use hws_model::Pool;
use hws_types::{Cycle, Sip, SipMask};

use crate::report::metrics::Alone;
use crate::report::{Highlights, Metrics, Report, ReportSummary};
use crate::run::{RunRecord, run};
use crate::timeline::{Recorder, Reservation, ReservationOutcome, SipRun, StartedBy, Timeline};
use crate::workload::built_in;

use super::workload;

/// The kernels of [`workload`]; none has run.
fn nothing() -> Timeline {
    Recorder::new(&workload()).timeline(&workload(), &RunRecord::default())
}

fn thread(sip: u32, kernel: u32, block: u16, launched: u64) -> SipRun {
    let (from, to) = (Cycle(launched), Cycle(launched + 10));
    SipRun { block, ..SipRun::new(Sip::wrapping(sip), kernel, StartedBy::Hws(Pool::P), from, to) }
}

fn backfill(sip: u32, kernel: u32, block: u16, launched: u64) -> SipRun {
    SipRun { backfilled: true, ..thread(sip, kernel, block, launched) }
}

fn reservation(kernel: u32, sips: u32, from: u64, to: u64) -> Reservation {
    let (from, to) = (Cycle(from), Cycle(to));
    Reservation { kernel, sips: SipMask(sips), from, to, outcome: ReservationOutcome::Launched }
}

#[test]
fn a_backfilled_block_counts_for_the_reservation_at_its_launch() {
    let reservations = vec![
        reservation(0, 0b0011, 100, 200),
        // The same SIPs again, from the cycle in which the first reservation ended.
        reservation(2, 0b0011, 200, 300),
        reservation(4, 0b1100, 100, 300),
    ];
    let runs = vec![
        // One block of two threads.
        backfill(0, 3, 0, 150),
        backfill(1, 3, 0, 150),
        backfill(0, 3, 1, 200),
        backfill(0, 3, 2, 299),
        // On a SIP that was reserved, but after the reservation.
        backfill(0, 3, 3, 300),
        backfill(2, 1, 0, 100),
        thread(3, 1, 1, 100),
    ];
    let found = Highlights::new(&Timeline { reservations, runs, ..nothing() });
    // Most blocks first, then by kernel.
    let expected = [("one/b", 2), ("one/a", 1), ("two/d", 1)].map(|(name, blocks)| (name.to_owned(), blocks));
    assert_eq!(found.backfilled, expected);
    assert_eq!((found.early_blocks, found.saved_sip_cycles), (0, 0));
}

#[test]
fn an_early_launch_saves_an_attempt_on_each_busy_sip() {
    let early = |sip, block| SipRun { early: true, ..thread(sip, 0, block, 50) };
    let by_firmware = SipRun { by: StartedBy::Firmware, ..early(9, 9) };
    // Two threads of block 0 are early, one is not; block 1 has one early thread.
    let runs = vec![early(0, 0), early(1, 0), thread(2, 0, 0, 50), early(3, 1), by_firmware];
    let found = Highlights::new(&Timeline { runs, ..nothing() });
    assert_eq!((found.early_blocks, found.saved_sip_cycles), (2, 3 * 48));
    assert!(found.backfilled.is_empty());
}

/// The design is known for both; the example has to show them, and the summary has to explain them.
#[test]
fn the_built_in_example_backfills_and_launches_early() {
    let workload = built_in();
    let (record, recorder) = run(&workload, Recorder::new(&workload)).unwrap();
    let timeline = recorder.timeline(&workload, &record);
    let highlights = Highlights::new(&timeline);
    assert!(!highlights.backfilled.is_empty() && highlights.early_blocks > 0, "{highlights:?}");
    let metrics = Metrics::new(&workload, &record, &timeline, None::<&Alone>);
    let blocks: u64 = highlights.backfilled.iter().map(|(_, blocks)| blocks).sum();
    assert_eq!(blocks, metrics.backfill.blocks, "every backfilled block had a holder");
    let report = Report::new(&workload, &record).with_metrics(metrics);
    let summary = ReportSummary::new(&report).with_highlights(&highlights).to_string();
    let (holder, _) = &highlights.backfilled[0];
    assert!(summary.contains(&format!("on SIPs reserved for {holder} (")), "{summary}");
    let early = format!("early launches    {} blocks on SIPs about to become idle", highlights.early_blocks);
    assert!(summary.contains(&early), "{summary}");
}

#[test]
fn a_run_with_neither_says_nothing_of_them() {
    let found = Highlights::new(&nothing());
    assert_eq!(found, Highlights::default());
    let summary = |report: &Report| ReportSummary::new(report).with_highlights(&found).to_string();
    let metrics = Metrics::new(&workload(), &RunRecord::default(), &nothing(), None);
    let shown = summary(&Report::new(&workload(), &RunRecord::default()).with_metrics(metrics));
    assert!(!shown.contains("early launches") && !shown.contains("reserved for"), "{shown}");
}
