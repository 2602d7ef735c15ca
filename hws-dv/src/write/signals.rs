//! The signals of a waveform: their names, widths and scopes.
//!
//! Registers come from the map, so that a register added to it is in every waveform. Only write-only registers,
//! which hold no value, are absent.

use hws_regs::{RegId, RegInfo};

use super::ports::{LANE_SCOPE, LANE_WIDTHS, PORTS};
use crate::map::{LANE_COLUMNS, LANES};
use crate::register_name;

/// The top scope.
pub(crate) const TOP: &str = "hws";

/// A variable of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Signal {
    /// The scope inside the top scope: a group of ports, or a page of the map.
    pub(crate) scope: Option<&'static str>,
    /// The name, with the indices of an array: `RS_FLAGS[3]`.
    pub(crate) name: String,
    /// Bits, 1..=64.
    pub(crate) width: u32,
}

impl Signal {
    /// Whether the name is followed by the range of its bits. An element of an array always has one, because
    /// readers take the last brackets of a name without one for a bit.
    pub(crate) fn has_range(&self) -> bool {
        self.width > 1 || self.name.ends_with(']')
    }
}

/// All signals: ports, lanes, registers. Those of a scope are next to each other.
pub(crate) fn signals() -> Vec<Signal> {
    ports().chain(lanes()).chain(registers().map(register_signal)).collect()
}

/// The registers that can be read, by ascending offset; their signals follow those of the lanes, in this order.
pub(crate) fn registers() -> impl Iterator<Item = RegId> {
    RegId::all().filter(|register| register.info().access.is_readable())
}

fn ports() -> impl Iterator<Item = Signal> {
    PORTS.iter().map(|port| Signal { scope: port.scope, name: port.name.to_owned(), width: port.width })
}

fn lanes() -> impl Iterator<Item = Signal> {
    LANE_COLUMNS.iter().zip(LANE_WIDTHS).flat_map(|(name, width)| {
        (0..LANES).map(move |lane| Signal { scope: Some(LANE_SCOPE), name: format!("{name}[{lane}]"), width })
    })
}

fn register_signal(register: RegId) -> Signal {
    let info = register.info();
    Signal { scope: info.page().map(|page| page.name), name: register_name(register), width: width(info) }
}

/// The bits up to the highest one that belongs to a field: reserved bits above it are left out.
fn width(info: &RegInfo) -> u32 {
    (u32::BITS - info.field_mask.leading_zeros()).max(1)
}

/// Arrays of two dimensions that the RTL declares with one index.
const FLATTENED: &str = "SIP_USAGE_MASK[][]";

/// The name of a register in a waveform, as in the RTL.
pub(crate) fn register_name(register: RegId) -> String {
    if register.info().name == FLATTENED {
        register_name::flat(register)
    } else {
        register_name::nested(register)
    }
}

#[cfg(test)]
mod tests {
    use hws_regs::RegIndex;

    use super::super::ports::{FIRST_REGISTER, Port};
    use super::*;

    #[test]
    fn registers_have_the_names_of_the_rtl() {
        let names: Vec<_> = [
            RegId::Promote,
            RegId::XmcSipMap(RegIndex::at::<3>()),
            RegId::RsFlags(RegIndex::at::<3>()),
            RegId::SipUsageMask(RegIndex::at::<1>(), RegIndex::at::<3>()),
            RegId::VcPoolFree(RegIndex::at::<1>(), RegIndex::at::<0>()),
            RegId::LaunchKernelSeq(RegIndex::at::<63>()),
        ]
        .map(register_name)
        .to_vec();
        let expected = [
            "PROMOTE",
            "XMC_SIP_MAP[3]",
            "RS_FLAGS[3]",
            "SIP_USAGE_MASK[8]",
            "VC_POOL_FREE[1][0]",
            "LAUNCH_KERNEL_SEQ[63]",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn every_readable_register_is_a_signal_without_the_reserved_bits_above_it() {
        let all = signals();
        let of_registers = &all[FIRST_REGISTER..];
        assert_eq!(of_registers.len(), registers().count());
        for (register, signal) in registers().zip(of_registers) {
            let mask = register.info().field_mask;
            assert_eq!(signal.width, 32 - mask.leading_zeros(), "{register}");
            assert!(register.info().access != hws_regs::Access::Wo);
        }
        let widths = ["ERR_STATUS", "IRQ_ENABLE", "RS_FLAGS[0]", "P_TOP_K"]
            .map(|name| all.iter().find(|signal| signal.name == name).unwrap().width);
        assert_eq!(widths, [18, 2, 26, 3]);
    }

    #[test]
    fn no_two_signals_share_a_name_and_scopes_are_contiguous() {
        let all = signals();
        let mut names: Vec<_> = all.iter().map(|signal| &signal.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all.len());
        let mut scopes: Vec<_> = all.iter().map(|signal| signal.scope).collect();
        scopes.dedup();
        let mut distinct = scopes.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), scopes.len());
        assert_eq!(all[Port::EvN.signal()].name, "ev_n");
    }
}
