//! The cause of a difference: the dump of a machine that breaks one rule names that rule.

use hws_dv::cause::Cause;
use hws_dv::check::{CheckOptions, DumpReport, DumpText, DumpVerdict};
use hws_plain::Mutant;
use rstest::rstest;

use crate::common::rtl::Rtl;
use crate::common::vcd::{Dialect, text};
use crate::common::{checked_by, run};

fn checked(mutant: Mutant, causes: usize) -> DumpReport {
    let vcd = text(&run::of(Rtl::broken(mutant)), Dialect::default());
    checked_by(&vcd, &CheckOptions { causes, ..CheckOptions::default() })
}

fn suspects(report: &DumpReport) -> Vec<Mutant> {
    match &report.cause {
        Some(Cause::Searched { suspects, .. }) => suspects.iter().map(|suspect| suspect.mutant).collect(),
        other => panic!("{other:?}"),
    }
}

/// The rule itself is among the survivors, and it agrees with the dump to its end.
#[rstest]
#[case(Mutant::PrescaleLate)]
#[case(Mutant::AttemptLong)]
#[case(Mutant::SelectBelow)]
#[case(Mutant::PTieYoungest)]
#[case(Mutant::LaunchIdLowest)]
#[case(Mutant::RemainStays)]
#[case(Mutant::LoaderLate)]
#[case(Mutant::AdmitHighest)]
#[case(Mutant::InfoFirst)]
#[case(Mutant::ErrFirstIsLast)]
#[case(Mutant::RejectNotCounted)]
fn a_broken_rule_is_its_own_cause(#[case] mutant: Mutant) {
    let report = checked(mutant, 3);
    assert_eq!(report.verdict, DumpVerdict::Differ);
    let Some(Cause::Searched { suspects, tried }) = &report.cause else { panic!("{:?}", report.cause) };
    let found = suspects.iter().find(|suspect| suspect.mutant == mutant);
    let found = found.unwrap_or_else(|| panic!("{mutant:?} is not among {suspects:?}"));
    assert!(found.agrees_to_end && found.edges > 0 && *tried >= suspects.len(), "{found:?}");
    assert_eq!(suspects[0].mutant.rule(), mutant.rule(), "{suspects:?}");
    let text = DumpText(&report).to_string();
    assert!(text.contains(&format!("\n  cause: {}: ", mutant.rule().cite())), "{text}");
}

#[test]
fn nothing_is_searched_unless_it_is_asked_for() {
    let report = checked(Mutant::AttemptLong, 0);
    assert_eq!((report.verdict, &report.cause), (DumpVerdict::Differ, &None));
    assert!(!DumpText(&report).to_string().contains("cause:"));
}

/// A mistake that is not in the catalogue has no cause, and the report says so.
#[test]
fn a_bit_that_flips_once_has_no_cause_in_the_catalogue() {
    let wave = run::run();
    let flipped = wave.corrupted("SIP_IDLE_MASK", wave.time_of("mdma_valid", 1), 1 << 31);
    let vcd = text(&flipped, Dialect::default());
    let report = checked_by(&vcd, &CheckOptions { causes: 3, ..CheckOptions::default() });
    assert_eq!(report.verdict, DumpVerdict::Differ);
    assert_eq!(suspects(&report), []);
    let text = DumpText(&report).to_string();
    assert!(text.contains("\n  cause: none of the "), "{text}");
}

/// The reset state is compared when reset ends.
#[test]
fn a_wrong_reset_value_is_searched_like_any_other() {
    let wrong = run::run().corrupted("P_TOP_K", 0, 3);
    let report =
        checked_by(&text(&wrong, Dialect::default()), &CheckOptions { causes: 3, ..CheckOptions::default() });
    assert_eq!(report.verdict, DumpVerdict::Differ);
    assert_eq!(suspects(&report), []);
}

/// A broken rule explains a dump to its end if its own machine writes the same one. A sample of the catalogue, for the time.
#[test]
fn the_suspects_are_the_machines_that_do_the_same() {
    let mutant = Mutant::RejectNotCounted;
    let dump = |mutant| text(&run::of(Rtl::broken(mutant)), Dialect::default());
    let (wanted, report) = (dump(mutant), checked(mutant, 3));
    let Some(Cause::Searched { suspects, .. }) = &report.cause else { panic!("{:?}", report.cause) };
    let found: Vec<Mutant> = suspects.iter().filter(|it| it.agrees_to_end).map(|it| it.mutant).collect();
    assert!(found.contains(&mutant));
    for other in Mutant::ALL.iter().step_by(9).chain(&found) {
        assert_eq!(found.contains(other), dump(*other) == wanted, "{other:?}");
    }
}
