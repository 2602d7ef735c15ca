//! The memory of one call: blocks of exactly the size that a header asks for.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

use crate::bytes::Bytes;

/// What output memory has before a call.
const UNTOUCHED: u8 = 0xA5;

/// How the pointers of a call are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pointers {
    Right,
    Null,
    Misaligned,
}

struct Block {
    start: *mut u8,
    layout: Layout,
    /// What the block had before the call; only of output.
    before: Option<Vec<u8>>,
}

/// All blocks of a call; they are freed with it.
#[derive(Default)]
pub(crate) struct Memory {
    blocks: Vec<Block>,
    /// A pointer that has to be refused was given.
    pub(crate) is_wrong: bool,
}

impl Memory {
    /// A pointer to `count` values with bytes of the input, or to none: NULL or misaligned.
    pub(crate) fn input<T>(&mut self, count: usize, bytes: &mut Bytes<'_>) -> *const T {
        let how = self.how::<T>(count, bytes);
        self.pointer::<T>(count, how, |place| *place = if bytes.rarely(3) { bytes.byte() } else { 0 }, false)
            .cast_const()
    }

    /// A pointer to a value.
    pub(crate) fn value<T>(&mut self, value: T, how: Pointers) -> *const T {
        self.is_wrong |= how != Pointers::Right;
        let pointer = self.pointer::<T>(1, how, |_| (), false);
        if how == Pointers::Right {
            // SAFETY: the block is for one value of this type.
            unsafe { pointer.write(value) };
        }
        pointer.cast_const()
    }

    /// A pointer to memory for `count` values.
    pub(crate) fn output<T>(&mut self, count: usize, bytes: &mut Bytes<'_>) -> *mut T {
        let how = self.how::<T>(count, bytes);
        self.pointer::<T>(count, how, |place| *place = UNTOUCHED, true)
    }

    /// Whether a pointer to output has been changed.
    pub(crate) fn is_changed(&self) -> bool {
        self.blocks.iter().any(|block| {
            // SAFETY: the block is alive, of this size, and all of it has been written.
            let now = unsafe { std::slice::from_raw_parts(block.start, block.layout.size()) };
            block.before.as_ref().is_some_and(|before| before != now)
        })
    }

    /// Mostly as it has to be. Where nothing is read or written, a pointer may be anything.
    fn how<T>(&mut self, count: usize, bytes: &mut Bytes<'_>) -> Pointers {
        let how = how(bytes);
        let is_refused = how == Pointers::Null || how == Pointers::Misaligned && align_of::<T>() > 1;
        self.is_wrong |= is_refused && count > 0;
        how
    }

    fn pointer<T>(
        &mut self,
        count: usize,
        how: Pointers,
        fill: impl FnMut(&mut u8),
        is_output: bool,
    ) -> *mut T {
        if how == Pointers::Null {
            return std::ptr::null_mut();
        }
        // A misaligned pointer has the same number of bytes behind it.
        let shift = usize::from(how == Pointers::Misaligned);
        let start = self.block(size_of::<T>() * count + shift, align_of::<T>(), fill, is_output);
        start.wrapping_add(shift).cast()
    }

    fn block(&mut self, size: usize, align: usize, fill: impl FnMut(&mut u8), is_output: bool) -> *mut u8 {
        let Ok(layout) = Layout::from_size_align(size.max(1), align) else { unreachable!("sizes are small") };
        // SAFETY: the size is not 0.
        let start = unsafe { alloc(layout) };
        if start.is_null() {
            handle_alloc_error(layout);
        }
        let mut content = vec![0; layout.size()];
        content.iter_mut().for_each(fill);
        // SAFETY: the block has just been allocated with this size.
        unsafe { start.copy_from_nonoverlapping(content.as_ptr(), content.len()) };
        self.blocks.push(Block { start, layout, before: is_output.then_some(content) });
        start
    }
}

/// How a pointer is: seven times of eight as it has to be.
pub(crate) fn how(bytes: &mut Bytes<'_>) -> Pointers {
    match bytes.below(16) {
        14 => Pointers::Null,
        15 => Pointers::Misaligned,
        _ => Pointers::Right,
    }
}

/// A pointer of the caller: mostly `right`, otherwise NULL or misaligned.
pub(crate) fn mostly<T>(right: *mut T, bytes: &mut Bytes<'_>) -> *mut T {
    match how(bytes) {
        Pointers::Right => right,
        Pointers::Null => std::ptr::null_mut(),
        Pointers::Misaligned => right.wrapping_byte_add(1),
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        for block in &self.blocks {
            // SAFETY: allocated by `block` with this layout, and freed only here.
            unsafe { dealloc(block.start, block.layout) };
        }
    }
}
