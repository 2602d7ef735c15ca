use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hws_model::Pool;
use hws_types::{Cycle, Sip, Topology};
use serde_json::{Value, json};

use super::*;
use crate::run::StuckKernel;
use crate::timeline::{
    DagLine, KernelLine, Owned, SipRun, StartedBy, Trouble, TroubleKind, Unfinished, WaitSpan, Why,
};
use crate::workload::Role;

fn kernel(name: &str, deps: &[u32]) -> KernelLine {
    let (threads, est, priority, ready) = (2, 90, 7, Some(Cycle(10)));
    KernelLine { threads, est, priority, deps: deps.to_vec(), ready, ..KernelLine::new(name, 0) }
}

fn run(sip: u32, from: u64) -> SipRun {
    let (block, launched, backfilled, early) = (3, Cycle(from - 5), true, true);
    let run = SipRun::new(Sip::wrapping(sip), 0, StartedBy::Hws(Pool::O), Cycle(from), Cycle(from + 100));
    SipRun { block, launched, backfilled, early, ..run }
}

fn timeline() -> Timeline {
    Timeline {
        end: Cycle(1000),
        dags: vec![DagLine {
            name: "g".to_owned(),
            tag: None,
            arrival: Cycle(0),
            finish: None,
            deadline: None,
        }],
        kernels: vec![kernel("a", &[]), kernel("b", &[0])],
        runs: vec![run(4, 50), run(5, 50), run(7, 50), run(4, 200)],
        ..Timeline::new(Topology::FULL)
    }
}

fn page(timeline: &Timeline, title: &str) -> String {
    let mut page = Vec::new();
    write(timeline, title, &mut page).unwrap();
    String::from_utf8(page).unwrap()
}

/// The data of the page.
fn data(timeline: &Timeline) -> Value {
    let page = page(timeline, "t");
    let (_, rest) = page.split_once(r#"<script type="application/json" id="data">"#).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_run_that_did_not_finish_says_so() {
    assert_eq!(data(&timeline()).get("unfinished"), None);
    let stopped = Timeline { unfinished: Some(Unfinished::Stopped), ..timeline() };
    let verdict = json!({ "text": "Stopped at cycle 1000, before its end", "kernels": [] });
    assert_eq!(data(&stopped)["unfinished"], verdict);
    let kernels = vec![StuckKernel { kernel: 1, reason: "it waits for the end of a".to_owned() }];
    let stuck = Timeline { unfinished: Some(Unfinished::Stuck { since: Cycle(640), kernels }), ..timeline() };
    let verdict = json!({
        "text": "Stuck since cycle 640: 1 of 2 kernels never finished",
        "kernels": [[1, "it waits for the end of a"]]
    });
    assert_eq!(data(&stuck)["unfinished"], verdict);
}

fn bytes(column: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(column.as_str().unwrap()).unwrap()
}

fn refused(timeline: &Timeline) -> String {
    let mut page = Vec::new();
    let error = write(timeline, "t", &mut page).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    assert!(page.is_empty(), "nothing is written");
    error.to_string()
}

#[test]
fn the_page_is_complete_and_loads_nothing() {
    let page = page(&timeline(), "t");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    for mark in ["<!-- ", "import ", "http://", "https://", "innerHTML", "eval("] {
        assert!(!page.contains(mark), "{mark}");
    }
}

#[test]
fn a_module_needs_only_those_before_it() {
    assert_eq!(PAGE.unmet_import(), None);
    let turned = Page { modules: &[MODULES[1], MODULES[0]], ..PAGE };
    assert_eq!(turned.unmet_import(), None, "palette and decode need nothing of each other");
    assert_eq!(Page { modules: &MODULES[4..], ..PAGE }.unmet_import().as_deref(), Some("Intervals"));
}

#[test]
fn names_cannot_end_the_data_or_begin_a_comment() {
    let hostile = "</script><!-- <script>\u{2028}\"\\";
    let mut timeline = timeline();
    timeline.dags[0].name = hostile.to_owned();
    timeline.kernels[0].name = hostile.to_owned();
    let plain = page(&self::timeline(), "t");
    let page = page(&timeline, hostile);
    assert_eq!(page.matches('<').count(), plain.matches('<').count());
    assert_eq!(data(&timeline)["kernels"]["names"][0], json!(hostile));
}

#[test]
fn threads_side_by_side_are_one_run() {
    let runs = &data(&timeline())["runs"];
    assert_eq!(bytes(&runs["sip"]), [4, 7, 4]);
    assert_eq!(bytes(&runs["sips"]), [2, 1, 1]);
    // 50, 50 and 200: 2 × 50, 0 and 2 × 150 = 2 × 128 + 44.
    assert_eq!(bytes(&runs["from"]), [100, 0, 0x80 | 44, 2]);
    assert_eq!(bytes(&runs["pending"]), [5, 5, 5]);
    assert_eq!(bytes(&runs["length"]), [100, 100, 100]);
    // O is 2, backfilled 4, early 8.
    assert_eq!(bytes(&runs["flags"]), [14, 14, 14]);
}

#[test]
fn runs_that_differ_stay_apart() {
    let mut timeline = timeline();
    timeline.runs[1].block = 4;
    assert_eq!(bytes(&data(&timeline)["runs"]["sip"]), [4, 5, 7, 4]);
}

#[test]
fn kernels_keep_predecessors_and_times() {
    let kernels = &data(&timeline())["kernels"];
    assert_eq!(bytes(&kernels["dep_count"]), [0, 1]);
    assert_eq!(bytes(&kernels["deps"]), [0]);
    // 1 + 2 × 10, then 1 + 0.
    assert_eq!(bytes(&kernels["ready"]), [21, 1]);
    assert_eq!(bytes(&kernels["finish"]), [0, 0]);
}

#[test]
fn a_prefetch_is_named_by_its_kernel_id() {
    let mut timeline = timeline();
    timeline.dags.push(timeline.dags[0].clone());
    for role in [Role::PrefetchOf(1), Role::ComputeAfter(0)] {
        timeline.kernels.push(KernelLine { dag: 1, role, ..kernel("c", &[]) });
    }
    let kernels = &data(&timeline)["kernels"];
    assert_eq!(bytes(&kernels["role"]), [0, 0, 2, 1]);
    // Kernel 3: 1 + 2 × 3; then kernel 2, one less: 1 + 1.
    assert_eq!(bytes(&kernels["prefetch"]), [0, 0, 7, 2]);
}

#[test]
fn attempts_that_follow_at_once_are_counted() {
    let mut timeline = timeline();
    let attempt =
        |commit, launched| crate::timeline::AttemptSpan { commit: Cycle(commit), launched, idle_unusable: 0 };
    timeline.attempts = vec![attempt(48, true), attempt(96, true), attempt(144, false), attempt(200, false)];
    let attempts = &data(&timeline)["attempts"];
    assert_eq!(bytes(&attempts["count"]), [2, 1, 1]);
    // 2 × 48; 2 × 96 = 128 + 64; 2 × 56.
    assert_eq!(bytes(&attempts["commit"]), [96, 0x80 | 64, 1, 112]);
}

#[test]
fn a_kind_of_trouble_is_listed_once() {
    let mut timeline = timeline();
    let trouble = |at, what| Trouble { at: Cycle(at), what, kernel: None };
    timeline.troubles = vec![
        trouble(1, TroubleKind::SoftReset(false)),
        trouble(2, TroubleKind::BusError),
        trouble(3, TroubleKind::SoftReset(false)),
    ];
    let troubles = &data(&timeline)["troubles"];
    assert_eq!(bytes(&troubles["what"]), [0, 1, 0]);
    let names: Vec<_> = troubles["kinds"].as_array().unwrap().iter().map(|kind| &kind["name"]).collect();
    assert_eq!(names, ["soft reset", "bus error"]);
}

#[test]
fn times_that_a_page_cannot_show_are_refused() {
    let mut timeline = timeline();
    timeline.owned = vec![Owned { sip: Sip::wrapping(0), from: Cycle(0), to: Cycle((1 << 52) - 1) }];
    page(&timeline, "t");
    timeline.owned[0].to = Cycle(1 << 52);
    assert_eq!(
        refused(&timeline),
        "cycle 4503599627370496 cannot be shown: the page needs times below 2^52 cycles (end the run earlier)"
    );
}

#[test]
fn deadlines_are_in_the_page_and_have_the_limit_of_times() {
    let mut timeline = timeline();
    assert_eq!(data(&timeline)["dags"][0]["deadline"], Value::Null);
    timeline.dags[0].deadline = Some(Cycle((1 << 52) - 1));
    timeline.kernels[1].deadline = Some(Cycle(3));
    let shown = data(&timeline);
    assert_eq!(shown["dags"][0]["deadline"], (1_u64 << 52) - 1);
    // None, and 3 after 0: 1 + 2 × 3.
    assert_eq!(bytes(&shown["kernels"]["deadline"]), [0, 7]);
    timeline.kernels[1].deadline = Some(Cycle(1 << 52));
    assert_eq!(
        refused(&timeline),
        "the deadline at cycle 4503599627370496 cannot be shown: the page needs times below 2^52 cycles; give an earlier one"
    );
}

#[test]
fn invalid_indices_are_refused() {
    let mut wrong = timeline();
    wrong.waits = vec![WaitSpan { kernel: 0, from: Cycle(0), to: Cycle(1), why: Why::Outranked { by: 2 } }];
    assert_eq!(refused(&wrong), "the timeline refers to kernel 2, but has only 2 kernels");
    wrong = timeline();
    wrong.kernels[1].role = Role::ComputeAfter(2);
    assert_eq!(refused(&wrong), "the timeline refers to kernel 2, but has only 2 kernels");
    wrong = timeline();
    wrong.kernels[1].dag = 1;
    assert_eq!(refused(&wrong), "the timeline refers to graph 1, but has only 1 graph");
}

#[test]
fn the_same_timeline_gives_the_same_bytes() {
    assert_eq!(page(&timeline(), "t"), page(&timeline(), "t"));
}
