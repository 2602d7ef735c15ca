//! Plain JSON, read fast: a serde deserialiser for the texts that programs write.
//!
//! It refuses, without a reason, whatever is rare: an escape in a string, a fraction, a number beyond 18 digits, nesting
//! beyond 100 levels, and every mistake. Such a text is read again with serde_json, which decodes it or says where it
//! is wrong. What this reader accepts, serde_json accepts, with an equal value: the types are read by the same code, and
//! the difference is how tokens are found.

mod scan;
#[cfg(test)]
mod tests;

use std::fmt;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use scan::Scanner;

/// Lists and objects inside each other, at most; serde_json reads 127.
const DEPTH_MOST: usize = 100;

/// Reads a whole text, or returns `None` if serde_json has to.
///
/// `may_ignore` is asked for each member of an object that the type does not read: its depth, 1 at the top, and its
/// key. If it returns false, the text is not read.
pub fn read<'de, T: Deserialize<'de>>(text: &'de str, may_ignore: fn(usize, &str) -> bool) -> Option<T> {
    let mut json = Json { scan: Scanner::new(text), depth: 0, key: None, may_ignore };
    let value = T::deserialize(&mut json).ok()?;
    json.scan.is_at_end().then_some(value)
}

/// The text is not plain JSON, or not of the type.
#[derive(Debug)]
struct NotPlain;

impl fmt::Display for NotPlain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not plain JSON of this type")
    }
}

impl std::error::Error for NotPlain {}

impl Error for NotPlain {
    fn custom<T: fmt::Display>(_message: T) -> Self {
        Self
    }
}

struct Json<'de> {
    scan: Scanner<'de>,
    depth: usize,
    /// The key of the value that comes next, if it is a member of an object.
    key: Option<&'de str>,
    may_ignore: fn(usize, &str) -> bool,
}

impl<'de> Json<'de> {
    /// Reads a list or object up to its end, all of which `read` has to take.
    #[inline]
    fn nested<T>(
        &mut self,
        end: u8,
        read: impl FnOnce(&mut Items<'_, 'de>) -> Result<T, NotPlain>,
    ) -> Result<T, NotPlain> {
        self.scan.step();
        if self.depth == DEPTH_MOST {
            return Err(NotPlain);
        }
        self.depth += 1;
        let mut items = Items { json: self, end, place: Place::First };
        let value = read(&mut items)?;
        if items.place != Place::Ended {
            return Err(NotPlain);
        }
        self.depth -= 1;
        Ok(value)
    }
}

impl<'de> Deserializer<'de> for &mut Json<'de> {
    type Error = NotPlain;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
        match self.scan.peek().ok_or(NotPlain)? {
            b'"' => visitor.visit_borrowed_str(self.scan.string().ok_or(NotPlain)?),
            b'{' => self.nested(b'}', |items| visitor.visit_map(items)),
            b'[' => self.nested(b']', |items| visitor.visit_seq(items)),
            b't' => self.scan.word("true").ok_or(NotPlain).and_then(|()| visitor.visit_bool(true)),
            b'f' => self.scan.word("false").ok_or(NotPlain).and_then(|()| visitor.visit_bool(false)),
            b'n' => self.scan.word("null").ok_or(NotPlain).and_then(|()| visitor.visit_unit()),
            _ => match self.scan.integer().ok_or(NotPlain)? {
                value @ 0.. => visitor.visit_u64(value.unsigned_abs()),
                value => visitor.visit_i64(value),
            },
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
        if self.scan.peek() == Some(b'n') {
            return self.scan.word("null").ok_or(NotPlain).and_then(|()| visitor.visit_none());
        }
        visitor.visit_some(self)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, NotPlain> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
        if self.key.take().is_some_and(|key| !(self.may_ignore)(self.depth, key)) {
            return Err(NotPlain);
        }
        self.scan.skip(DEPTH_MOST - self.depth).ok_or(NotPlain)?;
        visitor.visit_unit()
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, NotPlain> {
        Err(NotPlain)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}

/// Where in a list or object the reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Later,
    Ended,
}

/// The elements of a list or the members of an object.
struct Items<'a, 'de> {
    json: &'a mut Json<'de>,
    end: u8,
    place: Place,
}

impl Items<'_, '_> {
    #[inline]
    fn next(&mut self) -> Result<bool, NotPlain> {
        // After the end, a visitor may ask again.
        if self.place == Place::Ended {
            return Ok(false);
        }
        self.json.scan.next_item(&mut self.place, self.end).ok_or(NotPlain)
    }
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = NotPlain;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, NotPlain> {
        if !self.next()? {
            return Ok(None);
        }
        self.json.key = None;
        seed.deserialize(&mut *self.json).map(Some)
    }
}

impl<'de> MapAccess<'de> for Items<'_, 'de> {
    type Error = NotPlain;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, NotPlain> {
        if !self.next()? {
            return Ok(None);
        }
        let key = self.json.scan.key().ok_or(NotPlain)?;
        self.json.key = Some(key);
        let key: BorrowedStrDeserializer<'de, NotPlain> = BorrowedStrDeserializer::new(key);
        seed.deserialize(key).map(Some)
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, NotPlain> {
        seed.deserialize(&mut *self.json)
    }
}
