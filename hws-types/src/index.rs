//! Indices that are always in range: every value of the type is an index into its table.

use core::fmt;

use crate::ones::lowest;

/// Declares an index whose value always fits `$bits` bits, so that indexing a table of `1 << $bits`
/// elements cannot panic.
macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident, $bits:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        pub struct $name(u8);

        /// Refuses an index past the end of the table.
        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = u8::deserialize(deserializer)?;
                Self::new(value.into()).ok_or_else(|| {
                    let (name, last) = (stringify!($name), Self::COUNT - 1);
                    serde::de::Error::custom(format_args!("{name} {value} does not exist; the last is {last}"))
                })
            }
        }

        impl $name {
            /// The number of values: the length of a table indexed by this type.
            pub const COUNT: usize = 1 << $bits;

            /// Returns the index, or `None` if it is out of range.
            #[must_use]
            pub const fn new(value: u32) -> Option<Self> {
                if value < Self::COUNT as u32 { Some(Self(value as u8)) } else { None }
            }

            /// Returns the index in the low bits of `value`; higher bits are ignored.
            #[must_use]
            pub const fn wrapping(value: u32) -> Self {
                Self((value % Self::COUNT as u32) as u8)
            }

            /// Returns the value as a number.
            #[must_use]
            pub const fn get(self) -> u32 {
                self.index() as u32
            }

            /// Returns the value as an index into a table of [`Self::COUNT`] elements.
            #[must_use]
            pub const fn index(self) -> usize {
                // The mask shows the compiler what construction already guarantees.
                self.0 as usize % Self::COUNT
            }

            /// Returns every value in ascending order.
            pub fn all() -> impl Iterator<Item = Self> {
                (0..Self::COUNT as u32).map(Self::wrapping)
            }
        }
    };
}
pub(crate) use index_type;

index_type! {
    /// One entry of the Ready Station, 0..=31.
    Entry, 5
}

index_type! {
    /// One entry of the launch table, 0..=63.
    LaunchId, 6
}

// A set is a word with one bit per entry.
const _: () = assert!(Entry::COUNT == u32::BITS as usize);

impl LaunchId {
    /// Returns the next launch id; 0 follows the last one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self::wrapping(self.get() + 1)
    }
}

impl Entry {
    /// Returns the set that holds only this entry.
    #[must_use]
    pub const fn mask(self) -> EntryMask {
        EntryMask(1 << self.get())
    }
}

/// A set of Ready Station entries, bit *i* for entry *i*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EntryMask(pub u32);

impl EntryMask {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all entries.
    pub const ALL: Self = Self(u32::MAX);

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of entries in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether `entry` is in the set.
    #[must_use]
    pub const fn has(self, entry: Entry) -> bool {
        self.0 & entry.mask().0 != 0
    }

    /// Returns this set with `entry` added.
    #[must_use]
    pub const fn with(self, entry: Entry) -> Self {
        Self(self.0 | entry.mask().0)
    }

    /// Returns this set with `entry` removed.
    #[must_use]
    pub const fn without(self, entry: Entry) -> Self {
        Self(self.0 & !entry.mask().0)
    }

    /// Returns this set with `entry` added if `is_member`, and removed otherwise.
    #[must_use]
    pub const fn with_if(self, entry: Entry, is_member: bool) -> Self {
        if is_member { self.with(entry) } else { self.without(entry) }
    }

    /// Returns the lowest entry of the set; `None` when it is empty.
    #[must_use]
    pub const fn first(self) -> Option<Entry> {
        match lowest(self.0) {
            Some((entry, _)) => Some(Entry::wrapping(entry)),
            None => None,
        }
    }

    /// Returns the entries in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Entry> + Clone {
        let mut rest = self;
        core::iter::from_fn(move || {
            let (entry, others) = lowest(rest.0)?;
            rest.0 = others;
            Some(Entry::wrapping(entry))
        })
    }
}

/// Union.
impl core::ops::BitOr for EntryMask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Intersection.
impl core::ops::BitAnd for EntryMask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Difference: the entries of the left set that are not in the right one.
impl core::ops::Sub for EntryMask {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Debug for EntryMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EntryMask({:#010x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_refuses_what_wrapping_folds() {
        assert_eq!(LaunchId::new(64), None);
        assert_eq!(LaunchId::wrapping(64).get(), 0);
        assert_eq!(LaunchId::wrapping(63).next().get(), 0);
        assert_eq!(Entry::new(31).map(Entry::get), Some(31));
        assert_eq!(Entry::new(32), None);
    }

    #[test]
    fn sets_of_entries() {
        let set = EntryMask::EMPTY.with(Entry::wrapping(3)).with(Entry::wrapping(31));
        assert_eq!(set.len(), 2);
        assert!(set.has(Entry::wrapping(31)));
        let only = set.without(Entry::wrapping(3));
        assert_eq!(only.first(), Entry::new(31));
        assert_eq!(EntryMask::EMPTY.first(), None);
    }
}
