//! Lines of a VCD: a value and its variable, or a time.
//!
//! A line has about twenty bytes, and there are hundreds of them at an edge. So each part is copied as a whole word, of
//! which the line keeps as many bytes as it needs; the next part overwrites the rest.

/// Bytes of a word of digits or of the end of a line.
const WORD: usize = 8;

/// More than the longest line, and a word.
const LONGEST: usize = 128;

/// Bytes that are passed on at once.
const SIZE: usize = 1 << 16;

/// What the line of a change is besides the digits of the value.
pub(super) struct Variable {
    is_bit: bool,
    /// The end of the line, and its length.
    end: [u8; WORD],
    length: usize,
}

impl Variable {
    /// A variable with this many bits and this identifier. Identifiers of the crate `vcd` have two characters for the
    /// first thousands of variables.
    pub(super) fn new(width: u32, id: &str) -> Self {
        let is_bit = width == 1;
        let text = if is_bit { format!("{id}\n") } else { format!(" {id}\n") };
        let mut end = [0; WORD];
        end[..text.len()].copy_from_slice(text.as_bytes());
        Self { is_bit, end, length: text.len() }
    }
}

/// Complete lines.
pub(super) struct Lines {
    bytes: Box<[u8]>,
    length: usize,
}

impl Default for Lines {
    fn default() -> Self {
        Self { bytes: vec![0; SIZE + LONGEST].into(), length: 0 }
    }
}

impl Lines {
    /// The bytes of the lines.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Whether they have to be passed on before the next line.
    pub(super) const fn is_full(&self) -> bool {
        self.length >= SIZE
    }

    /// Begins again.
    pub(super) const fn clear(&mut self) {
        self.length = 0;
    }

    /// Adds the line of a change.
    #[inline]
    pub(super) fn value(&mut self, value: u64, variable: &Variable) {
        self.bytes[self.length] = b'b';
        self.length += usize::from(!variable.is_bit);
        // Leading zeros are left out, as the standard allows.
        let mut left = (u64::BITS - (value | 1).leading_zeros()) as usize;
        let mut rest = value << (u64::BITS as usize - left);
        while left > WORD {
            self.word(digits((rest >> (u64::BITS - u8::BITS)) as u8), WORD);
            rest <<= u8::BITS;
            left -= WORD;
        }
        self.word(digits((rest >> (u64::BITS - u8::BITS)) as u8), left);
        self.word(variable.end, variable.length);
    }

    /// Adds the line of a time.
    pub(super) fn time(&mut self, time: u64) {
        self.word([b'#'; WORD], 1);
        let digits = time.checked_ilog10().map_or(1, |digits| digits as usize + 1);
        let mut rest = time;
        for place in self.bytes[self.length..][..digits].iter_mut().rev() {
            *place = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        self.length += digits;
        self.word([b'\n'; WORD], 1);
    }

    /// Adds the first bytes of a word.
    #[inline]
    fn word(&mut self, word: [u8; WORD], length: usize) {
        self.bytes[self.length..][..WORD].copy_from_slice(&word);
        self.length += length;
    }
}

/// The binary digits of a byte, the highest first.
#[inline]
const fn digits(byte: u8) -> [u8; WORD] {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Each byte of the word keeps another bit; where it is 1, adding 127 carries it into the highest bit.
    let alone = (byte as u64 * EACH) & 0x8040_2010_0804_0201;
    let ones = ((alone + 0x7F * EACH) >> 7) & EACH;
    (ones | (b'0' as u64 * EACH)).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(add: impl Fn(&mut Lines)) -> String {
        let mut lines = Lines::default();
        add(&mut lines);
        String::from_utf8(lines.bytes().to_vec()).unwrap()
    }

    #[test]
    fn digits_are_those_of_the_formatter() {
        for byte in 0..=u8::MAX {
            assert_eq!(digits(byte), *format!("{byte:08b}").as_bytes());
        }
    }

    #[test]
    fn values_of_every_length_are_those_of_the_formatter() {
        let lengths = (0..u64::BITS).flat_map(|length| [1 << length, u64::MAX >> length, 0xA5A5 << length]);
        for value in lengths.chain([0]) {
            let line = text(|lines| lines.value(value, &Variable::new(64, "ab")));
            assert_eq!(line, format!("b{value:b} ab\n"));
        }
        let bits = |value| text(|lines| lines.value(value, &Variable::new(1, "!")));
        assert_eq!([bits(0), bits(1)], ["0!\n", "1!\n"]);
    }

    #[test]
    fn times_are_decimal_numbers() {
        for time in [0, 7, 10, 999, 1000, 18_446_744_073_709_551_615] {
            assert_eq!(text(|lines| lines.time(time)), format!("#{time}\n"));
        }
    }
}
