//! How a run under gdb ends, and that it is the run without gdb.

use std::net::TcpListener;
use std::sync::atomic::Ordering;

use hws_gdb::{GdbAddress, GdbEnd, GdbListener};
use hws_run::run::{Control, ImageScript, run_image, run_scripted};
use hws_run::workload::built_in;
use hws_sim::TraceWriter;
use hws_sim::stimulus::Writer;

use crate::client::with_client;
use crate::program::{AFTER_LOOP, INSTRUCTIONS, LOOP, PROGRAM, PROMOTE, START, image};

/// `lw t1, 0(zero)`, where nothing is, without a handler.
const FAULT: u32 = 0x0000_2303;
const WFI: u32 = 0x1050_0073;

/// Stimulus and trace of the run without gdb, or with a script.
fn outputs(script: Option<&ImageScript>) -> (Vec<u8>, Vec<u8>, u64) {
    let (workload, firmware) = (built_in(), image(&PROGRAM));
    let observer = (Writer::new(Vec::new()), TraceWriter::new(Vec::new()));
    let control = Control::default();
    let (record, (stimulus, trace)) = match script {
        Some(script) => run_scripted(&workload, &firmware, script, observer, &control),
        None => run_image(&workload, &firmware, observer, &control),
    }
    .unwrap();
    (stimulus.finish().unwrap(), trace.finish().unwrap(), record.image.unwrap().instructions)
}

#[test]
fn a_run_that_was_looked_at_is_the_run_without_gdb() {
    let (served, ()) = with_client(&PROGRAM, |mut gdb, _| {
        gdb.breakpoint(LOOP);
        gdb.ask(&format!("Z2,{PROMOTE:x},4"));
        for _ in 0..5 {
            gdb.ask("c");
            gdb.memory(PROMOTE);
            gdb.monitor("regs PROMOTE");
        }
        gdb.ask("bs");
        gdb.ask("bc");
        gdb.ask(&format!("z0,{LOOP:x},2"));
        gdb.ask(&format!("z2,{PROMOTE:x},4"));
        assert_eq!(gdb.ask("c"), "W00");
    });
    assert_eq!(served.outcome.end, GdbEnd::Over);
    assert_eq!(served.outcome.script, ImageScript::default());
    assert_eq!(served.outcome.instructions, INSTRUCTIONS);
    assert_eq!(outputs(Some(&served.outcome.script)), outputs(None));
}

#[test]
fn what_gdb_has_changed_is_changed_in_the_run_that_is_reported() {
    let (served, ()) = with_client(&PROGRAM, |mut gdb, _| {
        gdb.breakpoint(AFTER_LOOP);
        gdb.ask("c");
        assert_eq!(gdb.set_memory(PROMOTE, 0x0004_2001), "OK");
        assert_eq!(gdb.ask("c"), "W00");
    });
    let (stimulus, _, instructions) = outputs(Some(&served.outcome.script));
    let text = String::from_utf8(stimulus).unwrap();
    let writes: Vec<_> =
        text.lines().filter(|line| line.contains("PROMOTE") && line.contains("write")).collect();
    assert_eq!((writes.len(), instructions), (2, INSTRUCTIONS), "{writes:?}");
    assert!(writes[1].contains(&0x0004_2001.to_string()), "{writes:?}");
}

#[test]
fn detached_the_run_goes_on() {
    let (served, answer) = with_client(&PROGRAM, |mut gdb, _| {
        gdb.ask("s");
        gdb.ask("D")
    });
    assert_eq!((served.outcome.end, answer.as_str()), (GdbEnd::Detached, "OK"));
    assert_eq!(served.outcome.script.stop_after, None);
}

#[test]
fn killed_the_run_stops_where_it_was() {
    let (served, ()) = with_client(&PROGRAM, |mut gdb, _| {
        gdb.ask("s");
        gdb.ask("s");
        assert_eq!(gdb.ask("vKill;1"), "OK");
    });
    let outcome = served.outcome;
    assert_eq!(outcome.to_string(), "gdb has killed the run after 2 instructions, at cycle 2");
    assert_eq!((outcome.end, outcome.script.stop_after), (GdbEnd::Killed, Some(2)));
    assert_eq!(outputs(Some(&outcome.script)).2, 2);
}

#[test]
fn a_connection_that_closes_lets_the_run_go_on() {
    let (served, ()) = with_client(&PROGRAM, |mut gdb, _| {
        gdb.ask("s");
    });
    assert_eq!(served.outcome.to_string(), "gdb closed the connection at cycle 1; the run goes on");
    let (served, ()) = with_client(&PROGRAM, |mut gdb, _| gdb.send_raw(b"$c#00"));
    assert!(matches!(served.outcome.end, GdbEnd::Lost(_)), "a wrong checksum");
    assert_eq!(served.outcome.script.stop_after, None);
}

#[test]
fn a_run_that_fails_is_shown_where_it_fails_and_can_go_back() {
    for (program, expected) in [([WFI, FAULT], "waits for ever"), ([FAULT, WFI], "a refused read")] {
        with_client(&program, |mut gdb, _| {
            assert_eq!(gdb.ask("c"), "S06");
            assert!(gdb.printed.starts_with("The run ends here: ") && gdb.printed.contains(expected));
            assert!(gdb.monitor("time").contains(expected));
            assert_eq!(gdb.set_register(10, 1), "E0e", "nothing follows that it could change");
            assert!(gdb.ask("bc").contains("replaylog:begin"));
            assert_eq!(gdb.pc(), START);
            assert_eq!((gdb.ask("c"), gdb.ask("c")), ("S06".to_owned(), "W01".to_owned()));
        });
    }
}

#[test]
fn its_user_can_stop_a_run_that_waits_for_gdb_or_with_gdb() {
    let (served, _open) = with_client(&PROGRAM, |mut gdb, stop| {
        gdb.ask("s");
        stop.store(true, Ordering::Relaxed);
        gdb
    });
    assert_eq!((served.outcome.end, served.outcome.script.stop_after), (GdbEnd::Stopped, Some(1)));
    let listener = GdbListener::bind(&"0".parse().unwrap()).unwrap();
    let (workload, firmware) = (built_in(), image(&PROGRAM));
    let outcome = hws_gdb::debug(&listener, &workload, &firmware, &|| true, &|_| ()).unwrap();
    assert_eq!((outcome.end, outcome.script.stop_after), (GdbEnd::Stopped, Some(0)));
}

#[test]
fn a_port_that_is_used_and_one_that_is_none_are_refused() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port();
    let error = GdbListener::bind(&port.to_string().parse().unwrap()).unwrap_err().to_string();
    assert_eq!(
        error,
        format!("127.0.0.1:{port} is used by another program; give another port, or 0 for any free one")
    );
    for text in ["", "x", "65536", "-1", "+1", "localhost:", "12 34"] {
        let error = text.parse::<GdbAddress>().unwrap_err().to_string();
        assert!(error.contains("is not a port; give PORT or HOST:PORT"), "{text}: {error}");
    }
    let shown =
        ["[::1]:7", "::1:7", "host:7", ":7"].map(|text| text.parse::<GdbAddress>().unwrap().to_string());
    assert_eq!(shown, ["[::1]:7", "[::1]:7", "host:7", "127.0.0.1:7"]);
}
