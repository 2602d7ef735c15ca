//! A page for a template: its registers and groups of registers in the order of their offsets.

use super::layout::Layout;
use super::register::{DimView, InstanceView, RegisterView, dim, instances_of, regular_stride, split};
use crate::model::{Map, MapGroup, MapMemory, MapPage, MapRegister, Reserved};
use serde::Serialize;

/// A part of the window.
#[derive(Serialize)]
pub(super) struct PageView<'a> {
    name: &'a str,
    base: u64,
    size: u64,
    description: &'a str,
    nodes: Vec<NodeView<'a>>,
    memories: Vec<MemoryView<'a>>,
    /// The page in pieces: its memories, and what is around them.
    ranges: Vec<RangeView<'a>>,
}

/// Exactly one of the two is present.
#[derive(Serialize)]
struct NodeView<'a> {
    register: Option<RegisterView<'a>>,
    group: Option<GroupView<'a>>,
}

/// An array of elements with several words each.
#[derive(Serialize)]
struct GroupView<'a> {
    name: &'a str,
    /// Of element 0.
    offset: u64,
    /// None for a single element.
    dims: Vec<DimView<'a>>,
    /// The number of elements; 1 for a single one.
    count: u32,
    /// Bytes between elements; the bytes of a single one.
    stride: u64,
    /// The meaning of its indices; empty if they have none.
    index: String,
    description: &'a str,
    /// The description with the meaning of the indices, and the unnamed words.
    full_description: String,
    /// Of every element, with its offset in the window, if there are several dimensions.
    instances: Vec<InstanceView>,
    words: Vec<RegisterView<'a>>,
    /// The numbers of the unnamed words that are mapped.
    reserved: Vec<u64>,
}

/// What readers have to know about a group, whether or not it is shown as a group.
#[derive(Serialize)]
pub(super) struct GroupNoteView<'a> {
    name: &'a str,
    description: &'a str,
    /// The numbers of the unnamed words that are mapped.
    reserved: Vec<u64>,
}

/// An address range without registers.
#[derive(Serialize)]
pub(super) struct MemoryView<'a> {
    name: &'a str,
    page: &'a str,
    offset: u64,
    bytes: u64,
    width: u32,
    entries: u64,
    access: &'static str,
    hdl_path: Option<&'a str>,
    description: &'a str,
    /// The description with the place in the RTL.
    full_description: String,
}

/// A piece of the window: a memory, or a range of registers.
#[derive(Serialize)]
pub(super) struct RangeView<'a> {
    first: u64,
    bytes: u64,
    memory: Option<MemoryView<'a>>,
}

impl<'a> PageView<'a> {
    /// Creates the view of a page.
    pub(super) fn new(map: &'a Map, page: &'a MapPage, layout: &Layout<'a>) -> Self {
        let own = |memory: &&MapMemory| memory.page == page.name.value;
        Self {
            name: &page.name.value,
            base: page.base.value,
            size: page.size.value,
            description: &page.description,
            nodes: nodes(map, page, layout),
            memories: map.memories.iter().filter(own).map(memory).collect(),
            ranges: ranges(map, page.base.value, page.size.value),
        }
    }
}

pub(super) fn memory(memory: &MapMemory) -> MemoryView<'_> {
    MemoryView {
        name: &memory.name.value,
        page: &memory.page,
        offset: memory.offset.value,
        bytes: memory.bytes.value,
        width: memory.width.value,
        entries: memory.entries(),
        access: memory.access.value.as_str(),
        hdl_path: memory.hdl_path.as_deref(),
        description: &memory.description,
        full_description: super::notes::of_memory(&memory.description, memory.hdl_path.as_deref()),
    }
}

/// Returns the memories in a range of addresses and what is around them, by address; a page without registers has
/// nothing around its memories.
pub(super) fn ranges<'a>(map: &'a Map, first: u64, bytes: u64) -> Vec<RangeView<'a>> {
    let end = first + bytes;
    let registers = |first: u64, end: u64| {
        let is_inside =
            |register: &MapRegister| register.offsets().iter().any(|offset| (first..end).contains(offset));
        let is_used = map.memories.is_empty() || map.registers.iter().any(is_inside);
        (first < end && is_used).then(|| RangeView { first, bytes: end - first, memory: None })
    };
    let is_inside = |memory: &&MapMemory| (first..end).contains(&memory.offset.value);
    let mut memories: Vec<&MapMemory> = map.memories.iter().filter(is_inside).collect();
    memories.sort_by_key(|memory| memory.offset.value);
    let (mut ranges, mut next) = (Vec::new(), first);
    for place in memories {
        let (first, bytes) = (place.offset.value, place.bytes.value);
        ranges.extend(registers(next, first));
        ranges.push(RangeView { first, bytes, memory: Some(memory(place)) });
        next = first + bytes;
    }
    ranges.extend(registers(next, end));
    ranges
}

pub(super) fn note<'a>(map: &'a Map, group: &'a MapGroup) -> GroupNoteView<'a> {
    GroupNoteView {
        name: &group.name.value,
        description: &group.description,
        reserved: reserved(map, &group.name.value).map(|word| word.word.value).collect(),
    }
}

fn nodes<'a>(map: &'a Map, page: &MapPage, layout: &Layout<'a>) -> Vec<NodeView<'a>> {
    let mut nodes = Vec::new();
    let mut done = std::collections::BTreeSet::new();
    for register in map.registers.iter().filter(|register| register.page == page.name.value) {
        match split(register).0 {
            Some(name) if done.contains(name) => {}
            Some(name) if layout.is_whole(name) => {
                done.insert(name);
                nodes.push(NodeView { group: Some(group(map, name, layout)), register: None });
            }
            _ => nodes.push(NodeView { group: None, register: Some(RegisterView::new(register, layout)) }),
        }
    }
    nodes
}

fn reserved<'a>(map: &'a Map, group: &str) -> impl Iterator<Item = &'a Reserved> {
    map.reserved.iter().filter(move |reserved| reserved.group.trim_end_matches("[]") == group)
}

fn group<'a>(map: &'a Map, name: &'a str, layout: &Layout<'a>) -> GroupView<'a> {
    let words: &[&'a MapRegister] = layout.words(name);
    let own = words.first().map_or(0, |first| split(first).2);
    let dims = words.first().and_then(|first| first.dims.get(..own)).unwrap_or_default();
    let starts = words.iter().map(|word| word.offset.value);
    let offset = starts.chain(reserved(map, name).map(|word| word.offset)).min().unwrap_or(0);
    let end = words.iter().map(|word| super::layout::own_end(word, own)).max().unwrap_or(offset);
    let found = map.groups.iter().find(|group| group.name.value == name);
    let description = found.map_or("", |group| &group.description);
    let index = super::notes::indices(dims);
    // In words from the first byte that is shown of the group.
    let unnamed = reserved(map, name).map(|word| word.offset - offset);
    let unnamed: Vec<u64> = unnamed.filter(|byte| byte % 4 == 0).map(|byte| byte / 4).collect();
    GroupView {
        name,
        full_description: super::notes::of_group(description, &index, &unnamed),
        offset,
        count: dims.iter().fold(1, |product, dim| product * dim.count.value),
        stride: regular_stride(dims).unwrap_or(end - offset),
        index,
        description,
        instances: if dims.len() > 1 { instances_of(offset, dims) } else { Vec::new() },
        dims: dims.iter().map(dim).collect(),
        words: words.iter().map(|word| RegisterView::new(word, layout)).collect(),
        reserved: reserved(map, name).map(|word| word.word.value).collect(),
    }
}
