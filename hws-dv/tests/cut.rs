//! Cut and damaged dumps: never a false difference, never a panic.

use hws_dv::check::DumpVerdict;
use hws_dv::map::NameMap;

use crate::common::vcd::{Dialect, text};
use crate::common::{checked, checked_with, fst, run};

#[test]
fn a_vcd_cut_anywhere_is_a_cut_and_equal_so_far() {
    let vcd = text(&run::run(), Dialect { is_short: true, ..Dialect::default() });
    let (start, step) = (vcd.find("$enddefinitions").unwrap() + 20, vcd.len() / 29);
    let mut at_line_ends = 0;
    for end in (start..vcd.len() - 1).step_by(step).chain(vcd.len() - 9..vcd.len() - 1) {
        let report = checked(&vcd[..end]);
        if vcd[..end].ends_with('\n') {
            // What is missing does not show, unless the last time stamp is half there.
            at_line_ends += 1;
            assert!(report.divergence.is_none());
            continue;
        }
        assert_eq!(report.verdict, DumpVerdict::Unreadable, "at {end}");
        let problem = report.problem.unwrap();
        assert!(problem.contains(&format!("at byte {end}: the file is cut")), "{problem}");
    }
    assert!(at_line_ends < 20, "most cuts are inside a line");
}

#[test]
fn a_cut_at_a_line_end_inside_an_edge_is_not_a_difference() {
    let wave = run::run();
    let vcd = text(&wave, Dialect::default());
    let stamp = format!("\n#{}\n", wave.time_of("cycle", 200));
    let at = vcd.find(&stamp).unwrap() + stamp.len();
    // The clock has risen; the registers are missing.
    let first_line = at + vcd[at..].find('\n').unwrap() + 1;
    let report = checked(&vcd[..first_line]);
    assert_eq!(report.verdict, DumpVerdict::Unreadable, "{:?}", report.divergence);
    let problem = report.problem.unwrap();
    assert!(problem.contains("nothing follows it") && problem.contains("equal so far"), "{problem}");
}

#[test]
fn a_cut_in_the_declarations_leaves_nothing_to_compare() {
    let vcd = text(&run::run(), Dialect::default());
    let report = checked(&vcd[..3000]);
    assert_eq!(
        report.problem.unwrap(),
        "ends inside the declarations at byte 3000: the file is cut; nothing can be compared"
    );
}

#[test]
fn an_fst_cut_anywhere_is_reported() {
    let bytes = fst::bytes(&run::run());
    for end in (1..bytes.len()).step_by(bytes.len() / 23) {
        let report = checked_with("fst", &bytes[..end], &NameMap::default());
        assert_eq!(report.verdict, DumpVerdict::Unreadable, "at {end} of {}", bytes.len());
        assert!(report.problem.is_some());
    }
}

#[test]
fn damaged_bytes_never_end_in_a_panic() {
    let wave = run::run();
    let originals = [("fst", fst::bytes(&wave)), ("vcd", text(&wave, Dialect::default()).into_bytes())];
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for (extension, original) in originals {
        for _ in 0..12 {
            let mut bytes = original.clone();
            (0..5).for_each(|_| bytes[random(original.len())] = random(256) as u8);
            let report = checked_with(extension, &bytes, &NameMap::default());
            assert!(
                report.problem.is_some()
                    || report.divergence.is_some()
                    || report.verdict == DumpVerdict::Equal
            );
        }
    }
}

#[test]
fn what_is_not_a_dump_is_named() {
    let cases: [(&str, &[u8], &str); 6] = [
        ("vcd", b"", "is empty"),
        ("vcd", b"hello", "is not a waveform dump"),
        ("fsdb", b"\0\0FSDB", "fsdb2vcd"),
        ("wlf", b"\0", "wlf2vcd"),
        ("jsonl", b"{\"at\":0}", "hws replay"),
        ("vcd", b"$enddefinitions $end\n", "no signals of an HWS"),
    ];
    for (extension, bytes, expected) in cases {
        let report = checked_with(extension, bytes, &NameMap::default());
        assert_eq!(report.verdict, DumpVerdict::Unreadable);
        let problem = report.problem.unwrap();
        assert!(problem.contains(expected), "{problem}");
    }
}

#[test]
fn a_clock_that_never_ticks_compares_nothing() {
    let mut wave = run::run();
    let clock = wave.place("clk");
    for (_, changes) in &mut wave.stamps {
        changes.retain(|(place, _)| *place != clock);
    }
    let report = checked(&text(&wave, Dialect::default()));
    assert_eq!(report.verdict, DumpVerdict::TooLittle);
    let problem = report.problem.unwrap();
    assert!(problem.starts_with("the clock `TOP.hws.clk` never ticks"), "{problem}");
}

#[test]
fn a_dump_that_begins_later_is_refused() {
    let wave = run::run();
    let mut late = wave.clone();
    let start = wave.time_of("cycle", 50);
    late.stamps.retain(|(time, _)| *time >= start);
    let mut values = vec![None; wave.signals.len()];
    for (_, changes) in wave.stamps.iter().take_while(|(time, _)| *time < start) {
        changes.iter().for_each(|&(place, value)| values[place] = Some(value));
    }
    let first = values.into_iter().enumerate().filter_map(|(place, value)| Some((place, value?))).collect();
    late.stamps.insert(0, (start - 5, first));
    let report = checked(&text(&late, Dialect::default()));
    assert_eq!(report.verdict, DumpVerdict::Unreadable);
    assert!(report.problem.unwrap().starts_with("begins at cycle 50"));
}

#[test]
fn ticks_that_were_not_dumped_end_the_comparison() {
    let wave = run::run();
    let whole = text(&wave, Dialect::default());
    let (off, on) = (wave.time_of("cycle", 100), wave.time_of("cycle", 140));
    let (start, end) =
        (whole.find(&format!("\n#{off}\n")).unwrap(), whole.find(&format!("\n#{on}\n")).unwrap());
    let clock = whole.lines().find(|line| line.ends_with(" clk $end")).unwrap().split(' ').nth(3).unwrap();
    let gap = format!("\n#{off}\n$dumpoff\nx{clock}\n$end\n#{}\n$dumpon\n0{clock}\n$end", on - 5);
    let report = checked(&format!("{}{gap}{}", &whole[..start], &whole[end..]));
    assert_eq!(report.verdict, DumpVerdict::Unreadable, "{:?}", report.divergence);
    let problem = report.problem.unwrap();
    assert!(problem.starts_with("leaves out ticks 99 to 140 ($dumpoff?)"), "{problem}");
}

#[test]
fn sizes_that_an_fst_cannot_have_are_refused_and_not_reserved() {
    let bytes = fst::bytes(&run::run());
    let mut at = 0;
    let mut kinds = Vec::new();
    while at < bytes.len() {
        let length = u64::from_be_bytes(bytes[at + 1..at + 9].try_into().unwrap()) as usize;
        let (kind, end) = (bytes[at], at + 1 + length);
        // The size of the names and of the signals; the number of times, at the end of a block of changes.
        let place = match kind {
            3 | 4 | 6 => Some(at + 9),
            1 | 5 | 8 => Some(end - 8),
            _ => None,
        };
        if let Some(place) = place {
            let mut damaged = bytes.clone();
            damaged[place..place + 8].copy_from_slice(&(1_u64 << 60).to_be_bytes());
            let problem = checked_with("fst", &damaged, &NameMap::default()).problem.unwrap();
            assert!(problem.contains("than its bytes can have"), "block {kind}: {problem}");
            kinds.push(kind);
        }
        at = end;
    }
    assert!(kinds.contains(&3) && kinds.len() >= 3, "{kinds:?}");
}
