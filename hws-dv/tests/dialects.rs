//! One run in every dialect: always the same comparison.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use hws_dv::check::DumpVerdict;
use hws_dv::map::NameMap;
use rstest::rstest;

use crate::common::vcd::{Dialect, text};
use crate::common::{checked, checked_with, fst, run};

#[rstest]
#[case::short_vectors(Dialect { is_short: true, ..Dialect::default() })]
#[case::upper_case(Dialect { is_upper: true, is_short: true, ..Dialect::default() })]
#[case::escaped_names(Dialect { is_escaped: true, ..Dialect::default() })]
#[case::split_vectors(Dialect { is_split: true, ..Dialect::default() })]
#[case::aliases_in_two_scopes(Dialect { has_aliases: true, ..Dialect::default() })]
#[case::comments_and_dumpall(Dialect { has_noise: true, ..Dialect::default() })]
#[case::glitches_of_no_width(Dialect { has_glitches: true, ..Dialect::default() })]
#[case::attributes(Dialect { has_attributes: true, ..Dialect::default() })]
#[case::unknown_at_the_start(Dialect { starts_unknown: true, ..Dialect::default() })]
#[case::many_changes_in_a_line(Dialect { is_one_line: true, ..Dialect::default() })]
#[case::another_scope(Dialect { scope: Some("tb.dut"), ..Dialect::default() })]
#[case::a_deep_scope(Dialect { scope: Some("TOP.soc.u_hws"), has_aliases: true, ..Dialect::default() })]
#[case::kind_reg(Dialect { kind: Some("reg"), ..Dialect::default() })]
#[case::kind_logic(Dialect { kind: Some("logic"), ..Dialect::default() })]
#[case::no_space_before_the_range(Dialect { is_glued: true, ..Dialect::default() })]
#[case::ascending_ranges(Dialect { is_ascending: true, ..Dialect::default() })]
#[case::split_vectors_without_a_space(Dialect { is_split: true, is_glued: true, ..Dialect::default() })]
#[case::reals_strings_events_parameters_memories(Dialect { has_others: true, ..Dialect::default() })]
#[case::dumpoff_and_dumpon(Dialect { turns_off: true, ..Dialect::default() })]
#[case::dumpvars_without_an_end(Dialect { is_unclosed: true, ..Dialect::default() })]
#[case::indented_lines_of_windows(Dialect { is_windows: true, ..Dialect::default() })]
#[case::another_unit(Dialect { timescale: Some("10ns"), ..Dialect::default() })]
#[case::a_unit_in_two_words(Dialect { timescale: Some("1\n\t us"), ..Dialect::default() })]
fn a_dialect_changes_nothing(#[case] dialect: Dialect) {
    let wave = run::run();
    let plain = checked(&text(&wave, Dialect::default()));
    let mut report = checked(&text(&wave, dialect));
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
    if dialect.turns_off {
        // Values that come again are compared again.
        assert!(report.tally.compared > plain.tally.compared);
        report.tally.compared = plain.tally.compared;
        report.tally.compared_bits = plain.tally.compared_bits;
    }
    assert_eq!(report.tally, plain.tally);
    // A bit of a split register is not taken for the whole of another one.
    assert_eq!(report.coverage.narrow, []);
    assert_eq!(report.coverage.signals, plain.coverage.signals);
    assert_eq!(report.coverage.scope, dialect.scope.unwrap_or("TOP.hws"));
}

#[test]
fn formats_are_recognised_by_content() {
    let wave = run::run();
    let plain = checked(&text(&wave, Dialect::default()));
    let packed = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let (vcd, fst) = (text(&wave, Dialect::default()).into_bytes(), fst::bytes(&wave));
    for bytes in [packed(&vcd), packed(&fst), fst.clone()] {
        let report = checked_with("dat", &bytes, &NameMap::default());
        assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{:?}", report.divergence);
        assert_eq!(report.tally, plain.tally);
    }
}

#[test]
fn time_that_goes_backwards_is_a_warning_with_its_line() {
    let wave = run::run();
    let vcd = text(&wave, Dialect::default()).replacen("\n#27\n", "\n#27\n#22\n", 1);
    let line = vcd.lines().position(|line| line == "#22").unwrap();
    // The stamp of 22 is the one before; the second one goes back.
    let second = vcd.lines().skip(line + 1).position(|line| line == "#22").unwrap() + line + 2;
    let report = checked(&vcd);
    assert_eq!(report.verdict, DumpVerdict::Equal, "{:?}", report.problem);
    assert_eq!(report.warnings.len(), 1);
    assert!(
        report.warnings[0].starts_with(&format!("line {second}: time goes backwards")),
        "{:?}",
        report.warnings
    );
}
