//! Phrases that are not English: pronouns and relative clauses in place of a noun and a verb. `docs/style.md` has the rule.
//!
//! Pages, comments, help and messages are read alike: a name in code has no space, so code contains none of the phrases.

use super::files::{self, File};

/// A phrase, and what to write instead. A word may be one of several (`is|are`), or anything but these (`!there`); the
/// empty word is the end of a clause.
type Phrase = (&'static str, &'static str);

/// Phrases of all texts.
const PHRASES: [Phrase; 10] = [
    (
        "!there is|are|was|were|be|being no \
         !|better|closer|earlier|faster|fewer|greater|larger|later|less|longer|more|narrower|shorter|slower|smaller|wider|worse",
        "negate the verb: \"is not a\"",
    ),
    (
        "of which all|each|every|no|none|nothing|one|only|some",
        "name the noun: \"one of the kernels\", \"kernels without events\"",
    ),
    ("has|have|had|having an eye", "name the act: \"detects\", \"checks\""),
    ("such as are|has|have|is|need|needs", "name the noun: \"characters that need\""),
    ("is|are|was|were found so !far", "name who finds what, and how"),
    ("it is|was tried", "name who tries what"),
    ("that is|are none", "repeat the noun: \"a text that is not a cycle\""),
    ("whoever", "name the actor: \"a client that\""),
    ("be had", "name the verb: \"exists\", \"is obtained from\""),
    ("go|goes|going|went on where", "say \"continue where\""),
];

/// Phrases that are right in a comment, but do not help the reader of a message.
const IN_MESSAGES: [Phrase; 1] =
    [("there is|are|was|were none", "name what is missing: \"there is no run 7\"")];

/// The page that quotes phrases as mistakes.
const QUOTES: &str = "docs/style.md";

#[test]
fn no_text_has_a_phrase_that_is_not_english() {
    let texts = files::all().iter().filter(|file| file.path != QUOTES);
    let found: Vec<String> = texts.flat_map(wrong).collect();
    assert!(found.is_empty(), "{} phrases (docs/style.md, English):\n{}", found.len(), found.join("\n"));
}

/// An exception that is no longer needed would hide the next mistake.
#[test]
fn the_page_of_style_quotes_phrases() {
    let style = files::all().iter().find(|file| file.path == QUOTES).expect("the page");
    assert!(!wrong(style).is_empty());
}

/// The phrases of a file, with their places and what to write instead.
fn wrong(file: &File) -> Vec<String> {
    let mut found = phrases(&file.text, &PHRASES);
    if file.path.ends_with(".rs") {
        found.extend(phrases(&file.code(), &IN_MESSAGES));
    }
    found.iter().map(|(line, text, advice)| format!("{}:{line}: \"{text}\": {advice}", file.path)).collect()
}

/// The phrases of a text: line, words, advice.
fn phrases(text: &str, wanted: &[Phrase]) -> Vec<(usize, String, &'static str)> {
    let words = words(text);
    let mut found = Vec::new();
    for (phrase, advice) in wanted {
        let pattern: Vec<Vec<&str>> = phrase.split(' ').map(|word| word.split('|').collect()).collect();
        for here in words.windows(pattern.len()) {
            if pattern.iter().zip(here).all(|(wanted, word)| fits(wanted, &word.text)) {
                let said: Vec<&str> = here.iter().map(|word| word.text.as_str()).collect();
                found.push((here[here.len() / 2].line, said.join(" "), *advice));
            }
        }
    }
    found
}

/// Whether a word is one of those of a pattern, or none of them after `!`.
fn fits(wanted: &[&str], word: &str) -> bool {
    match wanted[0].strip_prefix('!') {
        Some(first) => word != first && !wanted[1..].contains(&word),
        None => wanted.contains(&word),
    }
}

/// A word in lower case, or the empty word where a clause ends.
struct Word {
    line: usize,
    text: String,
}

/// The words of a text. Marks of comments, lists and quotations at the start of a line do not end a clause.
fn words(text: &str) -> Vec<Word> {
    let mut words = vec![Word { line: 1, text: String::new() }];
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim_start_matches(|c: char| c.is_whitespace() || "/*#!>".contains(c));
        let mut push = |text: &str| words.push(Word { line, text: text.to_lowercase() });
        let parts = text.split(|c: char| c.is_whitespace() || c == '"').filter(|part| !part.is_empty());
        for part in parts {
            if part.starts_with('(') {
                push("");
            }
            push(part.trim_matches(|c: char| !c.is_alphanumeric()));
            if part.trim_end_matches(['`', '*', '_']).ends_with(['.', ',', ';', ':', '!', '?', ')']) {
                push("");
            }
        }
        if text.is_empty() {
            push("");
        }
    }
    words.push(Word { line: text.lines().count(), text: String::new() });
    words
}

#[test]
fn a_planted_phrase_is_found() {
    let found = |text: &str| phrases(text, &PHRASES).len();
    for wrong in [
        "`x` is no key of `y`",
        "the pages are\n/// no proof",
        "\"is no file\"",
        "kernels, of which only one runs",
        "firmware has an eye on SIPs",
        "if all are such as need no care",
        "All 79 were found so.",
        "how hard it was tried",
        "a cycle that is none",
        "Whoever connects",
        "if none can be had",
        "goes on where it was",
    ] {
        assert_eq!(found(wrong), 1, "{wrong}");
    }
    for right in [
        "it is not a key",
        "there is no key",
        "it is no longer used",
        "settings are no better than these",
        "what it is. No key",
        "(as it is) no key",
        "the answer is no (`ok`)",
        "| is | no key |",
        "what it is\n\nno key",
        "keys, of which 3 are new",
        "faults that were found so far",
        "it was_tried",
    ] {
        assert_eq!(found(right), 0, "{right}");
    }
}

#[test]
fn a_planted_phrase_in_a_message_is_found() {
    let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
    let message = "fail(\n    \"there is none\"); // 0 if there is none\n";
    let advice = IN_MESSAGES[0].1;
    assert_eq!(wrong(&file("a.rs", message)), [format!("a.rs:2: \"there is none\": {advice}")]);
    assert!(wrong(&file("a.rs", "/// 0 if there is none\n")).is_empty());
    assert!(wrong(&file("a.md", message)).is_empty());
}
