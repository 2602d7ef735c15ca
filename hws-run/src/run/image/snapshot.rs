//! Snapshots of a session that share what did not change: of the memory of the core, only the pages that differ from those
//! of another snapshot are kept again.

use std::sync::Arc;

use hws_rv::CoreMemory;
use hws_sim::Observer;

use super::session::ImageSession;

const PAGE: usize = 4096;
/// What a snapshot takes besides memory: the core, the HWS and the SIPs; a kernel in the resolver and in the counts; a word
/// of shared memory, which core and HWS keep. Measured generously, since it only decides how many are kept.
const BASE_BYTES: u64 = 1 << 16;
const KERNEL_BYTES: u64 = 512;
const SHARED_WORD_BYTES: u64 = 32;

/// The state of a session at a place of its run.
#[derive(Clone)]
pub struct ImageSnapshot<'w, O> {
    /// Without the memory of the core.
    session: ImageSession<'w, O>,
    pages: Vec<Arc<[u8]>>,
    bytes: u64,
}

impl<O> ImageSnapshot<'_, O> {
    /// Returns about how many bytes the snapshot takes, without the pages that it shares.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl<O: Observer> ImageSnapshot<'_, O> {
    /// Returns the number of steps before the snapshot.
    pub const fn steps(&self) -> u64 {
        self.session.steps()
    }
}

impl<'w, O: Observer + Clone> ImageSession<'w, O> {
    /// Makes a snapshot, which shares memory with `other`.
    pub fn snapshot(&mut self, other: Option<&ImageSnapshot<'w, O>>) -> ImageSnapshot<'w, O> {
        let ram = std::mem::replace(&mut self.devices.ram, CoreMemory::new(0, 0));
        let session = self.clone();
        self.devices.ram = ram;
        let (pages, own) = shared_pages(self.devices.ram.bytes(), other.map_or(&[], |other| &other.pages));
        let kernels = self.hdr().map_or(0, |hdr| hdr.kernel_ids().count() as u64);
        let words = self.devices.shared_words() as u64;
        let bytes = BASE_BYTES + own + KERNEL_BYTES * kernels + SHARED_WORD_BYTES * words;
        ImageSnapshot { session, pages, bytes }
    }

    /// Goes to a snapshot of this run.
    pub fn restore(&mut self, snapshot: &ImageSnapshot<'w, O>) {
        let mut ram = std::mem::replace(&mut self.devices.ram, CoreMemory::new(0, 0));
        for (old, page) in ram.bytes_mut().chunks_mut(PAGE).zip(&snapshot.pages) {
            // Both are as long as the page. Reading costs less than writing.
            if *old != **page {
                old.copy_from_slice(page);
            }
        }
        *self = snapshot.session.clone();
        self.devices.ram = ram;
    }
}

/// The pages of a memory, those that another snapshot has shared; and the bytes of the others.
fn shared_pages(memory: &[u8], others: &[Arc<[u8]>]) -> (Vec<Arc<[u8]>>, u64) {
    let zero: Arc<[u8]> = Arc::from([0; PAGE]);
    let mut own = 0;
    let pages = memory.chunks(PAGE).enumerate().map(|(index, page)| {
        let known = others.get(index).filter(|other| ***other == *page);
        let is_zero = || *zero == *page;
        known.cloned().or_else(|| is_zero().then(|| Arc::clone(&zero))).unwrap_or_else(|| {
            own += page.len() as u64;
            Arc::from(page)
        })
    });
    let pages = pages.collect();
    (pages, own)
}
