//! What follows from the rest of the state and is only kept to save time.

use core::hash::{Hash, Hasher};

/// No part of the state: any two are equal, and none has a hash of its own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Derived<T>(pub(crate) T);

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Derived<T> {}

impl<T> Hash for Derived<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
