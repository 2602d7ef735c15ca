//! Indices into arrays of registers: no value of these types is past the end of its array.

use core::fmt;
use core::iter;

use crate::IndexError;

/// An index into a dimension of `COUNT` elements, `0..COUNT`; `COUNT` is 1..=256.
///
/// The map's counts are in the types of [`crate::RegId`], so that an index that does not exist fails the build or is
/// refused:
///
/// ```
/// use hws_regs::{RegId, RegIndex, Register, RsFlags};
///
/// let flags = RegId::RsFlags(RegIndex::at::<3>());
/// assert_eq!(flags.to_string(), "RS[3].FLAGS");
/// assert_eq!(RegIndex::new(3).map(RegId::RsFlags), Some(flags));
/// assert_eq!(RegIndex::new(32).map(RegId::RsFlags), None, "there are 32");
/// let error = RsFlags::index(32).unwrap_err();
/// assert_eq!(error.to_string(), "index 32 of RS[].FLAGS does not exist: the indices are 0 to 31");
/// ```
///
/// ```compile_fail
/// use hws_regs::{RegId, RegIndex};
///
/// let id = RegId::RsFlags(RegIndex::at::<32>());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegIndex<const COUNT: usize>(u8);

impl<const COUNT: usize> RegIndex<COUNT> {
    /// The number of indices.
    pub const COUNT: usize = COUNT;

    const FITS_A_BYTE: () = assert!(0 < COUNT && COUNT <= 256, "an array has 1 to 256 elements");

    /// Returns the index `INDEX`; the build fails if it does not exist.
    #[inline]
    #[must_use]
    pub const fn at<const INDEX: usize>() -> Self {
        const { assert!(INDEX < COUNT, "there is no such index: the array has fewer elements") };
        Self::wrapping(INDEX as u32)
    }

    /// Returns the index, or `None` if it does not exist. [`crate::Register::index`] gives the reason.
    #[inline]
    #[must_use]
    pub const fn new(index: u32) -> Option<Self> {
        if (index as usize) < COUNT { Some(Self::wrapping(index)) } else { None }
    }

    /// Returns the remainder of `index` and `COUNT`: for numbers that are known to exist, like those of another table
    /// of the same size.
    #[inline]
    #[must_use]
    pub const fn wrapping(index: u32) -> Self {
        const { Self::FITS_A_BYTE };
        // Never `None`: COUNT is not 0.
        match (index as usize).checked_rem(COUNT) {
            Some(index) => Self(index as u8),
            None => Self(0),
        }
    }

    /// Returns the index as a number.
    #[inline]
    #[must_use]
    pub const fn get(self) -> u32 {
        self.index() as u32
    }

    /// Returns the index into a table of [`Self::COUNT`] elements.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        // Both show the compiler what construction guarantees, so that indexing a table of COUNT elements needs no check.
        let index = self.0 as usize;
        if COUNT.is_power_of_two() {
            return index & COUNT.wrapping_sub(1);
        }
        if index < COUNT { index } else { 0 }
    }

    /// Returns all indices in ascending order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        // COUNT is at most 256.
        (0..COUNT as u16).map(|index| Self::wrapping(u32::from(index)))
    }

    /// As [`Self::get`], for the table of the decoder.
    #[inline]
    pub(crate) const fn byte(self) -> u8 {
        self.index() as u8
    }
}

impl<const COUNT: usize> From<RegIndex<COUNT>> for u32 {
    #[inline]
    fn from(index: RegIndex<COUNT>) -> Self {
        index.get()
    }
}

impl<const COUNT: usize> From<RegIndex<COUNT>> for usize {
    #[inline]
    fn from(index: RegIndex<COUNT>) -> Self {
        index.index()
    }
}

/// The number alone.
impl<const COUNT: usize> fmt::Display for RegIndex<COUNT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// The number alone, as in `RsFlags(3)`.
impl<const COUNT: usize> fmt::Debug for RegIndex<COUNT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// What selects an element of a register: `()` for a single register, a [`RegIndex`] for an array, a pair for an array
/// of two dimensions.
pub trait ElementIndex: Copy + fmt::Debug + Eq {
    /// The same as plain numbers: `()`, `u32`, `(u32, u32)`.
    type Numbers;

    /// Checks numbers against the dimensions; `register` is named in the error.
    ///
    /// # Errors
    /// [`IndexError`] for the first number that is past the end of its dimension.
    fn from_numbers(register: &'static str, numbers: Self::Numbers) -> Result<Self, IndexError>;

    /// Returns every index, the last dimension running fastest.
    fn all() -> impl Iterator<Item = Self>;
}

impl ElementIndex for () {
    type Numbers = ();

    fn from_numbers(_: &'static str, (): ()) -> Result<Self, IndexError> {
        Ok(())
    }

    fn all() -> impl Iterator<Item = Self> {
        iter::once(())
    }
}

impl<const COUNT: usize> ElementIndex for RegIndex<COUNT> {
    type Numbers = u32;

    fn from_numbers(register: &'static str, index: u32) -> Result<Self, IndexError> {
        in_dimension(register, 0, index)
    }

    fn all() -> impl Iterator<Item = Self> {
        Self::all()
    }
}

impl<const ROWS: usize, const COLUMNS: usize> ElementIndex for (RegIndex<ROWS>, RegIndex<COLUMNS>) {
    type Numbers = (u32, u32);

    fn from_numbers(register: &'static str, (row, column): (u32, u32)) -> Result<Self, IndexError> {
        Ok((in_dimension(register, 0, row)?, in_dimension(register, 1, column)?))
    }

    fn all() -> impl Iterator<Item = Self> {
        RegIndex::all().flat_map(|row| RegIndex::all().map(move |column| (row, column)))
    }
}

fn in_dimension<const COUNT: usize>(
    register: &'static str,
    dimension: u8,
    index: u32,
) -> Result<RegIndex<COUNT>, IndexError> {
    RegIndex::new(index).ok_or(IndexError { register, dimension, index, count: COUNT as u16 })
}
