//! Edits of bytes, for binary formats.

use arbitrary::{Result, Unstructured};

use crate::edit::below;

/// Numbers at limits, as bytes: little and big endian, and the longest variable-length numbers.
const LIMITS: [&[u8]; 14] = [
    &[0],
    &[1],
    &[0x7F],
    &[0x80],
    &[0xFF],
    &[0xFF, 0xFF],
    &[0xFF, 0xFF, 0xFF, 0x7F],
    &[0xFF, 0xFF, 0xFF, 0xFF],
    &[0x7F, 0xFF, 0xFF, 0xFF],
    &[0x80, 0, 0, 0],
    &[0, 0, 0, 0, 0, 0, 0, 0],
    &[0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    &[0xFF; 8],
    &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
];

/// Changes a few bytes.
pub(crate) fn edit(file: &mut Vec<u8>, u: &mut Unstructured<'_>) -> Result<()> {
    let kind = u.int_in_range(0..=6)?;
    let at = below(u, file.len() + 1)?;
    let end = (at + 1 + below(u, 32)?).min(file.len());
    match kind {
        0 => overwrite(file, at, &[u.arbitrary()?]),
        1 => overwrite(file, at, u.choose(&LIMITS)?),
        2 => insert(file, at, u.choose(&LIMITS)?),
        3 => drop(file.drain(at.min(end)..end)),
        4 => {
            let copy = file[at.min(end)..end].to_vec();
            let to = below(u, file.len() + 1)?;
            insert(file, to, &copy);
        }
        5 => {
            let bit = u.int_in_range(0..=7)?;
            let byte = file.get(at).map_or(0, |byte| byte ^ 1 << bit);
            overwrite(file, at, &[byte]);
        }
        _ => file.truncate(at),
    }
    Ok(())
}

fn overwrite(file: &mut [u8], at: usize, bytes: &[u8]) {
    file.iter_mut().skip(at).zip(bytes).for_each(|(place, byte)| *place = *byte);
}

pub(crate) fn insert(file: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    file.splice(at..at, bytes.iter().copied());
}
