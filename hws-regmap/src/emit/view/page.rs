//! A page for a template: its registers and groups of registers in the order of their offsets.

use super::register::{RegisterView, split};
use crate::model::{Map, MapPage, MapRegister, Reserved};
use serde::Serialize;

/// A part of the window.
#[derive(Serialize)]
pub(super) struct PageView<'a> {
    name: &'a str,
    base: u32,
    size: u32,
    description: &'a str,
    nodes: Vec<NodeView<'a>>,
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
    offset: u32,
    count: u32,
    stride: u32,
    index: &'a str,
    words: Vec<RegisterView<'a>>,
    /// The numbers of the unnamed words that are mapped.
    reserved: Vec<u32>,
}

impl<'a> PageView<'a> {
    /// Creates the view of a page.
    pub(super) fn new(map: &'a Map, page: &'a MapPage) -> Self {
        Self {
            name: &page.name.value,
            base: page.base.value,
            size: page.size.value,
            description: &page.description,
            nodes: nodes(map, page),
        }
    }
}

fn nodes<'a>(map: &'a Map, page: &MapPage) -> Vec<NodeView<'a>> {
    let mut nodes = Vec::new();
    let mut done: Vec<&str> = Vec::new();
    for register in map.registers.iter().filter(|register| register.page == page.name.value) {
        match split(register).0 {
            Some(name) if done.contains(&name) => {}
            Some(name) if has_one_reset(map, name) => {
                done.push(name);
                nodes.push(NodeView { group: Some(group(map, name, register)), register: None });
            }
            _ => nodes.push(NodeView { group: None, register: Some(RegisterView::new(map, register)) }),
        }
    }
    nodes
}

/// A group is split when a word has a reset that depends on the index, because a group has one reset for
/// all elements.
fn has_one_reset(map: &Map, group: &str) -> bool {
    words(map, group).all(|word| !word.has_linear_reset())
}

fn words<'a>(map: &'a Map, group: &str) -> impl Iterator<Item = &'a MapRegister> {
    map.registers.iter().filter(move |register| split(register).0 == Some(group))
}

fn reserved<'a>(map: &'a Map, group: &str) -> impl Iterator<Item = &'a Reserved> {
    map.reserved.iter().filter(move |reserved| reserved.group.trim_end_matches("[]") == group)
}

fn group<'a>(map: &'a Map, name: &'a str, first: &'a MapRegister) -> GroupView<'a> {
    let dim = &first.dims[0];
    let starts = words(map, name).map(|word| word.offset.value);
    GroupView {
        name,
        offset: starts.chain(reserved(map, name).map(|word| word.offset)).min().unwrap_or(0),
        count: dim.count.value,
        stride: dim.stride.value,
        index: &dim.index,
        words: words(map, name).map(|word| RegisterView::new(map, word)).collect(),
        reserved: reserved(map, name).map(|word| word.word.value).collect(),
    }
}
