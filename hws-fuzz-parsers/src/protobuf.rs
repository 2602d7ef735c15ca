//! Edits of a protobuf message by its fields, so that lengths stay right and the reader sees more than a damaged file.

use arbitrary::{Result, Unstructured};

use crate::edit::below;

/// A field: its key, and its bytes as they are in the message.
#[derive(Clone, Debug)]
struct Field {
    key: u64,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Varint(u64),
    /// Four or eight bytes.
    Fixed(Vec<u8>),
    /// A text, packed numbers or a message.
    Bytes(Vec<u8>),
}

/// The most messages inside each other that are looked into.
const DEPTH: usize = 8;

const NUMBERS: [u64; 16] = [
    0,
    1,
    2,
    3,
    7,
    16,
    64,
    255,
    1 << 16,
    (1 << 20) + 1,
    (1 << 31) - 1,
    1 << 31,
    u32::MAX as u64,
    1 << 62,
    i64::MAX as u64,
    u64::MAX,
];

/// Edits one field somewhere in the message. Bytes that are not a message stay.
pub(crate) fn edit(message: &mut Vec<u8>, u: &mut Unstructured<'_>) -> Result<()> {
    edit_at(message, DEPTH, u)
}

fn edit_at(message: &mut Vec<u8>, depth: usize, u: &mut Unstructured<'_>) -> Result<()> {
    let Some(mut fields) = fields(message) else { return Ok(()) };
    if fields.is_empty() {
        return Ok(());
    }
    let index = below(u, fields.len())?;
    if u.int_in_range(0..=7)? == 0 {
        rearrange(&mut fields, index, u)?;
    } else {
        edit_content(&mut fields[index].content, depth, u)?;
    }
    *message = fields.iter().fold(Vec::new(), write);
    Ok(())
}

fn rearrange(fields: &mut Vec<Field>, index: usize, u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=3)? {
        0 => drop(fields.remove(index)),
        1 => fields.insert(index, fields[index].clone()),
        2 => {
            let other = below(u, fields.len())?;
            fields.swap(index, other);
        }
        _ => {
            let other = below(u, fields.len())?;
            fields[index].content = fields[other].content.clone();
            fields[index].key = fields[index].key & !7 | fields[other].key & 7;
        }
    }
    Ok(())
}

fn edit_content(content: &mut Content, depth: usize, u: &mut Unstructured<'_>) -> Result<()> {
    match content {
        Content::Varint(number) => *number = *u.choose(&NUMBERS)?,
        Content::Fixed(bytes) => crate::bytes::edit(bytes, u)?,
        Content::Bytes(bytes) if depth > 0 && fields(bytes).is_some() && u.int_in_range(0..=15)? > 0 => {
            edit_at(bytes, depth - 1, u)?;
        }
        Content::Bytes(bytes) => crate::bytes::edit(bytes, u)?,
    }
    Ok(())
}

/// The fields of a message; `None` if the bytes are not one.
fn fields(mut rest: &[u8]) -> Option<Vec<Field>> {
    let mut fields = Vec::new();
    while !rest.is_empty() {
        let key = varint(&mut rest)?;
        let content = match key & 7 {
            0 => Content::Varint(varint(&mut rest)?),
            1 => Content::Fixed(take(&mut rest, 8)?),
            2 => {
                let length = usize::try_from(varint(&mut rest)?).ok()?;
                Content::Bytes(take(&mut rest, length)?)
            }
            5 => Content::Fixed(take(&mut rest, 4)?),
            _ => return None,
        };
        fields.push(Field { key, content });
    }
    Some(fields)
}

fn take(rest: &mut &[u8], length: usize) -> Option<Vec<u8>> {
    let (taken, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(taken.to_vec())
}

fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn write(mut out: Vec<u8>, field: &Field) -> Vec<u8> {
    write_varint(&mut out, field.key);
    match &field.content {
        Content::Varint(number) => write_varint(&mut out, *number),
        Content::Fixed(bytes) => out.extend(bytes),
        Content::Bytes(bytes) => {
            write_varint(&mut out, bytes.len() as u64);
            out.extend(bytes);
        }
    }
    out
}

fn write_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}
