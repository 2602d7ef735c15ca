//! The handle: one HWS, its shared memory, and its clock.

use ::hws_model::{Config, Hws};

use crate::boundary::{aligned, from_c, get, with};
use crate::hws_model_status;
use crate::memory::Memory;

/// One HWS with its shared memory.
pub struct hws_model {
    pub(crate) hws: Hws,
    pub(crate) memory: Memory,
}

/// Makes `*model` an HWS after power-on, with `memory_bytes` bytes of shared memory from address 0, all 0.
///
/// Errors: HWS_MODEL_ARGUMENT if the size is not a multiple of 4, or that much memory is not available.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_create(memory_bytes: u32, model: *mut *mut hws_model) -> hws_model_status {
    let place = match aligned(model) {
        Ok(place) => place,
        Err(status) => return status,
    };
    let Some(memory) = Memory::new(memory_bytes) else { return hws_model_status::HWS_MODEL_ARGUMENT };
    let made = Box::new(hws_model { hws: Hws::new(Config::default()), memory });
    from_c!(place.write(Box::into_raw(made)));
    hws_model_status::HWS_MODEL_OK
}

/// Frees a model. Does nothing if it is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_free(model: *mut hws_model) {
    if let Ok(model) = aligned(model) {
        drop(from_c!(Box::from_raw(model)));
    }
}

/// Advances the model by `ticks` cycles.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_tick(model: *mut hws_model, ticks: u64) -> hws_model_status {
    from_c!(with(model, |model| {
        model.hws.advance(ticks, &mut model.memory, &mut ());
        Ok(())
    }))
}

/// Gets the number of cycles since power-on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_cycle(model: *mut hws_model, cycle: *mut u64) -> hws_model_status {
    from_c!(get(model, cycle, |model| Ok(model.hws.cycle().0)))
}

/// Gets whether the interrupt line is asserted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_interrupt(model: *mut hws_model, is_up: *mut bool) -> hws_model_status {
    from_c!(get(model, is_up, |model| Ok(model.hws.is_interrupt_asserted())))
}
