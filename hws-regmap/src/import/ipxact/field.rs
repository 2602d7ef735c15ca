//! Fields of IP-XACT, their access and their values.

use super::Reader;
use super::register::policy;
use crate::import::access::{BusAccess, Effects};
use crate::import::draft::{DraftEnum, DraftField, DraftLegal, DraftRegister, DraftReset, DraftValue, Spot};
use crate::import::legal::Values;
use crate::import::xml;
use crate::model::{HardwareAccess, MapAccess, low_ones};
use roxmltree::Node;

/// The sentence with which our exports say what IP-XACT has no word for.
const POPS: &str = " A read removes what it returns.";

impl<'a, 'i> Reader<'a, 'i> {
    pub(super) fn field(
        &mut self,
        node: Node<'a, 'i>,
        register: &DraftRegister,
        outer: &Effects,
    ) -> Option<DraftField> {
        let name = xml::word(node, "name").unwrap_or_default();
        let at = self.losses.at(node, format!("{}.{name}", register.at.path));
        let small = |number: u64| u32::try_from(number).ok();
        let lsb = self.child_number(node, "bitOffset").and_then(small);
        let width = self.child_number(node, "bitWidth").and_then(small);
        let Some((lsb, width)) =
            lsb.zip(width).filter(|(lsb, width)| *width > 0 && lsb.checked_add(*width).is_some())
        else {
            self.losses.add(&at, "left out: a field without bits");
            return None;
        };
        if xml::child(node, "reserved").is_some_and(|node| xml::text(node).trim() == "true") {
            self.losses.add(&at, "left out: reserved bits");
            return None;
        }
        let effects = Effects {
            access: policy(node, "access").and_then(|text| BusAccess::of(&text)).or(outer.access),
            written: policy(node, "modifiedWriteValue"),
            read: policy(node, "readAction"),
        };
        let access = effects.map_access(&at, &mut self.losses);
        let legal = self.legal(node, access, width, &at);
        let mut field = DraftField {
            description: xml::child(node, "description").map(|node| self.prose(node)).unwrap_or_default(),
            legal,
            reset: self.reset(node),
            ..DraftField::new(at, name, (lsb + width - 1, lsb), access)
        };
        if let Some(told) = field.description.strip_suffix(POPS.trim_start()).filter(|_| self.is_own) {
            (field.description, field.access) = (told.trim_end_matches(' ').to_owned(), MapAccess::Rp);
        }
        self.side(node, &mut field);
        Some(field)
    }

    fn reset(&mut self, node: Node<'a, 'i>) -> DraftReset {
        let list = xml::child(node, "resets").unwrap_or(node);
        let Some(reset) = xml::child(list, "reset") else { return DraftReset::Unknown };
        self.child_number(reset, "value").map_or(DraftReset::Unknown, DraftReset::Constant)
    }

    /// The hardware changes what is volatile, and only that.
    fn side(&mut self, node: Node<'a, 'i>, field: &mut DraftField) {
        let is_volatile = xml::word(node, "volatile").map(|text| text == "true");
        let usual = field.access.usual_hardware();
        match is_volatile {
            Some(true) if !usual.is_writer() => field.hardware = Some(HardwareAccess::Both),
            Some(false) if usual.is_writer() => {
                let is_known = field.reset != DraftReset::Unknown;
                field.constant = field.access == MapAccess::Ro && is_known;
                field.hardware = (!field.constant).then_some(match field.access.is_writable() {
                    true => HardwareAccess::Reads,
                    false => HardwareAccess::Neither,
                });
            }
            _ => {}
        }
    }

    fn legal(&mut self, node: Node<'a, 'i>, access: MapAccess, width: u32, at: &Spot) -> DraftLegal {
        let constraint = xml::child(node, "writeValueConstraint");
        let closed = constraint.and_then(|one| xml::word(one, "useEnumeratedValues"));
        let values = Values {
            named: xml::child(node, "enumeratedValues").map(|list| self.enumeration(list, width, at)),
            is_closed: closed.as_deref() == Some("true"),
            bounds: constraint
                .and_then(|one| self.child_number(one, "minimum").zip(self.child_number(one, "maximum"))),
        };
        values.legal(access, width, at, &mut self.losses)
    }

    fn enumeration(&mut self, node: Node<'a, 'i>, width: u32, at: &Spot) -> DraftEnum {
        let nodes: Vec<Node<'_, '_>> = xml::children(node, "enumeratedValue").collect();
        let values = nodes.into_iter().filter_map(|node| self.value(node, width, at)).collect();
        let spot = self.losses.at(node, &at.path);
        DraftEnum { at: spot, values, ..DraftEnum::default() }
    }

    fn value(&mut self, node: Node<'a, 'i>, width: u32, at: &Spot) -> Option<DraftValue> {
        let name = xml::word(node, "name").unwrap_or_default();
        let spot = self.losses.at(node, format!("{}.{name}", at.path));
        let value = self.child_number(node, "value");
        let Some(value) = value.filter(|value| *value <= low_ones(width)) else {
            self.losses.add(&spot, "left out: a value that does not fit in the field");
            return None;
        };
        let description = xml::child(node, "description").map(|node| self.prose(node)).unwrap_or_default();
        Some(DraftValue { at: spot, name, value, description })
    }
}
