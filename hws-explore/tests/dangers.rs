//! The dangers of the design are found, and shown by a stimulus that any replay reproduces.

use std::io::BufReader;

use hws_explore::{Counterexample, explore};
use hws_model::{Config, Event, EventSink, Hws};
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Reader;
use hws_sim::{Machine, Observer};
use hws_types::Cycle;

use crate::{example, scenario};

/// The launches of each kernel by its index.
#[derive(Default)]
struct Launches {
    /// kernel_id of each kernel_seq.
    kernels: Vec<u32>,
    launched: Vec<u32>,
}

impl EventSink for Launches {
    fn event(&mut self, _: Cycle, event: Event) {
        match event {
            Event::Admit { kernel_id, .. } => self.kernels.push(kernel_id),
            Event::Launch { seq, .. } => self.launched.push(self.kernels[seq as usize]),
            _ => {}
        }
    }
}

impl Observer for Launches {}

/// Replays a stimulus with all invariants checked.
fn replayed(stimulus: &[u8]) -> Launches {
    let observer = (Launches::default(), InvariantChecker::new());
    let mut machine = Machine::new(Hws::new(Config::default()), observer);
    for operation in Reader::new("found", BufReader::new(stimulus)) {
        machine.perform(&operation.unwrap()).unwrap();
    }
    let (launches, checker) = machine.into_observer();
    assert!(checker.verdict().holds(), "{}", checker.verdict());
    launches
}

#[test]
fn d2_a_kernel_that_others_backfill_without_end_starves() {
    let scenario = scenario(&example("d02_backfill_with_estimates_of_0"));
    let found = explore(&scenario);
    assert_eq!(found.starvations.len(), 1);
    let run = Counterexample::of_starvation(&scenario, &found.starvations[0]);
    let launched = replayed(&run.stimulus).launched;
    let times = |kernel| launched.iter().filter(|&&other| other == kernel).count();
    assert_eq!(times(0), 0, "big is never launched");
    assert!(times(1) >= 3 && times(2) >= 3, "each round launches the others: {launched:?}");
    assert!(run.story.contains("promoted and reserves SIPs"), "{}", run.story);
    assert!(run.story.trim_end().lines().last().unwrap().starts_with("big waits for ever"), "{}", run.story);
}

#[test]
fn d7_an_o_task_starves() {
    let scenario = scenario(&example("d07_an_o_task_waits_for_ever"));
    let found = explore(&scenario);
    let run = Counterexample::of_starvation(&scenario, &found.starvations[0]);
    replayed(&run.stimulus);
    assert!(!run.story.contains("promoted"), "{}", run.story);
}

#[test]
fn a_usage_mask_that_stays_closed_starves_and_one_that_is_opened_does_not() {
    let text = |masks: &str| {
        let kernels = "kernels: [{name: a, affinity: [0]}]";
        format!("{{version: 1, topology: 3x4, sips: [0, 1], usage_masks: {masks}, {kernels}}}")
    };
    let starving = |masks| explore(&scenario(&text(masks))).starvations.len();
    assert_eq!((starving("[[1]]"), starving("[[1], [0]]")), (1, 0));
}

/// A trigger of 0 (D9) does not starve a kernel here, because triggers are due.
#[test]
fn a_trigger_comes_at_some_time() {
    let text = "{version: 1, topology: 3x4, sips: [0], kernels: [{name: a, trigger: 0}]}";
    assert!(explore(&scenario(text)).starvations.is_empty());
}
