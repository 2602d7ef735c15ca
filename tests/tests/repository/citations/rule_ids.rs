//! Rules that have a letter and a number: I4, E10, N12.

use super::anchors::Specification;

/// The letter of a series, its page, its last number.
pub(crate) const SERIES: [(char, &str, u32); 8] = [
    ('I', "verification.md", 13),
    ('D', "verification.md", 27),
    ('N', "planner.md", 20),
    ('G', "planner.md", 18),
    ('T', "planner.md", 18),
    ('J', "planner.md", 18),
    ('E', "planner.md", 20),
    ('W', "planner.md", 9),
];

/// Integer types of ONNX and of tables have names like those of invariants.
const TYPES: [&str; 3] = ["I16", "I32", "I64"];

/// The ids in the text that are not in the specification, with their lines.
pub(crate) fn unknown(text: &str, specification: &Specification) -> Vec<(usize, String)> {
    let numbered = text.lines().enumerate();
    let ids = numbered.flat_map(|(at, line)| words(line).filter(is_id).map(move |word| (at + 1, word)));
    let is_unknown =
        |id: &str| !SERIES.iter().any(|(_, page, _)| specification.has(page, &id.to_lowercase()));
    ids.filter(|(_, id)| is_unknown(id)).map(|(line, id)| (line, id.to_owned())).collect()
}

/// Words of prose, not parts of names, numbers, paths or code.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let outside_code = line.split('`').step_by(2);
    outside_code
        .flat_map(|part| part.split([' ', '(', ')', ',', ';', ':', '–', '/', '|', '*', '[', ']']))
        .map(|word| word.trim_end_matches(['.', '!', '?', '"']).trim_start_matches('"'))
        .map(|word| word.strip_suffix("'s").unwrap_or(word))
}

fn is_id(word: &&str) -> bool {
    let Some(letter) = word.chars().next() else { return false };
    let digits = &word[letter.len_utf8()..];
    let is_number = matches!(digits.len(), 1 | 2) && digits.chars().all(|c| c.is_ascii_digit());
    is_number && SERIES.iter().any(|(of, ..)| *of == letter) && !TYPES.contains(word)
}

#[test]
fn ids_are_found_in_prose_only() {
    let specification = Specification::with("verification.md", &["i4"]);
    let found = |text: &str| unknown(text, &specification).into_iter().map(|(_, id)| id).collect::<Vec<_>>();
    assert_eq!(found("I4, \"I4\", (I4–I14), I14's. **E21** [D28](x)"), ["I14", "I14", "E21", "D28"]);
    assert_eq!(found("`I14` I14x 0xE21 I64 I 14 W1C N_RS T E2E t14 DIN99"), [""; 0]);
    assert_eq!(unknown("a\nT19", &specification), [(2, "T19".to_owned())]);
}
