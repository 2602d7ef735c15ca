//! Small stimuli in which every reason and every suggestion follows from the specification.
//!
//! A suggestion is judged by a replay, not by the search that found it: the stimulus is changed, and the kernel has to
//! be launched by the COMMIT of that attempt. Without the change it is not.

pub(super) mod bench;
mod golden;
mod lives;
mod outranked;
mod places;
mod refusals;
mod resources;
mod sips;
