//! The whole state of a model, kept and restored.

use ::hws_model::Hws;

use crate::boundary::{aligned, from_c, get, with};
use crate::{hws_model, hws_model_status};

/// The state of an HWS and the words of its own shared memory.
pub struct hws_snapshot {
    hws: Hws,
    words: Vec<u32>,
}

/// Makes `*snapshot` a copy of the state: the HWS and the model's own shared memory. Recorded events, masks and counts are not
/// part of it, nor is memory that a call-back reads.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_take_snapshot(
    model: *mut hws_model,
    snapshot: *mut *mut hws_snapshot,
) -> hws_model_status {
    from_c!(get(model, snapshot, |model| {
        let taken = hws_snapshot { hws: model.hws.clone(), words: model.memory.own().to_vec() };
        Ok(Box::into_raw(Box::new(taken)))
    }))
}

/// Returns the model to the state of a snapshot, any number of times. The snapshot may be that of another model with as much
/// shared memory.
///
/// Errors: HWS_MODEL_NO_MEMORY if the model has more or less memory of its own; nothing is changed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_restore(
    model: *mut hws_model,
    snapshot: *const hws_snapshot,
) -> hws_model_status {
    from_c!(with(model, |model| {
        let snapshot = &*aligned(snapshot.cast_mut())?;
        if !model.memory.restore(&snapshot.words) {
            return Err(hws_model_status::HWS_MODEL_NO_MEMORY);
        }
        model.hws.clone_from(&snapshot.hws);
        model.restarted();
        Ok(())
    }))
}

/// Frees a snapshot. Does nothing if it is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_snapshot_free(snapshot: *mut hws_snapshot) {
    if let Ok(snapshot) = aligned(snapshot) {
        drop(from_c!(Box::from_raw(snapshot)));
    }
}
