//! Deadlines of constructed runs.

use hws_types::Cycle;

use super::{record, workload};
use crate::report::{DeadlinesReport, Report, ReportSummary};
use crate::run::RunRecord;
use crate::workload::Workload;

/// The graph `one` arrives at 100 and finishes at 730; its kernels a, p, b finish at 600, 180, 730. The graph `two` arrives
/// at 500 and finishes at 1000; c finishes at 760, d at 1000.
fn with(dags: [Option<u64>; 2], kernels: [Option<u64>; 5]) -> Workload {
    let mut workload = workload();
    workload.dags.iter_mut().zip(dags).for_each(|(dag, deadline)| dag.deadline = deadline);
    let all = workload.dags.iter_mut().flat_map(|dag| &mut dag.kernels);
    all.zip(kernels).for_each(|(kernel, deadline)| kernel.deadline = deadline);
    workload
}

#[test]
fn without_deadlines_there_is_nothing() {
    let report = Report::new(&workload(), &record());
    assert_eq!(report.deadlines, None);
    assert_eq!((report.dags[0].deadline, report.dags[0].lateness, report.dags[0].missed), (None, None, None));
    let row = report.row();
    let of = |name: &str| row.iter().find(|scalar| scalar.0 == name).unwrap().1;
    assert_eq!(["deadlines", "deadline_misses", "lateness_max", "tardiness_sum"].map(of), [None; 4]);
    assert!(!ReportSummary::new(&report).to_string().contains("deadline"));
}

/// Deadlines count from the arrival: 100 + 630 is met to the cycle; 100 + 79 is one cycle before p has its grants; 500 + 200 is
/// 60 before c finishes, 500 + 700 is 200 after d.
#[test]
fn lateness_is_finish_minus_deadline() {
    let report =
        Report::new(&with([Some(630), None], [None, Some(79), None, Some(200), Some(700)]), &record());
    let of_kernel = |index: usize| {
        let kernel = &report.kernels[index];
        (kernel.deadline, kernel.lateness, kernel.missed)
    };
    let one = &report.dags[0];
    assert_eq!((one.deadline, one.lateness, one.missed), (Some(730), Some(0), Some(false)));
    assert_eq!(of_kernel(0), (None, None, None));
    assert_eq!(of_kernel(1), (Some(179), Some(1), Some(true)));
    assert_eq!(of_kernel(3), (Some(700), Some(60), Some(true)));
    assert_eq!(of_kernel(4), (Some(1200), Some(-200), Some(false)));
    let expected = DeadlinesReport {
        total: 4,
        missed: 2,
        unfinished: 0,
        lateness_max: Some(60),
        tardiness_max: Some(60),
        tardiness_sum: Some(61),
    };
    assert_eq!(report.deadlines, Some(expected));
    let row = report.row();
    assert!(row.contains(&("deadline_misses", Some(2))) && row.contains(&("tardiness_sum", Some(61))));
    let text = ReportSummary::new(&report).to_string();
    let table = "\
deadlines         4, of which 2 missed
lateness          at most 60 cycles, 61 cycles in total

deadline of  deadline  finish  lateness
two/c             700     760       +60  missed
one/p             179     180        +1  missed
one               730     730        +0  met
two/d            1200    1000      -200  met
";
    assert!(text.contains(table), "{text}");
}

#[test]
fn a_lateness_may_be_negative() {
    let report = Report::new(&with([Some(1000), Some(600)], [None; 5]), &record());
    let deadlines = report.deadlines.unwrap();
    assert_eq!((deadlines.lateness_max, deadlines.tardiness_max), (Some(-100), Some(0)));
    assert!(report.row().contains(&("lateness_max", Some(-100))));
    let text = ReportSummary::new(&report).to_string();
    assert!(text.contains("deadlines         2, none of them missed\n"), "{text}");
    assert!(text.contains("lateness          none: the latest finished 100 cycles early\n"), "{text}");
}

/// b and with it the graph did not finish, and no lateness says how late they would have been. They come first.
#[test]
fn what_never_finishes_has_missed_its_deadline() {
    let mut record = RunRecord { drained: false, ..record() };
    record.kernels[2].finish = None;
    let report = Report::new(&with([Some(9000), None], [None, None, Some(9000), Some(1), None]), &record);
    assert_eq!((report.dags[0].lateness, report.dags[0].missed), (None, Some(true)));
    let counts = report.deadlines.unwrap();
    assert_eq!((counts.total, counts.missed, counts.unfinished), (3, 3, 2));
    assert_eq!((counts.lateness_max, counts.tardiness_sum), (Some(259), Some(259)));
    let text = ReportSummary::new(&report).to_string();
    let table = "\
deadlines         3, of which 3 missed, 2 of them by never finishing
lateness          at most 259 cycles, 259 cycles in total

deadline of  deadline  finish  lateness
one              9100       -         -  never finished
one/b            9100       -         -  never finished
two/c             501     760      +259  missed
";
    assert!(text.contains(table), "{text}");
}

#[test]
fn nothing_that_finished_has_no_lateness() {
    let report = Report::new(&with([Some(1), None], [None; 5]), &RunRecord::default());
    let counts = report.deadlines.unwrap();
    assert_eq!((counts.missed, counts.unfinished), (1, 1));
    assert_eq!((counts.lateness_max, counts.tardiness_max, counts.tardiness_sum), (None, None, None));
    assert!(!ReportSummary::new(&report).to_string().contains("lateness        "));
}

#[test]
fn the_table_has_the_worst_and_the_number_of_the_others() {
    let mut workload = with([Some(1), None], [None; 5]);
    let mut record = record();
    let (dag, of_dag) = (workload.dags[0].clone(), record.dags[0].clone());
    let kernels = record.kernels[..3].to_vec();
    for index in 0..24 {
        workload.dags.push(crate::workload::Dag { name: format!("g{index}"), ..dag.clone() });
        record.dags.push(of_dag.clone());
        record.kernels.extend(kernels.clone());
    }
    record.kernels.last_mut().unwrap().finish = Some(Cycle(5000));
    let text = ReportSummary::new(&Report::new(&workload, &record)).to_string();
    let first = text.lines().skip_while(|line| !line.starts_with("deadline of")).nth(1).unwrap();
    assert!(first.starts_with("g23 ") && first.contains(" +4899  missed"), "{first}");
    assert!(text.contains("\n  and 5 more\n"), "{text}");
}
