//! The signals of a design, as the hierarchy of its dump, and the signals that are read.

use std::collections::BTreeMap;

use crate::lockstep::follows_time;
use crate::map::{Binding, Feed, MapError, NameMap, Port, SamplePoint, SignalTarget, misfit};
use crate::wave::{Hierarchy, SignalId, VariableKind};

/// A signal of the design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveSignal {
    /// Its path, with dots between scopes.
    pub path: String,
    /// The number of bits.
    pub width: u32,
}

/// A signal that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveSlot {
    /// Its number in the list of signals of the design.
    pub signal: usize,
    /// The number of bits; those above are ignored.
    pub width: u32,
    /// It is sampled just before the edge; all others are sampled after it. A signal that is both has two slots.
    pub is_before: bool,
    /// What it is; the first, if it is several things.
    pub target: SignalTarget,
    /// The passing of time alone changes it, as it does registers that count. Other registers change with an access, a push, a
    /// reset, or a tick that has an event or changes HWS_STATUS.
    pub follows_time: bool,
}

/// The scopes and signals of the design.
pub(super) fn hierarchy(design: &[LiveSignal]) -> Result<Hierarchy, MapError> {
    let mut hierarchy = Hierarchy::new();
    let mut scopes = BTreeMap::new();
    for (number, signal) in design.iter().enumerate() {
        let shape = (signal.width, VariableKind::Vector);
        let added = hierarchy.add_nested(&signal.path, shape, SignalId(number as u32), &mut scopes);
        added.map_err(misfit)?;
    }
    Ok(hierarchy)
}

/// The slots of a binding to the design, and the targets of each.
pub(super) fn slots(
    binding: &Binding,
    design: &[LiveSignal],
    map: &NameMap,
) -> (Vec<LiveSlot>, Vec<Vec<Feed>>) {
    let is_before =
        |feed: &Feed| map.inputs == SamplePoint::Before && (feed.target as usize) < Port::SAMPLED_BEFORE;
    let mut slots = Vec::new();
    for (id, feeds) in binding.select.iter().zip(&binding.feeds) {
        let signal = id.0 as usize;
        let width = design.get(signal).map_or(0, |signal| signal.width);
        let (before, after): (Vec<Feed>, Vec<Feed>) = feeds.iter().copied().partition(is_before);
        for (is_before, feeds) in [(true, before), (false, after)] {
            let targets =
                || feeds.iter().filter_map(|feed| binding.targets.get(feed.target as usize).copied());
            if let Some(target) = targets().next() {
                let follows_time = targets().any(follows_time);
                slots.push((LiveSlot { signal, width, is_before, target, follows_time }, feeds));
            }
        }
    }
    slots.into_iter().unzip()
}
