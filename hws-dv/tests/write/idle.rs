//! Idle time is neither simulated nor written.

use std::fs;

use super::file::WaveFile;
use super::{absent, fst, stimulus, write};
use hws_dv::write::WaveOptions;

#[test]
fn idle_cycles_take_no_space() {
    let lines = [
        r#"{"at":0,"op":"write","reg":"HWS_CTRL","value":1}"#,
        r#"{"at":1000000000,"op":"write","reg":"TIME_UNIT","value":7}"#,
        r#"{"at":2000000000,"op":"end"}"#,
    ];
    let [vcd, fst] = ["idle.vcd", "idle.fst"].map(absent);
    let options = WaveOptions { vcd: Some(vcd.clone()), fst: Some(fst.clone()), every_tick: None };
    write(&stimulus("idle.jsonl", &lines), &options);
    for path in [vcd, fst] {
        assert!(fs::metadata(&path).unwrap().len() < 200_000, "{}", path.display());
        let file = WaveFile::read(&path);
        assert_eq!(file.end, 2_000_000_000_000);
        let edges: Vec<_> = {
            let mut edges = file.edges();
            std::iter::from_fn(|| edges.next_edge().then(|| (edges.time(), edges.input("hws.cycle"))))
                .collect()
        };
        let later = 1_000_000_000;
        assert_eq!(edges, [(6, 0), (8, 0), (later * 1000 + 1, later), (later * 1000 + 3, later)]);
    }
}

#[test]
fn a_pulse_ends_with_the_next_tick_even_if_that_is_not_written() {
    let path = absent("pulse.fst");
    let lines =
        [r#"{"at":5,"op":"hdr","hdr_id":1,"hdr_entry_id":2,"td_addr":64}"#, r#"{"at":900,"op":"end"}"#];
    write(&stimulus("pulse.jsonl", &lines), &fst(&path));
    let file = WaveFile::read(&path);
    let times = |name: &str| {
        let signal = file.signal(name);
        let of_signal = file.changes.iter().filter(move |change| change.1 == signal);
        of_signal.map(|&(time, _, value)| (time, value)).filter(|&(time, _)| time > 0).collect::<Vec<_>>()
    };
    assert_eq!(times("hws.hdr.hdr_valid"), [(5000, 1), (5002, 0)]);
    assert_eq!(times("hws.hdr.hdr_ready"), [(5001, 1), (5003, 0)]);
    // The loader pops in tick 5 and rejects the task in tick 13, at its second edge: the first asks for the word
    // that is refused. Nothing happens in tick 14.
    assert_eq!(times("hws.mih.mih_push"), [(13_003, 1), (14_001, 0)]);
    assert_eq!(times("hws.ev.ev_n"), [(13_003, 2), (14_001, 0)]);
}
