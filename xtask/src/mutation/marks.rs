//! The marks that the program of tests/mutation leaves in the sources: `/*{7,8*/` and `/*}*/` around the switch of the
//! mutants 7 and 8, `/*<7*/` and `/*>*/` around the text that mutant 7 puts there.

use std::ops::Range;

/// An arm of a match that a mutant switches off begins with it.
const ARM: &str = "!";

/// How far behind the beginning of a match its arms are sought, in bytes.
const REACH: usize = 3000;

#[derive(Debug, PartialEq, Eq)]
enum Mark {
    SwitchBegins(Vec<usize>),
    SwitchEnds,
    ChangeBegins(usize),
    ChangeEnds,
}

impl Mark {
    /// The mark at the beginning of a text.
    fn at(text: &str) -> Option<(Self, usize)> {
        let (inside, _) = text.strip_prefix("/*")?.split_once("*/")?;
        let mark = match inside.split_at_checked(1)? {
            ("{", numbers) => Self::SwitchBegins(self::numbers(numbers)?),
            ("}", "") => Self::SwitchEnds,
            ("<", number) => Self::ChangeBegins(number.parse().ok()?),
            (">", "") => Self::ChangeEnds,
            _ => return None,
        };
        Some((mark, "/**/".len() + inside.len()))
    }
}

fn numbers(text: &str) -> Option<Vec<usize>> {
    text.split(',').map(|number| number.parse().ok()).collect()
}

/// The marks of a text, with their bytes.
fn marks(text: &str) -> impl Iterator<Item = (Range<usize>, Mark)> {
    let mark = |(start, _)| Mark::at(&text[start..]).map(|(mark, length)| (start..start + length, mark));
    text.match_indices("/*").filter_map(mark)
}

/// The texts that mutants put there, with their marks.
fn changes(text: &str) -> Vec<(Range<usize>, usize)> {
    let (mut found, mut begun) = (Vec::new(), None);
    for (bytes, mark) in marks(text) {
        match mark {
            Mark::ChangeBegins(number) => begun = begun.or(Some((bytes.start, number))),
            Mark::ChangeEnds => {
                found.extend(begun.take().map(|(start, number)| (start..bytes.end, number)));
            }
            _ => {}
        }
    }
    found
}

/// The switches with their marks, the inner ones first.
fn switches(text: &str) -> Vec<(Range<usize>, Vec<usize>)> {
    let (mut found, mut begun) = (Vec::new(), Vec::new());
    for (bytes, mark) in marks(text) {
        match mark {
            Mark::SwitchBegins(numbers) => begun.push((bytes.start, numbers)),
            Mark::SwitchEnds => found.extend(begun.pop().map(|(start, numbers)| (start..bytes.end, numbers))),
            _ => {}
        }
    }
    found.sort_by_key(|(bytes, _)| (bytes.len(), bytes.start));
    found
}

/// The mutants that an error at these bytes belongs to.
pub(super) fn to_blame(text: &str, bytes: &Range<usize>) -> Vec<usize> {
    let has = |outer: &Range<usize>| outer.start <= bytes.start && bytes.end <= outer.end;
    if let Some((_, number)) = changes(text).into_iter().find(|(outer, _)| has(outer)) {
        return vec![number];
    }
    let inner = switches(text).into_iter().find(|(outer, _)| has(outer));
    inner.map(|(_, numbers)| numbers).unwrap_or_default()
}

/// The mutants that switch off arms of a match that begins there.
pub(super) fn arms(text: &str, start: usize) -> Vec<usize> {
    let arm = |(bytes, mark): (Range<usize>, Mark)| match mark {
        Mark::ChangeBegins(number)
            if text[..bytes.start].ends_with(ARM) && text[bytes.end..].starts_with("crate::mutant") =>
        {
            Some((bytes.start, number))
        }
        _ => None,
    };
    let is_near = |at: &usize| (start..start + REACH).contains(at);
    marks(text).filter_map(arm).filter(|(at, _)| is_near(at)).map(|(_, number)| number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A switch of the mutants 7 and 8, which has that of mutant 9 in it.
    const TEXT: &str = "let é = (/*{7,8*/if crate::mutant(7) { /*<7*/a - b/*>*/ } else \
        if crate::mutant(8) { /*<8*/a * b/*>*/ } else { a + (/*{9*/if crate::mutant(9) { /*<9*/ b/*>*/ } \
        else { !b }/*}*/) }/*}*/); /* no mark */ c";

    fn bytes(part: &str) -> Range<usize> {
        let start = TEXT.find(part).expect("a part of the text");
        start..start + part.len()
    }

    #[test]
    fn switches_begin_with_the_inner_ones() {
        let found = switches(TEXT);
        let numbers: Vec<&[usize]> = found.iter().map(|(_, numbers)| numbers.as_slice()).collect();
        assert_eq!(numbers, [&[9][..], &[7, 8]]);
        let inner = &TEXT[found[0].0.clone()];
        assert!(inner.starts_with("/*{9*/if") && inner.ends_with("{ !b }/*}*/"), "{inner}");
        let outer = &TEXT[found[1].0.clone()];
        assert!(outer.starts_with("/*{7,8*/if") && outer.ends_with(") }/*}*/"), "{outer}");
    }

    #[test]
    fn an_error_in_a_changed_text_belongs_to_its_mutant() {
        assert_eq!(to_blame(TEXT, &bytes("a - b")), [7]);
        assert_eq!(to_blame(TEXT, &bytes("a * b")), [8]);
        assert_eq!(to_blame(TEXT, &bytes("/*<9*/ b/*>*/")), [9]);
    }

    #[test]
    fn another_error_belongs_to_the_innermost_switch_around_it() {
        assert_eq!(to_blame(TEXT, &bytes("!b")), [9]);
        assert_eq!(to_blame(TEXT, &bytes("a + (")), [7, 8]);
        // It reaches from one changed text into another.
        assert_eq!(to_blame(TEXT, &bytes("- b/*>*/ } else if crate::mutant(8) { /*<8*/a *")), [7, 8]);
    }

    #[test]
    fn an_error_outside_belongs_to_no_mutant() {
        assert!(to_blame(TEXT, &bytes("let é")).is_empty());
        assert!(to_blame(TEXT, &bytes("; /* no mark */ c")).is_empty());
        assert!(to_blame(TEXT, &(0..TEXT.len())).is_empty());
    }

    #[test]
    fn other_comments_are_no_marks() {
        for text in ["/* 7 */", "/*{a*/", "/*{7", "/*<7,8*/", "/*}7*/", "/**/", "/*é*/"] {
            assert_eq!(marks(text).count(), 0, "{text}");
        }
        // As where a mutant puts nothing there, or a dereference.
        assert_eq!(changes("/*<7*//*>*/").len(), 1);
        assert_eq!(changes("/*<7*/*a/*>*/").len(), 1);
    }

    #[test]
    fn arms_are_those_behind_the_beginning_of_the_match() {
        let arm = |number: usize| {
            format!("_ if /*{{{number}*/!/*<{number}*/crate::mutant({number})/*>*//*}}*/ => 1,\n")
        };
        let text = format!(
            "{}match é {{ {} /*<5*/crate::mutant/*>*/ {}}} {} {}",
            arm(1),
            arm(2),
            arm(3),
            "é".repeat(1600),
            arm(4)
        );
        assert_eq!(arms(&text, text.find("match").expect("a match")), [2, 3]);
    }
}
