//! The reference dumps, if the environment variable HWS_SHARED_DUMPS names their folder: clean ones agree, and each
//! seeded bug is found at the cycle and with the signals that their README gives.

use std::path::PathBuf;

use hws_dv::check::{CheckOptions, DumpVerdict, check};
use hws_dv::lockstep::Moment;
use hws_dv::map::NameMap;

/// File, cycle, moment, signals (some of them).
const BUGS: [(&str, u64, Moment, &[&str]); 8] = [
    (
        "bug_tie_break.fst",
        1582,
        Moment::Tick,
        &["ev_a", "ev_b", "RS[0].FLAGS", "RS[0].RESERVED", "RS[3].FLAGS"],
    ),
    (
        "bug_backfill_compare.vcd.gz",
        779,
        Moment::Tick,
        &["ev_a", "ev_b", "ev_c", "mdma_kernel_id", "mdma_edte_vc_base"],
    ),
    (
        "bug_launch_id.fst",
        3139,
        Moment::Tick,
        &["ev_e", "mdma_launch_id", "mdma_report", "mih_push_dw1", "SIP_LAUNCH[28]"],
    ),
    ("bug_shadow_count.fst", 1460, Moment::Access, &["SIP_COUNT_EN_MASK"]),
    ("bug_dag_finish.fst", 1355, Moment::Tick, &["DAG[6].FINISH"]),
    ("bug_err_first.vcd", 319, Moment::Access, &["ERR_FIRST"]),
    ("bug_mih_pair.fst", 2069, Moment::Tick, &["ev_kind", "mih_push", "MIH_STATUS", "CNT_MIH_DROP"]),
    ("bug_read_back.fst", 2664, Moment::Access, &["bus_rdata"]),
];

fn folder() -> Option<PathBuf> {
    std::env::var_os("HWS_SHARED_DUMPS").map(PathBuf::from)
}

#[test]
fn clean_dumps_agree_in_every_compared_cycle() {
    let Some(folder) = folder() else { return };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.file_name().unwrap().to_str().unwrap().starts_with("clean_"));
    assert!(files.len() >= 13);
    for path in files {
        let report = check(
            &path,
            &NameMap::default(),
            &CheckOptions { min_compared: 100_000, ..CheckOptions::default() },
        );
        assert_eq!((report.verdict, &report.problem), (DumpVerdict::Equal, &None), "{}", path.display());
    }
}

#[test]
fn seeded_bugs_are_found_where_they_begin() {
    let Some(folder) = folder() else { return };
    for (file, cycle, moment, signals) in BUGS {
        let report = check(&folder.join(file), &NameMap::default(), &CheckOptions::default());
        let first = report.divergence.expect(file);
        assert_eq!((first.cycle, first.moment), (cycle, moment), "{file}");
        let found: Vec<&str> =
            first.differences.iter().map(|difference| difference.signal.as_str()).collect();
        assert!(signals.iter().all(|signal| found.contains(signal)), "{file}: {found:?}");
    }
}
