//! `advance` equals ticks: a replay that only ever calls `tick`, once per cycle, gives the golden traces.
//!
//! The surroundings are written out here cycle by cycle as interfaces.md words them, independent of
//! the machine in `hws-sim`, which jumps.

use std::fs;
use std::path::Path;

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::{RegId, SipReportComplete, SipReportPreComplete, TimeUnit};
use hws_sim::stimulus::{Op, Reader, Target};
use hws_sim::{Digest, DueReport, Observer, SipArray, SparseMemory, TraceWriter};
use hws_types::{Cycle, SipReport};

struct Ticker {
    hws: Hws,
    memory: SparseMemory,
    sips: Option<SipArray>,
    trace: TraceWriter<Vec<u8>>,
    forced_reset: bool,
}

/// Passes events on and notes a forced reset.
struct Tap<'a>(&'a mut TraceWriter<Vec<u8>>, &'a mut bool);

impl EventSink for Tap<'_> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        *self.1 |= matches!(event, Event::SoftReset { forced: true });
        self.0.event(cycle, event);
    }
}

impl Ticker {
    fn new() -> Self {
        Self {
            hws: Hws::new(Config::default()),
            memory: SparseMemory::default(),
            sips: None,
            trace: TraceWriter::new(Vec::new()),
            forced_reset: false,
        }
    }

    fn tick(&mut self) {
        let now = self.hws.cycle();
        while let Some(report) = self.sips.as_mut().and_then(|sips| sips.take_due(now)) {
            let (register, value) = doorbell(report);
            self.write(Target::Register(register), value);
        }
        let mut tap = Tap(&mut self.trace, &mut self.forced_reset);
        self.hws.tick(&mut self.memory, &mut tap);
        let prescale = TimeUnit::from_bits(self.hws.peek(RegId::TimeUnit)).prescale();
        while let Some(command) = self.hws.pop_mdma() {
            if let Some(sips) = &mut self.sips {
                sips.accept(&command, now, prescale);
            }
        }
    }

    fn write(&mut self, target: Target, value: u32) {
        let mut tap = Tap(&mut self.trace, &mut self.forced_reset);
        if self.hws.write32(target.offset(), value, &mut tap).is_err() {
            self.trace.bus_error(self.hws.cycle(), target);
        }
        if std::mem::take(&mut self.forced_reset) {
            self.sips.iter_mut().for_each(SipArray::reset);
        }
    }

    fn apply(&mut self, op: &Op) {
        let now = self.hws.cycle();
        match op {
            Op::Mem { addr, words } => self.memory.write(*addr, words).unwrap(),
            Op::Write { target, value } => self.write(*target, *value),
            Op::Read { target } => match self.hws.read32(target.offset()) {
                Ok(value) => self.trace.read(now, *target, value),
                Err(_) => self.trace.bus_error(now, *target),
            },
            Op::Hdr(push) => {
                if self.hws.push_hdr(*push).is_err() {
                    self.trace.hdr_refused(now, *push);
                }
            }
            Op::SipArray { pre_lead } => match &mut self.sips {
                Some(sips) => sips.set_pre_lead(*pre_lead),
                None => self.sips = Some(SipArray::new(*pre_lead)),
            },
            Op::End => self.trace.end(now, Digest::of(&self.hws)),
        }
    }
}

fn doorbell(report: DueReport) -> (RegId, u32) {
    match report {
        DueReport::Complete(SipReport { launch_id, block_id, sip }) => {
            let value = SipReportComplete::default()
                .with_launch_id_masked(launch_id.get())
                .with_block_id_masked(block_id.into())
                .with_sip_id_masked(sip.get());
            (RegId::SipReportComplete, value.bits())
        }
        DueReport::PreComplete(SipReport { launch_id, block_id, sip }) => {
            let value = SipReportPreComplete::default()
                .with_launch_id_masked(launch_id.get())
                .with_block_id_masked(block_id.into())
                .with_sip_id_masked(sip.get());
            (RegId::SipReportPreComplete, value.bits())
        }
    }
}

fn tick_through(stimulus: &[u8]) -> String {
    let mut ticker = Ticker::new();
    for operation in Reader::new("stimulus", stimulus) {
        let operation = operation.unwrap();
        while ticker.hws.cycle() < operation.at {
            ticker.tick();
        }
        ticker.apply(&operation.op);
    }
    String::from_utf8(ticker.trace.finish().unwrap()).unwrap()
}

fn check(folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut compared = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            let expected = fs::read_to_string(path.with_extension("trace")).unwrap();
            assert!(tick_through(&fs::read(&path).unwrap()) == expected, "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 20);
}

#[test]
fn golden_traces_come_out_tick_by_tick() {
    check("golden");
}

#[test]
fn traces_of_the_dangers_come_out_tick_by_tick() {
    check("dangers");
}
