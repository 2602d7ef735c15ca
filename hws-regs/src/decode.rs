//! The address decoder: finds the register at an offset of the window in constant time.
//!
//! It is a table with the answer for each word of the window, computed at compile time from the generated
//! list of registers.

use crate::{REGISTERS, RESERVED, RegId, RegInfo, WINDOW_BYTES, register_of_kind};

/// The answer of the address decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decoded {
    /// A register.
    Register(RegId),
    /// A mapped word without a name: a read returns 0, a write is a bus error.
    Reserved,
    /// There is no register, or the offset is beyond the window: a bus error.
    Unmapped,
    /// The offset is not a multiple of 4: a bus error.
    Unaligned,
}

/// The answer of the address decoder to a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecodedWrite {
    /// A register without illegal values.
    Free(RegId),
    /// A register with illegal values ([`RegId::is_legal`]).
    Restricted(RegId),
    /// A register that cannot be written, or a mapped word without a name: a bus error.
    ReadOnly,
    /// There is no register, or the offset is beyond the window: a bus error.
    Unmapped,
    /// The offset is not a multiple of 4: a bus error.
    Unaligned,
}

/// A word without a name, in every element of a group.
pub(crate) struct ReservedWords {
    pub(crate) offset: u32,
    pub(crate) count: u32,
    pub(crate) stride: u32,
}

const WINDOW_WORDS: usize = WINDOW_BYTES as usize / 4;
const RESERVED_KIND: u16 = 1;
const FIRST_KIND: u16 = 2;

static ANSWERS: [Decoded; WINDOW_WORDS] = answers();
static WRITE_ANSWERS: [DecodedWrite; WINDOW_WORDS] = write_answers();

impl RegId {
    /// Decodes a byte offset of the window.
    #[inline]
    #[must_use]
    pub fn decode(offset: u32) -> Decoded {
        if !offset.is_multiple_of(4) {
            return Decoded::Unaligned;
        }
        ANSWERS.get((offset / 4) as usize).copied().unwrap_or(Decoded::Unmapped)
    }

    /// Decodes the byte offset of a write. What would have to be looked up about the register for every write is in the answer.
    ///
    /// ```
    /// use hws_regs::{DecodedWrite, RegId};
    ///
    /// let decoded = RegId::decode_write(RegId::SipReportComplete.offset());
    /// assert_eq!(decoded, DecodedWrite::Free(RegId::SipReportComplete));
    /// assert_eq!(RegId::decode_write(RegId::PTopK.offset()), DecodedWrite::Restricted(RegId::PTopK));
    /// assert_eq!(RegId::decode_write(RegId::HwsId.offset()), DecodedWrite::ReadOnly);
    /// assert_eq!(RegId::decode_write(u32::MAX - 3), DecodedWrite::Unmapped);
    /// assert_eq!(RegId::decode_write(2), DecodedWrite::Unaligned);
    /// ```
    #[inline]
    #[must_use]
    pub fn decode_write(offset: u32) -> DecodedWrite {
        if !offset.is_multiple_of(4) {
            return DecodedWrite::Unaligned;
        }
        WRITE_ANSWERS.get((offset / 4) as usize).copied().unwrap_or(DecodedWrite::Unmapped)
    }

    /// Returns all registers, with every element of every array, by ascending offset.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..WINDOW_BYTES / 4).filter_map(|word| match Self::decode(word.wrapping_mul(4)) {
            Decoded::Register(id) => Some(id),
            _ => None,
        })
    }

    /// Returns whether `value` is legal ([`RegInfo::is_legal`]).
    #[inline]
    #[must_use]
    pub fn is_legal(self, value: u32) -> bool {
        self.info().is_legal(value)
    }
}

const fn answers() -> [Decoded; WINDOW_WORDS] {
    let (kinds, mut answers) = (kinds(), [Decoded::Unmapped; WINDOW_WORDS]);
    let mut word = 0;
    while word < WINDOW_WORDS {
        answers[word] = match kinds[word] {
            RESERVED_KIND => Decoded::Reserved,
            kind => match register_of_kind(kind, word as u32 * 4) {
                Some(id) => Decoded::Register(id),
                None => Decoded::Unmapped,
            },
        };
        word += 1;
    }
    answers
}

const fn write_answers() -> [DecodedWrite; WINDOW_WORDS] {
    let mut answers = [DecodedWrite::Unmapped; WINDOW_WORDS];
    let mut word = 0;
    while word < WINDOW_WORDS {
        answers[word] = match ANSWERS[word] {
            Decoded::Register(id) => write_answer(id),
            Decoded::Reserved => DecodedWrite::ReadOnly,
            Decoded::Unmapped => DecodedWrite::Unmapped,
            Decoded::Unaligned => DecodedWrite::Unaligned,
        };
        word += 1;
    }
    answers
}

const fn write_answer(id: RegId) -> DecodedWrite {
    let info = id.info();
    match (info.access.is_writable(), info.restricted) {
        (false, _) => DecodedWrite::ReadOnly,
        (true, false) => DecodedWrite::Free(id),
        (true, true) => DecodedWrite::Restricted(id),
    }
}

// Runs at compile time only: an index out of bounds fails the build and cannot panic later.
const fn kinds() -> [u16; WINDOW_WORDS] {
    let mut table = [0; WINDOW_WORDS];
    let mut number = 0;
    while number < REGISTERS.len() {
        table = with_register(table, REGISTERS[number], number as u16 + FIRST_KIND);
        number += 1;
    }
    let mut number = 0;
    while number < RESERVED.len() {
        let words = &RESERVED[number];
        table = with_row(table, words.offset, words.count, words.stride, RESERVED_KIND);
        number += 1;
    }
    table
}

const fn with_register(mut table: [u16; WINDOW_WORDS], info: &RegInfo, kind: u16) -> [u16; WINDOW_WORDS] {
    match (info.dims, info.strides) {
        ([], _) => with_row(table, info.offset, 1, 4, kind),
        ([count], [stride]) => with_row(table, info.offset, *count as u32, *stride as u32, kind),
        ([rows, count], [row_stride, stride]) => {
            let mut row = 0;
            while row < *rows {
                let offset = info.offset + row as u32 * *row_stride as u32;
                table = with_row(table, offset, *count as u32, *stride as u32, kind);
                row += 1;
            }
            table
        }
        _ => panic!("a register has at most two dimensions"),
    }
}

const fn with_row(
    mut table: [u16; WINDOW_WORDS],
    offset: u32,
    count: u32,
    stride: u32,
    kind: u16,
) -> [u16; WINDOW_WORDS] {
    let mut element = 0;
    while element < count {
        table[((offset + element * stride) / 4) as usize] = kind;
        element += 1;
    }
    table
}
