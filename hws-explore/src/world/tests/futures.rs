//! Two runs that meet in the same key, with different cycles, counters, launch ids and kernel numbers, stay together.

use std::collections::BTreeMap;

use hws_model::{Event, EventSink};
use hws_sim::Observer;
use hws_tests::random::Numbers;
use hws_types::{Cycle, MdmaCommand, MihMessage};

use super::{after, key, scenario, start};
use crate::action::Action;
use crate::scenario::Scenario;
use crate::world::{Around, World};

/// Kernels without end, so that runs return to where they were.
const SCENES: [&str; 4] = [
    "
version: 1
topology: 3x4
sips: [0, 1]
time: ticks
pre_complete: true
registers: { ENABLE_EARLY_LAUNCH_SIP: { ENABLE: 1 }, TIME_UNIT: { PRESCALE: 2 }, PROMOTE: { THRESHOLD: 1 } }
kernels:
  - { name: a, estimate: 5, dag: 1, times: forever, messages: true }
  - { name: b, estimate: 20, dag: 2, blocks: 2, trigger: 1, times: forever }
  - { name: c, threads: 2, estimate: 3, dag: 3, times: forever, messages: true }
",
    "
version: 1
topology: 3x4
sips: [0, 1, 2]
time: ticks
registers:
  ENABLE_EARLY_LAUNCH_SIP: { ENABLE: 1 }
  EARLY_LAUNCH_MODE: { MODE: 1 }
  PRE_IDLE_OFFSET: { UNITS: 4 }
  LAUNCH_SIP_DELAY: { UNITS: 3 }
  ENABLE_SECOND_RSC_SCH: { ENABLE: 1 }
  PROMOTE: { THRESHOLD: 1, RULE_TOP1_FULL_VG: 1, RTASK_MAX: 2 }
kernels:
  - { name: a, estimate: 60, dag: 1, vcs: 40, times: forever }
  - { name: b, estimate: 5, dag: 2, vcs: 24, blocks: 2, times: forever, messages: true }
  - { name: c, threads: 3, estimate: 3, dag: 3, times: forever }
",
    "
version: 1
topology: 4x4
sips: [0, 1, 2, 3]
usage_masks: [[0, 1], [0, 1, 2, 3]]
claims: [[0], [2, 3]]
dag_resets: 3
registers: { PROMOTE: { THRESHOLD: 1 }, P_TOP_K: { K: 1 } }
kernels:
  - { name: together, threads: 2, blocks: 2, cooperative: true, times: forever }
  - { name: b, priority: 3, blocks: 2, times: forever }
  - { name: c, priority: 2, dag: 1, times: forever }
",
    "
version: 1
topology: 3x4
sips: [0, 1]
registers: { PROMOTE: { RULE_THRESHOLD: 0 }, IRQ_ENABLE: { MIH: 1 } }
dags: [{ tag: 0, total: 3 }, { tag: 1, total: 2, dynamic: true }]
kernels:
  - { name: a, priority: 3, on_cp: true, blocks: 2, trigger: 0, times: forever }
  - { name: b, priority: 2, dag: 1, times: forever }
  - { name: c, threads: 2, priority: 1, dag: 1, after: [a], times: forever }
",
];

/// Meetings of a scene whose futures are followed.
const ENOUGH: u32 = 40;

/// The events of a run, without what only names or dates them.
#[derive(Default)]
struct Heard {
    since: u64,
    events: Vec<(u64, Event)>,
}

impl EventSink for Heard {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.events.push((cycle.0 - self.since, nameless(event)));
    }
}

impl Observer for Heard {}

fn nameless(event: Event) -> Event {
    let none = Default::default();
    match event {
        Event::Admit { entry, kernel_id, .. } => Event::Admit { entry, kernel_id, seq: 0 },
        Event::Launch { entry, pool, block, sip_mask, .. } => {
            Event::Launch { entry, pool, block, sip_mask, seq: 0, launch_id: none }
        }
        Event::Mdma(command) => Event::Mdma(MdmaCommand { launch_id: none, ..command }),
        Event::Mih(raw) => Event::Mih(nameless_message(MihMessage::decode(raw).unwrap()).encode()),
        Event::KernelDone { entry, dag_slot, .. } => Event::KernelDone { entry, dag_slot, seq: 0 },
        Event::Promote { entry, mask, .. } => Event::Promote { entry, mask, seq: 0 },
        Event::Complete { sip, .. } => Event::Complete { sip, launch_id: none },
        Event::PreComplete { sip, .. } => Event::PreComplete { sip, launch_id: none },
        other => other,
    }
}

fn nameless_message(mut message: MihMessage) -> MihMessage {
    match &mut message {
        MihMessage::SchedInfo { launch_id, .. } | MihMessage::BlockFinish { launch_id, .. } => {
            *launch_id = Default::default();
        }
        MihMessage::Result { .. } | MihMessage::Notify { .. } => {}
    }
    message
}

/// An action that is possible.
fn next(world: &World, scenario: &Scenario, numbers: &mut Numbers) -> Action {
    loop {
        let action = if numbers.chance(2, 3) { Action::Time } else { numbers.pick(&scenario.actions) };
        if action.operations(scenario, &world.hws, &world.ledger).is_some() {
            return action;
        }
    }
}

/// The same random actions from both, which have the same key.
fn stay_together(mut one: World, mut other: World, scenario: &Scenario, numbers: &mut Numbers) {
    for _ in 0..60 {
        let action = next(&one, scenario, numbers);
        let [heard_of_one, heard_of_other] = [&mut one, &mut other].map(|world| {
            let mut heard = Heard { since: world.hws.cycle().0, ..Heard::default() };
            let memory = &mut scenario.memory.clone();
            let next = world.after(action, &mut Around { scenario, memory, observer: &mut heard });
            *world = next.unwrap_or_else(|| panic!("only one allows: {action}")).unwrap();
            heard.events
        });
        assert_eq!(heard_of_one, heard_of_other, "{action}");
        assert!(key(&one, scenario) == key(&other, scenario), "the behaviours part after: {action}");
    }
}

/// Walks at random, and follows the future of each meeting; returns the number of meetings.
fn meetings(scenario: &Scenario, seed: u64) -> u32 {
    let (mut numbers, mut world) = (Numbers::new(seed), start(scenario));
    let (mut seen, mut meetings) = (BTreeMap::new(), 0);
    for _ in 0..6000 {
        let action = next(&world, scenario, &mut numbers);
        world = after(&world, action, scenario).unwrap();
        match seen.get(&key(&world, scenario)) {
            Some(before) if numbers.chance(1, 4) && meetings < ENOUGH => {
                let before: &World = before;
                assert_ne!(before.hws, world.hws, "time has passed");
                stay_together(before.clone(), world.clone(), scenario, &mut numbers);
                meetings += 1;
            }
            Some(_) => {}
            None => {
                seen.insert(key(&world, scenario), world.clone());
            }
        }
    }
    meetings
}

#[test]
fn states_with_equal_behaviours_have_equal_futures() {
    for (text, seed) in SCENES.iter().zip(1..) {
        let found = meetings(&scenario(text), seed);
        assert_eq!(found, ENOUGH, "scene {seed} has too few meetings");
    }
}
