//! Groups that a format has shown as arrays of their words, put together again by the names that the words had in the
//! map.

use super::draft::{DraftDim, DraftGroup, DraftPage, DraftRegister};
use super::losses::Losses;
use super::notes;
use crate::model::MapImportFormat;

/// Makes groups of the registers of a page that were words of groups.
pub(super) fn restore(page: &mut DraftPage, losses: &mut Losses) {
    let (words, registers): (Vec<DraftRegister>, Vec<DraftRegister>) =
        std::mem::take(&mut page.registers).into_iter().partition(|register| group_of(register).is_some());
    page.registers = registers;
    let mut names: Vec<String> = words.iter().filter_map(group_of).collect();
    names.dedup();
    for name in names {
        if page.groups.iter().any(|group| full_name(group) == name) {
            continue;
        }
        let own: Vec<&DraftRegister> =
            words.iter().filter(|word| group_of(word).as_ref() == Some(&name)).collect();
        match group(&name, &own, losses) {
            Some(group) => page.groups.push(group),
            None => page.registers.extend(own.into_iter().cloned()),
        }
    }
}

/// Returns the full name of the group that the register was a word of: `CH[]`.
fn group_of(register: &DraftRegister) -> Option<String> {
    register.title.as_ref()?.split_once('.').map(|(group, _)| group.to_owned())
}

fn full_name(group: &DraftGroup) -> String {
    format!("{}{}", group.name, "[]".repeat(group.dims.len()))
}

fn group(full: &str, words: &[&DraftRegister], losses: &mut Losses) -> Option<DraftGroup> {
    let first = words.first()?;
    let own = full.matches("[]").count();
    let offset = words.iter().map(|word| word.offset).min()?;
    let dims: Vec<DraftDim> =
        first.dims.get(..own)?.iter().map(|dim| DraftDim { index: String::new(), ..dim.clone() }).collect();
    let is_one_element = |word: &&DraftRegister| {
        word.dims.get(..own).is_some_and(|outer| {
            outer.iter().zip(&dims).all(|(one, other)| {
                one.count == other.count && (one.stride == other.stride || one.count == 1)
            })
        })
    };
    words.iter().all(is_one_element).then_some(())?;
    let word = |word: &&DraftRegister| {
        let title = word.title.as_ref()?.split_once('.')?.1.trim_end_matches("[]").to_owned();
        let dims = word.dims.get(own..)?.to_vec();
        Some(DraftRegister { name: title, offset: word.offset - offset, dims, ..(*word).clone() })
    };
    let words: Option<Vec<DraftRegister>> = words.iter().map(word).collect();
    let name = full.trim_end_matches("[]").to_owned();
    let at = losses.spot(first.at.line, full);
    Some(DraftGroup { at, name, offset, dims, words: words?, ..DraftGroup::default() })
}

/// Reads the sentences at the ends of the descriptions of the groups of a page and of their words.
pub(super) fn read_notes(page: &mut DraftPage, format: MapImportFormat) {
    for group in &mut page.groups {
        group.reserved = notes::take_reserved(&mut group.description);
        notes::take_index(&mut group.description, &mut group.dims);
        let full = full_name(group);
        group.words.iter_mut().for_each(|word| notes::of_register_and_fields(word, Some(&full), format));
    }
    page.memories.iter_mut().for_each(|memory| notes::of_memory(memory, format));
}

/// Returns the words of a group in a group as words of the outer one, under the names of both.
pub(super) fn outer_words(
    words: Vec<DraftRegister>,
    name: &str,
    offset: u64,
    dims: &[DraftDim],
) -> impl Iterator<Item = DraftRegister> {
    words.into_iter().map(move |word| DraftRegister {
        name: format!("{name}_{}", word.name),
        offset: offset.saturating_add(word.offset),
        dims: [dims, &word.dims].concat(),
        ..word
    })
}

/// Groups of more words have no unnamed ones.
const MOST_WORDS: u64 = 1 << 16;

/// Lets a group begin with a word. In our exports, a group that does not has unnamed words, all of which are mapped if
/// nothing is said of them.
pub(super) fn begin_at_a_word(group: &mut DraftGroup, is_own: bool) {
    if !group.reserved.is_empty() {
        return;
    }
    let Some(first) = group.words.iter().map(|word| word.offset).min().filter(|first| *first > 0) else {
        return;
    };
    if is_own {
        let stride = group.dims.last().map_or(first, |dim| dim.stride);
        let is_free = |word: &u64| {
            let bytes = (4 * word, 4 * word + 4);
            !group.words.iter().any(|one| one.offset < bytes.1 && bytes.0 < one.end())
        };
        group.reserved = (0..(stride / 4).min(MOST_WORDS)).filter(is_free).collect();
    } else {
        group.offset = group.offset.saturating_add(first);
        group.words.iter_mut().for_each(|word| word.offset -= first);
    }
}
