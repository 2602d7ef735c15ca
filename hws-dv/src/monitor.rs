//! A SystemVerilog module that samples a design and has it compared with the model while it is simulated.
//!
//! The module belongs to one map and one design: it names every signal that the map finds there. It works on any simulator
//! with DPI, beside the design or bound into it, and calls the functions of `hws_dpi_pkg` (bindings/dpi), which are a
//! [`LiveCheck`](crate::live::LiveCheck).
//!
//! What costs time is passed when it matters only: monitor lanes when there are events, registers when no tick goes on and
//! one of their array has changed. With `+hws_look=N`, registers are looked at after N edges only, and ticks in which nothing
//! happens are passed together.

mod quiet;
mod text;

#[cfg(test)]
mod tests;

use crate::map::{Binding, ClockEdge, MapError, NameMap, Port, SamplePoint, SignalTarget};
use crate::wave::Hierarchy;

/// What a monitor samples.
#[derive(Clone, Debug)]
pub struct Monitor {
    signals: Vec<Sampled>,
    scope: String,
    edge: ClockEdge,
    inputs: SamplePoint,
    is_reset_active_high: bool,
}

/// A signal that it samples.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sampled {
    target: SignalTarget,
    path: String,
    width: u32,
}

impl Monitor {
    /// A monitor of the signals that a dump of the design has.
    ///
    /// # Errors
    /// [`MapError`] as for a comparison of the dump.
    pub fn of_dump(map: &NameMap, hierarchy: &Hierarchy) -> Result<Self, MapError> {
        let binding = Binding::new(map, hierarchy)?.of_signals()?;
        let bound = binding.targets.iter().zip(&binding.bound);
        let sampled = bound.filter_map(|(target, bound)| {
            let bound = bound.as_ref()?;
            Some(Sampled { target: *target, path: bound.path.clone(), width: bound.width })
        });
        let signals = sampled.collect();
        Ok(Self::new(map, signals, binding.scope))
    }

    /// A monitor of every signal that the map has a use for and does not ignore, under its first name and with the width that it
    /// has in the reference RTL.
    ///
    /// # Errors
    /// [`MapError`] if the map names something that does not exist.
    pub fn of_map(map: &NameMap) -> Result<Self, MapError> {
        let scope = map.scope.clone().unwrap_or_else(|| "hws".to_owned());
        let sampled = |wanted: crate::map::WantedSignal| {
            let name = wanted.names.into_iter().next()?;
            let path = if wanted.is_renamed && name.contains('.') && name.starts_with(&format!("{scope}.")) {
                name
            } else {
                format!("{scope}.{name}")
            };
            let is_left_out = !wanted.is_needed && !wanted.is_input && map.ignores(wanted.target);
            (!is_left_out).then(|| Sampled { target: wanted.target, path, width: wanted.target.width() })
        };
        let signals = map.wanted()?.into_iter().filter_map(sampled).collect();
        Ok(Self::new(map, signals, scope))
    }

    fn new(map: &NameMap, signals: Vec<Sampled>, scope: String) -> Self {
        let NameMap { edge, inputs, is_reset_active_high, .. } = *map;
        Self { signals, scope, edge, inputs, is_reset_active_high }
    }

    /// Returns the scope of the HWS in the design.
    #[must_use]
    pub fn scope(&self) -> &str {
        &self.scope
    }

    fn is_before(&self, signal: &Sampled) -> bool {
        let is_input = matches!(signal.target, SignalTarget::Port(port) if port.is_input());
        is_input && self.inputs == SamplePoint::Before
    }

    fn port(&self, port: Port) -> Option<&Sampled> {
        self.signals.iter().find(|signal| signal.target == SignalTarget::Port(port))
    }
}
