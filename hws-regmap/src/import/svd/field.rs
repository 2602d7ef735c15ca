//! Fields of CMSIS-SVD, their access and their values.

use super::array::indices;
use super::element::Element;
use super::{Reader, number, register};
use crate::import::access::Effects;
use crate::import::draft::{DraftEnum, DraftField, DraftLegal, DraftRegister, DraftValue, Spot};
use crate::import::legal::Values;
use crate::import::xml;
use crate::model::{MapAccess, low_ones};
use roxmltree::Node;

impl<'a, 'i> Reader<'a, 'i> {
    /// Returns the fields that an element is: one, unless it is a list.
    pub(super) fn field(
        &mut self,
        node: Node<'a, 'i>,
        register: &DraftRegister,
        outer: &Effects,
    ) -> Vec<DraftField> {
        let element = self.elements.with_bases(node);
        let name = element.word("name").unwrap_or_default();
        let at = self.losses.at(node, format!("{}.{name}", register.at.path));
        let Some((msb, lsb)) = bits(&element) else {
            self.losses.add(&at, "left out: a field without bits");
            return Vec::new();
        };
        let effects = register::effects_within(outer, &element);
        let access = effects.map_access(&at, &mut self.losses);
        let width = msb.saturating_sub(lsb).saturating_add(1);
        let field = DraftField {
            legal: self.legal(&element, access, width, &at),
            description: element.child("description").map(|node| self.prose(node)).unwrap_or_default(),
            ..DraftField::new(at, name, (msb, lsb), access)
        };
        self.listed(&element, field)
    }

    /// Returns the fields of a list, `F%s`.
    fn listed(&mut self, element: &Element<'a, 'i>, field: DraftField) -> Vec<DraftField> {
        let number = |name: &str| element.word(name).and_then(|text| number::parse(&text));
        let (Some(count), Some(step)) =
            (number("dim"), number("dimIncrement").and_then(|step| u32::try_from(step).ok()))
        else {
            return vec![field];
        };
        let names = element.word("dimIndex").map(|text| indices(&text));
        (0..u32::try_from(count.min(64)).unwrap_or(64))
            .map(|place| {
                let name = names.as_ref().and_then(|names| names.get(place as usize)).cloned();
                let name = name.unwrap_or_else(|| place.to_string());
                let shift = place.saturating_mul(step);
                DraftField {
                    at: self.losses.spot(field.at.line, field.at.path.replace("%s", &name)),
                    name: field.name.replace("[%s]", &name).replace("%s", &name),
                    msb: field.msb.saturating_add(shift),
                    lsb: field.lsb.saturating_add(shift),
                    ..field.clone()
                }
            })
            .collect()
    }

    /// Returns the legal or named values.
    fn legal(&mut self, element: &Element<'a, 'i>, access: MapAccess, width: u32, at: &Spot) -> DraftLegal {
        let constraint = element.child("writeConstraint").map(Element::alone);
        let lists: Vec<Node<'_, '_>> = element.children("enumeratedValues").collect();
        if lists.len() > 1 {
            self.losses.add(at, "the names of values that are read, where those written have others");
        }
        let is_written = |list: &&Node<'_, '_>| xml::word(**list, "usage").as_deref() != Some("read");
        let list = lists.iter().find(is_written).or(lists.first());
        let closed = constraint.as_ref().and_then(|one| one.word("useEnumeratedValues"));
        let values = Values {
            named: list.map(|list| self.enumeration(*list, width, at)),
            is_closed: closed.as_deref() == Some("true"),
            // A range of everything restricts nothing, and is what many generators write.
            bounds: constraint
                .and_then(|one| bounds(&one))
                .filter(|(min, max)| self.is_own || *min > 0 || *max < low_ones(width)),
        };
        values.legal(access, width, at, &mut self.losses)
    }

    fn enumeration(&mut self, node: Node<'a, 'i>, width: u32, at: &Spot) -> DraftEnum {
        let element = self.elements.with_bases(node);
        let nodes: Vec<Node<'_, '_>> = element.children("enumeratedValue").collect();
        let values = nodes.into_iter().filter_map(|node| self.value(node, width, at)).collect();
        let own = self.losses.at(node, &at.path);
        let name = element.word("name").unwrap_or_default();
        DraftEnum { at: own, name, values, ..DraftEnum::default() }
    }

    fn value(&mut self, node: Node<'a, 'i>, width: u32, at: &Spot) -> Option<DraftValue> {
        let name = xml::word(node, "name").unwrap_or_default();
        let spot = self.losses.at(node, format!("{}.{name}", at.path));
        let Some(text) = xml::word(node, "value") else {
            self.losses.add(&spot, "the name of all other values");
            return None;
        };
        let Some(value) = number::parse(&text).filter(|value| *value <= low_ones(width)) else {
            let why = if text.contains(['x', 'X']) && !text.starts_with("0x") && !text.starts_with("0X") {
                "stands for several values"
            } else {
                "does not fit in the field"
            };
            self.losses.add(&spot, format!("left out: `{text}` {why}"));
            return None;
        };
        let description = xml::child(node, "description").map(|node| self.prose(node)).unwrap_or_default();
        Some(DraftValue { at: spot, name, value, description })
    }
}

fn bounds(constraint: &Element<'_, '_>) -> Option<(u64, u64)> {
    let range = Element::alone(constraint.child("range")?);
    let bound = |name: &str| range.word(name).and_then(|text| number::parse(&text));
    bound("minimum").zip(bound("maximum"))
}

/// Returns the highest and the lowest bit, which have three notations.
fn bits(element: &Element<'_, '_>) -> Option<(u32, u32)> {
    let number = |name: &str| element.word(name).and_then(|text| number::parse(&text)?.try_into().ok());
    if let Some(range) = element.word("bitRange") {
        let (msb, lsb) = range.trim_start_matches('[').trim_end_matches(']').split_once(':')?;
        return Some((msb.trim().parse().ok()?, lsb.trim().parse().ok()?));
    }
    if let Some((lsb, msb)) = number("lsb").zip(number("msb")) {
        return Some((msb, lsb));
    }
    let lsb: u32 = number("bitOffset")?;
    let width: u32 = number("bitWidth").unwrap_or(1);
    Some((lsb.checked_add(width.checked_sub(1)?)?, lsb))
}
