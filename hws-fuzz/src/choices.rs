//! The decisions of a target, from the bytes of the input. When they are used up, every decision is the first.

use arbitrary::Unstructured;

use crate::choose;

/// What is left of the input.
pub(crate) struct Choices<'a>(Unstructured<'a>);

impl<'a> Choices<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self(Unstructured::new(data))
    }

    /// Whether every byte is used.
    pub(crate) fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        choose::below(&mut self.0, bound).unwrap_or_default()
    }

    /// True `times` in 16; false once the input is over.
    pub(crate) fn in_16(&mut self, times: u8) -> bool {
        !self.is_over() && choose::in_16(&mut self.0, times).unwrap_or_default()
    }

    /// A number up to `max`: small, at the top, or any.
    pub(crate) fn number(&mut self, max: u32) -> u32 {
        choose::number(&mut self.0, max).unwrap_or_default()
    }

    /// A set of SIPs: mostly all of them.
    pub(crate) fn sips(&mut self) -> u32 {
        choose::sips(&mut self.0).unwrap_or(u32::MAX)
    }

    /// One run of 1 to 4 SIPs.
    pub(crate) fn few_sips(&mut self) -> u32 {
        choose::few_sips(&mut self.0).unwrap_or(1)
    }

    /// One of the values, of which there is at least one.
    pub(crate) fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u32) as usize]
    }
}
