//! What a comparison has found: the reports of `hws check`.

use std::ffi::c_char;
use std::fs;

use hws_dv::check::{self, DumpReport, DumpText, Summary};
use hws_model_c::hws_model_status;
use hws_model_c::hws_model_status::HWS_MODEL_ARGUMENT;

use crate::boundary::{Answer, aligned, c_text, handle, status, text};
use crate::hws_live;

impl hws_live {
    fn report(&self) -> Answer<DumpReport> {
        Ok(self.check.as_ref().ok_or(HWS_MODEL_ARGUMENT)?.report())
    }
}

/// Returns the reason of the last refusal, in words. Empty for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_text(live: *mut hws_live) -> *const c_char {
    // SAFETY: guaranteed by the caller.
    unsafe { handle(live) }.map_or(c"".as_ptr(), |live| live.text.as_ptr())
}

/// Returns the report that `hws check` prints, on everything up to now. Empty for NULL and before `hws_live_begin`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_report(live: *mut hws_live) -> *const c_char {
    // SAFETY: guaranteed by the caller.
    let Ok(live) = (unsafe { handle(live) }) else { return c"".as_ptr() };
    let Ok(report) = live.report() else { return c"".as_ptr() };
    let reports = [report];
    live.text = c_text(format!("{}{}", DumpText(&reports[0]), Summary(&reports)));
    live.text.as_ptr()
}

/// Returns the exit status that `hws check` would have: 0 equal, 1 different, 2 the design could not be followed, 3 too little was
/// compared. 2 for NULL and before `hws_live_begin`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_verdict(live: *mut hws_live) -> i32 {
    // SAFETY: guaranteed by the caller.
    let report = unsafe { handle(live) }.and_then(|live| live.report());
    report.map_or(2, |report| report.verdict.exit_status().into())
}

/// Gets how much was compared: values, ticks, bus accesses and HDR pushes that agree.
///
/// Errors: HWS_MODEL_ARGUMENT before `hws_live_begin`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_counts(
    live: *mut hws_live,
    compared: *mut u64,
    ticks: *mut u64,
    accesses: *mut u64,
    pushes: *mut u64,
) -> hws_model_status {
    let places = [compared, ticks, accesses, pushes];
    let get = || {
        places.into_iter().try_for_each(|place| aligned(place).map(|_| ()))?;
        // SAFETY: guaranteed by the caller.
        let live = unsafe { handle(live) }?;
        let tally = live.check.as_ref().ok_or(HWS_MODEL_ARGUMENT)?.tally();
        let counts = [tally.compared, tally.ticks, tally.accesses, tally.pushes];
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        places.into_iter().zip(counts).for_each(|(place, count)| unsafe { place.write(count) });
        Ok(())
    };
    status(get())
}

/// Writes the report as `hws check --json` does.
///
/// Errors: HWS_MODEL_ARGUMENT before `hws_live_begin`, or if the file cannot be written; `hws_live_text` is the reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_write_json(live: *mut hws_live, path: *const c_char) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    status(unsafe {
        write(live, path, |reports| {
            serde_json::to_string_pretty(&check::json(reports)).unwrap_or_default() + "\n"
        })
    })
}

/// Writes the report as `hws check --junit` does.
///
/// Errors: as `hws_live_write_json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_write_junit(live: *mut hws_live, path: *const c_char) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    status(unsafe { write(live, path, check::junit) })
}

/// # Safety
/// The pointers are those of a call from C.
unsafe fn write(
    live: *mut hws_live,
    path: *const c_char,
    emit: impl FnOnce(&[DumpReport]) -> String,
) -> Answer<()> {
    // SAFETY: guaranteed by the caller.
    let (live, path) = unsafe { (handle(live)?, text(path)?) };
    let report = live.report()?;
    fs::write(path, emit(&[report])).map_err(|error| {
        live.text = c_text(format!("{path}: cannot be written: {error}"));
        HWS_MODEL_ARGUMENT
    })
}
