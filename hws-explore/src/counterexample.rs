//! A path as a stimulus, which `hws replay` reproduces, and as a story.

use std::fmt::Write;

use hws_model::{Event, EventSink};
use hws_sim::Observer;
use hws_sim::stimulus::{Op, Writer};
use hws_types::Cycle;

use crate::action::Action;
use crate::explore::Defect;
use crate::liveness::Starvation;
use crate::scenario::Scenario;
use crate::world::{Around, World};

/// How often the cycle of a starvation is written: enough to see that it repeats.
const ROUNDS: usize = 3;

/// A run that shows what was found.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// Its operations in the format of `hws replay`.
    pub stimulus: Vec<u8>,
    /// Its actions and events, a line each.
    pub story: String,
}

impl Counterexample {
    /// The run that ends with the defect.
    #[must_use]
    pub fn of_defect(scenario: &Scenario, defect: &Defect) -> Self {
        let mut this = Self::of_path(scenario, &defect.path);
        let _ = writeln!(this.story, "{}", defect.finding);
        this
    }

    /// The run into the recurring state, and some rounds of the cycle.
    #[must_use]
    pub fn of_starvation(scenario: &Scenario, starvation: &Starvation) -> Self {
        let Starvation { kernel, stem, cycle } = starvation;
        let rounds = std::iter::repeat_n(cycle, ROUNDS).flatten();
        let path: Vec<u8> = stem.iter().chain(rounds).copied().collect();
        let mut this = Self::of_path(scenario, &path);
        let _ = writeln!(
            this.story,
            "{} waits for ever: the last {} actions are {ROUNDS} rounds of {} that can repeat without end",
            scenario.name(*kernel),
            ROUNDS * cycle.len(),
            cycle.len()
        );
        this
    }

    fn of_path(scenario: &Scenario, path: &[u8]) -> Self {
        let mut observer = (Writer::new(Vec::new()), Story { scenario, text: String::new() });
        let mut memory = scenario.memory.clone();
        let cycle = follow(scenario, path, &mut memory, &mut observer);
        let (mut writer, story) = observer;
        writer.record(cycle, &Op::End);
        // Cannot fail: a vector takes everything.
        Self { stimulus: writer.finish().unwrap_or_default(), story: story.text }
    }
}

/// The cycles that a stimulus continues after the action that shows a defect: more than an attempt.
const AFTERMATH: u64 = 100;

/// Does the actions of the path, up to a finding; returns the cycle in which the stimulus ends.
fn follow(
    scenario: &Scenario,
    path: &[u8],
    memory: &mut hws_sim::SparseMemory,
    observer: &mut (Writer<Vec<u8>>, Story<'_>),
) -> Cycle {
    let mut around = Around { scenario, memory, observer };
    let Ok(mut world) = World::start(&mut around) else { return Cycle(0) };
    for &action in path {
        let action = scenario.actions[usize::from(action)];
        around.observer.1.tell(world.hws.cycle(), action);
        match world.after(action, &mut around) {
            Some(Ok(next)) => world = next,
            _ => return world.hws.cycle().after(AFTERMATH),
        }
    }
    world.hws.cycle()
}

/// Writes actions and events.
struct Story<'s> {
    scenario: &'s Scenario,
    text: String,
}

impl Story<'_> {
    fn tell(&mut self, cycle: Cycle, action: Action) {
        let name = |kernel: usize| self.scenario.name(kernel).to_owned();
        let line = match action {
            Action::Time => return,
            Action::Push(kernel) => format!("{} is pushed", name(kernel)),
            Action::Trigger(kernel) => format!("firmware triggers one more block of {}", name(kernel)),
            other => other.to_string(),
        };
        let _ = writeln!(self.text, "cycle {cycle}: {line}");
    }
}

impl EventSink for Story<'_> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        let line = match event {
            Event::Admit { entry, kernel_id, .. } => {
                format!("{} is admitted to entry {}", self.scenario.name(kernel_id as usize), entry.get())
            }
            Event::Launch { entry, block, sip_mask, .. } => {
                format!("block {block} of entry {} is launched on SIPs {sip_mask}", entry.get())
            }
            Event::KernelDone { entry, .. } => format!("the kernel of entry {} leaves", entry.get()),
            Event::Promote { entry, mask, .. } => {
                format!("the kernel of entry {} is promoted and reserves SIPs {mask}", entry.get())
            }
            Event::Cancel { entry, mask } => {
                format!("the reservation of entry {} for SIPs {mask} is cancelled", entry.get())
            }
            Event::Error { bit, .. } => format!("the error {bit:?} is set"),
            _ => return,
        };
        let _ = writeln!(self.text, "cycle {cycle}:   {line}");
    }
}

impl Observer for Story<'_> {}
