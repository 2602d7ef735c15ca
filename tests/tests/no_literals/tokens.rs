//! The integer literals of a source, from the compiler's tokens.
//!
//! Comments are not tokens, and documentation is a string. Tokens inside macro calls count too.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::LitInt;

/// An integer literal.
pub(crate) struct Integer {
    /// Its value, whatever its base.
    pub(crate) value: u64,
    /// As written.
    pub(crate) text: String,
    /// Line of the file, from 1.
    pub(crate) line: usize,
}

/// Every integer literal of the text that is not under `#[cfg(test)]`.
///
/// # Panics
/// If the text is not Rust.
pub(crate) fn integers(text: &str) -> Vec<Integer> {
    let stream: TokenStream = text.parse().unwrap_or_else(|error| panic!("not Rust: {error}"));
    let mut found = Vec::new();
    collect(stream, &mut found);
    found
}

fn collect(stream: TokenStream, found: &mut Vec<Integer>) {
    let mut tokens = stream.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) if is_cfg_test(&group.stream()) => skip_item(&mut tokens),
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Literal(literal) => found.extend(integer(&literal)),
            _ => {}
        }
    }
}

/// The literal lengths of array types and of repeated elements, `[u8; 8]`, outside `#[cfg(test)]`.
///
/// # Panics
/// If the text is not Rust.
pub(crate) fn array_lengths(text: &str) -> Vec<Integer> {
    let stream: TokenStream = text.parse().unwrap_or_else(|error| panic!("not Rust: {error}"));
    let mut found = Vec::new();
    collect_lengths(stream, &mut found);
    found
}

fn collect_lengths(stream: TokenStream, found: &mut Vec<Integer>) {
    let mut tokens = stream.into_iter();
    while let Some(token) = tokens.next() {
        let TokenTree::Group(group) = token else { continue };
        if is_cfg_test(&group.stream()) {
            skip_item(&mut tokens);
            continue;
        }
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        if let [.., TokenTree::Punct(before), TokenTree::Literal(length)] = inside.as_slice()
            && before.as_char() == ';'
            && group.delimiter() == Delimiter::Bracket
        {
            found.extend(integer(length));
        }
        collect_lengths(group.stream(), found);
    }
}

/// Whether the brackets of an attribute hold `cfg(test)`.
fn is_cfg_test(stream: &TokenStream) -> bool {
    stream.to_string().split_whitespace().collect::<String>() == "cfg(test)"
}

/// Skips the item after the attribute, up to its body in braces or its semicolon.
fn skip_item(tokens: &mut impl Iterator<Item = TokenTree>) {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    let _ = tokens.find(ends);
}

fn integer(literal: &proc_macro2::Literal) -> Option<Integer> {
    let text = literal.to_string();
    let value = syn::parse_str::<LitInt>(&text).ok()?.base10_parse().ok()?;
    Some(Integer { value, text, line: literal.span().start().line })
}
