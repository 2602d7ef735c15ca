//! Events: what happened inside, as numbers.

use std::collections::VecDeque;

use ::hws_model::{Event, EventSink};
use hws_types::Cycle;

use crate::boundary::{from_c, get, with};
use crate::{hws_model, hws_model_status};

/// One event: a kind (`hws_event_kind`, which says what the words are) and six words.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct hws_event {
    /// The cycle in which it happened.
    pub cycle: u64,
    /// An `hws_event_kind`.
    pub kind: u32,
    /// The values; 0 behind those of the kind.
    pub words: [u32; 6],
}

/// The events that nobody has taken yet. Recording is off until a capacity is given.
#[derive(Default)]
pub(crate) struct Events {
    queue: VecDeque<hws_event>,
    capacity: usize,
    lost: u64,
}

impl EventSink for Events {
    fn event(&mut self, cycle: Cycle, event: Event) {
        if self.capacity == 0 {
            return;
        }
        let Some(words) = event.words() else { return };
        if self.queue.len() == self.capacity {
            self.lost += 1;
        } else {
            self.queue.push_back(hws_event { cycle: cycle.0, kind: words.kind.number(), words: words.words });
        }
    }
}

/// Keeps up to `capacity` events for `hws_model_pop_event`; 0, as after power-on, keeps none. Forgets those kept so far, and how
/// many were lost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_record_events(model: *mut hws_model, capacity: usize) -> hws_model_status {
    from_c!(with(model, |model| {
        model.events = Events { capacity, ..Events::default() };
        Ok(())
    }))
}

/// Takes the oldest event.
///
/// Errors: HWS_MODEL_EMPTY if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_pop_event(
    model: *mut hws_model,
    event: *mut hws_event,
) -> hws_model_status {
    from_c!(get(model, event, |model| {
        model.events.queue.pop_front().ok_or(hws_model_status::HWS_MODEL_EMPTY)
    }))
}

/// Gets how many events there was no room for since `hws_model_record_events`: the newest ones are lost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_model_lost_events(model: *mut hws_model, lost: *mut u64) -> hws_model_status {
    from_c!(get(model, lost, |model| Ok(model.events.lost)))
}
