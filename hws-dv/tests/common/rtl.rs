//! A stand-in for an RTL: the model behind the ports of the reference RTL, edge by edge.
//!
//! Its registers are read by `peek`, its events become monitor lanes, and its reads of shared memory become requests
//! at the read port, one word per edge.

use hws_dv::map::{AddressMap, BusKind, LANES, Port, SignalTarget, Word};
use hws_model::{Config, Event, EventSink, Hws, ReadRefused, SharedMemory};
use hws_plain::{Breakage, EitherHws, Mutant};
use hws_regs::{RegId, SipReportComplete};
use hws_sim::SparseMemory;
use hws_types::{Cycle, HdrPush, MdmaCommand, TaskDescriptor};

use super::outputs::{show_command, show_lanes};
use super::wave::Wave;

/// The address of a register on the bus of the stand-in, which has the layout of the reference RTL.
pub(crate) fn address(name: &str) -> u32 {
    let (map, wanted) = (AddressMap::reference(), Word::Register(RegId::parse(name).unwrap()));
    (0..0x4000).step_by(4).find(|&address| map.word(address) == wanted).unwrap()
}

/// The offset of the model for an address of the bus.
fn offset(address: u32) -> u32 {
    match AddressMap::reference().word(address) {
        Word::Register(id) => id.offset(),
        Word::Reserved => AddressMap::of_model().first_reserved().unwrap(),
        Word::Unmapped => u32::MAX,
    }
}

/// Events, and the reads of a tick.
#[derive(Default)]
struct Events(Vec<Event>);

impl EventSink for Events {
    fn event(&mut self, _cycle: Cycle, event: Event) {
        self.0.push(event);
    }
}

struct Reads<'a> {
    memory: &'a mut SparseMemory,
    words: Vec<(u32, Result<u32, ReadRefused>)>,
}

impl SharedMemory for Reads<'_> {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        let answer = self.memory.read_word(address);
        self.words.push((address, answer));
        answer
    }
}

/// The stand-in.
pub(crate) struct Rtl {
    hws: EitherHws,
    memory: SparseMemory,
    pub(crate) wave: Wave,
    time: u64,
    registers: Vec<(usize, RegId)>,
    /// Commands of SIPs that have not reported.
    pub(crate) running: Vec<MdmaCommand>,
    bus: BusKind,
}

const HALF: u64 = 5;

impl Rtl {
    /// A stand-in after two edges in reset.
    pub(crate) fn new(bus: BusKind) -> Self {
        let all = SignalTarget::all();
        let registers = all.iter().enumerate().filter_map(|(place, target)| match target {
            SignalTarget::Register(id) => Some((place, *id)),
            _ => None,
        });
        let mut rtl = Self {
            hws: Hws::new(Config::default()).into(),
            memory: SparseMemory::default(),
            wave: Wave::new(),
            time: 0,
            registers: registers.collect(),
            running: Vec::new(),
            bus,
        };
        rtl.reset();
        rtl
    }

    /// A stand-in that breaks a rule.
    pub(crate) fn broken(mutant: Mutant) -> Self {
        Self { hws: EitherHws::broken(Breakage::One(mutant)), ..Self::new(BusKind::Flat) }
    }

    fn reset(&mut self) {
        self.wave.at(self.time);
        self.time += 1;
        for place in 0..self.wave.signals.len() {
            self.wave.set(place, 0);
        }
        self.show_registers();
        (0..2).for_each(|_| self.edge(&[], |_| ()));
        self.wave.at(self.time);
        self.wave.set_port(Port::RstN, 1_u64);
        self.time += 1;
    }

    pub(crate) fn hws(&self) -> &Hws {
        self.hws.model()
    }

    /// Power-on, again.
    pub(crate) fn power_on(&mut self) {
        self.hws.power_on();
        self.running.clear();
        self.reset();
    }

    /// A tick that never ends.
    pub(crate) fn hang(&mut self, edges: usize) {
        for _ in 0..edges {
            self.edge(&[(Port::TickReq, 1)], |wave| wave.set_port(Port::TickBusy, 1_u64));
        }
    }

    /// One clock edge: the inputs change with the falling clock, the outputs with the rising one.
    fn edge(&mut self, inputs: &[(Port, u64)], outputs: impl FnOnce(&mut Wave)) {
        self.wave.at(self.time);
        self.wave.set_port(Port::Clk, 0_u64);
        for port in [Port::BusValid, Port::HdrValid, Port::TickReq, Port::SmErr] {
            self.wave.set_port(port, 0_u64);
        }
        inputs.iter().for_each(|(port, value)| self.wave.set_port(*port, *value));
        self.wave.at(self.time + HALF);
        self.wave.set_port(Port::Clk, 1_u64);
        let pulses = [
            Port::BusReady,
            Port::BusErr,
            Port::HdrReady,
            Port::HdrErr,
            Port::SmReq,
            Port::MdmaValid,
            Port::MihPush,
            Port::MihDropped,
            Port::RptComplete,
            Port::RptPreComplete,
            Port::RptValid,
            Port::ForcedReset,
            Port::EvN,
        ];
        pulses.into_iter().for_each(|port| self.wave.set_port(port, 0_u64));
        outputs(&mut self.wave);
        self.time += 2 * HALF;
    }

    pub(crate) fn write(&mut self, name: &str, value: u32) {
        self.access(address(name), Some(value));
    }

    pub(crate) fn read(&mut self, name: &str) {
        self.access(address(name), None);
    }

    pub(crate) fn access(&mut self, address: u32, write: Option<u32>) {
        let mut events = Events::default();
        let answer = match write {
            Some(value) => self.hws.write32(offset(address), value, &mut events).map(|()| 0),
            None => self.hws.read32(offset(address)),
        };
        let (lanes, registers) = (events.0, self.registers());
        let report =
            [RegId::SipReportComplete, RegId::SipReportPreComplete].map(|id| id.offset() == offset(address));
        let (is_error, data) = (u64::from(answer.is_err()), u64::from(answer.unwrap_or(0)));
        let inputs = self.request(address, write, is_error, data);
        let is_flat = self.bus == BusKind::Flat;
        self.edge(&inputs, |wave| {
            if is_flat {
                wave.set_port(Port::BusReady, 1_u64);
                wave.set_port(Port::BusErr, is_error);
                wave.set_port(Port::BusRdata, data);
            }
            if let (Some(value), true) = (write, report != [false; 2]) {
                let fields = SipReportComplete::from_bits(value);
                wave.set_port(Port::RptComplete, report[0]);
                wave.set_port(Port::RptPreComplete, report[1]);
                let is_valid = lanes
                    .iter()
                    .any(|event| matches!(event, Event::Complete { .. } | Event::PreComplete { .. }));
                wave.set_port(Port::RptValid, is_valid);
                wave.set_port(Port::RptSip, fields.sip_id());
                wave.set_port(Port::RptLaunchId, fields.launch_id());
                wave.set_port(Port::RptBlockId, fields.block_id());
            }
            wave.set_port(Port::ForcedReset, lanes.contains(&Event::SoftReset { forced: true }));
            show_lanes(wave, &lanes);
            registers.show(wave);
        });
        self.answer(write.is_some(), is_error, data);
    }

    /// What the bus shows at the edge at which the access takes effect. APB has a phase before it, and its answer
    /// with it.
    fn request(&mut self, address: u32, write: Option<u32>, is_error: u64, data: u64) -> Vec<(Port, u64)> {
        let (is_write, value) = (u64::from(write.is_some()), u64::from(write.unwrap_or(0)));
        let address = u64::from(address);
        match self.bus {
            BusKind::Flat => vec![
                (Port::BusValid, 1),
                (Port::BusWrite, is_write),
                (Port::BusAddr, address),
                (Port::BusWdata, value),
            ],
            BusKind::Apb => {
                let mut phase = vec![
                    (Port::Psel, 1),
                    (Port::Pwrite, is_write),
                    (Port::Paddr, address),
                    (Port::Pwdata, value),
                ];
                self.edge(&phase, |_| ());
                phase.extend([
                    (Port::Penable, 1),
                    (Port::Pready, 1),
                    (Port::Pslverr, is_error),
                    (Port::Prdata, data),
                ]);
                phase
            }
            BusKind::Axi4Lite if is_write == 1 => {
                // The address comes an edge before the data.
                self.edge(&[(Port::Awvalid, 1), (Port::Awready, 1), (Port::Awaddr, address)], |_| ());
                vec![(Port::Awvalid, 0), (Port::Wvalid, 1), (Port::Wready, 1), (Port::Wdata, value)]
            }
            BusKind::Axi4Lite => vec![(Port::Arvalid, 1), (Port::Arready, 1), (Port::Araddr, address)],
        }
    }

    /// The edge after the access: APB is idle, AXI4-Lite answers.
    fn answer(&mut self, is_write: bool, is_error: u64, data: u64) {
        let response = is_error * 2;
        match self.bus {
            BusKind::Flat => (),
            BusKind::Apb => self.edge(&[(Port::Psel, 0), (Port::Penable, 0), (Port::Pready, 0)], |_| ()),
            BusKind::Axi4Lite if is_write => {
                self.edge(
                    &[(Port::Wvalid, 0), (Port::Bvalid, 1), (Port::Bready, 1), (Port::Bresp, response)],
                    |_| (),
                );
                self.edge(&[(Port::Bvalid, 0)], |_| ());
            }
            BusKind::Axi4Lite => {
                let answer =
                    [(Port::Rvalid, 1), (Port::Rready, 1), (Port::Rresp, response), (Port::Rdata, data)];
                self.edge(&[&[(Port::Arvalid, 0)], &answer[..]].concat(), |_| ());
                self.edge(&[(Port::Rvalid, 0)], |_| ());
            }
        }
    }

    /// Puts a descriptor into memory and pushes it.
    pub(crate) fn push(&mut self, at: u32, entry: u8, td: &TaskDescriptor) {
        self.memory.write(at, &td.encode().unwrap()).unwrap();
        let push = HdrPush { hdr_id: 3, hdr_entry_id: entry, td_addr: at };
        let answer = self.hws.push_hdr(push);
        let registers = self.registers();
        let inputs = [
            (Port::HdrValid, 1),
            (Port::HdrId, 3),
            (Port::HdrEntryId, entry.into()),
            (Port::HdrTdAddr, at.into()),
        ];
        self.edge(&inputs, |wave| {
            wave.set_port(Port::HdrReady, answer.is_ok());
            wave.set_port(Port::HdrErr, answer.is_err());
            registers.show(wave);
        });
    }

    /// One tick: an edge per word of memory, per command and per sixteen events.
    pub(crate) fn tick(&mut self) {
        let (mut events, loads) = (Events::default(), self.is_loading());
        let mut reads = Reads { memory: &mut self.memory, words: Vec::new() };
        self.hws.tick(&mut reads, &mut events);
        let words = reads.words;
        let of_loader = if loads && !self.is_loading() { 16.min(words.len()) } else { 0 };
        let commands: Vec<MdmaCommand> = std::iter::from_fn(|| self.hws.pop_mdma()).collect();
        let mut start = vec![(Port::TickReq, 1)];
        for (number, (address, answer)) in words.into_iter().enumerate() {
            self.edge(&start, |wave| {
                wave.set_port(Port::TickBusy, 1_u64);
                wave.set_port(Port::SmReq, 1_u64);
                wave.set_port(Port::SmAddr, address);
                wave.set_port(Port::SmLoader, number < of_loader);
            });
            start =
                vec![(Port::SmErr, answer.is_err().into()), (Port::SmRdata, answer.unwrap_or(0xDEAD).into())];
        }
        for command in &commands {
            self.edge(&start, |wave| show_command(wave, command));
            start.clear();
        }
        self.running.extend(commands);
        let chunks = events.0.chunks(LANES).count().saturating_sub(1);
        for chunk in events.0.chunks(LANES).take(chunks) {
            self.edge(&start, |wave| {
                wave.set_port(Port::TickBusy, 1_u64);
                show_lanes(wave, chunk);
            });
            start.clear();
        }
        let (registers, last) = (self.registers(), events.0.chunks(LANES).last().unwrap_or(&[]).to_vec());
        self.edge(&start, |wave| {
            wave.set_port(Port::TickBusy, 0_u64);
            show_lanes(wave, &last);
            registers.show(wave);
        });
    }

    fn is_loading(&self) -> bool {
        hws_regs::HwsStatus::from_bits(self.hws.peek(RegId::HwsStatus)).loader_busy()
    }

    fn registers(&self) -> Registers {
        let values = self.registers.iter().map(|&(place, id)| (place, self.hws.peek(id))).collect();
        Registers { values, cycle: self.hws.cycle().0, is_irq: self.hws.is_interrupt_asserted() }
    }

    fn show_registers(&mut self) {
        let registers = self.registers();
        registers.show(&mut self.wave);
    }
}

/// What registers and levels show after an edge. The stand-in is never soft-reset after its first tick, so that
/// CNT_CYCLE is the cycle.
struct Registers {
    values: Vec<(usize, u32)>,
    cycle: u64,
    is_irq: bool,
}

impl Registers {
    fn show(&self, wave: &mut Wave) {
        self.values.iter().for_each(|&(place, value)| wave.set(place, value.into()));
        wave.set_port(Port::Cycle, self.cycle);
        wave.set_port(Port::Irq, self.is_irq);
        wave.set(SignalTarget::CNT_CYCLE, self.cycle);
    }
}
