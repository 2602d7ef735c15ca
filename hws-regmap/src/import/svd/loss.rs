//! Elements of CMSIS-SVD for which a map has no place.

use crate::import::losses::Losses;
use crate::import::xml;
use roxmltree::Node;

/// What the elements say.
const LOST: &[(&str, &str)] = &[
    ("interrupt", "the number of an interrupt"),
    ("alternatePeripheral", "that another peripheral has the same addresses"),
    ("alternateCluster", "that another cluster has the same addresses"),
    ("alternateGroup", "the name of a group of registers that have the same addresses as others"),
    ("alternateRegister", "that another register has the same address"),
    ("dataType", "the type of the register in C"),
    ("dimArrayIndex", "the names of the indices"),
    ("dimName", "the name of the array's type in C"),
    ("headerStructName", "the name of the structure in C"),
    ("disableCondition", "the condition under which debuggers do not read it"),
    ("protection", "the privilege that an access needs"),
    ("prependToName", "what names in C begin with"),
    ("appendToName", "what names in C end with"),
    ("groupName", "the name of a group of peripherals"),
    ("vendorExtensions", "extensions of a vendor"),
    ("cpu", "the processor"),
    ("writeAsRead", "that only the value read last may be written"),
];

/// Lists what is in the peripheral, or beside all of them, and not in the map; what a list has several times, once.
pub(super) fn of_elements(peripheral: Node<'_, '_>, device: Node<'_, '_>, is_own: bool, losses: &mut Losses) {
    let is_read = |name: &str| name == "peripherals" || is_own && name == "vendorExtensions";
    let beside = device.children().filter(|node| !is_read(node.tag_name().name()));
    for node in peripheral.descendants().chain(beside) {
        let lost = LOST.iter().find(|(tag, _)| node.is_element() && node.tag_name().name() == *tag);
        let Some((tag, what)) = lost else { continue };
        let told = xml::text(node).trim().to_owned();
        let told = xml::word(node, "name").unwrap_or(told);
        let what =
            if told.is_empty() { format!("{what} (`{tag}`)") } else { format!("{what} (`{tag}`: {told})") };
        let at = losses.at(node, path(node));
        losses.add(&at, what);
    }
}

/// Returns the names of what an element is in, but for the peripheral.
pub(super) fn path(node: Node<'_, '_>) -> String {
    let inside = node.ancestors().skip(1).take_while(|one| one.tag_name().name() != "peripheral");
    let mut names: Vec<String> = inside.filter_map(|one| xml::word(one, "name")).collect();
    names.reverse();
    names.join(".")
}
