//! A design that a simulator runs, compared with the model at every edge of its clock.
//!
//! 1. `hws_live_create`, then `hws_live_signal` for every signal, then `hws_live_begin`.
//! 2. At every edge of the clock `hws_live_edge`; before it `hws_live_words` for every group that may have changed. To save time,
//!    `hws_live_ports` for edges without new registers, `hws_live_quiet` for ticks in which nothing happened, and
//!    `hws_live_look` after registers were passed.
//! 3. `hws_live_verdict`, `hws_live_report`, `hws_live_write_json`, `hws_live_free`.
//!
//! Signals are passed in groups: group 0 has those that are sampled just before the edge, group 1 those after it; both are
//! arguments of `hws_live_edge`. All other groups, registers mostly, are passed by `hws_live_words` when they have changed. A
//! group is a packed vector in which each signal begins at a multiple of 32 bits, in the order in which they were added.

use std::collections::BTreeMap;
use std::ffi::{CString, c_char};

use hws_dv::check::CheckOptions;
use hws_dv::live::{LiveCheck, LiveOptions, LiveSignal};
use hws_dv::map::NameMap;
use hws_dv::wave::Bits;
use hws_model_c::hws_model_status;
use hws_model_c::hws_model_status::HWS_MODEL_ARGUMENT;

use crate::boundary::{aligned, c_text, handle, status, text};
use crate::group::Group;

/// The model beside a design.
pub struct hws_live {
    pub(crate) name: String,
    map: NameMap,
    signals: Vec<LiveSignal>,
    /// The group of each signal, and its place there.
    places: Vec<(u32, usize)>,
    pub(crate) groups: BTreeMap<u32, Group>,
    pub(crate) check: Option<LiveCheck>,
    pub(crate) text: CString,
}

/// The groups that `hws_live_edge` takes.
pub(crate) const BEFORE: u32 = 0;
pub(crate) const AFTER: u32 = 1;

/// Makes `*live` a comparison with a name, which reports show, by the map file `map`, a path; an empty path means the names
/// of the reference RTL. If that fails, `*live` is made nevertheless, so that `hws_live_text` gives the reason.
///
/// Errors: HWS_MODEL_ARGUMENT if the map cannot be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_create(
    name: *const c_char,
    map: *const c_char,
    live: *mut *mut hws_live,
) -> hws_model_status {
    let make = || {
        let place = aligned(live)?;
        // SAFETY: guaranteed by the caller.
        let (name, path) = unsafe { (text(name)?, text(map)?) };
        let (map, error) = match read_map(path) {
            Ok(map) => (map, None),
            Err(error) => (NameMap::default(), Some(error)),
        };
        let is_wrong = error.is_some();
        let made = hws_live {
            name: name.to_owned(),
            map,
            signals: Vec::new(),
            places: Vec::new(),
            groups: BTreeMap::from([(BEFORE, Group::default()), (AFTER, Group::default())]),
            check: None,
            text: c_text(error.unwrap_or_default()),
        };
        // SAFETY: not NULL and aligned; the rest is the caller's promise.
        unsafe { place.write(Box::into_raw(Box::new(made))) };
        if is_wrong { Err(HWS_MODEL_ARGUMENT) } else { Ok(()) }
    };
    status(make())
}

fn read_map(path: &str) -> Result<NameMap, String> {
    if path.is_empty() {
        return Ok(NameMap::default());
    }
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: cannot be read: {error}"))?;
    NameMap::from_yaml_at(path.as_ref(), path, &text).map_err(|error| error.to_string())
}

/// Adds a signal of the design to a group: its path, and its width, 1..=64 bits.
///
/// Errors: HWS_MODEL_ARGUMENT if the width is not legal or the comparison has begun.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_signal(
    live: *mut hws_live,
    group: u32,
    path: *const c_char,
    width: u32,
) -> hws_model_status {
    let add = || {
        // SAFETY: guaranteed by the caller.
        let (live, path) = unsafe { (handle(live)?, text(path)?) };
        if live.check.is_some() || !(1..=Bits::MAX_WIDTH).contains(&width) {
            live.text = c_text(format!(
                "`{path}` has {width} bits; signals of 1 to 64 bits are added before the comparison begins"
            ));
            return Err(HWS_MODEL_ARGUMENT);
        }
        let place = live.groups.entry(group).or_default().add(width);
        live.signals.push(LiveSignal { path: path.to_owned(), width });
        live.places.push((group, place));
        Ok(())
    };
    status(add())
}

/// All signals are known: finds those that the map wants.
///
/// Errors: HWS_MODEL_ARGUMENT if the map and the signals do not fit, or the comparison has begun; `hws_live_text` is the reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_begin(live: *mut hws_live) -> hws_model_status {
    let begin = || {
        // SAFETY: guaranteed by the caller.
        let live = unsafe { handle(live) }?;
        if live.check.is_some() {
            live.text = c_text("the comparison has begun".to_owned());
            return Err(HWS_MODEL_ARGUMENT);
        }
        // A bench decides which signals it names; the report says how much was compared.
        let check = CheckOptions { min_coverage: Some(0), ..CheckOptions::default() };
        let options = LiveOptions { name: live.name.clone(), check };
        match LiveCheck::new(&live.map, &live.signals, options) {
            Ok(check) => {
                for (slot, wanted) in check.slots().iter().enumerate() {
                    let (group, place) = live.places[wanted.signal];
                    live.groups.entry(group).or_default().read_by(place, slot);
                }
                live.check = Some(check);
                Ok(())
            }
            Err(error) => {
                live.text = c_text(error.to_string());
                Err(HWS_MODEL_ARGUMENT)
            }
        }
    };
    status(begin())
}

/// Frees a comparison. Does nothing if it is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_live_free(live: *mut hws_live) {
    if let Ok(live) = aligned(live) {
        // SAFETY: guaranteed by the caller.
        drop(unsafe { Box::from_raw(live) });
    }
}
