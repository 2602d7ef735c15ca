//! The beginning of a line up to the name of its operation. Most lines share it with the line before: those of one cycle.

use hws_types::Cycle;

use super::packed;

/// The bytes that are looked at, enough for cycles of eleven digits.
const LONGEST: usize = WORDS * packed::BYTES;
const WORDS: usize = 3;

/// The beginning of a line; unknown by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Head {
    words: [u64; WORDS],
    /// Ones where the words are part of it.
    masks: [u64; WORDS],
    /// 0 if nothing is known.
    length: usize,
    at: Cycle,
}

impl Head {
    /// The beginning of a line of this cycle; nothing is known of one that is too long.
    pub(super) fn new(text: &[u8], at: Cycle) -> Self {
        if text.len() > LONGEST {
            return Self::default();
        }
        let padded = |byte: u8| {
            let mut bytes = [0; LONGEST];
            bytes[..text.len()].fill(byte);
            bytes
        };
        let mut bytes = padded(0);
        bytes[..text.len()].copy_from_slice(text);
        Self { words: words(&bytes), masks: words(&padded(u8::MAX)), length: text.len(), at }
    }

    /// The cycle of the text and the length of its beginning, if it begins like this one.
    #[inline(always)]
    pub(super) fn begins(&self, text: &[u8]) -> Option<(Cycle, usize)> {
        let found = words(text.first_chunk()?);
        let differences = |place: usize| (found[place] ^ self.words[place]) & self.masks[place];
        let is_same = differences(0) | differences(1) | differences(2) == 0;
        (is_same && self.length > 0).then_some((self.at, self.length))
    }
}

#[inline(always)]
fn words(bytes: &[u8; LONGEST]) -> [u64; WORDS] {
    std::array::from_fn(|place| packed::word(&bytes[place * packed::BYTES..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_same_cycle_begins_alike_and_no_other_does() {
        for digits in 1..=20 {
            let cycle = "9876543210".repeat(2)[..digits].to_owned();
            let beginning = format!("{{\"at\":{cycle},\"op\":\"");
            let head = Head::new(beginning.as_bytes(), Cycle(7));
            let line = format!("{beginning}read\",\"reg\":\"P_TOP_K\"}}\n");
            let expected = (beginning.len() <= LONGEST).then_some((Cycle(7), beginning.len()));
            assert_eq!(head.begins(line.as_bytes()), expected, "{digits} digits");
            for place in 0..line.len() {
                let mut other = line.clone().into_bytes();
                other[place] ^= 1;
                let is_behind = place >= beginning.len();
                assert_eq!(
                    head.begins(&other),
                    expected.filter(|_| is_behind),
                    "{digits} digits, byte {place}"
                );
            }
        }
    }

    #[test]
    fn a_short_text_and_an_unknown_beginning_are_left_to_others() {
        let head = Head::new(b"{\"at\":3,\"op\":\"", Cycle(3));
        let end = b"{\"at\":3,\"op\":\"end\"}\n";
        assert!(end.len() < LONGEST);
        assert_eq!(head.begins(end), None);
        assert_eq!(Head::default().begins(&[0; LONGEST]), None);
    }
}
