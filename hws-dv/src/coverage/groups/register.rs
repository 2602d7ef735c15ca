//! Registers: how each was accessed, at which indices, and with which values of each field (registers.md §1).
//!
//! The register map defines the coverpoints, one of each kind for a register, so the code builds them.

use std::collections::HashMap;

use hws_regs::{Decoded, REGISTERS, RegId, RegInfo};
use hws_types::Rule;

use super::field::FieldBins;
use crate::coverage::model::{CoverGroup, CoverItem, CoverageModel};
use crate::coverage::sampler::CoverageCounts;
use crate::coverage::step::{BusAccess, Cause, Step};

/// Where the bins of a register are.
struct RegisterPlaces {
    info: &'static RegInfo,
    access: usize,
    /// Of the index, for an array.
    index: Option<usize>,
    /// Of each field that can be written.
    fields: Vec<(FieldBins, usize)>,
}

/// Counts accesses.
pub(in crate::coverage) struct RegisterSampler {
    registers: Vec<RegisterPlaces>,
    /// The register of each name in the map.
    by_name: HashMap<&'static str, usize>,
    bus_errors: usize,
}

const ACCESSES: [&str; 3] = ["read", "written", "write ignored"];
const INDICES: [&str; 3] = ["first", "last", "between"];
const BUS_ERRORS: [&str; 7] = [
    "read of an unaligned offset",
    "write of an unaligned offset",
    "read of an unmapped word",
    "write of an unmapped word",
    "write of a reserved word",
    "read of a write-only register",
    "write of a read-only register",
];

/// Registers whose write the state may refuse.
const GUARDED: [&str; 3] = ["HWS_CTRL", "SIP_TOPOLOGY", "XMC_SIP_MAP[]"];

impl RegisterSampler {
    /// Adds the groups of registers to the model.
    pub(in crate::coverage) fn new(model: &mut CoverageModel) -> Self {
        let accesses = REGISTERS.iter().map(|info| access_item(info));
        let errors = item("bus errors", Some(Rule::Registers1), BUS_ERRORS);
        let access =
            model.add(group("register", "an access of a register", accesses.chain([errors]).collect()));
        let arrays: Vec<_> = REGISTERS.iter().filter(|info| is_array(info)).collect();
        let items = arrays.iter().map(|info| index_item(info)).collect();
        let index = model.add(group("index", "an accepted access of an element of an array", items));
        let fields: Vec<(&RegInfo, FieldBins)> =
            REGISTERS.iter().flat_map(|info| FieldBins::all(info).map(move |bins| (*info, bins))).collect();
        let items = fields.iter().map(|(info, bins)| item(&bins.name(), rule(info), bins.names())).collect();
        let field = model.add(group("field", "a field of a write", items));
        let registers = REGISTERS.iter().zip(&access).map(|(info, &access)| RegisterPlaces {
            info,
            access,
            index: arrays
                .iter()
                .position(|array| array.name == info.name)
                .and_then(|at| index.get(at).copied()),
            fields: fields
                .iter()
                .zip(&field)
                .filter(|((of, _), _)| of.name == info.name)
                .map(|((_, bins), &place)| (bins.clone(), place))
                .collect(),
        });
        Self {
            registers: registers.collect(),
            by_name: REGISTERS.iter().enumerate().map(|(place, info)| (info.name, place)).collect(),
            bus_errors: access.last().copied().unwrap_or_default(),
        }
    }

    /// Counts the access of a step.
    pub(in crate::coverage) fn sample(&self, step: &Step<'_>, counts: &mut CoverageCounts) {
        let Cause::Access(access) = step.cause else { return };
        let is_write = access.write.is_some();
        match access.target {
            Decoded::Register(id) => self.sample_register(id, access, step.is_ignored(), counts),
            Decoded::Unaligned => counts.hit(self.bus_errors + usize::from(is_write)),
            Decoded::Unmapped => counts.hit(self.bus_errors + 2 + usize::from(is_write)),
            Decoded::Reserved if is_write => counts.hit(self.bus_errors + 4),
            // A read of a reserved word is not an error: it returns 0.
            Decoded::Reserved => (),
        }
    }

    fn sample_register(&self, id: RegId, access: BusAccess, is_ignored: bool, counts: &mut CoverageCounts) {
        let Some(register) = self.by_name.get(id.info().name).and_then(|&place| self.registers.get(place))
        else {
            return;
        };
        if access.is_refused {
            return counts.hit(self.bus_errors + 5 + usize::from(access.write.is_some()));
        }
        let how = access.write.map_or(0, |_| 1 + usize::from(is_ignored));
        if let Some(bin) = access_names(register.info).position(|name| name == ACCESSES[how]) {
            counts.hit(register.access + bin);
        }
        if let Some(index) = register.index.filter(|_| !is_ignored) {
            counts.hit(index + index_bin(id));
        }
        let Some(value) = access.write else { return };
        for (bins, place) in &register.fields {
            if let Some(bin) = bins.bin(value, is_ignored) {
                counts.hit(place + bin);
            }
        }
    }
}

fn group(name: &str, title: &str, items: Vec<CoverItem>) -> CoverGroup {
    CoverGroup { name: name.to_owned(), rule: Rule::Registers1, title: title.to_owned(), items }
}

fn item(name: &str, rule: Option<Rule>, bins: impl IntoIterator<Item = impl ToString>) -> CoverItem {
    CoverItem::new(name.to_owned(), rule, bins.into_iter().map(|bin| bin.to_string()))
}

fn rule(info: &RegInfo) -> Option<Rule> {
    Rule::from_cite(info.spec)
}

fn access_item(info: &RegInfo) -> CoverItem {
    item(info.name, rule(info), access_names(info))
}

/// The ways in which a register can be accessed.
fn access_names(info: &RegInfo) -> impl Iterator<Item = &'static str> {
    let (is_readable, is_writable) = (info.access.is_readable(), info.access.is_writable());
    let may_be_ignored = is_writable && (info.restricted || GUARDED.contains(&info.name));
    let possible = [is_readable, is_writable, may_be_ignored];
    ACCESSES.into_iter().zip(possible).filter(|(_, is_possible)| *is_possible).map(|(name, _)| name)
}

fn is_array(info: &RegInfo) -> bool {
    !info.dims.is_empty()
}

fn index_item(info: &RegInfo) -> CoverItem {
    let elements: usize = info.dims.iter().map(|&count| usize::from(count)).product();
    item(info.name, rule(info), INDICES.into_iter().take(elements))
}

/// The bin of the element among all elements of its array.
fn index_bin(id: RegId) -> usize {
    let dims = id.info().dims;
    let indices = || id.indices().into_iter().zip(dims).map(|(index, &count)| (u16::from(index), count));
    if indices().all(|(index, _)| index == 0) {
        0
    } else if indices().all(|(index, count)| index + 1 == count) {
        1
    } else {
        2
    }
}
