//! Registers and register files of IP-XACT.

use super::{ARRAYS, Reader};
use crate::import::access::{BusAccess, Effects};
use crate::import::draft::{
    DraftDim, DraftField, DraftGroup, DraftRegister, DraftReset, legal_width, regular_dims,
};
use crate::import::{arrays, groups, xml};
use crate::model::{SkippedTest, low_ones};
use roxmltree::Node;

impl<'a, 'i> Reader<'a, 'i> {
    /// Reads a register; its offset is that in what it is in.
    pub(super) fn register(&mut self, node: Node<'a, 'i>, path: &str) -> Option<DraftRegister> {
        let name = xml::word(node, "name").unwrap_or_default();
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let at = self.losses.at(node, path);
        let Some(offset) = self.child_bytes(node, "addressOffset") else {
            self.losses.add(&at, "left out: a register without an offset");
            return None;
        };
        let size = self.child_number(node, "size").and_then(|size| u32::try_from(size).ok()).unwrap_or(32);
        if size > 64 {
            self.losses.add(&at, format!("left out: a register of {size} bits, where a map has at most 64"));
            return None;
        }
        let width = legal_width(size);
        if size != width {
            self.losses.add(&at, format!("a register of {size} bits: {width} bits in the map"));
        }
        let access = policy(node, "access").and_then(|text| BusAccess::of(&text));
        let mut register = DraftRegister {
            at,
            name,
            title: self.title(node),
            offset,
            width,
            dims: self.dims(node, u64::from(width / 8)),
            description: self.about(node),
            ..DraftRegister::default()
        };
        let effects = Effects { access, ..Effects::default() };
        self.fields(node, &mut register, &effects);
        Some(register)
    }

    /// Our exports have the name of the map as the name that is shown.
    fn title(&self, node: Node<'a, 'i>) -> Option<String> {
        xml::word(node, "displayName").filter(|_| self.is_own)
    }

    /// Returns the description, with the name that is shown if that says more than the name.
    fn about(&self, node: Node<'a, 'i>) -> String {
        let told = xml::child(node, "description").map(|node| self.prose(node)).unwrap_or_default();
        let shown = xml::word(node, "displayName").filter(|_| !self.is_own);
        let name = xml::word(node, "name").unwrap_or_default();
        match shown.filter(|shown| !shown.eq_ignore_ascii_case(&name)) {
            Some(shown) if told.is_empty() => shown,
            Some(shown) if !told.starts_with(&shown) => format!("{shown}: {told}"),
            _ => told,
        }
    }

    fn fields(&mut self, node: Node<'a, 'i>, register: &mut DraftRegister, effects: &Effects) {
        let nodes: Vec<Node<'_, '_>> = xml::children(node, "field").collect();
        let fields: Vec<DraftField> =
            nodes.iter().filter_map(|field| self.field(*field, register, effects)).collect();
        register.fields = fields;
        if register.fields.is_empty() {
            let at = self.losses.spot(register.at.line, format!("{}.VALUE", register.at.path));
            let access = effects.map_access(&at, &mut self.losses);
            register.fields.push(DraftField::whole(at, register.width, access));
        }
        if nodes.iter().any(|field| xml::word(*field, "testable").as_deref() == Some("false")) {
            register.skipped_tests = vec![SkippedTest::Access, SkippedTest::BitBash];
        }
        // Before 2014, the register has the reset value.
        if let Some(reset) = xml::child(node, "reset") {
            let value = self.child_number(reset, "value");
            let mask = self.child_number(reset, "mask").unwrap_or(u64::MAX);
            for field in &mut register.fields {
                let bits = low_ones(field.width()).checked_shl(field.lsb).unwrap_or(0);
                if let Some(value) = value.filter(|_| mask & bits == bits) {
                    field.reset = DraftReset::Constant((value & bits) >> field.lsb);
                }
            }
        }
    }

    /// Returns the dimensions: elements are `bytes` apart, unless the file says otherwise.
    fn dims(&mut self, node: Node<'a, 'i>, bytes: u64) -> Vec<DraftDim> {
        let array = xml::child(node, "array").unwrap_or(node);
        let stride = self.child_bytes(array, "stride").unwrap_or(bytes);
        let nodes: Vec<Node<'_, '_>> = xml::children(array, "dim").collect();
        let counts: Vec<u64> = nodes.into_iter().filter_map(|node| self.number(node)).collect();
        regular_dims(counts, stride)
    }

    /// Reads a register file of an address block.
    pub(super) fn group(&mut self, node: Node<'a, 'i>, base: u64) -> Option<DraftGroup> {
        let name = xml::word(node, "name").unwrap_or_default();
        let Some(offset) = self.child_bytes(node, "addressOffset") else {
            let at = self.losses.at(node, &name);
            self.losses.add(&at, "left out: a register file without an offset");
            return None;
        };
        let range = self.child_bytes(node, "range").unwrap_or(0);
        let dims = self.dims(node, range);
        let full = format!("{name}{}", "[]".repeat(dims.len()));
        Some(DraftGroup {
            at: self.losses.at(node, &full),
            words: self.words(node, &full, dims.len()),
            name,
            offset: base.saturating_add(offset),
            dims,
            description: self.about(node),
            reserved: Vec::new(),
        })
    }

    /// Returns the words of a register file, with those of the files in it under the names of both.
    fn words(&mut self, node: Node<'a, 'i>, path: &str, outer: usize) -> Vec<DraftRegister> {
        let mut words = Vec::new();
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "register" => words.extend(self.register(child, path)),
                "registerFile" => {
                    if let Some(inner) = self.group(child, 0) {
                        words.extend(groups::outer_words(
                            inner.words,
                            &inner.name,
                            inner.offset,
                            &inner.dims,
                        ));
                    }
                }
                _ => {}
            }
        }
        arrays::rolled(words, &[], outer, ARRAYS)
    }
}

/// Returns a word of an element; since 2022 it may be in an access policy.
pub(super) fn policy(node: Node<'_, '_>, name: &str) -> Option<String> {
    let policies = ["fieldAccessPolicies", "accessPolicies"]
        .iter()
        .find_map(|list| node.children().find(|child| child.tag_name().name() == *list));
    let inner = || policies?.children().filter(Node::is_element).find_map(|one| xml::word(one, name));
    xml::word(node, name).or_else(inner)
}
