//! Decimal digits, written where they belong: two at a time, without a copy.

/// The digits of every number below 100.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < pairs.len() {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// The digits of a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digits {
    value: u64,
    count: usize,
}

impl Digits {
    /// 2^64 - 1 has 20 digits.
    pub(super) const MOST: usize = 20;

    #[inline]
    pub(super) fn of(value: u64) -> Self {
        let count = match u32::try_from(value) {
            // Most numbers are small.
            Ok(0..10) => 1,
            Ok(10..100) => 2,
            Ok(small) => small.ilog10() as usize + 1,
            Err(_) => value.ilog10() as usize + 1,
        };
        Self { value, count }
    }

    #[inline]
    pub(super) const fn count(self) -> usize {
        self.count
    }

    /// Writes the digits to a place of as many bytes.
    #[inline]
    pub(super) fn write(self, place: &mut [u8]) {
        let mut value = self.value;
        let mut pairs = place.rchunks_exact_mut(2);
        for pair in &mut pairs {
            pair.copy_from_slice(&PAIRS[(value % 100) as usize]);
            value /= 100;
        }
        if let [first] = pairs.into_remainder() {
            *first = b'0' + (value % 10) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: u64) -> String {
        let digits = Digits::of(value);
        let mut place = vec![0; digits.count()];
        digits.write(&mut place);
        String::from_utf8(place).unwrap()
    }

    #[test]
    fn every_length_is_written_as_the_standard_library_does() {
        let powers = (0..20).map(|power| 10_u64.pow(power));
        for value in powers.flat_map(|power| [power - 1, power, power + 1, 2 * (power / 2) + 7]) {
            assert_eq!(text(value), value.to_string());
        }
        assert_eq!(text(u64::MAX), u64::MAX.to_string());
        assert_eq!(text(u32::MAX.into()), u32::MAX.to_string());
    }
}
