//! One step of a run as the checker sees it: an act or some ticks, the events, and the state after it.

use hws_model::Event;
use hws_types::Cycle;

use super::{Act, View};

/// The transition from one state to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckStep {
    /// The access or push; none when time passed or a SIP reported.
    pub act: Option<Act>,
    /// The events meanwhile.
    pub events: Vec<(Cycle, Event)>,
    /// The state after it.
    pub view: View,
}
