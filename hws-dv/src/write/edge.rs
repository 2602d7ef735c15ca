//! Clock edges: the inputs when the clock falls, everything else when it rises.

use hws_model::{Event, Hws};
use hws_regs::{RegId, SipReportComplete};
use hws_types::{MdmaCommand, RawMih, TD_WORDS, ones};

use super::access::{Access, Request};
use super::lanes::at_one_edge;
use super::ports::{Port, Pulses, lane_signal};
use super::writer::WaveWriter;
use crate::lane::LaneEvent;

/// What an edge takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inputs {
    Access(Access),
    Tick {
        /// The loader has read a descriptor in it, or was refused.
        is_loaded: bool,
    },
}

impl WaveWriter {
    /// Two edges in reset, as at power-on.
    pub(super) fn reset_edges(&mut self) {
        for _ in 0..2 {
            let rise = self.fall();
            self.rise(rise);
        }
        self.stream.time(self.clock.begin(0));
        self.set(Port::RstN, 1);
    }

    /// Writes the edges of an access or a tick: one, or more if the events need more. The registers, and the number
    /// of ticks completed, change with the last one.
    pub(super) fn edges(&mut self, inputs: Inputs, hws: &Hws, after: u64) {
        self.end_pulses();
        let events = std::mem::take(&mut self.events);
        let mut rest = events.as_slice();
        let mut access = match inputs {
            Inputs::Access(access) => Some(access),
            Inputs::Tick { .. } => None,
        };
        let is_loaded = inputs == Inputs::Tick { is_loaded: true };
        let mut rise = self.fall();
        self.set(Port::Cycle, self.now);
        self.inputs(access.as_ref());
        rise = self.memory_edges(rise, is_loaded);
        loop {
            let (shown, later) = rest.split_at(at_one_edge(rest));
            self.rise(rise);
            let mut pulses = Pulses::default();
            pulses.set(Port::TickBusy, !later.is_empty());
            self.answer(access.take().as_ref(), shown, &mut pulses);
            self.show(shown, &mut pulses);
            self.apply(pulses);
            if later.is_empty() {
                break;
            }
            rise = self.fall();
            rest = later;
        }
        self.registers.write(&mut self.stream);
        self.set(Port::Irq, hws.is_interrupt_asserted().into());
        self.set(Port::Cycle, after);
        let has_pulse = self.pulses != Pulses::default() || self.stream.value(Port::EvN.signal()) != 0;
        self.pulse_end = has_pulse.then_some(after);
        self.events = events;
        self.events.clear();
    }

    /// An edge for each word of shared memory: after it, the HWS asks for the word, which is there at the next edge.
    /// The loader reads first: all words of a descriptor, or up to the first that is refused. Returns the time at
    /// which the next edge rises.
    fn memory_edges(&mut self, mut rise: u64, is_loaded: bool) -> u64 {
        let reads = std::mem::take(&mut self.reads);
        let refused = reads.iter().position(|(_, word)| word.is_none()).map_or(usize::MAX, |at| at + 1);
        let of_loader = if is_loaded { TD_WORDS.min(refused) } else { 0 };
        for (number, &(address, word)) in reads.iter().enumerate() {
            self.rise(rise);
            let mut pulses = Pulses::default();
            pulses.set(Port::TickBusy, true);
            pulses.set(Port::SmReq, true);
            self.show(&[], &mut pulses);
            self.apply(pulses);
            self.set(Port::SmAddr, address.into());
            self.set(Port::SmLoader, (number < of_loader).into());
            rise = self.fall();
            self.set(Port::SmErr, word.is_none().into());
            word.into_iter().for_each(|word| self.set(Port::SmRdata, word.into()));
        }
        self.reads = reads;
        self.reads.clear();
        rise
    }

    /// The last time stamp: the end of the run.
    pub(super) fn end_of_time(&mut self) {
        self.end_pulses();
        self.stream.time(self.clock.begin(self.now));
        self.set(Port::Cycle, self.now);
    }

    /// If the next tick is not written, the pulses of the last edge end there nevertheless.
    fn end_pulses(&mut self) {
        let Some(cycle) = self.pulse_end.take() else { return };
        let next = self.clock.next_edge(self.now);
        if let Some(time) = self.clock.unwritten_rise(cycle, next) {
            self.stream.time(time);
            self.apply(Pulses::default());
            [Port::EvN, Port::BusValid, Port::HdrValid].into_iter().for_each(|port| self.set(port, 0));
        }
    }

    /// Gives every pulse its value at this edge.
    fn apply(&mut self, pulses: Pulses) {
        let before = std::mem::replace(&mut self.pulses, pulses);
        for signal in ones(before.0 ^ pulses.0) {
            self.stream.set(signal as usize, pulses.0 >> signal & 1);
        }
    }

    /// The clock falls; returns the time at which it rises.
    fn fall(&mut self) -> u64 {
        let time = self.clock.edge(self.now);
        self.stream.time(time);
        self.set(Port::Clk, 0);
        time + 1
    }

    fn rise(&mut self, time: u64) {
        self.stream.time(time);
        self.set(Port::Clk, 1);
    }

    fn inputs(&mut self, access: Option<&Access>) {
        let request = access.map(|access| access.request);
        self.set(Port::TickReq, request.is_none().into());
        self.set(
            Port::BusValid,
            matches!(request, Some(Request::Write { .. } | Request::Read { .. })).into(),
        );
        self.set(Port::HdrValid, matches!(request, Some(Request::Push(_))).into());
        match request {
            Some(Request::Write { offset, data }) => {
                self.set(Port::BusWrite, 1);
                self.set(Port::BusAddr, offset.into());
                self.set(Port::BusWdata, data.into());
            }
            Some(Request::Read { offset }) => {
                self.set(Port::BusWrite, 0);
                self.set(Port::BusAddr, offset.into());
            }
            Some(Request::Push(push)) => {
                // The port has four bits and ignores higher ones.
                self.set(Port::HdrId, u64::from(push.hdr_id & 0xF));
                self.set(Port::HdrEntryId, push.hdr_entry_id.into());
                self.set(Port::HdrTdAddr, push.td_addr.into());
            }
            None => {}
        }
    }

    /// The answers of the bus and of the HDR port, and the report as decoded.
    fn answer(&mut self, access: Option<&Access>, shown: &[Event], pulses: &mut Pulses) {
        let Some(access) = access else { return };
        if matches!(access.request, Request::Push(_)) {
            return pulses.set(if access.is_refused { Port::HdrErr } else { Port::HdrReady }, true);
        }
        pulses.set(Port::BusReady, true);
        pulses.set(Port::BusErr, access.is_refused);
        if let Some(data) = access.read_data {
            self.set(Port::BusRdata, data.into());
        }
        if let Some((doorbell, word)) = access.report() {
            self.report(doorbell, word, shown, pulses);
        }
    }

    fn report(&mut self, doorbell: RegId, word: u32, shown: &[Event], pulses: &mut Pulses) {
        let is_complete = doorbell == RegId::SipReportComplete;
        pulses.set(if is_complete { Port::RptComplete } else { Port::RptPreComplete }, true);
        let is_valid = |event: &Event| matches!(event, Event::Complete { .. } | Event::PreComplete { .. });
        pulses.set(Port::RptValid, shown.iter().any(is_valid));
        // Both doorbells have the same layout.
        let report = SipReportComplete::from_bits(word);
        self.set(Port::RptSip, report.sip_id().into());
        self.set(Port::RptLaunchId, report.launch_id().into());
        self.set(Port::RptBlockId, report.block_id().into());
    }

    /// The events of one edge: in lanes, and in the ports of commands and messages.
    fn show(&mut self, shown: &[Event], pulses: &mut Pulses) {
        let mut lanes = 0;
        for event in shown {
            if let Some(lane) = LaneEvent::new(event) {
                self.lane(lanes, &lane);
                lanes += 1;
            }
            match event {
                Event::Mdma(command) => self.command(command, pulses),
                Event::Mih(raw) => self.message(*raw, Port::MihPush, pulses),
                Event::MihDrop(raw) => self.message(*raw, Port::MihDropped, pulses),
                Event::SoftReset { forced } => pulses.set(Port::ForcedReset, *forced),
                _ => {}
            }
        }
        self.set(Port::EvN, lanes as u64);
    }

    fn lane(&mut self, number: usize, lane: &LaneEvent) {
        self.stream.set(lane_signal(number, 0), lane.kind.into());
        for (column, &value) in (1..).zip(&lane.words) {
            self.stream.set(lane_signal(number, column), value.into());
        }
    }

    fn command(&mut self, command: &MdmaCommand, pulses: &mut Pulses) {
        pulses.set(Port::MdmaValid, true);
        self.set(Port::MdmaThreadIdx, command.thread_idx.into());
        self.set(Port::MdmaBlockIdx, command.block_id.into());
        self.set(Port::MdmaSip, command.sip.get().into());
        self.set(Port::MdmaPhy, command.physical_sip.get().into());
        self.set(Port::MdmaLaunchId, command.launch_id.get().into());
        self.set(Port::MdmaKernelId, command.kernel_id.into());
        self.set(Port::MdmaReport, report_word(command).into());
        self.set(Port::MdmaEdteVcBase, command.edte_vc_base.into());
        self.set(Port::MdmaEdteVcNum, command.edte_vc_num.into());
        self.set(Port::MdmaParamAddr, command.block_param_addr.into());
    }

    fn message(&mut self, raw: RawMih, port: Port, pulses: &mut Pulses) {
        pulses.set(port, true);
        self.set(Port::MihPushDw0, raw.dw0.into());
        self.set(Port::MihPushDw1, raw.dw1.into());
    }

    #[inline]
    pub(super) fn set(&mut self, port: Port, value: u64) {
        self.stream.set(port.signal(), value);
    }
}

/// What the SIP writes to SIP_REPORT_COMPLETE when it has executed the command.
fn report_word(command: &MdmaCommand) -> u32 {
    let report = command.report();
    SipReportComplete::from_bits(0)
        .with_sip_id_masked(report.sip.get())
        .with_block_id_masked(report.block_id.into())
        .with_launch_id_masked(report.launch_id.get())
        .bits()
}
