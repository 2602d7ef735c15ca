//! A file from an example and a program of edits.

use arbitrary::{Result, Unstructured};

use crate::{bytes, edits, protobuf};

/// How examples are edited.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edited {
    /// By tokens and lines.
    Text,
    /// By tokens and lines, or by bytes if it is not text.
    TextOrBytes,
    /// By the fields of a protobuf message.
    Protobuf,
}

/// The most edits of one file.
const EDITS_MOST: usize = 12;
/// A file is not edited further once it has this size, so that repetitions of repetitions end.
const SIZE_MOST: usize = 1 << 18;

/// Returns the example with the edits that the bytes describe; the same bytes give the same file.
pub(crate) fn edited(how: Edited, example: &[u8], words: &[String], u: &mut Unstructured<'_>) -> Vec<u8> {
    let mut file = example.to_vec();
    for _ in 0..EDITS_MOST {
        if u.is_empty() || file.len() > SIZE_MOST || one(how, &mut file, words, u).is_err() {
            break;
        }
    }
    file
}

fn one(how: Edited, file: &mut Vec<u8>, words: &[String], u: &mut Unstructured<'_>) -> Result<()> {
    // A few edits of bytes in every format.
    match (how, u.int_in_range(0..=15)?) {
        (_, 0) => bytes::edit(file, u),
        (Edited::TextOrBytes, _) if str::from_utf8(file).is_err() => bytes::edit(file, u),
        (Edited::Text | Edited::TextOrBytes, _) => edits::edit(file, words, u),
        (Edited::Protobuf, _) => protobuf::edit(file, u),
    }
}

/// A position below `len`; 0 if there is none.
pub(crate) fn below(u: &mut Unstructured<'_>, len: usize) -> Result<usize> {
    u.int_in_range(0..=len.saturating_sub(1))
}
