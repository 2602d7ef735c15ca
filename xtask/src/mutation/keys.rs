//! The names of mutants in the lists of survivors: they stay when lines are added above.

use super::list::Mutant;
use crate::repository::Outcome;
use std::collections::BTreeMap;

/// The keys of all mutants; the second of a name and a line is numbered, and so on. `read` gives the text of a file.
pub(super) fn of(mutants: &[Mutant], read: impl Fn(&str) -> Outcome<String>) -> Outcome<Vec<String>> {
    let (mut texts, mut seen) = (BTreeMap::new(), BTreeMap::new());
    let mut keys = Vec::new();
    for mutant in mutants {
        let file = mutant.file.as_str();
        if !texts.contains_key(file) {
            texts.insert(file, read(file)?);
        }
        keys.push(numbered(key(mutant, &texts[file])?, &mut seen));
    }
    Ok(keys)
}

/// The name of a mutant without its line and column, and its line.
fn key(mutant: &Mutant, text: &str) -> Outcome<String> {
    let number = mutant.span.start.line;
    let line = text.lines().nth(number.wrapping_sub(1));
    let line = line.ok_or_else(|| format!("{}: no line {number}", mutant.file))?;
    Ok(format!("{} | {}", without_place(&mutant.name), line.trim()))
}

/// `file: words` of `file:line:column: words`.
fn without_place(name: &str) -> String {
    let is_number = |text: &str| text.parse::<usize>().is_ok();
    let parts = name.split_once(": ").map(|(place, words)| (place.splitn(3, ':').collect::<Vec<_>>(), words));
    match parts {
        Some((place, words)) if place.len() == 3 && place[1..].iter().all(|part| is_number(part)) => {
            format!("{}: {words}", place[0])
        }
        _ => name.to_owned(),
    }
}

fn numbered(key: String, seen: &mut BTreeMap<String, usize>) -> String {
    let count = seen.entry(key.clone()).or_default();
    *count += 1;
    if *count == 1 { key } else { format!("{key} ({count})") }
}

#[cfg(test)]
mod tests {
    use super::super::list::example;
    use super::*;

    #[test]
    fn equal_names_on_equal_lines_are_counted() {
        let mut mutants = vec![
            example("a/b.rs", "a/b.rs:1:3: replace + with - in c"),
            example("a/b.rs", "a/b.rs:1:7: replace + with - in c"),
            example("a/b.rs", "a/b.rs:1:7: replace + with * in c"),
            example("a/b.rs", "a/b.rs:3:9: replace + with - in c"),
            example("a/b.rs", "a/b.rs:2:9: replace + with - in c"),
        ];
        mutants[3].span.start.line = 3;
        mutants[4].span.start.line = 2;
        let read = |file: &str| {
            assert_eq!(file, "a/b.rs");
            Ok("  d + e + f\ng + h\n\td + e + f \n".to_owned())
        };
        let expected = [
            "a/b.rs: replace + with - in c | d + e + f",
            "a/b.rs: replace + with - in c | d + e + f (2)",
            "a/b.rs: replace + with * in c | d + e + f",
            "a/b.rs: replace + with - in c | d + e + f (3)",
            "a/b.rs: replace + with - in c | g + h",
        ];
        assert_eq!(of(&mutants, read).expect("keys"), expected);
    }

    #[test]
    fn only_a_place_is_left_out() {
        assert_eq!(
            without_place("a/b.rs:10:20: delete ! in c::d: 1:2: e"),
            "a/b.rs: delete ! in c::d: 1:2: e"
        );
        assert_eq!(without_place("a/b.rs:10: delete !"), "a/b.rs:10: delete !");
        assert_eq!(without_place("a/b.rs:x:20: delete !"), "a/b.rs:x:20: delete !");
    }

    #[test]
    fn a_line_that_is_missing_is_a_fault() {
        let mutant = example("a/b.rs", "a/b.rs:1:1: delete !");
        assert_eq!(of(&[mutant], |_| Ok(String::new())), Err("a/b.rs: no line 1".to_owned()));
    }
}
