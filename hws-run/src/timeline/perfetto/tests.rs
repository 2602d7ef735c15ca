//! The trace is JSON and matches the timeline.

use std::collections::BTreeMap;

use hws_types::{Cycle, Sip, SipMask};
use serde_json::Value;

use super::*;
use crate::run::run;
use crate::timeline::{Owned, Recorder, Reservation};
use crate::workload::built_in;

/// One of the graphs of the example.
fn timeline() -> Timeline {
    let mut workload = built_in();
    workload.dags.truncate(1);
    let recorder = Recorder::new(&workload).with_firmware(workload.hardware.bus_cycles);
    let (record, recorder) = run(&workload, recorder).unwrap();
    recorder.timeline(&workload, &record)
}

fn events(timeline: &Timeline) -> Vec<Value> {
    let mut bytes = Vec::new();
    write(timeline, &mut bytes).unwrap();
    let trace: Value = serde_json::from_slice(&bytes).unwrap();
    trace["traceEvents"].as_array().unwrap().clone()
}

fn of_kind<'e>(events: &'e [Value], ph: &str) -> Vec<&'e Value> {
    events.iter().filter(|event| event["ph"] == ph).collect()
}

fn of_category<'e>(events: &'e [Value], cat: &str) -> Vec<&'e Value> {
    events.iter().filter(|event| event["cat"] == cat).collect()
}

#[test]
fn every_event_but_the_names_has_a_category() {
    let events = events(&timeline());
    let without: Vec<_> =
        events.iter().filter(|event| event["cat"].is_null() && event["ph"] != "M").collect();
    assert!(without.is_empty(), "{without:?}");
    let attempts = of_category(&events, "attempt");
    let launched = attempts.iter().filter(|attempt| attempt["name"] == "launched").count();
    assert!(launched > 10 && launched < attempts.len());
    // LATCH follows COMMIT at the earliest: slices of a thread do not overlap.
    let starts: Vec<u64> = attempts.iter().map(|attempt| attempt["ts"].as_u64().unwrap()).collect();
    assert!(starts.windows(2).all(|two| two[1] >= two[0] + 48));
}

/// The reasons of a kernel fill its bar up to its last launch, and a flow leads from its push to its end.
#[test]
fn every_kernel_has_its_lifecycle() {
    let timeline = timeline();
    let events = events(&timeline);
    let number = |event: &Value| event["ts"].as_u64().unwrap();
    for (id, kernel) in timeline.kernels.iter().enumerate() {
        let own: Vec<&Value> = of_category(&events, "kernel")
            .into_iter()
            .filter(|event| event["id2"]["local"] == id.to_string().as_str())
            .collect();
        let (first, last) = (own[0], own[own.len() - 1]);
        assert_eq!((first["ph"].as_str(), last["ph"].as_str()), (Some("b"), Some("e")));
        assert_eq!((number(first), number(last)), (kernel.ready.unwrap().0, kernel.finish.unwrap().0));
        assert!(own.len() >= 4 && number(own[1]) == number(first), "a kernel waits at least for an attempt");
        let points: Vec<(&str, u64)> = of_category(&events, "lifecycle")
            .into_iter()
            .filter(|event| event["id"] == id)
            .map(|event| (event["ph"].as_str().unwrap(), number(event)))
            .collect();
        let (pushed, launched) = (kernel.pushed.unwrap().0, kernel.first_launch.unwrap().0);
        assert_eq!(points[..2], [("s", pushed), ("t", launched)]);
        assert_eq!(points[2].0, "f");
        assert!(points[2].1 < kernel.finish.unwrap().0);
    }
}

/// The graph and three kernels: met, missed, and never finished with a deadline after the end of the run; a deadline that was
/// met after the end has no mark.
#[test]
fn a_deadline_is_a_mark_and_a_delay_is_a_bar() {
    let mut timeline = timeline();
    let end = timeline.end;
    let finish = |timeline: &Timeline, kernel: usize| timeline.kernels[kernel].finish.unwrap();
    timeline.dags[0].deadline = Some(end.after(1));
    timeline.kernels[0].deadline = Some(finish(&timeline, 0));
    timeline.kernels[1].deadline = Some(Cycle(finish(&timeline, 1).0 - 5));
    (timeline.kernels[2].deadline, timeline.kernels[2].finish) = (Some(end.after(9)), None);
    let events = events(&timeline);
    let deadlines = of_category(&events, "deadline");
    let marks: Vec<_> = deadlines.iter().filter(|event| event["ph"] == "i").collect();
    let said: Vec<_> = marks
        .iter()
        .map(|mark| {
            (
                mark["ts"].as_u64().unwrap(),
                mark["args"]["lateness"].as_i64(),
                mark["args"]["missed"].as_bool(),
            )
        })
        .collect();
    let (met, missed) = (finish(&timeline, 0).0, finish(&timeline, 1).0 - 5);
    assert_eq!(said, [(met, Some(0), Some(false)), (missed, Some(5), Some(true)), (end.0, None, Some(true))]);
    assert_eq!(marks[1]["name"], format!("deadline missed by {}", timeline.kernel_name(1)));
    assert!(marks.iter().all(|mark| mark["pid"] == KERNELS));
    let bars: Vec<_> = deadlines.iter().filter(|event| event["ph"] != "i").collect();
    let ends: Vec<_> = bars.iter().map(|bar| bar["ts"].as_u64().unwrap()).collect();
    assert_eq!(ends, [missed, missed + 5, end.0, end.0]);
}

#[test]
fn every_run_is_a_slice_on_its_sip() {
    let timeline = timeline();
    let events = events(&timeline);
    let slices = of_category(&events, "run");
    assert_eq!(slices.len(), timeline.runs.len());
    for (slice, run) in slices.iter().zip(&timeline.runs) {
        assert_eq!(
            (slice["ts"].as_u64(), slice["dur"].as_u64()),
            (Some(run.from.0), Some(run.to.since(run.from)))
        );
        assert_eq!(
            (slice["tid"].as_u64(), slice["pid"].as_u64()),
            (Some(run.sip.get() as u64 + 1), Some(run.sip.get() as u64 / 16 + 1))
        );
        assert_eq!(slice["args"]["kernel_id"], run.kernel);
    }
    let first = &timeline.runs[0];
    let line = &timeline.kernels[first.kernel as usize];
    let name = format!("{}/{}[{}]", timeline.dags[line.dag as usize].name, line.name, first.block);
    assert_eq!(slices[0]["name"], name.as_str());
}

#[test]
fn every_track_has_a_name() {
    let events = events(&timeline());
    let names: Vec<_> = of_kind(&events, "M")
        .iter()
        .filter(|event| event["name"] == "process_name" || event["name"] == "thread_name")
        .map(|event| event["args"]["name"].as_str().unwrap().to_owned())
        .collect();
    let first = ["HWS", "graphs", "firmware", "calls", "interrupts", "waits", "kernels", "HDR", "attempts"];
    assert_eq!(names[..9], first);
    assert_eq!((names.len(), names[41].as_str()), (11 + 32, "SIP 30"));
}

/// Each arrow leaves inside a slice and ends at the beginning of one.
#[test]
fn arrows_connect_slices() {
    let events = events(&timeline());
    let number = |event: &Value, key: &str| event[key].as_u64().unwrap();
    let place = |event: &Value| (number(event, "pid"), number(event, "tid"));
    let mut slices: BTreeMap<_, Vec<(u64, u64)>> = BTreeMap::new();
    for slice in of_kind(&events, "X") {
        let from = number(slice, "ts");
        slices.entry(place(slice)).or_default().push((from, from + number(slice, "dur")));
    }
    let mut begun: BTreeMap<u64, u64> = BTreeMap::new();
    for start in of_category(&events, "dependency").into_iter().filter(|event| event["ph"] == "s") {
        let at = number(start, "ts");
        assert!(slices[&place(start)].iter().any(|&(from, to)| (from..to).contains(&at)), "{start}");
        begun.insert(number(start, "id"), at);
    }
    let ended = of_category(&events, "dependency");
    let ended: Vec<_> = ended.into_iter().filter(|event| event["ph"] == "f").collect();
    assert!(ended.len() == begun.len() && begun.len() > 50, "{}", begun.len());
    for end in ended {
        let at = number(end, "ts");
        assert!(begun[&number(end, "id")] < at);
        assert!(slices[&place(end)].iter().any(|&(from, _)| from == at), "{end}");
    }
}

#[test]
fn names_are_escaped_and_open_spans_end_with_the_run() {
    let mut timeline = timeline();
    timeline.dags[0].name = "a \"quoted\"\\\n\u{1F980} graph".to_owned();
    timeline.dags[0].finish = None;
    let (from, to) = (Cycle(3), Cycle(9));
    timeline.owned = vec![Owned { sip: Sip::wrapping(17), from, to }];
    timeline.reservations =
        vec![Reservation { kernel: 0, sips: SipMask(1), from, to, outcome: ReservationOutcome::Cancelled }];
    timeline.troubles = vec![Trouble { at: from, what: TroubleKind::SoftReset(true), kernel: None }];
    let events = events(&timeline);
    let owned = of_category(&events, "owned")[0];
    assert_eq!(
        (&owned["name"], &owned["pid"], &owned["dur"]),
        (&"owned by firmware".into(), &2.into(), &6.into())
    );
    let instants: Vec<_> =
        of_kind(&events, "i").iter().map(|event| event["name"].as_str().unwrap()).collect();
    let kernel = timeline.kernel_name(0);
    assert_eq!(
        instants,
        [format!("promote {kernel}"), format!("cancel {kernel}"), "soft reset, forced".to_owned()]
    );
    let bar =
        |ph| of_kind(&events, ph).into_iter().find(|event| event["name"] == timeline.dags[0].name.as_str());
    assert_eq!(bar("e").unwrap()["ts"], timeline.end.0);
    assert_eq!(bar("b").unwrap()["ts"], timeline.dags[0].arrival.0);
}

/// The counters end at 0: nothing runs, nothing is resident.
#[test]
fn counters_end_at_zero() {
    let timeline = timeline();
    let events = events(&timeline);
    for (name, most) in [("resident", 1), ("busy", 16)] {
        let counters = of_kind(&events, "C");
        let own: Vec<u64> = counters
            .iter()
            .filter(|event| event["name"] == name)
            .map(|event| event["args"]["value"].as_u64().unwrap())
            .collect();
        assert!(own.len() > 10 && own.iter().any(|&value| value >= most), "{name}");
        assert_eq!(own.last(), Some(&0), "{name}");
    }
}

/// Slices of a thread nest: an access is inside its call.
#[test]
fn every_access_is_a_slice_in_that_of_its_call() {
    let timeline = timeline();
    let events = events(&timeline);
    let log = timeline.firmware.as_ref().unwrap();
    let span = |event: &Value| {
        let from = event["ts"].as_u64().unwrap();
        (from, from + event["dur"].as_u64().unwrap())
    };
    let (calls, accesses) = (of_category(&events, "call"), of_category(&events, "access"));
    assert_eq!((calls.len(), accesses.len()), (log.calls.len(), log.accesses.len()));
    assert!(calls.windows(2).all(|two| span(two[0]).1 <= span(two[1]).0), "calls do not overlap");
    assert!(accesses.windows(2).all(|two| span(two[0]).1 <= span(two[1]).0), "accesses do not overlap");
    for (access, slice) in log.accesses.iter().zip(&accesses) {
        let call = calls[access.call.unwrap() as usize];
        assert!(span(call).0 <= span(slice).0 && span(slice).1 <= span(call).1, "{slice} in {call}");
        assert_eq!(slice["args"]["call"], call["name"]);
    }
    let command = accesses.iter().find(|slice| slice["name"] == "write DAG_CMD").unwrap();
    assert_eq!(command["args"]["call"], "initDAGProperty");
    assert!(command["args"]["fields"].as_str().unwrap().contains("OP=INIT"), "{command}");
}

#[test]
fn interrupts_messages_and_waits_are_shown() {
    let timeline = timeline();
    let events = events(&timeline);
    let log = timeline.firmware.as_ref().unwrap();
    assert_eq!(of_category(&events, "interrupt").len(), log.interrupts.len());
    assert_eq!(of_category(&events, "wait").len(), log.waits.len());
    let messages = of_category(&events, "message");
    assert_eq!(messages.len(), 2 * log.messages.len(), "the beginning and the end of a bar");
    let kernel = timeline.kernel_name(log.messages[0].kernel.unwrap());
    assert_eq!(messages[0]["name"], "RESULT");
    assert_eq!(messages[0]["args"]["kernel"], kernel.as_str());
    assert_eq!(messages[1]["ts"], log.messages[0].to.0);
    // Firmware does nothing while it waits.
    let is_idle = |at: u64| log.waits.iter().any(|(from, to)| from.0 <= at && at < to.0);
    assert!(!log.waits.is_empty() && !log.accesses.iter().any(|access| is_idle(access.at.0)));
}

#[test]
fn a_log_that_ends_early_says_so() {
    let mut timeline = timeline();
    let log = timeline.firmware.as_mut().unwrap();
    log.cut = Some(crate::timeline::LogCut { at: Cycle(5000), accesses: 12 });
    let events = events(&timeline);
    let last =
        events.iter().find(|event| event["ts"] == 5000 && event["ph"] == "i" && event["cat"] == "access");
    assert_eq!(last.unwrap()["name"], "the log of firmware ends: 12 more accesses");
}

#[test]
fn a_run_without_a_log_has_no_tracks_of_firmware() {
    let timeline = Timeline { firmware: None, ..timeline() };
    let events = events(&timeline);
    assert!(!events.iter().any(|event| event["pid"] == FIRMWARE));
}
