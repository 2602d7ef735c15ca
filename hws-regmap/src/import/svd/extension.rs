//! What our exports say in the vendor extensions of the device, in the elements that IP-XACT has for it: parameters, the
//! bounds and descriptions of pages, and the descriptions of memories.

use super::number;
use crate::import::draft::Draft;
use crate::import::ipxact::parameter;
use crate::import::losses::Losses;
use crate::import::{notes, pages, xml};
use crate::model::MapImportFormat;
use crate::source::expression::Values;
use roxmltree::Node;

/// Adds to the draft what the extensions say.
pub(super) fn read(device: Node<'_, '_>, draft: &mut Draft, losses: &mut Losses) {
    notes::of_map(draft);
    let Some(extensions) = xml::child(device, "vendorExtensions") else { return };
    if let Some(list) = xml::child(extensions, "parameters") {
        draft.parameters = parameter::all(list, &mut Values::new(), losses, true);
    }
    if let Some(map) = xml::child(extensions, "memoryMap") {
        xml::children(map, "addressBlock").for_each(|block| of_block(block, draft));
    }
    pages::bound(draft);
}

fn of_block(block: Node<'_, '_>, draft: &mut Draft) {
    let name = xml::word(block, "name");
    let description = xml::child(block, "description").map(xml::text).unwrap_or_default();
    if xml::word(block, "usage").as_deref() == Some("memory") {
        let mut memories = draft.pages.iter_mut().flat_map(|page| &mut page.memories);
        if let Some(memory) = memories.find(|memory| Some(&memory.name) == name.as_ref()) {
            memory.description = description;
            notes::of_memory(memory, MapImportFormat::Svd);
        }
    } else if let Some(page) = draft.pages.iter_mut().find(|page| Some(&page.name) == name.as_ref()) {
        let number = |name| number::parse(&xml::word(block, name)?);
        page.description = description;
        page.range = number("baseAddress").zip(number("range"));
    }
}
