//! The conditions under which a tick is quiet: one edge, no access, no push, no event, nothing at the ports but time.

use super::Monitor;
use crate::lockstep::MASKS;
use crate::map::{Port, SignalTarget};

/// Inputs that begin something.
const BEGIN: [Port; 2] = [Port::BusValid, Port::HdrValid];

/// Outputs that show something.
const SHOW: [Port; 14] = [
    Port::TickBusy,
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

/// A register that is passed with the ports: a tick that changes it is not quiet.
pub(super) fn is_mask(target: SignalTarget) -> bool {
    matches!(target, SignalTarget::Register(id) if MASKS.contains(&id))
}

impl Monitor {
    /// Whether quiet ticks can be told: without lanes or behind the bus of a wrapper they cannot.
    fn knows_quiet(&self) -> bool {
        [Port::BusValid, Port::TickReq, Port::TickBusy, Port::Cycle, Port::EvN]
            .into_iter()
            .all(|port| self.port(port).is_some())
    }

    /// The condition for the inputs of an edge.
    pub(super) fn calm(&self) -> String {
        let Some(tick) = self.of_port(Port::TickReq).filter(|_| self.knows_quiet()) else {
            return "1'b0".to_owned();
        };
        let begin =
            BEGIN.into_iter().filter_map(|port| self.of_port(port)).map(|name| format!("{name} === 1'b0"));
        let reset = self
            .of_port(Port::RstN)
            .map(|name| format!("{name} === 1'b{}", u8::from(!self.is_reset_active_high)));
        [format!("{tick} === 1'b1")].into_iter().chain(begin).chain(reset).collect::<Vec<_>>().join(" && ")
    }

    /// The condition for everything after it.
    pub(super) fn silent(&self) -> String {
        let show = SHOW.into_iter().filter_map(|port| self.of_port(port)).map(|name| format!("{name} === 0"));
        let irq = self.of_port(Port::Irq).map(|name| format!("{name} === was_up"));
        let still = self.still().into_iter().enumerate().map(|(at, name)| format!("{name} === still{at}"));
        show.chain(irq).chain(still).collect::<Vec<_>>().join("\n        && ")
    }

    /// The statements that keep what the next edge is compared with.
    pub(super) fn keep(&self) -> String {
        let irq = self.of_port(Port::Irq).map(|name| format!("was_up = {name};"));
        let still = self.still().into_iter().enumerate().map(|(at, name)| format!("still{at} = {name};"));
        irq.into_iter().chain(still).collect::<Vec<_>>().join("\n      ")
    }

    fn still(&self) -> Vec<String> {
        let signals = self.signals.iter().filter(|signal| is_mask(signal.target));
        signals.map(|signal| self.expression(signal)).collect()
    }
}
