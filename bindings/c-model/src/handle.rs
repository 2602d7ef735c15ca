//! The handle: one HWS, its shared memory, and its clock.

use ::hws_model::{Config, Hws};

use crate::boundary::{aligned, from_c, get, with};
use crate::compare::Comparison;
use crate::events::Events;
use crate::hws_model_status;
use crate::memory::Memory;
use crate::watcher::{ModelWatcher, Sinks};

/// One HWS with its shared memory.
pub struct hws_model {
    pub(crate) hws: Hws,
    pub(crate) memory: Memory,
    pub(crate) events: Events,
    pub(crate) comparison: Comparison,
    watcher: Option<Box<dyn ModelWatcher>>,
}

impl hws_model {
    /// Adds a watcher, or removes it.
    pub fn watch(&mut self, watcher: Option<Box<dyn ModelWatcher>>) {
        self.watcher = watcher;
    }

    /// Returns the HWS.
    pub fn hws(&self) -> &Hws {
        &self.hws
    }

    /// Something happened to the HWS; the watcher hears of it.
    pub(crate) fn act<T>(
        &mut self,
        act: impl FnOnce(&mut Hws, &mut Sinks<'_>) -> T,
        tell: impl FnOnce(&mut dyn ModelWatcher, &T),
    ) -> T {
        let done = act(&mut self.hws, &mut Sinks(&mut self.events, self.watcher.as_deref_mut()));
        if let Some(watcher) = &mut self.watcher {
            tell(watcher.as_mut(), &done);
            watcher.after(&self.hws);
        }
        done
    }

    pub(crate) fn restarted(&mut self) {
        if let Some(watcher) = &mut self.watcher {
            watcher.restarted(&self.hws);
        }
    }

    pub(crate) fn memory_written(&mut self, address: u32, words: &[u32]) {
        if let Some(watcher) = &mut self.watcher {
            watcher.memory_written(address, words);
        }
    }

    /// A watcher sees every state in which something may have happened.
    fn advance(&mut self, mut ticks: u64) {
        let Some(watcher) = &mut self.watcher else {
            return self.hws.advance(ticks, &mut self.memory, &mut self.events);
        };
        while ticks > 0 {
            ticks -=
                self.hws.step(ticks, &mut self.memory, &mut Sinks(&mut self.events, Some(watcher.as_mut())));
            watcher.after(&self.hws);
        }
    }
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
    let made = Box::new(hws_model {
        hws: Hws::new(Config::default()),
        memory,
        events: Events::default(),
        comparison: Comparison::default(),
        watcher: None,
    });
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
        model.advance(ticks);
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
