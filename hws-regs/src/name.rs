//! Names of registers, as in the datasheet: `PROMOTE`, `SIP_USAGE_MASK[0][3]`, `RS[4].FLAGS`.

use crate::{Decoded, IndexError, NameError, REGISTERS, RegId, RegInfo};
use core::fmt::{self, Write};

impl fmt::Display for RegId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut indices = self.indices().into_iter();
        for character in self.info().name.chars() {
            if character == ']' {
                write!(f, "{}", indices.next().unwrap_or(0))?;
            }
            f.write_char(character)?;
        }
        Ok(())
    }
}

impl RegId {
    /// Parses the name of a register, with a decimal index in every pair of brackets.
    ///
    /// # Errors
    /// [`NameError`] if no register has the name, or an index is missing, misplaced, not a number or out of
    /// range.
    pub fn parse(name: &str) -> Result<Self, NameError> {
        let is_named = |pattern| may_match(pattern, name) && bare(pattern).eq(bare(name));
        let info = REGISTERS.iter().find(|info| is_named(info.name)).ok_or(NameError::Unknown)?;
        let mut indices = Indices(name);
        let id = info.element_at(indices.by_ref().map(|text| number(text, info)))?;
        if indices.next().is_some() || !has_shape(name, info.name) {
            return Err(NameError::ExtraIndex { register: info.name });
        }
        Ok(id)
    }
}

impl RegInfo {
    /// Returns the element of an array of registers that has these indices, one for each dimension; further ones are ignored.
    ///
    /// # Errors
    /// [`NameError`] if an index is missing or out of range.
    pub fn element(&self, indices: &[u32]) -> Result<RegId, NameError> {
        self.element_at(indices.iter().copied().map(Ok))
    }

    fn element_at(
        &self,
        mut indices: impl Iterator<Item = Result<u32, NameError>>,
    ) -> Result<RegId, NameError> {
        let (register, mut offset) = (self.name, self.offset);
        for (dimension, (count, stride)) in (0_u8..).zip(self.dims.iter().zip(self.strides)) {
            let index = indices.next().ok_or(NameError::MissingIndex { register })??;
            if index >= u32::from(*count) {
                let error = IndexError { register, dimension, index, count: *count };
                return Err(NameError::IndexOutOfRange(error));
            }
            offset = offset.wrapping_add(index.wrapping_mul(u32::from(*stride)));
        }
        match RegId::decode(offset) {
            Decoded::Register(id) => Ok(id),
            _ => Err(NameError::Unknown),
        }
    }
}

/// Whether the names agree as far as neither has a bracket: almost all others are refused by this one comparison.
fn may_match(pattern: &str, name: &str) -> bool {
    let [pattern, name] = [pattern, name].map(|name| name.split('[').next().unwrap_or_default());
    pattern.starts_with(name) || name.starts_with(pattern)
}

/// The characters outside brackets.
fn bare(name: &str) -> impl Iterator<Item = char> {
    shape(name).filter(|character| !matches!(character, '[' | ']'))
}

/// The name without the text between its brackets.
fn shape(name: &str) -> impl Iterator<Item = char> {
    let mut inside = false;
    name.chars().filter(move |character| {
        match character {
            '[' => inside = true,
            ']' => inside = false,
            _ => return !inside,
        }
        true
    })
}

fn has_shape(name: &str, pattern: &str) -> bool {
    shape(name).eq(pattern.chars())
}

/// The texts between the brackets of a name, in order.
struct Indices<'a>(&'a str);

impl<'a> Iterator for Indices<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let (_, behind) = self.0.split_once('[')?;
        let (index, rest) = behind.split_once(']')?;
        self.0 = rest;
        Some(index)
    }
}

fn number(text: &str, info: &'static RegInfo) -> Result<u32, NameError> {
    let bad = NameError::BadIndex { register: info.name };
    if text.is_empty() {
        return Err(NameError::MissingIndex { register: info.name });
    }
    text.chars().try_fold(0_u32, |number, character| {
        let digit = character.to_digit(10).ok_or(bad)?;
        Ok(number.saturating_mul(10).saturating_add(digit))
    })
}
