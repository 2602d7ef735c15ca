//! A list in the file: blocks of records of one length, all of them full except the last one.

use std::marker::PhantomData;
use std::sync::Arc;

use super::records::Stored;
use super::spill::Spill;

/// Bytes of a block, at most.
const BLOCK: usize = 1 << 16;

/// Writes a list.
#[derive(Clone, Debug)]
pub(in crate::timeline) struct StoredWriter<T> {
    spill: Spill,
    /// Of the blocks.
    places: Vec<u64>,
    /// The block that is not full.
    open: Vec<u8>,
    len: usize,
    records: PhantomData<T>,
}

/// A list that has been written.
#[derive(Clone, Debug)]
pub(in crate::timeline) struct StoredList<T> {
    spill: Spill,
    places: Arc<[u64]>,
    len: usize,
    records: PhantomData<T>,
}

/// The records of a list, in order.
#[derive(Debug)]
pub(in crate::timeline) struct StoredIter<T> {
    list: StoredList<T>,
    /// The rest of a block, from here on.
    block: Vec<u8>,
    at: usize,
    /// The number of blocks read, and of records returned.
    blocks: usize,
    returned: usize,
}

impl<T: Stored> StoredWriter<T> {
    pub(in crate::timeline) fn new(spill: Spill) -> Self {
        Self { spill, places: Vec::new(), open: Vec::new(), len: 0, records: PhantomData }
    }

    pub(in crate::timeline) fn push(&mut self, record: &T) {
        record.put(&mut self.open);
        self.len += 1;
        if self.len.is_multiple_of(StoredList::<T>::OF_BLOCK) {
            self.flush();
        }
    }

    pub(in crate::timeline) fn finish(mut self) -> StoredList<T> {
        if !self.open.is_empty() {
            self.flush();
        }
        StoredList { spill: self.spill, places: self.places.into(), len: self.len, records: PhantomData }
    }

    fn flush(&mut self) {
        self.places.push(self.spill.append(&self.open));
        self.open.clear();
    }
}

impl<T: Stored> StoredList<T> {
    /// Records of a full block.
    const OF_BLOCK: usize = BLOCK / T::BYTES;

    /// The file.
    pub(in crate::timeline) const fn spill(&self) -> &Spill {
        &self.spill
    }

    /// Writes a list.
    pub(in crate::timeline) fn of(spill: &Spill, records: impl Iterator<Item = T>) -> Self {
        let mut writer = StoredWriter::new(spill.clone());
        records.for_each(|record| writer.push(&record));
        writer.finish()
    }

    pub(in crate::timeline) fn iter(&self) -> StoredIter<T> {
        let list = Self { places: Arc::clone(&self.places), spill: self.spill.clone(), ..*self };
        StoredIter { list, block: Vec::new(), at: 0, blocks: 0, returned: 0 }
    }
}

impl<T: Stored> StoredIter<T> {
    /// Reads the next block; returns whether there is one.
    fn refill(&mut self) -> bool {
        let Some(&place) = self.list.places.get(self.blocks) else { return false };
        let records = (self.list.len - self.returned).min(StoredList::<T>::OF_BLOCK);
        self.block.resize(records * T::BYTES, 0);
        (self.at, self.blocks) = (0, self.blocks + 1);
        self.list.spill.read(place, &mut self.block)
    }
}

impl<T: Stored> Iterator for StoredIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.at == self.block.len() && !self.refill() {
            // Nor is there another one.
            self.block.clear();
            (self.at, self.blocks) = (0, self.list.places.len());
            return None;
        }
        let record = T::get(self.block.get(self.at..)?);
        self.at += T::BYTES;
        self.returned += 1;
        Some(record)
    }
}
