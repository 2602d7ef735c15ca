//! Helpers for the two formats that are XML.

use super::MapImportError;
use roxmltree::{Document, Node, ParsingOptions};

/// Parses a document.
///
/// # Errors
/// The text is not well-formed XML.
pub(super) fn document(text: &str) -> Result<Document<'_>, MapImportError> {
    // Vendors put their names of entities into a document type.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| MapImportError::Malformed {
        line: error.pos().row,
        reason: format!("this is not XML: {error}"),
    })
}

/// Returns the children of that name, without its namespace.
pub(super) fn children<'a, 'i: 'a>(node: Node<'a, 'i>, name: &'a str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

pub(super) fn child<'a, 'i: 'a>(node: Node<'a, 'i>, name: &'a str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

/// Returns all text of an element, as it is written.
pub(super) fn text(node: Node<'_, '_>) -> String {
    node.children().filter(Node::is_text).filter_map(|part| part.text()).collect()
}

/// Returns the text of a child without blanks at its ends, if there is one that is not empty.
pub(super) fn word(node: Node<'_, '_>, name: &str) -> Option<String> {
    let text = text(child(node, name)?).trim().to_owned();
    (!text.is_empty()).then_some(text)
}

pub(super) fn line(node: Node<'_, '_>) -> u32 {
    node.document().text_pos_at(node.range().start).row
}
