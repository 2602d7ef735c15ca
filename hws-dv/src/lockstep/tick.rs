//! What the RTL showed during one tick, edge by edge, and the tick of the model.

use hws_regs::RegId;

use super::attempts::Attempts;
use super::commands::{self, Command};
use super::compare::Comparison;
use super::events::EventLog;
use super::lanes::{self, LaneRecord};
use super::memory::{DumpMemory, ReadWord};
use super::messages::{self, MessagePorts};
use super::registers::Extent;
use crate::lane::LaneEvent;
use crate::map::{Binding, Port};
use crate::sample::SampledEdge;
use crate::wave::Bits;
use hws_plain::EitherHws;

/// The outputs of one edge that are not levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeRecord {
    /// The number of events in the lanes.
    pub(super) events: usize,
    pub(super) messages: MessagePorts,
}

/// A tick of the RTL, or one edge outside.
#[derive(Clone, Debug, Default)]
pub(super) struct TickRecord {
    memory: DumpMemory,
    /// The word that was asked for after the last edge.
    asked: Option<(u32, bool)>,
    pub(super) lanes: Vec<LaneRecord>,
    edges: Vec<EdgeRecord>,
    commands: Vec<Command>,
    loaded: Option<u32>,
}

impl TickRecord {
    pub(super) fn clear(&mut self) {
        self.memory.clear();
        self.asked = None;
        self.lanes.clear();
        self.edges.clear();
        self.commands.clear();
        self.loaded = None;
    }

    /// The port of a word that the edge takes and that is unknown.
    pub(super) fn unknown_word(&self, value: impl Fn(Port) -> Option<Bits>) -> Option<Port> {
        self.asked?;
        match value(Port::SmErr).map(Bits::get) {
            Some(None) => Some(Port::SmErr),
            Some(Some(1)) => None,
            _ => value(Port::SmRdata).filter(|word| word.unknown != 0).map(|_| Port::SmRdata),
        }
    }

    /// The answer to the word that was asked for after the last edge.
    pub(super) fn take_word(&mut self, edge: &SampledEdge<'_>) {
        let Some((address, is_for_loader)) = self.asked.take() else { return };
        let is_refused = edge.inputs[Port::SmErr as usize].get() == Some(1);
        let word = edge.inputs[Port::SmRdata as usize].value as u32;
        let answer = if is_refused { Err(hws_model::ReadRefused) } else { Ok(word) };
        if is_for_loader && self.loaded.is_none() {
            self.loaded = Some(address);
        }
        self.memory.answer(ReadWord { address, is_for_loader, answer });
    }

    /// What the edge shows.
    pub(super) fn observe(&mut self, edge: &SampledEdge<'_>, binding: &Binding) {
        let value = |port: Port| edge.values[port as usize];
        if value(Port::SmReq).get() == Some(1) {
            self.asked = Some((value(Port::SmAddr).value as u32, value(Port::SmLoader).get() == Some(1)));
        }
        if value(Port::MdmaValid).get() == Some(1) {
            self.commands.push(commands::taken(edge));
        }
        let events = lanes::take(edge, binding, &mut self.lanes);
        self.edges.push(EdgeRecord { events, messages: MessagePorts::of(edge) });
    }

    /// The words of shared memory that were read.
    pub(super) fn words(&self) -> &[ReadWord] {
        &self.memory.words
    }

    /// The first word that the model read and that the dump has never shown: what the model did with it is not known.
    pub(super) fn unseen_word(&self) -> Option<u32> {
        self.memory.unseen
    }

    /// The number of edges so far.
    pub(super) fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The address of the descriptor that was loaded.
    pub(super) fn loaded(&self) -> Option<u32> {
        self.loaded
    }

    /// The model makes its tick. Returns how much it changed.
    pub(super) fn tick(
        &mut self,
        hws: &mut EitherHws,
        log: &mut EventLog,
        attempts: &mut Attempts,
        comparison: &mut Comparison<'_>,
    ) -> Extent {
        attempts.before_tick(hws);
        let before = hws.peek(RegId::HwsStatus);
        hws.tick(&mut self.memory, log);
        attempts.after_tick(hws);
        let after = hws.peek(RegId::HwsStatus);
        self.compare_reads(before, after, comparison);
        commands::compare(&self.commands, hws, comparison);
        if log.is_empty() && before == after { Extent::Time } else { Extent::All }
    }

    fn compare_reads(&self, before: u32, after: u32, comparison: &mut Comparison<'_>) {
        let is_loading = |status: u32| hws_regs::HwsStatus::from_bits(status).loader_busy();
        let loads = is_loading(before) && !is_loading(after);
        let (read, asked) = (&self.memory.words, &self.memory.asked);
        // The loader reads first: 16 words, or up to the first that is refused.
        let of_loader = if loads { self.words_of_loader() } else { 0 };
        for (number, (word, address)) in read.iter().zip(asked).enumerate() {
            let is_equal =
                comparison.port_had(Port::SmAddr, Bits::known(word.address.into()), (*address).into());
            let for_loader = Bits::known(word.is_for_loader.into());
            let is_equal =
                comparison.port_had(Port::SmLoader, for_loader, (number < of_loader).into()) && is_equal;
            if !is_equal {
                return;
            }
        }
        if read.len() != asked.len() {
            let (rtl, model) = (read.len() > asked.len(), asked.len() > read.len());
            comparison.port_had(Port::SmReq, Bits::known(rtl.into()), model.into());
        }
    }

    fn words_of_loader(&self) -> usize {
        let refused = self.memory.words.iter().position(|word| word.answer.is_err());
        refused.map_or(hws_types::TD_WORDS, |at| (at + 1).min(hws_types::TD_WORDS))
    }

    /// Lanes and message ports against the events of the model.
    pub(super) fn compare_lanes(&self, log: &EventLog, comparison: &mut Comparison<'_>) {
        if comparison.is_bound(Port::EvN) {
            lanes::compare(&self.lanes, log.lanes(), comparison);
            let aligned = lanes::aligned(&self.lanes, log.lanes());
            messages::compare_by_edge(&self.edges, log.lanes(), aligned, comparison);
        } else {
            messages::compare_in_order(&self.edges, log.lanes(), comparison);
        }
    }

    /// The events that the lanes show; `None` for one that they do not.
    pub(super) fn events(&self) -> Vec<Option<LaneEvent>> {
        lanes::visible(&self.lanes)
    }

    /// The events of both sides, if they differ.
    pub(super) fn describe_events(&self, log: &EventLog) -> Vec<String> {
        if self.unseen_word().is_some() {
            return Vec::new();
        }
        lanes::describe(&self.lanes, log.lanes())
    }
}
