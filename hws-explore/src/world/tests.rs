//! Equal keys have equal futures, and events are enough where no countdown is compared.

mod futures;
mod steps;

use hws_sim::SparseMemory;

use super::{Around, World};
use crate::action::Action;
use crate::configuration::Configuration;
use crate::scenario::Scenario;

fn scenario(text: &str) -> Scenario {
    Scenario::new(Configuration::read("test.yaml", text).unwrap())
}

fn start(scenario: &Scenario) -> World {
    let memory: &mut SparseMemory = &mut scenario.memory.clone();
    World::start(&mut Around { scenario, memory, observer: &mut () }).unwrap()
}

fn after(world: &World, action: Action, scenario: &Scenario) -> Option<World> {
    let memory = &mut scenario.memory.clone();
    let next = world.after(action, &mut Around { scenario, memory, observer: &mut () });
    next.map(|next| next.unwrap())
}

fn key(world: &World, scenario: &Scenario) -> Vec<u8> {
    let mut key = Vec::new();
    world.key(scenario, &mut key);
    key
}
