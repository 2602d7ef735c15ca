//! Elements of IP-XACT for which a map has no place.

use crate::import::losses::Losses;
use crate::import::xml;
use roxmltree::Node;

/// What the elements say.
const LOST: &[(&str, &str)] = &[
    ("bank", "a bank of address blocks"),
    ("subspaceMap", "a map behind a bridge"),
    ("memoryRemap", "a memory map in another state of the component"),
    ("alternateRegister", "another register at the same address"),
    ("registerDefinitionRef", "a register that is defined in another file"),
    ("registerFileDefinitionRef", "a register file that is defined in another file"),
    ("fieldDefinitionRef", "a field that is defined in another file"),
    ("addressBlockDefinitionRef", "an address block that is defined in another file"),
    ("writeAsRead", "that only the value read last may be written"),
    ("typeIdentifier", "the name of a type of registers or fields"),
    ("accessHandle", "a place in the RTL"),
    ("isPresent", "the condition under which it exists"),
    ("vendorExtensions", "extensions of a vendor"),
];

/// Lists what is in the memory map, or beside all of them, and not in the map.
pub(super) fn of_elements(map: Node<'_, '_>, component: Node<'_, '_>, losses: &mut Losses) {
    let beside = component.children().filter(|node| {
        let about_registers =
            ["memoryMaps", "parameters", "name", "vendor", "library", "version", "description"];
        node.is_element() && !about_registers.contains(&node.tag_name().name())
    });
    for node in beside {
        let at = losses.at(node, "");
        losses.add(&at, format!("what is not about registers (`{}`)", node.tag_name().name()));
    }
    for node in map.descendants().filter(Node::is_element) {
        let tag = node.tag_name().name();
        if let Some((_, what)) = LOST.iter().find(|(lost, _)| *lost == tag) {
            let at = losses.at(node, path(node));
            losses.add(&at, format!("{what} (`{tag}`)"));
        }
    }
}

/// Returns the names of what an element is in.
pub(super) fn path(node: Node<'_, '_>) -> String {
    let inside = node.ancestors().take_while(|one| one.tag_name().name() != "memoryMap");
    let mut names: Vec<String> = inside.filter_map(|one| xml::word(one, "name")).collect();
    names.reverse();
    names.join(".")
}
