//! What a simulator passes while it runs: values of groups, and edges of the clock.
//!
//! A function whose name ends in `_logic` takes `logic` vectors, in which words of values and of control bits alternate, as in
//! `svLogicVecVal`; the others take `bit` vectors, whose bits are all known. Nothing is allocated after the first edge.

use hws_dv::live::LiveCheck;
use hws_dv::wave::WaveFlow;
use hws_model_c::hws_model_status;
use hws_model_c::hws_model_status::{HWS_MODEL_ARGUMENT, HWS_MODEL_DIFFERENT, HWS_MODEL_OK};

use crate::boundary::{Answer, handle, status, words};
use crate::live::{AFTER, BEFORE, hws_live};

/// A group has these words. Only groups that have changed need to be passed.
///
/// Errors: HWS_MODEL_ARGUMENT before `hws_live_begin`, or if there is no such group.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_words(
    live: *mut hws_live,
    group: u32,
    values: *const u32,
) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    status(unsafe { handle(live).and_then(|live| set(live, group, values, Form::Bits)) })
}

/// Same as `hws_live_words` for a `logic` vector.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_logic(
    live: *mut hws_live,
    group: u32,
    values: *const u32,
) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    status(unsafe { handle(live).and_then(|live| set(live, group, values, Form::Logic)) })
}

/// An edge of the clock at `time`, with the words of groups 0 and 1; the registers that were passed are those after it.
///
/// Errors: HWS_MODEL_DIFFERENT if there is nothing left to compare: a difference, or something that makes it impossible to go on;
/// HWS_MODEL_ARGUMENT before `hws_live_begin`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_edge(
    live: *mut hws_live,
    time: u64,
    before: *const u32,
    after: *const u32,
) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    unsafe { step(live, [before, after], Form::Bits, |check| check.edge(time)) }
}

/// Same as `hws_live_edge` for `logic` vectors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_edge_logic(
    live: *mut hws_live,
    time: u64,
    before: *const u32,
    after: *const u32,
) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    unsafe { step(live, [before, after], Form::Logic, |check| check.edge(time)) }
}

/// An edge after which registers were not passed: they are compared at the next `hws_live_edge`, or by `hws_live_look`.
///
/// Errors: as `hws_live_edge`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_ports(
    live: *mut hws_live,
    time: u64,
    before: *const u32,
    after: *const u32,
) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    unsafe { step(live, [before, after], Form::Bits, |check| check.edge_of_ports(time)) }
}

/// Same as `hws_live_ports` for `logic` vectors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_ports_logic(
    live: *mut hws_live,
    time: u64,
    before: *const u32,
    after: *const u32,
) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    unsafe { step(live, [before, after], Form::Logic, |check| check.edge_of_ports(time)) }
}

/// `ticks` ticks of one edge each have passed, the last one at `time`, in which no port and no lane showed anything; the words of the
/// groups are those of the last one. Registers were not passed.
///
/// Errors: as `hws_live_edge`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_quiet(
    live: *mut hws_live,
    time: u64,
    ticks: u64,
    before: *const u32,
    after: *const u32,
) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    unsafe { step(live, [before, after], Form::Bits, |check| check.quiet(time, ticks)) }
}

/// Same as `hws_live_quiet` for `logic` vectors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_quiet_logic(
    live: *mut hws_live,
    time: u64,
    ticks: u64,
    before: *const u32,
    after: *const u32,
) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    unsafe { step(live, [before, after], Form::Logic, |check| check.quiet(time, ticks)) }
}

/// The registers after the last edge, which was at `time`, have been passed, and are compared.
///
/// Errors: as `hws_live_edge`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_look(live: *mut hws_live, time: u64) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    let check = unsafe { handle(live) }.and_then(|live| live.check.as_mut().ok_or(HWS_MODEL_ARGUMENT));
    check.map_or_else(|error| error, |check| flow(check.look(time)))
}

/// How a vector is passed.
#[derive(Clone, Copy)]
enum Form {
    Bits,
    Logic,
}

/// # Safety
/// The pointers are those of a call from C: the handle, the words of groups 0 and 1.
unsafe fn step(
    live: *mut hws_live,
    [before, after]: [*const u32; 2],
    form: Form,
    act: impl FnOnce(&mut LiveCheck) -> WaveFlow,
) -> hws_model_status {
    // SAFETY: guaranteed by the caller.
    let step = || unsafe {
        let live = handle(live)?;
        set(live, BEFORE, before, form)?;
        set(live, AFTER, after, form)?;
        Ok(flow(act(live.check.as_mut().ok_or(HWS_MODEL_ARGUMENT)?)))
    };
    step().unwrap_or_else(|error| error)
}

fn flow(flow: WaveFlow) -> hws_model_status {
    match flow {
        WaveFlow::Continue => HWS_MODEL_OK,
        WaveFlow::Stop => HWS_MODEL_DIFFERENT,
    }
}

/// # Safety
/// `values` is NULL, misaligned, or points to the words of the group, in the form.
unsafe fn set(live: &mut hws_live, group: u32, values: *const u32, form: Form) -> Answer<()> {
    let check = live.check.as_mut().ok_or(HWS_MODEL_ARGUMENT)?;
    let group = live.groups.get_mut(&group).ok_or(HWS_MODEL_ARGUMENT)?;
    match form {
        // SAFETY: guaranteed by the caller.
        Form::Bits => group.set(unsafe { words(values, group.words()) }?, check),
        // SAFETY: guaranteed by the caller.
        Form::Logic => group.set_pairs(unsafe { words(values, 2 * group.words()) }?.as_chunks().0, check),
    }
    Ok(())
}
