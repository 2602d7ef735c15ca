//! Texts that are not YAML: what is wrong, where it begins and what helps, in place of the parser's words.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::Place;
use hws_input::yaml::YamlError;
use hws_input::{Position, Span};

/// How a message of the parser is explained.
struct Explained {
    /// A part of the parser's message.
    of: &'static str,
    message: &'static str,
    label: &'static str,
    remedy: &'static str,
}

const fn explain(
    of: &'static str,
    message: &'static str,
    label: &'static str,
    remedy: &'static str,
) -> Explained {
    Explained { of, message, label, remedy }
}

const BRACKET: &str = "close it, or remove it";
const QUOTE: &str =
    "close it; a quote inside a quoted text is written `\\\"` in double quotes and `''` in single quotes";

const UNCLOSED: Explained = explain("unclosed bracket", "a bracket is never closed", "opened here", BRACKET);
const CONTROL: Explained = explain(
    "unexpected character",
    "a control character cannot stand in a map",
    "an invisible character",
    "remove it, or write it as an escape in double quotes, as in `\\x07`",
);

/// The first that fits is used.
const MESSAGES: &[Explained] = &[
    explain("multiline quoted scalar", "a quote is never closed", "opened here", QUOTE),
    explain("unclosed quote", "a quote is never closed", "opened here", QUOTE),
    explain(
        "quoted scalar, found unknown escape",
        "unknown escape sequence in a text in double quotes",
        "in this text",
        "write `\\\\` for a backslash, or use single quotes",
    ),
    explain(
        "trailing content after",
        "there is more text after a closing quote",
        "expected the end of the value",
        "close the quote at the end of the text, and write a quote inside it as `\\\"` or, in single quotes, `''`",
    ),
    explain(
        "multiple found",
        "the file holds more than one YAML document",
        "the second document",
        "keep one map in each file, and remove the line `---`; `include` combines files",
    ),
    explain("tab", "a tab is used for indentation", "a tab", "YAML is indented with spaces only"),
    explain(
        "reference to unknown value",
        "an alias without an anchor",
        "no anchor of this name above",
        "define it above with `&`, or put a text that begins with `*` in quotes",
    ),
    explain(
        "Recursive reference",
        "an anchor contains itself",
        "refers to what it is part of",
        "write the value out",
    ),
    explain(
        "merge value",
        "`<<` merges mappings only",
        "not a mapping",
        "refer to a mapping, or to a list of mappings",
    ),
    explain(
        "mapping values are not allowed",
        "`:` cannot stand here",
        "not the end of a key",
        "put a text that contains `: ` in quotes, indent the line like its neighbours, or complete the key above with its `:`",
    ),
    explain(
        "illegal placement of ':'",
        "`:` cannot stand here",
        "not the end of a key",
        "close the bracket that is open before this line, or put the text in quotes",
    ),
    explain(
        "unexpected character",
        "a value without quotes cannot begin with this character",
        "needs quotes",
        "put the text in quotes",
    ),
    explain(
        "expected <document start>",
        "a line `---` has to follow a directive such as `%YAML`",
        "not `---`",
        "remove the directive; a map needs none",
    ),
    UNCLOSED,
    explain(
        "expected ',' or",
        "a comma or a closing bracket is missing",
        "does not belong to the value before",
        "write `,` between the values, or close the bracket before this place",
    ),
    explain(
        "misplaced bracket",
        "a closing bracket too many",
        "closes nothing",
        "remove it, or open it before",
    ),
    explain(
        "mismatched bracket",
        "this bracket closes another kind",
        "closes nothing",
        "write the bracket that closes the one that is open, or remove this one",
    ),
    explain(
        "expected '-' indicator",
        "an entry of a list begins with `- `",
        "not an entry of the list above",
        "begin the line with `- `, or indent it as part of the entry above or of what contains the list",
    ),
    explain(
        "simple key expected ':'",
        "a line that is neither a key nor part of a value",
        "no `:` follows",
        "write `key: value`, or indent the line as part of the value above",
    ),
    explain(
        "expected string scalar",
        "a key has to be a text",
        "not a text",
        "write the key as a word followed by `:`",
    ),
];

/// Returns the diagnostic of a text that is not YAML.
pub(super) fn explained(error: &YamlError, text: &str) -> MapDiagnostic {
    let place = begin(error, text).unwrap_or(error.place);
    let here = text.get(place.span.range().start..).and_then(|rest| rest.chars().next());
    let known = match here {
        Some('[' | '{') if error.message.contains("mismatched bracket") => Some(&UNCLOSED),
        Some(c) if c.is_control() && error.message.contains(CONTROL.of) => Some(&CONTROL),
        _ => MESSAGES.iter().find(|known| error.message.contains(known.of)),
    };
    match known {
        Some(known) => {
            MapDiagnostic::new(Code::Syntax, place, known.message).label(known.label).remedy(known.remedy)
        }
        None => MapDiagnostic::new(Code::Syntax, place, format!("this is not YAML: {}", error.message))
            .label("nothing after this place was read")
            .remedy("correct the YAML here"),
    }
}

/// Returns the place where the mistake was made, if the parser noticed it later.
fn begin(error: &YamlError, text: &str) -> Option<Place> {
    let noticed = error.place.span.range().start.min(text.len());
    let noticed = text.floor_char_boundary(noticed);
    if error.message.contains("multiline quoted scalar") {
        return open_quote(&text[..noticed]).map(|byte| place(text, byte));
    }
    if error.message.contains("multiple found") {
        return text[..noticed].rfind("\n---").map(|byte| place(text, byte + 1));
    }
    if error.message.contains("tab") {
        return indenting_tab(text, noticed).map(|byte| place(text, byte));
    }
    None
}

/// Returns the last quote of the text that is not closed on its line.
fn open_quote(text: &str) -> Option<usize> {
    let mut end = text.len();
    for line in text.split_inclusive('\n').rev() {
        end -= line.len();
        if let Some(byte) = open_on(line) {
            return Some(end + byte);
        }
    }
    None
}

/// Returns the quote that opens a value on the line and is not closed there.
fn open_on(line: &str) -> Option<usize> {
    let (mut open, mut before) = (None, ' ');
    for (byte, c) in line.char_indices() {
        let begins_value = matches!(before, ' ' | '\t' | '[' | '{' | ',' | ':');
        match open {
            None if c == '#' && begins_value => return None,
            None if matches!(c, '"' | '\'') && begins_value => open = Some((byte, c)),
            Some((_, quote)) if c == quote && !(quote == '"' && before == '\\') => open = None,
            _ => {}
        }
        before = c;
    }
    open.map(|(byte, _)| byte)
}

/// Returns the first tab in the indentation of the line of a byte or of those after it.
fn indenting_tab(text: &str, byte: usize) -> Option<usize> {
    let mut start = text[..byte].rfind('\n').map_or(0, |end| end + 1);
    for line in text[start..].split_inclusive('\n') {
        let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indentation].find('\t') {
            return Some(start + tab);
        }
        start += line.len();
    }
    None
}

/// Returns the place of a character.
fn place(text: &str, byte: usize) -> Place {
    let before = &text[..byte];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let position = Position::new(before.matches('\n').count() + 1, before[line_start..].chars().count() + 1);
    let length = text[byte..].chars().next().map_or(0, char::len_utf8);
    Place { position, span: Span::new(byte, byte + length) }
}
