//! FST files that their simulator has not closed, and finished ones that are cut.

use std::fs;
use std::path::{Path, PathBuf};

use hws_dv::check::{CheckOptions, DumpReport, DumpVerdict, check, json};
use hws_dv::diff::{DiffOptions, diff};
use hws_dv::map::NameMap;

use crate::common::unclosed::Unclosed;
use crate::common::vcd::{Dialect, text};
use crate::common::{checked, file, fst, run};

fn checked_by(dump: &Path, hierarchy: Option<&Path>) -> DumpReport {
    let options = CheckOptions { hierarchy: hierarchy.map(Path::to_owned), ..CheckOptions::default() };
    check(dump, &NameMap::default(), &options)
}

/// Writes the file of a killed simulation, and the names beside it.
fn killed(dump: &[u8], hier: Option<&[u8]>) -> PathBuf {
    let path = file("fst", dump);
    if let Some(names) = hier {
        fs::write(beside(&path), names).unwrap();
    }
    path
}

fn beside(dump: &Path) -> PathBuf {
    format!("{}.hier", dump.display()).into()
}

fn of_run() -> Unclosed {
    Unclosed::of(&fst::bytes(&run::run()))
}

#[test]
fn a_killed_simulation_is_compared_up_to_its_last_whole_block() {
    let (parts, wave) = (of_run(), run::run());
    assert!(parts.sections() >= 3, "{}", parts.sections());
    for sections in 1..parts.sections() {
        let bytes = parts.killed(sections);
        let report = checked_by(&killed(&bytes, Some(&parts.hier())), None);
        let time = parts.last_time(sections);
        assert_eq!(report.verdict, DumpVerdict::Unreadable);
        // A VCD of the same run that is cut behind the same time.
        let vcd = text(&wave, Dialect::default());
        let next = wave.stamps.iter().find(|(at, _)| *at > time).unwrap().0;
        let stamp = format!("\n#{next}\n");
        let of_vcd = checked(&vcd[..vcd.find(&stamp).unwrap() + stamp.len() - 1]);
        let [problem, other] = [&report, &of_vcd].map(|report| report.problem.clone().unwrap());
        let place = format!("ends inside a block of value changes at byte {}: ", bytes.len());
        let (_, cut) = other.split_once("the file is cut").unwrap();
        assert_eq!(problem, format!("{place}the file is cut{cut}"));
        let shown = hws_input::grouped(time);
        assert!(
            cut.starts_with(&format!(" at time {shown}, ")) && cut.contains(" edges compared; "),
            "{cut}"
        );
        assert_eq!(json(&[report])["dumps"][0]["cut"]["time"], time);
    }
}

#[test]
fn a_difference_before_the_cut_is_a_difference() {
    let wave = run::run();
    let parts = Unclosed::of(&fst::bytes(&wave.corrupted("SIP_IDLE_MASK", wave.time_of("cycle", 100), 4)));
    let report = checked_by(&killed(&parts.killed(parts.sections() - 1), Some(&parts.hier())), None);
    assert_eq!(report.verdict, DumpVerdict::Differ);
}

#[test]
fn a_finished_file_that_is_cut_takes_its_names_from_another_one() {
    let parts = of_run();
    let (whole, mut compared) = (parts.closed(), Vec::new());
    let other = file("fst", &whole);
    for percent in [25, 50, 75, 99] {
        let cut = killed(&whole[..whole.len() * percent / 100], None);
        let without = checked_by(&cut, None).problem.unwrap();
        let report = checked_by(&cut, Some(&other));
        if report.tally.edges == 0 {
            assert!(without.contains("ends inside the first block of value changes at byte"), "{without}");
            continue;
        }
        let file = beside(&cut).display().to_string();
        assert!(without.contains(&format!("`{file}` does not exist, ")), "{without}");
        assert!(without.ends_with("give a finished FST of the same design with --hierarchy"), "{without}");
        assert_eq!(report.verdict, DumpVerdict::Unreadable);
        assert!(report.problem.unwrap().ends_with(" ticks compared, equal so far"));
        compared.push(report.tally.compared);
    }
    assert!(compared.len() >= 2 && compared.is_sorted(), "{compared:?}");
    assert_eq!(checked_by(&other, None).verdict, DumpVerdict::Equal);
}

#[test]
fn a_file_that_has_its_names_first_needs_no_other_one() {
    let whole = fst::bytes(&run::run());
    let report = checked_by(&killed(&whole[..whole.len() - 40], None), None);
    assert!(report.problem.unwrap().ends_with(" ticks compared, equal so far"));
    assert!(report.tally.compared > 1000);
    // Whole blocks under the header of a writer that was killed.
    let mut unfinished = whole;
    unfinished[9..25].fill(0);
    let report = checked_by(&killed(&unfinished, None), None);
    assert_eq!(report.verdict, DumpVerdict::Unreadable);
    let problem = report.problem.unwrap();
    assert!(problem.starts_with("ends inside the blocks of value changes at byte "), "{problem}");
}

#[test]
fn names_that_are_cut_leave_the_signals_that_they_have() {
    let parts = of_run();
    let (bytes, names) = (parts.killed(2), parts.hier());
    let mut compared = Vec::new();
    for end in (0..names.len()).step_by(names.len() / 40) {
        let report = checked_by(&killed(&bytes, Some(&names[..end])), None);
        assert_eq!(report.verdict, DumpVerdict::Unreadable, "at {end}");
        if report.tally.compared > 0 {
            assert!(report.warnings[0].contains(".hier` is cut: the signals that it does not name"));
            compared.push(report.coverage.signals);
        }
    }
    assert!(compared.len() > 5 && compared.is_sorted(), "{compared:?}");
}

#[test]
fn names_of_another_design_are_refused() {
    let mut wave = run::run();
    let parts = of_run();
    let bytes = parts.killed(2);
    let last = wave.signals.len() - 1;
    wave.signals[last].width += 1;
    let wider = Unclosed::of(&fst::bytes(&wave));
    let text = text(&wave, Dialect::default());
    let cases: [(&[u8], &str); 4] = [
        (&wider.hier(), " digits, the changes are of "),
        (&wider.closed(), " digits, the changes are of "),
        (text.as_bytes(), "is neither an FST nor a file `.hier` with names"),
        (&bytes, "has no names itself"),
    ];
    for (names, reason) in cases {
        let other = file("names", names);
        let report = checked_by(&killed(&bytes, None), Some(&other));
        let problem = report.problem.unwrap();
        assert!(
            problem.contains(&format!("`{}` ", other.display())) && problem.contains(reason),
            "{problem}"
        );
        assert_eq!((report.verdict, report.tally.edges), (DumpVerdict::Unreadable, 0));
    }
}

#[test]
fn two_dumps_are_compared_up_to_the_cut_of_one() {
    let parts = of_run();
    let (whole, cut) = (file("fst", &parts.closed()), killed(&parts.killed(2), Some(&parts.hier())));
    let report = diff(&whole, &cut, &DiffOptions::default());
    assert_eq!(report.verdict, DumpVerdict::Unreadable);
    let (time, cycles) = (parts.last_time(2), hws_input::grouped(report.counts.cycles));
    let end = format!("is cut at time {}, {cycles} edges compared; ", hws_input::grouped(time));
    let problem = report.problem.clone().unwrap();
    assert!(problem.contains(&end) && problem.ends_with("cycles compared, equal so far"), "{problem}");
    assert_eq!(hws_dv::diff::json(&report)["cuts"]["b"]["time"], time);
    let wave = run::run();
    let wrong = file("fst", &fst::bytes(&wave.corrupted("SIP_IDLE_MASK", wave.time_of("cycle", 20), 4)));
    assert_eq!(diff(&wrong, &cut, &DiffOptions::default()).verdict, DumpVerdict::Differ);
}

#[test]
fn damaged_files_and_names_never_end_in_a_panic() {
    let parts = of_run();
    let originals = [parts.killed(2), parts.hier()];
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..40 {
        let mut files = originals.clone();
        for bytes in &mut files {
            let size = bytes.len();
            (0..random(3)).for_each(|_| bytes[random(size)] = random(256) as u8);
            bytes.truncate(size - random(2) * random(size));
        }
        let report = checked_by(&killed(&files[0], Some(&files[1])), None);
        assert_ne!(report.verdict, DumpVerdict::Equal, "the file is cut, whatever else it is");
    }
}
