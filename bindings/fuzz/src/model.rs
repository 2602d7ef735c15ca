//! Calls of the model.

use std::ffi::{CStr, c_int};

use hws_model_c::*;
use hws_regs::{HwsCtrl, RegId};
use hws_types::TaskDescriptor;

use crate::bytes::Bytes;
use crate::memory::{Memory, mostly};
use crate::reader;
use crate::snapshot::Snapshot;

/// Every function of the header.
#[cfg(test)]
pub(crate) const NAMES: &[&str] = &[
    "hws_model_read32",
    "hws_model_write32",
    "hws_model_bus_read32",
    "hws_model_bus_write32",
    "hws_model_create",
    "hws_model_free",
    "hws_model_tick",
    "hws_model_cycle",
    "hws_model_interrupt",
    "hws_model_write_memory",
    "hws_model_read_memory",
    "hws_model_push_hdr",
    "hws_model_pop_mdma",
    "hws_model_status_text",
    "hws_model_abi_version",
    "hws_model_abi_fits",
    "hws_model_peek32",
    "hws_model_set_mask",
    "hws_model_compare",
    "hws_model_compared",
    "hws_model_record_events",
    "hws_model_pop_event",
    "hws_model_lost_events",
    "hws_model_use_memory",
    "hws_model_pop_mdma_scalars",
    "hws_model_take_snapshot",
    "hws_model_restore",
    "hws_snapshot_free",
];

/// Bytes of shared memory.
const MEMORY_BYTES: u32 = 4096;

/// The kinds of calls: first those that take the handle, of which freeing it cannot be seen to be refused.
const CALLS: usize = 27;
const FREE: usize = 23;
const WITHOUT_HANDLE: usize = 24;

/// A model with its handle.
pub(crate) struct Model {
    handle: *mut hws_model,
    /// Of this model or one with as much memory.
    snapshot: Snapshot,
}

impl Model {
    pub(crate) fn new() -> Self {
        Self { handle: create(), snapshot: Snapshot::none() }
    }

    pub(crate) fn read(&mut self, offset: u32, value: *mut u32) -> c_int {
        // SAFETY: the handle is alive; the value is NULL, misaligned, or memory for a word.
        unsafe { hws_model_bus_read32(self.handle.cast(), offset, value) }
    }

    pub(crate) fn write(&mut self, offset: u32, value: u32) -> c_int {
        // SAFETY: the handle is alive.
        unsafe { hws_model_bus_write32(self.handle.cast(), offset, value) }
    }

    /// Calls a function, mostly on this model.
    pub(crate) fn call(&mut self, bytes: &mut Bytes<'_>) {
        let mut memory = Memory::default();
        let handle = mostly(self.handle, bytes);
        let called = bytes.below(CALLS);
        // Freeing NULL or a misaligned handle does nothing, and cannot be seen.
        memory.is_wrong = handle != self.handle && called < FREE;
        let status = self.one(called, handle, &mut memory, bytes);
        let is_ok = status == hws_model_status::HWS_MODEL_OK as c_int;
        // The only status besides OK with which a call has an output.
        let is_different = status == hws_model_status::HWS_MODEL_DIFFERENT as c_int;
        assert!(
            !memory.is_wrong || !is_ok && !is_different,
            "call {called} accepts a pointer that it has to refuse"
        );
        assert!(
            is_ok || is_different || !memory.is_changed(),
            "call {called} fails with {status} and changes its output"
        );
    }

    fn one(
        &mut self,
        called: usize,
        handle: *mut hws_model,
        memory: &mut Memory,
        bytes: &mut Bytes<'_>,
    ) -> c_int {
        let (number, count) = (bytes.number(), bytes.below(5));
        // SAFETY: the handle is alive, NULL or misaligned; so is every pointer, to as much memory as the header says.
        unsafe {
            match called {
                0 => hws_model_read32(handle, number, memory.output(1, bytes)) as c_int,
                1 => hws_model_write32(handle, number, bytes.number()) as c_int,
                2 => hws_model_bus_read32(handle.cast(), number, memory.output(1, bytes)),
                3 => hws_model_bus_write32(handle.cast(), number, bytes.number()),
                4 => hws_model_tick(handle, (number % 5000).into()) as c_int,
                5 => hws_model_cycle(handle, memory.output(1, bytes)) as c_int,
                6 => hws_model_interrupt(handle, memory.output(1, bytes)) as c_int,
                7 => hws_model_write_memory(handle, number, memory.input(count, bytes), count) as c_int,
                8 => hws_model_read_memory(handle, number, memory.output(count, bytes), count) as c_int,
                9 => {
                    let (hdr_id, entry_id) = (bytes.mostly_below(16), bytes.mostly_below(256));
                    hws_model_push_hdr(handle, hdr_id, entry_id, number) as c_int
                }
                10 => hws_model_pop_mdma(handle, memory.output(1, bytes)) as c_int,
                11 => hws_model_peek32(handle, number, memory.output(1, bytes)) as c_int,
                12 => hws_model_set_mask(handle, number, bytes.number()) as c_int,
                13 => hws_model_compare(handle, number, bytes.number(), memory.output(1, bytes)) as c_int,
                14 => compare_with_peeked(handle, number) as c_int,
                15 => {
                    let [compared, differed, skipped] = std::array::from_fn(|_| memory.output(1, bytes));
                    hws_model_compared(handle, compared, differed, skipped) as c_int
                }
                16 => hws_model_record_events(handle, number as usize) as c_int,
                17 => hws_model_pop_event(handle, memory.output(1, bytes)) as c_int,
                18 => hws_model_lost_events(handle, memory.output(1, bytes)) as c_int,
                19 => hws_model_use_memory(handle, reader::random(bytes), reader::context(number)) as c_int,
                20 => pop_scalars(handle, memory, bytes) as c_int,
                21 => self.snapshot.take(handle, memory, bytes) as c_int,
                22 => self.snapshot.restore(handle, memory, bytes) as c_int,
                FREE => self.free_and_create(handle),
                WITHOUT_HANDLE => create_another(number, memory, bytes),
                25 => self.snapshot.forget(bytes),
                _ => self.launch(number) as c_int,
            }
        }
    }

    /// A kernel that is launched, so that there are commands, events and messages: random descriptors hardly ever are.
    fn launch(&mut self, kernel_id: u32) -> hws_model_status {
        let td = TaskDescriptor {
            kernel_id,
            thread_num: 2,
            block_num: 3,
            block_trigger_cnt: 3,
            affinity: u32::MAX,
            enable_sip_alloc: true,
            out_path_mdma: true,
            out_path_mih: true,
            ..TaskDescriptor::default()
        };
        let words = td.encode().unwrap_or_default();
        // SAFETY: the handle is alive; the words are those of a descriptor.
        unsafe {
            hws_model_use_memory(self.handle, None, std::ptr::null_mut());
            hws_model_write_memory(self.handle, 0, words.as_ptr(), words.len());
            hws_model_write32(
                self.handle,
                RegId::HwsCtrl.offset(),
                HwsCtrl::default().with_enable(true).bits(),
            );
            hws_model_push_hdr(self.handle, 0, 0, 0);
            hws_model_tick(self.handle, 200)
        }
    }

    /// A freed handle is not used again: nothing could detect it.
    unsafe fn free_and_create(&mut self, handle: *mut hws_model) -> c_int {
        // SAFETY: the handle is alive, NULL or misaligned.
        unsafe { hws_model_free(handle) };
        if handle == self.handle {
            self.handle = std::ptr::null_mut();
            self.handle = create();
        }
        0
    }
}

fn create() -> *mut hws_model {
    let mut handle = std::ptr::null_mut();
    // SAFETY: the pointer is to memory for a handle.
    let status = unsafe { hws_model_create(MEMORY_BYTES, &raw mut handle) };
    assert_eq!(status, hws_model_status::HWS_MODEL_OK);
    handle
}

/// A register never differs from what it shows, whatever its mask.
unsafe fn compare_with_peeked(handle: *mut hws_model, offset: u32) -> hws_model_status {
    let (mut value, mut expected) = (0, 0);
    // SAFETY: the handle is alive, NULL or misaligned; the values are words.
    let (peeked, compared) = unsafe {
        let peeked = hws_model_peek32(handle, offset, &raw mut value);
        (peeked, hws_model_compare(handle, offset, value, &raw mut expected))
    };
    assert_eq!((peeked, value), (compared, expected));
    compared
}

/// Eleven words of output, each of which may be refused.
unsafe fn pop_scalars(
    handle: *mut hws_model,
    memory: &mut Memory,
    bytes: &mut Bytes<'_>,
) -> hws_model_status {
    let [a, b, c, d, e, f, g, h, i, j, k] = std::array::from_fn(|_| memory.output(1, bytes));
    // SAFETY: the handle is alive, NULL or misaligned; so are the pointers, to one word each.
    unsafe { hws_model_pop_mdma_scalars(handle, a, b, c, d, e, f, g, h, i, j, k) }
}

/// Memory of any size that fits, or a size that is not a number of words.
fn create_another(number: u32, memory: &mut Memory, bytes: &mut Bytes<'_>) -> c_int {
    let place = memory.output::<*mut hws_model>(1, bytes);
    assert!(!hws_model_abi_fits(number) || number <= hws_model_abi_version());
    // SAFETY: NULL, misaligned, or memory for a handle; a handle that was made is freed once.
    unsafe {
        assert!(!CStr::from_ptr(hws_model_status_text(number as i32)).to_bytes().is_empty());
        let status = hws_model_create(number % 0x1_0000, place);
        if status == hws_model_status::HWS_MODEL_OK {
            hws_model_free(place.read());
        }
        status as c_int
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: the handle is alive, or NULL after a failed creation.
        unsafe { hws_model_free(self.handle) };
    }
}
