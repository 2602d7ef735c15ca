//! Charts of a small timeline, as they are printed.

use hws_model::Pool;
use hws_types::{Cycle, Sip, SipMask, Topology};

use super::*;
use crate::timeline::{DagLine, KernelLine, Owned, Reservation, ReservationOutcome, SipRun, StartedBy};

fn ran(sip: u32, kernel: u32, from: u64, to: u64) -> SipRun {
    SipRun::new(Sip::wrapping(sip), kernel, StartedBy::Hws(Pool::P), Cycle(from), Cycle(to))
}

/// 12 SIPs in four clusters of three, 290 cycles; kernel k is of graph k.
fn timeline() -> Timeline {
    let dag = |name: &str| DagLine {
        name: name.into(),
        tag: None,
        arrival: Cycle(0),
        finish: None,
        deadline: None,
    };
    let (from, to) = (Cycle(0), Cycle(100));
    Timeline {
        end: Cycle(290),
        dags: vec![dag("first"), dag("second")],
        kernels: vec![KernelLine::new("", 0), KernelLine::new("", 1)],
        runs: vec![
            // Column by column of 10 cycles: 4 against 6, a tie, one cycle only, nothing.
            ran(0, 0, 0, 4),
            ran(0, 1, 4, 15),
            ran(0, 0, 15, 21),
            SipRun { backfilled: true, ..ran(1, 1, 40, 60) },
            ran(14, 0, 285, 290),
        ],
        reservations: vec![Reservation {
            kernel: 0,
            sips: SipMask(0b10),
            from,
            to,
            outcome: ReservationOutcome::Open,
        }],
        owned: vec![Owned { sip: Sip::wrapping(4), from: Cycle(5), to: Cycle(12) }],
        ..Timeline::new(Topology::new(3, 4).unwrap())
    }
}

#[test]
fn a_line_for_each_sip() {
    let shown = Gantt::new(&timeline(), 40, false).to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "           0 to 290 cycles, 10 each column");
    assert_eq!(lines[1], "SIP 0      BAA..........................");
    assert_eq!(lines[2], "SIP 1      ----bb----...................");
    assert_eq!(lines[4], "SIP 4      ==...........................");
    assert_eq!(lines[12], "SIP 14     ............................A");
    assert_eq!(lines[13], "           . idle  - reserved  = owned by firmware  a-z backfilled");
    assert_eq!(lines[14..], ["           A first", "           B second"]);
}

/// Columns of 11 cycles: 290 cycles take 27 of the 28. SIP 0 runs A for 4 and B for 7 cycles of the first.
#[test]
fn a_narrow_chart_has_a_line_for_each_cluster() {
    let shown = Gantt::new(&timeline(), 39, false).to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "           0 to 290 cycles, 11 each column");
    assert_eq!(lines[1], "cluster 0  BA-bbb----.................");
    assert_eq!(lines[2], "cluster 1  ==.........................");
    assert_eq!(lines[4], "cluster 3  .........................AA");
}

#[test]
fn colours_are_for_graphs_only() {
    let shown = Gantt::new(&timeline(), 40, true).to_string();
    assert!(shown.contains("SIP 0      \u{1b}[33mB\u{1b}[0m\u{1b}[36mA\u{1b}[0m"), "{shown:?}");
    assert!(!Gantt::new(&timeline(), 40, false).to_string().contains('\u{1b}'));
}

#[test]
fn letters_are_reused_and_an_empty_run_is_drawn() {
    let mut timeline = timeline();
    timeline.dags = vec![timeline.dags[0].clone(); 28];
    timeline.kernels[1].dag = 27;
    (timeline.reservations, timeline.owned) = (Vec::new(), Vec::new());
    (timeline.runs, timeline.end) = (vec![ran(0, 1, 0, 0)], Cycle(0));
    let shown = Gantt::new(&timeline, 0, false).to_string();
    assert!(shown.contains("cluster 0  .\n") && shown.contains("and 2 more"), "{shown}");
    assert_eq!(letter(27), 'B');
}
