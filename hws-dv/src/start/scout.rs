//! The search for a state that the registers of a dump show completely.

use std::collections::BTreeMap;

use hws_model::{Config, Hws, Unseen};
use hws_regs::{HwsStatus, MihStatus, RegId, RegIndex, SipLaunch, TimeUnit};
use hws_types::{Cycle, LaunchId, Sip};

use super::{Resumption, StartPlace};
use crate::lockstep::is_in_reset;
use crate::map::{Binding, NameMap, Port, SignalTarget};
use crate::sample::{AfterEdge, EdgeSink, SampledEdge};

/// The first tick after which the HWS is quiet, and what happens first after it.
#[derive(Debug)]
pub(super) struct Scout {
    /// The place of each register, by its offset.
    places: BTreeMap<u32, usize>,
    is_reset_active_high: bool,
    has_reset: bool,
    /// Edges up to this time are not looked at.
    after: Option<u64>,
    begins_in_reset: bool,
    /// The time of the first edge in reset after `after`.
    reset: Option<u64>,
    is_first: bool,
    /// `cycle` after the last edge.
    before: Option<u64>,
    ticks: u64,
    /// Why the last quiet state did not do.
    reason: Option<String>,
    found: Option<Found>,
}

/// A quiet state with the registers that it had.
#[derive(Debug)]
struct Found {
    time: u64,
    registers: BTreeMap<u32, u32>,
    unseen: Unseen,
    launch: Option<u32>,
}

/// As many names are listed.
const NAMED: usize = 6;

impl Scout {
    pub(super) fn new(map: &NameMap, binding: &Binding) -> Result<Self, String> {
        let bound = binding.targets.iter().enumerate().filter(|(place, _)| binding.is_complete(*place));
        let places: BTreeMap<u32, usize> = bound
            .filter_map(|(place, target)| match target {
                SignalTarget::Register(id) => Some((id.offset(), place)),
                _ => None,
            })
            .collect();
        check_names(binding, &places)?;
        Ok(Self {
            places,
            is_reset_active_high: map.is_reset_active_high,
            has_reset: binding.port(Port::RstN).is_some(),
            after: None,
            begins_in_reset: false,
            reset: None,
            is_first: true,
            before: None,
            ticks: 0,
            reason: None,
            found: None,
        })
    }

    /// Looks for the first place after this time, which may also be a power-on reset.
    pub(super) fn after(self, time: u64) -> Self {
        Self { after: Some(time), ..self }
    }

    /// The first place at which the state is known again.
    pub(super) fn into_resumption(self) -> Result<Resumption, String> {
        match (self.reset, &self.found) {
            // What a reset ends shows no launch.
            (Some(time), None) => Ok(Resumption::Reset { time }),
            (_, Some(found)) => {
                let time = found.time;
                self.into_place()?.map_or_else(
                    || Err("no state is known".to_owned()),
                    |place| Ok(Resumption::State { place, time }),
                )
            }
            (None, None) => Err(self.into_place().err().unwrap_or_default()),
        }
    }

    /// The place; `None` if the dump begins in reset.
    pub(super) fn into_place(self) -> Result<Option<StartPlace>, String> {
        if self.begins_in_reset {
            return Ok(None);
        }
        let Some(found) = self.found else {
            if self.after.is_some() && self.reason.is_none() {
                return Err(
                    "no tick after it ends with a quiet HWS, and no power-on reset follows".to_owned()
                );
            }
            return Err(self.reason.unwrap_or_else(|| {
                format!(
                    "the HWS is never quiet in the {} ticks of the dump: no tick ends with an empty Ready Station, empty \
                     FIFOs and all SIPs idle; start from a snapshot, or dump from the power-on reset",
                    self.ticks
                )
            }));
        };
        found.place().map(Some)
    }

    fn value(&self, edge: &SampledEdge<'_>, register: RegId) -> Option<u32> {
        let place = self.places.get(&register.offset())?;
        edge.values[*place].get().map(|value| value as u32)
    }

    /// The end of a tick.
    fn try_state(&mut self, edge: &SampledEdge<'_>, cycle: u64) {
        self.ticks += 1;
        if !self.looks_quiet(edge) {
            return;
        }
        self.reason = match self.state(edge, cycle) {
            Ok(found) => {
                self.found = Some(found);
                None
            }
            Err(reason) => Some(reason),
        };
    }

    fn looks_quiet(&self, edge: &SampledEdge<'_>) -> bool {
        let value = |register| self.value(edge, register).unwrap_or(0);
        HwsStatus::from_bits(value(RegId::HwsStatus)).rs_empty()
            && MihStatus::from_bits(value(RegId::MihStatus)).empty()
            && value(RegId::SipIdleMask) == u32::MAX
    }

    fn state(&self, edge: &SampledEdge<'_>, cycle: u64) -> Result<Found, String> {
        let at = cycle - 1;
        let prescale = TimeUnit::from_bits(self.value(edge, RegId::TimeUnit).unwrap_or(0)).prescale();
        if prescale > 0 {
            return Err(format!(
                "the HWS is quiet after tick {at}, but TIME_UNIT is {prescale}: no register shows how much of the time \
                 unit has passed; start from a snapshot, or dump from the power-on reset"
            ));
        }
        let since_reset = self.since_reset(edge, cycle);
        let since_reset = since_reset.ok_or(format!("CNT_CYCLE is not known after tick {at}"))?;
        let registers: BTreeMap<u32, u32> = RegId::all()
            .filter_map(|register| Some((register.offset(), self.value(edge, register)?)))
            .collect();
        let unseen = Unseen { cycle: Cycle(cycle), since_reset, ..Unseen::default() };
        let found = Found { time: edge.time, registers, unseen, launch: None };
        match found.rebuilt() {
            Ok(_) => Ok(found),
            Err(reason) => Err(format!("after tick {at}: {reason}; start from a snapshot")),
        }
    }

    /// CNT_CYCLE; its low half, if it cannot have more.
    fn since_reset(&self, edge: &SampledEdge<'_>, cycle: u64) -> Option<u64> {
        let low = || self.value(edge, RegId::CntCycleLo).filter(|_| cycle <= u32::MAX.into());
        edge.values[SignalTarget::CNT_CYCLE].get().or_else(|| low().map(u64::from))
    }

    /// The id of the next launch, as soon as a SIP runs it: no launch is live before, so the search for a free id ends where
    /// it begins.
    fn see_launch(&mut self, edge: &SampledEdge<'_>) {
        let launches =
            Sip::all().filter_map(|sip| self.value(edge, RegId::SipLaunch(RegIndex::wrapping(sip.get()))));
        let first = launches.map(SipLaunch::from_bits).find(|launch| launch.running_valid());
        if let Some(found) = &mut self.found {
            found.launch = first.map(|launch| launch.running());
        }
    }

    fn is_done(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.launch.is_some())
    }
}

impl EdgeSink for Scout {
    fn edge(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        let is_in_reset = self.has_reset && is_in_reset(edge, self.is_reset_active_high);
        let cycle = edge.values[Port::Cycle as usize].get();
        match self.after {
            Some(after) if edge.time <= after => {
                self.before = cycle;
                return AfterEdge::Clear;
            }
            Some(_) if is_in_reset => {
                self.reset = Some(edge.time);
                return AfterEdge::Stop;
            }
            None if std::mem::take(&mut self.is_first) && is_in_reset => {
                self.begins_in_reset = true;
                return AfterEdge::Stop;
            }
            _ => (),
        }
        let before = std::mem::replace(&mut self.before, cycle);
        let ended = cycle.filter(|cycle| before.is_some_and(|before| *cycle > before));
        match ended {
            Some(_) if self.found.is_some() => self.see_launch(edge),
            Some(cycle) => self.try_state(edge, cycle),
            None => (),
        }
        if self.is_done() { AfterEdge::Stop } else { AfterEdge::Clear }
    }
}

impl Found {
    fn rebuilt(&self) -> Result<Hws, String> {
        let read = |register: RegId| self.registers.get(&register.offset()).copied();
        Hws::from_quiet_registers(Config::default(), read, self.unseen).map_err(|error| error.to_string())
    }

    fn place(mut self) -> Result<StartPlace, String> {
        self.unseen.next_launch = LaunchId::wrapping(self.launch.unwrap_or_default());
        let taken = self.launch.map(|id| ("launch_id of the next launch", id.into())).into_iter().collect();
        Ok(StartPlace { hws: Box::new(self.rebuilt()?), taken, is_snapshot: false })
    }
}

fn check_names(binding: &Binding, places: &BTreeMap<u32, usize>) -> Result<(), String> {
    let is_read =
        |register: &RegId| Hws::is_quiet_state(*register) || matches!(register, RegId::SipLaunch(_));
    let registers = RegId::all().filter(is_read);
    let absent =
        registers.filter(|register| !places.contains_key(&register.offset())).map(|id| id.to_string());
    let has_counter =
        binding.bound[SignalTarget::CNT_CYCLE].is_some() || places.contains_key(&RegId::CntCycleLo.offset());
    let others = [("cycle", binding.port(Port::Cycle).is_some()), ("CNT_CYCLE", has_counter)];
    let others = others.into_iter().filter(|(_, has)| !has).map(|(name, _)| name.to_owned());
    let absent: Vec<String> = others.chain(absent).collect();
    if absent.is_empty() {
        return Ok(());
    }
    let named = absent.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more =
        if absent.len() > NAMED { format!(" and {} more", absent.len() - NAMED) } else { String::new() };
    Err(format!("`--start quiet` needs {named}{more}, which the dump does not have"))
}
