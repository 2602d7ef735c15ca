//! CMSIS-SVD: a block for each peripheral.

mod array;
mod element;
mod extension;
mod field;
mod loss;
mod number;
mod register;

use super::draft::{Draft, DraftGroup, DraftMemory, DraftPage, DraftRegister};
use super::losses::{Lines, Losses};
use super::{ImportBlock, MapImportError, arrays, groups, notes, origin, xml};
use crate::model::{MapAccess, MapImportFormat};
use array::{Arrayed, arrayed};
use element::{Element, Elements};
use register::Properties;
use roxmltree::Node;

const FORMAT: MapImportFormat = MapImportFormat::Svd;

/// SVD has arrays of equal distances.
const ARRAYS: arrays::ArrayForm = arrays::ArrayForm { is_packed: false };

/// Reads the peripherals of a device.
pub(super) fn read(text: &str) -> Result<Vec<ImportBlock>, MapImportError> {
    let document = xml::document(text)?;
    let device = document.root_element();
    if device.tag_name().name() != "device" {
        let reason =
            format!("expected `<device>`, the root of CMSIS-SVD, found `<{}>`", device.tag_name().name());
        return Err(MapImportError::Malformed { line: xml::line(device), reason });
    }
    let elements = Elements::new(device);
    let peripherals =
        xml::child(device, "peripherals").into_iter().flat_map(|all| xml::children(all, "peripheral"));
    let lines = Lines::of(&document);
    let blocks = peripherals.map(|peripheral| Reader::new(&elements, device, &lines).block(peripheral));
    Ok(blocks.collect())
}

/// Reads one peripheral.
struct Reader<'a, 'i> {
    elements: &'a Elements<'a, 'i>,
    device: Node<'a, 'i>,
    losses: Losses,
    /// Whether the file is an export of this crate.
    is_own: bool,
}

impl<'a, 'i> Reader<'a, 'i> {
    fn new(elements: &'a Elements<'a, 'i>, device: Node<'a, 'i>, lines: &Lines) -> Self {
        Self { elements, device, losses: Losses::of(lines), is_own: false }
    }

    fn block(mut self, node: Node<'a, 'i>) -> ImportBlock {
        let peripheral = self.elements.with_bases(node);
        let told = self.device_description(&peripheral);
        let (fingerprint, description) = origin::split(&told);
        self.is_own = fingerprint.is_some();
        let properties = Properties::default().within(&Element::alone(self.device)).within(&peripheral);
        let mut draft = Draft {
            name: xml::word(node, "name").unwrap_or_default(),
            description,
            base: self.number(&peripheral, "baseAddress").unwrap_or(0),
            window_bytes: self.window(&peripheral),
            width: Properties::default().within(&Element::alone(self.device)).size.unwrap_or(32),
            fingerprint,
            ..Draft::default()
        };
        if !matches!(draft.width, 8 | 16 | 32 | 64) {
            draft.width = 32;
        }
        if let Some(registers) = peripheral.child("registers") {
            draft.pages = self.pages(registers, &draft.name, properties);
        }
        match self.is_own {
            true => extension::read(self.device, &mut draft, &mut self.losses),
            false => self.foreign_memories(&peripheral, &mut draft),
        }
        loss::of_elements(node, self.device, self.is_own, &mut self.losses);
        ImportBlock { format: FORMAT, draft, losses: self.losses }
    }

    /// Our exports describe the block as the device, other files as the peripheral.
    fn device_description(&self, peripheral: &Element<'a, 'i>) -> String {
        let device = xml::child(self.device, "description").map(xml::text).unwrap_or_default();
        match origin::split(&device).0 {
            Some(_) => device,
            None => peripheral
                .child("description")
                .map(xml::text)
                .map(|text| origin::one_line(&text))
                .unwrap_or_default(),
        }
    }

    /// Returns the end of the address blocks.
    fn window(&mut self, peripheral: &Element<'a, 'i>) -> u64 {
        let blocks: Vec<Node<'_, '_>> = peripheral.children("addressBlock").collect();
        let ends = blocks.into_iter().filter_map(|block| {
            let block = Element::alone(block);
            Some(self.number(&block, "offset")?.saturating_add(self.number(&block, "size")?))
        });
        ends.collect::<Vec<_>>().into_iter().max().unwrap_or(0)
    }

    fn number(&mut self, element: &Element<'a, 'i>, name: &str) -> Option<u64> {
        let node = element.child(name)?;
        let text = xml::text(node);
        let value = number::parse(&text);
        if value.is_none() {
            let at = self.losses.at(node, loss::path(node));
            self.losses.add(&at, format!("left out: `{}` is not a number", text.trim()));
        }
        value
    }

    /// Returns the registers page by page; our exports name the pages in comments.
    fn pages(&mut self, registers: Node<'a, 'i>, name: &str, properties: Properties) -> Vec<DraftPage> {
        let mut pages: Vec<DraftPage> = Vec::new();
        for node in registers.children() {
            if let Some(comment) = node.text().filter(|_| node.is_comment() && self.is_own) {
                self.comment(comment.trim(), node, &mut pages);
                continue;
            }
            let tag = node.tag_name().name();
            if !node.is_element() || !["register", "cluster"].contains(&tag) {
                continue;
            }
            if pages.is_empty() {
                let at = self.losses.at(registers, name);
                pages.push(DraftPage { at, name: name.to_owned(), ..DraftPage::default() });
            }
            let Some(page) = pages.last_mut() else { continue };
            match tag {
                "register" => page.registers.extend(self.registers(node, "", properties)),
                _ => page.groups.extend(self.clusters(node, properties)),
            }
        }
        let is_own = self.is_own;
        for page in &mut pages {
            let runs: Vec<(u64, u64)> = page.runs_beside_registers().collect();
            page.registers = arrays::rolled(std::mem::take(&mut page.registers), &runs, 0, ARRAYS);
            if is_own {
                let registers = page.registers.iter_mut();
                registers.for_each(|register| notes::of_register_and_fields(register, None, FORMAT));
            }
        }
        pages
    }

    fn comment(&mut self, comment: &str, node: Node<'_, '_>, pages: &mut Vec<DraftPage>) {
        if let Some(name) = comment.strip_prefix("Page ") {
            let at = self.losses.at(node, name);
            pages.push(DraftPage { at, name: name.to_owned(), ..DraftPage::default() });
        } else if let Some(page) = pages.last_mut()
            && let Some(memory) = self.memory(comment, node)
        {
            page.memories.push(memory);
        }
    }

    /// Reads `Memory NAME: 16 entries of 32 bits at 0x100, RW`.
    fn memory(&mut self, comment: &str, node: Node<'_, '_>) -> Option<DraftMemory> {
        let (name, told) = comment.strip_prefix("Memory ")?.split_once(": ")?;
        let (entries, told) = told.split_once(" entries of ")?;
        let (width, told) = told.split_once(" bits at ")?;
        let (offset, access) = told.split_once(", ")?;
        let (entries, width) = (number::parse(entries)?, width.parse::<u32>().ok()?);
        Some(DraftMemory {
            at: self.losses.at(node, name),
            name: name.to_owned(),
            offset: number::parse(offset)?,
            bytes: entries.checked_mul(u64::from(width / 8))?,
            width,
            access: MapAccess::ALL.iter().copied().find(|one| one.as_str() == access)?,
            hdl_path: None,
            description: String::new(),
        })
    }

    /// Address blocks that are called buffers and have no registers.
    fn foreign_memories(&mut self, peripheral: &Element<'a, 'i>, draft: &mut Draft) {
        let blocks: Vec<Node<'_, '_>> = peripheral.children("addressBlock").collect();
        for (number, node) in blocks.into_iter().enumerate() {
            let block = Element::alone(node);
            let usage = xml::word(node, "usage");
            let range = self.number(&block, "offset").zip(self.number(&block, "size"));
            let (Some((offset, bytes)), Some("buffer")) = (range, usage.as_deref()) else { continue };
            let is_used = |page: &DraftPage| {
                page.extent().is_some_and(|(first, end)| first < offset.saturating_add(bytes) && offset < end)
            };
            if draft.pages.iter().any(is_used) {
                continue;
            }
            let name = format!("BUFFER{number}");
            let at = self.losses.at(node, &name);
            let memory = DraftMemory {
                name,
                offset,
                bytes,
                width: if offset.is_multiple_of(4) && bytes.is_multiple_of(4) { 32 } else { 8 },
                access: MapAccess::Rw,
                hdl_path: None,
                description: String::new(),
                at,
            };
            match draft.pages.first_mut() {
                Some(page) => page.memories.push(memory),
                None => draft.pages.push(DraftPage {
                    at: self.losses.at(node, &draft.name),
                    name: draft.name.clone(),
                    memories: vec![memory],
                    ..DraftPage::default()
                }),
            }
        }
    }

    /// Returns the groups that a cluster is: one, unless its elements have names instead of indices.
    fn clusters(&mut self, node: Node<'a, 'i>, properties: Properties) -> Vec<DraftGroup> {
        let cluster = self.elements.with_bases(node);
        let Some(offset) = self.number(&cluster, "addressOffset") else { return Vec::new() };
        let properties = properties.within(&cluster);
        let mut description = cluster.child("description").map(|node| self.prose(node)).unwrap_or_default();
        let elements = arrayed(&cluster, &mut self.losses);
        let mut groups = Vec::new();
        let reserved = if self.is_own { notes::take_reserved(&mut description) } else { Vec::new() };
        for Arrayed { name, offset: place, mut dims } in elements {
            if self.is_own {
                notes::take_index(&mut description, &mut dims);
            }
            let full = format!("{name}{}", "[]".repeat(dims.len()));
            let mut words = self.words(&cluster, &full, properties);
            let at = self.losses.at(node, &full);
            words = arrays::rolled(words, &[], dims.len(), ARRAYS);
            if self.is_own {
                words.iter_mut().for_each(|word| notes::of_register_and_fields(word, Some(&full), FORMAT));
            }
            let offset = offset.saturating_add(place);
            let mut group = DraftGroup {
                at,
                name,
                offset,
                dims,
                description: description.clone(),
                reserved: reserved.clone(),
                words,
            };
            groups::begin_at_a_word(&mut group, self.is_own);
            groups.push(group);
        }
        groups
    }

    /// Returns the words of a cluster, with those of the clusters in it under the names of both.
    fn words(&mut self, cluster: &Element<'a, 'i>, path: &str, properties: Properties) -> Vec<DraftRegister> {
        let nodes: Vec<Node<'_, '_>> = cluster.contents().collect();
        let mut words = Vec::new();
        for node in nodes {
            if node.tag_name().name() == "register" {
                words.extend(self.registers(node, path, properties));
                continue;
            }
            let inner = self.elements.with_bases(node);
            let Some(offset) = self.number(&inner, "addressOffset") else { continue };
            for Arrayed { name, offset: place, dims } in arrayed(&inner, &mut self.losses) {
                let path = format!("{path}.{name}{}", "[]".repeat(dims.len()));
                let of_inner = self.words(&inner, &path, properties.within(&inner));
                words.extend(groups::outer_words(of_inner, &name, offset.saturating_add(place), &dims));
            }
        }
        words
    }

    /// A text as it is in our exports; other files break their lines anywhere.
    fn prose(&self, node: Node<'_, '_>) -> String {
        let text = xml::text(node);
        if self.is_own { text } else { origin::one_line(&text) }
    }
}
