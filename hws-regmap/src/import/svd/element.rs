//! Elements that take missing properties from another element (`derivedFrom`).

use crate::import::xml;
use roxmltree::Node;
use std::collections::BTreeMap;

/// Longer chains are taken for circles.
const MOST_BASES: usize = 16;

/// The elements that others may be derived from.
pub(super) struct Elements<'a, 'i> {
    /// By tag and path: `register` and `UART.CH.CTRL`.
    by_path: BTreeMap<(&'static str, String), Node<'a, 'i>>,
}

const DERIVED: [&str; 5] = ["peripheral", "cluster", "register", "field", "enumeratedValues"];

impl<'a, 'i> Elements<'a, 'i> {
    pub(super) fn new(device: Node<'a, 'i>) -> Self {
        let mut by_path = BTreeMap::new();
        for node in device.descendants() {
            if let Some(tag) =
                DERIVED.into_iter().find(|tag| node.is_element() && node.tag_name().name() == *tag)
            {
                by_path.entry((tag, path(node))).or_insert(node);
            }
        }
        Self { by_path }
    }

    /// Returns the element with what it is derived from, directly or not.
    pub(super) fn with_bases(&self, node: Node<'a, 'i>) -> Element<'a, 'i> {
        let mut chain = vec![node];
        while let Some(base) = chain.last().and_then(|last| self.base(*last)) {
            if chain.len() > MOST_BASES || chain.contains(&base) {
                break;
            }
            chain.push(base);
        }
        Element { chain }
    }

    /// Returns what the element is derived from: the name is looked up beside it, then farther and farther out.
    fn base(&self, node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
        let wanted = node.attribute("derivedFrom")?;
        let tag = DERIVED.into_iter().find(|tag| node.tag_name().name() == *tag)?;
        let own = path(node);
        let mut scopes: Vec<&str> = Vec::new();
        let mut scope = own.as_str();
        while let Some((outer, _)) = scope.rsplit_once('.') {
            scopes.push(outer);
            scope = outer;
        }
        let near = scopes.iter().map(|scope| format!("{scope}.{wanted}"));
        let found = near.chain([wanted.to_owned()]).find_map(|path| self.by_path.get(&(tag, path)));
        let anywhere = || {
            let end = format!(".{wanted}");
            let mut all =
                self.by_path.iter().filter(|((kind, path), _)| *kind == tag && path.ends_with(&end));
            all.next().map(|(_, node)| node)
        };
        found.or_else(anywhere).copied().filter(|base| *base != node)
    }
}

/// Returns the names of the element and of what it is in, without those of containers that have none.
fn path(node: Node<'_, '_>) -> String {
    let named = node.ancestors().filter(|one| DERIVED.contains(&one.tag_name().name()));
    let mut names: Vec<String> = named.filter_map(|one| xml::word(one, "name")).collect();
    names.reverse();
    names.join(".")
}

/// An element and what it is derived from, nearest first.
#[derive(Clone, Debug)]
pub(super) struct Element<'a, 'i> {
    chain: Vec<Node<'a, 'i>>,
}

impl<'a, 'i> Element<'a, 'i> {
    /// An element that is derived from nothing.
    pub(super) fn alone(node: Node<'a, 'i>) -> Self {
        Self { chain: vec![node] }
    }

    /// Returns the child of that name.
    pub(super) fn child(&self, name: &str) -> Option<Node<'a, 'i>> {
        self.chain.iter().find_map(|node| {
            node.children().find(|child| child.is_element() && child.tag_name().name() == name)
        })
    }

    /// Returns the text of a child without blanks at its ends, if it is not empty.
    pub(super) fn word(&self, name: &str) -> Option<String> {
        let text = xml::text(self.child(name)?).trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    /// Returns the children of that name, all from the same element.
    pub(super) fn children(&self, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
        let from = self.chain.iter().copied().find(|node| xml::child(*node, name).is_some());
        from.into_iter().flat_map(move |node| {
            node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
        })
    }

    /// Returns the registers and clusters in a cluster.
    pub(super) fn contents(&self) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
        let is_content = |child: &Node<'_, '_>| ["register", "cluster"].contains(&child.tag_name().name());
        let from = self.chain.iter().copied().find(|node| node.children().any(|child| is_content(&child)));
        from.into_iter().flat_map(move |node| node.children().filter(is_content))
    }

    /// Returns the element itself.
    pub(super) fn node(&self) -> Option<Node<'a, 'i>> {
        self.chain.first().copied()
    }
}
