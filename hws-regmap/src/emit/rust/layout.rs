//! Rust as text in the layout of prettyplease.
//!
//! Most of the file are members of registers, which have the same few shapes. To parse and print them with syn and
//! prettyplease takes several times as long as all else, so they are written in the layout that prettyplease gives
//! them. It breaks only lines that are too long; whatever has one is left to it.

use super::text::escaped;

/// prettyplease breaks lines of more than 89 characters. What it does at the margin is its own business.
const CERTAINLY_FITS: usize = 85;

/// Returns items, as they are or as prettyplease breaks them.
pub(super) fn items(text: String) -> String {
    if fits(&text) { text } else { broken(&text) }
}

/// Returns members of an `impl`, indented, as they are or as prettyplease breaks them.
pub(super) fn members(text: String) -> String {
    if fits(&text) {
        return text;
    }
    let block = broken(&format!("impl Block {{\n{text}}}\n"));
    let inside = block.strip_prefix("impl Block {\n").and_then(|rest| rest.strip_suffix("}\n"));
    inside.unwrap_or_default().to_owned()
}

/// Returns an `impl` of members that [`members`] has laid out.
pub(super) fn block(head: &str, members: &str) -> String {
    let text = format!("{head} {{\n{members}}}\n");
    if fits(&format!("{head} {{")) { text } else { broken(&text) }
}

fn broken(text: &str) -> String {
    prettyplease::unparse(&syn::parse_str(text).expect("the emitter produces Rust"))
}

fn fits(text: &str) -> bool {
    text.lines().all(|line| line.len() <= CERTAINLY_FITS || cannot_be_broken(line.trim_start()))
}

/// A comment, or a string that is a value: both stay on their line.
fn cannot_be_broken(line: &str) -> bool {
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_text = || line.split_once(": \"").is_some_and(|(name, _)| is_name(name));
    line.starts_with("///") || (is_text() && line.ends_with("\","))
}

/// Returns the lines of a doc comment.
pub(super) fn doc(indent: &str, lines: &[String]) -> String {
    let lines = lines.iter().flat_map(|line| line.split('\n'));
    lines
        .map(|line| format!("{}\n", format!("{indent}/// {}", escaped(line)).trim_end_matches(' ')))
        .collect()
}
