//! Calls of the model.

use std::ffi::{CStr, c_int};

use hws_model_c::*;

use crate::bytes::Bytes;
use crate::memory::{Memory, Pointers, how};

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
];

/// Bytes of shared memory.
const MEMORY_BYTES: u32 = 4096;

/// A model with its handle.
pub(crate) struct Model(*mut hws_model);

impl Model {
    pub(crate) fn new() -> Self {
        let mut model = std::ptr::null_mut();
        // SAFETY: the pointer is to memory for a handle.
        let status = unsafe { hws_model_create(MEMORY_BYTES, &raw mut model) };
        assert_eq!(status, hws_model_status::HWS_MODEL_OK);
        Self(model)
    }

    pub(crate) fn read(&mut self, offset: u32, value: *mut u32) -> c_int {
        // SAFETY: the handle is alive; the value is NULL, misaligned, or memory for a word.
        unsafe { hws_model_bus_read32(self.0.cast(), offset, value) }
    }

    pub(crate) fn write(&mut self, offset: u32, value: u32) -> c_int {
        // SAFETY: the handle is alive.
        unsafe { hws_model_bus_write32(self.0.cast(), offset, value) }
    }

    /// Calls a function, mostly on this model.
    pub(crate) fn call(&mut self, bytes: &mut Bytes<'_>) {
        let mut memory = Memory::default();
        let handle = match how(bytes) {
            Pointers::Right => self.0,
            Pointers::Null => std::ptr::null_mut(),
            Pointers::Misaligned => self.0.wrapping_byte_add(1),
        };
        let called = bytes.below(13);
        let is_free = called == 11;
        // Freeing NULL or a misaligned handle does nothing, and cannot be seen.
        memory.is_wrong = handle != self.0 && !is_free && called < 12;
        let status = self.one(called, handle, &mut memory, bytes);
        let is_ok = status == hws_model_status::HWS_MODEL_OK as c_int;
        assert!(!memory.is_wrong || !is_ok, "call {called} accepts a pointer that it has to refuse");
        assert!(is_ok || !memory.is_changed(), "call {called} fails with {status} and changes its output");
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
                9 => hws_model_push_hdr(handle, bytes.number(), bytes.number(), number) as c_int,
                10 => hws_model_pop_mdma(handle, memory.output(1, bytes)) as c_int,
                11 => self.free_and_create(handle),
                _ => create_another(number, memory, bytes),
            }
        }
    }

    /// A freed handle is not used again: nothing could detect it.
    unsafe fn free_and_create(&mut self, handle: *mut hws_model) -> c_int {
        // SAFETY: the handle is alive, NULL or misaligned.
        unsafe { hws_model_free(handle) };
        if handle == self.0 {
            self.0 = std::ptr::null_mut();
            *self = Self::new();
        }
        0
    }
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
        unsafe { hws_model_free(self.0) };
    }
}
