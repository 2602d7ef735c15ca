//! A second replay that compares every state of the model with the waveform.

use std::path::Path;

use hws_model::{Event, EventSink, Hws};
use hws_regs::RegId;
use hws_sim::Observer;
use hws_types::Cycle;

use super::file::{Edges, WaveFile};

/// Registers that change while nothing happens (docs/waveforms.md).
const FREE_RUNNING: [&str; 6] = [
    "CNT_CYCLE_LO",
    "SIP_REMAIN_EXEC_TIME[]",
    "GRP2_REMAIN[]",
    "GRP4_REMAIN[]",
    "GRP8_REMAIN[]",
    "GRP16_REMAIN[]",
];

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Compared {
    pub(crate) accesses: u64,
    pub(crate) ticks: u64,
    /// Ticks that are not in the waveform: nothing may have changed in them.
    pub(crate) left_out: u64,
    pub(crate) events: u64,
}

/// Follows a replay through its waveform.
pub(crate) struct Comparer {
    edges: Edges,
    /// Whether the present edge is the next one to compare.
    is_ahead: bool,
    /// The values at the last edge that was compared.
    last: Vec<u64>,
    /// Each register, its signal, and whether it changes while nothing happens.
    registers: Vec<(RegId, usize, bool)>,
    irq: usize,
    longest: u64,
    /// There was an access in this cycle.
    is_touched: bool,
    /// The last tick is in the waveform.
    is_current: bool,
    now: u64,
    events: u64,
    pub(crate) compared: Compared,
}

/// The name that the dumps of the RTL have for a register.
fn name_of(register: RegId) -> String {
    let page = register.info().page().unwrap().name;
    let shown = register.to_string();
    let name = match shown.split_once("].") {
        // RS[3].FLAGS
        Some((group, word)) => {
            let (group, index) = group.split_once('[').unwrap();
            format!("{group}_{word}[{index}]")
        }
        None if shown.starts_with("SIP_USAGE_MASK") => {
            let digits: Vec<u32> = shown.chars().filter_map(|digit| digit.to_digit(10)).collect();
            format!("SIP_USAGE_MASK[{}]", 5 * digits[0] + digits[1])
        }
        None => shown,
    };
    format!("hws.{page}.{name}")
}

impl Comparer {
    /// Compares the file at least every `longest` ticks.
    pub(crate) fn new(path: &Path, longest: u64) -> Self {
        let file = WaveFile::read(path);
        let readable = RegId::all().filter(|register| register.info().access.is_readable());
        let registers = readable
            .map(|register| {
                let is_free = FREE_RUNNING.contains(&register.info().name);
                (register, file.signal(&name_of(register)), is_free)
            })
            .collect();
        let irq = file.signal("hws.irq");
        let edges = file.edges();
        let last = edges.values.clone();
        Self {
            edges,
            is_ahead: false,
            last,
            registers,
            irq,
            longest,
            is_touched: false,
            is_current: true,
            now: 0,
            events: 0,
            compared: Compared::default(),
        }
    }

    /// Moves to the last edge of the next access or tick.
    fn look_ahead(&mut self) -> bool {
        while !self.is_ahead {
            if !self.edges.next_edge() {
                return false;
            }
            self.compared.events += self.edges.value("hws.ev.ev_n");
            self.is_ahead = self.edges.value("hws.tick_busy") == 0;
        }
        true
    }

    /// Compares the present edge.
    fn compare(&mut self, hws: &Hws, with_free_running: bool) {
        self.last.clone_from(&self.edges.values);
        self.is_ahead = false;
        self.compare_last(hws, with_free_running);
    }

    /// Compares the last edge that was compared.
    fn compare_last(&self, hws: &Hws, with_free_running: bool) {
        for &(register, signal, is_free) in &self.registers {
            if !is_free || with_free_running {
                let (wave, model) = (self.last[signal], u64::from(hws.peek(register)));
                assert!(wave == model, "{register} before tick {}: {wave:#x}, model {model:#x}", hws.cycle());
            }
        }
        assert_eq!(self.last[self.irq] != 0, hws.is_interrupt_asserted());
    }

    fn access(&mut self, hws: &Hws) {
        assert!(self.look_ahead(), "no edge for an access in cycle {}", self.now);
        assert_eq!(self.edges.input("hws.tick_req"), 0, "cycle {}", self.now);
        assert_eq!(self.edges.input("hws.cycle"), self.now);
        self.compare(hws, self.is_current);
        self.is_touched = true;
        self.compared.accesses += 1;
    }

    fn tick(&mut self, hws: &Hws) {
        let is_tick = self.look_ahead() && self.edges.input("hws.tick_req") == 1;
        if is_tick && self.edges.input("hws.cycle") == self.now {
            assert_eq!(self.edges.value("hws.cycle"), self.now + 1);
            self.compare(hws, true);
            self.is_current = true;
            self.compared.ticks += 1;
        } else {
            self.is_current = false;
            self.compare_last(hws, false);
            self.compared.left_out += hws.cycle().0 - self.now;
        }
        self.is_touched = false;
    }

    /// Checks that the waveform has nothing more.
    pub(crate) fn finish(mut self) -> Compared {
        assert!(!self.look_ahead(), "an edge at {} that no replay makes", self.edges.time());
        assert_eq!(self.compared.events, self.events);
        self.compared
    }
}

impl EventSink for Comparer {
    fn event(&mut self, _cycle: Cycle, event: Event) {
        self.events += u64::from(!matches!(event, Event::SoftReset { .. }));
    }
}

impl Observer for Comparer {
    fn watches_state(&self) -> bool {
        true
    }

    /// As the writer, and often between, so that no tick that should be in the waveform is missed.
    fn longest_step(&self, _now: Cycle) -> u64 {
        if self.is_touched { 1 } else { self.longest }
    }

    fn settled(&mut self, hws: &Hws) {
        if hws.cycle().0 == self.now {
            self.access(hws)
        } else {
            self.tick(hws)
        }
        self.now = hws.cycle().0;
    }
}
