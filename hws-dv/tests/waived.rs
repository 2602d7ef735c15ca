//! Comparisons that go on after a difference: each of several faults of one dump is found at its tick, whichever of the
//! others are waived.

use hws_dv::check::{AfterEpisode, CheckOptions, DumpReport, DumpVerdict, check, json};
use hws_dv::diff::{Waiver, WaiverDate, WaiverKind, waivers};
use hws_dv::map::NameMap;
use rstest::rstest;

use crate::common::vcd::{Dialect, text};
use crate::common::wave::Wave;
use crate::common::{file, run};

/// Registers that the run has, each with a bit that is inverted for good.
const FAULTS: [(&str, u64); 6] = [
    ("PROMOTE", 2),
    ("SIP_USAGE_MASK[3]", 1 << 31),
    ("RS_FAIL[9]", 1),
    ("CNT_LAUNCH_P", 4),
    ("P_TOP_K", 1),
    ("PRE_IDLE_OFFSET", 8),
];

fn checked(wave: &Wave, options: &CheckOptions) -> DumpReport {
    let path = file("vcd", text(wave, Dialect::default()).as_bytes());
    let report = check(&path, &NameMap::default(), options);
    std::fs::remove_file(path).unwrap();
    report
}

fn read(text: &str) -> Vec<Waiver> {
    waivers("known.yaml", text, WaiverKind::Check, WaiverDate::parse("2027-06-15").unwrap()).unwrap()
}

fn waiving(text: &str) -> CheckOptions {
    CheckOptions { waivers: read(text), ..CheckOptions::default() }
}

/// The faults in a shuffled order, twenty ticks apart.
fn faulty(seed: usize) -> (Wave, Vec<(String, u64)>) {
    let mut wave = run::run();
    let mut faults = Vec::new();
    for number in 0..FAULTS.len() {
        let (name, mask) = FAULTS[(number * (1 + seed % 5) + seed) % FAULTS.len()];
        if faults.iter().any(|(known, _)| known == name) {
            continue;
        }
        let time = wave.time_of("cycle", (40 + 20 * number + seed) as u64);
        wave = wave.corrupted(name, time, mask);
        let alone = checked(&run::run().corrupted(name, time, mask), &CheckOptions::default());
        faults.push((name.to_owned(), alone.divergence.expect(name).cycle));
    }
    (wave, faults)
}

#[rstest]
#[case(0)]
#[case(3)]
#[case(8)]
fn every_fault_is_found_at_its_tick_whichever_others_are_waived(#[case] seed: usize) {
    let (wave, faults) = faulty(seed);
    let all = checked(&wave, &CheckOptions { max_differences: 9, ..CheckOptions::default() });
    let found: Vec<u64> = all.episodes.iter().map(|it| it.divergence.cycle).collect();
    assert_eq!(found, faults.iter().map(|(_, cycle)| *cycle).collect::<Vec<_>>());
    assert_eq!(all.verdict, DumpVerdict::Differ);
    for left in 0..faults.len() {
        let others = faults.iter().enumerate().filter(|(number, _)| *number != left);
        // The data sheet's names, as reports have them.
        let names = others.map(|(number, _)| all.episodes[number].divergence.first_signal());
        let yaml: String = names.map(|name| format!("- {{signal: '{name}', reason: known}}\n")).collect();
        let report = checked(&wave, &waiving(&yaml));
        let first = report.divergence.unwrap();
        assert_eq!((first.cycle, first.differences.len()), (faults[left].1, 1), "{}", faults[left].0);
        assert_eq!(first.first_signal(), all.episodes[left].divergence.first_signal());
        assert_eq!(report.episodes.len(), left + 1, "it ends there");
    }
}

#[test]
fn with_all_waived_the_dump_is_equal_and_everything_else_was_compared() {
    let (wave, faults) = faulty(0);
    let yaml = "- {signal: '*', reason: known, bug: 12, expires: 2027-06-15}\n";
    let (report, clean) = (checked(&wave, &waiving(yaml)), checked(&run::run(), &CheckOptions::default()));
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None));
    assert_eq!(report.episodes.len(), faults.len());
    assert!(report.episodes.iter().all(|it| matches!(it.after, AfterEpisode::Agreed { .. })));
    // A tick at which something differs, and the one after which all agrees, are not counted.
    let missed = clean.tally.ticks - report.tally.ticks;
    assert!(missed > 0 && missed <= 3 * faults.len() as u64, "{missed}");
    let last = report.episodes.last().unwrap();
    assert_eq!(last.beside.len(), faults.len() - 1, "inverted for good");
    let json = json(&[report]);
    assert_eq!(json["dumps"][0]["episodes"][0]["waivers"], serde_json::json!(["known.yaml:1:3"]));
    assert_eq!(json["dumps"][0]["episodes"][0]["after"]["at"], "agreed");
    assert_eq!(json["dumps"][0]["waivers"][0]["waived"], faults.len());
}

#[rstest]
#[case::by_rule("- {rule: registers.md §8, reason: known}", DumpVerdict::Equal)]
#[case::by_another_rule("- {rule: scheduler.md §6.6, reason: known}", DumpVerdict::Differ)]
#[case::in_time("- {signal: PROMOTE, when: 0..9999, reason: known}", DumpVerdict::Equal)]
#[case::too_late("- {signal: PROMOTE, when: 9000..9999, reason: known}", DumpVerdict::Differ)]
#[case::expired("- {signal: PROMOTE, reason: known, expires: 2027-06-14}", DumpVerdict::Differ)]
#[case::both("- {signal: PROMOTE, rule: registers.md §8, reason: known}", DumpVerdict::Equal)]
#[case::unused("- {signal: PROMOTE, reason: known}\n- {signal: irq, reason: old}", DumpVerdict::StaleWaiver)]
fn a_waiver_covers_what_it_names(#[case] yaml: &str, #[case] verdict: DumpVerdict) {
    let wave = run::run();
    let time = wave.time_of("cycle", 60);
    let wrong = wave.corrupted("PROMOTE", time, 2);
    let rule = checked(&wrong, &CheckOptions::default()).divergence.unwrap().cite();
    let yaml = yaml.replace("registers.md §8", rule);
    let report = checked(&wrong, &waiving(&yaml));
    assert_eq!(report.verdict, verdict, "{:?}", report.problem);
    if verdict == DumpVerdict::StaleWaiver {
        assert_eq!(report.problem.unwrap(), "known.yaml:2:3: the waiver of `irq` waives nothing; remove it");
    }
}

/// Two faults within a tick: the second hides whether the first is over, and the run is never quiet again.
#[test]
fn what_could_not_be_compared_is_not_equal() {
    let wave = run::run();
    let (first, second) = (wave.time_of("cycle", 200), wave.time_of("cycle", 201));
    let wave = wave.corrupted("PROMOTE", first, 2).corrupted("P_TOP_K", second, 1);
    let report = checked(&wave, &waiving("- {signal: PROMOTE, reason: known}\n"));
    assert_eq!(report.episodes.len(), 1);
    let AfterEpisode::Nothing { reason } = &report.episodes[0].after else { panic!("{report:?}") };
    assert_eq!(report.verdict, DumpVerdict::Partial);
    let problem = report.problem.as_deref().unwrap();
    let expected = "equal, but for what is waived, PARTIAL: after the difference at tick ";
    assert!(problem.starts_with(expected) && problem.contains(", P_TOP_K differed, too, "), "{problem}");
    assert_eq!(report.episodes[0].meanwhile, ["P_TOP_K"]);
    assert!(reason.starts_with("the registers do not agree again, and "), "{reason}");
}

#[rstest]
#[case("- {reason: a}", "known.yaml:1:3: missing key `rule` or `signal` in a waiver; add it")]
#[case(
    "- {rule: scheduler.md §6.x, reason: a}",
    "known.yaml:1:10: unknown rule `scheduler.md §6.x`; did you mean `scheduler.md §6.1`? "
)]
#[case(
    "- {signal: a, when: 'x == 1', reason: a}",
    "known.yaml:1:21: `x == 1` is not a window of cycles; give a cycle, or A..B"
)]
fn a_mistake_in_a_waiver_is_shown_at_its_place(#[case] text: &str, #[case] message: &str) {
    let error = waivers("known.yaml", text, WaiverKind::Check, WaiverDate::parse("2027-06-15").unwrap());
    let error = error.unwrap_err().to_string();
    assert!(error.starts_with(message), "{error}");
}

/// A reset makes the state known again, whatever differed before.
#[test]
fn a_power_on_reset_ends_what_is_known_to_differ() {
    let wave = run::run();
    let twice = wave.then(&wave);
    let both = "- {signal: PROMOTE, reason: known}\n- {signal: P_TOP_K, reason: known}\n";
    let (first, second) = (wave.time_of("cycle", 200), wave.time_of("cycle", 201));
    let faulty = wave.corrupted("PROMOTE", first, 2).corrupted("P_TOP_K", second, 1).then(&wave);
    assert_eq!(checked(&twice, &CheckOptions::default()).verdict, DumpVerdict::Equal);
    let report = checked(&faulty, &waiving(both));
    assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None));
    assert!(matches!(report.episodes[0].after, AfterEpisode::Reset { .. }), "{:?}", report.episodes[0].after);
    // A fault of the second run is found there.
    let again = wave.corrupted("PRE_IDLE_OFFSET", first, 8);
    let faulty = wave.corrupted("PROMOTE", first, 2).corrupted("P_TOP_K", second, 1).then(&again);
    let report = checked(&faulty, &waiving(both));
    let found = report.divergence.unwrap();
    assert_eq!((found.epoch, found.first_signal()), (2, "PRE_IDLE_OFFSET"));
}

/// What differs only before everything agrees again is named, and is not equal.
#[test]
fn a_difference_beside_a_waived_one_is_not_lost() {
    let wave = run::run();
    let [at, next, later] = [200, 201, 260].map(|cycle| wave.time_of("cycle", cycle));
    let both = wave.corrupted("PROMOTE", at, 2).corrupted("P_TOP_K", next, 1).corrupted("P_TOP_K", later, 1);
    let report = checked(&both, &waiving("- {signal: PROMOTE, reason: known}\n"));
    assert_eq!(report.verdict, DumpVerdict::Partial, "{:?}", report.problem);
    assert_eq!(report.episodes[0].meanwhile, ["P_TOP_K"]);
    assert!(report.tally.unsettled_edges > 50, "{:?}", report.tally.unsettled_edges);
    let waived =
        checked(&both, &waiving("- {signal: PROMOTE, reason: known}\n- {signal: P_TOP_K, reason: known}\n"));
    assert_eq!(waived.episodes[0].meanwhile, [""; 0]);
}

/// A waiver ends with its window, and what is known to differ is not counted as compared.
#[test]
fn what_is_known_to_differ_is_so_only_in_the_window() {
    let wave = run::run();
    let wrong = wave.corrupted("PROMOTE", wave.time_of("cycle", 60), 2);
    let report = checked(&wrong, &waiving("- {signal: PROMOTE, when: 50..99, reason: known}\n"));
    let found = report.divergence.unwrap();
    assert_eq!((found.cycle, found.first_signal()), (100, "PROMOTE"));
    let [whole, clean] = [
        checked(&wrong, &waiving("- {signal: PROMOTE, reason: known}\n")),
        checked(&wave, &CheckOptions::default()),
    ];
    assert!(whole.tally.known_to_differ > 100);
    assert!(whole.tally.compared + whole.tally.known_to_differ <= clean.tally.compared);
}
