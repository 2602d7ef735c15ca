//! The numbers that the sections of a GHW announce, for which the reader reserves memory before it looks at their content.
//!
//! More than a section can have is refused here: memory for it may not exist, and then the process would end without a message.
//! The numbers of literals, fields and bits within the types are not checked: what they are about depends on the types.

use crate::wave::WaveError;

/// The mark of a section and the four zeros behind it, where its number is behind those, and what it counts.
const SECTIONS: [(&[u8; 8], usize, &str); 3] = [
    (b"STR\0\0\0\0\0", 0, "names"),
    (b"TYP\0\0\0\0\0", 0, "types"),
    // After the numbers of scopes and of declarations, for which nothing is reserved.
    (b"HIE\0\0\0\0\0", 8, "signals"),
];
const WORD: usize = size_of::<u32>();
/// Where the file says how its words are stored, and the value for the highest byte first.
const BYTE_ORDER: (usize, u8) = (12, 2);

/// Checks every section that has such a number. Names, types and signals take a byte or more each.
pub(super) fn check(bytes: &[u8]) -> Result<(), WaveError> {
    let is_big_endian = bytes.get(BYTE_ORDER.0) == Some(&BYTE_ORDER.1);
    for (mark, skipped, what) in SECTIONS {
        for at in places(bytes, mark) {
            let number = bytes.get(at + mark.len() + skipped..).and_then(|rest| rest.first_chunk::<WORD>());
            let number = number.map_or(0, |word| {
                if is_big_endian { u32::from_be_bytes(*word) } else { u32::from_le_bytes(*word) }
            });
            if number as usize > bytes.len() {
                let reason = format!("a section announces {number} {what}, more than the file has bytes");
                return Err(WaveError::Damaged { format: "GHW", reason });
            }
        }
    }
    Ok(())
}

/// Where the mark is.
fn places(bytes: &[u8], mark: &[u8]) -> impl Iterator<Item = usize> {
    bytes.windows(mark.len()).enumerate().filter(move |(_, window)| *window == mark).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(section: &[u8], big_endian: bool, words: &[u32]) -> Vec<u8> {
        let order = if big_endian { 2 } else { 1 };
        let mut bytes = [b"GHDLwave\n".as_slice(), &[16, 0, 1, order, 4, 1, 0], section, &[0; 5]].concat();
        let word = |word: &u32| if big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
        bytes.extend(words.iter().flat_map(word));
        bytes
    }

    #[test]
    fn a_section_has_no_more_elements_than_the_file_has_bytes() {
        for (section, words, what) in
            [(b"STR", vec![], "names"), (b"TYP", vec![], "types"), (b"HIE", vec![u32::MAX; 2], "signals")]
        {
            for big_endian in [false, true] {
                let with = |number: u32| file(section, big_endian, &[words.clone(), vec![number]].concat());
                let size = with(0).len() as u32;
                assert_eq!(check(&with(size)).map_err(|error| error.to_string()), Ok(()));
                let refusal = check(&with(size + 1)).unwrap_err().to_string();
                assert!(refusal.contains(&format!("{} {what}", size + 1)), "{refusal}");
            }
        }
    }

    #[test]
    fn a_section_that_is_cut_off_announces_nothing() {
        let whole = file(b"HIE", false, &[u32::MAX; 3]);
        assert!(check(&whole).is_err());
        for end in 0..whole.len() {
            assert!(check(&whole[..end]).is_ok(), "{end} bytes");
        }
    }
}
