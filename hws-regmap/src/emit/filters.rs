//! The filters of the templates: numbers in the notation of the target, and text that is escaped.

use super::{keywords, visible};
use crate::names::{pascal_case, snake, snake_case};
use minijinja::{Environment, Error, ErrorKind};

/// Registers the filters.
pub(super) fn register(environment: &mut Environment<'_>) {
    environment.add_filter("hex", hex);
    environment.add_filter("c", c_literal);
    environment.add_filter("sv", sv_literal);
    environment.add_filter("one_line", one_line_of);
    environment.add_filter("safe", avoid_keyword);
    environment.add_filter("snake", |name: &str| snake(name));
    environment.add_filter("pascal", |name: &str| suffixed(pascal_case(name), &[]));
    environment.add_filter("snake_case", |name: &str| snake_case(name));
    environment.add_filter("method", rust_method);
    environment.add_filter("comment", comment);
    environment.add_filter("quoted", quoted);
    environment.add_filter("cell", markdown_cell);
}

/// `0x00000010`, with at least `digits` digits.
fn hex(value: u64, digits: Option<usize>) -> String {
    format!("0x{value:0width$x}", width = digits.unwrap_or(1))
}

/// Returns a C constant of at least `bits` bits in hexadecimal, with at least `digits` digits: `UINT32_C(0x0010)`.
fn c_literal(value: u64, bits: u32, digits: Option<usize>) -> String {
    format!("UINT{bits}_C({})", hex(value, digits))
}

/// Returns the text in one line, without blanks at its ends.
fn one_line_of(text: &str) -> String {
    one_line(text)
}

/// Returns a sized SystemVerilog literal: `5'h1f`.
fn sv_literal(value: u64, width: u32) -> String {
    format!("{width}'h{value:x}")
}

/// Returns the name, with an underscore appended if it is a reserved word of the language.
fn avoid_keyword(name: &str, language: &str) -> Result<String, Error> {
    let unknown = || Error::new(ErrorKind::InvalidOperation, format!("no keywords are known for {language}"));
    let reserved = keywords::of(language).ok_or_else(unknown)?;
    Ok(if reserved.contains(&name) { format!("{name}_") } else { name.to_owned() })
}

/// Returns the name of a getter in Rust: neither a reserved word, nor a method that every register has, nor one that
/// may set another field.
fn rust_method(name: &str) -> String {
    let name = snake_case(name);
    let is_setter = name.starts_with("with_");
    if is_setter { format!("{name}_") } else { suffixed(name, &["new", "bits", "at", "is_legal"]) }
}

/// Returns the name, with an underscore appended if it is a reserved word of Rust or taken.
fn suffixed(name: String, taken: &[&str]) -> String {
    if keywords::RUST.contains(&name.as_str()) || taken.contains(&name.as_str()) {
        format!("{name}_")
    } else {
        name
    }
}

/// Text for one line of a comment of any of the languages: it ends neither the comment nor the line.
fn comment(text: &str) -> String {
    // `??` begins a trigraph of C, of which compilers warn.
    one_line(text).replace('\\', "/").replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?")
}

/// Returns a double-quoted string of Python, SystemRDL or SystemVerilog.
fn quoted(text: &str) -> String {
    format!("\"{}\"", one_line(text).replace('\\', "\\\\").replace('"', "\\\""))
}

/// Text for a cell of a Markdown table: it contains no markup and does not end the cell.
fn markdown_cell(text: &str) -> String {
    let letters: Vec<char> = one_line(text).chars().collect();
    let mut cell = String::new();
    for (place, &letter) in letters.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|place| letters.get(place));
        if is_markdown(before.copied(), letter, letters.get(place + 1).copied()) {
            cell.push('\\');
        }
        cell.push(letter);
    }
    cell
}

/// `SIP_MASK` and `RS[]` stay as they are, so that a search in the file finds them.
fn is_markdown(before: Option<char>, letter: char, after: Option<char>) -> bool {
    let in_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    match letter {
        '_' => !(in_word(before) && in_word(after)),
        '[' => after != Some(']'),
        ']' => before != Some('[') || after == Some('('),
        _ => r"\|`*<>&#~!".contains(letter),
    }
}

fn one_line(text: &str) -> String {
    visible(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text of an XML or HTML document, in an element or an attribute.
pub(super) fn markup(text: &str) -> String {
    let mut markup = String::new();
    for letter in text.chars() {
        match letter {
            '&' => markup.push_str("&amp;"),
            '<' => markup.push_str("&lt;"),
            '>' => markup.push_str("&gt;"),
            '"' => markup.push_str("&quot;"),
            '\'' => markup.push_str("&#39;"),
            // XML cannot represent the other control characters.
            _ if letter.is_control() && !letter.is_ascii_whitespace() => markup.push('\u{fffd}'),
            _ => markup.push(letter),
        }
    }
    markup
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_for_its_context() {
        assert_eq!(comment("ends */ or *\\ here\nand \\"), "ends * / or * / here and /");
        assert_eq!(comment("what??/ \u{202e}so\u{2069}???"), "what? ?/ so? ??");
        assert_eq!(quoted("say \"so\" \\"), "\"say \\\"so\\\" \\\\\"");
        assert_eq!(markdown_cell("a | RS[i]\nb"), "a \\| RS\\[i\\] b");
        assert_eq!(markdown_cell("RS[].A_B _c_ [](d)"), "RS[].A_B \\_c\\_ [\\](d)");
        assert_eq!(markup("<a b='&'>\u{1}"), "&lt;a b=&#39;&amp;&#39;&gt;\u{fffd}");
    }

    #[test]
    fn reserved_words_get_an_underscore() {
        assert_eq!(avoid_keyword("force", "systemverilog").unwrap(), "force_");
        assert_eq!(avoid_keyword("FORCE", "systemverilog").unwrap(), "FORCE");
        // Methods that every class of SystemVerilog has.
        assert_eq!(avoid_keyword("pre_randomize", "uvm").unwrap(), "pre_randomize_");
        assert!(avoid_keyword("force", "cobol").is_err());
    }

    #[test]
    fn numbers_have_the_notation_of_the_language() {
        assert_eq!((hex(16, None).as_str(), hex(16, Some(8)).as_str()), ("0x10", "0x00000010"));
        assert_eq!(sv_literal(31, 5), "5'h1f");
        assert_eq!(snake("DagResult"), "dag_result");
    }
}
