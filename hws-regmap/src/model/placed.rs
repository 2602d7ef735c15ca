//! A value and its place in the file.

use hws_input::Place;

/// A value with its place, so that a check can point at it.
#[derive(Clone, Debug)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it is written.
    pub place: Place,
}

impl<T> Placed<T> {
    /// Another value at the same place.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Placed<U> {
        Placed { value: change(self.value), place: self.place }
    }

    /// Returns another value at the same place.
    pub(crate) fn with<U>(&self, value: U) -> Placed<U> {
        Placed { value, place: self.place }
    }
}
