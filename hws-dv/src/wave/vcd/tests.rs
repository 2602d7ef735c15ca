//! When values are delivered. The dialects of names and values are tested with whole dumps.

use super::VcdDump;
use crate::wave::{Bits, SignalId, WaveEnd, WaveFlow, WaveReader, WaveSink};

/// What a sink was told.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    Time(u64),
    Change(Option<u64>),
    End,
}

#[derive(Default)]
struct Log(Vec<Told>);

impl WaveSink for Log {
    fn time(&mut self, time: u64) -> WaveFlow {
        self.0.push(Told::Time(time));
        WaveFlow::Continue
    }

    fn change(&mut self, _slot: usize, value: Bits) {
        self.0.push(Told::Change(value.get()));
    }

    fn end(&mut self) {
        self.0.push(Told::End);
    }
}

fn told(body: &'static str) -> Vec<Told> {
    let mut log = Log::default();
    read(body, &mut log);
    log.0
}

fn ended(body: &'static str) -> WaveEnd {
    read(body, &mut Log::default())
}

/// Reads the body of a dump of one bit, `!`.
fn read(body: &'static str, sink: &mut dyn WaveSink) -> WaveEnd {
    let text = format!("$var wire 1 ! a $end\n$enddefinitions $end\n{body}");
    let dump = VcdDump::open(Box::new(std::io::Cursor::new(text))).unwrap();
    let select: Vec<SignalId> = dump.hierarchy().variables().iter().map(|variable| variable.id).collect();
    Box::new(dump).read(&select, sink).unwrap()
}

#[test]
fn values_before_the_first_time_stamp_are_those_of_time_0() {
    let expected = [Told::Time(0), Told::Change(Some(0)), Told::Time(10), Told::Change(Some(1)), Told::End];
    assert_eq!(told("$dumpvars\n0!\n$end\n#10\n1!\n"), expected);
    assert_eq!(told("#0\n$dumpvars\n0!\n$end\n#10\n1!\n"), expected, "the stamp may be there");
    assert_eq!(told("0!\n#0\n#10\n1!\n"), expected, "or follow");
    assert_eq!(told("#7\n0!\n")[0], Told::Time(7), "nothing is before it");
}

#[test]
fn a_section_ends_with_its_time_stamp() {
    let inside = |body| ended(body).cut.map(|cut| cut.inside);
    assert_eq!(inside("#0\n$dumpvars\n0!\n#10\n1!\n"), None, "never closed");
    assert_eq!(inside("#0\n$dumpvars\n0!\n"), Some("the section `$dumpvars`"), "the file may be cut here");
}

#[test]
fn scopes_that_are_nested_too_deep_are_refused_with_their_line() {
    let open = |levels: usize| {
        let scopes: String = (0..levels).map(|level| format!("$scope module s{level} $end\n")).collect();
        let text = scopes + "$var wire 1 ! a $end\n$enddefinitions $end\n";
        VcdDump::open(Box::new(std::io::Cursor::new(text))).map(|dump| dump.hierarchy().scopes().len())
    };
    assert_eq!(open(1_000).unwrap(), 1_001, "and the root");
    let refusal = open(1_001).unwrap_err().in_file("deep.vcd").to_string();
    assert!(
        refusal.starts_with("deep.vcd: line 1001: `s1000`: scopes are nested more than 1000 deep; "),
        "{refusal}"
    );
}
