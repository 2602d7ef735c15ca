//! Names of other formats as names of a map.

use super::draft::{Draft, DraftRegister, Spot};
use super::losses::Losses;
use crate::names::pascal_case;

/// Gives everything a name that a map may have, and lists what is called differently from then on.
pub(super) fn make_legal(draft: &mut Draft, losses: &mut Losses) {
    let mut name = |at: &Spot, name: &mut String| {
        let legal = legal(name);
        if legal != *name {
            losses.add(at, format!("`{name}` is not a name of a map: called `{legal}`"));
            *name = legal;
        }
    };
    name(&Spot::default(), &mut draft.name);
    draft.parameters.iter_mut().for_each(|one| name(&one.at, &mut one.name));
    for value in draft.enums.iter_mut().flat_map(|one| &mut one.values) {
        name(&value.at, &mut value.name);
    }
    let mut register = |register: &mut DraftRegister| {
        name(&register.at, &mut register.name);
        register.fields.iter_mut().for_each(|field| name(&field.at, &mut field.name));
    };
    for page in &mut draft.pages {
        page.registers.iter_mut().for_each(&mut register);
        page.groups.iter_mut().flat_map(|group| &mut group.words).for_each(&mut register);
    }
    for page in &mut draft.pages {
        name(&page.at, &mut page.name);
        page.groups.iter_mut().for_each(|group| name(&group.at, &mut group.name));
        page.memories.iter_mut().for_each(|memory| name(&memory.at, &mut memory.name));
    }
}

/// Returns the name with letters, digits and underscores only, beginning with a letter.
fn legal(name: &str) -> String {
    let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    match word.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => word,
        Some('_') if word.contains(|c: char| c.is_ascii_alphabetic()) => {
            word.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).to_owned()
        }
        _ => format!("N{word}"),
    }
}

/// Returns the name of a type: `rx-level` as `RxLevel`; a name that already has this form stays as it is.
pub(super) fn type_name(name: &str) -> String {
    let is_pascal = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric())
        && (name.len() == 1 || name.contains(|c: char| c.is_ascii_lowercase()));
    if is_pascal {
        return name.to_owned();
    }
    let pascal = pascal_case(name);
    if pascal.starts_with(|c: char| c.is_ascii_uppercase()) { pascal } else { format!("Type{pascal}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words_that_begin_with_a_letter() {
        for (name, expected) in [
            ("CTRL", "CTRL"),
            ("ctrl.b-1", "ctrl_b_1"),
            ("8BIT", "N8BIT"),
            ("_reserved", "reserved"),
            ("_1", "N_1"),
            ("", "N"),
            ("größe", "gr__e"),
        ] {
            assert_eq!(legal(name), expected, "{name}");
        }
        for (name, expected) in [
            ("RxLevel", "RxLevel"),
            ("rx-level", "RxLevel"),
            ("RX_LEVEL", "RxLevel"),
            ("4way", "Type4way"),
            ("UART", "Uart"),
        ] {
            assert_eq!(type_name(name), expected, "{name}");
        }
    }
}
