//! One step of a run as the checker sees it: an act or some ticks, what was heard, and the state after.

use hws_model::Event;
use hws_types::Cycle;

use super::{Act, View};

/// What leads from one state to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What the surroundings did; `None` when time passed, or a SIP reported.
    pub act: Option<Act>,
    /// What was heard meanwhile.
    pub events: Vec<(Cycle, Event)>,
    /// The state after it.
    pub view: View,
}
