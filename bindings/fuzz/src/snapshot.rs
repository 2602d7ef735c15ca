//! Snapshots: kept, restored into other models, freed.

use std::ffi::c_int;

use hws_model_c::*;

use crate::bytes::Bytes;
use crate::memory::{Memory, mostly};

/// The snapshot that is kept; NULL without one.
pub(crate) struct Snapshot {
    taken: *mut hws_snapshot,
    /// The cycle of the model then.
    cycle: u64,
}

impl Snapshot {
    pub(crate) fn none() -> Self {
        Self { taken: std::ptr::null_mut(), cycle: 0 }
    }

    /// Takes one, in the place of that before.
    ///
    /// # Safety
    /// The handle is alive, NULL or misaligned.
    pub(crate) unsafe fn take(
        &mut self,
        handle: *mut hws_model,
        memory: &mut Memory,
        bytes: &mut Bytes<'_>,
    ) -> hws_model_status {
        let place = memory.output::<*mut hws_snapshot>(1, bytes);
        // SAFETY: a handle as the caller promises; NULL, misaligned, or a place for a pointer, which is filled then.
        unsafe {
            let status = hws_model_take_snapshot(handle, place);
            if status == hws_model_status::HWS_MODEL_OK {
                *self = Self { taken: place.read(), cycle: cycle(handle) };
            }
            status
        }
    }

    /// Returns a model to the snapshot, and checks that it refuses one of a model with less memory.
    ///
    /// # Safety
    /// The handle is alive, NULL or misaligned.
    pub(crate) unsafe fn restore(
        &mut self,
        handle: *mut hws_model,
        memory: &mut Memory,
        bytes: &mut Bytes<'_>,
    ) -> hws_model_status {
        let snapshot = mostly(self.taken, bytes);
        memory.is_wrong |= snapshot != self.taken || snapshot.is_null();
        // SAFETY: a handle as the caller promises; the snapshot is alive, NULL or misaligned.
        unsafe {
            let status = hws_model_restore(handle, snapshot);
            if status == hws_model_status::HWS_MODEL_OK {
                assert_eq!(cycle(handle), self.cycle);
                refuses_less_memory(handle, self.cycle);
            }
            status
        }
    }

    /// Frees it; NULL and a misaligned pointer are left alone, which cannot be seen.
    pub(crate) fn forget(&mut self, bytes: &mut Bytes<'_>) -> c_int {
        let snapshot = mostly(self.taken, bytes);
        if snapshot == self.taken {
            *self = Self::none();
        } else {
            // SAFETY: NULL or misaligned.
            unsafe { hws_snapshot_free(snapshot) };
        }
        0
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        // SAFETY: alive, or NULL.
        unsafe { hws_snapshot_free(self.taken) };
    }
}

/// # Safety
/// The handle is alive.
unsafe fn cycle(handle: *mut hws_model) -> u64 {
    let mut cycle = 0;
    // SAFETY: the handle is alive, and the place is for a number.
    assert_eq!(unsafe { hws_model_cycle(handle, &raw mut cycle) }, hws_model_status::HWS_MODEL_OK);
    cycle
}

/// # Safety
/// The handle is alive.
unsafe fn refuses_less_memory(handle: *mut hws_model, now: u64) {
    let (mut other, mut snapshot) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: the places are for pointers; what is made is freed once.
    unsafe {
        assert_eq!(hws_model_create(4, &raw mut other), hws_model_status::HWS_MODEL_OK);
        assert_eq!(hws_model_take_snapshot(other, &raw mut snapshot), hws_model_status::HWS_MODEL_OK);
        hws_model_free(other);
        assert_eq!(hws_model_restore(handle, snapshot), hws_model_status::HWS_MODEL_NO_MEMORY);
        hws_snapshot_free(snapshot);
        assert_eq!(cycle(handle), now, "a snapshot that was refused changes nothing");
    }
}
