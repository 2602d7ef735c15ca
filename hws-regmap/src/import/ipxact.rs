//! IP-XACT (IEEE 1685-2009, 2014, 2022): a block for each memory map of a component.

mod blocks;
mod field;
mod loss;
mod number;
pub(super) mod parameter;
mod register;

use super::draft::Draft;
use super::losses::{Lines, Losses};
use super::{ImportBlock, MapImportError, arrays, notes, origin, xml};
use crate::model::MapImportFormat;
use crate::source::expression::Values;
use roxmltree::Node;

const FORMAT: MapImportFormat = MapImportFormat::IpXact;

/// IP-XACT has arrays of elements that are back to back.
const ARRAYS: arrays::ArrayForm = arrays::ArrayForm { is_packed: true };

/// Reads the memory maps of a component.
pub(super) fn read(text: &str) -> Result<Vec<ImportBlock>, MapImportError> {
    let document = xml::document(text)?;
    let component = document.root_element();
    if component.tag_name().name() != "component" {
        let found = component.tag_name().name();
        let reason = format!("expected `<component>` of IP-XACT, found `<{found}>`");
        return Err(MapImportError::Malformed { line: xml::line(component), reason });
    }
    let maps =
        xml::child(component, "memoryMaps").into_iter().flat_map(|maps| xml::children(maps, "memoryMap"));
    let lines = Lines::of(&document);
    Ok(maps.map(|map| Reader::new(component, &lines).block(map)).collect())
}

/// Reads one memory map.
struct Reader<'a, 'i> {
    component: Node<'a, 'i>,
    /// The values of the parameters, by their identities.
    values: Values,
    losses: Losses,
    /// Whether the file is an export of this crate.
    is_own: bool,
    /// Bytes of an address unit.
    unit: u64,
}

impl<'a, 'i> Reader<'a, 'i> {
    fn new(component: Node<'a, 'i>, lines: &Lines) -> Self {
        Self { component, values: Values::new(), losses: Losses::of(lines), is_own: false, unit: 1 }
    }

    fn block(mut self, map: Node<'a, 'i>) -> ImportBlock {
        let about = xml::child(self.component, "description").map(xml::text).unwrap_or_default();
        let fingerprint = origin::of_component(&about);
        self.is_own = fingerprint.is_some();
        let parameters = match xml::child(self.component, "parameters") {
            Some(list) => parameter::all(list, &mut self.values, &mut self.losses, self.is_own),
            None => Vec::new(),
        };
        let unit = self.child_number(map, "addressUnitBits").unwrap_or(8);
        self.unit = (unit / 8).max(1);
        let description = xml::child(map, "description").map(|node| self.prose(node)).unwrap_or_default();
        let description =
            if description.is_empty() && !self.is_own { origin::one_line(&about) } else { description };
        let mut draft = Draft {
            name: xml::word(map, "name").unwrap_or_default(),
            description,
            width: 32,
            parameters,
            fingerprint,
            ..Draft::default()
        };
        if self.is_own {
            notes::of_map(&mut draft);
        }
        self.blocks(map, &mut draft);
        loss::of_elements(map, self.component, &mut self.losses);
        ImportBlock { format: FORMAT, draft, losses: self.losses }
    }

    /// Returns the number in an element.
    fn number(&mut self, node: Node<'_, '_>) -> Option<u64> {
        let text = xml::text(node);
        let value = number::parse(&text, &self.values);
        if value.is_none() {
            let at = self.losses.at(node, loss::path(node));
            self.losses.add(&at, format!("left out: `{}` is not a number", text.trim()));
        }
        value
    }

    fn child_number(&mut self, node: Node<'_, '_>, name: &str) -> Option<u64> {
        let child = node.children().find(|child| child.is_element() && child.tag_name().name() == name)?;
        self.number(child)
    }

    /// Returns a number of address units in bytes.
    fn child_bytes(&mut self, node: Node<'_, '_>, name: &str) -> Option<u64> {
        self.child_number(node, name)?.checked_mul(self.unit)
    }

    /// A text as it is in our exports; other files break their lines anywhere.
    fn prose(&self, node: Node<'_, '_>) -> String {
        let text = xml::text(node);
        if self.is_own { text } else { origin::one_line(&text) }
    }
}
