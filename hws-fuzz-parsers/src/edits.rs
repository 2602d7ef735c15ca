//! Edits of text by tokens and lines.

use std::ops::Range;

use arbitrary::{Result, Unstructured};

use crate::bytes::insert;
use crate::edit::below;

/// Numbers at the limits of some type, and numbers in forms that some reader may not expect.
const NUMBERS: [&str; 44] = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "7",
    "16",
    "17",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "1048575",
    "1048576",
    "1048577",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "0x0",
    "0xffffffff",
    "0x100000000",
    "1.5",
    "1e9",
    "1e308",
    "1e-9",
    "-0",
    "007",
    "+1",
];

/// Pieces of syntax.
const PIECES: [&str; 44] = [
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    ":",
    ": ",
    ",",
    "- ",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\"",
    "'",
    "#",
    "&a ",
    "*a",
    "<<: *a",
    "!!str ",
    "!!binary ",
    "? ",
    "| ",
    "> ",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "\\",
    "\\u0000",
    "/",
    "*",
    "$",
    "@",
    "~",
    "null",
    "true",
    "false",
    "\0",
    "é",
    "\u{feff}",
    "\u{2028}",
    "🦀",
    ";",
];

type Edit = fn(&mut Vec<u8>, &[String], &mut Unstructured<'_>) -> Result<()>;

/// The edits; the frequent ones are listed twice.
const EDITS: [Edit; 16] = [
    limit,
    limit,
    limit,
    nearby,
    known_word,
    known_word,
    misspell,
    same_kind,
    same_kind,
    delete_token,
    repeat_line,
    delete_line,
    move_line,
    piece,
    nest,
    cut,
];

/// Makes one edit.
pub(crate) fn edit(file: &mut Vec<u8>, words: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    u.choose(&EDITS)?(file, words, u)
}

/// A number becomes a limit.
fn limit(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let number = token(file, u, is_number)?;
    replace(file, number, u.choose(&NUMBERS)?);
    Ok(())
}

/// A decimal number becomes one more or one less.
fn nearby(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let place = token(file, u, is_number)?;
    let number = str::from_utf8(&file[place.clone()]).ok().and_then(|text| text.parse::<i64>().ok());
    let step = if u.arbitrary()? { 1 } else { -1 };
    if let Some(number) = number {
        replace(file, place, &number.saturating_add(step).to_string());
    }
    Ok(())
}

/// A word becomes another word of the format.
fn known_word(file: &mut Vec<u8>, words: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let word = token(file, u, is_word)?;
    let other = words.get(below(u, words.len())?);
    replace(file, word, other.map_or("", String::as_str));
    Ok(())
}

/// A letter of a word is left out.
fn misspell(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let word = token(file, u, is_word)?;
    let letter = word.start + below(u, word.len())?;
    if letter < word.end {
        file.remove(letter);
    }
    Ok(())
}

/// A token becomes another token of the file, so that names and references are exchanged.
fn same_kind(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let (kind, place) = if u.arbitrary()? {
        (is_word as fn(&[u8]) -> bool, token(file, u, is_word)?)
    } else {
        (is_number as fn(&[u8]) -> bool, token(file, u, is_number)?)
    };
    let other = file[token(file, u, kind)?].to_vec();
    file.splice(place, other);
    Ok(())
}

fn delete_token(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let place = token(file, u, |_| true)?;
    replace(file, place, "");
    Ok(())
}

fn repeat_line(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let place = line(file, u)?;
    let (end, copy) = (place.end, file[place].to_vec());
    insert(file, end, &copy);
    Ok(())
}

fn delete_line(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let place = line(file, u)?;
    replace(file, place, "");
    Ok(())
}

fn move_line(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let place = line(file, u)?;
    let moved: Vec<u8> = file.drain(place).collect();
    let to = line(file, u)?.start;
    insert(file, to, &moved);
    Ok(())
}

/// A piece of syntax, in front of a token.
fn piece(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let at = token(file, u, |_| true)?.start;
    insert(file, at, u.choose(&PIECES)?.as_bytes());
    Ok(())
}

/// The same piece many times: nesting, long names, long lines.
fn nest(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let at = token(file, u, |_| true)?.start;
    let times = 1_usize << u.int_in_range(1..=12)?;
    insert(file, at, u.choose(&PIECES)?.repeat(times).as_bytes());
    Ok(())
}

fn cut(file: &mut Vec<u8>, _: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    let at = below(u, file.len() + 1)?;
    file.truncate(at);
    Ok(())
}

fn replace(file: &mut Vec<u8>, place: Range<usize>, text: &str) {
    file.splice(place, text.bytes());
}

/// The place of a token of a kind; an empty place at the end if there is none.
fn token(file: &[u8], u: &mut Unstructured<'_>, is_wanted: fn(&[u8]) -> bool) -> Result<Range<usize>> {
    let wanted: Vec<Range<usize>> = tokens(file).filter(|place| is_wanted(&file[place.clone()])).collect();
    let index = below(u, wanted.len())?;
    Ok(wanted.get(index).cloned().unwrap_or(file.len()..file.len()))
}

/// The place of a line with its line feed.
fn line(file: &[u8], u: &mut Unstructured<'_>) -> Result<Range<usize>> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(file.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1))
        .collect();
    let index = below(u, starts.len())?;
    let end = starts.get(index + 1).copied().unwrap_or(file.len());
    Ok(starts[index]..end)
}

/// Runs of word characters and of blanks; every other byte is a token by itself.
fn tokens(file: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let first = *file.get(at)?;
        let length = match class(first) {
            None => 1,
            kind => file[at..].iter().take_while(|byte| class(**byte) == kind).count(),
        };
        at += length;
        Some(at - length..at)
    })
}

/// Whether a byte continues a token, and of which kind.
fn class(byte: u8) -> Option<bool> {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' => Some(true),
        b' ' => Some(false),
        _ => None,
    }
}

fn is_number(token: &[u8]) -> bool {
    token.first().is_some_and(u8::is_ascii_digit)
}

fn is_word(token: &[u8]) -> bool {
    token.first().is_some_and(u8::is_ascii_alphabetic)
}
