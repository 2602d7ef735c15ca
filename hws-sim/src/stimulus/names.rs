//! Registers by the names of registers.md, looked up at every access that a stimulus names.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use hws_input::nearest;
use hws_regs::{NameError, REGISTERS, RegId};

type Names = HashMap<Box<[u8]>, RegId, BuildHasherDefault<NameHasher>>;

/// Every register by the name that its `Display` gives. Looked up, never iterated.
static NAMES: LazyLock<Names> = LazyLock::new(|| {
    RegId::all().map(|register| (register.to_string().into_bytes().into_boxed_slice(), register)).collect()
});

/// The register of exactly that name. Only the spelling of registers.md is accepted: an index with leading
/// zeros would be spelled differently in the trace.
pub(super) fn find(name: &[u8]) -> Option<RegId> {
    NAMES.get(name).copied()
}

/// The register of that name, or what is wrong with it.
pub(super) fn parse(name: &[u8]) -> Result<RegId, String> {
    // A name that is not UTF-8 is unknown, with replacement characters, too.
    find(name).ok_or_else(|| match RegId::parse(&String::from_utf8_lossy(name)) {
        Ok(register) => format!("it is spelled {register}"),
        Err(error) => explained(&String::from_utf8_lossy(name), error),
    })
}

/// What is wrong with a name: with the nearest name if there is one, and with an index as it is written.
fn explained(name: &str, error: NameError) -> String {
    match error {
        NameError::Unknown => {
            let names = REGISTERS.iter().map(|register| register.name);
            nearest(name, names).map_or(error.to_string(), |near| format!("{error}; did you mean `{near}`?"))
        }
        NameError::IndexOutOfRange(index) => {
            let mut behind = name.split('[').skip(usize::from(index.dimension) + 1);
            let written = behind.next().and_then(|rest| rest.split(']').next()).unwrap_or_default();
            error.to_string().replacen(&index.index.to_string(), written, 1)
        }
        _ => error.to_string(),
    }
}

/// Hashes eight bytes per step: the names are few and fixed, so that collisions cannot be provoked.
#[derive(Default)]
struct NameHasher(u64);

impl NameHasher {
    /// 2^64 divided by the golden ratio, odd: it spreads similar words over the upper bits.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(Self::FACTOR);
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|&word| self.add(u64::from_le_bytes(word)));
        match bytes.last_chunk() {
            _ if rest.is_empty() => (),
            // Some bytes a second time, at once with the rest.
            Some(&last) => self.add(u64::from_le_bytes(last)),
            None => self.add(rest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))),
        }
    }

    fn write_usize(&mut self, length: usize) {
        self.add(length as u64);
    }

    fn finish(&self) -> u64 {
        // The table uses the lower bits, and those of a product do not depend on the upper ones.
        self.0 ^ self.0 >> 32
    }
}

#[cfg(test)]
mod tests {
    use hws_regs::RegIndex;

    use super::*;

    #[test]
    fn an_unknown_name_gets_a_suggestion_and_an_index_is_named_as_it_is_written() {
        let wrong = |name: &str| parse(name.as_bytes()).unwrap_err();
        assert_eq!(wrong("PROMOTTE"), "no register has this name; did you mean `PROMOTE`?");
        assert_eq!(wrong("NOTHING_LIKE_IT_AT_ALL"), "no register has this name");
        assert_eq!(
            wrong("RS[99999999999999999999999].FLAGS"),
            "index 99999999999999999999999 of RS[].FLAGS does not exist: the indices are 0 to 31"
        );
    }

    #[test]
    fn every_register_is_found_by_its_own_name_only() {
        assert_eq!(parse(b"RS[4].FLAGS"), Ok(RegId::RsFlags(RegIndex::at::<4>())));
        for register in RegId::all() {
            assert_eq!(find(register.to_string().as_bytes()), Some(register));
        }
        for wrong in
            ["RS[04].FLAGS", "RS[32].FLAGS", "RS.FLAGS", "HWS_CTRL.ENABLE", "hws_ctrl", "", "PROMOTE "]
        {
            assert_eq!(find(wrong.as_bytes()), None, "{wrong}");
            assert!(parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
