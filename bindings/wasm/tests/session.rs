//! Sessions: every state is that of a replay, whatever the way to it; refusals change nothing.

use std::fs;
use std::path::Path;

use hws_run::workload::InputFile;
use hws_sim::stimulus::Reader;
use hws_sim::{ReplayOptions, replay};
use hws_wasm::{Answers, Session, Step, answer};
use rstest::rstest;
use serde_json::Value;

const GOLDEN: [&str; 4] = ["05_mixed_2001", "09_promote_2001", "25_hrm_2001", "35_chaos_2003"];

fn repository(path: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)).unwrap()
}

fn file(name: &str, bytes: impl Into<Vec<u8>>) -> InputFile {
    InputFile { name: name.to_owned(), bytes: bytes.into() }
}

fn golden(name: &str) -> Session {
    let path = format!("tests/golden/{name}.jsonl");
    Session::open(vec![file(&path, repository(&path))]).unwrap()
}

/// The state of `hws replay` at the end of a stimulus that ends at a cycle.
fn replayed(stimulus: &[u8], cycle: u64) -> String {
    let text = std::str::from_utf8(stimulus).unwrap();
    let at = |line: &&str| serde_json::from_str::<Value>(line).unwrap()["at"].as_u64().unwrap();
    let operations = text.lines().filter(|line| !line.contains("\"op\":\"end\"") && at(line) <= cycle);
    let cut: String = operations.map(|line| format!("{line}\n")).collect();
    let cut = format!("{cut}{{\"at\":{cycle},\"op\":\"end\"}}\n");
    let options = ReplayOptions { digest_only: true, ..ReplayOptions::default() };
    replay(Reader::new("cut", cut.as_bytes()), std::io::sink(), options).unwrap().state.to_string()
}

#[rstest]
fn a_state_is_that_of_a_replay_up_to_its_cycle(#[values(0, 1, 2, 3)] which: usize) {
    let mut session = golden(GOLDEN[which]);
    let end = session.opened().end;
    let stimulus = session.stimulus().to_vec();
    // Forwards, backwards, and to places between snapshots.
    for part in [0, 3, 9, 10, 5, 7, 1, 8, 2, 10, 0, 6] {
        let cycle = end * part / 10 + part % 3;
        session.seek(cycle);
        assert_eq!(session.cycle(), cycle.min(end));
        assert_eq!(session.view().digest, replayed(&stimulus, cycle.min(end)), "cycle {cycle}");
    }
}

#[rstest]
fn the_end_is_that_of_the_golden_trace(#[values(0, 1, 2, 3)] which: usize) {
    let mut session = golden(GOLDEN[which]);
    session.seek(u64::MAX);
    let trace = String::from_utf8(repository(&format!("tests/golden/{}.trace", GOLDEN[which]))).unwrap();
    let view = session.view();
    assert!(trace.lines().last().unwrap().contains(&view.digest), "{}", view.digest);
    assert_eq!(session.opened().lines, trace.lines().count());
    let shown: Vec<_> = trace.lines().skip(view.first_line).take(view.trace.len()).collect();
    assert_eq!(view.trace, shown);
}

#[test]
fn a_step_back_undoes_a_step() {
    let mut session = golden("05_mixed_2001");
    for step in [Step::Tick, Step::Event, Step::Attempt] {
        session.seek(0);
        let mut ways = vec![(session.cycle(), session.view())];
        for _ in 0..25 {
            session.step(step, 1);
            ways.push((session.cycle(), session.view()));
        }
        assert!(ways.is_sorted_by(|one, other| one.0 < other.0), "{step:?} always moves");
        for (cycle, view) in ways.iter().rev().skip(1) {
            session.step(step, -1);
            assert_eq!((session.cycle(), &session.view()), (*cycle, view), "{step:?}");
        }
        session.step(step, -1);
        assert_eq!(session.cycle(), 0, "the start is the end of the way back");
    }
}

#[test]
fn attempts_are_the_commits_of_the_trace() {
    let mut session = golden("05_mixed_2001");
    let trace = String::from_utf8(repository("tests/golden/05_mixed_2001.trace")).unwrap();
    let commits: Vec<u64> = trace
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["ev"] == "commit")
        .map(|line| line["c"].as_u64().unwrap())
        .collect();
    assert!(commits.len() > 20);
    for commit in commits {
        session.step(Step::Attempt, 1);
        assert_eq!(session.cycle(), commit + 1);
        let reasons = session.reasons().unwrap();
        let hws_inspect::explain::Explanation::Cycle(answer) = &reasons.explanation else {
            panic!("another answer")
        };
        assert_eq!((reasons.at, answer.attempt.unwrap().commit.0), (commit, commit));
        assert_eq!(reasons.kernels.len(), answer.candidates.len() + answer.outside.len());
        assert_eq!(reasons.text, reasons.explanation.to_string());
    }
}

#[test]
fn sips_and_kernels_are_those_of_the_registers() {
    let mut session = golden("09_promote_2001");
    let names: Vec<String> = hws_regs::RegId::all().map(|id| id.to_string()).collect();
    let (mut busy, mut resident) = (0, 0);
    for _ in 0..200 {
        session.step(Step::Event, 1);
        let view = session.view();
        let register = |name: &str| view.registers[names.iter().position(|one| one == name).unwrap()];
        for (sip, shown) in view.sips.iter().enumerate() {
            let of = |name: &str| register(name) >> sip & 1 == 1;
            assert_eq!(
                (shown.present, shown.idle, shown.reserved),
                (of("SIP_PRESENT_MASK"), of("SIP_IDLE_MASK"), of("RESERVED_SIP_MASK"))
            );
            assert!(!(shown.idle && shown.runs.is_some()));
            busy += usize::from(shown.runs.is_some_and(|runs| runs.kernel_id.is_some()));
        }
        resident += view.kernels.len();
        for kernel in &view.kernels {
            assert_eq!(
                kernel.kernel.kernel_id,
                register(&format!("RS[{}].KERNEL_ID", kernel.kernel.entry.get()))
            );
        }
    }
    assert!(busy > 100 && resident > 100, "{busy}, {resident}");
}

#[test]
fn a_workload_is_its_run() {
    let session = Session::open(vec![file("detector.yaml", repository("examples/detector.yaml"))]).unwrap();
    let opened = session.opened();
    assert!(opened.is_workload && opened.kernels.iter().all(|name| name.contains('/')), "{opened:?}");
    let inputs = hws_run::workload::Inputs {
        files: vec![file("detector.yaml", repository("examples/detector.yaml"))],
        ..Default::default()
    };
    let workload = inputs.read(&mut |_, _| unreachable!()).unwrap();
    let (_, writer) = hws_run::run::run(&workload, hws_sim::stimulus::Writer::new(Vec::new())).unwrap();
    assert_eq!(session.stimulus(), writer.finish().unwrap());
    assert_eq!(opened.kernels.len(), workload.dags.iter().map(|dag| dag.kernels.len()).sum::<usize>());
}

#[rstest]
#[case::no_file(vec![], "no file; choose")]
#[case::malformed(vec![file("a.jsonl", "{\"at\":0,\"op\":\"jump\"}")], "a.jsonl:1")]
#[case::cut(vec![file("a.jsonl", "{\"at\":0,\"op\":\"sip_array\",\"pre_lead\":0}\n{\"at\":5,\"o")], "a.jsonl:2")]
#[case::not_alone(vec![file("a.yaml", "dags: []"), file("b.jsonl", "{\"at\":0,\"op\":\"end\"}")], "b.jsonl: is a stimulus, which runs alone")]
#[case::typo(vec![file("a.yaml", "dags: []\nhardware:\n  topologie: 16x2\n")], "did you mean `topology`?")]
#[case::noise(vec![file("a.bin", vec![0_u8, 159, 146, 150])], "a.bin")]
#[case::half_a_gzip(vec![file("a.yaml.gz", vec![0x1f, 0x8b, 8, 0, 0])], "a.yaml.gz: cannot be unpacked")]
fn what_cannot_be_opened_is_refused_in_words(#[case] files: Vec<InputFile>, #[case] text: &str) {
    let error = Session::open(files).unwrap_err().to_string();
    assert!(error.contains(text), "{error}");
}

#[test]
fn an_imported_file_is_opened_together_with_its_workload() {
    let workload = "dags:\n  - {id: net, import: folder/squeezenet.onnx}\n";
    let alone = Session::open(vec![file("w.yaml", workload)]).unwrap_err().to_string();
    assert!(alone.contains("open squeezenet.onnx together with it"), "{alone}");
    let model = file("squeezenet.onnx", repository("examples/models/squeezenet.onnx"));
    let session = Session::open(vec![model, file("w.yaml", workload)]).unwrap();
    assert_eq!(session.opened().name, "w.yaml");
}

/// A request with files.
fn request(head: &str, body: &[u8]) -> Vec<u8> {
    [head.as_bytes(), b"\n", body].concat()
}

fn open(answers: &mut Answers, name: &str, bytes: &[u8]) -> Value {
    let head = format!("{{\"ask\":\"open\",\"files\":[{{\"name\":\"{name}\",\"bytes\":{}}}]}}", bytes.len());
    serde_json::from_str(&answer(answers, &request(&head, bytes))).unwrap()
}

fn ask(answers: &mut Answers, head: &str) -> Value {
    serde_json::from_str(&answer(answers, head.as_bytes())).unwrap()
}

#[test]
fn a_refused_request_leaves_what_is_open() {
    let mut answers = Answers::default();
    let nothing = ask(&mut answers, r#"{"ask":"seek","cycle":3}"#);
    assert!(nothing["error"].as_str().unwrap().contains("nothing is open"), "{nothing}");
    assert!(
        open(&mut answers, "a.jsonl", &repository("tests/golden/05_mixed_2001.jsonl"))["ok"]["opened"]["end"]
            .as_u64()
            > Some(1000)
    );
    let before = ask(&mut answers, r#"{"ask":"seek","cycle":777}"#);
    assert_eq!(before["ok"]["cycle"], 777);
    for refused in [
        "",
        "{",
        "[]",
        r#"{"ask":"seek"}"#,
        r#"{"ask":"seek","cycle":-1}"#,
        r#"{"ask":"seek","cycle":1,"more":1}"#,
        r#"{"ask":"dance"}"#,
        r#"{"ask":"step","step":"year","count":1}"#,
        r#"{"ask":"sip","sip":32}"#,
        r#"{"ask":"kernel","id":4294967295}"#,
        r#"{"ask":"open","files":[]}"#,
        r#"{"ask":"open","files":[{"name":"x","bytes":5}]}"#,
        r#"{"ask":"open","files":[{"name":"x","bytes":18446744073709551615}]}"#,
    ] {
        let answer = ask(&mut answers, refused);
        assert!(answer["error"].is_string() && answer["ok"].is_null(), "{refused}: {answer}");
    }
    assert!(open(&mut answers, "b.jsonl", b"{\"at\":0}")["error"].is_string());
    assert_eq!(ask(&mut answers, r#"{"ask":"step","step":"tick","count":0}"#), before);
}

#[test]
fn a_step_of_any_length_stays_in_the_stimulus() {
    let mut answers = Answers::default();
    let end = open(&mut answers, "a.jsonl", &repository("tests/golden/05_mixed_2001.jsonl"))["ok"]["opened"]
        ["end"]
        .clone();
    for step in ["tick", "attempt", "event"] {
        for (count, cycle) in [(i64::MAX, &end), (i64::MIN, &Value::from(0)), (1 << 40, &end)] {
            let answer =
                ask(&mut answers, &format!("{{\"ask\":\"step\",\"step\":\"{step}\",\"count\":{count}}}"));
            assert_eq!(&answer["ok"]["cycle"], cycle, "{step} {count}");
        }
    }
}

#[test]
fn registers_are_listed_with_the_fields_of_the_map() {
    let list = ask(&mut Answers::default(), r#"{"ask":"registers"}"#);
    let registers = list["ok"].as_array().unwrap();
    assert_eq!(registers.len(), hws_regs::RegId::all().count());
    let promote = registers.iter().find(|one| one["name"] == "PROMOTE").unwrap();
    let threshold =
        promote["fields"].as_array().unwrap().iter().find(|field| field["name"] == "THRESHOLD").unwrap();
    assert_eq!((&threshold["lsb"], &threshold["width"]), (&Value::from(16), &Value::from(16)));
    let named = |one: &Value| {
        one["fields"].as_array().unwrap().iter().any(|field| !field["values"].as_array().unwrap().is_empty())
    };
    assert!(registers.iter().any(named));
}
