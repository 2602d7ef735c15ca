//! A list with a place for each entry of the Ready Station.

use hws_types::Entry;

/// At most one element per entry.
pub(crate) type EntryList<T> = heapless::Vec<T, { Entry::COUNT }>;
