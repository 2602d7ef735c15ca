//! Lists and objects that are serialised entry by entry, without collecting them first.

use serde::{Serialize, Serializer};

/// A list of the items that a function iterates over.
pub(crate) struct List<F>(pub(crate) F);

impl<F, I> Serialize for List<F>
where
    F: Fn() -> I,
    I: IntoIterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// An object of the keys and values that a function iterates over.
pub(crate) struct Map<F>(pub(crate) F);

impl<F, I, K, V> Serialize for Map<F>
where
    F: Fn() -> I,
    I: IntoIterator<Item = (K, V)>,
    K: Serialize,
    V: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}
