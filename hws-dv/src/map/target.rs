//! Everything in a dump that a lock-step can use: ports, monitor lanes, registers.

use hws_regs::{Access, RegId};

use super::Port;
use crate::register_name;

/// The number of monitor lanes.
pub const LANES: usize = 16;

/// The columns of the monitor lanes.
pub const LANE_COLUMNS: [&str; 7] = ["ev_kind", "ev_a", "ev_b", "ev_c", "ev_d", "ev_e", "ev_f"];

/// A signal that a lock-step can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalTarget {
    /// A port.
    Port(Port),
    /// A column of a monitor lane.
    Lane {
        /// The column, an index of [`LANE_COLUMNS`].
        column: usize,
        /// The lane.
        lane: usize,
    },
    /// The whole counter of ticks, of which the registers show halves.
    CntCycle,
    /// A register.
    Register(RegId),
}

impl SignalTarget {
    /// The place of the first lane in [`SignalTarget::all`].
    pub const FIRST_LANE: usize = Port::COUNT;
    /// The place of CNT_CYCLE in [`SignalTarget::all`].
    pub const CNT_CYCLE: usize = Self::FIRST_LANE + LANE_COLUMNS.len() * LANES;
    /// The place of the first register in [`SignalTarget::all`].
    pub const FIRST_REGISTER: usize = Self::CNT_CYCLE + 1;

    /// Returns all targets; a target is known by its place in this list.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let ports = Port::ALL.iter().map(|&port| Self::Port(port));
        let lanes = (0..LANE_COLUMNS.len())
            .flat_map(|column| (0..LANES).map(move |lane| Self::Lane { column, lane }));
        let registers = RegId::all().filter(|id| id.info().access != Access::Wo).map(Self::Register);
        ports.chain(lanes).chain([Self::CntCycle]).chain(registers).collect()
    }

    /// Returns the place of a column of a lane in [`SignalTarget::all`].
    #[must_use]
    pub const fn lane(column: usize, lane: usize) -> usize {
        Self::FIRST_LANE + column * LANES + lane
    }

    /// Returns the name by which reports call the signal: that of a port, or of a register as in the data sheet.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Port(port) => port.name().to_owned(),
            Self::Lane { column, lane } => format!("{}[{lane}]", LANE_COLUMNS[column]),
            Self::CntCycle => "CNT_CYCLE".to_owned(),
            Self::Register(id) => id.to_string(),
        }
    }

    /// Returns the number of bits that the signal has in the reference RTL; registers have 32.
    #[must_use]
    pub fn width(self) -> u32 {
        match self {
            Self::CntCycle => 64,
            Self::Lane { column: 0, .. } => 4,
            Self::Lane { .. } | Self::Register(_) => 32,
            Self::Port(port) => port.width(),
        }
    }

    /// Returns the bits that have a meaning when they are read: those of the fields of a register, without pulses.
    #[must_use]
    pub fn bits(self) -> u64 {
        match self {
            Self::Register(id) => u64::from(id.info().field_mask & !id.info().pulse_mask),
            _ => low_bits(self.width()),
        }
    }

    /// Returns the names that the signal may have in a dump, the best one first.
    #[must_use]
    pub fn default_names(self) -> Vec<String> {
        match self {
            Self::Register(id) => register_names(id),
            _ => vec![self.name()],
        }
    }
}

/// As many ones as a signal has bits.
pub(crate) const fn low_bits(width: u32) -> u64 {
    if width >= u64::BITS { u64::MAX } else { (1 << width) - 1 }
}

/// The names in a waveform, and that of the data sheet.
fn register_names(id: RegId) -> Vec<String> {
    let mut names = vec![register_name::flat(id), register_name::nested(id), id.to_string()];
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(name: &str) -> Vec<String> {
        SignalTarget::Register(RegId::parse(name).unwrap()).default_names()
    }

    #[test]
    fn registers_have_the_names_of_the_reference_dumps() {
        assert_eq!(names("RS[3].FLAGS")[0], "RS_FLAGS[3]");
        assert_eq!(names("SIP_USAGE_MASK[2][3]")[0], "SIP_USAGE_MASK[13]");
        assert!(names("VC_POOL_FREE[1][0]").contains(&"VC_POOL_FREE[1][0]".to_owned()));
        assert!(names("VC_POOL_FREE[1][0]").contains(&"VC_POOL_FREE[2]".to_owned()));
        assert_eq!(names("ERR_FIRST")[0], "ERR_FIRST");
    }

    #[test]
    fn every_target_is_at_its_place() {
        let all = SignalTarget::all();
        assert_eq!(all[Port::Irq as usize], SignalTarget::Port(Port::Irq));
        assert_eq!(all[SignalTarget::lane(2, 5)], SignalTarget::Lane { column: 2, lane: 5 });
        assert_eq!(all[SignalTarget::CNT_CYCLE], SignalTarget::CntCycle);
        assert!(
            all[SignalTarget::FIRST_REGISTER..]
                .iter()
                .all(|target| matches!(target, SignalTarget::Register(_)))
        );
    }
}
