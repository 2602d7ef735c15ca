//! The extent of a value: the parser reports where a list or a mapping begins, not where it ends.

use hws_input::Span;
use hws_input::yaml::{Node, Value};

/// Makes every span at least one character long, and extends those of bracketed values to the closing bracket.
///
/// A span ends on its line, because it is used to underline the value.
pub(super) fn widen(node: &mut Node, text: &str) {
    let bytes = text.as_bytes();
    node.place.span = widened(node.place.span, bytes);
    match &mut node.value {
        Value::List(elements) => elements.iter_mut().for_each(|element| widen(element, text)),
        Value::Map(entries) => entries.iter_mut().for_each(|(key, value)| {
            key.place.span = widened(key.place.span, bytes);
            widen(value, text);
        }),
        _ => {}
    }
}

fn widened(span: Span, bytes: &[u8]) -> Span {
    let span = span.range();
    let start = span.start.min(bytes.len());
    let line = line_end(bytes, start);
    let end = match bytes.get(start) {
        Some(b'[' | b'{') => bracket_end(&bytes[start..line]).map_or(start + 1, |length| start + length),
        _ if span.end > start + 1 => span.end.min(line),
        _ => word_end(bytes, start, line),
    };
    Span::new(start, end.clamp(start, line.max(start)))
}

fn line_end(bytes: &[u8], start: usize) -> usize {
    // A very long line must not be searched to its end for every value on it.
    const FAR: usize = 512;
    let most = bytes.len().min(start.saturating_add(FAR));
    let end = bytes[start..most].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    end.map_or(most, |length| start + length)
}

/// Brackets in quotes count too: at worst the underline is too short.
fn bracket_end(line: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, byte) in line.iter().enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}

fn word_end(bytes: &[u8], start: usize, line: usize) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}' | b':');
    let word = bytes[start..line].iter().position(ends);
    word.map_or(line, |length| start + length.max(1))
}
