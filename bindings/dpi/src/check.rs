//! The invariants of a model, checked while it runs.

use std::ffi::{CString, c_char};
use std::sync::{Arc, Mutex, PoisonError};

use ::hws_model::{BusError, Event, EventSink, HdrRefused, Hws};
use hws_model_c::{ModelWatcher, hws_model, hws_model_status};
use hws_sim::check::{Act, InvariantChecker};
use hws_types::{Cycle, HdrPush};

use crate::boundary::{aligned, c_text, handle, status};

/// A checker of the invariants of one model.
pub struct hws_check {
    checker: Arc<Mutex<InvariantChecker>>,
    text: CString,
}

/// What the model tells; the checker is shared with the handle.
struct Watcher(Arc<Mutex<InvariantChecker>>);

impl Watcher {
    fn with(&self, act: impl FnOnce(&mut InvariantChecker)) {
        // A checker that panicked has nothing to say.
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl ModelWatcher for Watcher {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.with(|checker| checker.event(cycle, event));
    }

    fn accessed(&mut self, offset: u32, write: Option<u32>, answer: Result<u32, BusError>) {
        let act = match (write, answer) {
            (Some(value), Ok(_)) => Act::Write { offset, value },
            (Some(_), Err(_)) => Act::WriteRefused { offset },
            (None, Ok(value)) => Act::Read { offset, value },
            (None, Err(_)) => Act::ReadRefused { offset },
        };
        self.with(|checker| checker.did(act));
    }

    fn pushed(&mut self, push: HdrPush, answer: Result<(), HdrRefused>) {
        self.with(|checker| match answer {
            Ok(()) => checker.pushed(push),
            Err(HdrRefused::Full) => checker.did(Act::PushRefused),
            // An id that does not exist never reaches the FIFO.
            Err(HdrRefused::HdrId { .. }) => (),
        });
    }

    fn memory_written(&mut self, address: u32, words: &[u32]) {
        self.with(|checker| checker.memory_written(address, words));
    }

    fn after(&mut self, hws: &Hws) {
        self.with(|checker| checker.after(hws));
    }

    fn restarted(&mut self, hws: &Hws) {
        self.with(|checker| *checker = InvariantChecker::attached_to(hws));
    }
}

/// Checks the invariants I1-I9, I11 and I13 of the model in every state from now on, and makes `*check` the checker. It replaces
/// an earlier one. A model that is restored is checked from there on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_check_create(
    model: *mut hws_model,
    check: *mut *mut hws_check,
) -> hws_model_status {
    let make = || {
        let place = aligned(check)?;
        // SAFETY: guaranteed by the caller.
        let model = unsafe { handle(model) }?;
        let checker = Arc::new(Mutex::new(InvariantChecker::attached_to(model.hws())));
        model.watch(Some(Box::new(Watcher(Arc::clone(&checker)))));
        let made = Box::into_raw(Box::new(hws_check { checker, text: CString::default() }));
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        unsafe { place.write(made) };
        Ok(())
    };
    status(make())
}

/// Gets whether every invariant has held so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_check_holds(check: *mut hws_check, holds: *mut bool) -> hws_model_status {
    let get = || {
        let place = aligned(holds)?;
        // SAFETY: guaranteed by the caller.
        let check = unsafe { handle(check) }?;
        let holds = check.checker.lock().unwrap_or_else(PoisonError::into_inner).verdict().holds();
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        unsafe { place.write(holds) };
        Ok(())
    };
    status(get())
}

/// Returns the verdict in words: the first violation with its cycle and rule, or how much was checked. Empty for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_check_text(check: *mut hws_check) -> *const c_char {
    // SAFETY: guaranteed by the caller.
    let Ok(check) = (unsafe { handle(check) }) else { return c"".as_ptr() };
    let text = check.checker.lock().unwrap_or_else(PoisonError::into_inner).verdict().to_string();
    check.text = c_text(text);
    check.text.as_ptr()
}

/// Frees a checker; its model, if it still exists, goes on being checked to no effect. Does nothing if it is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_check_free(check: *mut hws_check) {
    if let Ok(check) = aligned(check) {
        // SAFETY: guaranteed by the caller.
        drop(unsafe { Box::from_raw(check) });
    }
}
