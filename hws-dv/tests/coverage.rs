//! Functional coverage: what is counted, from which kind of file, and what becomes of the counts.

use std::collections::BTreeMap;

use hws_dv::check::CheckOptions;
use hws_dv::coverage::{
    Collector, CoverageCounts, CoverageReport, CoverageSet, CoveredFile, CoveredKind, cover_dump,
    cover_stimulus, is_saved_coverage, model, read_saved, save,
};
use hws_dv::lockstep::{LockstepObserver, LockstepStep, StepCause};
use hws_dv::map::NameMap;
use hws_model::{Config, Hws};
use hws_sim::stimulus::{Reader, StimulusReason};
use hws_sim::{ReplayOptions, replay, replay_observed};
use hws_types::TaskDescriptor;
use rstest::rstest;

use crate::common::{file, run, vcd};

const MIXED: &str = include_str!("../../tests/golden/07_mixed_2203.jsonl");

fn counted(stimulus: &str) -> CoveredFile {
    cover_stimulus("test", Reader::new("test", stimulus.as_bytes())).unwrap()
}

fn report(files: impl IntoIterator<Item = CoveredFile>) -> CoverageReport {
    CoverageReport::new(CoverageSet { files: files.into_iter().collect() }, 1)
}

/// The hits of every bin that was hit, by name.
fn hits(report: &CoverageReport) -> BTreeMap<String, u64> {
    report.bins().filter(|bin| bin.count > 0).map(|bin| (bin.full_name(), bin.count)).collect()
}

fn of(stimulus: &str) -> BTreeMap<String, u64> {
    hits(&report([counted(stimulus)]))
}

/// Lines of a stimulus, with its end.
fn stimulus(lines: &[&str]) -> String {
    format!("{}\n{{\"at\":900,\"op\":\"end\"}}\n", lines.join("\n"))
}

/// Each access or push with the bins that it hits, by the rules.
#[rstest]
#[case(r#"{"at":0,"op":"write","reg":"P_TOP_K","value":7}"#, &[
    "register.P_TOP_K: write ignored", "field.P_TOP_K.K: illegal", "error.bit: CFG",
    "error.recorded: first since clear", "error.bit × recorded: CFG × first since clear",
    "interrupt.change: masked", "interrupt.cause: ERR", "interrupt.change × cause: masked × ERR",
])]
#[case(r#"{"at":0,"op":"read","reg":"HWS_ID"}"#, &["register.HWS_ID: read"])]
#[case(r#"{"at":0,"op":"read","reg":"SIP_LAUNCH[31]"}"#, &[
    "register.SIP_LAUNCH[]: read", "index.SIP_LAUNCH[]: last",
])]
#[case(r#"{"at":0,"op":"read","addr":2}"#, &[
    "register.bus errors: read of an unaligned offset", "error.bit: BUS", "error.recorded: first since clear",
    "error.bit × recorded: BUS × first since clear", "interrupt.change: masked", "interrupt.cause: ERR",
    "interrupt.change × cause: masked × ERR",
])]
#[case(r#"{"at":0,"op":"write","reg":"HRM_FW_CLAIM","value":3}"#, &[
    "register.HRM_FW_CLAIM: written", "field.HRM_FW_CLAIM.MASK: between", "command_write.kind: CLAIM",
    "command_write.queue: empty", "command_write.attempt: none", "command_write.kind × queue: CLAIM × empty",
    "command_write.kind × attempt: CLAIM × none", "command.kind: CLAIM", "command.result: CLAIM all",
    "command.together: 1",
])]
#[case(r#"{"at":0,"op":"write","reg":"SIP_REPORT_COMPLETE","value":0}"#, &[
    "register.SIP_REPORT_COMPLETE: written", "field.SIP_REPORT_COMPLETE.SIP_ID: 0x0",
    "field.SIP_REPORT_COMPLETE.BLOCK_ID: 0x0", "field.SIP_REPORT_COMPLETE.LAUNCH_ID: 0x0",
    "report.result: complete: nothing runs", "report.mode: reports", "error.bit: SPURIOUS_COMPLETE",
    "error.recorded: first since clear", "error.bit × recorded: SPURIOUS_COMPLETE × first since clear",
    "interrupt.change: masked", "interrupt.cause: ERR", "interrupt.change × cause: masked × ERR",
])]
fn an_access_hits_its_bins_and_no_other(#[case] line: &str, #[case] bins: &[&str]) {
    let expected: BTreeMap<String, u64> = bins.iter().map(|&bin| (bin.to_owned(), 1)).collect();
    assert_eq!(of(&stimulus(&[line])), expected);
}

/// A kernel of one block of 4 threads: admitted at cycle 8, latched then, launched on the highest SIPs at 56.
#[test]
fn a_kernel_hits_the_bins_of_its_life() {
    let descriptor = TaskDescriptor {
        affinity: u32::MAX,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: 4,
        block_num: 1,
        block_trigger_cnt: 1,
        ..Default::default()
    };
    let words = descriptor.encode().unwrap();
    let seen = of(&stimulus(&[
        &format!(r#"{{"at":0,"op":"mem","addr":4096,"words":{words:?}}}"#),
        r#"{"at":0,"op":"write","reg":"HWS_CTRL","value":1}"#,
        r#"{"at":0,"op":"hdr","hdr_id":1,"hdr_entry_id":2,"td_addr":4096}"#,
    ]));
    for once in [
        "port.hdr_fifo: empty",
        "admission.outcome: admitted",
        "admission.threads: 4",
        "admission.kind: plain",
        "admission.dag: alone in its slot",
        "attempt.outcome: P",
        "attempt.outcome × pools: P × P",
        "priority.scale: cp 0",
        "launch.pool × placement × class × early × cooperative: P × option1 × 3-4 × no × no",
        "launch.block: the only one",
        "launch.leaves: all blocks launched",
        "launch.dies: 1",
        "promotion.outcome × launch: no promotion × P",
    ] {
        assert_eq!(seen.get(once), Some(&1), "{once} in {seen:#?}");
    }
    assert_eq!(seen.get("sip_launch.state: idle"), Some(&4));
    assert_eq!(seen.get("launch.pool: R"), None);
}

#[test]
fn counting_changes_nothing() {
    let reader = || Reader::new("mixed", MIXED.as_bytes());
    let (mut plain, mut observed) = (Vec::new(), Vec::new());
    let end = replay(reader(), &mut plain, ReplayOptions::default()).unwrap();
    let (same, collector) =
        replay_observed(reader(), &mut observed, ReplayOptions::default(), Collector::new()).unwrap();
    assert_eq!((end, plain), (same, observed));
    assert_eq!(collector.into_counts(), counted(MIXED).counts);
}

#[test]
fn nothing_that_is_excluded_is_hit() {
    let report = report([counted(MIXED)]);
    assert_eq!(report.impossible().map(|bin| bin.full_name()).collect::<Vec<_>>(), Vec::<String>::new());
    assert!(report.tally().covered > 500);
}

#[test]
fn a_dump_covers_what_it_shows() {
    let file = file("vcd", vcd::text(&run::run(), vcd::Dialect::default()).as_bytes());
    let (covered, checked) = cover_dump(&file, &NameMap::default(), &CheckOptions::default());
    assert_eq!((covered.kind, covered.cycles), (CoveredKind::Dump, checked.tally.ticks));
    let seen = hits(&report([covered]));
    let sum = |item: &str| -> u64 {
        seen.iter().filter(|(name, _)| name.starts_with(item)).map(|(_, count)| count).sum()
    };
    assert_eq!(sum("port.hdr_fifo: "), checked.tally.pushes);
    let is_access = |name: &str| name.starts_with("register.");
    let accesses: u64 = seen.iter().filter(|(name, _)| is_access(name)).map(|(_, count)| count).sum();
    assert_eq!(accesses, checked.tally.accesses, "each access once");
    assert!(sum("launch.pool: ") > 0 && sum("report.result: ") > 0);
}

#[test]
fn a_second_power_on_begins_anew_but_keeps_the_counts() {
    let hws = Hws::new(Config::default());
    let mut collector = Collector::new();
    let push = LockstepStep { cause: StepCause::Push, events: &[], hws: &hws };
    LockstepObserver::settled(&mut collector, &push);
    LockstepObserver::power_on(&mut collector);
    LockstepObserver::settled(&mut collector, &push);
    let file = CoveredFile {
        name: "two".to_owned(),
        kind: CoveredKind::Dump,
        cycles: 0,
        counts: collector.into_counts(),
    };
    assert_eq!(hits(&report([file])).get("port.hdr_fifo: empty"), Some(&2));
}

/// A file that hits these bins so often.
fn made(name: &str, cycles: u64, hits: &[(usize, u64)]) -> CoveredFile {
    let pairs: Vec<String> = hits.iter().map(|(place, count)| format!("[{place},{count}]")).collect();
    let text = saved(&[CoveredFile {
        name: name.to_owned(),
        kind: CoveredKind::Run,
        cycles,
        counts: CoverageCounts::new(model()),
    }])
    .replace("\"hits\":[]", &format!("\"hits\":[{}]", pairs.join(",")));
    read_saved("made", text.as_bytes()).unwrap().files.remove(0)
}

fn saved(files: &[CoveredFile]) -> String {
    let mut bytes = Vec::new();
    save(&CoverageSet { files: files.to_vec() }, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn saved_coverage_is_read_as_it_was() {
    let files = [counted(MIXED), made("made", 9, &[(0, 1), (5, u64::MAX)])];
    let text = saved(&files);
    assert!(is_saved_coverage(text.as_bytes()) && !is_saved_coverage(MIXED.as_bytes()));
    assert_eq!(read_saved("x", text.as_bytes()).unwrap().files, files);
}

#[test]
fn merged_counts_add_up_and_do_not_overflow() {
    let total = report([made("a", 1, &[(0, 2), (1, u64::MAX)]), made("b", 1, &[(0, 3), (1, 1)])]).total;
    assert_eq!(total.all()[..3], [5, u64::MAX, 0]);
}

#[rstest]
#[case(r#"{"format":"hws-coverage","#, "x:1:25: not saved coverage: ")]
#[case(r#"{"format":"hws-coverage","version":1,"model":"0","files":[],"more":1}"#, "unknown field `more`")]
#[case(
    r#"{"format":"hws-coverage","version":2,"model":"0","files":[]}"#,
    "x: version 2 of saved coverage; this program reads version 1"
)]
#[case(
    r#"{"format":"hws-coverage","version":1,"model":"0","files":[]}"#,
    "x: saved with another coverage model (digest 0, here "
)]
fn damaged_coverage_is_refused(#[case] text: &str, #[case] message: &str) {
    let error = read_saved("x", text.as_bytes()).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn hits_outside_the_model_are_refused() {
    let text = saved(&[made("a", 1, &[(0, 7)])]).replace("[0,7]", "[99999,7]");
    let error = read_saved("x", text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "x: damaged: `a` has hits of bin 99999, but the model has {} bins; count its files again",
            model().len()
        )
    );
}

#[test]
fn shares_name_what_only_one_file_covers() {
    let report =
        report([made("a", 1, &[(0, 1), (1, 1)]), made("b", 1, &[(1, 4), (2, 1)]), made("c", 1, &[])]);
    let shares: Vec<(usize, usize)> =
        report.shares().iter().map(|share| (share.covered, share.only)).collect();
    assert_eq!(shares, [(2, 1), (2, 1), (0, 0)]);
}

/// `all` has most, `rest` the only other bin; `short` has the same as `rest` in fewer cycles.
#[test]
fn a_rank_keeps_the_coverage() {
    let (all, rest, short) = (&[(0, 1), (1, 1), (2, 1)], &[(2, 1), (3, 1)], &[(2, 1), (3, 1)]);
    let report = report([
        made("rest", 9, rest),
        made("none", 1, &[(0, 1)]),
        made("all", 9, all),
        made("short", 2, short),
    ]);
    assert_eq!(report.rank(), [(2, 3), (3, 1)]);
}

#[test]
fn several_hits_may_come_from_several_files() {
    let files = || [made("a", 1, &[(0, 2)]), made("b", 1, &[(0, 1), (1, 3)]), made("c", 1, &[(0, 1)])];
    let report = CoverageReport::new(CoverageSet { files: files().into() }, 3);
    assert_eq!(report.tally().covered, 2);
    // Bin 1 by `b` alone, bin 0 by `b` and `a` together; `c` is not needed.
    assert_eq!(report.rank(), [(1, 1), (0, 1)]);
}

#[test]
fn a_malformed_stimulus_is_an_error() {
    let error = cover_stimulus("bad", Reader::new("bad", "{}".as_bytes())).unwrap_err();
    assert!(matches!(error.reason, StimulusReason::MissingCommonKey { .. }), "{error}");
}
