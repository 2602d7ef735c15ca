//! SystemRDL 2.0: a block for each address map with something in it.
//!
//! The language has a preprocessor, parameters and properties that are assigned from anywhere, and one compiler that is
//! kept well: systemrdl-compiler, a library for Python. [`SYSTEMRDL_READER`] is a program for it, which prints what is
//! in a file; this module reads that.

mod field;
mod json;
mod register;

use super::draft::{Draft, DraftEnum, DraftMemory, DraftPage, DraftParameter, Spot};
use super::losses::Losses;
use super::{ImportBlock, MapImportError, arrays, groups, notes, origin, pages};
use crate::model::{MapAccess, MapImportFormat};
use json::{Block, Mem, Node, Output, Own};

/// The text of a program for Python 3 with the package `systemrdl-compiler`: `read.py [--include FOLDER]… FILE` prints
/// the blocks of a file in the form that [`super::read`] takes. Its exit status is 0, 1 for a file that the compiler
/// refuses, with its messages on standard error, or 3 without the package.
pub const SYSTEMRDL_READER: &str = include_str!("systemrdl/read.py");

const FORMAT: MapImportFormat = MapImportFormat::SystemRdl;

/// SystemRDL has arrays of equal distances.
const ARRAYS: arrays::ArrayForm = arrays::ArrayForm { is_packed: false };

/// Reads what the program has printed.
pub(super) fn read(text: &str) -> Result<Vec<ImportBlock>, MapImportError> {
    let output: Output = serde_json::from_str(text).map_err(|error| MapImportError::Malformed {
        line: u32::try_from(error.line()).unwrap_or(u32::MAX),
        reason: format!("this is not what the reader of SystemRDL prints: {error}"),
    })?;
    let Output { own, blocks } = output;
    Ok(blocks.into_iter().map(|block| Reader::default().block(block, own.as_ref())).collect())
}

/// Reads one block.
#[derive(Default)]
struct Reader {
    losses: Losses,
    /// Whether the file is an export of this crate.
    is_own: bool,
}

impl Reader {
    fn block(mut self, block: Block, own: Option<&Own>) -> ImportBlock {
        let told = block.common.description.clone().unwrap_or_default();
        let (fingerprint, description) = origin::split(&told);
        self.is_own = fingerprint.is_some() && own.is_some();
        let at = self.losses.spot(block.common.line, "");
        self.lost(&block.common.lost, &at);
        for inner in &block.blocks_in_it {
            self.losses.add(&at, format!("the address map `{inner}` in it, which is a block of its own"));
        }
        let parameters = self.parameters(&block, own.filter(|_| self.is_own));
        let title = block.common.title.clone().filter(|_| self.is_own);
        let mut draft = Draft {
            name: title.unwrap_or(block.path.replace('.', "_")),
            description: if self.is_own { description } else { self.about(&block.common) },
            base: block.base,
            width: own.map_or_else(|| usual_width(&block.contents), |own| own.width),
            parameters,
            fingerprint: fingerprint.filter(|_| self.is_own),
            ..Draft::default()
        };
        if let Some(own) = own.filter(|_| self.is_own) {
            let enums = own.enums.iter().map(|one| self.enumeration(one, 64, &at));
            draft.enums = enums.collect::<Vec<DraftEnum>>();
            draft.pages = self.own_pages(own);
            draft.window_bytes = own.window.unwrap_or(0);
            notes::of_map(&mut draft);
        } else {
            let page = DraftPage {
                at: self.losses.spot(block.common.line, ""),
                name: draft.name.clone(),
                ..DraftPage::default()
            };
            draft.pages.push(page);
        }
        in_order(block.contents).into_iter().for_each(|node| self.add(node, &mut draft.pages));
        for page in &mut draft.pages {
            self.settle(page);
        }
        pages::bound(&mut draft);
        ImportBlock { format: FORMAT, draft, losses: self.losses }
    }

    /// Returns the parameters that are numbers. Our exports have names, limits and descriptions of them in comments.
    fn parameters(&mut self, block: &Block, own: Option<&Own>) -> Vec<DraftParameter> {
        let mut parameters = Vec::new();
        for (place, json::Parameter { name, value }) in block.parameters.iter().enumerate() {
            let told = own.and_then(|own| own.parameters.get(place));
            let at = self.losses.spot(told.map_or(block.common.line, |told| told.line), name);
            let Some(value) = *value else {
                self.losses.add(&at, "left out: the value of a parameter is not a number");
                continue;
            };
            let mut parameter = DraftParameter::new(at, name.clone(), value);
            if let Some(json::OwnParameter { name, limits, description, .. }) = told {
                name.clone_into(&mut parameter.name);
                description.clone_into(&mut parameter.description);
                parameter.limits = Some(*limits).filter(|(min, max)| (*min..=*max).contains(&value));
                notes::of_parameter(&mut parameter);
            }
            parameters.push(parameter);
        }
        parameters
    }

    fn own_pages(&mut self, own: &Own) -> Vec<DraftPage> {
        let page = |page: &json::Page| DraftPage {
            at: self.losses.spot(page.line, &page.name),
            name: page.name.clone(),
            range: page.range,
            description: page.description.clone(),
            ..DraftPage::default()
        };
        own.pages.iter().map(page).collect()
    }

    /// Adds something to the page that it is written on.
    fn add(&mut self, node: Node, pages: &mut [DraftPage]) {
        let after = pages.partition_point(|page| page.at.line <= node.line());
        let Some(page) = pages.get_mut(after.max(1) - 1) else { return };
        match node {
            Node::Reg(reg) => page.registers.extend(self.register(reg, "")),
            Node::Regfile(file) => page.groups.push(self.group(file)),
            Node::Mem(memory) => page.memories.extend(self.memory(memory)),
        }
    }

    fn memory(&mut self, memory: Mem) -> Option<DraftMemory> {
        let name = self.own_title(&memory.common).unwrap_or(memory.common.name.clone());
        let at = self.losses.spot(memory.common.line, &name);
        self.lost(&memory.common.lost, &at);
        if !memory.place.dims.is_empty() {
            self.losses.add(&at, "that it is an array of memories: only the first one is in the map");
        }
        if memory.registers > 0 {
            self.losses.add(&at, format!("the {} registers in it", memory.registers));
        }
        let bytes = memory.entries.checked_mul(u64::from(memory.width).div_ceil(8));
        let Some(bytes) = bytes.filter(|_| matches!(memory.width, 8 | 16 | 32 | 64)) else {
            self.losses.add(&at, format!("left out: a memory with entries of {} bits", memory.width));
            return None;
        };
        Some(DraftMemory {
            at,
            name,
            offset: memory.place.offset,
            bytes,
            width: memory.width,
            access: match memory.sw.as_deref() {
                Some("r") => MapAccess::Ro,
                Some("w") => MapAccess::Wo,
                _ => MapAccess::Rw,
            },
            hdl_path: memory.hdl_path.clone(),
            description: self.about(&memory.common),
        })
    }

    /// Puts together what the format does not show as arrays and groups.
    fn settle(&mut self, page: &mut DraftPage) {
        let taken = std::mem::take(&mut page.registers);
        let runs: Vec<(u64, u64)> = page.runs_beside_registers().collect();
        page.registers = arrays::rolled(taken, &runs, 0, ARRAYS);
        if self.is_own {
            groups::restore(page, &mut self.losses);
            let registers = page.registers.iter_mut();
            registers.for_each(|register| notes::of_register_and_fields(register, None, FORMAT));
            groups::read_notes(page, FORMAT);
        }
        page.groups.iter_mut().for_each(|group| groups::begin_at_a_word(group, self.is_own));
    }

    fn lost(&mut self, properties: &[String], at: &Spot) {
        // Our exports set it for commands, of which the description says so too.
        for property in properties.iter().filter(|property| !(self.is_own && *property == "swmod")) {
            self.losses.add(at, format!("the property `{property}`"));
        }
    }
}

/// Returns the components in the order of the file: the compiler has sorted them by address.
fn in_order(mut nodes: Vec<Node>) -> Vec<Node> {
    nodes.sort_by_key(Node::line);
    nodes
}

/// Returns the width of most registers.
fn usual_width(nodes: &[Node]) -> u32 {
    let mut counts = [(32, 0), (8, 0), (16, 0), (64, 0)];
    json::registers(nodes, &mut |reg| {
        counts.iter_mut().filter(|(width, _)| *width == reg.width).for_each(|(_, count)| *count += 1);
    });
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(32, |(width, _)| *width)
}
