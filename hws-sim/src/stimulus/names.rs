//! Registers by the names of registers.md, looked up at every access that a stimulus names.

use std::fmt::Write;
use std::sync::LazyLock;

use hws_input::nearest;
use hws_regs::{NameError, REGISTERS, RegId};

use super::packed;

/// The words of the longest name with its quote.
const WORDS: usize = 4;

/// A name with the quote behind it, eight bytes in a word, and zeros behind that.
pub(super) type PackedName = [u64; WORDS];

/// Every register by the name that its `Display` gives.
static NAMES: LazyLock<Names> = LazyLock::new(Names::new);

/// The register of exactly that name. Only the spelling of registers.md is accepted: an index with leading
/// zeros would be spelled differently in the trace.
#[inline]
pub(super) fn find_packed(name: &PackedName) -> Option<RegId> {
    NAMES.find(name)
}

fn find(name: &[u8]) -> Option<RegId> {
    find_packed(&pack(name)?)
}

/// The words of a name with a quote behind it, unless it is longer than any.
fn pack(name: &[u8]) -> Option<PackedName> {
    let mut bytes = [0; WORDS * packed::BYTES];
    *bytes.get_mut(name.len())? = b'"';
    bytes[..name.len()].copy_from_slice(name);
    let (words, _) = bytes.as_chunks();
    // As many as there are.
    Some(std::array::from_fn(|at| words.get(at).map_or(0, |&word| u64::from_le_bytes(word))))
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

/// The names in an open table: a name is looked for from the place of its hash on, up to a place that is free. The names are
/// few and fixed, so that collisions cannot be provoked.
struct Names {
    names: Vec<(PackedName, RegId)>,
    /// One more than the index of a name; 0 where none is.
    places: Box<[u16; PLACES]>,
}

/// More than twice as many as there are registers.
const PLACES: usize = 1 << 12;

impl Names {
    fn new() -> Self {
        let mut names = Self { names: Vec::with_capacity(PLACES / 2), places: Box::new([0; PLACES]) };
        let mut text = String::new();
        for register in RegId::all() {
            text.clear();
            // A string takes everything, and the longest name has its words (a test).
            let _ = write!(text, "{register}");
            pack(text.as_bytes()).into_iter().for_each(|name| names.add(name, register));
        }
        names
    }

    fn add(&mut self, name: PackedName, register: RegId) {
        let mut place = place(&name);
        while self.places[place] != 0 {
            place = (place + 1) % PLACES;
        }
        self.names.push((name, register));
        // There are fewer than places.
        self.places[place] = self.names.len() as u16;
    }

    #[inline]
    fn find(&self, name: &PackedName) -> Option<RegId> {
        let mut place = place(name);
        loop {
            let index = usize::from(self.places[place]).checked_sub(1)?;
            let (known, register) = &self.names[index];
            if known == name {
                return Some(*register);
            }
            place = (place + 1) % PLACES;
        }
    }
}

/// Where a name is looked for first.
#[inline]
fn place(name: &PackedName) -> usize {
    /// 2^64 divided by the golden ratio, odd: it spreads similar words over the upper bits.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let hash = name.iter().fold(0, |hash: u64, word| (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR));
    (hash >> (u64::BITS - PLACES.ilog2())) as usize
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
        assert!(RegId::all().count() <= PLACES / 2);
        for wrong in [
            "RS[04].FLAGS",
            "RS[32].FLAGS",
            "RS.FLAGS",
            "HWS_CTRL.ENABLE",
            "hws_ctrl",
            "",
            "PROMOTE ",
            "PROMOTE\0",
        ] {
            assert_eq!(find(wrong.as_bytes()), None, "{wrong}");
            assert!(parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
