//! Which arrays a format with regular arrays can show as arrays, and which it has to unroll.
//!
//! Most formats know an array only as one run of addresses that belongs to it alone. A group whose elements lie between
//! those of another array, or whose words reset to values that depend on the index, is therefore shown as arrays of
//! its words, and an array that lies between the elements of another one is shown element by element.

use super::register::{regular_stride, split};
use crate::model::{Dim, Map, MapRegister};
use crate::names::Symbols;
use std::collections::{BTreeMap, BTreeSet};

/// The groups and arrays of a map.
pub(super) struct Layout<'a> {
    words: BTreeMap<&'a str, Vec<&'a MapRegister>>,
    /// The groups that are shown as groups.
    whole: BTreeSet<&'a str>,
    /// The registers, outside those groups, whose elements lie between those of others.
    interleaved: BTreeSet<&'a str>,
    /// The names in C.
    pub(super) symbols: Symbols,
}

/// A run of addresses, and the register or group that it is from.
struct Run<'a> {
    first: u64,
    end: u64,
    name: &'a str,
}

impl<'a> Layout<'a> {
    /// Creates the layout of a valid map whose names in C begin with the prefix.
    pub(super) fn new(map: &'a Map, prefix: &str) -> Self {
        let mut words: BTreeMap<&'a str, Vec<&'a MapRegister>> = BTreeMap::new();
        for register in &map.registers {
            if let Some(group) = split(register).0 {
                words.entry(group).or_default().push(register);
            }
        }
        let regular = words.iter().filter(|(_, words)| is_regular(words)).map(|(name, _)| *name);
        let mut whole: BTreeSet<&'a str> = regular.collect();
        let clashing = clashes(&runs(map, &words, &whole));
        whole.retain(|name| !clashing.contains(name));
        let interleaved = clashes(&runs(map, &words, &whole));
        Self { words, whole, interleaved, symbols: Symbols::new(map, prefix) }
    }

    /// Returns whether the group is shown as a group.
    pub(super) fn is_whole(&self, group: &str) -> bool {
        self.whole.contains(group)
    }

    /// Returns the words of a group, by offset.
    pub(super) fn words(&self, group: &str) -> &[&'a MapRegister] {
        self.words.get(group).map_or(&[], Vec::as_slice)
    }

    /// Returns whether elements of the array lie between those of another one.
    pub(super) fn is_interleaved(&self, register: &MapRegister) -> bool {
        self.interleaved.contains(register.name.value.as_str())
    }
}

/// A group has one reset for all elements and regular arrays in it.
fn is_regular(words: &[&MapRegister]) -> bool {
    let Some(first) = words.first() else { return false };
    let own = split(first).2;
    let outer = first.dims.get(..own).unwrap_or_default();
    let has_runs = outer.len() < 2 || regular_stride(outer).is_some();
    let starts = words.iter().map(|word| word.offset.value).min().unwrap_or(0);
    let mut inner: Vec<Run<'_>> = words
        .iter()
        .map(|word| Run { first: word.offset.value, end: own_end(word, own), name: &word.name.value })
        .collect();
    inner.sort_by_key(|run| run.first);
    let fits = regular_stride(outer).is_none_or(|stride| inner.iter().all(|run| run.end - starts <= stride));
    has_runs && fits && clashes(&inner).is_empty() && words.iter().all(|word| !word.has_linear_reset())
}

/// Returns the byte after a word in element 0 of its group, whose dimensions are the first `own` ones.
pub(super) fn own_end(word: &MapRegister, own: usize) -> u64 {
    reach(word.offset.value + word.bytes(), word.dims.get(own..).unwrap_or_default())
}

fn reach(end: u64, dims: &[Dim]) -> u64 {
    dims.iter().fold(end, |end, dim| end + u64::from(dim.count.value.saturating_sub(1)) * dim.stride.value)
}

/// Returns the run of every register and whole group, by its first byte.
fn runs<'a>(
    map: &'a Map,
    words: &BTreeMap<&'a str, Vec<&'a MapRegister>>,
    whole: &BTreeSet<&'a str>,
) -> Vec<Run<'a>> {
    let own = |register: &&MapRegister| !split(register).0.is_some_and(|group| whole.contains(group));
    let registers = map.registers.iter().filter(own).map(|register| Run {
        first: register.offset.value,
        end: reach(register.offset.value + register.bytes(), &register.dims),
        name: &register.name.value,
    });
    let groups = words.iter().filter(|(name, _)| whole.contains(*name)).map(|(name, words)| Run {
        first: words.iter().map(|word| word.offset.value).min().unwrap_or(0),
        end: words.iter().map(|word| reach(word.offset.value + word.bytes(), &word.dims)).max().unwrap_or(0),
        name,
    });
    let memories = map.memories.iter().map(|memory| Run {
        first: memory.offset.value,
        end: memory.offset.value + memory.bytes.value,
        name: &memory.name.value,
    });
    let mut runs: Vec<Run<'a>> = registers.chain(groups).chain(memories).collect();
    runs.sort_by_key(|run| run.first);
    runs
}

/// Returns the names of all runs that overlap with another one.
fn clashes<'a>(runs: &[Run<'a>]) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    let mut farthest: Option<&Run<'a>> = None;
    for run in runs {
        if let Some(before) = farthest.filter(|before| before.end > run.first) {
            names.extend([before.name, run.name]);
        }
        if farthest.is_none_or(|before| before.end < run.end) {
            farthest = Some(run);
        }
    }
    names
}
