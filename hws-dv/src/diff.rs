//! `hws diff`: two dumps against each other, and the first cycle at which they differ.
//!
//! Signals are paired by name below a scope of each dump, sampled at the edges of each side's own clock and compared
//! cycle by cycle. Both dumps are read at the same time as streams, so memory does not grow with their length, and
//! the cost follows the changes. What cannot be compared is counted and listed.

mod align;
mod batch;
mod class;
mod collect;
mod delay;
mod engine;
mod error;
mod events;
mod hint;
mod history;
mod json;
mod junit;
mod lane;
mod map;
mod marked;
mod merged;
mod names;
mod options;
mod page;
mod pair;
mod parse;
mod place;
mod plan;
mod report;
mod run;
mod sampler;
mod scope;
mod self_test;
mod side;
mod skip;
mod span;
pub(crate) mod suggest;
mod text;
mod verdict;
mod waiver;

pub use class::Class;
pub use error::DiffError;
pub use events::{
    EventContext, EventDifference, EventLogError, EventReport, EventState, EventStream, ShownEvent,
    count_events,
};
pub use json::json;
pub(crate) use json::waiver;
pub use junit::junit;
pub use lane::State;
pub use map::DiffMap;
pub use options::{DiffOptions, Mask, PerClass, SampleAt, SideOptions, Skip, XRule};
pub use page::page;
pub use parse::{epsilon, mask, offset, radix, sample, skip};
pub use report::{Context, DiffCounts, DiffField, DiffGroup, DiffReport, SignalDifference};
pub use run::diff;
pub use suggest::suggest_map;
pub use text::DiffText;
pub use waiver::{Waiver, WaiverDate, WaiverKind, WaiverUse, waivers};
