//! The surroundings that act only at events reach everything that those reach that act at any tick, apart from the
//! countdowns.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use hws_regs::{RegId, RegIndex};

use super::{after, key, scenario, start};
use crate::scenario::Scenario;
use crate::world::World;

/// All states by their keys.
fn reachable(scenario: &Scenario) -> BTreeMap<Vec<u8>, World> {
    let first = start(scenario);
    let mut found = BTreeMap::from([(key(&first, scenario), first.clone())]);
    let mut queue = VecDeque::from([first]);
    while let Some(world) = queue.pop_front() {
        for &action in &scenario.actions {
            if let Some(next) = after(&world, action, scenario)
                && !found.contains_key(&key(&next, scenario))
            {
                found.insert(key(&next, scenario), next.clone());
                queue.push_back(next);
            }
        }
    }
    found
}

/// What registers, decision and record show, without ticks left.
fn shown(world: &World, scenario: &Scenario) -> Vec<u8> {
    let mut bytes = Vec::new();
    world.ledger.write(&scenario.configuration, &mut bytes);
    let masks = [
        RegId::HwsStatus,
        RegId::SipPreIdleMask,
        RegId::SipPendingMask,
        RegId::ReservedSipMask,
        RegId::HrmFwOwned,
        RegId::DagFinish(RegIndex::at::<0>()),
    ];
    let entries = (0..4).flat_map(|entry| {
        [
            RegId::RsFlags(RegIndex::wrapping(entry)),
            RegId::RsProgress(RegIndex::wrapping(entry)),
            RegId::RsFail(RegIndex::wrapping(entry)),
            RegId::RsAgeRow(RegIndex::wrapping(entry)),
        ]
    });
    for register in masks.into_iter().chain(entries) {
        bytes.extend(world.hws.peek(register).to_le_bytes());
    }
    let choice = world.hws.attempt().and_then(|attempt| attempt.choice);
    bytes.extend(choice.map_or(0, |choice| choice.placement.sips().0).to_le_bytes());
    bytes.push(choice.map_or(0xFF, |choice| choice.entry.get() as u8));
    bytes
}

fn all_shown(text: &str) -> (usize, BTreeSet<Vec<u8>>) {
    let scenario = scenario(text);
    let worlds = reachable(&scenario);
    (worlds.len(), worlds.values().map(|world| shown(world, &scenario)).collect())
}

#[test]
fn acting_at_events_alone_shows_every_state() {
    let text = "
version: 1
topology: 3x4
sips: [0]
claims: [[0]]
kernels:
  - { name: a, blocks: 2, trigger: 1 }
  - { name: b }
";
    let (events, by_events) = all_shown(text);
    let (ticks, by_ticks) = all_shown(&text.replace("claims", "time: ticks\nclaims"));
    assert!(ticks > 10 * events, "every tick is a state of its own: {ticks} and {events}");
    assert_eq!(by_events, by_ticks);
}
