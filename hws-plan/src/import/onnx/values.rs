//! Values of small tensors that are known before the run: integers (truth values included) or floats.

use super::real::Real;

/// The elements of a tensor in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Integers(Vec<i64>),
    Reals(Vec<Real>),
}

impl Values {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Integers(list) => list.len(),
            Self::Reals(list) => list.len(),
        }
    }

    pub(super) fn integers(&self) -> Option<&[i64]> {
        match self {
            Self::Integers(list) => Some(list),
            Self::Reals(_) => None,
        }
    }

    pub(super) fn reals(&self) -> Option<&[Real]> {
        match self {
            Self::Reals(list) => Some(list),
            Self::Integers(_) => None,
        }
    }

    /// Returns the elements at some positions; `None` if one does not exist.
    pub(super) fn picked(&self, positions: &[usize]) -> Option<Self> {
        match self {
            Self::Integers(list) => pick(list, positions).map(Self::Integers),
            Self::Reals(list) => pick(list, positions).map(Self::Reals),
        }
    }

    /// Returns one list after the other; `None` if they are of both kinds.
    pub(super) fn joined(lists: &[&Self]) -> Option<Self> {
        match lists.first()? {
            Self::Integers(_) => join(lists, Self::integers).map(Self::Integers),
            Self::Reals(_) => join(lists, Self::reals).map(Self::Reals),
        }
    }
}

fn pick<T: Copy>(list: &[T], positions: &[usize]) -> Option<Vec<T>> {
    positions.iter().map(|&at| list.get(at).copied()).collect()
}

fn join<T: Copy>(lists: &[&Values], part: fn(&Values) -> Option<&[T]>) -> Option<Vec<T>> {
    let parts: Option<Vec<&[T]>> = lists.iter().map(|&list| part(list)).collect();
    parts.map(|parts| parts.concat())
}

impl From<Vec<i64>> for Values {
    fn from(list: Vec<i64>) -> Self {
        Self::Integers(list)
    }
}

impl From<Vec<Real>> for Values {
    fn from(list: Vec<Real>) -> Self {
        Self::Reals(list)
    }
}
