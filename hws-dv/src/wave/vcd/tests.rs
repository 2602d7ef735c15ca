//! When values are delivered. The dialects of names and values are tested with whole dumps.

use super::VcdDump;
use crate::wave::{Bits, SignalId, WaveFlow, WaveReader, WaveSink};

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
    let text = format!("$var wire 1 ! a $end\n$enddefinitions $end\n{body}");
    let dump = VcdDump::open(Box::new(std::io::Cursor::new(text))).unwrap();
    let select: Vec<SignalId> = dump.hierarchy().variables().iter().map(|variable| variable.id).collect();
    let mut log = Log::default();
    Box::new(dump).read(&select, &mut log).unwrap();
    log.0
}

#[test]
fn values_before_the_first_time_stamp_are_those_of_time_0() {
    let expected = [Told::Time(0), Told::Change(Some(0)), Told::Time(10), Told::Change(Some(1)), Told::End];
    assert_eq!(told("$dumpvars\n0!\n$end\n#10\n1!\n"), expected);
    assert_eq!(told("#0\n$dumpvars\n0!\n$end\n#10\n1!\n"), expected, "the stamp may be there");
    assert_eq!(told("0!\n#0\n#10\n1!\n"), expected, "or follow");
    assert_eq!(told("#7\n0!\n")[0], Told::Time(7), "nothing is before it");
}
