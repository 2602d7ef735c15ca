//! Watchers: what libraries on top of this one may add to a model, such as a checker of its invariants.

use ::hws_model::{BusError, Event, HdrRefused, Hws};
use hws_types::{Cycle, HdrPush};

/// A watcher of a model. It sees everything that happens to it and in it.
pub trait ModelWatcher: Send {
    /// An event of the HWS.
    fn event(&mut self, cycle: Cycle, event: Event);
    /// A bus access: a write has a value. `answer` is what was read, 0 for a write.
    fn accessed(&mut self, offset: u32, write: Option<u32>, answer: Result<u32, BusError>);
    /// A push into the HDR port.
    fn pushed(&mut self, push: HdrPush, answer: Result<(), HdrRefused>);
    /// Shared memory was written.
    fn memory_written(&mut self, address: u32, words: &[u32]);
    /// The state after an access, a push, or a step of time.
    fn after(&mut self, hws: &Hws);
    /// The model has the state of a snapshot.
    fn restarted(&mut self, hws: &Hws);
}

/// The sinks of the events of a model.
pub(crate) struct Sinks<'a>(
    pub(crate) &'a mut crate::events::Events,
    pub(crate) Option<&'a mut (dyn ModelWatcher + 'static)>,
);

impl ::hws_model::EventSink for Sinks<'_> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        ::hws_model::EventSink::event(self.0, cycle, event);
        if let Some(watcher) = &mut self.1 {
            watcher.event(cycle, event);
        }
    }
}
