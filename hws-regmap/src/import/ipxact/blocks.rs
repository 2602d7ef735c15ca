//! Address blocks: pages of registers, and memories.

use super::{ARRAYS, FORMAT, Reader};
use crate::import::draft::{Draft, DraftMemory, DraftPage};
use crate::import::pages::GRAIN;
use crate::import::{arrays, groups, notes, xml};
use crate::model::MapAccess;
use roxmltree::Node;

impl<'a, 'i> Reader<'a, 'i> {
    /// Reads the address blocks into the pages of the draft.
    pub(super) fn blocks(&mut self, map: Node<'a, 'i>, draft: &mut Draft) {
        let nodes: Vec<Node<'_, '_>> = xml::children(map, "addressBlock").collect();
        let mut pieces: Vec<DraftPage> = Vec::new();
        let mut has_width = false;
        for node in nodes {
            let is_memory = xml::word(node, "usage").as_deref() == Some("memory");
            let width = self.child_number(node, "width").and_then(|width| u32::try_from(width).ok());
            if let Some(width) =
                width.filter(|width| matches!(width, 8 | 16 | 32 | 64) && !is_memory && !has_width)
            {
                (draft.width, has_width) = (width, true);
            }
            let has_registers = xml::child(node, "register").or(xml::child(node, "registerFile")).is_some();
            match is_memory && !has_registers {
                true => pieces.extend(self.memory(node, width.unwrap_or(32))),
                false => pieces.extend(self.page(node)),
            }
        }
        draft.pages = joined(pieces);
        for page in &mut draft.pages {
            self.settle(page);
        }
    }

    fn range(&mut self, node: Node<'a, 'i>) -> Option<(u64, u64)> {
        let (base, bytes) = (self.child_bytes(node, "baseAddress")?, self.child_bytes(node, "range")?);
        base.checked_add(bytes).map(|_| (base, bytes))
    }

    fn memory(&mut self, node: Node<'a, 'i>, width: u32) -> Option<DraftPage> {
        let name = xml::word(node, "name").unwrap_or_default();
        let at = self.losses.at(node, &name);
        let Some((offset, bytes)) = self.range(node) else {
            self.losses.add(&at, "left out: a memory without an address and a size");
            return None;
        };
        let memory = DraftMemory {
            at,
            offset,
            bytes,
            width,
            access: match xml::word(node, "access").as_deref() {
                Some("read-only") => MapAccess::Ro,
                Some("write-only") => MapAccess::Wo,
                _ => MapAccess::Rw,
            },
            hdl_path: None,
            description: xml::child(node, "description").map(|node| self.prose(node)).unwrap_or_default(),
            name,
        };
        let at = self.losses.at(node, &memory.name);
        Some(DraftPage { at, range: Some((offset, bytes)), memories: vec![memory], ..DraftPage::default() })
    }

    fn page(&mut self, node: Node<'a, 'i>) -> Option<DraftPage> {
        let name = xml::word(node, "name").unwrap_or_default();
        let at = self.losses.at(node, &name);
        let Some(base) = self.child_bytes(node, "baseAddress") else {
            self.losses.add(&at, "left out: an address block without an address");
            return None;
        };
        let mut page = DraftPage {
            at,
            name,
            // Without a size, it ends where its contents do.
            range: self.range(node),
            description: xml::child(node, "description").map(|node| self.prose(node)).unwrap_or_default(),
            ..DraftPage::default()
        };
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "register" => {
                    let register = self.register(child, "");
                    page.registers.extend(register.map(|mut register| {
                        register.offset = register.offset.saturating_add(base);
                        register
                    }));
                }
                "registerFile" => page.groups.extend(self.group(child, base)),
                _ => {}
            }
        }
        Some(page)
    }

    /// Puts together what the format does not show as arrays and groups.
    fn settle(&mut self, page: &mut DraftPage) {
        let runs: Vec<(u64, u64)> = page.runs_beside_registers().collect();
        page.registers = arrays::rolled(std::mem::take(&mut page.registers), &runs, 0, ARRAYS);
        if self.is_own {
            groups::restore(page, &mut self.losses);
            let registers = page.registers.iter_mut();
            registers.for_each(|register| notes::of_register_and_fields(register, None, FORMAT));
            groups::read_notes(page, FORMAT);
        }
        page.groups.iter_mut().for_each(|group| groups::begin_at_a_word(group, self.is_own));
        name_of_memories(page);
    }
}

/// A page whose only contents in the file are memories gets a name from the first of them.
fn name_of_memories(page: &mut DraftPage) {
    if let Some(memory) = page.memories.first().filter(|_| page.name.is_empty()) {
        page.name = format!("{}_PAGE", memory.name);
    }
}

/// Puts the pieces of a page together, which our exports make of one with memories: `P`, the memory, `P_2`.
fn joined(pieces: Vec<DraftPage>) -> Vec<DraftPage> {
    let mut pages: Vec<Vec<DraftPage>> = Vec::new();
    for piece in pieces {
        let number = piece
            .name
            .rsplit_once('_')
            .and_then(|(name, digits)| Some((name.to_owned(), digits.parse().ok()?)));
        let parts = number
            .filter(|_| !piece.name.is_empty())
            .and_then(|(name, number)| before(&pages, &name, number, &piece));
        match parts {
            Some(count) => {
                let split = pages.len() - count;
                let mut together: Vec<DraftPage> = pages.split_off(split).into_iter().flatten().collect();
                together.push(piece);
                pages.push(together);
            }
            None => pages.push(vec![piece]),
        }
    }
    let pages: Vec<DraftPage> = pages.into_iter().filter_map(merged).collect();
    pages.into_iter().fold(Vec::new(), with_memory)
}

/// Adds a page; one of memories alone becomes a part of the page before it, where that ends, because a page begins and
/// ends at a word and a memory anywhere.
fn with_memory(mut pages: Vec<DraftPage>, mut page: DraftPage) -> Vec<DraftPage> {
    let (Some((base, bytes)), true) = (page.range, page.name.is_empty()) else {
        pages.push(page);
        return pages;
    };
    let (first, end) = (base - base % GRAIN, rounded(base.saturating_add(bytes)));
    let before = pages.last_mut().and_then(|last| Some((last.range?, last)));
    match before {
        Some(((begin, size), last))
            if begin <= base
                && (begin.saturating_add(size) == base || rounded(begin.saturating_add(size)) > first) =>
        {
            last.range = Some((begin, end.max(begin.saturating_add(size)) - begin));
            last.memories.append(&mut page.memories);
        }
        _ => {
            page.range = Some((first, end - first));
            pages.push(page);
        }
    }
    pages
}

fn rounded(end: u64) -> u64 {
    end.checked_next_multiple_of(GRAIN).unwrap_or(end)
}

/// Returns how many of the last pages are the pieces before piece `number` of the page of that name: the last one is a
/// memory, they follow each other, and those with registers have its name.
fn before(pages: &[Vec<DraftPage>], name: &str, number: usize, piece: &DraftPage) -> Option<usize> {
    let mut next = piece.range?.0;
    let (mut found, mut count) = (0, 0);
    for page in pages.iter().rev() {
        for part in page.iter().rev() {
            let (base, bytes) = part.range?;
            let is_part =
                part.name.is_empty() || part.name == name || part.name.starts_with(&format!("{name}_"));
            if base.saturating_add(bytes) > next || !is_part || found == 0 && !part.name.is_empty() {
                return None;
            }
            (next, found) = (base, found + 1);
        }
        count += 1;
        if found >= number {
            break;
        }
    }
    (found == number).then_some(count)
}

fn merged(pieces: Vec<DraftPage>) -> Option<DraftPage> {
    let named = pieces.iter().find(|piece| !piece.name.is_empty());
    let first_is_memory = pieces.first().is_some_and(|piece| piece.name.is_empty());
    let name = named.map_or(String::new(), |piece| piece.name.clone());
    let name = match name.rsplit_once('_') {
        Some((stem, _)) if pieces.len() > 1 && first_is_memory => stem.to_owned(),
        _ => name,
    };
    let description = named.map_or(String::new(), |piece| piece.description.clone());
    let begin = pieces.first()?.range?.0;
    let end =
        pieces.last().and_then(|piece| piece.range).map_or(begin, |(base, bytes)| base.saturating_add(bytes));
    let mut page = DraftPage {
        at: pieces.first()?.at.clone(),
        name,
        range: Some((begin, end.saturating_sub(begin))),
        description,
        ..DraftPage::default()
    };
    for piece in pieces {
        page.registers.extend(piece.registers);
        page.groups.extend(piece.groups);
        page.memories.extend(piece.memories);
    }
    Some(page)
}
