//! The map file.

mod read;

use hws_input::Place;

use super::{AddressMap, SignalTarget};
use crate::expr::Expr;
use crate::map::{ClockEdge, SamplePoint};
use crate::pattern::fits;

/// The bus by which registers are accessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BusKind {
    /// `bus_valid`, `bus_write`, `bus_addr`, `bus_wdata`, answered by the same edge.
    #[default]
    Flat,
    /// AMBA APB: an access takes effect at the edge that ends it.
    Apb,
    /// AMBA AXI4-Lite: an access takes effect at the edge that takes its address, and for a write its data.
    Axi4Lite,
}

/// A name of the project and the name in the dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// Where the map file says so.
    pub place: Place,
    /// The name of a port, a lane or a register; `[]` means every index.
    pub ours: String,
    /// The name in the dump.
    pub theirs: String,
}

/// A rule that makes names of the HWS of names in the dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameRule {
    /// Where the map file says so.
    pub place: Place,
    /// A regular expression for a name in the dump, with its scopes.
    pub from: String,
    /// The name of a port, a lane, a register, or a part of one; `$1` is the first group.
    pub to: String,
}

/// How the names of a dump map to those of the HWS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameMap {
    /// The name of the map file, for errors; empty without one.
    pub file: String,
    /// The scope; found automatically if absent.
    pub scope: Option<String>,
    /// What precedes every name in the dump.
    pub prefix: String,
    /// The signals with other names.
    pub renames: Vec<Rename>,
    /// The rules for names that are not listed.
    pub rules: Vec<NameRule>,
    /// Only edges of the clock at which this holds count: where the map says so, and an expression.
    pub enable: Option<(Place, String)>,
    /// Patterns of signals that are not compared.
    pub ignore: Vec<String>,
    /// The edge of the clock.
    pub edge: ClockEdge,
    /// Reset is active at 1.
    pub is_reset_active_high: bool,
    /// When inputs are sampled.
    pub inputs: SamplePoint,
    /// Ticks in which nothing happens may be left out, as in the waveforms that this project writes.
    pub may_skip_idle: bool,
    /// The bus.
    pub bus: BusKind,
    /// What precedes the names of the signals of an APB or AXI4-Lite bus.
    pub bus_prefix: String,
    /// Subtracted from every bus address.
    pub bus_base: u32,
    /// The registers of the bus.
    pub addresses: AddressMap,
    /// Accesses take effect with their answer, not with their request. Without a statement, this is so for APB.
    pub is_bus_effective_at_end: bool,
    /// Edges from there to the effect.
    pub bus_latency: u32,
}

impl NameMap {
    /// Whether every name on the right is that of one signal.
    pub(crate) fn has_only_names(&self) -> bool {
        let is_name = |rename: &Rename| Expr::is_name(&rename.theirs);
        self.rules.is_empty() && self.enable.is_none() && self.renames.iter().all(is_name)
    }

    /// Returns whether the bus of the map has a use for a signal.
    pub(crate) fn uses(&self, target: SignalTarget) -> bool {
        super::bind::is_used(target, self.bus)
    }

    /// Returns whether a pattern of the map excludes a signal from the comparison.
    pub(crate) fn ignores(&self, target: SignalTarget) -> bool {
        let mut names = target.default_names();
        names.push(target.name());
        self.ignore.iter().any(|pattern| names.iter().any(|name| fits(pattern, name)))
    }
}

impl Default for NameMap {
    fn default() -> Self {
        Self {
            file: String::new(),
            scope: None,
            prefix: String::new(),
            renames: Vec::new(),
            rules: Vec::new(),
            enable: None,
            ignore: Vec::new(),
            edge: ClockEdge::default(),
            is_reset_active_high: false,
            inputs: SamplePoint::default(),
            may_skip_idle: false,
            bus: BusKind::default(),
            bus_prefix: String::new(),
            bus_base: 0,
            addresses: AddressMap::reference().clone(),
            is_bus_effective_at_end: false,
            bus_latency: 0,
        }
    }
}
