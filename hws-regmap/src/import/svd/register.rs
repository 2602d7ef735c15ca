//! Registers of CMSIS-SVD, and what they take from the device, the peripheral and the cluster that they are in.

use super::array::{Arrayed, arrayed};
use super::element::Element;
use super::{Reader, number};
use crate::import::access::{BusAccess, Effects};
use crate::import::draft::{DraftField, DraftRegister, DraftReset, legal_width};
use crate::model::low_ones;
use roxmltree::Node;

/// What an element says about the registers in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Properties {
    pub(super) size: Option<u32>,
    pub(super) access: Option<BusAccess>,
    reset_value: Option<u64>,
    reset_mask: Option<u64>,
}

impl Properties {
    /// Returns them as they are in an element.
    pub(super) fn within(self, element: &Element<'_, '_>) -> Self {
        let value = |name: &str| element.word(name).and_then(|text| number::parse(&text));
        Self {
            size: value("size").and_then(|size| u32::try_from(size).ok()).or(self.size),
            access: element.word("access").and_then(|text| BusAccess::of(&text)).or(self.access),
            reset_value: value("resetValue").or(self.reset_value),
            reset_mask: value("resetMask").or(self.reset_mask),
        }
    }

    /// Returns the reset value of some bits; unknown if only a part of them is reset.
    fn reset(&self, mask: u64, lsb: u32) -> DraftReset {
        match (self.reset_value, self.reset_mask.unwrap_or(u64::MAX)) {
            (Some(value), known) if known & mask == mask => DraftReset::Constant((value & mask) >> lsb),
            _ => DraftReset::Unknown,
        }
    }
}

/// Returns how the fields in an element are read and written.
pub(super) fn effects_within(outer: &Effects, element: &Element<'_, '_>) -> Effects {
    Effects {
        access: element.word("access").and_then(|text| BusAccess::of(&text)).or(outer.access),
        written: element.word("modifiedWriteValues").or_else(|| outer.written.clone()),
        read: element.word("readAction").or_else(|| outer.read.clone()),
    }
}

impl<'a, 'i> Reader<'a, 'i> {
    /// Returns the registers that an element is: one, unless its elements have names instead of indices.
    pub(super) fn registers(
        &mut self,
        node: Node<'a, 'i>,
        path: &str,
        outer: Properties,
    ) -> Vec<DraftRegister> {
        let element = self.elements.with_bases(node);
        let Some(offset) = self.number(&element, "addressOffset") else {
            let at = self.losses.at(node, path);
            self.losses.add(&at, "left out: a register without an offset");
            return Vec::new();
        };
        let properties = outer.within(&element);
        let description = element.child("description").map(|node| self.prose(node)).unwrap_or_default();
        let arrays = arrayed(&element, &mut self.losses);
        let mut registers = Vec::new();
        for Arrayed { name, offset: place, dims } in arrays {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let at = self.losses.at(node, &path);
            let size = properties.size.unwrap_or(32);
            let width = legal_width(size);
            if size != width {
                self.losses.add(&at, format!("a register of {size} bits: {width} bits in the map"));
            }
            let mut register = DraftRegister {
                at,
                name,
                offset: offset.saturating_add(place),
                width,
                dims,
                description: description.clone(),
                ..DraftRegister::default()
            };
            register.fields = self.fields(&element, &register, properties);
            self.settle(&register, properties);
            registers.push(register);
        }
        registers
    }

    fn fields(
        &mut self,
        element: &Element<'a, 'i>,
        register: &DraftRegister,
        properties: Properties,
    ) -> Vec<DraftField> {
        let outer = Effects { access: properties.access, ..Effects::default() };
        let effects = effects_within(&outer, element);
        let list = element.child("fields").map(Element::alone);
        let nodes: Vec<Node<'_, '_>> = list.iter().flat_map(|list| list.children("field")).collect();
        let mut fields: Vec<DraftField> =
            nodes.into_iter().flat_map(|node| self.field(node, register, &effects)).collect();
        if fields.is_empty() {
            let at = self.losses.spot(register.at.line, format!("{}.VALUE", register.at.path));
            let access = effects.map_access(&at, &mut self.losses);
            fields.push(DraftField::whole(at, register.width, access));
        }
        for field in &mut fields {
            let mask = low_ones(field.width()).checked_shl(field.lsb).unwrap_or(0);
            field.reset = properties.reset(mask, field.lsb);
        }
        fields
    }

    /// What the register as a whole says about its fields.
    fn settle(&mut self, register: &DraftRegister, properties: Properties) {
        let fields = register
            .fields
            .iter()
            .fold(0, |mask, field| mask | low_ones(field.width()).checked_shl(field.lsb).unwrap_or(0));
        let beyond =
            properties.reset_value.unwrap_or(0) & properties.reset_mask.unwrap_or(u64::MAX) & !fields;
        if beyond & low_ones(register.width) != 0 {
            self.losses.add(&register.at, format!("the reset value of bits without a field: 0x{beyond:x}"));
        }
    }
}
